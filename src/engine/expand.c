/* Recognised files to resources, each expansion in an arena of its own, on all processors. */
#include "engine/budget.h"
#include "engine/pool.h"
#include "source/paths.h"

typedef struct expanding {
  aml_engine *engine;
  aml_expansion *expansion;
} expanding;

static const aml_value *open_linked(void *ctx, aml_sv path) {
  aml_file *file = aml_engine_open_file(ctx, path);
  return file == NULL || file->source->is_withheld || file->tree == NULL ? NULL : aml_file_root(file);
}

static const aml_value *context_object(const aml_engine *engine, const aml_config *config, aml_sv name) {
  const aml_value *context = engine->context != NULL ? engine->context : config->context;
  return context == NULL ? NULL : aml_object_find(context, name);
}

/* The workspace entry of the configuration that the file belongs to, or NULL. */
static const aml_config_workspace *find_workspace(const aml_file *file) {
  return aml_config_workspace_for(
      file->config, aml_engine_relative_to_config(file->config, file->source->path));
}

/* Resources deployed to "the" resource group are in the group that the configuration names, where it does. */
static void place_resources(const aml_expansion *expansion) {
  const aml_config_workspace *workspace = find_workspace(expansion->file);
  if (workspace == NULL) {
    return;
  }
  aml_scope_path place = aml_config_workspace_scope(workspace);
  for (size_t i = 0; i < expansion->resources.list.count; i++) {
    aml_scope_path *scope = &expansion->resources.list.items[i]->scope;
    if (scope->has_resource_group && scope->resource_group.len == 0 && !scope->is_uncertain) {
      scope->resource_group = place.resource_group;
      scope->deployment = place.deployment;
      if (scope->subscription.len == 0) {
        scope->subscription = place.subscription;
      }
    }
  }
}

/* What is wrong with a resource that a default switches off is wrong only where it is deployed. */
static void check_arm(aml_expansion *expansion, aml_resource *resource) {
  aml_diags *diags = &expansion->diags;
  size_t first = diags->list.count;
  aml_azureml_check_arm(resource, diags);
  bool is_off = resource->condition == AML_CONDITION_OFF_BY_DEFAULT;
  for (size_t i = first; is_off && i < diags->list.count; i++) {
    diags->list.items[i].unless = aml_resource_when(&expansion->arena, resource);
  }
}

static void expand_template(aml_engine *engine, aml_expansion *expansion) {
  aml_file *file = expansion->file;
  const aml_config *config = file->config;
  aml_sv set = expansion->parameters == NULL ? (aml_sv){NULL, 0} : expansion->parameters->source->path;
  aml_arm_context context = {.subscription = context_object(engine, config, AML_SV("subscription")),
      .resource_group = context_object(engine, config, AML_SV("resourceGroup")),
      .management_group = context_object(engine, config, AML_SV("managementGroup")),
      .tenant = context_object(engine, config, AML_SV("tenant")),
      .deployment = context_object(engine, config, AML_SV("deployment")),
      .environment = context_object(engine, config, AML_SV("environment")),
      .deployer = context_object(engine, config, AML_SV("deployer")),
      .template_links = config->template_links,
      .deployment_key =
          aml_sv_format(&expansion->arena, "%.*s|%.*s", AML_SV_ARG(file->source->path), AML_SV_ARG(set))};
  aml_arm_files files = {.ctx = engine, .open = open_linked};
  aml_arm_input input = {.template_ = aml_file_root(file),
      .template_path = file->source->path,
      .parameters = expansion->parameters == NULL ? NULL : aml_file_root(expansion->parameters),
      .parameters_path = set,
      .sources = engine->sources,
      .files = &files,
      .context = &context};
  aml_arm_expand(&input, &expansion->resources, &expansion->diags, &expansion->stats);
  for (size_t i = 0; i < expansion->resources.list.count; i++) {
    expansion->resources.list.items[i]->parameters = set;
    check_arm(expansion, expansion->resources.list.items[i]);
    aml_resource_drop_ineffective(expansion->resources.list.items[i], engine->facts, &expansion->arena);
  }
}

static const aml_value *known_or(aml_arena *arena, const aml_value *value, const char *reason) {
  return value != NULL ? value : aml_value_unknown(arena, aml_sv_of(reason), 1U << AML_STRING, AML_NO_SPAN);
}

static void translate_yaml(aml_expansion *expansion) {
  aml_file *file = expansion->file;
  const aml_config_workspace *workspace = find_workspace(file);
  size_t slash = aml_sv_rfind_char(file->source->path, '/');
  aml_azureml_context context = {
      .file = aml_sv_slice(file->source->path, slash == AML_NPOS ? 0 : slash + 1, file->source->path.len)};
  if (workspace != NULL) {
    context.workspace_key = workspace->key;
    context.scope = aml_config_workspace_scope(workspace);
  } else {
    context.scope = (aml_scope_path){.has_resource_group = true,
        .is_uncertain = true,
        .deployment = aml_sv_format(&expansion->arena, "%.*s|", AML_SV_ARG(file->source->path))};
  }
  context.name = known_or(&expansion->arena, workspace == NULL ? NULL : workspace->name,
      "the configuration names no workspace for this file");
  context.location = known_or(&expansion->arena, workspace == NULL ? NULL : workspace->location,
      "the configuration gives no location of the workspace");
  for (size_t i = 0; i < file->tree->documents.count; i++) {
    if (file->yaml_kinds[i] != AML_YAML_NONE) {
      aml_azureml_translate(file->tree->documents.items[i].root, file->yaml_kinds[i], &context,
          &expansion->resources, &expansion->diags);
    }
  }
}

static void hide_secrets(aml_expansion *expansion) {
  const aml_config *config = expansion->file->config;
  for (size_t i = 0; i < expansion->resources.list.count; i++) {
    aml_resource *resource = expansion->resources.list.items[i];
    resource->body = aml_engine_hide_secrets(&expansion->arena, config, resource->body);
  }
}

static void expand_body(void *ctx) {
  expanding *self = ctx;
  aml_resources_init(&self->expansion->resources, &self->expansion->arena);
  aml_diags_init(&self->expansion->diags, &self->expansion->arena);
  self->expansion->diags.most = SIZE_MAX; /* each is charged to the budget */
  if (self->expansion->file->kind == AML_FILE_TEMPLATE) {
    expand_template(self->engine, self->expansion);
  } else {
    translate_yaml(self->expansion);
  }
  aml_diags_fold(&self->expansion->diags);
  place_resources(self->expansion);
  hide_secrets(self->expansion);
}

typedef struct expand_job {
  aml_engine *engine;
  aml_expansion *expansion;
  aml_budget budget;
} expand_job;

typedef AML_VEC(expand_job) expand_jobs;

static void run_job(expand_job *job) {
  expanding self = {job->engine, job->expansion};
  aml_arena *arena = &job->expansion->arena;
  arena->budget = &job->budget;
  job->expansion->status = aml_guard_run(arena, expand_body, &self);
  arena->budget = NULL;
}

static void expand_one(void *ctx, size_t worker, size_t i) {
  (void)worker;
  expand_jobs *jobs = ctx;
  run_job(&jobs->items[i]);
  aml_progress_add(jobs->items[i].engine->progress, 1);
}

static size_t weigh(const aml_expansion *expansion) {
  size_t weight = expansion->file->source->bytes.len;
  return expansion->parameters == NULL ? weight : weight + expansion->parameters->source->bytes.len;
}

static bool needs_more(const expand_job *job) {
  return job->expansion->status == AML_ERR_LIMIT;
}

static void tell(const expand_job *job) {
  const aml_file *file = job->expansion->file;
  aml_engine_tell_budget(job->engine, &job->budget, (aml_span){file->source->id, 0, 0},
      file->kind == AML_FILE_TEMPLATE ? "Expanding" : "Reading", file->source->path);
}

/* Those that their share did not suffice for, one after another. */
static void expand_again(aml_means *means, expand_jobs *jobs) {
  size_t left = 0;
  for (size_t i = 0; i < jobs->count; i++) {
    aml_means_settle(means, &jobs->items[i].budget);
    left += needs_more(&jobs->items[i]);
  }
  for (size_t i = 0; i < jobs->count && left > 0; i++) {
    expand_job *job = &jobs->items[i];
    if (!needs_more(job)) {
      continue;
    }
    if (means->jobs > 1) {
      aml_arena_release(&job->expansion->arena);
      job->budget = aml_means_rest(means, left--);
      run_job(job);
      aml_means_settle(means, &job->budget);
    }
    if (needs_more(job)) {
      tell(job);
    }
  }
}

void aml_engine_expand(aml_engine *engine) {
  expand_jobs jobs = {0};
  size_t weight = 0;
  for (size_t i = 0; i < engine->files.count; i++) {
    for (size_t k = 0; k < engine->files.items[i]->expansions.count; k++) {
      const expand_job job = {.engine = engine, .expansion = engine->files.items[i]->expansions.items[k]};
      AML_VEC_PUSH(&engine->arena, &jobs, job);
      weight += weigh(job.expansion);
    }
  }
  aml_means means = aml_engine_means(engine, jobs.count, weight);
  means.memory /= 2; /* the other half is for the checks */
  means.steps /= 2;
  for (size_t i = 0; i < jobs.count; i++) {
    jobs.items[i].budget = aml_means_share(&means, weigh(jobs.items[i].expansion));
  }
  aml_progress_begin(engine->progress, AML_STAGE_EXPAND, jobs.count);
  aml_pool_run(engine->options.jobs, jobs.count, expand_one, &jobs);
  expand_again(&means, &jobs);
}

/* What the configurations say to exist, each once. */
static void add_configured(aml_engine *engine) {
  AML_VEC(const aml_config *) seen = {0};
  for (size_t i = 0; i < engine->files.count; i++) {
    const aml_config *config = engine->files.items[i]->config;
    bool is_new = config != NULL;
    for (size_t k = seen.count; k > 0 && is_new; k--) {
      is_new = seen.items[k - 1] != config;
    }
    if (is_new) {
      aml_resources *resources = AML_NEW(&engine->arena, aml_resources);
      aml_resources_init(resources, &engine->arena);
      aml_config_resources(config, resources);
      aml_graph_add(engine->graph, resources->list.items, resources->list.count);
      AML_VEC_PUSH(&engine->arena, &seen, config);
    }
  }
}

void aml_engine_link(aml_engine *engine) {
  engine->graph = aml_graph_new(&engine->arena);
  add_configured(engine);
  for (size_t i = 0; i < engine->files.count; i++) {
    for (size_t k = 0; k < engine->files.items[i]->expansions.count; k++) {
      const aml_expansion *expansion = engine->files.items[i]->expansions.items[k];
      aml_graph_add(engine->graph, expansion->resources.list.items, expansion->resources.list.count);
    }
  }
  aml_graph_link(engine->graph);
}
