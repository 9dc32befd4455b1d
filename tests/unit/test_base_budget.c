/* A budget ends what is paid for out of it: by steps, by memory, by the clock. */
#include "test.h"

#include "base/arena.h"

typedef struct work {
  aml_arena arena;
  aml_budget budget;
  size_t steps, bytes, times;
} work;

static void toil(void *ctx) {
  work *self = ctx;
  for (size_t i = 0; i < self->times; i++) {
    aml_arena_spend(&self->arena, self->steps);
    (void)aml_arena_alloc(&self->arena, self->bytes, 1);
  }
}

static aml_status run(work *self) {
  aml_arena_init(&self->arena, SIZE_MAX);
  self->arena.budget = &self->budget;
  aml_status status = aml_guard_run(&self->arena, toil, self);
  aml_arena_release(&self->arena);
  return status;
}

static void ends_by_steps(void **state) {
  (void)state;
  work enough = {.budget = aml_budget_of(1000000, SIZE_MAX, 0), .steps = 100, .times = 9000};
  assert_int_equal(run(&enough), AML_OK);
  assert_int_equal(enough.budget.end, AML_BUDGET_OPEN);
  work more = {.budget = aml_budget_of(1000000, SIZE_MAX, 0), .steps = 100, .times = 11000};
  assert_int_equal(run(&more), AML_ERR_LIMIT);
  assert_int_equal(more.budget.end, AML_BUDGET_STEPS);
}

static void counts_what_is_left(void **state) {
  (void)state;
  aml_budget budget = aml_budget_of(100000, 1 << 20, 0);
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  arena.budget = &budget;
  aml_arena_spend(&arena, 1);
  assert_int_equal(aml_budget_steps(&budget), 99999);
  aml_arena_spend(&arena, 50000);
  assert_int_equal(aml_budget_steps(&budget), 49999);
  aml_arena_release(&arena);
}

static void ends_by_memory_and_gives_it_back(void **state) {
  (void)state;
  work enough = {.budget = aml_budget_of(1000000, 1 << 20, 0), .bytes = 1000, .times = 300};
  assert_int_equal(run(&enough), AML_OK);
  assert_int_equal(enough.budget.memory, 1 << 20);
  work more = {.budget = aml_budget_of(1000000, 1 << 20, 0), .bytes = 1000, .times = 2000};
  assert_int_equal(run(&more), AML_ERR_LIMIT);
  assert_int_equal(more.budget.end, AML_BUDGET_MEMORY);
}

/* Memory that is taken and given back in turns is no more than it was, but it is work. */
static void counts_memory_as_work(void **state) {
  (void)state;
  aml_budget budget = aml_budget_of(100, SIZE_MAX, 0);
  work self = {.budget = budget, .bytes = 1 << 20, .times = 1};
  assert_int_equal(run(&self), AML_ERR_LIMIT);
  assert_int_equal(self.budget.end, AML_BUDGET_STEPS);
}

static void ends_by_the_clock(void **state) {
  (void)state;
  work late = {.budget = aml_budget_of(SIZE_MAX / 2, SIZE_MAX, 1), .steps = 100, .times = 1000};
  assert_int_equal(run(&late), AML_ERR_LIMIT);
  assert_int_equal(late.budget.end, AML_BUDGET_TIME);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_by_steps),
      cmocka_unit_test(counts_what_is_left),
      cmocka_unit_test(ends_by_memory_and_gives_it_back),
      cmocka_unit_test(counts_memory_as_work),
      cmocka_unit_test(ends_by_the_clock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
