#include "tree/placeholder_values.h"

#include "base/placeholder.h"

const aml_value *aml_placeholder_value(aml_arena *arena, aml_sv written, aml_span span) {
  aml_sv reason = aml_sv_format(
      arena, "'%.*s' is a placeholder; check the file again once it is filled in", AML_SV_ARG(written));
  return aml_value_unknown(arena, reason, AML_KINDS_ANY, span);
}

static const aml_value *read_array(aml_arena *arena, const aml_value *array) {
  size_t count = array->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, count);
  bool is_same = true;
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_value_placeholders(arena, array->as.array.items[i]);
    is_same = is_same && items[i] == array->as.array.items[i];
  }
  return is_same ? array : aml_value_array(arena, items, count, array->span);
}

static const aml_value *read_object(aml_arena *arena, const aml_value *object) {
  size_t count = object->as.object.count;
  aml_member *members = AML_NEW_ARRAY(arena, aml_member, count);
  bool is_same = true;
  for (size_t i = 0; i < count; i++) {
    members[i] = object->as.object.members[i];
    members[i].value = aml_value_placeholders(arena, members[i].value);
    is_same = is_same && members[i].value == object->as.object.members[i].value;
  }
  return is_same ? object : aml_value_object(arena, members, count, object->span, NULL, NULL);
}

const aml_value *aml_value_placeholders(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_STRING) {
    return aml_is_lone_placeholder(value->as.string)
               ? aml_placeholder_value(arena, value->as.string, value->span)
               : value;
  }
  if (value->kind == AML_ARRAY) {
    return read_array(arena, value);
  }
  return value->kind == AML_OBJECT ? read_object(arena, value) : value;
}
