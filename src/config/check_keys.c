#include "config/check_keys.h"

#include "base/regex.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "config/context_file.h"
#include "config/keys.h"
#include "expr/value_text.h"

enum { SHOWN_MAX = 60 };

typedef struct check {
  aml_arena *arena;
  aml_diags *diags;
  aml_sv folder;                 /* of the file, for the names in it */
  const aml_config_files *files; /* who says which of them may be opened; NULL: all may */
} check;

static const aml_value *check_value(
    check *c, const aml_config_key *key, aml_sv table_path, aml_sv shown, const aml_value *value);

static void refuse(check *c, const aml_value *value, aml_sv shown, const char *wanted) {
  aml_sv text = aml_value_show(c->arena, value, SHOWN_MAX);
  aml_diag *diag = aml_diags_add(c->diags, "AML012", value->span, "'%.*s' is '%.*s'; expected %s.",
      AML_SV_ARG(shown), AML_SV_ARG(text), wanted);
  diag->is_incomplete = true;
}

/* A text that says nothing stands for no text. */
static bool is_blank(const aml_value *value) {
  return value->kind == AML_STRING && aml_sv_trim(value->as.string).len == 0;
}

typedef struct word_list {
  aml_sv items[64];
  size_t count;
} word_list;

static aml_sv word_at(const void *ctx, size_t i) {
  const word_list *list = ctx;
  return list->items[i];
}

/* The keys that may stand beside each other below a path of the table. */
static word_list list_keys(aml_sv prefix) {
  word_list list = {.count = 0};
  const aml_config_key *key;
  for (size_t i = 0; (key = aml_config_key_at(i)) != NULL && list.count < 64; i++) {
    aml_sv path = aml_sv_of(key->path);
    if (!aml_sv_starts(path, prefix)) {
      continue;
    }
    aml_sv rest = aml_sv_slice(path, prefix.len, path.len);
    if (aml_sv_find_char(rest, '.', 0) == AML_NPOS && aml_sv_find_char(rest, '[', 0) == AML_NPOS) {
      list.items[list.count++] = rest;
    }
  }
  return list;
}

static aml_sv find_near(const word_list *list, aml_sv word) {
  for (size_t i = 0; i < list->count; i++) {
    if (aml_same_word(word, list->items[i])) {
      return list->items[i];
    }
  }
  size_t near = aml_suggest(word, list->count, word_at, list);
  return near == AML_NPOS ? (aml_sv){0} : list->items[near];
}

static void suggest(check *c, aml_diag *diag, const word_list *list, aml_sv word) {
  aml_sv near = find_near(list, word);
  if (near.len > 0) {
    diag->help = aml_sv_format(c->diags->arena, "Did you mean '%.*s'?", AML_SV_ARG(near));
  }
}

static void refuse_key(check *c, const aml_member *member, aml_sv prefix, aml_sv shown) {
  word_list list = list_keys(prefix);
  aml_diag *diag = aml_diags_add(
      c->diags, "AML012", member->name_span, "Unknown key '%.*s' in the configuration.", AML_SV_ARG(shown));
  diag->is_incomplete = true;
  suggest(c, diag, &list, member->name);
}

static void refuse_word(check *c, const aml_config_key *key, const aml_value *value, aml_sv shown) {
  word_list list = {.count = 0};
  aml_strbuf text;
  aml_strbuf_init(&text, c->diags->arena, SIZE_MAX);
  for (; key->words[list.count] != NULL; list.count++) {
    list.items[list.count] = aml_sv_of(key->words[list.count]);
    aml_strbuf_addf(&text, "%s'%s'", list.count == 0 ? "" : ", ", key->words[list.count]);
  }
  aml_sv written = aml_value_show(c->arena, value, SHOWN_MAX);
  aml_sv words = aml_strbuf_view(&text);
  aml_diag *diag = aml_diags_add(c->diags, "AML012", value->span, "'%.*s' is '%.*s'; expected one of %.*s.",
      AML_SV_ARG(shown), AML_SV_ARG(written), AML_SV_ARG(words));
  diag->is_incomplete = true;
  suggest(c, diag, &list, aml_value_text(value));
}

/* Words are taken in the CLI's style too: "allow_internet_outbound" is "AllowInternetOutbound". */
static const aml_value *check_word(
    check *c, const aml_config_key *key, aml_sv shown, const aml_value *value) {
  for (size_t i = 0; value->kind == AML_STRING && key->words[i] != NULL; i++) {
    aml_sv word = aml_sv_of(key->words[i]);
    if (aml_sv_eq(value->as.string, word)) {
      return value;
    }
    if (aml_same_word(value->as.string, word)) {
      const aml_value *text = aml_value_string(c->arena, word, value->span);
      return aml_value_moved(c->arena, text, value->span, NULL, AML_VALUE_BLOCK);
    }
  }
  refuse_word(c, key, value, shown);
  return NULL;
}

/* The name of a file, unless it may not be opened. */
static const aml_value *check_name(
    check *c, const aml_config_key *key, aml_sv shown, const aml_value *value) {
  aml_sv folder = key->type == AML_CONFIG_LINK ? (aml_sv){NULL, 0} : c->folder;
  if (value->kind != AML_STRING || is_blank(value)) {
    refuse(c, value, shown, "a file name");
    return NULL;
  }
  if (c->files == NULL || c->files->may_open == NULL ||
      c->files->may_open(c->files->ctx, folder, value->as.string)) {
    return value;
  }
  aml_sv name = aml_value_show(c->arena, value, SHOWN_MAX);
  aml_diag *diag = aml_diags_add(c->diags, "AML012", value->span,
      "'%.*s' names '%.*s', which is outside the root or inside '.git'; it was not read.", AML_SV_ARG(shown),
      AML_SV_ARG(name));
  diag->help = AML_SV("Name a file below the root of the repository; only options and the file given with "
                      "'--config' may name others.");
  diag->is_incomplete = true;
  return NULL;
}

static const aml_value *check_regex(check *c, aml_sv shown, const aml_value *value) {
  aml_error error;
  if (value->kind != AML_STRING) {
    refuse(c, value, shown, "a regular expression");
    return NULL;
  }
  if (aml_regex_new(c->arena, value->as.string, AML_REGEX_DEFAULT, &error) == NULL) {
    aml_diag *diag = aml_diags_add(c->diags, "AML012", value->span, "'%.*s' is not a regular expression: %s",
        AML_SV_ARG(shown), error.text);
    diag->is_incomplete = true;
    return NULL;
  }
  return value;
}

/* What matches nothing would be found everywhere. */
static const aml_value *check_style(check *c, aml_sv shown, const aml_value *value) {
  if (check_regex(c, shown, value) == NULL) {
    return NULL;
  }
  const aml_regex *regex = aml_regex_new(c->arena, value->as.string, AML_REGEX_BRIEF, NULL);
  if (aml_regex_match(regex, c->arena, AML_SV("")) == AML_REGEX_NO) {
    return value;
  }
  aml_sv text = aml_value_show(c->arena, value, SHOWN_MAX);
  aml_diags_add(c->diags, "AML012", value->span,
      "'%.*s' has the regular expression '%.*s', which matches an empty string.", AML_SV_ARG(shown),
      AML_SV_ARG(text))
      ->is_incomplete = true;
  return NULL;
}

static const aml_value *check_texts(
    check *c, const aml_config_key *key, aml_sv shown, const aml_value *value) {
  bool is_list = value->kind == AML_ARRAY;
  size_t count = is_list ? value->as.array.count : 1;
  const aml_value **items = AML_NEW_ARRAY(c->arena, const aml_value *, count);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = is_list ? value->as.array.items[i] : value;
    if (key->type == AML_CONFIG_WORDS) {
      item = check_word(c, key, shown, item);
    } else if (key->type == AML_CONFIG_FILES) {
      item = check_name(c, key, shown, item);
    } else if (key->type == AML_CONFIG_REGEXES) {
      item = check_style(c, shown, item);
    } else if (item->kind != AML_STRING || is_blank(item)) {
      refuse(c, item, shown, is_list ? "a list of strings" : "a string or a list of strings");
      item = NULL;
    }
    if (item != NULL) {
      items[kept++] = item;
    }
  }
  return aml_value_array(c->arena, items, kept, value->span);
}

static void require_keys(check *c, const aml_value *object, aml_sv prefix, aml_sv shown) {
  word_list list = list_keys(prefix);
  for (size_t i = 0; i < list.count; i++) {
    aml_sv path = aml_sv_join(c->arena, prefix, list.items[i]);
    if (aml_config_key_find(path)->is_required && aml_object_find_exact(object, list.items[i]) == NULL) {
      aml_diag *diag = aml_diags_add(c->diags, "AML012", object->span, "'%.*s' lacks the key '%.*s'.",
          AML_SV_ARG(shown), AML_SV_ARG(list.items[i]));
      diag->is_incomplete = true;
    }
  }
}

/* prefix: of the members' paths in the table, with its dot; "severity.*" is a prefix that ends in a star's
 * place. */
static const aml_value *check_object(
    check *c, const aml_value *object, aml_sv prefix, aml_sv shown, bool is_map) {
  aml_member *members = AML_NEW_ARRAY(c->arena, aml_member, object->as.object.count);
  size_t kept = 0;
  for (size_t i = 0; i < object->as.object.count; i++) {
    aml_member member = object->as.object.members[i];
    if (aml_object_member_exact(object, member.name) != &object->as.object.members[i]) {
      continue; /* of duplicates, which AML002 reports, the last counts */
    }
    aml_sv path = aml_sv_join(c->arena, prefix, is_map ? AML_SV("*") : member.name);
    const char *dot = shown.len == 0 ? "" : ".";
    aml_sv name = aml_sv_format(c->arena, "%.*s%s%.*s", AML_SV_ARG(shown), dot, AML_SV_ARG(member.name));
    const aml_config_key *key = aml_config_key_find(path);
    if (key == NULL) {
      refuse_key(c, &member, prefix, name);
      continue;
    }
    member.value = check_value(c, key, path, name, member.value);
    if (member.value != NULL) {
      members[kept++] = member;
    }
  }
  if (!is_map) {
    require_keys(c, object, prefix, shown);
  }
  return aml_value_object(c->arena, members, kept, object->span, NULL, NULL);
}

static const aml_value *check_list(check *c, const aml_value *list, aml_sv table_path, aml_sv shown) {
  aml_sv prefix = aml_sv_join(c->arena, table_path, AML_SV("[]."));
  const aml_value **items = AML_NEW_ARRAY(c->arena, const aml_value *, list->as.array.count);
  size_t kept = 0;
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    aml_sv name = aml_sv_format(c->arena, "%.*s[%zu]", AML_SV_ARG(shown), i);
    if (item->kind != AML_OBJECT) {
      refuse(c, item, name, "an object");
      continue;
    }
    items[kept++] = check_object(c, item, prefix, name, false);
  }
  return aml_value_array(c->arena, items, kept, list->span);
}

static const aml_value *check_container(
    check *c, const aml_config_key *key, aml_sv table_path, aml_sv shown, const aml_value *value) {
  bool is_list = key->type == AML_CONFIG_LIST;
  if (value->kind != (is_list ? AML_ARRAY : AML_OBJECT)) {
    refuse(c, value, shown, is_list ? "a list of objects" : "an object");
    return NULL;
  }
  if (is_list) {
    return check_list(c, value, table_path, shown);
  }
  aml_sv prefix = aml_sv_join(c->arena, table_path, AML_SV("."));
  return check_object(c, value, prefix, shown, key->type == AML_CONFIG_MAP);
}

static const aml_value *check_scalar(
    check *c, const aml_value *value, aml_sv shown, aml_kind kind, const char *wanted) {
  if (value->kind != kind || (kind == AML_INT && value->as.integer < 0) || is_blank(value)) {
    refuse(c, value, shown, wanted);
    return NULL;
  }
  return value;
}

static const aml_value *check_value(
    check *c, const aml_config_key *key, aml_sv table_path, aml_sv shown, const aml_value *value) {
  if (value->kind == AML_NULL && key->type != AML_CONFIG_ANY) {
    return NULL; /* a key without a value, its lines commented out: as good as absent */
  }
  switch (key->type) {
  case AML_CONFIG_TEXT:
    return check_scalar(c, value, shown, AML_STRING, "a string");
  case AML_CONFIG_BOOL:
    return check_scalar(c, value, shown, AML_BOOL, "true or false");
  case AML_CONFIG_COUNT:
    return check_scalar(c, value, shown, AML_INT, "a whole number, 0 or more");
  case AML_CONFIG_FILE:
  case AML_CONFIG_LINK:
    return check_name(c, key, shown, value);
  case AML_CONFIG_TEXTS:
  case AML_CONFIG_REGEXES:
  case AML_CONFIG_FILES:
  case AML_CONFIG_WORDS:
    return check_texts(c, key, shown, value);
  case AML_CONFIG_WORD:
    return check_word(c, key, shown, value);
  case AML_CONFIG_REGEX:
    return check_regex(c, shown, value);
  case AML_CONFIG_OBJECT:
  case AML_CONFIG_LIST:
  case AML_CONFIG_MAP:
    return check_container(c, key, table_path, shown, value);
  case AML_CONFIG_ANY:
    break;
  }
  return value;
}

const aml_value *aml_config_check(
    aml_arena *arena, const aml_value *root, aml_sv folder, const aml_config_files *files, aml_diags *diags) {
  check c = {arena, diags, folder, files};
  if (root->kind == AML_OBJECT) {
    const aml_value *checked = check_object(&c, root, (aml_sv){0}, (aml_sv){0}, false);
    const aml_value *context = aml_object_find_exact(checked, AML_SV("context"));
    if (context != NULL) {
      (void)aml_context_has_shape(arena, context, "context", diags);
    }
    return checked;
  }
  if (root->kind != AML_NULL) {
    refuse(&c, root, AML_SV("amlint.yml"), "an object");
  }
  return aml_value_object(arena, NULL, 0, root->span, NULL, NULL);
}
