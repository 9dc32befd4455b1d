/* amlint --print-config [PATH]: what is in force for a file, and which configuration says so. */
#include <sys/stat.h>

#include "base/strbuf.h"
#include "cli/formats.h"
#include "cli/origins.h"
#include "cli/rule_texts.h"
#include "config/path_patterns.h"
#include "engine/core.h"
#include "expr/value_text.h"
#include "source/paths.h"

enum { SHOWN_MAX = 80 };

typedef struct in_force {
  aml_app *app;
  const aml_criteria *criteria;
  const aml_inputs *inputs;
  aml_sv path; /* as shown */
  const aml_config *config;
  aml_sv config_path, profile, workspace; /* the last one may be empty */
  aml_span workspace_span;
  const aml_value *settings;   /* all keys, and those of the command line */
  const aml_value *parameters; /* of rules, at the path; may be NULL */
} in_force;

static aml_ruling ruling_of(const in_force *self, const aml_rule *rule) {
  return aml_engine_rule_on(self->criteria, self->config, self->path, rule, rule->severity);
}

static const aml_value *parameters_of(const in_force *self, const aml_rule *rule) {
  const aml_value *found = self->parameters == NULL ? NULL : aml_object_find(self->parameters, rule->id);
  return found != NULL || self->parameters == NULL ? found : aml_object_find(self->parameters, rule->name);
}

static const aml_value *setting(const in_force *self, const char *key) {
  return aml_object_find_exact(self->settings, aml_sv_of(key));
}

/* Of `select` or `ignore`: the selector that means the rule; the whole list where none does. */
static const aml_value *selector_of(const aml_value *list, const aml_rule *rule) {
  for (size_t i = 0; i < list->as.array.count; i++) {
    if (aml_rule_is_selected(rule, list->as.array.items[i]->as.string)) {
      return list->as.array.items[i];
    }
  }
  return list;
}

static aml_sv origin_of_ruling(const in_force *self, const aml_rule *rule, const aml_ruling *ruling) {
  aml_sv by = aml_sv_of(ruling->by);
  if (aml_sv_starts(by, AML_SV("--"))) {
    return AML_SV("command line");
  }
  if (aml_sv_eq(by, AML_SV("select")) || aml_sv_eq(by, AML_SV("ignore"))) {
    return aml_origin_text(self->inputs, selector_of(setting(self, ruling->by), rule));
  }
  if (aml_sv_eq(by, AML_SV("profile"))) {
    return aml_origin_text(self->inputs, setting(self, "profile"));
  }
  aml_span span = aml_span_is_none(ruling->span) ? rule->span : ruling->span; /* a user's rule has one */
  return aml_span_is_none(span) ? AML_SV("default") : aml_place_text(self->inputs, span);
}

static void write_rules(aml_json *json, const in_force *self) {
  aml_json_key(json, AML_SV("rules"));
  aml_json_begin_object(json);
  for (size_t i = 0; i < self->criteria->rules->list.count; i++) {
    const aml_rule *rule = self->criteria->rules->list.items[i];
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

/* The keys of the settings, without `profile`, which is told by itself. */
static aml_key_origins origins_of_settings(const in_force *self) {
  aml_key_origins out = {0};
  for (size_t i = 0; i < self->settings->as.object.count; i++) {
    const aml_member *member = &self->settings->as.object.members[i];
    if (!aml_sv_eq(member->name, AML_SV("profile"))) {
      aml_sv pointer = aml_pointer_join(self->app->arena, AML_SV("/settings"), member->name);
      aml_key_origins_add(&out, self->app->arena, self->inputs, pointer, member->value);
    }
  }
  return out;
}

static aml_key_origins origins_of_parameters(const in_force *self, const aml_rule *rule, aml_sv pointer) {
  aml_key_origins out = {0};
  const aml_value *parameters = parameters_of(self, rule);
  if (parameters != NULL) {
    aml_key_origins_add(&out, self->app->arena, self->inputs, pointer, parameters);
  }
  return out;
}

static void write_settings(aml_json *json, const in_force *self) {
  aml_json_key(json, AML_SV("settings"));
  aml_json_begin_object(json);
  for (size_t i = 0; i < self->settings->as.object.count; i++) {
    const aml_member *member = &self->settings->as.object.members[i];
    if (!aml_sv_eq(member->name, AML_SV("profile"))) {
      aml_json_key(json, member->name);
      aml_value_write_json(json, member->value, true);
    }
  }
  aml_json_end_object(json);
}

static void write_origin_list(aml_json *json, const aml_key_origins *list) {
  for (size_t i = 0; i < list->count; i++) {
    aml_json_key(json, list->items[i].pointer);
    aml_json_string(json, list->items[i].origin);
  }
}

static void write_origins(aml_json *json, const in_force *self) {
  aml_arena *arena = self->app->arena;
  aml_json_key(json, AML_SV("origins"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "/profile", aml_origin_text(self->inputs, setting(self, "profile")));
  if (self->workspace.len > 0) {
    aml_json_member_string(json, "/workspace", aml_place_text(self->inputs, self->workspace_span));
  }
  aml_key_origins settings = origins_of_settings(self);
  write_origin_list(json, &settings);
  for (size_t i = 0; i < self->criteria->rules->list.count; i++) {
    const aml_rule *rule = self->criteria->rules->list.items[i];
    aml_sv pointer = aml_pointer_join(arena, AML_SV("/rules"), rule->id);
    aml_ruling ruling = ruling_of(self, rule);
    aml_json_key(json, aml_sv_join(arena, pointer, AML_SV("/severity")));
    aml_json_string(json, origin_of_ruling(self, rule, &ruling));
    aml_sv below = aml_sv_join(arena, pointer, AML_SV("/parameters"));
    aml_key_origins parameters = origins_of_parameters(self, rule, below);
    write_origin_list(json, &parameters);
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
  write_settings(&json, self);
  write_origins(&json, self);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}

static void add_line(aml_strbuf *out, aml_sv key, aml_sv value, aml_sv origin) {
  aml_strbuf_addf(out, "%.*s: %.*s  # %.*s\n", AML_SV_ARG(key), AML_SV_ARG(value), AML_SV_ARG(origin));
}

static void add_settings(aml_strbuf *out, const in_force *self) {
  aml_key_origins origins = origins_of_settings(self);
  for (size_t i = 0; i < origins.count; i++) {
    const aml_key_origin *one = &origins.items[i];
    aml_sv key = aml_sv_slice(one->pointer, sizeof "/settings/" - 1, one->pointer.len);
    add_line(out, key, aml_value_show(out->arena, one->value, SHOWN_MAX), one->origin);
  }
}

/* "AML101 idle-nodes: off (overrides) {"maxIdleNodes":2}  # amlint.yml:7, maxIdleNodes amlint.yml:8" */
static void add_rule(aml_strbuf *out, const in_force *self, const aml_rule *rule) {
  aml_ruling ruling = ruling_of(self, rule);
  aml_strbuf_addf(out, "%.*s %.*s: %s (%s)", AML_SV_ARG(rule->id), AML_SV_ARG(rule->name),
      aml_rule_level(ruling.severity), ruling.by);
  const aml_value *parameters = parameters_of(self, rule);
  if (parameters != NULL) {
    aml_sv shown = aml_value_json(out->arena, parameters, true);
    aml_strbuf_addf(out, " %.*s", AML_SV_ARG(shown));
  }
  aml_sv origin = origin_of_ruling(self, rule, &ruling);
  aml_strbuf_addf(out, "  # %.*s", AML_SV_ARG(origin));
  aml_key_origins origins = origins_of_parameters(self, rule, (aml_sv){NULL, 0});
  for (size_t i = 0; i < origins.count; i++) {
    aml_sv name = aml_sv_slice(origins.items[i].pointer, origins.items[i].pointer.len > 0, SIZE_MAX);
    aml_strbuf_addf(out, ", %.*s %.*s", AML_SV_ARG(name), AML_SV_ARG(origins.items[i].origin));
  }
  aml_strbuf_add_char(out, '\n');
}

static aml_sv make_text(const in_force *self) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  aml_strbuf_addf(&out, "path: %.*s\nconfig: %.*s\n", AML_SV_ARG(self->path), AML_SV_ARG(self->config_path));
  add_line(&out, AML_SV("profile"), self->profile, aml_origin_text(self->inputs, setting(self, "profile")));
  if (self->workspace.len > 0) {
    add_line(&out, AML_SV("workspace"), self->workspace, aml_place_text(self->inputs, self->workspace_span));
  }
  add_settings(&out, self);
  for (size_t i = 0; i < self->criteria->rules->list.count; i++) {
    add_rule(&out, self, self->criteria->rules->list.items[i]);
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

static in_force find_what_holds(aml_app *app, const aml_engine *engine, aml_sv name) {
  in_force self = {.app = app,
      .criteria = &engine->criteria,
      .inputs = &engine->inputs,
      .config = engine->inputs.files.items[0]->config};
  const aml_config *config = self.config;
  self.path =
      aml_engine_shown_path(&engine->inputs, aml_path_join(app->arena, engine->request.options.folder, name));
  if (aml_sv_eq(self.path, engine->inputs.discovery.root)) {
    self.path = AML_SV(".");
  }
  aml_sv relative = aml_engine_relative_to_config(config, self.path);
  const aml_config_workspace *workspace = aml_config_workspace_for(config, app->arena, relative);
  self.config_path = config->path.len > 0 ? config->path : AML_SV("(none: the defaults)");
  self.profile = engine->request.options.profile.len > 0 ? engine->request.options.profile : config->profile;
  self.workspace = workspace == NULL ? (aml_sv){NULL, 0} : workspace->key;
  self.workspace_span = workspace == NULL ? AML_NO_SPAN : workspace->span;
  self.settings = aml_settings_in_force(app, &engine->request, &engine->criteria, config);
  self.parameters = aml_engine_settings(&engine->criteria, config, self.path);
  return self;
}

int aml_app_print_config(aml_app *app) {
  const aml_words *operands = &app->arguments.operands;
  aml_sv name = operands->count == 0 ? AML_SV(".") : aml_sv_of(operands->items[0]);
  aml_output_requests requests;
  if (!aml_app_read_requests(app, "json text", &requests)) {
    return AML_EXIT_TROUBLE;
  }
  amlint_engine *handle = aml_app_configure_engine(app, folder_of(app, name), AML_CONFIGURED_WITH_EXCEPTIONS);
  if (handle == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *engine = aml_engine_core(handle);
  bool has_trouble =
      aml_app_tell_input_findings(app, handle, AMLINT_SEVERITY_NOTE) || engine->remarks.is_incomplete;
  aml_app_tell_notices(app, handle, AMLINT_SEVERITY_ERROR);
  in_force self = find_what_holds(app, engine, name);
  const aml_output_writer writer = {&self, write_config};
  int status = aml_app_write_requests(app, &requests, &writer);
  return has_trouble ? AML_EXIT_TROUBLE : status;
}
