/* amlint baseline create|update|prune|show: the file of findings that are known and do not fail a gate. */
#include <errno.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/app.h"
#include "engine/conclude.h"
#include "engine/core.h"

static const char *const actions[] = {"create", "update", "prune", "show"};
enum { ACTION_COUNT = sizeof actions / sizeof actions[0], SHOW = 3 };

static aml_sv action_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(actions[i]);
}

/* The index of the action that is the first operand, which is taken away; ACTION_COUNT with the trouble said.
 */
static size_t take_action(aml_app *app) {
  aml_words *words = &app->arguments.operands;
  aml_sv word = words->count == 0 ? (aml_sv){NULL, 0} : aml_sv_of(words->items[0]);
  for (size_t i = 0; i < ACTION_COUNT; i++) {
    if (aml_sv_eq(action_at(NULL, i), word)) {
      words->items++;
      words->count--;
      words->capacity--;
      return i;
    }
  }
  size_t near = aml_suggest(word, ACTION_COUNT, action_at, NULL);
  if (near == AML_NPOS) {
    (void)aml_app_complain(app, "Write 'amlint baseline create', 'update', 'prune' or 'show'.");
  } else {
    (void)aml_app_complain(
        app, "Unknown command 'baseline %.*s'; did you mean '%s'?", AML_SV_ARG(word), actions[near]);
  }
  return ACTION_COUNT;
}

static int show(aml_app *app, const aml_engine *core) {
  for (size_t i = 0; i < core->acceptance.baseline.list.count; i++) {
    const aml_baseline_entry *entry = core->acceptance.baseline.list.items[i];
    char since[AML_DAY_TEXT_SIZE];
    aml_day_text(entry->since, since);
    aml_sv line = aml_sv_format(app->arena, "%s %-5s %.*s %.*s %.*s: %.*s", since,
        entry->is_unchecked           ? "not checked"
        : aml_baseline_is_gone(entry) ? "gone"
                                      : "there",
        AML_SV_ARG(entry->rule), AML_SV_ARG(entry->file), AML_SV_ARG(entry->resource),
        AML_SV_ARG(entry->message));
    aml_app_print_safe(app, line);
    aml_app_print(app, AML_SV("\n"));
  }
  return AML_EXIT_CLEAN;
}

/* Where the baseline lies: the file of --baseline, else the one that the configuration names, else the usual
 * name, which no run reads by itself. */
typedef struct baseline_file {
  aml_sv path;
  bool is_known;      /* the caller named it, or the configuration does */
  bool is_configured; /* the configuration alone */
} baseline_file;

/* Folders that the configuration names are made; one on the command line may be a slip. */
static int write_file(
    aml_app *app, aml_engine *core, aml_baseline_change change, const baseline_file *target) {
  aml_error error;
  aml_sv path = target->path;
  aml_status status = target->is_configured ? aml_file_make_folders(app->arena, path, &error) : AML_OK;
  aml_replacement *file =
      status == AML_OK ? aml_replacement_new(app->arena, &aml_file_system, path, &error) : NULL;
  if (file == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_engine_fingerprint(&core->findings, core->inputs.sources);
  aml_json json;
  aml_json_init(&json, aml_replacement_write, file, AML_JSON_PRETTY);
  size_t count = aml_baseline_write(&json, &core->acceptance.baseline, change, &core->findings,
      core->inputs.sources, core->request.options.as_of);
  bool is_written = aml_json_finish(&json);
  if (aml_replacement_commit(file, &error) != AML_OK || !is_written) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_remark(app, "'%.*s' now holds %zu finding%s.", AML_SV_ARG(path), count, count == 1 ? "" : "s");
  return AML_EXIT_CLEAN;
}

static bool find_file(aml_app *app, baseline_file *out) {
  *out = (baseline_file){.path = AML_SV("amlint-baseline.json")};
  const char *given = aml_option_value(&app->arguments, AML_OPT_BASELINE);
  amlint_engine *engine = aml_app_configure_engine(app, AML_SV("."), AML_CONFIGURED_ALONE);
  if (engine == NULL || aml_app_tell_trouble(app, engine)) {
    return false;
  }
  const aml_config *config = aml_engine_core(engine)->inputs.files.items[0]->config;
  aml_sv named =
      config->baseline.len == 0 ? (aml_sv){NULL, 0} : aml_app_configured_path(app, config, config->baseline);
  if (given != NULL || named.len > 0) {
    out->path = given != NULL ? aml_sv_of(given) : named;
  }
  out->is_known = given != NULL || named.len > 0;
  out->is_configured = given == NULL && named.len > 0;
  return true;
}

/* A baseline to be made anew is not read, and neither is one that does not exist yet and is to be updated. */
static void choose_baseline(aml_app *app, size_t action, aml_sv path) {
  aml_words *given = &app->arguments.values[AML_OPT_BASELINE];
  given->count = 0;
  bool is_missing = access(aml_sv_cstr(app->arena, path), F_OK) != 0 && aml_error_is_absence(errno);
  if (action == AML_BASELINE_CREATE || (action == AML_BASELINE_UPDATE && is_missing)) {
    AML_VEC_PUSH(app->arena, &app->arguments.values[AML_OPT_NO_BASELINE], "");
  } else {
    AML_VEC_PUSH(app->arena, given, aml_sv_cstr(app->arena, path));
  }
}

int aml_command_baseline(aml_app *app) {
  size_t action = take_action(app);
  baseline_file file;
  if (action == ACTION_COUNT || !find_file(app, &file)) {
    return AML_EXIT_TROUBLE;
  }
  choose_baseline(app, action, file.path);
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(engine);
  if (aml_app_tell_trouble(app, engine)) {
    return aml_app_complain(app, "Not everything could be checked, so the baseline was not changed.");
  }
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_WARNING);
  if (action == SHOW) {
    return show(app, core);
  }
  int status = write_file(app, core, (aml_baseline_change)action, &file);
  if (status == AML_EXIT_CLEAN && !file.is_known) {
    aml_app_remark(app, "No configuration refers to this file: add it under 'baseline' in amlint.yml, or "
                        "pass it with '--baseline'.");
  }
  return status;
}
