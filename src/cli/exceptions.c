/* amlint exceptions add|renew|remove: edits a file of exceptions. */
#include <unistd.h>

#include "base/limits.h"
#include "base/suggest.h"
#include "cli/app.h"
#include "engine/core.h"
#include "source/paths.h"
#include "tree/read.h"
#include "waiver/exceptions.h"
#include "waiver/exceptions_edit.h"

static const char *const actions[] = {"add", "renew", "remove"};
enum { ADD, RENEW, REMOVE, ACTION_COUNT };

static aml_sv action_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(actions[i]);
}

static size_t find_action(aml_app *app, aml_sv word) {
  for (size_t i = 0; i < ACTION_COUNT; i++) {
    if (aml_sv_eq(action_at(NULL, i), word)) {
      return i;
    }
  }
  size_t near = aml_suggest(word, ACTION_COUNT, action_at, NULL);
  if (near == AML_NPOS) {
    (void)aml_app_complain(app, "Write 'amlint exceptions add ID', 'renew ID' or 'remove ID'.");
  } else {
    (void)aml_app_complain(
        app, "There is no 'exceptions %.*s'; did you mean '%s'?", AML_SV_ARG(word), actions[near]);
  }
  return ACTION_COUNT;
}

static aml_sv option_text(const aml_app *app, aml_option_id id) {
  return aml_sv_of(aml_option_value(&app->arguments, id));
}

static bool read_day(aml_app *app, aml_option_id id, aml_day otherwise, aml_day *out) {
  aml_sv text = option_text(app, id);
  *out = otherwise;
  if (text.len > 0 && !aml_day_parse(text, out)) {
    (void)aml_app_complain(app, "'%.*s' is no date: write YYYY-MM-DD.", AML_SV_ARG(text));
    return false;
  }
  return true;
}

static aml_sv rule_word_at(const void *ctx, size_t i) {
  const aml_rule *rule = ((const aml_ruleset *)ctx)->list.items[i / 2];
  return i % 2 == 0 ? rule->id : rule->name;
}

/* Whether every rule is one: built in, or of the configuration. */
static bool has_known_rules(aml_app *app, const aml_waiver *entry, const aml_ruleset *rules) {
  for (size_t i = 0; i < entry->rules.count; i++) {
    aml_sv rule = entry->rules.items[i];
    if (aml_ruleset_find(rules, rule) != NULL) {
      continue;
    }
    size_t near = aml_suggest(rule, 2 * rules->list.count, rule_word_at, rules);
    if (near == AML_NPOS) {
      (void)aml_app_complain(app, "There is no rule '%.*s'; 'amlint rules' lists them.", AML_SV_ARG(rule));
    } else {
      (void)aml_app_complain(app, "There is no rule '%.*s'; did you mean '%.*s'?", AML_SV_ARG(rule),
          AML_SV_ARG(rule_word_at(rules, near)));
    }
    return false;
  }
  return true;
}

/* Whether the entry would cover what it says on the day it is made, by the configuration's governance. */
static bool is_allowed(
    aml_app *app, aml_waiver *entry, const aml_governance *governance, const aml_ruleset *rules) {
  aml_waivers waivers;
  aml_waivers_init(&waivers, app->arena);
  AML_VEC_PUSH(app->arena, &waivers.list, entry);
  aml_waivers_judge(&waivers, governance, rules, entry->created);
  aml_sv missing = aml_waiver_missing_field(entry, governance);
  if (missing.len > 0) {
    (void)aml_app_complain(
        app, "It has no usable '%.*s', which the configuration's governance asks for.", AML_SV_ARG(missing));
    return false;
  }
  if (entry->prohibition.len > 0) {
    (void)aml_app_complain(
        app, "The configuration's governance does not permit it: %.*s.", AML_SV_ARG(entry->prohibition));
    return false;
  }
  static const struct {
    unsigned flag;
    const char *problem;
  } problems[] = {{AML_WAIVER_EXPIRED, "It would have ended already."},
      {AML_WAIVER_TOO_LONG, "It would run longer than the configuration's governance allows."},
      {AML_WAIVER_WILD, "Wildcards need 'blanket: true', which is to be written by hand."}};
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    if ((entry->flags & problems[i].flag) != 0) {
      (void)aml_app_complain(app, "%s", problems[i].problem);
      return false;
    }
  }
  return true;
}

typedef struct exceptions_file {
  aml_sv path;
  bool has_mark;         /* a byte order mark, which is kept */
  aml_sv text;           /* empty for a file that is not there yet */
  const aml_value *root; /* NULL for an empty text */
  bool is_named;         /* the configuration reads it, or may: it names patterns */
} exceptions_file;

static bool names_file(const aml_texts *paths, aml_sv path) {
  for (size_t i = 0; i < paths->count; i++) {
    aml_sv name = aml_path_name(paths->items[i]);
    if (aml_waiver_is_path_pattern(name) || aml_sv_eq(name, aml_path_name(path))) {
      return true;
    }
  }
  return false;
}

/* Asks the configuration of the file's folder. */
static bool check_entry(aml_app *app, exceptions_file *file, aml_waiver *entry) {
  amlint_engine *engine = aml_app_configure_engine(app, aml_path_folder(file->path));
  if (engine == NULL) {
    return false;
  }
  aml_engine *core = aml_engine_core(engine);
  const aml_config *config = core->files.items[0]->config;
  file->is_named = names_file(&config->exceptions, file->path);
  aml_governance governance;
  aml_governance_read(&governance, app->arena, config->governance);
  return has_known_rules(app, entry, core->rules) && is_allowed(app, entry, &governance, core->rules);
}

static bool make_entry(aml_app *app, aml_sv id, aml_waiver *out) {
  const aml_words *rules = &app->arguments.values[AML_OPT_RULE];
  const aml_words *paths = &app->arguments.values[AML_OPT_PATH];
  *out = (aml_waiver){.id = id,
      .resource_name = option_text(app, AML_OPT_RESOURCE_NAME),
      .owner = option_text(app, AML_OPT_OWNER),
      .approver = option_text(app, AML_OPT_APPROVER),
      .reason = option_text(app, AML_OPT_REASON),
      .ticket = option_text(app, AML_OPT_TICKET),
      .review = AML_DAY_NONE};
  for (size_t i = 0; i < rules->count; i++) {
    AML_VEC_PUSH(app->arena, &out->rules, aml_sv_of(rules->items[i]));
  }
  for (size_t i = 0; i < paths->count; i++) {
    AML_VEC_PUSH(app->arena, &out->paths, aml_sv_of(paths->items[i]));
  }
  if (!read_day(app, AML_OPT_AS_OF, aml_day_today(), &out->created) ||
      !read_day(app, AML_OPT_EXPIRES, AML_DAY_NONE, &out->until)) {
    return false;
  }
  bool is_whole = out->rules.count > 0 && (out->paths.count > 0 || out->resource_name.len > 0) &&
                  out->owner.len > 0 && out->reason.len > 0 && out->until != AML_DAY_NONE;
  if (!is_whole) {
    (void)aml_app_complain(
        app, "An exception needs --rule, --path or --resource-name, --owner, --reason and --expires.");
  }
  return is_whole;
}

/* The tree of a YAML text; NULL for an empty one. False where it cannot be read, with the trouble said. */
static bool read_text(aml_app *app, const aml_source *source, const aml_value **root) {
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, app->arena, &diags);
  if (tree->is_broken) {
    (void)aml_app_complain(
        app, "%.*s: %.*s", AML_SV_ARG(source->path), AML_SV_ARG(diags.list.items[0].message));
    return false;
  }
  *root = tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
  return true;
}

static bool read_file(aml_app *app, bool may_be_absent, exceptions_file *out) {
  aml_sources *sources = aml_sources_new(app->arena);
  aml_source *source = aml_sources_add(sources, out->path, out->path);
  uint32_t bad_at = 0;
  aml_error error;
  aml_status status = aml_source_read(source, app->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error);
  if (status == AML_ERR_IO && may_be_absent && access(aml_sv_cstr(app->arena, out->path), F_OK) != 0) {
    return true;
  }
  if (status != AML_OK) {
    (void)aml_app_complain(app, "%.*s: %s", AML_SV_ARG(out->path), error.text);
    return false;
  }
  if (source->encoding != AML_ENCODING_UTF8 && source->encoding != AML_ENCODING_UTF8_BOM) {
    (void)aml_app_complain(app, "%.*s is not UTF-8, so it is left as it is.", AML_SV_ARG(out->path));
    return false;
  }
  out->text = source->bytes;
  out->has_mark = source->encoding == AML_ENCODING_UTF8_BOM;
  return read_text(app, source, &out->root);
}

static size_t count_entries(const aml_value *root) {
  const aml_value *list = root == NULL ? NULL : aml_object_find_exact(root, AML_SV("exceptions"));
  return aml_value_is(list, AML_ARRAY) ? list->as.array.count : 0;
}

/* Reads what is about to be written: an edit that would not leave the expected list is not made. */
static bool is_sound(aml_app *app, const exceptions_file *file, aml_sv text, size_t action) {
  aml_sources *sources = aml_sources_new(app->arena);
  aml_source *source = aml_sources_add(sources, file->path, (aml_sv){NULL, 0});
  uint32_t bad_at = 0;
  aml_error error;
  const aml_value *root = NULL;
  if (aml_source_fill(source, app->arena, text, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK) {
    (void)aml_app_complain(app, "%.*s: %s", AML_SV_ARG(file->path), error.text);
    return false;
  }
  if (!read_text(app, source, &root)) {
    return false;
  }
  size_t before = count_entries(file->root);
  size_t expected = action == ADD ? before + 1 : action == REMOVE ? before - 1 : before;
  if (count_entries(root) != expected) {
    (void)aml_app_complain(
        app, "%.*s is written in a way that cannot be edited; change it by hand.", AML_SV_ARG(file->path));
    return false;
  }
  return true;
}

static aml_status edit(
    aml_app *app, size_t action, exceptions_file *file, aml_sv id, aml_sv *out, aml_error *error) {
  aml_waiver entry;
  aml_day until;
  switch (action) {
  case ADD:
    if (!make_entry(app, id, &entry) || !check_entry(app, file, &entry)) {
      return aml_fail(error, AML_ERR_INPUT, "Nothing was changed.");
    }
    return aml_exceptions_text_add(app->arena, file->text, file->root, &entry, out, error);
  case RENEW:
    if (!read_day(app, AML_OPT_EXPIRES, AML_DAY_NONE, &until) || until == AML_DAY_NONE) {
      return aml_fail(error, AML_ERR_INPUT, "Say until when with '--expires YYYY-MM-DD'.");
    }
    return aml_exceptions_text_renew(app->arena, file->text, file->root, id, until, out, error);
  default:
    return aml_exceptions_text_remove(app->arena, file->text, file->root, id, out, error);
  }
}

int aml_command_exceptions(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  size_t action = find_action(app, words->count == 0 ? (aml_sv){NULL, 0} : aml_sv_of(words->items[0]));
  if (action == ACTION_COUNT) {
    return AML_EXIT_TROUBLE;
  }
  if (words->count != 2) {
    return aml_app_complain(app, "Name one exception: 'amlint exceptions %s ID'.", actions[action]);
  }
  aml_sv id = aml_sv_of(words->items[1]);
  exceptions_file file = {.path = option_text(app, AML_OPT_EXCEPTIONS)};
  if (file.path.len == 0) {
    file.path = AML_SV("amlint-exceptions.yml");
  }
  if (!read_file(app, action == ADD, &file)) {
    return AML_EXIT_TROUBLE;
  }
  aml_sv text = {NULL, 0};
  aml_error error;
  if (edit(app, action, &file, id, &text, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  if (!is_sound(app, &file, text, action)) {
    return AML_EXIT_TROUBLE;
  }
  text = file.has_mark ? aml_sv_join(app->arena, AML_SV("\xEF\xBB\xBF"), text) : text;
  if (aml_file_replace(app->arena, file.path, text, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_remark(app, "'%.*s' is written.", AML_SV_ARG(file.path));
  if (action == ADD && !file.is_named) {
    aml_app_remark(
        app, "No configuration names it: name it under 'exceptions' in amlint.yml, or with '--exceptions'.");
  }
  return AML_EXIT_CLEAN;
}
