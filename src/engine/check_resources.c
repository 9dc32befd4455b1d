/* Every rule on every resource, in slices on all processors; then the slices' findings in one list. */
#include "engine/check_resources.h"
#include "base/pool.h"

/* Small enough to spread well, large enough to keep the arenas few. */
enum { SLICE = 64 };

typedef struct slice {
  aml_arena arena;
  aml_budget budget;
  aml_findings findings;
  aml_answers *answers; /* NULL while nothing is checked */
  size_t begin, end;
  size_t at;                /* the resource under way */
  size_t kept, kept_passes; /* findings and passes of those before it */
  aml_status status;        /* AML_OK, or why it ended at `at` */
} slice;

typedef struct checking {
  const aml_checking *on;
  const aml_graph *graph;
  const aml_reached *reached; /* by order; NULL: all are */
  aml_arena *scratch;         /* of all but the slices, which hold the findings */
  aml_means means;
  slice *slices;
  size_t slice_count;
  const aml_check_context *contexts; /* one for each configuration */
  size_t context_count;
  const size_t *context_of; /* by resource */
  size_t *resources_of;     /* by source id: how many there are */
} checking;

typedef struct slice_job {
  checking *checking;
  slice *slice;
  size_t end;
} slice_job;

static void check_body(void *ctx) {
  slice_job *job = ctx;
  const aml_checking *on = job->checking->on;
  aml_findings *findings = &job->slice->findings;
  job->slice->answers = aml_answers_new(findings->arena);
  for (; job->slice->at < job->end; job->slice->at++) {
    size_t i = job->slice->at;
    const aml_resource *resource = aml_graph_at(job->checking->graph, i);
    job->slice->kept = findings->list.count;
    job->slice->kept_passes = findings->passes.count;
    aml_arena_at(findings->arena, &resource->span);
    const aml_check_context *context = &job->checking->contexts[job->checking->context_of[i]];
    if (!resource->is_existing) {
      aml_reached reached = job->checking->reached == NULL ? AML_REACHED : job->checking->reached[i];
      aml_rules_check_part(on->criteria->rules, context, i, reached, job->slice->answers, findings);
    }
  }
}

/* Checks resources of the slice up to `end`; where that is ended, what was found of the resource under way is
 * dropped: the rest of it is not known. */
static void check_until(checking *self, slice *s, size_t end, aml_budget *budget) {
  slice_job job = {.checking = self, .slice = s, .end = end};
  s->arena.budget = budget;
  s->status = aml_guard_run(&s->arena, check_body, &job);
  aml_answers_end(s->answers);
  s->answers = NULL;
  s->arena.budget = NULL;
  if (s->status != AML_OK) {
    s->findings.list.count = s->kept;
    s->findings.passes.count = s->kept_passes;
  }
}

static void check_slice(void *ctx, size_t worker, size_t i) {
  (void)worker;
  checking *self = ctx;
  slice *s = &self->slices[i];
  check_until(self, s, s->end, &s->budget);
  aml_progress_add(self->on->request->progress, s->end - s->begin);
}

/* Said once for each file; later resources of it are passed over in silence. */
static void tell_unchecked(
    const aml_bounds *bounds, const aml_resource *resource, aml_budget *budget, aml_remarks *remarks) {
  if (budget->place != NULL) {
    aml_engine_tell_budget(bounds, budget, resource->span, "Checking", resource->shown_name, remarks);
    budget->place = NULL;
  }
}

/* Resources whose share did not suffice are checked one after another, each file's with a budget of its own.
 */
typedef struct second_try {
  checking *checking;
  aml_budget *of_source; /* by source id; given once a file needs it */
  size_t files;          /* that have one, or will */
} second_try;

static void check_again(second_try *self, slice *s) {
  const aml_checking *on = self->checking->on;
  for (; s->at < s->end && s->status != AML_ERR_MEMORY; s->at += s->status != AML_OK) {
    const aml_resource *resource = aml_graph_at(self->checking->graph, s->at);
    aml_source_id id = resource->span.source;
    aml_budget *budget = &self->of_source[id];
    if (budget->given_steps == 0) {
      *budget = aml_means_rest(&self->checking->means, self->files);
    }
    if (budget->end == AML_BUDGET_OPEN) {
      const aml_budget before = *budget;
      check_until(self->checking, s, s->at + 1, budget);
      /* Blocks that the first try took may be given back now. */
      size_t memory = before.memory > budget->memory ? before.memory - budget->memory : 0;
      aml_means_spend(&self->checking->means, aml_budget_steps(&before) - aml_budget_steps(budget), memory);
    }
    if (budget->end != AML_BUDGET_OPEN) {
      tell_unchecked(on->bounds, resource, budget, on->remarks);
      s->status = AML_ERR_LIMIT;
    }
  }
}

static void close_slice(void *object) {
  slice *self = object;
  aml_arena_release(&self->arena);
}

/* Contexts of source files, overrides hold for paths: neighbours share one where nothing tells them apart. */
typedef struct context_list {
  aml_arena *arena;
  const aml_graph *graph;
  AML_VEC(aml_check_context) items;
  size_t *of_source; /* by source id: index + 1 */
} context_list;

static aml_check_context make_context(const aml_checking *on, const aml_graph *graph, aml_sv path) {
  const aml_config *config = aml_engine_config_for(on->criteria, path);
  return (aml_check_context){.sources = on->inputs->sources,
      .graph = graph,
      .facts = on->criteria->facts,
      .as_of = on->request->options.as_of,
      .settings = aml_engine_settings(on->criteria, config, path),
      .surroundings = on->criteria->context != NULL ? on->criteria->context : config->context,
      .quotas = &on->estate->quotas};
}

static bool is_same_context(const aml_check_context *a, const aml_check_context *b) {
  return a->settings == b->settings && a->surroundings == b->surroundings;
}

/* Resources that no file holds come first in the list of contexts. */
static size_t context_index(const aml_checking *on, context_list *list, const aml_resource *resource) {
  aml_source_id id = resource->span.source;
  if (list->of_source[id] == 0) {
    aml_sv path = id == 0 ? (aml_sv){NULL, 0} : aml_sources_get(on->inputs->sources, id)->path;
    const aml_check_context context = make_context(on, list->graph, path);
    if (list->items.count == 0 || !is_same_context(&list->items.items[list->items.count - 1], &context)) {
      AML_VEC_PUSH(list->arena, &list->items, context);
    }
    list->of_source[id] = list->items.count;
  }
  return list->of_source[id] - 1;
}

static void collect_contexts(checking *self) {
  const aml_checking *on = self->on;
  size_t count = aml_graph_count(self->graph);
  size_t *context_of = AML_NEW_ARRAY(self->scratch, size_t, count);
  context_list list = {.arena = self->scratch,
      .graph = self->graph,
      .of_source = AML_NEW_ARRAY(self->scratch, size_t, aml_sources_count(on->inputs->sources) + 1)};
  for (size_t i = 0; i < count; i++) {
    context_of[i] = context_index(on, &list, aml_graph_at(self->graph, i));
  }
  self->contexts = list.items.items;
  self->context_count = list.items.count;
  self->context_of = context_of;
}

typedef AML_VEC(const aml_file *) file_list;

/* One file for each of the severities that hold for some. */
static file_list list_kinds_of_paths(const aml_criteria *criteria, const aml_inputs *inputs) {
  file_list list = {0};
  aml_map seen;
  aml_map_init(&seen, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    if (file->config == NULL) { /* a linked template, opened while another was expanded */
      file->config = aml_engine_config_for(criteria, file->source->path);
    }
    const void *levels = aml_engine_levels(criteria, file->config, file->source->path);
    aml_sv key = {(const char *)&levels, sizeof levels};
    if (aml_map_find(&seen, key) == NULL) {
      aml_map_put(&seen, aml_sv_dup(inputs->arena, key), &seen);
      AML_VEC_PUSH(inputs->arena, &list, file);
    }
  }
  return list;
}

/* Rules that are off everywhere are not run at all. */
static void switch_off(aml_criteria *criteria, const aml_inputs *inputs) {
  const file_list files = list_kinds_of_paths(criteria, inputs);
  for (size_t i = 0; i < criteria->rules->list.count; i++) {
    aml_rule *rule = criteria->rules->list.items[i];
    bool is_on = false;
    for (size_t k = 0; k < files.count && !is_on; k++) {
      const aml_file *file = files.items[k];
      is_on = aml_engine_severity(criteria, file->config, file->source->path, rule, rule->severity) !=
              AML_SEVERITY_NONE;
    }
    rule->effective = is_on ? rule->severity : AML_SEVERITY_NONE;
  }
}

/* A rule that a bound kept from deciding is said aloud: undecided findings are not shown unasked. */
static void tell_undecided(aml_remarks *remarks, const aml_finding *finding) {
  if (!finding->is_incomplete) {
    return;
  }
  aml_diag *diag =
      aml_diags_add(&remarks->diags, "AML003", finding->span, "%.*s Rule %.*s may be violated there.",
          AML_SV_ARG(finding->message.text), AML_SV_ARG(finding->rule->id));
  diag->is_incomplete = true;
}

static void tell_cut(aml_remarks *remarks, size_t resources) {
  if (resources > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "Out of memory: not all rules were evaluated on %zu resource%s.", resources,
        resources == 1 ? "" : "s");
    remarks->is_incomplete = remarks->ran_out = true;
  }
}

static void gather(
    aml_bounds *bounds, aml_findings *findings, aml_remarks *remarks, slice *slices, size_t count) {
  size_t cut = 0;
  size_t found = findings->list.count;
  for (size_t i = 0; i < count; i++) {
    found += slices[i].findings.list.count;
  }
  AML_VEC_RESERVE(findings->arena, &findings->list, found);
  for (size_t i = 0; i < count; i++) {
    remarks->is_incomplete = remarks->is_incomplete || slices[i].status != AML_OK;
    bounds->held_by_checks += slices[i].arena.used;
    cut += slices[i].status == AML_ERR_MEMORY ? slices[i].end - slices[i].at : 0;
    for (size_t k = 0; k < slices[i].findings.list.count; k++) {
      AML_VEC_PUSH(findings->arena, &findings->list, slices[i].findings.list.items[k]);
      tell_undecided(remarks, slices[i].findings.list.items[k]);
    }
    for (size_t k = 0; k < slices[i].findings.passes.count; k++) {
      AML_VEC_PUSH(findings->arena, &findings->passes, slices[i].findings.passes.items[k]);
    }
  }
  tell_cut(remarks, cut);
}

/* Files of the slice's unchecked resources that no slice before had. */
static size_t count_new(const checking *self, const slice *s, bool *seen) {
  size_t count = 0;
  for (size_t i = s->at; i < s->end; i++) {
    bool *is_seen = &seen[aml_graph_at(self->graph, i)->span.source];
    count += !*is_seen;
    *is_seen = true;
  }
  return count;
}

static void try_again(checking *self) {
  const aml_checking *on = self->on;
  size_t sources = aml_sources_count(on->inputs->sources) + 1;
  second_try again = {.checking = self, .of_source = AML_NEW_ARRAY(self->scratch, aml_budget, sources)};
  bool *seen = AML_NEW_ARRAY(self->scratch, bool, sources);
  for (size_t i = 0; i < self->slice_count; i++) {
    aml_means_settle(&self->means, &self->slices[i].budget);
    again.files += self->slices[i].status == AML_ERR_LIMIT ? count_new(self, &self->slices[i], seen) : 0;
  }
  for (size_t i = 0; i < self->slice_count; i++) {
    if (self->slices[i].status == AML_ERR_LIMIT) {
      check_again(&again, &self->slices[i]);
    }
  }
}

/* Each file has the same share whatever number of resources it makes; its resources share that. */
static aml_budget budget_of_slice(const checking *self, const slice *s) {
  size_t steps = 0;
  size_t memory = 0;
  for (size_t i = s->begin; i < s->end; i++) {
    size_t count = self->resources_of[aml_graph_at(self->graph, i)->span.source];
    const aml_budget share = aml_means_share(&self->means, 0);
    steps += share.given_steps / count;
    memory += share.given_memory / count;
  }
  return aml_budget_of(steps, memory, self->means.finish);
}

static size_t count_by_file(checking *self, size_t resources) {
  size_t files = 0;
  self->resources_of = AML_NEW_ARRAY(self->scratch, size_t, aml_sources_count(self->on->inputs->sources) + 1);
  for (size_t i = 0; i < resources; i++) {
    files += self->resources_of[aml_graph_at(self->graph, i)->span.source]++ == 0;
  }
  return files;
}

static void make_slices(checking *self, size_t resources) {
  const aml_checking *on = self->on;
  size_t files = count_by_file(self, resources);
  self->means = aml_engine_means(on->bounds, files, 0);
  self->slice_count = (resources + SLICE - 1) / SLICE;
  self->slices = AML_NEW_ARRAY(on->inputs->arena, slice, self->slice_count);
  for (size_t i = 0; i < self->slice_count; i++) {
    slice *s = &self->slices[i];
    aml_arena_init(&s->arena, SIZE_MAX);
    aml_arena_defer(on->inputs->arena, close_slice, s);
    aml_findings_init(&s->findings, &s->arena);
    s->findings.keeps_passes = on->request->options.keep_passed || on->request->is_recorded;
    s->at = s->begin = i * SLICE;
    s->end = (i + 1) * SLICE < resources ? (i + 1) * SLICE : resources;
    s->budget = budget_of_slice(self, s);
  }
}

void aml_engine_check_graph(const aml_checking *on, const aml_graph *graph) {
  size_t resources = aml_graph_count(graph);
  if (resources == 0) {
    return;
  }
  const aml_reached *reached = graph == on->estate->declared ? on->reach->resources : NULL;
  checking self = {
      .on = on, .graph = graph, .reached = reached, .scratch = aml_arena_new_scratch(on->inputs->arena)};
  collect_contexts(&self);
  switch_off(on->criteria, on->inputs);
  aml_rules_prepare(on->criteria->rules, &self.contexts[0], &on->remarks->diags);
  for (size_t i = 1; i < self.context_count; i++) {
    if (self.contexts[i].settings != self.contexts[i - 1].settings) {
      aml_rules_check_settings(on->criteria->rules, self.contexts[i].settings, &on->remarks->diags);
    }
  }
  if (reached != NULL) {
    const aml_narrowing to = {on->reach->types, on->reach->shares_places, !on->request->is_compared};
    aml_rules_narrow(on->criteria->rules, &to);
  }
  make_slices(&self, resources);
  aml_progress_begin(on->request->progress, AML_STAGE_CHECK, resources);
  aml_pool_run(on->request->options.jobs, self.slice_count, check_slice, &self);
  try_again(&self);
  gather(on->bounds, on->findings, on->remarks, self.slices, self.slice_count);
  aml_arena_release(self.scratch);
}

void aml_engine_check(const aml_checking *on) {
  aml_findings_init(on->findings, on->inputs->arena);
  on->findings->jobs = on->request->options.jobs;
  aml_engine_check_graph(on, on->estate->declared);
  aml_engine_check_evidence(on);
}
