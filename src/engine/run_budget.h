/* How a run shares out what its files may cost, so that output never depends on scheduling: every job of a
 * stage is first tried with a share that depends on nothing but the inputs, all of them at once; those that
 * it does not suffice for are then tried again, one after another, with what the others have left. */
#ifndef AMLINT_ENGINE_RUN_BUDGET_H
#define AMLINT_ENGINE_RUN_BUDGET_H

#include "engine/criteria.h"
#include "engine/estate.h"
#include "engine/inputs.h"

/* Memory for what files hold that are read, besides what the size of each allows. */
typedef struct aml_room {
  size_t left, given;
} aml_room;

/* What a run may take, and what it has taken so far. The more it reads, the more it may take: the inputs as
 * they are written count, and the resources that somebody declared. */
typedef struct aml_bounds {
  aml_arena *arena;         /* of the run */
  const aml_inputs *inputs; /* that it grows with */
  const aml_estate *estate;
  aml_budget budget;          /* of all that is done outside of jobs: what `arena` takes, and steps */
  int64_t finish;             /* of the run, by aml_budget_clock; 0: not begun */
  size_t max_memory, timeout; /* as in the options */
  aml_map own_paths;          /* of configurations, rules and so on that were read, as shown */
  size_t own_bytes;           /* of them */
  aml_room reading;           /* of the stage */
  size_t held_by_checks;      /* bytes of the arenas that findings live in */
  size_t held_beside;         /* bytes that the run before the change, or that after it, holds meanwhile */
} aml_bounds;

typedef struct aml_means { /* of one stage */
  size_t steps, memory;    /* left */
  size_t jobs;
  size_t weight; /* of all jobs: bytes of their inputs */
  int64_t finish;
} aml_means;

/* Of a stage that reads files: as many quarters of what is left, for something has to be left to check with.
 */
void aml_engine_begin_reading(aml_bounds *bounds, size_t quarters);
/* A part of what is left of it. */
aml_allowance aml_engine_allow_reading(const aml_bounds *bounds, size_t part);
/* All that the stage had at first: for files that are read in no order. */
aml_allowance aml_engine_allow_opening(const aml_bounds *bounds);
/* Takes what the file holds; false where there was not as much. */
bool aml_engine_charge_reading(aml_bounds *bounds, const aml_file *file);
/* AML003 at a file whose reading was given up. */
void aml_engine_tell_reading(const aml_bounds *bounds, const aml_file *file, aml_remarks *remarks);

/* What is left for a stage once the files are read. */
aml_means aml_engine_means(const aml_bounds *bounds, size_t jobs, size_t weight);
/* For a job that runs beside the others; all there is for the only one. */
aml_budget aml_means_share(const aml_means *means, size_t weight);
/* For one of `jobs` that run one after another: half of what is left, all of it for the last. */
aml_budget aml_means_rest(const aml_means *means, size_t jobs);
/* Takes what was used. */
void aml_means_spend(aml_means *means, size_t steps, size_t memory);
/* The same, of a budget that was given out. */
void aml_means_settle(aml_means *means, const aml_budget *budget);

/* What the run's own arena may take, and the steps of what is done on it outside of jobs: half as many as
 * checks. `is_anew`: none of them are used up. */
void aml_engine_renew_budget(aml_bounds *bounds, bool is_anew);
/* Bytes of all arenas of the run, and of what runs beside it. */
size_t aml_engine_memory_held(const aml_bounds *bounds);
/* That a file of ours of as many bytes is read. */
void aml_engine_allow_own(aml_bounds *bounds, size_t bytes);

/* AML003 where that budget ended while `what` was done. */
void aml_engine_tell_end(
    const aml_bounds *bounds, const aml_criteria *criteria, aml_remarks *remarks, const char *what);

/* AML003 at the place where the budget ended: "{what} '{subject}' takes more than ...". */
void aml_engine_tell_budget(const aml_bounds *bounds, const aml_budget *budget, aml_span otherwise,
    const char *what, aml_sv subject, aml_remarks *remarks);

#endif
