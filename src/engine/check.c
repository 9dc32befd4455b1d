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
  size_t context_count;
  const size_t *context_of; /* by resource */
} checking;

typedef struct slice_job {
  checking *checking;
  slice *slice;
} slice_job;

static void check_body(void *ctx) {
  slice_job *job = ctx;
  aml_engine *engine = job->checking->engine;
  aml_findings_init(&job->slice->findings, &job->slice->arena);
  job->slice->findings.keeps_passes = engine->options.keep_passed;
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
  aml_progress_add(self->engine->progress, job.slice->end - job.slice->begin);
}

static void close_slice(void *object) {
  slice *self = object;
  aml_arena_release(&self->arena);
}

/* One context for each source file: overrides hold for paths. */
typedef struct context_list {
  AML_VEC(aml_check_context) items;
  size_t *of_source; /* by source id: index + 1 */
} context_list;

static aml_check_context make_context(aml_engine *engine, aml_sv path) {
  const aml_config *config = aml_engine_config_for(engine, path);
  return (aml_check_context){.sources = engine->sources,
      .graph = engine->graph,
      .facts = engine->facts,
      .as_of = engine->options.as_of,
      .settings = aml_engine_settings(engine, config, path),
      .surroundings = engine->context != NULL ? engine->context : config->context};
}

/* Resources that no file holds come first in the list of contexts. */
static size_t context_index(aml_engine *engine, context_list *list, const aml_resource *resource) {
  aml_source_id id = resource->span.source;
  if (list->of_source[id] == 0) {
    aml_sv path = id == 0 ? (aml_sv){NULL, 0} : aml_sources_get(engine->sources, id)->path;
    AML_VEC_PUSH(&engine->arena, &list->items, make_context(engine, path));
    list->of_source[id] = list->items.count;
  }
  return list->of_source[id] - 1;
}

static void collect_contexts(aml_engine *engine, checking *self) {
  size_t count = aml_graph_count(engine->graph);
  size_t *context_of = AML_NEW_ARRAY(&engine->arena, size_t, count);
  context_list list = {
      .of_source = AML_NEW_ARRAY(&engine->arena, size_t, aml_sources_count(engine->sources) + 1)};
  for (size_t i = 0; i < count; i++) {
    context_of[i] = context_index(engine, &list, aml_graph_at(engine->graph, i));
  }
  self->contexts = list.items.items;
  self->context_count = list.items.count;
  self->context_of = context_of;
}

/* Rules that are off everywhere are not run at all. */
static void switch_off(aml_engine *engine) {
  for (size_t i = 0; i < engine->rules->list.count; i++) {
    aml_rule *rule = engine->rules->list.items[i];
    bool is_on = false;
    for (size_t k = 0; k < engine->files.count && !is_on; k++) {
      aml_file *file = engine->files.items[k];
      if (file->config == NULL) { /* a linked template, opened while another was expanded */
        file->config = aml_engine_config_for(engine, file->source->path);
      }
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
    for (size_t k = 0; k < slices[i].findings.passes.count; k++) {
      AML_VEC_PUSH(&engine->arena, &engine->findings.passes, slices[i].findings.passes.items[k]);
    }
  }
}

void aml_engine_check(aml_engine *engine) {
  aml_findings_init(&engine->findings, &engine->arena);
  size_t resources = aml_graph_count(engine->graph);
  if (resources == 0) {
    return;
  }
  checking self = {.engine = engine};
  collect_contexts(engine, &self);
  switch_off(engine);
  aml_rules_prepare(engine->rules, &self.contexts[0], &engine->diags);
  for (size_t i = 1; i < self.context_count; i++) {
    if (self.contexts[i].settings != self.contexts[i - 1].settings) {
      aml_rules_check_settings(engine->rules, self.contexts[i].settings, &engine->diags);
    }
  }
  size_t count = (resources + SLICE - 1) / SLICE;
  self.slices = AML_NEW_ARRAY(&engine->arena, slice, count);
  for (size_t i = 0; i < count; i++) {
    aml_arena_init(&self.slices[i].arena, SIZE_MAX);
    aml_arena_defer(&engine->arena, close_slice, &self.slices[i]);
    self.slices[i].begin = i * SLICE;
    self.slices[i].end = (i + 1) * SLICE < resources ? (i + 1) * SLICE : resources;
  }
  aml_progress_begin(engine->progress, AML_STAGE_CHECK, resources);
  aml_pool_run(engine->options.jobs, count, check_slice, &self);
  gather(engine, self.slices, count);
}
