/* Recognised files to resources, each expansion in an arena of its own, on all processors. */
#include "base/pool.h"
#include "base/sort.h"
#include "config/path_patterns.h"
#include "engine/counterpart.h"
#include "engine/reading.h"
#include "engine/unit.h"
#include "source/paths.h"

typedef struct expanding {
  aml_reading *reading;
  aml_unit *unit;
} expanding;

/* The workspace entry of the configuration that the file belongs to, or NULL. */
static const aml_config_workspace *find_workspace(aml_unit *unit) {
  const aml_file *file = unit->file;
  return aml_config_workspace_for(
      file->config, &unit->arena, aml_engine_relative_to_config(file->config, file->source->path));
}

static aml_surroundings surroundings_of(const aml_criteria *criteria, aml_unit *unit) {
  const aml_file *file = unit->file;
  const aml_config *config = file->config;
  const aml_config_workspace *workspace = find_workspace(unit);
  aml_surroundings around = {.context = criteria->context != NULL ? criteria->context : config->context,
      .template_links = config->template_links,
      .bicep = config->bicep,
      .has_workspace = workspace != NULL};
  if (workspace != NULL) {
    around.workspace_key = workspace->key;
    around.workspace = workspace->name;
    around.workspace_location = workspace->location;
    around.workspace_scope = aml_config_workspace_scope(workspace);
  }
  return around;
}

/* Resources deployed to "the" resource group are in the group that the configuration names, where it does. */
static void place_resources(const aml_unit *unit, const aml_surroundings *around) {
  const aml_scope_path *place = &around->workspace_scope;
  for (size_t i = 0; around->has_workspace && i < unit->resources.list.count; i++) {
    aml_scope_path *scope = &unit->resources.list.items[i]->scope;
    if (scope->has_resource_group && scope->resource_group.len == 0 && !scope->is_uncertain) {
      scope->resource_group = place->resource_group;
      scope->deployment = place->deployment;
      if (scope->subscription.len == 0) {
        scope->subscription = place->subscription;
      }
    }
  }
}

static void expand_body(void *ctx) {
  expanding *self = ctx;
  const aml_counterpart *other = self->reading->inputs->other;
  if (other != NULL && aml_counterpart_expand(other, self->unit)) {
    return;
  }
  const aml_front_host host = aml_engine_host(self->reading);
  const aml_surroundings around = surroundings_of(self->reading->criteria, self->unit);
  aml_unit_expand(&host, self->unit, &around);
  place_resources(self->unit, &around);
}

typedef struct expand_job {
  aml_reading *reading;
  aml_unit *unit;
  aml_budget budget;
} expand_job;

typedef AML_VEC(expand_job) expand_jobs;

typedef struct ranked { /* a job, the longest first: so that no thread waits for one that was begun last */
  expand_job *job;
  size_t weight;
} ranked;

static void run_job(expand_job *job) {
  expanding self = {job->reading, job->unit};
  aml_arena *arena = &job->unit->arena;
  arena->budget = &job->budget;
  job->unit->status = aml_guard_run(arena, expand_body, &self);
  job->unit->around = NULL; /* also where that was left early, by the end of a budget */
  arena->budget = NULL;
}

static void expand_one(void *ctx, size_t worker, size_t i) {
  (void)worker;
  expand_job *job = ((const ranked *)ctx)[i].job;
  run_job(job);
  aml_progress_add(job->reading->request->progress, 1);
}

static size_t weigh(const aml_unit *unit) {
  size_t weight = unit->file->source->bytes.len;
  return unit->parameters == NULL ? weight : weight + unit->parameters->source->bytes.len;
}

static int compare_ranked(const void *left, const void *right) {
  const ranked *a = left;
  const ranked *b = right;
  return (a->weight < b->weight) - (a->weight > b->weight);
}

static ranked *rank(aml_arena *scratch, expand_jobs *jobs) {
  ranked *all = AML_NEW_ARRAY(scratch, ranked, jobs->count);
  for (size_t i = 0; i < jobs->count; i++) {
    all[i] = (ranked){&jobs->items[i], weigh(jobs->items[i].unit)};
  }
  aml_sort(scratch, all, jobs->count, sizeof *all, compare_ranked);
  return all;
}

static bool needs_more(const expand_job *job) {
  return job->unit->status == AML_ERR_LIMIT;
}

static void tell(const expand_job *job) {
  const aml_file *file = job->unit->file;
  aml_engine_tell_budget(job->reading->bounds, &job->budget, (aml_span){file->source->id, 0, 0},
      file->front->doing, file->source->path, job->reading->remarks);
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
      aml_arena_release(&job->unit->arena);
      job->budget = aml_means_rest(means, left--);
      run_job(job);
      aml_means_settle(means, &job->budget);
    }
    if (needs_more(job)) {
      tell(job);
    }
  }
}

static void settle(aml_reading *reading) {
  aml_front_host host = aml_engine_host(reading);
  host.arena = reading->inputs->arena;
  for (size_t i = 0; i < reading->inputs->files.count; i++) {
    aml_file *file = reading->inputs->files.items[i];
    if (file->front != NULL && file->front->settle != NULL && !file->is_context) {
      file->front->settle(&host, file);
    }
  }
}

void aml_engine_expand(aml_reading *reading) {
  aml_arena *scratch = aml_arena_new_scratch(reading->inputs->arena);
  expand_jobs jobs = {0};
  size_t weight = 0;
  for (size_t i = 0; i < reading->inputs->files.count; i++) {
    for (size_t k = 0; k < reading->inputs->files.items[i]->units.count; k++) {
      const expand_job job = {.reading = reading, .unit = reading->inputs->files.items[i]->units.items[k]};
      AML_VEC_PUSH(scratch, &jobs, job);
      weight += weigh(job.unit);
    }
  }
  aml_means means = aml_engine_means(reading->bounds, jobs.count, weight);
  means.memory /= 2; /* the other half is for the checks, and for files that are opened meanwhile */
  aml_engine_begin_reading(reading->bounds, 1);
  means.steps /= 2;
  for (size_t i = 0; i < jobs.count; i++) {
    jobs.items[i].budget = aml_means_share(&means, weigh(jobs.items[i].unit));
  }
  aml_progress_begin(reading->request->progress, AML_STAGE_EXPAND, jobs.count);
  aml_pool_run(reading->request->options.jobs, jobs.count, expand_one, rank(scratch, &jobs));
  expand_again(&means, &jobs);
  aml_arena_release(scratch);
  settle(reading);
}
