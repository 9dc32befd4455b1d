/* Members that hold secrets: by names that everybody knows, by those that a configuration calls secret, and
 * by the credentials that they stand in. */
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

typedef struct hiding {
  aml_arena *arena;
  const aml_config *config;
} hiding;

static const aml_value *hide_below(const hiding *self, const aml_value *value, bool is_inside);

static bool is_text(const aml_value *value) {
  return value->kind == AML_STRING || value->kind == AML_UNKNOWN;
}

static const aml_value *hide_items(const hiding *self, const aml_value *array, bool is_inside) {
  const aml_value **items = NULL;
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    const aml_value *made =
        is_inside && is_text(item) ? aml_value_hide(self->arena, item) : hide_below(self, item, is_inside);
    if (items == NULL && made != item) {
      items = AML_NEW_ARRAY(self->arena, const aml_value *, array->as.array.count);
      for (size_t k = 0; k < i; k++) {
        items[k] = array->as.array.items[k];
      }
    }
    if (items != NULL) {
      items[i] = made;
    }
  }
  if (items == NULL) {
    return array;
  }
  const aml_value *made = aml_value_array(self->arena, items, array->as.array.count, array->span);
  return aml_value_moved(self->arena, made, array->span, array->origin, array->flags);
}

static const aml_value *hide_member(const hiding *self, const aml_member *member, bool is_inside) {
  const aml_value *value = member->value;
  bool is_named = aml_engine_is_secret_name(self->config, member->name);
  bool is_container = aml_secret_is_container(member->name);
  if (is_text(value)) {
    bool is_secret = is_named || is_container || (is_inside && !aml_secret_is_kind(member->name));
    return is_secret ? aml_value_hide(self->arena, value) : value;
  }
  bool is_list = value->kind == AML_ARRAY && is_named;
  return hide_below(self, value, is_inside || is_list || is_container);
}

static const aml_value *hide_members(const hiding *self, const aml_value *object, bool is_inside) {
  const aml_member *members = object->as.object.members;
  size_t same = 0;
  const aml_value *first = NULL; /* that is not as it was */
  for (; same < object->as.object.count && first == NULL; same++) {
    const aml_value *made = hide_member(self, &members[same], is_inside);
    first = made == members[same].value ? NULL : made;
  }
  if (first == NULL) {
    return object;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, self->arena, object->as.object.count);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_value *made = i + 1 < same    ? members[i].value
                            : i + 1 == same ? first
                                            : hide_member(self, &members[i], is_inside);
    aml_object_add(&builder, members[i].name, members[i].name_span, made);
  }
  const aml_value *made = aml_object_end(&builder, object->span, object->flags);
  return aml_value_moved(self->arena, made, object->span, object->origin, object->flags);
}

/* Bodies are as deep as the bound on expansion. */
static const aml_value *hide_below(const hiding *self, const aml_value *value, bool is_inside) {
  if (value->kind == AML_ARRAY) {
    return hide_items(self, value, is_inside);
  }
  return value->kind == AML_OBJECT ? hide_members(self, value, is_inside) : value;
}

const aml_value *aml_engine_hide_secrets(aml_arena *arena, const aml_config *config, const aml_value *value) {
  const hiding self = {arena, config};
  return hide_below(&self, value, false);
}
