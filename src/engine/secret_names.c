/* Members that hold secrets: by names that everybody knows, by those that a configuration calls secret, and
 * by the credentials that they stand in. */
#include "engine/secret_names.h"

#include "base/strbuf.h"
#include "tree/secret_values.h"

bool aml_engine_is_secret_name(const aml_config *config, aml_sv name) {
  if (config != NULL && config->secret_name_map != NULL &&
      aml_map_find(config->secret_name_map, name) != NULL) {
    return true;
  }
  return aml_secret_is_named(name);
}

typedef struct hiding {
  aml_arena *arena;
  const aml_config *config;
} hiding;

static const aml_value *hide_below(const hiding *self, const aml_value *value, aml_secrecy in);

static bool is_text(const aml_value *value) {
  return value->kind == AML_STRING || value->kind == AML_UNKNOWN || value->kind == AML_INT ||
         value->kind == AML_FLOAT;
}

bool aml_engine_names_secret(const aml_config *config, const aml_value *object) {
  aml_sv name = aml_value_text(aml_object_find(object, AML_SV("name")));
  return name.len > 0 && aml_engine_is_secret_name(config, name);
}

/* The words of a command that is written as a list, one after another; begins[i] is where the i-th stands.
 */
static aml_sv join_words(const hiding *self, const aml_value *array, size_t *begins) {
  aml_strbuf words;
  aml_strbuf_init(&words, self->arena, SIZE_MAX);
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_strbuf_add_char(&words, i == 0 ? '\n' : ' ');
    begins[i] = aml_strbuf_view(&words).len;
    aml_strbuf_add(&words, aml_value_text(array->as.array.items[i]));
  }
  return aml_strbuf_view(&words);
}

/* Which items are secrets of the command that the list is: {"docker", "login", "-p", "x"}; NULL: none. */
static const bool *find_arguments(const hiding *self, const aml_value *array) {
  bool has_option = false;
  for (size_t i = 0; i + 1 < array->as.array.count; i++) {
    has_option = has_option || aml_sv_starts(aml_value_text(array->as.array.items[i]), AML_SV("-"));
  }
  if (!has_option) {
    return NULL;
  }
  size_t *begins = AML_NEW_ARRAY(self->arena, size_t, array->as.array.count);
  bool *found = AML_NEW_ARRAY(self->arena, bool, array->as.array.count);
  aml_secret_scan scan = {.text = join_words(self, array, begins)};
  aml_secret_range range;
  bool is_any = false;
  size_t at = 0;
  while (aml_secret_next(&scan, &range)) {
    while (at + 1 < array->as.array.count && begins[at + 1] <= range.begin) {
      at++;
    }
    bool is_own = begins[at] == range.begin; /* others are masked as every text is */
    found[at] = found[at] || is_own;
    is_any = is_any || is_own;
  }
  return is_any ? found : NULL;
}

static const aml_value *hide_items(const hiding *self, const aml_value *array, aml_secrecy in) {
  const bool *arguments = find_arguments(self, array);
  const aml_value **items = NULL;
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    bool is_secret = is_text(item) && (in == AML_IN_SECRET || (arguments != NULL && arguments[i]));
    const aml_value *made = is_secret ? aml_value_hide(self->arena, item) : hide_below(self, item, in);
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

static const aml_value *hide_member(const hiding *self, const aml_member *member, aml_secrecy in) {
  bool is_named = aml_engine_is_secret_name(self->config, member->name);
  aml_secrecy inner = aml_secrecy_of_member(member, is_named, in);
  if (!is_text(member->value)) {
    return hide_below(self, member->value, inner);
  }
  return inner == AML_IN_SECRET ? aml_value_hide(self->arena, member->value) : member->value;
}

static const aml_value *hide_members(const hiding *self, const aml_value *object, aml_secrecy in) {
  const aml_member *members = object->as.object.members;
  in = in == AML_NO_SECRET && aml_engine_names_secret(self->config, object) ? AML_IN_GIVEN : in;
  size_t same = 0;
  const aml_value *first = NULL; /* that is not as it was */
  for (; same < object->as.object.count && first == NULL; same++) {
    const aml_value *made = hide_member(self, &members[same], in);
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
                                            : hide_member(self, &members[i], in);
    aml_object_add(&builder, members[i].name, members[i].name_span, made);
  }
  const aml_value *made = aml_object_end(&builder, object->span, object->flags);
  return aml_value_moved(self->arena, made, object->span, object->origin, object->flags);
}

/* Bodies are as deep as the bound on expansion. */
static const aml_value *hide_below(const hiding *self, const aml_value *value, aml_secrecy in) {
  if (value->kind == AML_ARRAY) {
    return hide_items(self, value, in);
  }
  return value->kind == AML_OBJECT ? hide_members(self, value, in) : value;
}

const aml_value *aml_engine_hide_secrets(aml_arena *arena, const aml_config *config, const aml_value *value) {
  const hiding self = {arena, config};
  return hide_below(&self, value, AML_NO_SECRET);
}
