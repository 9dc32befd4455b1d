/* Every rule on every resource, in slices on all processors; then the slices' findings in one list. */
#include "engine/engine.h"
#include "engine/pool.h"

/* Small enough to spread well, large enough to keep the arenas few. */
enum { SLICE = 64 };

typedef struct slice {
  aml_arena arena;
  aml_findings findings;
  size_t begin, end;
  bool is_cut;
} slice;

typedef struct checking {
  aml_engine *engine;
  slice *slices;
  const aml_check_context *contexts; /* one for each configuration */
  const size_t *context_of;          /* by resource */
} checking;

typedef struct slice_job {
  checking *checking;
  slice *slice;
} slice_job;

static void check_body(void *ctx) {
  slice_job *job = ctx;
  aml_engine *engine = job->checking->engine;
  aml_findings_init(&job->slice->findings, &job->slice->arena);
  for (size_t i = job->slice->begin; i < job->slice->end; i++) {
    const aml_resource *resource = aml_graph_at(engine->graph, i);
    if (!resource->is_existing) {
      const aml_check_context *context = &job->checking->contexts[job->checking->context_of[i]];
      aml_rules_check(engine->rules, context, i, &job->slice->findings);
    }
  }
}

static void check_slice(void *ctx, size_t worker, size_t i) {
  (void)worker;
  checking *self = ctx;
  slice_job job = {self, &self->slices[i]};
  job.slice->is_cut = aml_guard_run(&job.slice->arena, check_body, &job) != AML_OK;
}

static void close_slice(void *object) {
  slice *self = object;
  aml_arena_release(&self->arena);
}

/* The distinct configurations, and for each resource which of them holds. */
static size_t collect_contexts(aml_engine *engine, aml_check_context **out, size_t **context_of) {
  AML_VEC(const aml_config *) configs = {0};
  size_t count = aml_graph_count(engine->graph);
  *context_of = AML_NEW_ARRAY(&engine->arena, size_t, count);
  for (size_t i = 0; i < count; i++) {
    const aml_resource *resource = aml_graph_at(engine->graph, i);
    const aml_source *source =
        aml_span_is_none(resource->span) ? NULL : aml_sources_get(engine->sources, resource->span.source);
    const aml_config *config =
        aml_engine_config_for(engine, source == NULL ? (aml_sv){NULL, 0} : source->path);
    size_t k = configs.count;
    while (k > 0 && configs.items[k - 1] != config) {
      k--;
    }
    if (k == 0) {
      AML_VEC_PUSH(&engine->arena, &configs, config);
      k = configs.count;
    }
    (*context_of)[i] = k - 1;
  }
  *out = AML_NEW_ARRAY(&engine->arena, aml_check_context, configs.count + 1);
  for (size_t k = 0; k < configs.count; k++) {
    (*out)[k] = (aml_check_context){.sources = engine->sources,
        .graph = engine->graph,
        .facts = engine->facts,
        .as_of = engine->options.as_of,
        .settings = configs.items[k]->parameters};
  }
  return configs.count;
}

/* Rules that are off everywhere are not run at all. */
static void switch_off(aml_engine *engine) {
  for (size_t i = 0; i < engine->rules->list.count; i++) {
    aml_rule *rule = engine->rules->list.items[i];
    bool is_on = false;
    for (size_t k = 0; k < engine->files.count && !is_on; k++) {
      const aml_file *file = engine->files.items[k];
      bool is_repeat =
          k > 0 && engine->files.items[k - 1]->config == file->config && file->config->overrides.count == 0;
      is_on = !is_repeat && aml_engine_severity(engine, file->config, file->source->path, rule,
                                rule->severity) != AML_SEVERITY_NONE;
    }
    rule->effective = is_on ? rule->severity : AML_SEVERITY_NONE;
  }
}

static void gather(aml_engine *engine, slice *slices, size_t count) {
  for (size_t i = 0; i < count; i++) {
    engine->is_incomplete = engine->is_incomplete || slices[i].is_cut;
    for (size_t k = 0; k < slices[i].findings.list.count; k++) {
      AML_VEC_PUSH(&engine->arena, &engine->findings.list, slices[i].findings.list.items[k]);
    }
  }
}

void aml_engine_check(aml_engine *engine) {
  aml_findings_init(&engine->findings, &engine->arena);
  size_t resources = aml_graph_count(engine->graph);
  if (resources == 0) {
    return;
  }
  aml_check_context *contexts;
  checking self = {.engine = engine};
  size_t *context_of;
  (void)collect_contexts(engine, &contexts, &context_of);
  self.contexts = contexts;
  self.context_of = context_of;
  switch_off(engine);
  aml_rules_prepare(engine->rules, &contexts[0], &engine->diags);
  size_t count = (resources + SLICE - 1) / SLICE;
  self.slices = AML_NEW_ARRAY(&engine->arena, slice, count);
  for (size_t i = 0; i < count; i++) {
    aml_arena_init(&self.slices[i].arena, SIZE_MAX);
    aml_arena_defer(&engine->arena, close_slice, &self.slices[i]);
    self.slices[i].begin = i * SLICE;
    self.slices[i].end = (i + 1) * SLICE < resources ? (i + 1) * SLICE : resources;
  }
  aml_pool_run(engine->options.jobs, count, check_slice, &self);
  gather(engine, self.slices, count);
}
