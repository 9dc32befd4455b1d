/* The walk over a file, row by row of its table. */
#include <string.h>

#include "azureml/translation.h"
#include "base/placeholder.h"
#include "base/suggest.h"
#include "tree/respell.h"

typedef struct place { /* an object of the file that the table describes */
  aml_sv prefix;       /* in the table: "" or "jobs.*." */
  aml_sv shown;        /* in the file: "" or "jobs.train." */
  aml_star stars[AML_STARS_MAX];
  size_t star_count;
  aml_sv open_arm; /* where members without a row go; empty: nowhere */
} place;

static void walk_object(aml_translation *t, const aml_value *object, const place *at);
static const aml_key *find_row(const aml_schema *schema, aml_sv prefix, aml_sv name, const aml_key *after);

/* Without names of the user's choice and positions. */
static bool is_plain_path(const char *path) {
  return strpbrk(path, "*[") == NULL;
}

typedef struct words { /* the keys of one object of the table */
  const aml_sv *items;
  size_t count;
} words;

static aml_sv word_at(const void *ctx, size_t i) {
  const words *list = ctx;
  return list->items[i];
}

/* The part of a row's path below the prefix, when it is a direct member that a user may write. */
static aml_sv direct_member(const aml_key *key, aml_sv prefix) {
  aml_sv path = aml_sv_of(key->path);
  if ((key->flags & (AML_KEY_ALSO | AML_KEY_READ_ONLY)) != 0 || !aml_sv_starts(path, prefix)) {
    return (aml_sv){0};
  }
  aml_sv rest = aml_sv_slice(path, prefix.len, path.len);
  bool is_direct = aml_sv_find_char(rest, '.', 0) == AML_NPOS && aml_sv_find_char(rest, '*', 0) == AML_NPOS &&
                   aml_sv_find_char(rest, '[', 0) == AML_NPOS;
  return is_direct ? rest : (aml_sv){0};
}

static words list_words(aml_translation *t, aml_sv prefix) {
  aml_sv *items = AML_NEW_ARRAY(t->arena, aml_sv, t->schema->key_count);
  size_t count = 0;
  for (size_t i = 0; i < t->schema->key_count; i++) {
    aml_sv word = direct_member(&t->schema->keys[i], prefix);
    if (word.len > 0) {
      items[count++] = word;
    }
  }
  return (words){items, count};
}

aml_sv aml_azureml_snake(aml_arena *arena, aml_sv camel) {
  char *text = aml_arena_alloc(arena, camel.len * 2 + 1, 1);
  size_t len = 0;
  for (size_t i = 0; i < camel.len; i++) {
    char lower = aml_ascii_lower(camel.data[i]);
    if (lower != camel.data[i] && len > 0) {
      text[len++] = '_';
    }
    text[len++] = lower;
  }
  return (aml_sv){text, len};
}

/* Another style or another tool's word for a key; empty where it is none. */
static aml_sv find_same(aml_translation *t, const words *list, aml_sv written) {
  aml_sv alias = aml_azureml_alias(aml_azureml_snake(t->arena, written));
  for (size_t i = 0; i < list->count; i++) {
    if (aml_same_word(written, list->items[i]) || aml_sv_eq(alias, list->items[i])) {
      return list->items[i];
    }
  }
  return (aml_sv){0};
}

/* The key that was probably meant: another style or another tool's word for it, or a slip of the finger. */
static aml_sv find_meant(aml_translation *t, const words *list, aml_sv written) {
  aml_sv same = find_same(t, list, written);
  size_t near = same.len > 0 ? AML_NPOS : aml_suggest(written, list->count, word_at, list);
  return near == AML_NPOS ? same : list->items[near];
}

/* The key that was certainly meant, for fixes; empty where none is. */
static aml_sv find_certain(aml_translation *t, const words *list, aml_sv written) {
  aml_sv same = find_same(t, list, written);
  size_t sure = same.len > 0 ? AML_NPOS : aml_respell(written, list->count, word_at, list);
  return sure == AML_NPOS ? same : list->items[sure];
}

/* The row of a key of this name that stands elsewhere in the table: "network_settings.subnet" for "subnet".
 */
static const aml_key *find_elsewhere(const aml_translation *t, aml_sv prefix, aml_sv name) {
  for (size_t i = 0; i < t->schema->key_count; i++) {
    aml_sv path = aml_sv_of(t->schema->keys[i].path);
    size_t dot = aml_sv_rfind_char(path, '.');
    bool is_plain = is_plain_path(t->schema->keys[i].path);
    bool is_writable = (t->schema->keys[i].flags & (AML_KEY_READ_ONLY | AML_KEY_ALSO)) == 0;
    aml_sv last = dot == AML_NPOS ? path : aml_sv_slice(path, dot + 1, path.len);
    bool is_here = aml_sv_eq(aml_sv_slice(path, 0, dot == AML_NPOS ? 0 : dot + 1), prefix);
    if (is_plain && is_writable && !is_here && aml_sv_eq(last, name)) {
      return &t->schema->keys[i];
    }
  }
  return NULL;
}

/* The keys of this level that stand inside an unknown one: SDK and ARM group what the CLI does not. */
static aml_sv list_inner(aml_translation *t, const words *list, const aml_value *value) {
  aml_sv names = {0};
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    aml_sv written = aml_azureml_snake(t->arena, value->as.object.members[i].name);
    aml_sv alias = aml_azureml_alias(written);
    for (size_t k = 0; k < list->count; k++) {
      if (aml_sv_eq(list->items[k], written) || aml_sv_eq(list->items[k], alias)) {
        names = aml_sv_format(t->arena, "%.*s%s'%.*s'", AML_SV_ARG(names), names.len > 0 ? ", " : "",
            AML_SV_ARG(list->items[k]));
      }
    }
  }
  return names;
}

/* Whether the value is a block of keys that all belong into the block of that row. */
static bool fits_block(const aml_translation *t, const aml_key *row, const aml_value *value) {
  if (row == NULL || row->type != AML_KEY_OBJECT || value->kind != AML_OBJECT ||
      value->as.object.count == 0) {
    return false;
  }
  aml_sv prefix = aml_sv_format(t->arena, "%s.", row->path);
  for (size_t i = 0; i < value->as.object.count; i++) {
    if (find_row(t->schema, prefix, value->as.object.members[i].name, NULL) == NULL) {
      return false;
    }
  }
  return true;
}

/* "'subnet' belongs under 'network_settings'.", in the words of what was read. */
static aml_sv say_where(aml_translation *t, aml_sv holder, aml_sv name) {
  const aml_azureml_words *spoken = t->context->words;
  for (const aml_azureml_parts *part = spoken == NULL ? NULL : spoken->parts;
       part != NULL && part->key != NULL; part++) {
    if (aml_sv_eq(holder, aml_sv_of(part->key))) {
      return aml_sv_format(
          t->diags->arena, "Write '%s=%s(%.*s=...)'.", part->key, part->maker, AML_SV_ARG(name));
    }
  }
  return aml_sv_format(t->diags->arena, "'%.*s' belongs under '%.*s'.", AML_SV_ARG(name), AML_SV_ARG(holder));
}

/* What the hints say of another tool's word; empty where they say nothing. */
static aml_sv advise_foreign(aml_translation *t, const aml_member *member, aml_sv prefix) {
  const aml_azureml_words *spoken = t->context->words;
  aml_sv word = aml_azureml_snake(t->arena, member->name);
  for (const aml_azureml_hint *hint = spoken == NULL || prefix.len > 0 ? NULL : spoken->hints;
       hint != NULL && hint->word != NULL; hint++) {
    aml_sv key = aml_sv_of(hint->key);
    size_t dot = aml_sv_find_char(key, '.', 0);
    aml_sv holder = aml_sv_slice(key, 0, dot);
    if (!aml_sv_eq(word, aml_sv_of(hint->word)) || find_row(t->schema, prefix, holder, NULL) == NULL) {
      continue;
    }
    return hint->note != NULL ? aml_sv_of(hint->note)
           : dot == AML_NPOS  ? aml_sv_format(t->diags->arena, "Did you mean '%.*s='?", AML_SV_ARG(key))
                              : say_where(t, holder, aml_sv_slice(key, dot + 1, key.len));
  }
  return (aml_sv){0};
}

/* What the key should have been; the row that it stands for, if any, goes to *meant. */
static aml_sv advise_key(
    aml_translation *t, const aml_member *member, aml_sv prefix, const words *list, const aml_key **meant) {
  aml_sv name = find_meant(t, list, member->name);
  const aml_key *near = name.len > 0 ? find_row(t->schema, prefix, name, NULL) : NULL;
  aml_sv inner = fits_block(t, near, member->value) ? (aml_sv){0} : list_inner(t, list, member->value);
  *meant = NULL;
  if (inner.len > 0) {
    return aml_sv_format(
        t->diags->arena, "Its keys are at this level in a CLI file: %.*s.", AML_SV_ARG(inner));
  }
  aml_sv alias = aml_azureml_alias(aml_azureml_snake(t->arena, member->name));
  *meant = find_elsewhere(t, prefix, alias.len > 0 ? alias : member->name);
  if (*meant != NULL) {
    aml_sv path = aml_sv_of((*meant)->path);
    size_t dot = aml_sv_rfind_char(path, '.');
    return dot == AML_NPOS ? aml_sv_format(t->diags->arena, "'%.*s' belongs at the top level of the file.",
                                 AML_SV_ARG(path))
                           : say_where(t, aml_sv_slice(path, 0, dot), aml_sv_slice(path, dot + 1, path.len));
  }
  *meant = near;
  bool is_argument = t->context->words != NULL && t->context->words->unknown != NULL;
  return name.len > 0 ? aml_sv_format(t->diags->arena, "Did you mean '%.*s%s'?", AML_SV_ARG(name),
                            is_argument ? "=" : "")
                      : name;
}

/* What follows `part` in a terminated text; NULL where the text does not begin with it. */
static const char *skip_part(const char *text, aml_sv part) {
  for (size_t i = 0; i < part.len; i++) {
    if (text[i] == '\0' || text[i] != part.data[i]) {
      return NULL;
    }
  }
  return text + part.len;
}

/* Whether a path of the table is prefix + name. */
static bool is_path(const char *path, aml_sv prefix, aml_sv name) {
  const char *rest = skip_part(path, prefix);
  rest = rest == NULL ? NULL : skip_part(rest, name);
  return rest != NULL && *rest == '\0';
}

/* Whether a key of this name stands in an object of this very level, under a name that is no everyday word:
 * no newer version has it twice. "instance_count" beside `resources` is one. */
static bool is_misplaced(const aml_translation *t, const place *at, aml_sv name) {
  const aml_key *row =
      aml_sv_find_char(name, '_', 0) == AML_NPOS ? NULL : find_elsewhere(t, at->prefix, name);
  aml_sv path = row == NULL ? (aml_sv){0} : aml_sv_of(row->path);
  size_t dot = aml_sv_rfind_char(path, '.');
  aml_sv holder = dot == AML_NPOS ? (aml_sv){0} : aml_sv_slice(path, 0, dot);
  return holder.len > at->prefix.len && aml_sv_starts(holder, at->prefix) &&
         aml_sv_find_char(holder, '.', at->prefix.len) == AML_NPOS;
}

static aml_diag *say_unknown(aml_translation *t, const place *at, const aml_member *member) {
  const aml_azureml_words *spoken = t->context->words;
  if (spoken != NULL && spoken->unknown != NULL) {
    return aml_diags_add(t->diags, "AML005", member->name_span, "%s '%.*s%.*s=' %s.", spoken->noun,
        AML_SV_ARG(at->shown), AML_SV_ARG(member->name), spoken->unknown);
  }
  return aml_diags_add(t->diags, "AML005", member->name_span,
      "Key '%.*s%.*s' is unknown in a file for %s '%s', and the CLI rejects it.", AML_SV_ARG(at->shown),
      AML_SV_ARG(member->name), t->schema->strictness == AML_KEYS_CLOSED ? "type" : "a", t->schema->name);
}

/* AML005. The row that was probably meant; NULL where none is, or nothing was reported. */
static const aml_key *report_unknown_key(
    aml_translation *t, const place *at, const aml_value *object, const aml_member *member) {
  bool is_closed = t->strictness == AML_KEYS_CLOSED && at->open_arm.len == 0;
  bool is_dropped = is_closed && t->context->words != NULL && t->context->words->drops_unknown;
  if (is_dropped && !aml_diag_cap_take(&t->dropped, member->name_span)) {
    return NULL;
  }
  words list = list_words(t, at->prefix);
  /* What is not misspelt may be newer than the table. A short word is near to too many others. */
  bool is_slip = find_meant(t, &list, member->name).len > 0 && member->name.len > 3;
  if (!is_closed && !is_slip && !is_misplaced(t, at, member->name)) {
    return NULL;
  }
  const aml_key *meant;
  aml_sv advice = advise_key(t, member, at->prefix, &list, &meant);
  aml_sv foreign = advise_foreign(t, member, at->prefix);
  aml_diag *diag = say_unknown(t, at, member);
  diag->help = foreign.len > 0 ? foreign : advice;
  if (foreign.len > 0) { /* its value need not suit the key */
    return NULL;
  }
  aml_sv certain = is_slip ? find_certain(t, &list, member->name) : (aml_sv){0};
  if (meant != NULL && is_path(meant->path, at->prefix, certain)) {
    aml_respell_key(t->diags, diag, object, member, certain);
  }
  return meant;
}

static const aml_key *find_row(const aml_schema *schema, aml_sv prefix, aml_sv name, const aml_key *after) {
  const aml_key *from = after == NULL ? schema->keys : after + 1;
  aml_sv head = prefix.len > 0 ? prefix : name;
  char first = head.len > 0 ? head.data[0] : '\0'; /* at which most rows differ */
  for (const aml_key *key = from; key < schema->keys + schema->key_count; key++) {
    if (key->path[0] == first && is_path(key->path, prefix, name)) {
      return key;
    }
  }
  return NULL;
}

static void put(aml_translation *t, const place *at, const aml_entry *entry, const aml_value *value) {
  if (entry->key->arm == NULL) {
    return;
  }
  const aml_value *made = aml_translation_convert(t, entry, value);
  if (made != NULL) {
    aml_draft_put(t->draft, aml_sv_of(entry->key->arm), at->stars,
        entry->member == NULL ? value->span : entry->member->name_span, made);
  }
}

static void open_container(aml_translation *t, const place *at, const aml_entry *entry) {
  aml_sv arm = aml_sv_of(entry->key->arm);
  if (arm.len > 0 && !aml_sv_eq(arm, AML_SV("properties"))) {
    aml_span name_span = entry->member == NULL ? entry->value->span : entry->member->name_span;
    aml_draft_open(t->draft, arm, at->stars, name_span, entry->value);
  }
}

static void walk_entry(aml_translation *t, const place *at, const aml_entry *entry);

static void walk_list(aml_translation *t, const place *at, const aml_entry *entry) {
  aml_sv path = aml_sv_format(t->arena, "%s[]", entry->key->path);
  const aml_key *row = aml_schema_find(t->schema, path);
  if (row == NULL || at->star_count == AML_STARS_MAX) {
    return;
  }
  for (size_t i = 0; i < entry->value->as.array.count; i++) {
    place below = *at;
    below.stars[below.star_count++] = (aml_star){.index = i};
    aml_entry item = {.key = row, .value = entry->value->as.array.items[i]};
    item.shown = aml_sv_format(t->arena, "%.*s[%zu]", AML_SV_ARG(entry->shown), i);
    walk_entry(t, &below, &item);
  }
}

static void walk_below(aml_translation *t, const place *at, const aml_entry *entry) {
  place below = *at;
  below.prefix = aml_sv_format(t->arena, "%s.", entry->key->path);
  below.shown = aml_sv_format(t->arena, "%.*s.", AML_SV_ARG(entry->shown));
  below.open_arm = (entry->key->flags & AML_KEY_OPEN) != 0 ? aml_sv_of(entry->key->arm) : (aml_sv){0};
  walk_object(t, entry->value, &below);
}

/* What is not known as a whole is not known in its parts, where these go to places of their own. */
static void put_below(aml_translation *t, const place *at, const aml_entry *entry, const aml_value *value) {
  if (entry->key->type != AML_KEY_OBJECT || entry->key->arm != NULL || value->kind != AML_UNKNOWN) {
    return;
  }
  aml_sv prefix = aml_sv_format(t->arena, "%s.", entry->key->path);
  for (size_t i = 0; i < t->schema->key_count; i++) {
    const aml_key *key = &t->schema->keys[i];
    if (aml_sv_starts(aml_sv_of(key->path), prefix) && key->arm != NULL && is_plain_path(key->arm)) {
      aml_draft_put(t->draft, aml_sv_of(key->arm), at->stars, value->span, value);
    }
  }
}

/* Recursion follows the rows of the table, which are a few levels deep. */
static void walk_entry(aml_translation *t, const place *at, const aml_entry *entry) {
  const aml_value *value = aml_translation_check(t, entry);
  if (entry->key->type == AML_KEY_OBJECT && value->kind == AML_OBJECT) {
    open_container(t, at, entry);
    walk_below(t, at, entry);
  } else if (entry->key->type == AML_KEY_LIST && value->kind == AML_ARRAY) {
    open_container(t, at, entry);
    walk_list(t, at, entry);
  } else {
    put(t, at, entry, value);
    put_below(t, at, entry, value);
  }
}

/* A member whose key is the user's own word: a job of a pipeline. */
static bool walk_starred(aml_translation *t, const place *at, aml_entry *entry) {
  const aml_key *row = find_row(t->schema, at->prefix, AML_SV("*"), NULL);
  if (row == NULL || at->star_count == AML_STARS_MAX) {
    return false;
  }
  place below = *at;
  below.stars[below.star_count++] = (aml_star){.name = entry->member->name};
  entry->key = row;
  walk_entry(t, &below, entry);
  return true;
}

static void put_unlisted(aml_translation *t, const place *at, const aml_entry *entry) {
  if (at->open_arm.len == 0) {
    return;
  }
  aml_sv name = aml_camel(t->arena, entry->member->name);
  aml_sv path = aml_sv_format(t->arena, "%.*s.*", AML_SV_ARG(at->open_arm));
  place below = *at;
  below.stars[below.star_count < AML_STARS_MAX ? below.star_count : AML_STARS_MAX - 1] =
      (aml_star){.name = name};
  const aml_key row = {path.data, AML_KEY_ANY, 0, path.data, AML_CONVERT_CAMEL, NULL};
  aml_entry unlisted = *entry;
  unlisted.key = &row;
  put(t, &below, &unlisted, entry->value);
}

/* What a misplaced member was meant to say is not known: rules must not take its property for absent. */
static void leave_open(
    aml_translation *t, const place *at, const aml_member *member, const aml_key *meant, aml_sv reason) {
  const aml_value *unknown = aml_value_unknown(t->arena, reason, AML_KINDS_ANY, member->value->span);
  if (meant->arm == NULL) {
    const aml_entry block = {.key = meant};
    put_below(t, at, &block, unknown);
  } else if (is_plain_path(meant->arm)) {
    aml_draft_put(t->draft, aml_sv_of(meant->arm), at->stars, member->name_span, unknown);
  }
}

/* The members of an unknown block that are keys of the level at which it stands. */
static void leave_inner_open(aml_translation *t, const place *at, const aml_entry *block) {
  for (size_t i = 0; block->value->kind == AML_OBJECT && i < block->value->as.object.count; i++) {
    const aml_member *member = &block->value->as.object.members[i];
    aml_sv written = aml_azureml_snake(t->arena, member->name);
    aml_sv alias = aml_azureml_alias(written);
    const aml_key *row = find_row(t->schema, at->prefix, alias.len > 0 ? alias : written, NULL);
    if (row != NULL) {
      aml_sv reason =
          aml_sv_format(t->arena, "'%.*s' is in '%.*s', where the CLI does not look for it; correct it",
              AML_SV_ARG(member->name), AML_SV_ARG(block->shown));
      leave_open(t, at, member, row, reason);
    }
  }
}

static void leave_unknown_open(
    aml_translation *t, const place *at, const aml_entry *entry, const aml_key *meant) {
  if (meant == NULL) {
    leave_inner_open(t, at, entry);
    return;
  }
  aml_sv reason = aml_sv_format(
      t->arena, "'%.*s' may be a misspelling of '%s'; correct it", AML_SV_ARG(entry->shown), meant->path);
  leave_open(t, at, entry->member, meant, reason);
}

static void walk_member(
    aml_translation *t, const place *at, const aml_value *object, const aml_member *member) {
  aml_entry entry = {.member = member, .value = member->value};
  entry.shown = aml_translation_shown(t, aml_sv_join(t->arena, at->shown, member->name));
  const aml_key *row = find_row(t->schema, at->prefix, member->name, NULL);
  if (row == NULL) {
    if (!walk_starred(t, at, &entry) && !aml_is_lone_placeholder(member->name)) {
      const aml_key *meant = report_unknown_key(t, at, object, member);
      put_unlisted(t, at, &entry);
      if (t->context->words == NULL || !t->context->words->drops_unknown) {
        leave_unknown_open(t, at, &entry, meant);
      }
    }
    return;
  }
  entry.key = row;
  walk_entry(t, at, &entry);
  for (row = find_row(t->schema, at->prefix, member->name, row); row != NULL;
       row = find_row(t->schema, at->prefix, member->name, row)) {
    entry.key = row;
    const bool is_placeholder = entry.value->kind == AML_STRING && aml_is_placeholder(entry.value->as.string);
    const bool is_refused = row->type == AML_KEY_STRING && entry.value->kind != AML_STRING;
    if (!is_placeholder && !is_refused) {
      put(t, at, &entry, entry.value);
    }
  }
}

/* A key that the file has to have: it lacks it, or has nothing in it. */
static void require_key(aml_translation *t, const aml_value *object, const place *at, aml_sv name) {
  const aml_value *value = aml_object_find_exact(object, name);
  bool is_blank = aml_value_is(value, AML_STRING) && aml_sv_trim(value->as.string).len == 0;
  if (value != NULL && !is_blank) {
    return;
  }
  aml_span span = is_blank ? value->span : at->prefix.len == 0 ? t->name_span : object->span;
  aml_sv shown = aml_translation_shown(t, aml_sv_join(t->arena, at->shown, name));
  aml_sv holder = t->context->words != NULL ? aml_sv_of(t->context->words->holder)
                                            : aml_sv_format(t->arena, "a file for '%s'", t->schema->name);
  (void)aml_diags_add(t->diags, "AML007", span, "%s '%.*s' is %s: %.*s needs it.", aml_translation_noun(t),
      AML_SV_ARG(shown), is_blank ? "empty" : "missing", AML_SV_ARG(holder));
}

static void require_keys(aml_translation *t, const aml_value *object, const place *at) {
  for (size_t i = 0; i < t->schema->key_count; i++) {
    const aml_key *key = &t->schema->keys[i];
    aml_sv name = (key->flags & AML_KEY_REQUIRED) != 0 ? direct_member(key, at->prefix) : (aml_sv){0};
    bool is_word = key->type == AML_KEY_ENUM; /* a blank one is AML008 */
    if (name.len > 0 && (!is_word || aml_object_find_exact(object, name) == NULL)) {
      require_key(t, object, at, name);
    }
  }
}

static void walk_object(aml_translation *t, const aml_value *object, const place *at) {
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (aml_object_member_exact(object, member->name) == member) { /* of duplicates the last counts */
      walk_member(t, at, object, member);
    }
  }
  if (!aml_value_has(object, AML_VALUE_OPEN)) {
    require_keys(t, object, at);
  }
}

void aml_translation_walk(aml_translation *t) {
  place root = {0};
  if (t->schema->strictness == AML_KEYS_KNOWN) {
    root.open_arm = AML_SV("properties");
  }
  walk_object(t, t->root, &root);
  aml_diag_cap_end(&t->dropped, t->diags, "AML005", "arguments that do not exist in this class");
}
