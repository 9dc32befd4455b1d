/* amlint expand: the resources that templates deploy. */
#include "arm/expand_json.h"
#include "cli/app.h"
#include "engine/core.h"
#include "source/lines.h"

/* What is wrong with the input itself, one line each, as compilers print it. */
static void tell_input_findings(aml_app *app, amlint_engine *engine) {
  amlint_finding finding;
  for (size_t i = 0; amlint_finding_at(engine, i, &finding); i++) {
    if (aml_sv_starts(aml_sv_of(finding.rule), AML_SV("AML0"))) {
      aml_app_remark(app, "%s:%u:%u: [%s] %s", finding.location.file, finding.location.line,
          finding.location.column, finding.rule, finding.message);
    }
  }
}

static void collect(aml_app *app, const aml_engine *core, aml_resources *all) {
  aml_resources_init(all, app->arena);
  for (size_t i = 0; i < core->files.count; i++) {
    const aml_file *file = core->files.items[i];
    for (size_t k = 0; k < file->expansions.count; k++) {
      const aml_resources *some = &file->expansions.items[k]->resources;
      for (size_t r = 0; r < some->list.count; r++) {
        AML_VEC_PUSH(app->arena, &all->list, some->list.items[r]);
      }
    }
  }
}

int aml_command_expand(aml_app *app) {
  if (app->arguments.operands.count == 0) {
    return aml_app_complain(app, "Which template? Write 'amlint expand main.json'.");
  }
  amlint_engine *engine = aml_app_run_engine(app);
  if (engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  const aml_engine *core = aml_engine_core(engine);
  aml_resources all;
  collect(app, core, &all);
  aml_json json;
  aml_json_init(&json, aml_output_write, app->out, AML_JSON_PRETTY);
  aml_arm_expand_json(&all, &json);
  bool is_written = aml_json_finish(&json);
  tell_input_findings(app, engine);
  return core->is_incomplete || !is_written ? AML_EXIT_TROUBLE : AML_EXIT_CLEAN;
}
