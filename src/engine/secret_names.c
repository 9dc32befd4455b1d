/* Members that a configuration calls secret, besides those that everybody does. */
#include "engine/engine.h"
#include "tree/secret.h"

bool aml_engine_is_secret_name(const aml_config *config, aml_sv name) {
  for (size_t i = 0; config != NULL && i < config->secret_names.count; i++) {
    if (aml_sv_ieq(config->secret_names.items[i], name)) {
      return true;
    }
  }
  return aml_secret_is_named(name);
}

/* Of a text, or of one that is not known in full. */
static const aml_value *hide(aml_arena *arena, const aml_value *value) {
  bool is_text = value->kind == AML_STRING || value->kind == AML_UNKNOWN;
  return is_text ? aml_value_moved(
                       arena, value, value->span, value->origin, value->flags | (unsigned)AML_VALUE_SECURE)
                 : value;
}

static const aml_value *hide_items(aml_arena *arena, const aml_config *config, const aml_value *array) {
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, array->as.array.count);
  for (size_t i = 0; i < array->as.array.count; i++) {
    items[i] = aml_engine_hide_secrets(arena, config, array->as.array.items[i]);
  }
  const aml_value *made = aml_value_array(arena, items, array->as.array.count, array->span);
  return aml_value_moved(arena, made, array->span, array->origin, array->flags);
}

/* Bodies are as deep as the bound on expansion. */
const aml_value *aml_engine_hide_secrets(aml_arena *arena, const aml_config *config, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    return hide_items(arena, config, value);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    const aml_value *made = aml_engine_hide_secrets(arena, config, member->value);
    made = aml_engine_is_secret_name(config, member->name) ? hide(arena, made) : made;
    aml_object_add(&builder, member->name, member->name_span, made);
  }
  const aml_value *made = aml_object_end(&builder, value->span, value->flags);
  return aml_value_moved(arena, made, value->span, value->origin, value->flags);
}
