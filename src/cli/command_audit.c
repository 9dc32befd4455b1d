/* amlint audit: the reviewer's view of all exceptions. */
#include "cli/formats.h"
#include "cli/record_files.h"
#include "engine/audit_record.h"
#include "engine/core.h"

typedef struct auditing {
  aml_app *app;
  aml_engine *core;
  const aml_value *earlier; /* NULL for none */
  const aml_audit_format *format;
  aml_audit audit;
  aml_status status;
  aml_error error;
} auditing;

static void build(void *ctx) {
  auditing *self = ctx;
  self->status = aml_engine_audit(self->core, self->earlier, &self->audit, &self->error);
}

/* Where the run has ended meanwhile, there is less to tell than before. */
static bool make(void *ctx, aml_write write, void *sink) {
  auditing *self = ctx;
  if (self->core->remarks.has_ended) {
    build(self);
  }
  return self->format->write(&self->audit, write, sink);
}

static aml_status write_audit(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  auditing *self = ctx;
  const aml_rendering rendering = {"Writing the audit", make, self, write, sink};
  for (size_t i = 0; aml_audit_format_at(i) != NULL; i++) {
    if (aml_request_is(request, aml_audit_format_at(i)->name)) {
      self->format = aml_audit_format_at(i);
      return aml_app_render(self->app, self->core, &rendering);
    }
  }
  return AML_ERR_INPUT;
}

/* Whether any exception has ended or is not as the rules for exceptions want it: what a reviewer's gate fails
 * on. */
static bool needs_attention(const aml_audit *audit) {
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_sv state = audit->entries.items[i].state;
    bool is_fine = aml_sv_eq(state, AML_SV("active")) || aml_sv_eq(state, AML_SV("blanket")) ||
                   aml_sv_eq(state, AML_SV("ends soon")) || aml_sv_eq(state, AML_SV("not checked")) ||
                   aml_sv_eq(state, AML_SV("revoked"));
    if (!is_fine) {
      return true;
    }
  }
  return false;
}

/* The audit of --earlier; false, with the trouble said, where it is none. */
static bool read_earlier(aml_app *app, const aml_value **out) {
  const char *path = aml_option_value(&app->arguments, AML_OPT_EARLIER);
  *out = NULL;
  if (path == NULL) {
    return true;
  }
  aml_sources *sources = aml_sources_new(app->arena);
  *out = aml_app_read_tree(app, sources, path, "audit");
  if (*out == NULL) {
    return false;
  }
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  bool has_shape = aml_audit_has_shape(app->arena, *out, &diags);
  if (!has_shape) {
    (void)aml_app_complain_of(app, sources, &diags);
  }
  return has_shape;
}

/* The audit where it is asked for, and the record where that is. */
static int answer(
    aml_app *app, auditing *self, const aml_record_request *record, const aml_output_requests *requests) {
  const aml_output_writer writer = {self, write_audit};
  int status = record->is_asked ? aml_app_answer_record_request(app, self->core, &self->audit, record)
                                : AML_EXIT_CLEAN;
  bool has_audit = !record->is_asked || aml_has(&app->arguments, AML_OPT_FORMAT);
  bool has_failed = has_audit && aml_app_write_requests(app, requests, &writer) != AML_EXIT_CLEAN;
  return has_failed ? AML_EXIT_TROUBLE : status;
}

int aml_command_audit(aml_app *app) {
  aml_output_requests requests;
  aml_record_request record;
  const aml_value *earlier = NULL;
  if (!aml_app_read_command_requests(app, &requests) || !read_earlier(app, &earlier) ||
      !aml_app_read_record_request(app, &record)) {
    return AML_EXIT_TROUBLE;
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(engine);
  auditing self = {.app = app, .core = core, .earlier = earlier};
  aml_status built = aml_engine_run_within(core, "Listing the exceptions", build, &self);
  if (built != AML_OK) {
    aml_arena_give_up(app->arena, built);
  }
  if (self.status != AML_OK) {
    return aml_app_complain(app, "%s", self.error.text);
  }
  int status = answer(app, &self, &record, &requests);
  if (core->remarks.is_incomplete) {
    (void)aml_app_tell_input_findings(app, engine, AMLINT_SEVERITY_ERROR);
  }
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_NOTE);
  if (core->remarks.is_incomplete) {
    return AML_EXIT_TROUBLE;
  }
  bool is_verified = record.filed != NULL; /* that alone is the answer then */
  return status != AML_EXIT_CLEAN || is_verified ? status
         : needs_attention(&self.audit)          ? AML_EXIT_FINDINGS
                                                 : AML_EXIT_CLEAN;
}
