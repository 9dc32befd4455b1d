/* amlint baseline create|update|prune|show: the file of findings that are known and do not fail a gate. */
#include "base/suggest.h"
#include "cli/app.h"
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
        app, "There is no 'baseline %.*s'; did you mean '%s'?", AML_SV_ARG(word), actions[near]);
  }
  return ACTION_COUNT;
}

static int show(aml_app *app, const aml_engine *core) {
  for (size_t i = 0; i < core->baseline.list.count; i++) {
    const aml_baseline_entry *entry = core->baseline.list.items[i];
    char since[AML_DAY_TEXT_SIZE];
    aml_day_text(entry->since, since);
    aml_sv line = aml_sv_format(app->arena, "%s %-5s %.*s %.*s %.*s: %.*s", since,
        entry->finding == NULL ? "gone" : "there", AML_SV_ARG(entry->rule), AML_SV_ARG(entry->file),
        AML_SV_ARG(entry->resource), AML_SV_ARG(entry->message));
    aml_app_print_safe(app, line);
    aml_app_print(app, AML_SV("\n"));
  }
  return AML_EXIT_CLEAN;
}

static int write_file(aml_app *app, aml_engine *core, aml_baseline_change change, aml_sv path) {
  aml_error error;
  aml_replacement *file = aml_replacement_new(app->arena, &aml_file_system, path, &error);
  if (file == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_json json;
  aml_json_init(&json, aml_replacement_write, file, AML_JSON_PRETTY);
  size_t count =
      aml_baseline_write(&json, &core->baseline, change, &core->findings, core->sources, core->options.as_of);
  bool is_written = aml_json_finish(&json);
  if (aml_replacement_commit(file, &error) != AML_OK || !is_written) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_remark(app, "'%.*s' now holds %zu finding%s.", AML_SV_ARG(path), count, count == 1 ? "" : "s");
  return AML_EXIT_CLEAN;
}

int aml_command_baseline(aml_app *app) {
  size_t action = take_action(app);
  if (action == ACTION_COUNT) {
    return AML_EXIT_TROUBLE;
  }
  const char *given = aml_option_value(&app->arguments, AML_OPT_BASELINE);
  aml_sv path = given == NULL ? AML_SV("amlint-baseline.json") : aml_sv_of(given);
  if (given == NULL || action == AML_BASELINE_CREATE) {
    /* A baseline to be made anew is not read; the others are by their usual name. */
    app->arguments.values[AML_OPT_BASELINE].count = 0;
    if (action != AML_BASELINE_CREATE) {
      AML_VEC_PUSH(app->arena, &app->arguments.values[AML_OPT_BASELINE], path.data);
    }
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(engine);
  if (aml_app_tell_trouble(app, engine)) {
    return aml_app_complain(app, "Not everything could be checked, so the baseline was left as it is.");
  }
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_WARNING);
  return action == SHOW ? show(app, core) : write_file(app, core, (aml_baseline_change)action, path);
}
