/* amlint --print-config [PATH]: what is in force for a file, and which configuration says so. */
#include <sys/stat.h>

#include "base/strbuf.h"
#include "cli/formats.h"
#include "cli/rule_texts.h"
#include "engine/own_file.h"
#include "expr/value_text.h"
#include "source/paths.h"

typedef struct in_force {
  aml_app *app;
  aml_engine *engine;
  aml_sv path; /* as shown */
  const aml_config *config;
  aml_sv config_path, profile, workspace; /* the last one may be empty */
  const aml_value *settings;              /* parameters of rules; may be NULL */
} in_force;

static aml_ruling ruling_of(const in_force *self, const aml_rule *rule) {
  return aml_engine_rule_on(self->engine, self->config, self->path, rule, rule->severity);
}

static const aml_value *parameters_of(const in_force *self, const aml_rule *rule) {
  const aml_value *found = self->settings == NULL ? NULL : aml_object_find(self->settings, rule->id);
  return found != NULL || self->settings == NULL ? found : aml_object_find(self->settings, rule->name);
}

static void write_rules(aml_json *json, const in_force *self) {
  aml_json_key(json, AML_SV("rules"));
  aml_json_begin_object(json);
  for (size_t i = 0; i < self->engine->rules->list.count; i++) {
    const aml_rule *rule = self->engine->rules->list.items[i];
    aml_json_key(json, rule->id);
    aml_json_begin_object(json);
    aml_json_member_string(json, "name", rule->name);
    aml_ruling ruling = ruling_of(self, rule);
    aml_json_member_string(json, "severity", aml_sv_of(aml_rule_level(ruling.severity)));
    aml_json_member_string(json, "by", aml_sv_of(ruling.by));
    const aml_value *parameters = parameters_of(self, rule);
    if (parameters != NULL) {
      aml_json_key(json, AML_SV("parameters"));
      aml_value_write_json(json, parameters, true);
    }
    aml_json_end_object(json);
  }
  aml_json_end_object(json);
}

static bool write_json(const in_force *self, aml_write write, void *sink) {
  aml_json json;
  aml_json_init(&json, write, sink, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_member_string(&json, "path", self->path);
  aml_json_member_string(&json, "config", self->config_path);
  aml_json_member_string(&json, "profile", self->profile);
  aml_json_member_string(&json, "workspace", self->workspace);
  write_rules(&json, self);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}

static aml_sv make_text(const in_force *self) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  aml_strbuf_addf(&out, "path: %.*s\nconfig: %.*s\nprofile: %.*s\n", AML_SV_ARG(self->path),
      AML_SV_ARG(self->config_path), AML_SV_ARG(self->profile));
  if (self->workspace.len > 0) {
    aml_strbuf_addf(&out, "workspace: %.*s\n", AML_SV_ARG(self->workspace));
  }
  for (size_t i = 0; i < self->engine->rules->list.count; i++) {
    const aml_rule *rule = self->engine->rules->list.items[i];
    aml_ruling ruling = ruling_of(self, rule);
    aml_strbuf_addf(&out, "%.*s %.*s: %s (%s)", AML_SV_ARG(rule->id), AML_SV_ARG(rule->name),
        aml_rule_level(ruling.severity), ruling.by);
    const aml_value *parameters = parameters_of(self, rule);
    if (parameters != NULL) {
      aml_sv shown = aml_value_json(out.arena, parameters, true);
      aml_strbuf_addf(&out, " %.*s", AML_SV_ARG(shown));
    }
    aml_strbuf_add_char(&out, '\n');
  }
  return aml_safe_lines(self->app->arena, aml_strbuf_view(&out));
}

static aml_status write_config(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const in_force *self = ctx;
  if (aml_request_is(request, "json")) {
    return write_json(self, write, sink) ? AML_OK : AML_ERR_IO;
  }
  aml_sv text = make_text(self);
  return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
}

/* A folder's own configuration holds for it. */
static aml_sv folder_of(aml_app *app, aml_sv path) {
  struct stat status;
  bool is_folder = stat(aml_sv_cstr(app->arena, path), &status) == 0 && S_ISDIR(status.st_mode);
  return is_folder ? path : aml_path_folder(aml_path_join(app->arena, (aml_sv){NULL, 0}, path));
}

static in_force find_what_holds(aml_app *app, aml_engine *engine, aml_sv name) {
  in_force self = {.app = app, .engine = engine, .config = engine->files.items[0]->config};
  const aml_config *config = self.config;
  self.path = aml_engine_shown_path(engine, aml_path_join(app->arena, engine->options.folder, name));
  if (aml_sv_eq(self.path, engine->discovery.root)) {
    self.path = AML_SV(".");
  }
  aml_sv relative = aml_engine_relative_to_config(config, self.path);
  const aml_config_workspace *workspace = aml_config_workspace_for(config, relative);
  self.config_path = config->path.len > 0 ? config->path : AML_SV("(none: the defaults)");
  self.profile = engine->options.profile.len > 0 ? engine->options.profile : config->profile;
  self.workspace = workspace == NULL ? (aml_sv){NULL, 0} : workspace->key;
  self.settings = aml_engine_settings(engine, config, self.path);
  return self;
}

int aml_app_print_config(aml_app *app) {
  const aml_words *operands = &app->arguments.operands;
  aml_sv name = operands->count == 0 ? AML_SV(".") : aml_sv_of(operands->items[0]);
  aml_output_requests requests;
  if (!aml_app_read_requests(app, "json text", &requests)) {
    return AML_EXIT_TROUBLE;
  }
  amlint_engine *handle = aml_app_configure_engine(app, folder_of(app, name));
  if (handle == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *engine = aml_engine_core(handle);
  bool has_trouble = aml_app_tell_input_findings(app, handle, AMLINT_SEVERITY_NOTE) || engine->is_incomplete;
  aml_app_tell_notices(app, handle, AMLINT_SEVERITY_ERROR);
  in_force self = find_what_holds(app, engine, name);
  const aml_output_writer writer = {&self, write_config};
  int status = aml_app_write_requests(app, &requests, &writer);
  return has_trouble ? AML_EXIT_TROUBLE : status;
}
