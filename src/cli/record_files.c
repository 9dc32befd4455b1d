#include "cli/record_files.h"

#include "base/strbuf.h"
#include "cli/formats.h"
#include "engine/compare_records.h"
#include "engine/core.h"
#include "engine/filed_record.h"
#include "tree/read.h"

static const aml_value *read_record(aml_app *app, aml_option_id id, bool *has_failed) {
  const char *path = aml_option_value(&app->arguments, id);
  if (path == NULL) {
    return NULL;
  }
  const aml_value *record = aml_app_read_tree(app, aml_sources_new(app->arena), path, "record");
  if (record != NULL && !aml_record_has_shape(record)) {
    (void)aml_app_complain(app, "'%s' is not a record that 'amlint audit --record' wrote.", path);
    record = NULL;
  }
  *has_failed = *has_failed || record == NULL;
  return record;
}

bool aml_app_read_record_request(aml_app *app, aml_record_request *out) {
  aml_arguments *given = &app->arguments;
  bool has_failed = false;
  *out = (aml_record_request){.is_asked = aml_asks_for_record(given),
      .filed = read_record(app, AML_OPT_VERIFY, &has_failed),
      .earlier = read_record(app, AML_OPT_SINCE, &has_failed)};
  if (out->filed != NULL && !aml_has(given, AML_OPT_AS_OF)) {
    AML_VEC_PUSH(
        app->arena, &given->values[AML_OPT_AS_OF], aml_sv_cstr(app->arena, aml_record_day(out->filed)));
  }
  return !has_failed;
}

typedef struct recording {
  aml_app *app;
  aml_engine *core;
  const aml_audit *audit;
  aml_evidence_record record;
} recording;

static void build(void *ctx) {
  recording *self = ctx;
  aml_engine_record(self->core, self->audit, &self->record);
}

static bool make_json(void *ctx, aml_write write, void *sink) {
  const recording *self = ctx;
  return aml_record_write_json(&self->record, write, sink);
}

static bool make_html(void *ctx, aml_write write, void *sink) {
  const recording *self = ctx;
  return aml_record_write_html(&self->record, write, sink);
}

static aml_status write_record(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  recording *self = ctx;
  bool is_page = aml_sv_iends(request->file, AML_SV(".html")) || aml_sv_iends(request->file, AML_SV(".htm"));
  const aml_rendering rendering = {"Writing the record", is_page ? make_html : make_json, self, write, sink};
  return aml_app_render(self->app, self->core, &rendering);
}

/* One --record, or several. */
static int write_files(aml_app *app, recording *self) {
  const aml_words *files = &app->arguments.values[AML_OPT_RECORD];
  aml_output_requests requests = {0};
  for (size_t i = 0; i < files->count; i++) {
    const aml_output_request one = {.format = AML_SV("record"), .file = aml_sv_of(files->items[i])};
    AML_VEC_PUSH(app->arena, &requests.list, one);
  }
  const aml_output_writer writer = {self, write_record};
  return aml_app_write_requests(app, &requests, &writer);
}

/* The tree of this run's record. */
static const aml_value *tree_of(aml_app *app, recording *self) {
  aml_strbuf text;
  aml_error error;
  uint32_t bad_at = 0;
  aml_strbuf_init(&text, app->arena, SIZE_MAX);
  aml_source *source = aml_sources_add(aml_sources_new(app->arena), AML_SV("record.json"), (aml_sv){NULL, 0});
  if (!make_json(self, aml_app_keep_text, &text) ||
      aml_source_fill(source, app->arena, aml_strbuf_view(&text), SIZE_MAX, &bad_at, &error) != AML_OK) {
    return NULL;
  }
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  return aml_tree_read(source, app->arena, &diags)->documents.items[0].root;
}

static void print_lines(aml_app *app, const aml_texts *lines) {
  for (size_t i = 0; i < lines->count; i++) {
    aml_app_print_safe(app, lines->items[i]);
    aml_app_print(app, AML_SV("\n"));
  }
}

int aml_app_answer_record_request(
    aml_app *app, aml_engine *core, const aml_audit *audit, const aml_record_request *request) {
  recording self = {.app = app, .core = core, .audit = audit};
  aml_status built = aml_engine_run_within(self.core, "Making the record", build, &self);
  if (built != AML_OK) {
    aml_arena_give_up(app->arena, built);
  }
  int status = write_files(app, &self);
  bool is_compared = request->filed != NULL || request->earlier != NULL;
  const aml_value *now = is_compared ? tree_of(app, &self) : NULL;
  if (is_compared && now == NULL) {
    return aml_app_complain(app, "The record of this run cannot be compared.");
  }
  if (request->earlier != NULL) {
    const aml_texts changes = aml_record_changes(app->arena, request->earlier, now);
    print_lines(app, &changes);
    aml_app_printf(app, "Since %.*s: %zu change%s.\n", AML_SV_ARG(aml_record_day(request->earlier)),
        changes.count, changes.count == 1 ? "" : "s");
  }
  if (request->filed == NULL || status != AML_EXIT_CLEAN) {
    return status;
  }
  const aml_texts differences = aml_record_differences(app->arena, request->filed, now);
  print_lines(app, &differences);
  if (differences.count == 0) {
    aml_app_print(app, AML_SV("The record matches this run.\n"));
    return AML_EXIT_CLEAN;
  }
  aml_app_printf(app, "%zu difference%s.\n", differences.count, differences.count == 1 ? "" : "s");
  return AML_EXIT_FINDINGS;
}
