#include "base/budget.h"

#include <time.h>

#include "base/limits.h"

/* The clock is asked a few hundred times a second. */
enum { TURN = 20000 };

aml_budget aml_budget_of(size_t steps, size_t memory, int64_t finish) {
  return (aml_budget){
      .steps = steps, .memory = memory, .finish = finish, .given_steps = steps, .given_memory = memory};
}

size_t aml_budget_steps(const aml_budget *budget) {
  return budget->steps + budget->turn;
}

static bool end(aml_budget *budget, aml_budget_end why) {
  budget->end = why;
  return false;
}

bool aml_budget_take_turn(aml_budget *budget, size_t steps) {
  size_t left = aml_budget_steps(budget);
  if (left < steps) {
    return end(budget, AML_BUDGET_STEPS);
  }
  if (budget->finish != 0 && aml_budget_clock() >= budget->finish) {
    return end(budget, AML_BUDGET_TIME);
  }
  left -= steps;
  budget->turn = left < TURN ? left : TURN;
  budget->steps = left - budget->turn;
  return true;
}

bool aml_budget_take_memory(aml_budget *budget, size_t bytes) {
  if (budget->memory < bytes) {
    return end(budget, AML_BUDGET_MEMORY);
  }
  budget->memory -= bytes;
  size_t steps = bytes / AML_BYTES_FOR_A_STEP;
  if (steps < budget->turn) {
    budget->turn -= steps;
    return true;
  }
  return aml_budget_take_turn(budget, steps);
}

void aml_budget_charge(aml_budget *budget, const aml_budget *part) {
  size_t left = aml_budget_steps(budget) - (part->given_steps - aml_budget_steps(part));
  budget->turn = left < budget->turn ? left : budget->turn;
  budget->steps = left - budget->turn;
  budget->memory -= part->given_memory - part->memory;
}

int64_t aml_budget_clock(void) {
  struct timespec now = {.tv_nsec = 1};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
