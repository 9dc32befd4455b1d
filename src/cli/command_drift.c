/* amlint drift: what runs against what was declared. */
#include "cli/formats.h"
#include "engine/core.h"
#include "engine/drift_record.h"

typedef struct drifting {
  aml_app *app;
  amlint_engine *engine;
  const aml_drift_format *format;
  aml_drift_report report;
  aml_drift_options options;
} drifting;

static void build(void *ctx) {
  drifting *self = ctx;
  const aml_engine *core = aml_engine_core(self->engine);
  aml_engine_report_drift(&core->result.run, core->estate.drift, &core->remarks, &self->report);
}

/* Where the run has ended meanwhile, there is less to tell than before. */
static bool make(void *ctx, aml_write write, void *sink) {
  drifting *self = ctx;
  if (aml_engine_core(self->engine)->remarks.has_ended) {
    build(self);
  }
  return self->format->write(&self->report, &self->options, write, sink);
}

static aml_status write_drift(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  drifting *self = ctx;
  if (aml_request_is(request, "sarif")) {
    return aml_app_write_report(self->app, self->engine, request, write, sink);
  }
  const aml_rendering rendering = {"Writing the report", make, self, write, sink};
  for (size_t i = 0; aml_drift_format_at(i) != NULL; i++) {
    if (aml_request_is(request, aml_drift_format_at(i)->name)) {
      self->format = aml_drift_format_at(i);
      return aml_app_render(self->app, aml_engine_core(self->engine), &rendering);
    }
  }
  return AML_ERR_INPUT;
}

/* Only what evidence tells, unless rules are named; --declared says the same as an operand. */
static void complete_arguments(aml_app *app) {
  aml_arguments *given = &app->arguments;
  const aml_words *declared = &given->values[AML_OPT_DECLARED];
  for (size_t i = 0; i < declared->count; i++) {
    AML_VEC_PUSH(app->arena, &given->operands, declared->items[i]);
  }
  if (!aml_has(given, AML_OPT_SELECT)) {
    AML_VEC_PUSH(app->arena, &given->values[AML_OPT_SELECT], "evidence");
  }
}

int aml_command_drift(aml_app *app) {
  aml_output_requests requests;
  if (!aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  complete_arguments(app);
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(engine);
  drifting self = {.app = app,
      .engine = engine,
      .options = {.is_verbose = aml_has(&app->arguments, AML_OPT_VERBOSE),
          .is_quiet = aml_has(&app->arguments, AML_OPT_QUIET)}};
  aml_status built = aml_engine_run_within(core, "Comparing what runs with what is declared", build, &self);
  if (built != AML_OK) {
    aml_arena_give_up(app->arena, built);
  }
  if (core->estate.drift == NULL && !core->remarks.is_incomplete) {
    return aml_app_complain(app, "No evidence is named; name exports of what runs with '--evidence PATH' or "
                                 "under 'evidence:' in amlint.yml.");
  }
  const aml_output_writer writer = {&self, write_drift};
  int status = aml_app_write_requests(app, &requests, &writer);
  if (core->remarks.is_incomplete) {
    (void)aml_app_tell_input_findings(app, engine, AMLINT_SEVERITY_ERROR);
  }
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_NOTE);
  return status == AML_EXIT_CLEAN ? amlint_exit_status(engine) : AML_EXIT_TROUBLE;
}
