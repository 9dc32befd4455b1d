/* amlint [lint]: the main job. */
#include "base/strbuf.h"
#include "base/suggest.h"
#include "cli/app.h"
#include "engine/core.h"
#include "report/report.h"

typedef struct output_request { /* one --format */
  aml_sv format;
  aml_sv file; /* empty: standard output */
} output_request;

typedef AML_VEC(output_request) output_requests;

static aml_sv format_name_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(amlint_format_at(i));
}

static size_t count_formats(void) {
  size_t n = 0;
  while (amlint_format_at(n) != NULL) {
    n++;
  }
  return n;
}

static aml_status check_format(aml_sv name, aml_error *error) {
  size_t count = count_formats();
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_eq(format_name_at(NULL, i), name)) {
      return AML_OK;
    }
  }
  size_t near = aml_suggest(name, count, format_name_at, NULL);
  if (near == AML_NPOS) {
    return aml_fail(
        error, AML_ERR_INPUT, "There is no format '%.*s'; see 'amlint --help'.", AML_SV_ARG(name));
  }
  return aml_fail(error, AML_ERR_INPUT, "There is no format '%.*s'; did you mean '%s'?", AML_SV_ARG(name),
      amlint_format_at(near));
}

static aml_status read_requests(aml_app *app, output_requests *out, aml_error *error) {
  const aml_words *given = &app->arguments.values[AML_OPT_FORMAT];
  size_t to_stdout = 0;
  for (size_t i = 0; i < given->count; i++) {
    aml_sv text = aml_sv_of(given->items[i]);
    size_t colon = aml_sv_find_char(text, ':', 0);
    output_request request = {.format = aml_sv_slice(text, 0, colon)};
    if (colon != AML_NPOS) {
      request.file = aml_sv_slice(text, colon + 1, text.len);
    }
    if (check_format(request.format, error) != AML_OK) {
      return AML_ERR_INPUT;
    }
    to_stdout += request.file.len == 0 ? 1 : 0;
    AML_VEC_PUSH(app->arena, out, request);
  }
  if (to_stdout > 1) {
    return aml_fail(error, AML_ERR_INPUT,
        "Only one '--format' may go to standard output; write NAME:FILE for the others.");
  }
  if (given->count == 0) {
    output_request text = {.format = AML_SV("text")};
    AML_VEC_PUSH(app->arena, out, text);
  }
  return AML_OK;
}

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
      .embed = aml_has(given, AML_OPT_SARIF_EMBED),
      .variables = collect_variables(app)};
}

static int write_report(aml_app *app, amlint_engine *engine, const output_request *request) {
  const char *format = aml_sv_cstr(app->arena, request->format);
  amlint_error error;
  if (request->file.len == 0) {
    amlint_report_options options = report_options(app, true);
    /* A failed write is told by main, which finishes the stream. */
    amlint_status status = amlint_report(engine, format, &options, aml_output_write, app->out, &error);
    return status == AMLINT_OK || status == AMLINT_ERROR_IO ? AML_EXIT_CLEAN
                                                            : aml_app_complain(app, "%s", error.text);
  }
  aml_error failure = {0};
  aml_replacement *file = aml_replacement_new(app->arena, &aml_file_system, request->file, &failure);
  if (file == NULL) {
    return aml_app_complain(app, "%s", failure.text);
  }
  amlint_report_options options = report_options(app, false);
  amlint_status status = amlint_report(engine, format, &options, aml_replacement_write, file, &error);
  if (status != AMLINT_OK && status != AMLINT_ERROR_IO) {
    aml_replacement_abandon(file);
    return aml_app_complain(app, "%s", error.text);
  }
  if (aml_replacement_commit(file, &failure) != AML_OK) {
    return aml_app_complain(app, "%s", failure.text);
  }
  return AML_EXIT_CLEAN;
}

static bool keep_text(void *text, const char *bytes, size_t n) {
  aml_strbuf_add(text, (aml_sv){bytes, n});
  return true;
}

/* --github-summary: the steps of a job write one summary each, and a step's commands add to it. */
static int append_summary(aml_app *app, amlint_engine *engine) {
  const char *path = app->environment("GITHUB_STEP_SUMMARY");
  if (path == NULL || path[0] == '\0') {
    aml_app_remark(app, "There is no summary to append to: GITHUB_STEP_SUMMARY is not set.");
    return AML_EXIT_CLEAN;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, app->arena, SIZE_MAX);
  amlint_report_options options = report_options(app, false);
  amlint_error error;
  if (amlint_report(engine, "markdown", &options, keep_text, &text, &error) != AMLINT_OK) {
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
  for (size_t i = 0; aml_has(&app->arguments, AML_OPT_VERBOSE) && i < core->files.count; i++) {
    const aml_file *file = core->files.items[i];
    if (aml_engine_passes_over(file) && !file->source->is_named) {
      aml_app_remark(app, "passed over: %.*s", AML_SV_ARG(file->source->path));
    }
  }
}

static void tell_left_out(aml_app *app, amlint_engine *engine, const output_requests *requests) {
  const aml_report_options options = {.show_undecided = aml_has(&app->arguments, AML_OPT_SHOW_UNDECIDED),
      .show_suppressed = aml_has(&app->arguments, AML_OPT_SHOW_SUPPRESSED)};
  for (size_t i = 0; i < requests->count; i++) {
    bool is_sarif = aml_sv_eq(requests->items[i].format, AML_SV("sarif"));
    size_t left_out = is_sarif ? aml_sarif_left_out(&aml_engine_core(engine)->run, &options) : 0;
    if (left_out > 0) {
      aml_app_remark(
          app, "The SARIF log leaves out the %zu least severe results, for services reject more.", left_out);
    }
  }
}

static int finish(aml_app *app, amlint_engine *engine, const output_requests *requests) {
  int status = amlint_exit_status(engine);
  for (size_t i = 0; i < requests->count; i++) {
    if (write_report(app, engine, &requests->items[i]) != AML_EXIT_CLEAN) {
      status = AML_EXIT_TROUBLE;
    }
  }
  if (aml_has(&app->arguments, AML_OPT_GITHUB_SUMMARY) && append_summary(app, engine) != AML_EXIT_CLEAN) {
    status = AML_EXIT_TROUBLE;
  }
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_NOTE);
  tell_left_out(app, engine, requests);
  tell_passed_over(app, engine);
  amlint_counts counts = amlint_get_counts(engine);
  if (aml_has(&app->arguments, AML_OPT_FAIL_ON_EMPTY) && counts.files_checked == 0) {
    status = AML_EXIT_TROUBLE;
  }
  if (aml_has(&app->arguments, AML_OPT_EXIT_ZERO) && status == AML_EXIT_FINDINGS) {
    status = AML_EXIT_CLEAN;
  }
  return status;
}

int aml_command_lint(aml_app *app) {
  if (aml_has(&app->arguments, AML_OPT_LIST_RULES)) {
    return aml_command_rules(app);
  }
  output_requests requests = {0};
  aml_error failure;
  if (read_requests(app, &requests, &failure) != AML_OK) {
    return aml_app_complain(app, "%s", failure.text);
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  return aml_has(&app->arguments, AML_OPT_PRINT_CONFIG) ? aml_app_print_config(app, engine)
                                                        : finish(app, engine, &requests);
}
