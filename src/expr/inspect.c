/* Looks inside containers. Values are at most AML_LIMIT_DEPTH levels high, which bounds the recursion. */
#include "expr/function.h"

const aml_value *aml_find_unknown(const aml_value *value) {
  const aml_value *found = NULL;
  if (value->kind == AML_UNKNOWN) {
    return value;
  }
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count && found == NULL; i++) {
      found = aml_find_unknown(value->as.array.items[i]);
    }
  } else if (value->kind == AML_OBJECT) {
    for (size_t i = 0; i < value->as.object.count && found == NULL; i++) {
      found = aml_find_unknown(value->as.object.members[i].value);
    }
  } else {
    return NULL;
  }
  return found == NULL && aml_value_has(value, AML_VALUE_OPEN) ? value : found;
}

bool aml_holds_secret(const aml_value *value) {
  bool is_secret = aml_value_has(value, AML_VALUE_SECURE);
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count && !is_secret; i++) {
      is_secret = aml_holds_secret(value->as.array.items[i]);
    }
  } else if (value->kind == AML_OBJECT) {
    for (size_t i = 0; i < value->as.object.count && !is_secret; i++) {
      is_secret = aml_holds_secret(value->as.object.members[i].value);
    }
  }
  return is_secret;
}
