/* Values of CLI v2 files in ARM's form. */
#include "azureml/translation.h"
#include "base/placeholder.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "tree/placeholder_values.h"
#include "tree/reason.h"

aml_sv aml_camel(aml_arena *arena, aml_sv snake) {
  if (aml_sv_find_char(snake, '_', 0) == AML_NPOS) {
    return snake;
  }
  char *text = aml_arena_alloc(arena, snake.len + 1, 1);
  size_t len = 0;
  bool is_upper = false;
  for (size_t i = 0; i < snake.len; i++) {
    char c = snake.data[i];
    if (c == '_' && len > 0) {
      is_upper = true;
      continue;
    }
    bool is_raised = is_upper && c >= 'a' && c <= 'z';
    text[len++] = is_raised ? (char)(c - ('a' - 'A')) : c;
    is_upper = false;
  }
  return (aml_sv){text, len};
}

/* A string that was made from a value and stands where that does, but is not its text. */
static const aml_value *make_text(aml_arena *arena, aml_sv text, const aml_value *from) {
  const aml_value *value = aml_value_string(arena, text, from->span);
  return aml_value_moved(arena, value, from->span, from->origin, AML_VALUE_BLOCK);
}

static const aml_value *convert_choice(aml_translation *t, const aml_entry *entry, const aml_value *value) {
  const aml_choice *choices = entry->key->choices;
  aml_sv text = aml_value_text(value);
  for (size_t i = 0; choices[i].yaml != NULL; i++) {
    if (aml_sv_ieq(text, aml_sv_of(choices[i].yaml))) {
      return make_text(t->arena, aml_sv_of(choices[i].arm), value);
    }
    aml_sv arm = aml_sv_of(choices[i].arm);
    if (aml_same_word(text, arm)) {
      return make_text(t->arena, arm, value);
    }
  }
  return value;
}

static const aml_value *convert_duration(aml_translation *t, const aml_value *value, char unit) {
  if (value->kind != AML_INT) {
    return value;
  }
  if (value->as.integer == 0) {
    return NULL; /* the CLI does not send a 0 */
  }
  aml_sv text = aml_sv_format(t->arena, "PT%lld%c", (long long)value->as.integer, unit);
  return make_text(t->arena, text, value);
}

static const aml_value *convert_enabled(aml_translation *t, const aml_value *value) {
  if (value->kind != AML_BOOL) {
    return value;
  }
  return make_text(t->arena, value->as.boolean ? AML_SV("Enabled") : AML_SV("Disabled"), value);
}

/* Depth is that of the file, which the reader bounds. */
static const aml_value *convert_names(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_STRING && aml_is_placeholder(value->as.string)) {
    return aml_placeholder_value(arena, value->as.string, value->span);
  }
  if (value->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
    for (size_t i = 0; i < value->as.array.count; i++) {
      items[i] = convert_names(arena, value->as.array.items[i]);
    }
    return aml_value_array(arena, items, value->as.array.count, value->span);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_member *members = AML_NEW_ARRAY(arena, aml_member, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    members[i] =
        (aml_member){aml_camel(arena, member->name), member->name_span, convert_names(arena, member->value)};
  }
  return aml_value_object(arena, members, value->as.object.count, value->span, NULL, NULL);
}

static bool is_placeholder(const aml_value *value) {
  return value->kind == AML_STRING && aml_is_placeholder(value->as.string);
}

/* Plain values of a map, placeholders made unknown; a name that is one may be any. The map itself where there
 * are none. */
static const aml_value *convert_map(aml_arena *arena, const aml_value *map) {
  size_t count = map->as.object.count;
  aml_member *members = AML_NEW_ARRAY(arena, aml_member, count);
  size_t kept = 0;
  bool has_placeholder = false;
  for (size_t i = 0; i < count; i++) {
    aml_member member = map->as.object.members[i];
    bool is_named = !aml_is_placeholder(member.name);
    has_placeholder = has_placeholder || !is_named || is_placeholder(member.value);
    if (is_placeholder(member.value)) {
      member.value = aml_placeholder_value(arena, member.value->as.string, member.value->span);
    }
    if (is_named) {
      members[kept++] = member;
    }
  }
  if (!has_placeholder) {
    return map;
  }
  const aml_value *made = aml_value_object(arena, members, kept, map->span, NULL, NULL);
  unsigned open = kept < count ? (unsigned)AML_VALUE_OPEN : 0;
  return aml_value_moved(arena, made, map->span, map->origin, map->flags | open);
}

/* An identity is {resource_id: ...} or, in old documents, the id alone. One that a placeholder names is
 * there, and which it is is not known. */
static const aml_value *convert_identities(aml_translation *t, const aml_value *value) {
  if (value->kind != AML_ARRAY) {
    return value;
  }
  size_t count = value->as.array.count;
  aml_member *members = AML_NEW_ARRAY(t->arena, aml_member, count);
  size_t known = 0;
  unsigned flags = value->flags;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = value->as.array.items[i];
    const aml_value *id =
        item->kind == AML_OBJECT ? aml_object_find_exact(item, AML_SV("resource_id")) : item;
    bool is_placeholder = id != NULL && (id->kind == AML_UNKNOWN ||
                                            (id->kind == AML_STRING && aml_is_placeholder(id->as.string)));
    flags |= is_placeholder ? (unsigned)AML_VALUE_OPEN : 0;
    if (is_placeholder || !aml_value_is(id, AML_STRING)) {
      continue;
    }
    const aml_value *empty = aml_value_object(t->arena, NULL, 0, item->span, NULL, NULL);
    members[known++] = (aml_member){id->as.string, id->span, empty};
  }
  const aml_value *made = aml_value_object(t->arena, members, known, value->span, NULL, NULL);
  return aml_value_moved(t->arena, made, value->span, value->origin, flags);
}

/* "/subscriptions/s/resourceGroups/g" + tail, as far as the workspace's place is known. */
static const aml_value *make_group_id(aml_translation *t, aml_sv tail, const aml_value *from) {
  const aml_scope_path *scope = &t->context->scope;
  aml_strbuf id;
  aml_strbuf_init(&id, t->arena, SIZE_MAX);
  aml_strbuf_addf(&id, "/resourceGroups/%.*s%.*s", AML_SV_ARG(scope->resource_group), AML_SV_ARG(tail));
  if (scope->subscription.len > 0 && scope->resource_group.len > 0) {
    aml_sv text = aml_sv_format(t->arena, "/subscriptions/%.*s%.*s", AML_SV_ARG(scope->subscription),
        AML_SV_ARG(aml_strbuf_view(&id)));
    return make_text(t->arena, text, from);
  }
  aml_sv reason = AML_SV("the resource group or subscription of the workspace is not known; add both under "
                         "'workspaces:' in amlint.yml");
  aml_sv suffix = scope->resource_group.len > 0 ? aml_strbuf_view(&id) : tail;
  return aml_value_unknown_text(t->arena, reason, AML_SV("/subscriptions/"), suffix, from->span);
}

/* The CLI looks for a bare name in the workspace's resource group. */
static const aml_value *convert_subnet(aml_translation *t, const aml_value *value) {
  bool is_blank = value->kind == AML_STRING && aml_sv_trim(value->as.string).len == 0;
  if (is_blank) {
    return make_text(t->arena, AML_SV(""), value);
  }
  if (value->kind != AML_STRING || aml_sv_starts(value->as.string, AML_SV("/"))) {
    return value;
  }
  const aml_value *network = aml_object_find_exact(t->root, AML_SV("network_settings"));
  const aml_value *vnet = aml_object_find_exact(network, AML_SV("vnet_name"));
  if (!aml_value_is(vnet, AML_STRING) || aml_is_placeholder(vnet->as.string)) {
    aml_sv reason = AML_SV("the virtual network is not known; name it in 'network_settings.vnet_name'");
    aml_sv suffix = aml_sv_format(t->arena, "/subnets/%.*s", AML_SV_ARG(value->as.string));
    return aml_value_unknown_text(t->arena, reason, AML_SV("/subscriptions/"), suffix, value->span);
  }
  aml_sv tail = aml_sv_format(t->arena, "/providers/Microsoft.Network/virtualNetworks/%.*s/subnets/%.*s",
      AML_SV_ARG(vnet->as.string), AML_SV_ARG(value->as.string));
  return make_group_id(t, tail, value);
}

static const aml_value *convert_at_least_one(aml_translation *t, const aml_value *value) {
  if (value->kind != AML_INT || value->as.integer != 0) {
    return value;
  }
  const aml_origin *origin = aml_origin_new(t->arena, AML_STEP_SERVICE_DEFAULT,
      AML_SV("the CLI turns 0 into 1 when it creates a cluster (as of 2026-07)"), value->span, value->origin);
  const aml_value *one = aml_value_int(t->arena, 1, value->span);
  return aml_value_moved(t->arena, one, value->span, origin, AML_VALUE_BLOCK);
}

/* "azureml:cpu" and "cpu" name a compute of the workspace; serverless compute and one's own machine have no
 * id. */
static const aml_value *convert_compute(aml_translation *t, const aml_value *value) {
  if (value->kind != AML_STRING) {
    return convert_names(t->arena, value);
  }
  aml_sv name = value->as.string;
  if (aml_is_placeholder(name)) {
    return convert_names(t->arena, value);
  }
  if (aml_sv_istarts(name, AML_SV("azureml:"))) {
    name = aml_sv_slice(name, sizeof "azureml:" - 1, name.len);
  }
  if (aml_sv_ieq(name, AML_SV("serverless")) || aml_sv_ieq(name, AML_SV("local"))) {
    return NULL;
  }
  if (aml_sv_starts(name, AML_SV("/"))) {
    return make_text(t->arena, name, value);
  }
  if (!aml_value_is(t->context->name, AML_STRING)) {
    aml_sv suffix = aml_sv_format(t->arena, "/computes/%.*s", AML_SV_ARG(name));
    return aml_value_unknown_text(
        t->arena, AML_SV(AML_REASON_WORKSPACE), AML_SV("/subscriptions/"), suffix, value->span);
  }
  aml_sv tail =
      aml_sv_format(t->arena, "/providers/Microsoft.MachineLearningServices/workspaces/%.*s/computes/%.*s",
          AML_SV_ARG(t->context->name->as.string), AML_SV_ARG(name));
  if (t->context->scope.subscription.len == 0 || t->context->scope.resource_group.len == 0) {
    /* Where the group is not known, an id relative to the job's own place still says which compute is meant.
     */
    return make_text(t->arena, aml_sv_slice(tail, sizeof "/providers/" - 1, tail.len), value);
  }
  return make_group_id(t, tail, value);
}

static const aml_value *convert_one(aml_translation *t, const aml_entry *entry, const aml_value *value) {
  switch (entry->key->convert) {
  case AML_CONVERT_CHOICE:
    return convert_choice(t, entry, value);
  case AML_CONVERT_SECONDS:
    return convert_duration(t, value, 'S');
  case AML_CONVERT_MINUTES:
    return convert_duration(t, value, 'M');
  case AML_CONVERT_ENABLED:
    return convert_enabled(t, value);
  case AML_CONVERT_CAMEL:
    return convert_names(t->arena, value);
  case AML_CONVERT_IDENTITIES:
    return convert_identities(t, value);
  case AML_CONVERT_SUBNET:
    return convert_subnet(t, value);
  case AML_CONVERT_AT_LEAST_ONE:
    return convert_at_least_one(t, value);
  case AML_CONVERT_COMPUTE:
    return convert_compute(t, value);
  case AML_CONVERT_COPY:
    break;
  }
  bool is_map = entry->key->type == AML_KEY_MAP || entry->key->type == AML_KEY_DATA;
  return is_map && value->kind == AML_OBJECT ? convert_map(t->arena, value) : value;
}

const aml_value *aml_translation_convert(aml_translation *t, const aml_entry *entry, const aml_value *value) {
  const aml_value *made = convert_one(t, entry, value);
  if (made == NULL || (entry->key->flags & AML_KEY_SECRET) == 0) {
    return made;
  }
  return aml_value_moved(t->arena, made, made->span, made->origin, made->flags | AML_VALUE_SECURE);
}
