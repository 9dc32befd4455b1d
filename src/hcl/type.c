/* What the types of two values have in common, equality, and names of types. */
#include "hcl/type.h"

/* ---- one type for two ---- */

static bool is_number(const aml_value *value) {
  return value->kind == AML_INT || value->kind == AML_FLOAT;
}

static const aml_hcl_type *collection_type(const aml_value *value) {
  unsigned collection = value->flags & (unsigned)AML_HCL_COLLECTION;
  if (value->kind == AML_ARRAY) {
    return collection == AML_HCL_SET ? &aml_hcl_any_set : &aml_hcl_any_list;
  }
  return &aml_hcl_any_map;
}

static void unify_items(aml_eval *eval, const aml_value **a, const aml_value **b) {
  bool is_tuple =
      ((*a)->flags & (unsigned)AML_HCL_COLLECTION) == 0 && ((*b)->flags & (unsigned)AML_HCL_COLLECTION) == 0;
  if (is_tuple && (*a)->as.array.count == (*b)->as.array.count) {
    return;
  }
  /* A list of what both hold together. */
  size_t count = (*a)->as.array.count + (*b)->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    size_t j = i - (*a)->as.array.count;
    items[i] = i < (*a)->as.array.count ? (*a)->as.array.items[i] : (*b)->as.array.items[j];
  }
  const aml_value *all = aml_hcl_make_list(eval, items, count, &aml_hcl_any, AML_HCL_LIST);
  if (all == NULL) {
    return;
  }
  unsigned of = all->flags & (unsigned)AML_HCL_ELEMENT;
  const aml_hcl_type *as_a = collection_type(*a);
  const aml_hcl_type *as_b = collection_type(*b);
  aml_hcl_type type = {.kind = as_a->kind == AML_HCL_TYPE_SET && as_b->kind == AML_HCL_TYPE_SET
                                   ? AML_HCL_TYPE_SET
                                   : AML_HCL_TYPE_LIST,
      .element = of == AML_HCL_OF_STRINGS   ? &aml_hcl_string
                 : of == AML_HCL_OF_NUMBERS ? &aml_hcl_number_type
                 : of == AML_HCL_OF_BOOLS   ? &aml_hcl_bool
                                            : &aml_hcl_any};
  const aml_value *new_a = aml_hcl_convert(eval, *a, &type);
  const aml_value *new_b = aml_hcl_convert(eval, *b, &type);
  *a = new_a != NULL ? new_a : *a;
  *b = new_b != NULL ? new_b : *b;
}

void aml_hcl_unify(aml_eval *eval, const aml_value **a, const aml_value **b) {
  bool is_scalar_a = (*a)->kind == AML_STRING || (*a)->kind == AML_BOOL || is_number(*a);
  bool is_scalar_b = (*b)->kind == AML_STRING || (*b)->kind == AML_BOOL || is_number(*b);
  if (is_scalar_a && is_scalar_b && ((*a)->kind == AML_STRING || (*b)->kind == AML_STRING)) {
    *a = aml_hcl_to_string(eval, *a);
    *b = aml_hcl_to_string(eval, *b);
  } else if ((*a)->kind == AML_ARRAY && (*b)->kind == AML_ARRAY) {
    unify_items(eval, a, b);
  } else if ((*a)->kind == AML_OBJECT && (*b)->kind == AML_OBJECT) {
    bool is_map_a = ((*a)->flags & (unsigned)AML_HCL_COLLECTION) != 0;
    bool is_map_b = ((*b)->flags & (unsigned)AML_HCL_COLLECTION) != 0;
    if (is_map_a != is_map_b) {
      const aml_value **other = is_map_a ? b : a;
      const aml_value *made = aml_hcl_convert(eval, *other, &aml_hcl_any_map);
      *other = made != NULL ? made : *other;
    }
  }
}

/* ---- equality ---- */

static aml_truth both(aml_truth a, aml_truth b) {
  return a == AML_FALSE || b == AML_FALSE   ? AML_FALSE
         : a == AML_MAYBE || b == AML_MAYBE ? AML_MAYBE
                                            : AML_TRUE;
}

static aml_truth same_members(const aml_value *a, const aml_value *b) {
  bool is_open = aml_value_has(a, AML_VALUE_OPEN) || aml_value_has(b, AML_VALUE_OPEN);
  if (a->as.object.count != b->as.object.count && !is_open) {
    return AML_FALSE;
  }
  aml_truth same = is_open ? AML_MAYBE : AML_TRUE;
  for (size_t i = 0; i < a->as.object.count && same != AML_FALSE; i++) {
    const aml_member *member = &a->as.object.members[i];
    const aml_value *other = aml_object_find_exact(b, member->name);
    if (other == NULL && !aml_value_has(b, AML_VALUE_OPEN)) {
      return AML_FALSE;
    }
    same = both(same, other == NULL ? AML_MAYBE : aml_hcl_same(member->value, other));
  }
  return same;
}

aml_truth aml_hcl_same(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_UNKNOWN || b->kind == AML_UNKNOWN) {
    bool is_null = a->kind == AML_NULL || b->kind == AML_NULL;
    return is_null || aml_value_equal(a, b) != AML_FALSE ? AML_MAYBE : AML_FALSE;
  }
  if (is_number(a) && is_number(b)) {
    return aml_number_compare(a, b) == 0 ? AML_TRUE : AML_FALSE;
  }
  if (a->kind != b->kind) {
    return AML_FALSE;
  }
  if (a->kind == AML_OBJECT) {
    return same_members(a, b);
  }
  if (a->kind != AML_ARRAY) {
    return aml_value_equal(a, b);
  }
  bool is_open = aml_value_has(a, AML_VALUE_OPEN) || aml_value_has(b, AML_VALUE_OPEN);
  if (a->as.array.count != b->as.array.count) {
    return is_open ? AML_MAYBE : AML_FALSE;
  }
  aml_truth same = is_open ? AML_MAYBE : AML_TRUE;
  for (size_t i = 0; i < a->as.array.count && same != AML_FALSE; i++) {
    same = both(same, aml_hcl_same(a->as.array.items[i], b->as.array.items[i]));
  }
  return same;
}

/* ---- names ---- */

static const char *element_name(const aml_value *collection, const aml_value *first, aml_arena *arena) {
  switch (collection->flags & (unsigned)AML_HCL_ELEMENT) {
  case AML_HCL_OF_STRINGS:
    return "string";
  case AML_HCL_OF_NUMBERS:
    return "number";
  case AML_HCL_OF_BOOLS:
    return "bool";
  default:
    return first == NULL ? "dynamic" : aml_sv_cstr(arena, aml_hcl_type_name(arena, first));
  }
}

static aml_sv array_name(aml_arena *arena, const aml_value *array) {
  unsigned collection = array->flags & (unsigned)AML_HCL_COLLECTION;
  const aml_value *first = array->as.array.count == 0 ? NULL : array->as.array.items[0];
  return collection == 0 ? AML_SV("tuple")
                         : aml_sv_format(arena, "%s of %s", collection == AML_HCL_SET ? "set" : "list",
                               element_name(array, first, arena));
}

static aml_sv object_name(aml_arena *arena, const aml_value *object) {
  const aml_value *first = object->as.object.count == 0 ? NULL : object->as.object.members[0].value;
  return (object->flags & (unsigned)AML_HCL_COLLECTION) == 0
             ? AML_SV("object")
             : aml_sv_format(arena, "map of %s", element_name(object, first, arena));
}

aml_sv aml_hcl_type_name(aml_arena *arena, const aml_value *value) {
  return value->kind == AML_STRING   ? AML_SV("string")
         : is_number(value)          ? AML_SV("number")
         : value->kind == AML_BOOL   ? AML_SV("bool")
         : value->kind == AML_ARRAY  ? array_name(arena, value)
         : value->kind == AML_OBJECT ? object_name(arena, value)
                                     : AML_SV("dynamic");
}
