/* The arguments of a call in the keys of the CLI's YAML.
 *
 * Source: the conversions of azure-ai-ml's _compute/aml_compute.py (commit 066f201e) and the reference of
 * azureml-core's AmlComputeProvisioningConfiguration (read 2026-11). */
#include <string.h>

#include "python/program.h"
#include "tree/draft.h"

static const aml_value *reworded(aml_arena *arena, const aml_value *value, const char *text) {
  const aml_value *made = aml_value_string(arena, aml_sv_of(text), value->span);
  return aml_value_moved(arena, made, value->span, value->origin, value->flags | (unsigned)AML_VALUE_BLOCK);
}

/* Whether two words are the same but for case, '_' and '-', as the SDK takes them. */
static bool is_same_word(aml_sv one, aml_sv other) {
  size_t i = 0, k = 0;
  while (i < one.len || k < other.len) {
    if (i < one.len && (one.data[i] == '_' || one.data[i] == '-')) {
      i++;
    } else if (k < other.len && (other.data[k] == '_' || other.data[k] == '-')) {
      k++;
    } else if (i == one.len || k == other.len ||
               aml_ascii_lower(one.data[i]) != aml_ascii_lower(other.data[k])) {
      return false;
    } else {
      i++;
      k++;
    }
  }
  return true;
}

/* Words that the SDK takes in any spelling, as the CLI wants them; NULL where nothing is said by them. */
static const aml_value *in_words_of_cli(aml_arena *arena, aml_sv key, const aml_value *value) {
  static const struct {
    const char *key, *word, *cli;
  } words[] = {{"tier", "low_priority", "low_priority"}, {"tier", "dedicated", "dedicated"},
      {"identity.type", "system_assigned", "system_assigned"},
      {"identity.type", "user_assigned", "user_assigned"}, {"identity.type", "none", "none"},
      {"identity.type", "system_assigned,user_assigned", "system_assigned,user_assigned"},
      {"ssh_public_access_enabled", "enabled", "true"}, {"ssh_public_access_enabled", "disabled", "false"},
      {"ssh_public_access_enabled", "not_specified", NULL}};
  for (size_t i = 0; value->kind == AML_STRING && i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_eq(key, aml_sv_of(words[i].key)) && is_same_word(value->as.string, aml_sv_of(words[i].word))) {
      return words[i].cli == NULL ? NULL : reworded(arena, value, words[i].cli);
    }
  }
  return value;
}

/* Whether the SDK takes it as if it were not there. */
static bool is_nothing(aml_sv key, const aml_value *value) {
  bool is_empty = value->kind == AML_STRING && value->as.string.len == 0;
  bool is_zero = value->kind == AML_INT && value->as.integer == 0;
  return value->kind == AML_NULL || (is_empty && aml_sv_eq(key, AML_SV("size"))) ||
         (is_zero && aml_sv_eq(key, AML_SV("max_instances")));
}

typedef struct settings {
  aml_arena *arena;
  aml_draft *draft;
} settings;

static void put(settings *s, aml_sv key, aml_span name_span, const aml_value *value) {
  const aml_value *made = is_nothing(key, value) ? NULL : in_words_of_cli(s->arena, key, value);
  if (made != NULL) {
    aml_draft_put(s->draft, key, NULL, name_span, made);
  }
}

/* The words inside of an identity. */
static const aml_value *identity_of(settings *s, const aml_value *identity) {
  if (identity->kind != AML_OBJECT) {
    return identity;
  }
  aml_object_builder object;
  aml_object_begin(&object, s->arena);
  for (size_t i = 0; i < identity->as.object.count; i++) {
    const aml_member *member = &identity->as.object.members[i];
    bool is_type = aml_sv_eq(member->name, AML_SV("type"));
    const aml_value *value =
        is_type ? in_words_of_cli(s->arena, AML_SV("identity.type"), member->value) : member->value;
    aml_object_add(&object, member->name, member->name_span, value);
  }
  return aml_object_end(&object, identity->span, identity->flags);
}

/* Version 2: most of its arguments are the keys. */
static void put_arguments(settings *s, const aml_py_class *class, const aml_value *arguments) {
  for (size_t i = 0; i < arguments->as.object.count; i++) {
    const aml_member *member = &arguments->as.object.members[i];
    aml_sv key = aml_py_key_of_argument(class, member->name);
    bool is_identity = aml_sv_eq(key, AML_SV("identity"));
    if (key.len > 0 && !aml_sv_eq(key, AML_SV("type"))) { /* which the class sets */
      put(s, key, member->name_span, is_identity ? identity_of(s, member->value) : member->value);
    }
  }
}

static const aml_value *argument(const aml_value *arguments, const char *name) {
  return aml_object_find_exact(arguments, aml_sv_of(name));
}

static bool is_text(const aml_value *value) {
  return aml_value_is(value, AML_STRING) && value->as.string.len > 0;
}

/* Version 1 names the subnet by its group, its network and itself; all three, or there is none. */
static void put_subnet(settings *s, const aml_value *arguments) {
  const aml_value *group = argument(arguments, "vnet_resourcegroup_name");
  const aml_value *network = argument(arguments, "vnet_name");
  const aml_member *member = aml_object_member_exact(arguments, AML_SV("subnet_name"));
  const aml_value *subnet = member == NULL ? NULL : member->value;
  if (member == NULL || subnet == NULL || group == NULL || network == NULL) {
    return;
  }
  bool is_known = is_text(group) && is_text(network) && is_text(subnet);
  const aml_value *unknown = !is_text(subnet) ? subnet : is_text(network) ? group : network;
  aml_sv reason = aml_value_is(unknown, AML_UNKNOWN)
                      ? unknown->as.unknown->reason
                      : AML_SV("the subscription is not known; name it under 'workspaces:' in amlint.yml");
  const aml_value *id;
  if (is_known) {
    aml_sv tail = aml_sv_format(s->arena,
        "/resourceGroups/%.*s/providers/Microsoft.Network/virtualNetworks/%.*s/subnets/%.*s",
        AML_SV_ARG(group->as.string), AML_SV_ARG(network->as.string), AML_SV_ARG(subnet->as.string));
    id = aml_value_unknown_text(s->arena, reason, AML_SV("/subscriptions/"), tail, subnet->span);
  } else {
    id = aml_value_unknown(s->arena, reason, AML_KINDS_ANY, subnet->span);
  }
  aml_draft_put(s->draft, AML_SV("network_settings.subnet"), NULL, member->name_span, id);
}

/* ---- Files that are loaded ---- */

/* [{"min_instances": 2}, {"tags.team": "vision"}] */
static bool put_overrides(aml_draft *draft, const aml_value *list) {
  bool is_whole = list->kind == AML_ARRAY && !aml_value_has(list, AML_VALUE_OPEN);
  for (size_t i = 0; list->kind == AML_ARRAY && i < list->as.array.count; i++) {
    const aml_value *one = list->as.array.items[i];
    is_whole = is_whole && one->kind == AML_OBJECT && !aml_value_has(one, AML_VALUE_OPEN);
    for (size_t k = 0; one->kind == AML_OBJECT && k < one->as.object.count; k++) {
      const aml_member *member = &one->as.object.members[k];
      aml_draft_put(draft, member->name, NULL, member->name_span, member->value);
    }
  }
  return is_whole || list->kind == AML_NULL;
}

const aml_value *aml_py_overrides(aml_arena *arena, const aml_py_made *made) {
  aml_draft *draft = aml_draft_new(arena);
  bool is_open = made->open != NULL;
  for (size_t i = 0; i < made->settings.count; i++) {
    const aml_py_setting *one = &made->settings.items[i];
    const aml_value *value = aml_py_data(arena, one->value);
    bool is_argument = false;
    for (size_t k = 0; k < made->class->count; k++) {
      is_argument = is_argument || aml_sv_eq(one->name, aml_sv_of(made->class->arguments[k].name));
    }
    if (aml_sv_eq(one->name, AML_SV("params_override"))) {
      is_open = !put_overrides(draft, value) || is_open;
    } else if (!is_argument) {
      aml_draft_put(draft, one->name, NULL, one->name_span, value);
    }
  }
  const aml_value *like = aml_value_object(arena, NULL, 0, made->span, NULL, NULL);
  return aml_draft_finish(
      draft, aml_value_moved(arena, like, made->span, NULL, is_open ? (unsigned)AML_VALUE_OPEN : 0));
}

/* Version 1: in words of its own. */
static void put_before(settings *s, const aml_py_class *class, const aml_value *arguments) {
  for (size_t i = 0; i < class->count; i++) {
    const aml_py_argument *known = &class->arguments[i];
    const aml_member *member = aml_object_member_exact(arguments, aml_sv_of(known->name));
    bool is_subnet = known->key != NULL && strncmp(known->key, "network_settings.", 17) == 0;
    if (member != NULL && known->key != NULL && !is_subnet) {
      put(s, aml_sv_of(known->key), member->name_span, member->value);
    }
  }
  put_subnet(s, arguments);
}

/* Version 1 closes a workspace by an endpoint, of which it does not say whether it is the only way. */
static void put_access(settings *s, const aml_value *arguments) {
  const aml_member *endpoint = aml_object_member_exact(arguments, AML_SV("private_endpoint_config"));
  if (endpoint != NULL) {
    aml_draft_put(s->draft, AML_SV("public_network_access"), NULL, endpoint->name_span,
        aml_value_unknown(s->arena,
            AML_SV("the SDK does not say whether a workspace with a private endpoint is also public; check "
                   "the workspace in Azure"),
            1U << AML_STRING, endpoint->name_span));
  }
}

/* Version 2 takes 1 node at most, or 4, by its own version, where the program does not say: not known where
 * that matters, which is for a minimum above 1. */
static void put_most_nodes(settings *s, const aml_py_made *made, const aml_value *arguments) {
  const aml_value *least = argument(arguments, "min_instances");
  const aml_value *most = argument(arguments, "max_instances");
  bool is_said = most != NULL && !is_nothing(AML_SV("max_instances"), most);
  bool matters = least != NULL && (least->kind != AML_INT || least->as.integer > 1);
  if (made->class->kind == AML_YAML_AMLCOMPUTE && matters && !is_said && made->open == NULL) {
    aml_draft_put(s->draft, AML_SV("max_instances"), NULL, made->name_span,
        aml_value_unknown(s->arena,
            AML_SV(
                "'max_instances=' is not given, and the SDK uses 1 or 4, depending on its version; state it"),
            1U << AML_INT, made->name_span));
  }
}

const aml_value *aml_py_settings(aml_arena *arena, const aml_py_made *made, const aml_value *name) {
  settings s = {arena, aml_draft_new(arena)};
  const aml_value *arguments = aml_py_arguments(arena, made);
  if (made->class->type != NULL) {
    aml_draft_put(s.draft, AML_SV("type"), NULL, made->name_span,
        aml_value_moved(arena, aml_value_string(arena, aml_sv_of(made->class->type), made->name_span),
            made->name_span, NULL, AML_VALUE_BLOCK));
  }
  if (!made->class->has_positions) {
    put_arguments(&s, made->class, arguments);
    put_most_nodes(&s, made, arguments);
  } else {
    put_before(&s, made->class, arguments);
    put_access(&s, arguments);
  }
  if (name != NULL) {
    aml_draft_put(s.draft, AML_SV("name"), NULL, name->span, name);
  }
  const aml_value *like = aml_value_object(arena, NULL, 0, made->span, NULL, NULL);
  return aml_draft_finish(s.draft, aml_value_moved(arena, like, made->span, NULL, arguments->flags));
}
