/* Functions on maps, objects and sets. */
#include "hcl/function_bodies.h"

typedef AML_VEC(const aml_value *) items;

const aml_value *aml_hcl_fn_keys(const aml_hcl_call *call) {
  const aml_value *map = aml_hcl_ordered(call->eval, call->args[0]);
  items all = {0};
  for (size_t i = 0; i < map->as.object.count; i++) {
    const aml_member *member = &map->as.object.members[i];
    AML_VEC_PUSH(
        call->eval->arena, &all, aml_value_string(call->eval->arena, member->name, member->name_span));
  }
  unsigned open = map->flags & (unsigned)AML_VALUE_OPEN;
  return aml_make_array(
      call->eval, all.items, all.count, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS | open);
}

const aml_value *aml_hcl_fn_values(const aml_hcl_call *call) {
  const aml_value *map = aml_hcl_ordered(call->eval, call->args[0]);
  items all = {0};
  for (size_t i = 0; i < map->as.object.count; i++) {
    AML_VEC_PUSH(call->eval->arena, &all, map->as.object.members[i].value);
  }
  bool is_map = (map->flags & (unsigned)AML_HCL_COLLECTION) != 0;
  unsigned of = map->flags & (unsigned)AML_HCL_ELEMENT;
  unsigned open = map->flags & (unsigned)AML_VALUE_OPEN;
  return aml_make_array(call->eval, all.items, all.count, (is_map ? (unsigned)AML_HCL_LIST | of : 0U) | open);
}

const aml_value *aml_hcl_fn_lookup(const aml_hcl_call *call) {
  const aml_value *map = call->args[0];
  const aml_value *key = call->args[1];
  if (map->kind == AML_UNKNOWN || key->kind == AML_UNKNOWN) {
    return aml_unknown_because(call->eval, map->kind == AML_UNKNOWN ? map : key, AML_KINDS_ANY);
  }
  if (aml_object_find_exact(map, key->as.string) != NULL) {
    return aml_access_member(call->eval, map, key->as.string);
  }
  if (aml_value_has(map, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, map, AML_KINDS_ANY);
  }
  return call->count > 2
             ? call->args[2]
             : aml_hcl_call_fail(call, 1, "The key '%.*s' does not exist, and there is no default.",
                   AML_SV_ARG(key->as.string));
}

/* Later members replace earlier ones. What is not known leaves open which members there are, and hides those
 * that came before. */
const aml_value *aml_hcl_fn_merge(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  aml_object_builder builder;
  unsigned flags = 0;
  bool is_map = call->count > 0;
  aml_object_begin(&builder, eval->arena);
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *map = call->args[i];
    if (map->kind == AML_UNKNOWN || (map->kind == AML_OBJECT && aml_value_has(map, AML_VALUE_OPEN))) {
      aml_object_begin(&builder, eval->arena);
      flags |= (unsigned)AML_VALUE_OPEN;
    }
    is_map = is_map && map->kind == AML_OBJECT && (map->flags & (unsigned)AML_HCL_COLLECTION) != 0;
    for (size_t k = 0; map->kind == AML_OBJECT && k < map->as.object.count; k++) {
      const aml_member *member = &map->as.object.members[k];
      aml_object_add(&builder, member->name, member->name_span, member->value);
    }
  }
  const aml_value *made = aml_hcl_ordered(eval, aml_object_end(&builder, aml_eval_here(eval), flags));
  const aml_value *map = is_map ? aml_hcl_convert(eval, made, &aml_hcl_any_map) : NULL;
  return map != NULL ? map : made;
}

const aml_value *aml_hcl_fn_zipmap(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  const aml_value *keys = call->args[0];
  const aml_value *values = call->args[1];
  if (keys->as.array.count != values->as.array.count) {
    return aml_hcl_call_fail(call, 1, "Both lists must have the same length.");
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, eval->arena, keys->as.array.count);
  for (size_t i = 0; i < keys->as.array.count; i++) {
    const aml_value *key = aml_hcl_to_string(eval, keys->as.array.items[i]);
    if (key != NULL && key->kind == AML_UNKNOWN) {
      return aml_unknown_because(eval, key, AML_KIND_BIT(AML_OBJECT));
    }
    if (key == NULL || key->kind != AML_STRING) {
      return aml_hcl_call_fail(call, 0, "All keys must be strings.");
    }
    aml_object_add(&builder, key->as.string, key->span, values->as.array.items[i]);
  }
  const aml_value *made = aml_hcl_ordered(eval, aml_object_end(&builder, aml_eval_here(eval), 0));
  bool is_list = (values->flags & (unsigned)AML_HCL_COLLECTION) != 0;
  const aml_value *map = is_list ? aml_hcl_convert(eval, made, &aml_hcl_any_map) : NULL;
  return map != NULL ? map : made;
}

/* ---- sets ---- */

static const aml_value *set_of(const aml_hcl_call *call, const items *all) {
  const aml_value *set = aml_hcl_make_list(call->eval, all->items, all->count, &aml_hcl_any, AML_HCL_SET);
  return set != NULL ? set : aml_hcl_call_fail(call, AML_NPOS, "The items are not of the same type.");
}

static bool holds(const aml_hcl_call *call, const aml_value *list, const aml_value *item) {
  for (size_t i = 0; i < list->as.array.count; i++) {
    if (!aml_eval_spend(call->eval, 1) || aml_hcl_same(list->as.array.items[i], item) == AML_TRUE) {
      return true;
    }
  }
  return false;
}

const aml_value *aml_hcl_fn_setunion(const aml_hcl_call *call) {
  items all = {0};
  for (size_t i = 0; i < call->count; i++) {
    for (size_t k = 0; k < call->args[i]->as.array.count; k++) {
      AML_VEC_PUSH(call->eval->arena, &all, call->args[i]->as.array.items[k]);
    }
  }
  return set_of(call, &all);
}

static const aml_value *pick(const aml_hcl_call *call, bool wanted) {
  items kept = {0};
  for (size_t k = 0; k < call->args[0]->as.array.count; k++) {
    const aml_value *item = call->args[0]->as.array.items[k];
    bool is_kept = true;
    for (size_t i = 1; i < call->count && is_kept; i++) {
      is_kept = holds(call, call->args[i], item) == wanted;
    }
    if (is_kept) {
      AML_VEC_PUSH(call->eval->arena, &kept, item);
    }
  }
  return set_of(call, &kept);
}

const aml_value *aml_hcl_fn_setintersection(const aml_hcl_call *call) {
  return call->count == 0 ? aml_hcl_call_fail(call, AML_NPOS, "At least one set is required.")
                          : pick(call, true);
}

const aml_value *aml_hcl_fn_setsubtract(const aml_hcl_call *call) {
  return pick(call, false);
}

const aml_value *aml_hcl_fn_setproduct(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  size_t total = call->count == 0 ? 0 : 1;
  for (size_t i = 0; i < call->count; i++) {
    size_t count = call->args[i]->as.array.count;
    if (__builtin_mul_overflow(total, count, &total) || total > AML_LIMIT_ARRAY / 16) {
      return aml_eval_limit(eval, "%d items in a computed array", AML_LIMIT_ARRAY / 16);
    }
  }
  if (!aml_eval_spend(eval, total * call->count)) {
    return aml_eval_unknown(eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
  }
  const aml_value **rows = AML_NEW_ARRAY(eval->arena, const aml_value *, total);
  for (size_t row = 0; row < total; row++) {
    const aml_value **row_items = AML_NEW_ARRAY(eval->arena, const aml_value *, call->count);
    size_t rest = row;
    for (size_t i = call->count; i > 0; i--) { /* the last one runs fastest */
      const aml_value *list = call->args[i - 1];
      row_items[i - 1] = list->as.array.items[rest % list->as.array.count];
      rest /= list->as.array.count;
    }
    rows[row] = aml_make_array(eval, row_items, call->count, 0);
  }
  bool is_set = total > 0 && (call->args[0]->flags & (unsigned)AML_HCL_COLLECTION) == AML_HCL_SET;
  return aml_make_array(eval, rows, total, is_set ? AML_HCL_SET : AML_HCL_LIST);
}
