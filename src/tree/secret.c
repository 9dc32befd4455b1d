#include "tree/secret.h"

const aml_value *aml_value_hide(aml_arena *arena, const aml_value *value) {
  bool is_plain = value->kind == AML_STRING && aml_secret_is_reference(value->as.string);
  bool is_text = value->kind == AML_STRING || value->kind == AML_UNKNOWN || value->kind == AML_INT ||
                 value->kind == AML_FLOAT;
  if (is_plain || !is_text || aml_value_has(value, AML_VALUE_SECURE)) {
    return value;
  }
  return aml_value_moved(arena, value, value->span, value->origin, value->flags | (unsigned)AML_VALUE_SECURE);
}

const aml_value *aml_value_hide_named(aml_arena *arena, aml_sv name, const aml_value *value) {
  return value->kind == AML_STRING && aml_secret_is_named(name) ? aml_value_hide(arena, value) : value;
}
