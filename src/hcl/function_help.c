/* What bodies of functions and operators share: how a call fails, and the elements of a collection. */
#include <stdarg.h>
#include <stdio.h>

#include "base/sort.h"
#include "hcl/function_row.h"
#include "hcl/type.h"
#include "tree/reason.h"

const aml_value *aml_hcl_call_fail(const aml_hcl_call *call, size_t i, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  va_list args;
  if (call->eval->steps_left ==
      0) { /* what failed is that it could not be finished, whatever it looks like */
    return aml_eval_unknown(call->eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const aml_expr *where = i < call->expr->arg_count ? call->expr->args[i] : call->expr;
  return aml_eval_fail(call->eval, where, "%s", text);
}

/* ---- elements ---- */

typedef struct ordered_name {
  aml_sv name;
  size_t index;
} ordered_name;

static int compare_names(const void *a, const void *b) {
  const ordered_name *x = a;
  const ordered_name *y = b;
  int order = aml_sv_cmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

const aml_value *aml_hcl_ordered(aml_eval *eval, const aml_value *collection) {
  if (collection->kind != AML_OBJECT || collection->as.object.count < 2) {
    return collection;
  }
  size_t count = collection->as.object.count;
  ordered_name *names = AML_NEW_ARRAY(eval->arena, ordered_name, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = (ordered_name){collection->as.object.members[i].name, i};
  }
  aml_sort(eval->arena, names, count, sizeof names[0], compare_names);
  aml_object_builder builder;
  aml_object_begin_sized(&builder, eval->arena, count);
  for (size_t i = 0; i < count; i++) {
    if (i + 1 == count || !aml_sv_eq(names[i].name, names[i + 1].name)) { /* the last one counts */
      const aml_member *member = &collection->as.object.members[names[i].index];
      aml_object_add(&builder, member->name, member->name_span, member->value);
    }
  }
  const aml_value *made = aml_object_end(&builder, collection->span, collection->flags);
  return aml_value_moved(eval->arena, made, collection->span, collection->origin, collection->flags);
}

size_t aml_hcl_count(const aml_value *collection) {
  return collection->kind == AML_ARRAY    ? collection->as.array.count
         : collection->kind == AML_OBJECT ? collection->as.object.count
                                          : 0;
}

void aml_hcl_element(
    aml_eval *eval, const aml_value *collection, size_t i, const aml_value **key, const aml_value **value) {
  if (collection->kind == AML_OBJECT) {
    const aml_member *member = &collection->as.object.members[i];
    *key = aml_value_string(eval->arena, member->name, member->name_span);
    *value = member->value;
    return;
  }
  *value = collection->as.array.items[i];
  *key = aml_hcl_is_set(collection) ? *value : aml_make_int(eval, (int64_t)i);
}
