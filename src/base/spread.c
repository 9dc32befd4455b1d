#include "base/spread.h"

#include "base/pool.h"

typedef struct job {
  aml_arena arena;
  aml_budget budget;
  aml_status status;
} job;

typedef struct running {
  const aml_spread *spread;
  job *jobs;
} running;

typedef struct body {
  const aml_spread *spread;
  size_t worker, i;
  aml_arena *arena;
} body;

static void run_body(void *ctx) {
  const body *self = ctx;
  self->spread->run(self->spread->ctx, self->worker, self->i, self->arena);
}

static void run_job(void *ctx, size_t worker, size_t i) {
  const running *self = ctx;
  job *one = &self->jobs[i];
  body inner = {self->spread, worker, i, &one->arena};
  one->status = aml_guard_run(&one->arena, run_body, &inner);
}

static void give(job *one, const aml_arena *of, size_t parts) {
  const aml_budget *all = of->budget;
  if (all != NULL) {
    one->budget = aml_budget_of(aml_budget_steps(all) / parts, all->memory / parts, all->finish);
    one->arena.budget = &one->budget;
  }
}

/* What the job took since its budget was given, whether or not that sufficed. */
static void settle(job *one, const aml_arena *of) {
  if (of->budget != NULL) {
    aml_budget_charge(of->budget, &one->budget);
  }
  one->arena.budget = NULL;
}

/* Half of what there is is left for those whose share does not suffice. */
static job *run_shares(aml_arena *scratch, const aml_arena *of, const aml_spread *spread) {
  job *jobs = AML_NEW_ARRAY(scratch, job, spread->count);
  for (size_t i = 0; i < spread->count; i++) {
    aml_arena_init(&jobs[i].arena, SIZE_MAX);
    give(&jobs[i], of, 2 * spread->count);
  }
  running self = {spread, jobs};
  aml_pool_run(spread->threads == 0 ? 1 : spread->threads, spread->count, run_job, &self);
  for (size_t i = 0; i < spread->count; i++) {
    settle(&jobs[i], of);
  }
  return jobs;
}

static void run_rest(const aml_arena *of, const aml_spread *spread, job *jobs) {
  running self = {spread, jobs};
  for (size_t i = 0; i < spread->count; i++) {
    if (jobs[i].status == AML_ERR_LIMIT) {
      give(&jobs[i], of, 1);
      run_job(&self, 0, i);
      settle(&jobs[i], of);
    }
  }
}

/* AML_OK, or why the first job ended that did; the budget then says how. */
static aml_status first_failure(const aml_arena *of, const job *jobs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (jobs[i].status == AML_ERR_LIMIT && of->budget != NULL) {
      of->budget->end = jobs[i].budget.end;
    }
    if (jobs[i].status != AML_OK) {
      return jobs[i].status;
    }
  }
  return AML_OK;
}

static void release(job *one, const aml_arena *of) {
  one->arena.budget = of->budget; /* which was charged for it */
  aml_arena_release(&one->arena);
}

void aml_spread_run(aml_arena *of, const aml_spread *spread) {
  if (spread->count < 2) {
    if (spread->count == 1) {
      spread->run(spread->ctx, 0, 0, of);
    }
    return;
  }
  aml_arena *scratch = aml_arena_new_scratch(of);
  job *jobs = run_shares(scratch, of, spread);
  run_rest(of, spread, jobs);
  aml_status status = first_failure(of, jobs, spread->count);
  for (size_t i = 0; i < spread->count; i++) {
    if (status == AML_OK) {
      aml_arena_adopt(of, &jobs[i].arena);
    } else {
      release(&jobs[i], of);
    }
  }
  aml_arena_release(scratch);
  if (status != AML_OK) {
    aml_arena_give_up(of, status);
  }
}
