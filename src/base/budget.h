/* What a piece of work may cost. An arena that has a budget charges it for the memory that it takes, whoever
 * works on that arena charges steps (aml_arena_spend); when nothing is left, the arena gives up with
 * AML_ERR_LIMIT, and `end` says why. A step is about 100 ns, and no more than a unit of account: whatever is
 * done in time that is not in proportion to what was paid for already has to be paid.
 *
 * Threads: a budget serves one thread at a time. */
#ifndef AMLINT_BASE_BUDGET_H
#define AMLINT_BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum aml_budget_end {
  AML_BUDGET_OPEN, /* something is left */
  AML_BUDGET_STEPS,
  AML_BUDGET_MEMORY,
  AML_BUDGET_TIME
} aml_budget_end;

struct aml_span;

typedef struct aml_budget {
  size_t turn;    /* private: steps until the clock is looked at */
  size_t steps;   /* left beyond this turn */
  size_t memory;  /* bytes left */
  int64_t finish; /* of aml_budget_clock; 0 for no such bound */
  aml_budget_end end;
  size_t given_steps, given_memory; /* at first */
  const struct aml_span *place;     /* what the work is about; see aml_arena_at */
} aml_budget;

aml_budget aml_budget_of(size_t steps, size_t memory, int64_t finish);
size_t aml_budget_steps(const aml_budget *budget); /* that are left */

/* False, with `end` set, when there is not as much. */
bool aml_budget_take_turn(aml_budget *budget, size_t steps);
bool aml_budget_take_memory(aml_budget *budget, size_t bytes);

/* Charges what was taken from `part`, which was given no more than this one has left. */
void aml_budget_charge(aml_budget *budget, const aml_budget *part);

/* Nanoseconds of the monotonic clock; never 0. */
int64_t aml_budget_clock(void);

#endif
