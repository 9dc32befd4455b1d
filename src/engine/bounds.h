/* What a run may take, and what it has taken so far. The more it reads, the more it may take: the inputs as
 * they are written count, and the resources that somebody declared. */
#ifndef AMLINT_ENGINE_BOUNDS_H
#define AMLINT_ENGINE_BOUNDS_H

#include "engine/estate.h"
#include "engine/inputs.h"

typedef struct aml_bounds {
  aml_arena *arena;
  const aml_inputs *inputs; /* that it grows with */
  const aml_estate *estate;
  aml_budget budget;          /* of all that is done outside of jobs: what `arena` takes, and steps */
  int64_t finish;             /* of the run, by aml_budget_clock; 0: not begun */
  size_t max_memory, timeout; /* as in the options */
  aml_map own_paths;          /* of configurations, rules and so on that were read, as shown */
  size_t own_bytes;           /* of them */
  size_t held_by_checks;      /* bytes of the arenas that findings live in */
  size_t held_beside;         /* bytes that the run before the change, or that after it, holds meanwhile */
} aml_bounds;

#endif
