/* amlint expand: the resources that templates deploy. */
#include "arm/expand_json.h"
#include "base/strbuf.h"
#include "cli/formats.h"
#include "cli/rule_texts.h"
#include "engine/core.h"
#include "expr/value_text.h"

static void collect(aml_app *app, const aml_engine *core, aml_resources *all) {
  aml_resources_init(all, app->arena);
  for (size_t i = 0; i < core->inputs.files.count; i++) {
    const aml_file *file = core->inputs.files.items[i];
    for (size_t k = 0; k < file->units.count; k++) {
      const aml_resources *some = &file->units.items[k]->resources;
      for (size_t r = 0; r < some->list.count; r++) {
        AML_VEC_PUSH(app->arena, &all->list, some->list.items[r]);
      }
    }
  }
}

enum { SHOWN_MAX = 200 }; /* code points of a name */

typedef struct expansion {
  aml_app *app;
  aml_resources resources;
} expansion;

static bool write_json(const expansion *self, aml_write write, void *sink) {
  aml_json json;
  aml_json_init(&json, write, sink, AML_JSON_PRETTY);
  aml_arm_expand_json(&self->resources, &json);
  return aml_json_finish(&json);
}

/* Whether it is deployed for certain. */
static const char *state_of(const aml_resource *resource) {
  return resource->is_existing                       ? "existing"
         : resource->condition != AML_CONDITION_TRUE ? "perhaps"
                                                     : "deployed";
}

static aml_sv make_text(const expansion *self) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  for (size_t i = 0; i < self->resources.list.count; i++) {
    const aml_resource *resource = self->resources.list.items[i];
    aml_sv name = aml_value_show(out.arena, resource->name, SHOWN_MAX);
    aml_strbuf_addf(
        &out, "%-8s %.*s %.*s\n", state_of(resource), AML_SV_ARG(resource->type), AML_SV_ARG(name));
  }
  return aml_safe_lines(self->app->arena, aml_strbuf_view(&out));
}

static aml_sv make_markdown(const expansion *self) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  aml_strbuf_add(&out, AML_SV("| state | type | name |\n| --- | --- | --- |\n"));
  for (size_t i = 0; i < self->resources.list.count; i++) {
    const aml_resource *resource = self->resources.list.items[i];
    aml_sv type = aml_table_cell(out.arena, resource->type);
    aml_sv name = aml_table_cell(out.arena, aml_value_show(out.arena, resource->name, SHOWN_MAX));
    aml_strbuf_addf(&out, "| %s | %.*s | %.*s |\n", state_of(resource), AML_SV_ARG(type), AML_SV_ARG(name));
  }
  return aml_safe_lines(self->app->arena, aml_strbuf_view(&out));
}

static aml_status write_expansion(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const expansion *self = ctx;
  if (aml_request_is(request, "json")) {
    return write_json(self, write, sink) ? AML_OK : AML_ERR_IO;
  }
  aml_sv text = aml_request_is(request, "markdown") ? make_markdown(self) : make_text(self);
  return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
}

int aml_command_expand(aml_app *app) {
  if (app->arguments.operands.count == 0) {
    return aml_app_complain(app, "Name a template, as in 'amlint expand main.json'.");
  }
  aml_output_requests requests;
  if (!aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  const aml_engine *core = aml_engine_core(engine);
  expansion self = {.app = app};
  collect(app, core, &self.resources);
  const aml_output_writer writer = {&self, write_expansion};
  int status = aml_app_write_requests(app, &requests, &writer);
  (void)aml_app_tell_input_findings(app, engine, AMLINT_SEVERITY_NOTE);
  aml_app_tell_notices(app, engine, AMLINT_SEVERITY_WARNING);
  return core->remarks.is_incomplete ? AML_EXIT_TROUBLE : status;
}
