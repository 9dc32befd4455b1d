/* What the options of a call say, as an object in the keys of the CLI's YAML. */
#include <string.h>

#include "script/az.h"
#include "script/variables.h"
#include "tree/draft.h"
#include "tree/value.h"

/* "k=v", which argparse takes apart at the first '='. */
static void add_pair(aml_object_builder *pairs, const aml_value *value, aml_sv text) {
  size_t equals = aml_sv_find_char(text, '=', 0);
  aml_sv rest = equals == AML_NPOS ? (aml_sv){0} : aml_sv_slice(text, equals + 1, text.len);
  const aml_value *what = aml_value_string(pairs->arena, rest, value->span);
  aml_object_set(pairs, aml_sv_slice(text, 0, equals), value->span,
      aml_value_moved(
          pairs->arena, what, value->span, value->origin, value->flags | (unsigned)AML_VALUE_BLOCK));
}

/* Whether each part between blanks is a pair of its own: "a=b c=d" in one word. */
static bool is_pairs(aml_sv text) {
  bool is_all = true;
  while (text.len > 0) {
    aml_sv part = aml_sv_split(&text, ' ');
    is_all = is_all && (part.len == 0 || aml_sv_find_char(part, '=', 0) != AML_NPOS);
  }
  return is_all;
}

/* Tags: pairs in any number of words. A word that is not known may be any of them. */
static const aml_value *pairs_of(aml_arena *arena, const aml_az_given *given) {
  aml_object_builder pairs;
  aml_object_begin(&pairs, arena);
  unsigned flags = 0;
  aml_span span = given->span;
  for (size_t i = 0; i < given->count; i++) {
    const aml_value *value = given->values[i].value;
    span = i == 0 ? value->span : aml_span_cover(span, value->span);
    aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
    bool is_named = value->kind == AML_STRING || aml_sv_find_char(text, '=', 0) != AML_NPOS;
    flags |= is_named ? 0 : (unsigned)AML_VALUE_OPEN;
    if (value->kind == AML_STRING && is_pairs(text)) {
      while (text.len > 0) {
        aml_sv part = aml_sv_split(&text, ' ');
        if (part.len > 0) {
          add_pair(&pairs, value, part);
        }
      }
    } else if (value->kind == AML_STRING) {
      add_pair(&pairs, value, text);
    } else if (is_named) {
      size_t equals = aml_sv_find_char(text, '=', 0);
      aml_object_set(&pairs, aml_sv_slice(text, 0, equals), value->span,
          aml_shell_value_after(arena, value, equals + 1));
    }
  }
  return aml_object_end(&pairs, span, flags);
}

/* "id,id" as the list that the YAML has. */
static const aml_value *list_of(aml_arena *arena, const aml_value *value) {
  AML_VEC(const aml_value *) items = {0};
  if (value->kind != AML_STRING) {
    AML_VEC_PUSH(arena, &items, value);
  }
  aml_sv rest = aml_value_text(value);
  while (rest.len > 0) {
    aml_sv id = aml_sv_trim(aml_sv_split(&rest, ','));
    const aml_value *item = aml_value_string(arena, id, value->span);
    AML_VEC_PUSH(arena, &items,
        aml_value_moved(arena, item, value->span, value->origin, value->flags | (unsigned)AML_VALUE_BLOCK));
  }
  const aml_value *list = aml_value_array(arena, items.items, items.count, value->span);
  return value->kind == AML_STRING ? list
                                   : aml_value_moved(arena, list, value->span, value->origin, AML_VALUE_OPEN);
}

static const aml_value *value_of(aml_arena *arena, const aml_az_given *given) {
  const char *key = given->option->key;
  if (given->count == 0) {
    return aml_value_bool(arena, true, given->span);
  }
  if (strcmp(key, "tags") == 0) {
    return pairs_of(arena, given);
  }
  if (strcmp(key, "identity.user_assigned_identities") == 0) {
    return list_of(arena, given->values[0].value);
  }
  return given->values[0].value;
}

bool aml_az_is_plain_path(aml_sv path) {
  enum { DEPTH_MAX = 8 };
  size_t depth = 0;
  bool is_plain = path.len > 0;
  while (path.len > 0 && is_plain) {
    aml_sv step = aml_sv_split(&path, '.');
    is_plain = ++depth <= DEPTH_MAX && step.len > 0;
    for (size_t i = 0; i < step.len && is_plain; i++) {
      is_plain = aml_ascii_alnum(step.data[i]) || step.data[i] == '_' || step.data[i] == '-';
    }
  }
  return is_plain;
}

/* --set a.b=c, which is said last and counts before all options. */
static void put_sets(aml_arena *arena, aml_draft *draft, const aml_az_call *call, bool *is_open) {
  for (size_t i = 0; i < call->count; i++) {
    const aml_az_given *given = &call->given[i];
    for (size_t v = 0; strcmp(given->option->name, "--set") == 0 && v < given->count; v++) {
      const aml_value *value = given->values[v].value;
      aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
      size_t equals = aml_sv_find_char(text, '=', 0);
      if (equals == AML_NPOS || !aml_az_is_plain_path(aml_sv_slice(text, 0, equals))) {
        *is_open = true;
        continue;
      }
      aml_draft_put(draft, aml_sv_slice(text, 0, equals), NULL, value->span,
          aml_shell_value_after(arena, value, equals + 1));
    }
  }
}

/* A text in other words, at the same place. */
static const aml_value *reworded(aml_arena *arena, const aml_value *value, const char *text) {
  const aml_value *made = aml_value_string(arena, aml_sv_of(text), value->span);
  return aml_value_moved(arena, made, value->span, value->origin, value->flags | (unsigned)AML_VALUE_BLOCK);
}

/* What version 1 says in other words than version 2; NULL where it says nothing by it. */
static const aml_value *value_before(aml_arena *arena, const char *key, const aml_value *value) {
  static const struct {
    const char *key, *before, *now;
  } words[] = {
      {"tier", "lowpriority", "low_priority"},
      {"identity.type", "[system]", "system_assigned"},
      {"ssh_public_access_enabled", "Enabled", "true"},
      {"ssh_public_access_enabled", "Disabled", "false"},
      {"ssh_public_access_enabled", "NotSpecified", NULL},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(key, words[i].key) == 0 && aml_sv_ieq(aml_value_text(value), aml_sv_of(words[i].before))) {
      return words[i].now == NULL ? NULL : reworded(arena, value, words[i].now);
    }
  }
  return value;
}

/* --assign-identity takes the ids of identities as well. */
static void put_identities(aml_arena *arena, aml_draft *draft, const aml_az_given *given) {
  const aml_value *value = given->values[0].value;
  aml_draft_put(draft, AML_SV("identity.type"), NULL, given->span, reworded(arena, value, "user_assigned"));
  aml_draft_put(draft, AML_SV("identity.user_assigned_identities"), NULL, given->span, list_of(arena, value));
}

static void put_before(aml_arena *arena, aml_draft *draft, const aml_az_given *given) {
  const char *key = given->option->key;
  const aml_value *value = value_of(arena, given);
  bool is_ids = strcmp(key, "identity.type") == 0 && aml_sv_starts(aml_value_text(value), AML_SV("/"));
  if (is_ids) {
    put_identities(arena, draft, given);
    return;
  }
  value = value_before(arena, key, value);
  if (value != NULL) {
    aml_draft_put(draft, aml_sv_of(key), NULL, given->span, value);
  }
}

const aml_value *aml_az_settings(aml_arena *arena, const aml_az_call *call) {
  aml_draft *draft = aml_draft_new(arena);
  bool is_version_1 = call->command->verb == AML_AZ_COMPUTETARGET_CREATE;
  if (is_version_1) {
    aml_draft_put(
        draft, AML_SV("type"), NULL, call->span, aml_value_string(arena, AML_SV("amlcompute"), call->span));
  }
  for (size_t i = 0; i < call->count; i++) {
    const aml_az_given *given = &call->given[i];
    if (given->option->key == NULL) {
      continue;
    }
    if (is_version_1) {
      put_before(arena, draft, given);
    } else {
      aml_draft_put(draft, aml_sv_of(given->option->key), NULL, given->span, value_of(arena, given));
    }
  }
  bool is_open = call->open != NULL;
  put_sets(arena, draft, call, &is_open);
  const aml_value *like = aml_value_object(arena, NULL, 0, call->span, NULL, NULL);
  return aml_draft_finish(
      draft, is_open ? aml_value_moved(arena, like, call->span, NULL, AML_VALUE_OPEN) : like);
}
