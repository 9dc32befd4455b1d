/* Equality of values, and names of their types. */
#include "hcl/type.h"

#include <math.h>

static bool is_number(const aml_value *value) {
  return value->kind == AML_INT || value->kind == AML_FLOAT;
}

/* ---- equality ---- */

bool aml_hcl_is_exact(const aml_value *number) {
  return number->kind == AML_INT || aml_hcl_digits(number->as.number) <= AML_HCL_DIGITS;
}

bool aml_hcl_order(const aml_value *a, const aml_value *b, int *order) {
  *order = aml_number_compare(a, b);
  if (aml_hcl_is_exact(a) && aml_hcl_is_exact(b)) {
    return true;
  }
  double x = aml_hcl_double(a);
  double y = aml_hcl_double(b);
  return fabs(x - y) > AML_HCL_NEAR * fmax(fabs(x), fabs(y));
}

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

/* A list is no tuple, and a map no object, whatever they hold; the type of elements tells only empty ones
 * apart.
 */
static bool are_of_one_type(const aml_value *a, const aml_value *b) {
  bool is_empty = aml_hcl_count(a) == 0 && aml_hcl_count(b) == 0;
  unsigned compared = (unsigned)AML_HCL_COLLECTION | (is_empty ? (unsigned)AML_HCL_ELEMENT : 0U);
  return (a->flags & compared) == (b->flags & compared);
}

aml_truth aml_hcl_same(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_UNKNOWN || b->kind == AML_UNKNOWN) {
    bool is_null = a->kind == AML_NULL || b->kind == AML_NULL;
    return is_null || aml_value_equal(a, b) != AML_FALSE ? AML_MAYBE : AML_FALSE;
  }
  if (is_number(a) && is_number(b)) {
    int order = 0;
    return !aml_hcl_order(a, b, &order) ? AML_MAYBE : order == 0 ? AML_TRUE : AML_FALSE;
  }
  if (a->kind != b->kind) {
    return AML_FALSE;
  }
  if (a->kind != AML_ARRAY && a->kind != AML_OBJECT) {
    return aml_value_equal(a, b);
  }
  if (!are_of_one_type(a, b)) {
    return AML_FALSE;
  }
  if (a->kind == AML_OBJECT) {
    return same_members(a, b);
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
  const aml_value *first = NULL; /* that says a type: nulls may stand before it */
  for (size_t i = 0; i < object->as.object.count && (first == NULL || first->kind == AML_NULL); i++) {
    first = object->as.object.members[i].value;
  }
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
