/* Properties and indexes: base.name, base[index], and the safe forms. */
#include "expr/function.h"

/* Narrows the way of a container to one of its parts: the same steps, the last of which points at the part,
 * followed by the part's own way. */
static const aml_origin *narrow_origin(aml_arena *arena, const aml_origin *way, const aml_value *part) {
  if (way == NULL) {
    return part->origin;
  }
  const aml_origin *first = NULL;
  aml_origin *last = NULL;
  do {
    aml_origin *copy = AML_NEW(arena, aml_origin);
    *copy = *way;
    if (last == NULL) {
      first = copy;
    } else {
      last->from = copy;
    }
    last = copy;
    way = way->from;
  } while (way != NULL);
  if (last->span.source == part->span.source && last->span.begin <= part->span.begin &&
      part->span.end <= last->span.end) {
    last->span = part->span;
  }
  last->from = part->origin;
  return first;
}

static const aml_value *take_part(aml_eval *eval, const aml_value *whole, const aml_value *part) {
  unsigned secrecy = whole->flags & (unsigned)AML_VALUE_SECURE;
  if (whole->origin == NULL && (part->flags & secrecy) == secrecy) {
    return part;
  }
  return aml_value_moved(
      eval->arena, part, part->span, narrow_origin(eval->arena, whole->origin, part), part->flags | secrecy);
}

/* A member spelt exactly so, else the last whose name differs in case only, as the service has it (seen in
 * Azure/PSRule.Rules.Azure, issue 794). */
static const aml_value *find_member(aml_eval *eval, const aml_value *object, aml_sv name) {
  enum { MEMBERS_FOR_ONE_STEP = 8 };
  const aml_member *last = aml_object_member(object, name);
  if (last == NULL || aml_sv_eq(last->name, name) ||
      !aml_eval_spend(eval, object->as.object.count / MEMBERS_FOR_ONE_STEP)) {
    return last == NULL ? NULL : last->value;
  }
  const aml_value *exact = aml_object_find_exact(object, name);
  return exact != NULL ? exact : last->value;
}

/* A member that an open object may have. */
static const aml_value *make_missing(aml_eval *eval, const aml_value *object, aml_sv name) {
  const aml_value *missing = aml_eval_unknown(
      eval, AML_KINDS_ANY, "whether '%.*s' is set is not known; state it explicitly", AML_SV_ARG(name));
  unsigned secrecy = object->flags & (unsigned)AML_VALUE_SECURE;
  return aml_value_moved(eval->arena, missing, missing->span, object->origin, secrecy);
}

const aml_value *aml_access_member(aml_eval *eval, const aml_value *object, aml_sv name) {
  const aml_value *found = find_member(eval, object, name);
  if (found != NULL) {
    return take_part(eval, object, found);
  }
  return aml_value_has(object, AML_VALUE_OPEN) ? make_missing(eval, object, name) : NULL;
}

const aml_value *aml_access_item(aml_eval *eval, const aml_value *array, int64_t index) {
  if (aml_value_has(array, AML_VALUE_OPEN)) {
    return aml_unknown_because(eval, array, AML_KINDS_ANY);
  }
  if (index < 0 || (uint64_t)index >= array->as.array.count) {
    return NULL;
  }
  return take_part(eval, array, array->as.array.items[index]);
}

const aml_value *aml_access_safely(aml_eval *eval, const aml_value *base, const aml_value *key) {
  if (base->kind == AML_UNKNOWN || key->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, base->kind == AML_UNKNOWN ? base : key, AML_KINDS_ANY);
  }
  const aml_value *found = NULL;
  if (base->kind == AML_OBJECT && key->kind == AML_STRING) {
    found = aml_access_member(eval, base, key->as.string);
  } else if (base->kind == AML_ARRAY && key->kind == AML_INT) {
    found = aml_access_item(eval, base, key->as.integer);
  }
  return found != NULL ? found : aml_make_null(eval);
}

static aml_sv member_name_at(const void *ctx, size_t i) {
  const aml_value *object = ctx;
  return object->as.object.members[i].name;
}

static const aml_value *fail_absent(
    aml_eval *eval, const aml_expr *expr, const aml_value *object, aml_sv name) {
  size_t near = aml_eval_suggest(eval, name, object->as.object.count, member_name_at, object);
  if (near == AML_NPOS) {
    return aml_eval_fail_at(eval, expr->name_span, "The object has no property '%.*s'.", AML_SV_ARG(name));
  }
  return aml_eval_fail_at(eval, expr->name_span, "The object has no property '%.*s'; did you mean '%.*s'?",
      AML_SV_ARG(name), AML_SV_ARG(object->as.object.members[near].name));
}

static bool is_empty_text(const aml_value *value) {
  return value->kind == AML_STRING && value->as.string.len == 0;
}

static const aml_value *read_member(
    aml_eval *eval, const aml_expr *expr, const aml_value *base, aml_sv name) {
  if (base->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, base, AML_KINDS_ANY);
  }
  const aml_value *found = base->kind == AML_OBJECT ? aml_access_member(eval, base, name) : NULL;
  if (found != NULL) {
    return found;
  }
  bool is_absent = base->kind == AML_OBJECT || base->kind == AML_NULL;
  if (expr->is_safe || (eval->scope->absent == AML_ABSENT_NULL && is_absent)) {
    return aml_make_null(eval);
  }
  if (eval->scope->absent == AML_ABSENT_EMPTY && (base->kind == AML_OBJECT || is_empty_text(base))) {
    return aml_value_string(eval->arena, (aml_sv){0}, AML_NO_SPAN);
  }
  if (base->kind == AML_OBJECT) {
    return fail_absent(eval, expr, base, name);
  }
  aml_sv kind = aml_kinds_text(eval->arena, AML_KIND_BIT(base->kind));
  return aml_eval_fail_at(eval, expr->name_span, "The property '%.*s' cannot be read from %.*s.",
      AML_SV_ARG(name), AML_SV_ARG(kind));
}

static const aml_value *read_item(
    aml_eval *eval, const aml_expr *expr, const aml_value *base, const aml_value *index) {
  if (base->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, base, AML_KINDS_ANY);
  }
  bool is_item = base->kind == AML_ARRAY && index->kind == AML_INT;
  const aml_value *found = is_item ? aml_access_item(eval, base, index->as.integer) : NULL;
  if (found != NULL) {
    return found;
  }
  if (expr->is_safe || (eval->scope->absent == AML_ABSENT_NULL && (is_item || base->kind == AML_NULL))) {
    return aml_make_null(eval);
  }
  if (is_item) {
    return aml_eval_fail_at(eval, expr->name_span,
        "The index %lld is outside the array, which has %zu item%s.", (long long)index->as.integer,
        base->as.array.count, base->as.array.count == 1 ? "" : "s");
  }
  aml_sv base_kind = aml_kinds_text(eval->arena, AML_KIND_BIT(base->kind));
  aml_sv index_kind = aml_kinds_text(eval->arena, AML_KIND_BIT(index->kind));
  return aml_eval_fail_at(eval, expr->name_span, "%.*s cannot be the index of %.*s.", AML_SV_ARG(index_kind),
      AML_SV_ARG(base_kind));
}

static const aml_value *access_by_scope(aml_eval *eval, const aml_expr *expr, const aml_value *base) {
  const aml_value *key = expr->kind == AML_EXPR_PROPERTY
                             ? aml_value_string(eval->arena, expr->name, expr->name_span)
                             : aml_eval_expr(eval, expr->args[0]);
  return eval->scope->access(eval->scope->ctx, eval, expr, base, key);
}

const aml_value *aml_eval_access(aml_eval *eval, const aml_expr *expr) {
  const aml_value *base = aml_eval_expr(eval, expr->base);
  if (eval->scope->access != NULL) {
    return access_by_scope(eval, expr, base);
  }
  if (expr->kind == AML_EXPR_PROPERTY) {
    return read_member(eval, expr, base, expr->name);
  }
  const aml_value *index = aml_eval_expr(eval, expr->args[0]);
  if (index->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, base->kind == AML_UNKNOWN ? base : index, AML_KINDS_ANY);
  }
  return index->kind == AML_STRING ? read_member(eval, expr, base, index->as.string)
                                   : read_item(eval, expr, base, index);
}
