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
  bool is_map = (map->flags & (unsigned)AML_HCL_COLLECTION) != 0; /* of an object it is a tuple */
  unsigned list = is_map ? (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS : 0U;
  return aml_make_array(call->eval, all.items, all.count, list | open);
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

/* In the type of the map's elements; NULL where it cannot be converted. */
static const aml_value *of_element_type(
    const aml_hcl_call *call, const aml_value *map, const aml_value *value) {
  const aml_hcl_type *type = aml_hcl_type_of(call->eval, map);
  return type->element == NULL ? value : aml_hcl_convert(call->eval, value, type->element);
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
  bool is_map = (map->flags & (unsigned)AML_HCL_COLLECTION) != 0;
  const aml_value *otherwise = call->count > 2 ? call->args[2] : NULL;
  if (otherwise != NULL && is_map) {
    otherwise = of_element_type(call, map, otherwise);
    return otherwise != NULL ? otherwise
                             : aml_hcl_call_fail(call, 2, "The default is not of the type of the map.");
  }
  return otherwise != NULL
             ? otherwise
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
  if (aml_hcl_is_set(values)) {
    return aml_hcl_call_fail(call, 1, AML_HCL_NO_ORDER);
  }
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

/* The sets in the type that they have in common, apart from empty ones of no type; NULL: there is none. */
static const aml_value **in_common(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  const aml_value **sets = AML_NEW_ARRAY(eval->arena, const aml_value *, call->count);
  items typed = {0};
  for (size_t i = 0; i < call->count; i++) {
    if (aml_hcl_count(call->args[i]) > 0 ||
        (call->args[i]->flags & (unsigned)AML_HCL_ELEMENT) != AML_HCL_OF_ANY) {
      AML_VEC_PUSH(eval->arena, &typed, call->args[i]);
    }
  }
  const aml_hcl_type *type =
      typed.count == 0 ? &aml_hcl_any_set : aml_hcl_common_type(eval, typed.items, typed.count);
  for (size_t i = 0; i < call->count && type != NULL; i++) {
    sets[i] = aml_hcl_convert(eval, call->args[i], type);
    type = sets[i] == NULL || sets[i]->kind != AML_ARRAY ? NULL : type;
  }
  return type == NULL ? NULL : sets;
}

static const aml_value *set_of(const aml_hcl_call *call, const items *all, const aml_value *like) {
  const aml_value *set = aml_hcl_make_list(call->eval, all->items, all->count, &aml_hcl_any, AML_HCL_SET);
  bool is_empty = set != NULL && set->as.array.count == 0;
  return set == NULL ? aml_hcl_call_fail(call, AML_NPOS, "The items are not of the same type.")
         : is_empty  ? aml_make_array(call->eval, NULL, 0, like->flags & AML_HCL_FLAGS)
                     : set;
}

static const aml_value *not_alike(const aml_hcl_call *call) {
  return call->count == 0
             ? aml_hcl_call_fail(call, AML_NPOS, "At least one set is required.")
             : aml_hcl_call_fail(call, AML_NPOS, "The items of the sets are not of the same type.");
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
  const aml_value **sets = call->count == 0 ? NULL : in_common(call);
  if (sets == NULL) {
    return not_alike(call);
  }
  for (size_t i = 0; i < call->count; i++) {
    for (size_t k = 0; k < sets[i]->as.array.count; k++) {
      AML_VEC_PUSH(call->eval->arena, &all, sets[i]->as.array.items[k]);
    }
  }
  return set_of(call, &all, sets[0]);
}

static const aml_value *pick(const aml_hcl_call *call, bool wanted) {
  items kept = {0};
  const aml_value **sets = call->count == 0 ? NULL : in_common(call);
  if (sets == NULL) {
    return not_alike(call);
  }
  for (size_t k = 0; k < sets[0]->as.array.count; k++) {
    const aml_value *item = sets[0]->as.array.items[k];
    bool is_kept = true;
    for (size_t i = 1; i < call->count && is_kept; i++) {
      is_kept = holds(call, sets[i], item) == wanted;
    }
    if (is_kept) {
      AML_VEC_PUSH(call->eval->arena, &kept, item);
    }
  }
  return set_of(call, &kept, sets[0]);
}

const aml_value *aml_hcl_fn_setintersection(const aml_hcl_call *call) {
  return pick(call, true);
}

const aml_value *aml_hcl_fn_setsubtract(const aml_hcl_call *call) {
  return pick(call, false);
}

/* The items of an argument of setproduct() in one type; NULL: they have none in common. */
static const aml_value *factor(const aml_hcl_call *call, const aml_value *list) {
  return aml_hcl_is_set(list) ? list : aml_hcl_convert(call->eval, list, &aml_hcl_any_list);
}

/* The row of items that the number stands for: the last factor runs fastest. */
static const aml_value *product_row(
    const aml_hcl_call *call, const aml_value *const *factors, size_t number) {
  const aml_value **row = AML_NEW_ARRAY(call->eval->arena, const aml_value *, call->count);
  for (size_t i = call->count; i > 0; i--) {
    const aml_value *list = factors[i - 1];
    row[i - 1] = list->as.array.items[number % list->as.array.count];
    number /= list->as.array.count;
  }
  return aml_make_array(call->eval, row, call->count, 0);
}

const aml_value *aml_hcl_fn_setproduct(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  size_t total = 1;
  bool is_set = false;
  if (call->count < 2) {
    return aml_hcl_call_fail(call, AML_NPOS, "At least two lists or sets are required.");
  }
  const aml_value **factors = AML_NEW_ARRAY(eval->arena, const aml_value *, call->count);
  for (size_t i = 0; i < call->count; i++) {
    factors[i] = factor(call, call->args[i]);
    if (factors[i] == NULL) {
      return aml_hcl_call_fail(call, i, "The items are not of the same type.");
    }
    is_set = is_set || aml_hcl_is_set(factors[i]);
    if (__builtin_mul_overflow(total, aml_hcl_count(factors[i]), &total) || total > AML_LIMIT_ARRAY / 16) {
      return aml_eval_limit(eval, "%d items in a computed array", AML_LIMIT_ARRAY / 16);
    }
  }
  if (!aml_eval_spend(eval, total * call->count)) {
    return aml_eval_unknown(eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
  }
  const aml_value **rows = AML_NEW_ARRAY(eval->arena, const aml_value *, total);
  for (size_t row = 0; row < total; row++) {
    rows[row] = product_row(call, factors, row);
  }
  return aml_make_array(eval, rows, total, is_set ? AML_HCL_SET : AML_HCL_LIST);
}
