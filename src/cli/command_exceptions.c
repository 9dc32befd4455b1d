/* amlint exceptions add|renew|revoke|remove: edits a file of exceptions. */
#include <errno.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/suggest.h"
#include "cli/exception_entry.h"
#include "engine/core.h"
#include "source/paths.h"
#include "tree/read.h"
#include "waiver/exceptions.h"
#include "waiver/exceptions_edit.h"

static const char *const actions[] = {"add", "renew", "revoke", "remove"};
enum { ADD, RENEW, REVOKE, REMOVE, ACTION_COUNT };

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
    (void)aml_app_complain(app, "Write 'amlint exceptions add ID', 'renew ID', 'revoke ID' or 'remove ID'.");
  } else {
    (void)aml_app_complain(
        app, "Unknown command 'exceptions %.*s'; did you mean '%s'?", AML_SV_ARG(word), actions[near]);
  }
  return ACTION_COUNT;
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

/* A path that was meant from the working folder, or misspelt, would cover nothing without a word. */
static void tell_of_paths(aml_app *app, const aml_config *config, const aml_waiver *entry) {
  for (size_t i = 0; i < entry->paths.count; i++) {
    aml_sv path = entry->paths.items[i];
    aml_sv place = aml_app_configured_path(app, config, path);
    if (!aml_waiver_is_path_pattern(path) && access(aml_sv_cstr(app->arena, place), F_OK) != 0 &&
        aml_error_is_absence(errno)) {
      aml_app_remark(app,
          "The file '%.*s' does not exist yet; paths are relative to the folder of the configuration.",
          AML_SV_ARG(path));
    }
  }
}

/* Asks the configuration of the file's folder. */
static bool check_entry(aml_app *app, exceptions_file *file, aml_waiver *entry) {
  amlint_engine *engine = aml_app_configure_engine(app, aml_path_folder(file->path), AML_CONFIGURED_ALONE);
  if (engine == NULL || aml_app_tell_trouble(app, engine)) {
    return false;
  }
  aml_engine *core = aml_engine_core(engine);
  const aml_config *config = core->inputs.files.items[0]->config;
  file->is_named = names_file(&config->exceptions, file->path);
  aml_governance governance;
  aml_governance_read(&governance, app->arena, config->governance);
  bool is_fine = aml_exception_entry_check(app, entry, &governance, core->criteria.rules);
  if (is_fine) {
    tell_of_paths(app, config, entry);
  }
  return is_fine;
}

/* The file to edit: that of --exceptions, else the one that the configuration of the working folder names,
 * else the usual name. False where it names several, with the trouble said. */
static bool find_file(aml_app *app, aml_sv *path) {
  *path = aml_app_option_text(app, AML_OPT_EXCEPTIONS);
  if (path->len > 0) {
    return true;
  }
  amlint_engine *engine = aml_app_configure_engine(app, AML_SV("."), AML_CONFIGURED_ALONE);
  if (engine == NULL || aml_app_tell_trouble(app, engine)) {
    return false;
  }
  const aml_config *config = aml_engine_core(engine)->inputs.files.items[0]->config;
  if (config->exceptions.count > 1) {
    (void)aml_app_complain(app, "'%.*s' names %zu exception files; choose one with '--exceptions'.",
        AML_SV_ARG(config->path), config->exceptions.count);
    return false;
  }
  *path = config->exceptions.count == 1 ? aml_app_configured_path(app, config, config->exceptions.items[0])
                                        : AML_SV("amlint-exceptions.yml");
  return true;
}

/* The tree of a YAML text; null for an empty one. False where it cannot be read, with the trouble said. */
static bool read_text(aml_app *app, const aml_source *source, const aml_value **root) {
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, app->arena, &diags);
  if (tree->is_broken) {
    (void)aml_app_complain(
        app, "%.*s: %.*s", AML_SV_ARG(source->path), AML_SV_ARG(diags.list.items[0].message.text));
    return false;
  }
  *root = tree->documents.items[0].root;
  return true;
}

static bool read_file(aml_app *app, bool may_be_absent, exceptions_file *out) {
  aml_sources *sources = aml_sources_new(app->arena);
  aml_source *source = aml_sources_add(sources, out->path, out->path);
  uint32_t bad_at = 0;
  aml_error error;
  aml_status status = aml_source_read(source, app->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error);
  if (status == AML_ERR_IO && may_be_absent && access(aml_sv_cstr(app->arena, out->path), F_OK) != 0 &&
      aml_error_is_absence(errno)) {
    return true;
  }
  if (status != AML_OK) {
    (void)aml_app_complain(app, "%.*s: %s", AML_SV_ARG(out->path), error.text);
    return false;
  }
  if (source->encoding != AML_ENCODING_UTF8 && source->encoding != AML_ENCODING_UTF8_BOM) {
    (void)aml_app_complain(app, "%.*s is not UTF-8, so it was not changed.", AML_SV_ARG(out->path));
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
    (void)aml_app_complain(app,
        "%.*s is laid out in a way that cannot be edited automatically; change it by hand.",
        AML_SV_ARG(file->path));
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
    if (!aml_exception_entry_make(app, id, &entry) || !check_entry(app, file, &entry)) {
      return aml_fail(error, AML_ERR_INPUT, "Nothing was changed.");
    }
    return aml_exceptions_text_add(app->arena, file->text, file->root, &entry, out, error);
  case RENEW:
    if (!aml_app_option_day(app, AML_OPT_EXPIRES, AML_DAY_NONE, &until) || until == AML_DAY_NONE) {
      return aml_fail(error, AML_ERR_INPUT, "Give the new last day with '--expires YYYY-MM-DD'.");
    }
    return aml_exceptions_text_renew(app->arena, file->text, file->root, id, until, out, error);
  case REVOKE:
    entry = (aml_waiver){.id = id,
        .revoked_by = aml_app_option_text(app, AML_OPT_BY),
        .revoked_reason = aml_app_option_text(app, AML_OPT_REASON)};
    if (entry.revoked_by.len == 0 || entry.revoked_reason.len == 0) {
      return aml_fail(error, AML_ERR_INPUT,
          "Name who revokes it with '--by NAME', and give the reason with '--reason TEXT'.");
    }
    if (!aml_app_read_day(app, NULL, &entry.revoked)) {
      return aml_fail(error, AML_ERR_INPUT, "Nothing was changed.");
    }
    return aml_exceptions_text_revoke(app->arena, file->text, file->root, &entry, out, error);
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
  exceptions_file file = {.is_named = false};
  if (!find_file(app, &file.path) || !read_file(app, action == ADD, &file)) {
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
  /* Folders that the configuration names are made; one on the command line may be a slip. */
  bool is_configured = aml_app_option_text(app, AML_OPT_EXCEPTIONS).len == 0;
  if ((is_configured && aml_file_make_folders(app->arena, file.path, &error) != AML_OK) ||
      aml_file_replace(app->arena, file.path, text, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_remark(app, "Wrote '%.*s'.", AML_SV_ARG(file.path));
  if (action == ADD && !file.is_named) {
    aml_app_remark(app, "No configuration refers to this file: add it under 'exceptions' in amlint.yml, or "
                        "pass it with '--exceptions'.");
  }
  return AML_EXIT_CLEAN;
}
