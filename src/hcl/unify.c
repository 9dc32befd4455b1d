/* Types of values, and the type that several values have in common.
 *
 * As zclconf/go-cty, cty/convert/unify.go: texts absorb numbers and booleans, lists absorb tuples, maps
 * absorb objects; tuples of one length and objects of the same names stay what they are. */
#include "hcl/type.h"

typedef AML_VEC(const aml_hcl_type *) types;

static const aml_hcl_type *element_of(aml_eval *eval, const aml_value *collection) {
  switch (collection->flags & (unsigned)AML_HCL_ELEMENT) {
  case AML_HCL_OF_STRINGS:
    return &aml_hcl_string;
  case AML_HCL_OF_NUMBERS:
    return &aml_hcl_number_type;
  case AML_HCL_OF_BOOLS:
    return &aml_hcl_bool;
  default:
    break;
  }
  const aml_hcl_type *type = &aml_hcl_any;
  for (size_t i = 0; i < aml_hcl_count(collection) && type == &aml_hcl_any; i++) {
    bool is_array = collection->kind == AML_ARRAY;
    type = aml_hcl_type_of(
        eval, is_array ? collection->as.array.items[i] : collection->as.object.members[i].value);
  }
  return type;
}

static aml_hcl_type *new_type(aml_eval *eval, aml_hcl_type_kind kind, const aml_hcl_type *element) {
  aml_hcl_type *type = AML_NEW(eval->arena, aml_hcl_type);
  type->kind = kind;
  type->element = element;
  return type;
}

static void add_member(aml_eval *eval, aml_hcl_type *type, aml_sv name, const aml_hcl_type *of) {
  const aml_hcl_type_member member = {.name = name, .type = of};
  AML_VEC_PUSH(eval->arena, &type->members, member);
}

/* Members of objects are in the order of their names. */
static const aml_hcl_type *structure_of(aml_eval *eval, const aml_value *value) {
  const aml_value *ordered = aml_hcl_ordered(eval, value);
  bool is_object = value->kind == AML_OBJECT;
  aml_hcl_type *type = new_type(eval, is_object ? AML_HCL_TYPE_OBJECT : AML_HCL_TYPE_TUPLE, NULL);
  for (size_t i = 0; i < aml_hcl_count(ordered); i++) {
    aml_sv name = is_object ? ordered->as.object.members[i].name : (aml_sv){0};
    const aml_value *part = is_object ? ordered->as.object.members[i].value : ordered->as.array.items[i];
    add_member(eval, type, name, aml_hcl_type_of(eval, part));
  }
  return type;
}

const aml_hcl_type *aml_hcl_type_of(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_STRING) {
    return &aml_hcl_string;
  }
  if (value->kind == AML_INT || value->kind == AML_FLOAT) {
    return &aml_hcl_number_type;
  }
  if (value->kind == AML_BOOL) {
    return &aml_hcl_bool;
  }
  bool has_parts = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  if (!has_parts || aml_value_has(value, AML_VALUE_OPEN) || !aml_eval_spend(eval, 1)) {
    return &aml_hcl_any;
  }
  unsigned collection = value->flags & (unsigned)AML_HCL_COLLECTION;
  if (collection == 0) {
    return structure_of(eval, value);
  }
  aml_hcl_type_kind kind = value->kind == AML_OBJECT   ? AML_HCL_TYPE_MAP
                           : collection == AML_HCL_SET ? AML_HCL_TYPE_SET
                                                       : AML_HCL_TYPE_LIST;
  return new_type(eval, kind, element_of(eval, value));
}

/* ---- one type for several ---- */

typedef struct census {
  size_t of[AML_HCL_TYPE_TUPLE + 1]; /* by kind */
  size_t all;
} census;

static const aml_hcl_type *unify(aml_eval *eval, const types *all);

/* The type of what all of them hold. */
static const aml_hcl_type *unify_parts(aml_eval *eval, const types *all) {
  types parts = {0};
  for (size_t i = 0; i < all->count; i++) {
    const aml_hcl_type *type = all->items[i];
    if (type->element != NULL) {
      AML_VEC_PUSH(eval->arena, &parts, type->element);
    }
    for (size_t k = 0; k < type->members.count; k++) {
      AML_VEC_PUSH(eval->arena, &parts, type->members.items[k].type);
    }
  }
  return parts.count == 0 ? &aml_hcl_any : unify(eval, &parts);
}

static const aml_hcl_type *collection_of(aml_eval *eval, aml_hcl_type_kind kind, const types *all) {
  const aml_hcl_type *element = unify_parts(eval, all);
  return element == NULL ? NULL : new_type(eval, kind, element);
}

static bool have_same_names(const types *all) {
  const aml_hcl_type *first = all->items[0];
  for (size_t i = 1; i < all->count; i++) {
    const aml_hcl_type *other = all->items[i];
    if (other->members.count != first->members.count) {
      return false;
    }
    for (size_t k = 0; k < first->members.count; k++) {
      if (!aml_sv_eq(first->members.items[k].name, other->members.items[k].name)) {
        return false;
      }
    }
  }
  return true;
}

/* Of tuples of one length, or of objects with the same names. */
static const aml_hcl_type *unify_members(aml_eval *eval, const types *all) {
  const aml_hcl_type *first = all->items[0];
  aml_hcl_type *made = new_type(eval, first->kind, NULL);
  for (size_t k = 0; k < first->members.count; k++) {
    types column = {0};
    for (size_t i = 0; i < all->count; i++) {
      AML_VEC_PUSH(eval->arena, &column, all->items[i]->members.items[k].type);
    }
    const aml_hcl_type *type = unify(eval, &column);
    if (type == NULL) {
      return NULL;
    }
    add_member(eval, made, first->members.items[k].name, type);
  }
  return made;
}

static const aml_hcl_type *unify_scalars(const census *c) {
  bool has_both = c->of[AML_HCL_TYPE_NUMBER] > 0 && c->of[AML_HCL_TYPE_BOOL] > 0;
  return c->of[AML_HCL_TYPE_STRING] > 0   ? &aml_hcl_string
         : has_both                       ? NULL
         : c->of[AML_HCL_TYPE_NUMBER] > 0 ? &aml_hcl_number_type
         : c->of[AML_HCL_TYPE_BOOL] > 0   ? &aml_hcl_bool
                                          : &aml_hcl_any;
}

static const aml_hcl_type *unify(aml_eval *eval, const types *all) {
  census c = {.all = all->count};
  bool is_one = true;
  for (size_t i = 0; i < all->count; i++) {
    c.of[all->items[i]->kind]++;
    is_one = is_one && all->items[i] == all->items[0];
  }
  size_t any = c.of[AML_HCL_TYPE_ANY];
  size_t scalars = c.of[AML_HCL_TYPE_STRING] + c.of[AML_HCL_TYPE_NUMBER] + c.of[AML_HCL_TYPE_BOOL];
  size_t lists = c.of[AML_HCL_TYPE_LIST] + c.of[AML_HCL_TYPE_TUPLE];
  size_t sets = c.of[AML_HCL_TYPE_SET];
  if (is_one && all->count > 0) {
    return all->items[0];
  }
  if (scalars + any == c.all) {
    return unify_scalars(&c);
  }
  if (any > 0 || !aml_eval_spend(eval, c.all)) {
    return &aml_hcl_any;
  }
  if (c.of[AML_HCL_TYPE_OBJECT] == c.all || c.of[AML_HCL_TYPE_TUPLE] == c.all) {
    bool is_object = c.of[AML_HCL_TYPE_OBJECT] > 0;
    return have_same_names(all) ? unify_members(eval, all)
                                : collection_of(eval, is_object ? AML_HCL_TYPE_MAP : AML_HCL_TYPE_LIST, all);
  }
  if (c.of[AML_HCL_TYPE_OBJECT] + c.of[AML_HCL_TYPE_MAP] == c.all) {
    return collection_of(eval, AML_HCL_TYPE_MAP, all);
  }
  if (lists + sets == c.all) {
    bool is_list = c.of[AML_HCL_TYPE_LIST] > 0 || sets == 0;
    return collection_of(eval, is_list ? AML_HCL_TYPE_LIST : AML_HCL_TYPE_SET, all);
  }
  return NULL;
}

static bool is_same_type(const aml_hcl_type *a, const aml_hcl_type *b);

const aml_hcl_type *aml_hcl_type_of_map(aml_eval *eval, const aml_value *const *items, size_t count) {
  const aml_hcl_type *same = NULL;
  for (size_t i = 0; i < count; i++) {
    const aml_hcl_type *type = items[i]->kind == AML_NULL ? NULL : aml_hcl_type_of(eval, items[i]);
    if (type != NULL && same != NULL && !is_same_type(type, same)) {
      return aml_hcl_common_type(eval, items, count);
    }
    same = type != NULL ? type : same;
  }
  return same != NULL ? same : &aml_hcl_any;
}

const aml_hcl_type *aml_hcl_common_type(aml_eval *eval, const aml_value *const *items, size_t count) {
  types all = {0};
  bool has_null = false;
  for (size_t i = 0; i < count; i++) {
    has_null = has_null || items[i]->kind == AML_NULL;
    AML_VEC_PUSH(eval->arena, &all, aml_hcl_type_of(eval, items[i]));
  }
  const aml_hcl_type *type = unify(eval, &all);
  for (size_t i = 0; i < count && has_null && type == &aml_hcl_any; i++) {
    if (all.items[i] != &aml_hcl_any) { /* a null alone takes no type of what has parts */
      return NULL;
    }
  }
  return type;
}

/* Whether converting a value of the type to the other would change nothing. */
static bool is_same_type(const aml_hcl_type *a, const aml_hcl_type *b) {
  if (a->kind != b->kind || a->members.count != b->members.count) {
    return false;
  }
  if (a->element != NULL && !is_same_type(a->element, b->element)) {
    return false;
  }
  for (size_t i = 0; i < a->members.count; i++) {
    if (!is_same_type(a->members.items[i].type, b->members.items[i].type)) {
      return false;
    }
  }
  return true;
}

bool aml_hcl_unify(aml_eval *eval, const aml_value **a, const aml_value **b) {
  if (aml_hcl_type_of(eval, *a) == &aml_hcl_any || aml_hcl_type_of(eval, *b) == &aml_hcl_any) {
    return true;
  }
  const aml_value *both[2] = {*a, *b};
  const aml_hcl_type *type = aml_hcl_common_type(eval, both, 2);
  for (size_t i = 0; i < 2 && type != NULL; i++) {
    bool is_same = is_same_type(aml_hcl_type_of(eval, both[i]), type);
    both[i] = is_same ? both[i] : aml_hcl_convert(eval, both[i], type);
    type = both[i] == NULL ? NULL : type;
  }
  if (type == NULL) {
    return false;
  }
  *a = both[0];
  *b = both[1];
  return true;
}
