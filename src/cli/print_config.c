/* amlint --print-config [PATH]: what is in force for a file, and which configuration says so. */
#include "base/json.h"
#include "cli/app.h"
#include "engine/core.h"
#include "engine/own_file.h"
#include "expr/value_text.h"
#include "report/place.h"
#include "source/paths.h"

static void print_rules(aml_json *json, aml_engine *engine, const aml_config *config, aml_sv path) {
  const aml_value *settings = aml_engine_settings(engine, config, path);
  aml_json_key(json, AML_SV("rules"));
  aml_json_begin_object(json);
  for (size_t i = 0; i < engine->rules->list.count; i++) {
    const aml_rule *rule = engine->rules->list.items[i];
    aml_severity severity = aml_engine_severity(engine, config, path, rule, rule->severity);
    aml_json_key(json, rule->id);
    aml_json_begin_object(json);
    aml_json_member_string(json, "name", rule->name);
    aml_json_member_string(json, "severity",
        severity == AML_SEVERITY_NONE ? AML_SV("off") : aml_sv_of(aml_severity_name(severity)));
    const aml_value *parameters = settings == NULL ? NULL : aml_object_find(settings, rule->id);
    if (parameters == NULL && settings != NULL) {
      parameters = aml_object_find(settings, rule->name);
    }
    if (parameters != NULL) {
      aml_json_key(json, AML_SV("parameters"));
      aml_value_write_json(json, parameters, true);
    }
    aml_json_end_object(json);
  }
  aml_json_end_object(json);
}

int aml_app_print_config(aml_app *app, amlint_engine *handle) {
  aml_engine *engine = aml_engine_core(handle);
  const aml_words *operands = &app->arguments.operands;
  aml_sv name = operands->count == 0 ? AML_SV(".") : aml_sv_of(operands->items[0]);
  aml_sv path = aml_engine_shown_path(engine, aml_path_join(app->arena, engine->options.folder, name));
  const aml_config *config = aml_engine_config_for(engine, path);
  const aml_config_workspace *workspace =
      aml_config_workspace_for(config, aml_engine_relative_to_config(config, path));
  aml_json json;
  aml_json_init(&json, aml_output_write, app->out, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_member_string(&json, "path", path);
  aml_json_member_string(
      &json, "config", config->path.len > 0 ? config->path : AML_SV("(none: the defaults)"));
  aml_json_member_string(
      &json, "profile", engine->options.profile.len > 0 ? engine->options.profile : config->profile);
  aml_json_member_string(&json, "workspace", workspace == NULL ? (aml_sv){NULL, 0} : workspace->key);
  print_rules(&json, engine, config, path);
  aml_json_end_object(&json);
  return aml_json_finish(&json) ? AML_EXIT_CLEAN : AML_EXIT_TROUBLE;
}
