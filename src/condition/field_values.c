#include "condition/field_values.h"

enum { TRIED = 4 }; /* places for a field, beginning with the one that its hash names */

static size_t place_of(const aml_field *field, size_t i) {
  return (field->hash + i) % AML_FIELD_VALUES;
}

static bool is_taken(const aml_field_values *values, size_t at) {
  return (values->taken >> at & 1) != 0;
}

bool aml_field_values_get(
    const aml_field_values *values, const aml_field *field, aml_hit *hit, aml_sv *prefix) {
  for (size_t i = 0; i < TRIED && is_taken(values, place_of(field, i)); i++) {
    const aml_field_value *kept = &values->fields[place_of(field, i)];
    if (kept->hash == field->hash && aml_sv_eq(kept->text, field->text)) {
      *hit = (aml_hit){.value = kept->value, .nearest = kept->nearest, .depth = kept->depth};
      *prefix = kept->prefix;
      return true;
    }
  }
  return false;
}

void aml_field_values_put(
    aml_field_values *values, const aml_field *field, const aml_hit *hit, aml_sv prefix) {
  /* Others were made on the way, or say more than their value: that not all of it is known. */
  bool is_held =
      hit->value == NULL || (hit->value == hit->nearest && !aml_value_has(hit->value, AML_VALUE_OPEN));
  if (!is_held || hit->is_hidden) {
    return;
  }
  for (size_t i = 0; i < TRIED; i++) {
    size_t at = place_of(field, i);
    if (!is_taken(values, at)) {
      values->taken |= (uint64_t)1 << at;
      values->fields[at] = (aml_field_value){.text = field->text,
          .hash = field->hash,
          .depth = (uint32_t)hit->depth,
          .value = hit->value,
          .nearest = hit->nearest,
          .prefix = prefix};
      return;
    }
  }
}
