/* Types of HCL. What templates call an array is a tuple, a list or a set here, an object is an object or a
 * map: values carry that in flags beside those of tree/value.h, and the kind of their elements, since lists
 * may be empty. Two values without these flags are a tuple and an object.
 *
 * Conversions: hashicorp/hcl, hclsyntax/spec.md, and zclconf/go-cty, docs/convert.md. */
#ifndef AMLINT_HCL_TYPE_H
#define AMLINT_HCL_TYPE_H

#include "hcl/function_row.h"

enum {
  AML_HCL_LIST = 1 << 12, /* of values that are arrays */
  AML_HCL_SET = 2 << 12,
  AML_HCL_MAP = 1 << 12, /* of values that are objects */
  AML_HCL_COLLECTION = 3 << 12,
  AML_HCL_OF_STRINGS = 1 << 14,
  AML_HCL_OF_NUMBERS = 2 << 14,
  AML_HCL_OF_BOOLS = 3 << 14,
  AML_HCL_OF_ANY = 4 << 14, /* nothing is known, as they have no elements */
  AML_HCL_ELEMENT = 7 << 14,
  AML_HCL_MINUS = 1 << 12, /* of zeros: HCL has one that is written "-0" */
};
#define AML_HCL_FLAGS ((unsigned)AML_HCL_COLLECTION | (unsigned)AML_HCL_ELEMENT)

static inline bool aml_hcl_is_set(const aml_value *value) {
  return value->kind == AML_ARRAY && (value->flags & (unsigned)AML_HCL_COLLECTION) == AML_HCL_SET;
}

typedef enum aml_hcl_type_kind {
  AML_HCL_TYPE_ANY,
  AML_HCL_TYPE_STRING,
  AML_HCL_TYPE_NUMBER,
  AML_HCL_TYPE_BOOL,
  AML_HCL_TYPE_LIST,
  AML_HCL_TYPE_SET,
  AML_HCL_TYPE_MAP,
  AML_HCL_TYPE_OBJECT,
  AML_HCL_TYPE_TUPLE
} aml_hcl_type_kind;

typedef struct aml_hcl_type aml_hcl_type;
typedef struct aml_hcl_type_member {
  aml_sv name; /* of an object's; empty in tuples */
  const aml_hcl_type *type;
  bool is_optional;
  const aml_value *otherwise; /* of an optional one; NULL: null */
} aml_hcl_type_member;
struct aml_hcl_type {
  aml_hcl_type_kind kind;
  const aml_hcl_type *element; /* of a list, set or map */
  AML_VEC(aml_hcl_type_member) members;
};

extern const aml_hcl_type aml_hcl_any, aml_hcl_string, aml_hcl_number_type, aml_hcl_bool, aml_hcl_any_list,
    aml_hcl_any_set, aml_hcl_any_map;

/* The type that an expression writes: list(object({a = optional(string, "x")})). Any where it is none. */
const aml_hcl_type *aml_hcl_type_of_expression(aml_eval *eval, const aml_expr *expr);

/* The value in the type; NULL where it cannot be converted. null and unknown values are of every type. */
const aml_value *aml_hcl_convert(aml_eval *eval, const aml_value *value, const aml_hcl_type *type);
/* A scalar as text, or NULL: "12", "true". */
const aml_value *aml_hcl_to_string(aml_eval *eval, const aml_value *value);
const aml_value *aml_hcl_to_number(aml_eval *eval, const aml_value *value);
const aml_value *aml_hcl_to_bool(aml_eval *eval, const aml_value *value);

/* The type of a value; any where it is null, unknown or open. */
const aml_hcl_type *aml_hcl_type_of(aml_eval *eval, const aml_value *value);
/* The type that all items can be converted to; NULL where there is none. */
const aml_hcl_type *aml_hcl_common_type(aml_eval *eval, const aml_value *const *items, size_t count);
/* The same of what a map is made of, where nulls may stand beside values of one type, whatever it is. */
const aml_hcl_type *aml_hcl_type_of_map(aml_eval *eval, const aml_value *const *items, size_t count);
/* Numbers with up to so many digits are exact here; of others the text is not known. */
enum { AML_HCL_DIGITS = 15 };
#define AML_HCL_MORE_DIGITS "a number has more digits than are computed here; state the text"
/* Numbers that are nearer to each other than this, of their size, may be one and the same. */
#define AML_HCL_NEAR 1e-13
#define AML_HCL_TOO_NEAR                                                                                     \
  "two numbers differ in more digits than are computed here, if at all; state the result"
/* How many digits count of the shortest decimal number that reads as this one. */
size_t aml_hcl_digits(double number);
/* Whether it is the number that it shows. */
bool aml_hcl_is_exact(const aml_value *number);
/* Whether a text has more digits than count here, and its double shows none of that:
 * "1.00000000000000000001". */
bool aml_hcl_is_long(aml_sv text, double number);
/* The order of two numbers; false where they are too near to each other to know. */
bool aml_hcl_order(const aml_value *a, const aml_value *b, int *order);

/* Makes both of one type, as the arms of a conditional are; false, with both as they were, where they have
 * none in common. What is null, unknown or open is left as it is. */
bool aml_hcl_unify(aml_eval *eval, const aml_value **a, const aml_value **b);

/* A list, or a set, of items of the type, or, where that is any, of the one that they have in common. NULL
 * where they cannot be converted. */
const aml_value *aml_hcl_make_list(
    aml_eval *eval, const aml_value *const *items, size_t count, const aml_hcl_type *element, unsigned flags);

/* "list of string", for messages and tests. */
aml_sv aml_hcl_type_name(aml_arena *arena, const aml_value *value);

/* As ==: values of two types are not equal. */
aml_truth aml_hcl_same(const aml_value *a, const aml_value *b);

#endif
