/* A policy or a rule on one resource, or on each that a file declares. */
#include "cli/eval_policy.h"

#include "cli/rule_texts.h"
#include "config/context_file.h"
#include "engine/core.h"
#include "policy/policy_eval.h"
#include "source/lines.h"
#include "source/paths.h"

typedef struct judged {
  const aml_resource *resource;
  aml_verdict verdict;
} judged;

typedef struct evaluation {
  aml_app *app;
  aml_sources *sources; /* of all that is read */
  aml_policy_eval_input input;
  amlint_engine *engine;             /* has read what is no body; NULL: there is nothing such */
  AML_VEC(aml_resource *) resources; /* of the engine */
  AML_VEC(judged) judged;
  bool is_body; /* --resource names one, so there is one verdict and no list */
} evaluation;

/* `name` is empty where there is one resource alone, which needs no name. */
static aml_sv describe(aml_arena *arena, const aml_verdict *verdict, aml_sv name) {
  aml_sv to = name.len == 0 ? name : aml_sv_format(arena, " to '%.*s'", AML_SV_ARG(name));
  switch (verdict->applies) {
  case AML_TRUE:
    return aml_sv_format(arena, "It applies%.*s: %.*s.\n", AML_SV_ARG(to), AML_SV_ARG(verdict->effect_text));
  case AML_FALSE:
    return aml_sv_format(arena, "It does not apply%.*s.\n", AML_SV_ARG(to));
  case AML_MAYBE:
    break;
  }
  aml_sv of = name.len == 0 ? name : aml_sv_format(arena, " for '%.*s'", AML_SV_ARG(name));
  return aml_sv_format(arena, "It is undecided%.*s: %.*s\n", AML_SV_ARG(of), AML_SV_ARG(verdict->reason));
}

static bool write_text(const evaluation *self, aml_write write, void *sink) {
  aml_arena *arena = self->app->arena;
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < self->judged.count; i++) {
    const judged *one = &self->judged.items[i];
    aml_sv name = self->is_body ? (aml_sv){0} : one->resource->shown_name;
    aml_strbuf_add(&out, describe(arena, &one->verdict, name));
  }
  aml_sv text = aml_safe_lines(arena, aml_strbuf_view(&out));
  return write(sink, text.data, text.len);
}

static void write_member(aml_json *json, const judged *one) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "resource", one->resource->shown_name);
  aml_json_member_string(json, "type", one->resource->type);
  aml_verdict_write_members(json, &one->verdict);
  aml_json_end_object(json);
}

static bool write_json(const evaluation *self, aml_write write, void *sink) {
  aml_json json;
  aml_json_init(&json, write, sink, AML_JSON_PRETTY);
  if (self->is_body) {
    aml_verdict_write(&json, &self->judged.items[0].verdict);
    return aml_json_finish(&json);
  }
  aml_json_begin_array(&json);
  for (size_t i = 0; i < self->judged.count; i++) {
    write_member(&json, &self->judged.items[i]);
  }
  aml_json_end_array(&json);
  return aml_json_finish(&json);
}

static aml_status write_verdicts(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const bool is_text = aml_request_is(request, "text");
  return (is_text ? write_text(ctx, write, sink) : write_json(ctx, write, sink)) ? AML_OK : AML_ERR_IO;
}

static bool is_one_body(const aml_value *root) {
  return root->kind != AML_OBJECT || aml_policy_eval_is_resource(root);
}

static bool is_list_of_bodies(const aml_value *root) {
  return root->kind == AML_ARRAY;
}

/* How the file of an option is read. */
typedef enum reading { READ_NOTHING, READ_BODIES, READ_BY_ENGINE, READ_FAILED } reading;

static reading reading_of(aml_app *app, const char *path, bool (*is_bodies)(const aml_value *root)) {
  if (path == NULL) {
    return READ_NOTHING;
  }
  if (!aml_discover_is_tree(aml_sv_of(path))) {
    return READ_BY_ENGINE;
  }
  const aml_value *root = aml_app_read_tree(app, aml_sources_new(app->arena), path, NULL);
  return root == NULL ? READ_FAILED : is_bodies(root) ? READ_BODIES : READ_BY_ENGINE;
}

/* The tree of a file; NULL with *has_failed left as it is where there is no such option, and set, with the
 * trouble said, where the file cannot be read. */
static const aml_value *read_tree(evaluation *self, const char *path, bool *has_failed) {
  const aml_value *root = path == NULL ? NULL : aml_app_read_tree(self->app, self->sources, path, NULL);
  *has_failed = *has_failed || (path != NULL && root == NULL);
  return root;
}

static const aml_value *read_option(evaluation *self, aml_option_id option, bool *has_failed) {
  return read_tree(self, aml_option_value(&self->app->arguments, option), has_failed);
}

static void take_unit(evaluation *self, const aml_unit *unit, bool is_judged) {
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    aml_resource *resource = unit->resources.list.items[i];
    AML_VEC_PUSH(self->app->arena, &self->resources, resource);
    if (is_judged && !resource->is_existing) {
      AML_VEC_PUSH(self->app->arena, &self->judged, ((judged){.resource = resource}));
    }
  }
}

/* All that the engine has read is there; what stands at `path` is judged. */
static void take_resources(evaluation *self, const char *path) {
  aml_sv shown = path == NULL ? (aml_sv){0} : aml_sv_of(aml_app_seen_from_root(self->app, aml_sv_of(path)));
  bool is_root = aml_sv_eq(shown, AML_SV("."));
  const aml_engine *core = aml_engine_core(self->engine);
  for (size_t i = 0; i < core->inputs.files.count; i++) {
    const aml_file *file = core->inputs.files.items[i];
    aml_sv own = file->source->path;
    bool is_judged = path != NULL && (is_root || aml_sv_eq(own, shown) || aml_path_is_below(shown, own));
    for (size_t k = 0; k < file->units.count; k++) {
      take_unit(self, file->units.items[k], is_judged);
    }
  }
}

/* Reads the files, which `subject` and `related` name, as a run reads its inputs; NULL: there is none. */
static bool read_by_engine(evaluation *self, const char *subject, const char *related) {
  const char *paths[2];
  size_t count = 0;
  for (int i = 0; i < 2; i++) {
    const char *path = i == 0 ? subject : related;
    if (path != NULL) {
      paths[count++] = path;
    }
  }
  self->engine = aml_app_declare_engine(self->app, paths, count);
  if (self->engine == NULL) {
    return false;
  }
  self->sources = aml_engine_core(self->engine)->inputs.sources;
  take_resources(self, subject);
  return true;
}

/* Where each resource comes from; false after a complaint. */
static bool find_resources(evaluation *self) {
  aml_app *app = self->app;
  const char *subject = aml_option_value(&app->arguments, AML_OPT_RESOURCE);
  const char *related = aml_option_value(&app->arguments, AML_OPT_RELATED);
  if (subject == NULL) {
    (void)aml_app_complain(app, "Name the resource with '--resource FILE'.");
    return false;
  }
  reading how = reading_of(app, subject, is_one_body);
  reading beside = reading_of(app, related, is_list_of_bodies);
  if (how == READ_FAILED || beside == READ_FAILED) {
    return false;
  }
  bool is_run = how == READ_BY_ENGINE || beside == READ_BY_ENGINE;
  bool has_failed = is_run && !read_by_engine(self, how == READ_BY_ENGINE ? subject : NULL,
                                  beside == READ_BY_ENGINE ? related : NULL);
  self->is_body = how == READ_BODIES;
  self->input.resource = self->is_body ? read_tree(self, subject, &has_failed) : NULL;
  self->input.related = beside == READ_BODIES ? read_tree(self, related, &has_failed) : NULL;
  return !has_failed;
}

/* All else that the verdict depends on; false after a complaint. */
static bool read_rest(evaluation *self, aml_diags *diags) {
  aml_app *app = self->app;
  aml_error error;
  bool has_failed = false;
  aml_policy_eval_input *input = &self->input;
  const aml_value *aliases = read_option(self, AML_OPT_ALIASES, &has_failed);
  const char *api_version = aml_option_value(&app->arguments, AML_OPT_API_VERSION);
  input->policy = read_option(self, AML_OPT_POLICY, &has_failed);
  input->parameters = read_option(self, AML_OPT_PARAMETERS, &has_failed);
  input->context = read_option(self, AML_OPT_CONTEXT, &has_failed);
  input->api_version = api_version == NULL ? (aml_sv){0} : aml_sv_of(api_version);
  input->sources = self->sources;
  input->facts = aml_facts_new(app->arena, (aml_sv){NULL, 0}, &error);
  if (has_failed || !aml_app_read_day(app, input->facts, &input->as_of)) {
    return false;
  }
  input->aliases = aliases == NULL ? NULL : aml_aliases_read(app->arena, aliases, diags);
  bool is_usable = (aliases == NULL || input->aliases != NULL) &&
                   (input->context == NULL || aml_context_has_shape(app->arena, input->context, "", diags));
  if (!is_usable) {
    (void)aml_app_complain_of(app, self->sources, diags);
  }
  return is_usable;
}

/* False after a complaint, as the next. */
static bool judge_body(evaluation *self, aml_diags *diags) {
  judged one = {0};
  if (!aml_policy_eval(self->app->arena, &self->input, diags, &one.verdict)) {
    (void)aml_app_complain_of(self->app, self->sources, diags);
    return false;
  }
  AML_VEC_PUSH(self->app->arena, &self->judged, one);
  return true;
}

static bool judge_declared(evaluation *self, aml_diags *diags) {
  aml_eval_judge *judge = aml_policy_eval_prepare(self->app->arena, &self->input, diags);
  if (judge == NULL) {
    (void)aml_app_complain_of(self->app, self->sources, diags);
    return false;
  }
  const aml_graph *graph = aml_policy_eval_graph(judge, self->resources.items, self->resources.count);
  for (size_t i = 0; i < self->judged.count; i++) {
    judged *one = &self->judged.items[i];
    one->verdict = aml_policy_eval_judge(judge, graph, one->resource);
  }
  return true;
}

/* What the engine has to say of the files; whether all of them was read. */
static bool tell_files(const evaluation *self) {
  if (self->engine == NULL) {
    return true;
  }
  (void)aml_app_tell_input_findings(self->app, self->engine, AMLINT_SEVERITY_NOTE);
  aml_app_tell_notices(self->app, self->engine, AMLINT_SEVERITY_WARNING);
  return !aml_engine_core(self->engine)->remarks.is_incomplete;
}

int aml_app_eval_policy(aml_app *app, const aml_output_requests *requests) {
  evaluation self = {.app = app, .sources = aml_sources_new(app->arena)};
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  if (!find_resources(&self) || !read_rest(&self, &diags)) {
    return AML_EXIT_TROUBLE;
  }
  bool is_complete = tell_files(&self);
  if (!self.is_body && self.judged.count == 0) {
    return aml_app_complain(
        app, "No resource was found in '%s'.", aml_option_value(&app->arguments, AML_OPT_RESOURCE));
  }
  if (!(self.is_body ? judge_body : judge_declared)(&self, &diags)) {
    return AML_EXIT_TROUBLE;
  }
  const aml_output_writer writer = {&self, write_verdicts};
  int status = aml_app_write_requests(app, requests, &writer);
  return is_complete ? status : AML_EXIT_TROUBLE;
}
