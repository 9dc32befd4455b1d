/* Types, enum values and durations of CLI v2 files, judged as the CLI judges them. */
#include <string.h>

#include "azureml/duration.h"
#include "azureml/translation.h"
#include "base/date.h"
#include "base/number.h"
#include "base/placeholder.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "expr/value_text.h"
#include "tree/placeholder_values.h"
#include "tree/reason.h"
#include "tree/respell.h"

enum { SHOWN_MAX = 60 };

static aml_sv show(aml_translation *t, const aml_entry *entry) {
  if ((entry->key->flags & AML_KEY_SECRET) != 0) {
    return AML_SV("***");
  }
  return aml_value_show(t->arena, entry->value, SHOWN_MAX);
}

static const aml_value *make_wrong(aml_translation *t, const aml_entry *entry) {
  aml_sv reason = aml_sv_format(t->arena, "%s does not accept the value of '%.*s'; correct it",
      aml_translation_tool(t), AML_SV_ARG(entry->shown));
  return aml_value_unknown(t->arena, reason, AML_KINDS_ANY, entry->value->span);
}

/* The words of YAML, not of JSON. */
static const char *name_kind(aml_kind kind) {
  return kind == AML_ARRAY ? "list" : kind == AML_OBJECT ? "mapping" : aml_kind_name(kind);
}

static const aml_value *refuse_type(aml_translation *t, const aml_entry *entry, const char *wanted) {
  if (aml_value_has(entry->value, AML_VALUE_OPEN)) { /* half a value, which the reader has complained of */
    aml_sv reason =
        aml_sv_format(t->arena, "'%.*s' is not known, as " AML_REASON_UNREAD, AML_SV_ARG(entry->shown));
    return aml_value_unknown(t->arena, reason, AML_KINDS_ANY, entry->value->span);
  }
  if (entry->value->kind == AML_NULL) {
    aml_diag *diag = aml_diags_add(t->diags, "AML006", entry->value->span,
        "'%.*s' has no value; expected %s.", AML_SV_ARG(entry->shown), wanted);
    diag->help = AML_SV("Write a value or remove the key.");
    return entry->value;
  }
  aml_sv shown = show(t, entry);
  (void)aml_diags_add(t->diags, "AML006", entry->value->span, "'%.*s' is '%.*s', of type %s; expected %s.",
      AML_SV_ARG(entry->shown), AML_SV_ARG(shown), name_kind(entry->value->kind), wanted);
  return make_wrong(t, entry);
}

/* What was read out of a value came the same way as the value. */
static const aml_value *keep_origin(aml_translation *t, const aml_entry *entry, const aml_value *read) {
  return aml_value_moved(t->arena, read, read->span, entry->value->origin, AML_VALUE_BLOCK);
}

/* Quoted numbers, and floats without a fraction, pass for integers in the CLI. */
static bool read_integer(const aml_value *value, int64_t *out) {
  if (value->kind == AML_INT) {
    *out = value->as.integer;
    return true;
  }
  if (value->kind == AML_FLOAT && value->as.number >= -1e15 && value->as.number <= 1e15) {
    *out = (int64_t)value->as.number;
    return (double)*out == value->as.number;
  }
  return value->kind == AML_STRING && aml_int_parse(aml_sv_trim(value->as.string), out);
}

static const aml_value *check_int(aml_translation *t, const aml_entry *entry) {
  int64_t number;
  if (!read_integer(entry->value, &number)) {
    return refuse_type(t, entry, "an integer");
  }
  return entry->value->kind == AML_INT
             ? entry->value
             : keep_origin(t, entry, aml_value_int(t->arena, number, entry->value->span));
}

static const aml_value *check_bool(aml_translation *t, const aml_entry *entry) {
  static const char *const words[2][7] = {
      {"false", "f", "no", "n", "off", "0", NULL}, {"true", "t", "yes", "y", "on", "1", NULL}};
  const aml_value *value = entry->value;
  if (value->kind == AML_BOOL) {
    return value;
  }
  if (value->kind == AML_INT && (value->as.integer == 0 || value->as.integer == 1)) {
    return keep_origin(t, entry, aml_value_bool(t->arena, value->as.integer == 1, value->span));
  }
  for (int truth = 0; truth < 2; truth++) {
    for (int i = 0; words[truth][i] != NULL; i++) {
      if (value->kind == AML_STRING && aml_sv_ieq(value->as.string, aml_sv_of(words[truth][i]))) {
        return keep_origin(t, entry, aml_value_bool(t->arena, truth == 1, value->span));
      }
    }
  }
  return refuse_type(t, entry, "true or false");
}

/* `meant` is what to write instead, where that is certain. */
static const aml_value *refuse_duration(
    aml_translation *t, const aml_entry *entry, const char *wanted, aml_sv help, aml_sv meant) {
  aml_sv shown = show(t, entry);
  aml_diag *diag = aml_diags_add(t->diags, "AML009", entry->value->span, "'%.*s' is '%.*s'; expected %s.",
      AML_SV_ARG(entry->shown), AML_SV_ARG(shown), wanted);
  diag->help = help;
  aml_respell_value(t->diags, diag, entry->value, entry->value->as.string, meant);
  return make_wrong(t, entry);
}

static const aml_value *check_seconds(aml_translation *t, const aml_entry *entry) {
  const char *wanted = "a whole number of seconds, 0 or more";
  int64_t seconds;
  aml_duration duration;
  if (read_integer(entry->value, &seconds)) {
    if (seconds < 0) {
      return refuse_duration(t, entry, wanted, (aml_sv){0}, (aml_sv){0});
    }
    return keep_origin(t, entry, aml_value_int(t->arena, seconds, entry->value->span));
  }
  if (entry->value->kind != AML_STRING) {
    return refuse_type(t, entry, wanted);
  }
  aml_sv text = entry->value->as.string;
  aml_sv tidy = aml_respell_duration(t->arena, text);
  if (!aml_duration_parse(tidy.len > 0 ? tidy : text, &duration)) {
    return refuse_duration(t, entry, wanted, (aml_sv){0}, (aml_sv){0});
  }
  aml_sv meant = aml_sv_format(t->arena, "%lld", (long long)aml_duration_seconds(&duration));
  const char *why = tidy.len > 0 ? "" : ": durations are in ISO 8601 in ARM templates, and in seconds here";
  aml_sv help = aml_sv_format(t->arena, "Write '%.*s'%s.", AML_SV_ARG(meant), why);
  bool is_sure = !duration.negative && duration.years == 0 && duration.months == 0;
  return refuse_duration(t, entry, wanted, help, is_sure ? meant : (aml_sv){0});
}

static aml_sv advise_spelling(aml_arena *arena, aml_sv meant) {
  return meant.len == 0 ? meant : aml_sv_format(arena, "Write '%.*s'.", AML_SV_ARG(meant));
}

static const aml_value *check_duration(aml_translation *t, const aml_entry *entry) {
  aml_duration duration;
  if (entry->value->kind != AML_STRING) {
    return refuse_type(t, entry, "an ISO 8601 duration such as 'PT30M'");
  }
  if (!aml_duration_parse(entry->value->as.string, &duration)) {
    aml_sv meant = aml_respell_duration(t->arena, entry->value->as.string);
    return refuse_duration(
        t, entry, "an ISO 8601 duration such as 'PT30M'", advise_spelling(t->arena, meant), meant);
  }
  return entry->value;
}

static aml_sv choice_at(const void *ctx, size_t i) {
  const aml_choice *choices = ctx;
  return aml_sv_of(choices[i].yaml);
}

static size_t count_choices(const aml_choice *choices) {
  size_t count = 0;
  while (choices[count].yaml != NULL) {
    count++;
  }
  return count;
}

static aml_sv list_choices(aml_arena *arena, const aml_choice *choices) {
  aml_strbuf list;
  aml_strbuf_init(&list, arena, SIZE_MAX);
  for (size_t i = 0; choices[i].yaml != NULL; i++) {
    aml_strbuf_addf(&list, "%s'%s'", i == 0 ? "" : ", ", choices[i].yaml);
  }
  return aml_strbuf_view(&list);
}

static aml_sv advise_choice(aml_translation *t, const aml_entry *entry, aml_sv text) {
  const aml_choice *choices = entry->key->choices;
  bool is_strict = (entry->key->flags & AML_KEY_STRICT) != 0;
  for (size_t i = 0; choices[i].yaml != NULL; i++) {
    if (is_strict && choices[i].arm != NULL && aml_sv_ieq(text, aml_sv_of(choices[i].arm))) {
      return aml_sv_format(t->arena,
          "Write '%s': '%s' is ARM's spelling, which the CLI does not accept in a file.", choices[i].yaml,
          choices[i].arm);
    }
  }
  size_t near = aml_suggest(text, count_choices(choices), choice_at, choices);
  return near == AML_NPOS ? (aml_sv){0} : aml_sv_format(t->arena, "Did you mean '%s'?", choices[near].yaml);
}

/* Options of a command go to the service without these comparisons. */
static bool is_choice(const aml_translation *t, const aml_entry *entry, aml_sv text, aml_sv choice) {
  bool is_strict = (entry->key->flags & AML_KEY_STRICT) != 0;
  bool is_lenient = t->context->words != NULL && !is_strict;
  return is_lenient ? aml_same_word(text, choice) : aml_is_word_of_cli(t->arena, text, choice, is_strict);
}

static const aml_value *check_enum(aml_translation *t, const aml_entry *entry) {
  const aml_choice *choices = entry->key->choices;
  if (entry->value->kind != AML_STRING) {
    return refuse_type(t, entry, "a string");
  }
  aml_sv text = entry->value->as.string;
  for (size_t i = 0; choices[i].yaml != NULL; i++) {
    if (is_choice(t, entry, text, aml_sv_of(choices[i].yaml))) {
      return entry->value;
    }
  }
  aml_sv shown = show(t, entry);
  aml_sv list = list_choices(t->arena, choices);
  aml_sv help = advise_choice(t, entry, text);
  aml_diag *diag =
      aml_diags_add(t->diags, "AML008", entry->value->span, "'%.*s' is '%.*s'; %s accepts only %.*s.",
          AML_SV_ARG(entry->shown), AML_SV_ARG(shown), aml_translation_tool(t), AML_SV_ARG(list));
  diag->help = help;
  size_t sure = aml_respell(text, count_choices(choices), choice_at, choices);
  if (sure != AML_NPOS) {
    aml_respell_value(t->diags, diag, entry->value, text, aml_sv_of(choices[sure].yaml));
  }
  return aml_sv_trim(text).len == 0 ? make_wrong(t, entry) : entry->value;
}

/* A word of an input or an output. One that resembles none may be newer than the table. */
static void check_data_word(
    aml_translation *t, const aml_entry *block, const char *name, const aml_choice *choices) {
  const aml_member *member = aml_object_member_exact(block->value, aml_sv_of(name));
  if (member == NULL || member->value->kind != AML_STRING || aml_is_placeholder(member->value->as.string) ||
      aml_suggest(member->value->as.string, count_choices(choices), choice_at, choices) == AML_NPOS) {
    return;
  }
  const aml_key row = {name, AML_KEY_ENUM, AML_KEY_STRICT, NULL, AML_CONVERT_COPY, choices};
  const aml_entry word = {.key = &row,
      .member = member,
      .shown = aml_sv_format(t->arena, "%.*s.%s", AML_SV_ARG(block->shown), name),
      .value = member->value};
  (void)check_enum(t, &word);
}

/* "- owner: me" where "owner: me" is meant. */
static aml_sv advise_dashes(aml_translation *t, const aml_value *value) {
  const aml_value *first =
      value->kind == AML_ARRAY && value->as.array.count > 0 ? value->as.array.items[0] : NULL;
  if (!aml_value_is(first, AML_OBJECT) || first->as.object.count == 0) {
    return (aml_sv){0};
  }
  return aml_sv_format(t->arena, "Remove the dashes: '%.*s: ...', each on its own line.",
      AML_SV_ARG(first->as.object.members[0].name));
}

static const aml_value *check_container(aml_translation *t, const aml_entry *entry, aml_kind kind) {
  if (entry->value->kind == kind) {
    return entry->value;
  }
  size_t before = t->diags->list.count;
  const aml_value *made = refuse_type(t, entry, kind == AML_ARRAY ? "a list" : "a mapping ('key: value')");
  aml_sv help = advise_dashes(t, entry->value);
  if (help.len > 0 && t->diags->list.count > before) {
    t->diags->list.items[before].help = help;
  }
  return made;
}

/* Words as in azure-ai-ml's _schema/job/input_output_entry.py. */
static const aml_value *check_data(aml_translation *t, const aml_entry *entry) {
  static const aml_choice read_modes[] = {{"ro_mount", NULL}, {"download", NULL}, {"direct", NULL},
      {"eval_mount", NULL}, {"eval_download", NULL}, {NULL, NULL}};
  static const aml_choice write_modes[] = {
      {"rw_mount", NULL}, {"mount", NULL}, {"upload", NULL}, {"direct", NULL}, {NULL, NULL}};
  bool is_read = aml_sv_ends(aml_sv_of(entry->key->path), AML_SV("inputs"));
  const aml_value *map = check_container(t, entry, AML_OBJECT);
  for (size_t i = 0; map->kind == AML_OBJECT && i < map->as.object.count; i++) {
    const aml_member *member = &map->as.object.members[i];
    if (member->value->kind == AML_OBJECT) {
      const aml_entry block = {.value = member->value,
          .shown = aml_sv_format(t->arena, "%.*s.%.*s", AML_SV_ARG(entry->shown), AML_SV_ARG(member->name))};
      check_data_word(t, &block, "type", entry->key->choices);
      check_data_word(t, &block, "mode", is_read ? read_modes : write_modes);
    }
  }
  return map;
}

/* A list, or a mapping by id as documents of workspaces have it. */
static const aml_value *check_identities(aml_translation *t, const aml_entry *entry) {
  bool is_container = entry->value->kind == AML_ARRAY || entry->value->kind == AML_OBJECT;
  return is_container ? entry->value : refuse_type(t, entry, "a list");
}

void aml_translation_check_environment(
    aml_translation *t, const aml_value *value, aml_sv shown, aml_span span) {
  bool is_whole = value->kind == AML_OBJECT && !aml_value_has(value, AML_VALUE_OPEN);
  if (is_whole && aml_object_find_exact(value, AML_SV("image")) == NULL &&
      aml_object_find_exact(value, AML_SV("build")) == NULL) {
    aml_diags_add(t->diags, "AML007", span,
        "Key '%.*simage' is missing: an inline environment needs 'image' or 'build'.", AML_SV_ARG(shown))
        ->help = AML_SV("Add the base image on which the packages are installed.");
  }
}

static const aml_value *check_environment(aml_translation *t, const aml_entry *entry) {
  aml_sv shown = aml_sv_format(t->arena, "%.*s.", AML_SV_ARG(entry->shown));
  aml_translation_check_environment(
      t, entry->value, shown, entry->member == NULL ? entry->value->span : entry->member->name_span);
  return entry->value;
}

static const aml_value *make_placeholder(aml_translation *t, const aml_entry *entry) {
  return aml_placeholder_value(t->arena, show(t, entry), entry->value->span);
}

/* A mapping or a list may be filled in as a whole, too; what takes a text of any kind keeps it as it is. */
static bool is_placeholder(const aml_entry *entry) {
  bool takes_text = entry->key->type == AML_KEY_ANY || entry->key->type == AML_KEY_ENVIRONMENT ||
                    (entry->key->flags & (AML_KEY_TEXT | AML_KEY_LOOSE)) != 0;
  return !takes_text && entry->value->kind == AML_STRING && aml_is_placeholder(entry->value->as.string);
}

const aml_value *aml_translation_check(aml_translation *t, const aml_entry *entry) {
  if (entry->value->kind == AML_UNKNOWN || (entry->key->flags & AML_KEY_READ_ONLY) != 0) {
    return entry->value;
  }
  if (is_placeholder(entry)) {
    return make_placeholder(t, entry);
  }
  switch (entry->key->type) {
  case AML_KEY_STRING:
    return entry->value->kind == AML_STRING ? entry->value : refuse_type(t, entry, "a string");
  case AML_KEY_INT:
    return check_int(t, entry);
  case AML_KEY_BOOL:
    return check_bool(t, entry);
  case AML_KEY_ENUM:
    return check_enum(t, entry);
  case AML_KEY_SECONDS:
    return check_seconds(t, entry);
  case AML_KEY_DURATION:
    return check_duration(t, entry);
  case AML_KEY_OBJECT:
    if ((entry->key->flags & AML_KEY_LOOSE) != 0 && entry->value->kind == AML_STRING) {
      return entry->value;
    }
    return check_container(t, entry, AML_OBJECT);
  case AML_KEY_MAP:
    return check_container(t, entry, AML_OBJECT);
  case AML_KEY_DATA:
    return check_data(t, entry);
  case AML_KEY_LIST:
    return check_container(t, entry, AML_ARRAY);
  case AML_KEY_ENVIRONMENT:
    return check_environment(t, entry);
  case AML_KEY_ANY:
    break;
  }
  return entry->key->convert == AML_CONVERT_IDENTITIES ? check_identities(t, entry) : entry->value;
}
