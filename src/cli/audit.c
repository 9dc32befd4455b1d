/* amlint audit: the reviewer's view of all exceptions. */
#include "engine/audit.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "cli/app.h"
#include "engine/core.h"

static aml_sv format_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(aml_audit_format_at(i)->name);
}

static const aml_audit_format *find_format(aml_app *app, aml_sv name) {
  size_t count = 0;
  for (; aml_audit_format_at(count) != NULL; count++) {
    if (aml_sv_eq(format_at(NULL, count), name)) {
      return aml_audit_format_at(count);
    }
  }
  size_t near = aml_suggest(name, count, format_at, NULL);
  (void)aml_app_complain(app, "'%.*s' is no format of an audit%s%s.", AML_SV_ARG(name),
      near == AML_NPOS ? "; there are text, json, csv, markdown and html" : "; did you mean ",
      near == AML_NPOS ? "" : aml_audit_format_at(near)->name);
  return NULL;
}

static int write_one(aml_app *app, const aml_audit *audit, aml_sv request) {
  size_t colon = aml_sv_find_char(request, ':', 0);
  const aml_audit_format *format = find_format(app, aml_sv_slice(request, 0, colon));
  if (format == NULL) {
    return AML_EXIT_TROUBLE;
  }
  if (colon == AML_NPOS) {
    return format->write(audit, aml_output_write, app->out) ? AML_EXIT_CLEAN : AML_EXIT_TROUBLE;
  }
  aml_error error;
  aml_replacement *file = aml_replacement_new(
      app->arena, &aml_file_system, aml_sv_slice(request, colon + 1, request.len), &error);
  if (file == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  /* A refused write sticks, and the commit tells why. */
  bool is_written = format->write(audit, aml_replacement_write, file);
  if (aml_replacement_commit(file, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  return is_written ? AML_EXIT_CLEAN : AML_EXIT_TROUBLE;
}

static int write_all(aml_app *app, const aml_audit *audit) {
  const aml_words *formats = &app->arguments.values[AML_OPT_FORMAT];
  int status = formats->count == 0 ? write_one(app, audit, AML_SV("text")) : AML_EXIT_CLEAN;
  for (size_t i = 0; i < formats->count; i++) {
    if (write_one(app, audit, aml_sv_of(formats->items[i])) != AML_EXIT_CLEAN) {
      status = AML_EXIT_TROUBLE;
    }
  }
  return status;
}

/* Whether any exception has ended or is not as the rules for exceptions want it: what a reviewer's gate fails
 * on. */
static bool needs_attention(const aml_audit *audit) {
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_sv state = audit->entries.items[i].state;
    bool is_fine = aml_sv_eq(state, AML_SV("active")) || aml_sv_eq(state, AML_SV("blanket")) ||
                   aml_sv_eq(state, AML_SV("ends soon"));
    if (!is_fine) {
      return true;
    }
  }
  return false;
}

int aml_command_audit(aml_app *app) {
  const char *earlier_path = aml_option_value(&app->arguments, AML_OPT_EARLIER);
  const aml_value *earlier = NULL;
  if (earlier_path != NULL) {
    earlier = aml_app_read_tree(app, aml_sources_new(app->arena), earlier_path);
    if (earlier == NULL) {
      return AML_EXIT_TROUBLE;
    }
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(engine);
  aml_audit audit;
  aml_error error;
  if (aml_engine_audit(core, earlier, &audit, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  int status = write_all(app, &audit);
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_NOTE);
  if (status != AML_EXIT_CLEAN || core->is_incomplete) {
    return AML_EXIT_TROUBLE;
  }
  return needs_attention(&audit) ? AML_EXIT_FINDINGS : AML_EXIT_CLEAN;
}
