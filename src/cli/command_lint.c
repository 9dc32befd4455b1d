/* amlint [lint]: the main job. */
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/suggest.h"
#include "cli/formats.h"
#include "engine/conclude.h"
#include "engine/core.h"

/* The CI variables that are set, as "NAME=value". */
static const char *const *collect_variables(const aml_app *app) {
  AML_VEC(const char *) list = {0};
  for (size_t i = 0; amlint_variable_at(i) != NULL; i++) {
    const char *value = app->environment(amlint_variable_at(i));
    if (value != NULL) {
      AML_VEC_PUSH(app->arena, &list, aml_sv_format(app->arena, "%s=%s", amlint_variable_at(i), value).data);
    }
  }
  AML_VEC_PUSH(app->arena, &list, NULL);
  return list.items;
}

static amlint_report_options report_options(const aml_app *app, bool is_for_terminal) {
  const aml_arguments *given = &app->arguments;
  return (amlint_report_options){.version = AMLINT_OPTIONS_VERSION,
      .color = is_for_terminal && aml_app_wants_color(app),
      .width = is_for_terminal ? app->width : 0,
      .show_undecided = aml_has(given, AML_OPT_SHOW_UNDECIDED),
      .show_suppressed = aml_has(given, AML_OPT_SHOW_SUPPRESSED),
      .quiet = aml_has(given, AML_OPT_QUIET),
      .verbose = aml_has(given, AML_OPT_VERBOSE),
      .profile = aml_option_value(given, AML_OPT_SARIF_PROFILE),
      .category = aml_option_value(given, AML_OPT_SARIF_CATEGORY),
      .statistics = aml_has(given, AML_OPT_STATISTICS),
      .embed = aml_has(given, AML_OPT_SARIF_EMBED),
      .variables = collect_variables(app)};
}

typedef struct reporting {
  aml_app *app;
  amlint_engine *engine;
} reporting;

aml_status aml_app_write_report(
    aml_app *app, amlint_engine *engine, const aml_output_request *request, aml_write write, void *sink) {
  amlint_report_options options = report_options(app, request->file.len == 0);
  const char *format = aml_sv_cstr(app->arena, request->format);
  amlint_error error;
  amlint_status status = amlint_report(engine, format, &options, write, sink, &error);
  if (status != AMLINT_OK && status != AMLINT_ERROR_IO) {
    (void)aml_app_complain(app, "%s", error.text);
    return AML_ERR_MEMORY;
  }
  return status == AMLINT_OK ? AML_OK : AML_ERR_IO;
}

static aml_status write_report(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const reporting *self = ctx;
  return aml_app_write_report(self->app, self->engine, request, write, sink);
}

bool aml_app_keep_text(void *text, const char *bytes, size_t n) {
  aml_strbuf_add(text, (aml_sv){bytes, n});
  return true;
}

/* --github-summary: the steps of a job write one summary each, and a step's commands add to it. */
static int append_summary(aml_app *app, amlint_engine *engine) {
  const char *path = app->environment("GITHUB_STEP_SUMMARY");
  if (path == NULL || path[0] == '\0') {
    aml_app_remark(app, "No step summary was written: GITHUB_STEP_SUMMARY is not set.");
    return AML_EXIT_CLEAN;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, app->arena, SIZE_MAX);
  amlint_report_options options = report_options(app, false);
  amlint_error error;
  if (amlint_report(engine, "markdown", &options, aml_app_keep_text, &text, &error) != AMLINT_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_error failure = {0};
  if (aml_file_append(app->arena, aml_sv_of(path), aml_strbuf_view(&text), &failure) != AML_OK) {
    return aml_app_complain(app, "%s", failure.text);
  }
  return AML_EXIT_CLEAN;
}

/* With --verbose: what was found in folders and is none of ours. Named files are told without it. */
static void tell_passed_over(aml_app *app, amlint_engine *engine) {
  const aml_engine *core = aml_engine_core(engine);
  for (size_t i = 0; aml_has(&app->arguments, AML_OPT_VERBOSE) && i < core->inputs.files.count; i++) {
    const aml_file *file = core->inputs.files.items[i];
    if (aml_engine_passes_over(file) && !file->source->is_named) {
      aml_app_remark(app, "skipped: %.*s", AML_SV_ARG(file->source->path));
    }
  }
}

static void tell_left_out(aml_app *app, amlint_engine *engine, const aml_output_requests *requests) {
  const aml_report_options options = {.show_undecided = aml_has(&app->arguments, AML_OPT_SHOW_UNDECIDED),
      .show_suppressed = aml_has(&app->arguments, AML_OPT_SHOW_SUPPRESSED)};
  for (size_t i = 0; i < requests->list.count; i++) {
    bool is_sarif = aml_sv_eq(requests->list.items[i].format, AML_SV("sarif"));
    size_t left_out = is_sarif ? aml_sarif_left_out(&aml_engine_core(engine)->result.run, &options) : 0;
    if (left_out > 0) {
      aml_app_remark(app,
          "The SARIF log omits the %zu least severe results, since services reject larger logs.", left_out);
    }
  }
}

static int finish(aml_app *app, amlint_engine *engine, const aml_output_requests *requests) {
  reporting self = {app, engine};
  const aml_output_writer writer = {&self, write_report};
  bool is_written = aml_app_write_requests(app, requests, &writer) == AML_EXIT_CLEAN;
  if (aml_has(&app->arguments, AML_OPT_GITHUB_SUMMARY)) {
    is_written = append_summary(app, engine) == AML_EXIT_CLEAN && is_written;
  }
  int status = is_written ? amlint_exit_status(engine) : AML_EXIT_TROUBLE; /* a report may end the run */
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_NOTE);
  tell_left_out(app, engine, requests);
  tell_passed_over(app, engine);
  amlint_counts counts = amlint_get_counts(engine);
  if (aml_has(&app->arguments, AML_OPT_FAIL_ON_EMPTY) && counts.files_checked == 0) {
    if (aml_has(&app->arguments, AML_OPT_QUIET)) { /* which keeps the notice back */
      (void)aml_app_complain(app, "Nothing was checked.");
    }
    status = AML_EXIT_TROUBLE;
  }
  if (aml_has(&app->arguments, AML_OPT_EXIT_ZERO) && status == AML_EXIT_FINDINGS) {
    status = AML_EXIT_CLEAN;
  }
  return status;
}

static aml_sv command_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(aml_command_at(i)->name);
}

/* Whether the first path is none, but a command in the wrong place, or nearly one; which has been said. */
static bool is_misspelt_command(aml_app *app) {
  const aml_words *paths = &app->arguments.operands;
  const char *first = paths->count == 0 ? "-" : paths->items[0];
  if (strcmp(first, "-") == 0 || access(first, F_OK) == 0) {
    return false;
  }
  size_t near = aml_suggest(aml_sv_of(first), AML_COMMAND_COUNT, command_at, NULL);
  if (near != AML_NPOS && strcmp(aml_command_at(near)->name, first) == 0) {
    (void)aml_app_complain(app, "'%s' is a command and must come first: 'amlint %s ...'.", first, first);
  } else if (near != AML_NPOS) {
    (void)aml_app_complain(app, "No command, file or folder is named '%s'; did you mean 'amlint %s'?", first,
        aml_command_at(near)->name);
  }
  return near != AML_NPOS;
}

int aml_command_lint(aml_app *app) {
  if (aml_has(&app->arguments, AML_OPT_LIST_RULES)) {
    return aml_command_rules(app);
  }
  aml_output_requests requests;
  if (aml_has(&app->arguments, AML_OPT_PRINT_CONFIG)) {
    return aml_app_print_config(app);
  }
  if (is_misspelt_command(app) || !aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  amlint_engine *engine = aml_app_run_engine(app);
  return engine == NULL ? AML_EXIT_TROUBLE : finish(app, engine, &requests);
}
