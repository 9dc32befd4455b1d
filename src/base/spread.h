/* Jobs on all processors whose results belong to one arena: each has an arena of its own meanwhile, and what
 * all of them take together is charged as if one thread had done it. */
#ifndef AMLINT_BASE_SPREAD_H
#define AMLINT_BASE_SPREAD_H

#include "base/arena.h"

typedef struct aml_spread {
  size_t threads; /* at most; 0 is 1 */
  size_t count;   /* of jobs */
  /* A job: the i-th, in `arena`, whose exhaustion ends it; it uses no other arena, unless it is the only job.
   * `worker` is below `threads` and the same for all jobs of one thread. A job that ended for lack of its
   * share is called once more, when all others are done, with what it took before still in its arena. */
  void (*run)(void *ctx, size_t worker, size_t i, aml_arena *arena);
  void *ctx;
} aml_spread;

/* Runs all jobs, and adds what their arenas hold to `of`. Each has a share of what is left in the budget of
 * `of` that depends on the number of jobs only; those that need more run one after another with the rest, so
 * that the same jobs are refused for any number of threads. Where one is refused, `of` gives up as if its own
 * allocation had failed: with the status of the first in order, and nothing of any job is left. */
void aml_spread_run(aml_arena *of, const aml_spread *spread);

#endif
