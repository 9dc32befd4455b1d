/* Jobs that are spread make the same, cost the same and are refused the same for any number of threads. */
#include "base/spread.h"
#include "test.h"

enum { JOBS = 100, LARGE = 7, LATER = 50 };

typedef struct trial {
  size_t threads;
  size_t large; /* bytes that job LARGE takes, and LATER too */
  size_t made[JOBS];
  int calls[JOBS];
  int closed;
  aml_arena arena;
  aml_budget budget;
} trial;

static const size_t thread_counts[] = {0, 1, 2, 8};

static void count_closed(void *object) {
  ++*(int *)object;
}

static void run_one(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  trial *self = ctx;
  assert_true(worker < (self->threads == 0 ? 1 : self->threads));
  self->calls[i]++;
  aml_arena_defer(arena, count_closed, i == 0 ? &self->closed : AML_NEW(arena, int));
  aml_arena_spend(arena, i);
  size_t *made = AML_NEW_ARRAY(arena, size_t, 10 + i);
  made[9 + i] = i * i;
  if (i == LARGE || i == LATER) {
    (void)aml_arena_alloc(arena, self->large + 1, 1);
  }
  self->made[i] = made[9 + i];
}

static void spread_all(void *ctx) {
  trial *self = ctx;
  const aml_spread spread = {self->threads, JOBS, run_one, self};
  aml_spread_run(&self->arena, &spread);
}

static aml_status run_trial(trial *self, size_t steps, size_t memory) {
  aml_arena_init(&self->arena, SIZE_MAX);
  self->budget = aml_budget_of(steps, memory, 0);
  self->arena.budget = &self->budget;
  return aml_guard_run(&self->arena, spread_all, self);
}

static void makes_and_costs_the_same(void **state) {
  (void)state;
  size_t steps = 0;
  size_t memory = 0;
  for (size_t k = 0; k < COUNT(thread_counts); k++) {
    trial it = {.threads = thread_counts[k]};
    assert_int_equal(run_trial(&it, 1 << 20, 16 << 20), AML_OK);
    for (size_t i = 0; i < JOBS; i++) {
      assert_int_equal(it.made[i], i * i);
      assert_int_equal(it.calls[i], 1);
    }
    assert_true(k == 0 || (aml_budget_steps(&it.budget) == steps && it.budget.memory == memory));
    steps = aml_budget_steps(&it.budget);
    memory = it.budget.memory;
    assert_true((1 << 20) - steps >= JOBS * (JOBS - 1) / 2);
    assert_int_equal(it.closed, 0);
    aml_arena_release(&it.arena);
    assert_int_equal(it.closed, 1);
    assert_int_equal(it.budget.memory, 16 << 20); /* all of it was the arena's, and is given back */
  }
}

/* Half of 16 MB are shares of 80 KB; two jobs want 5 MB each. */
static void those_who_need_more_get_the_rest(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(thread_counts); k++) {
    trial it = {.threads = thread_counts[k], .large = 5 << 20};
    assert_int_equal(run_trial(&it, 1 << 20, 16 << 20), AML_OK);
    for (size_t i = 0; i < JOBS; i++) {
      assert_int_equal(it.calls[i], i == LARGE || i == LATER ? 2 : 1);
      assert_int_equal(it.made[i], i * i);
    }
    aml_arena_release(&it.arena);
    assert_int_equal(it.budget.memory, 16 << 20);
  }
}

static void too_much_together_is_refused(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(thread_counts); k++) {
    trial it = {.threads = thread_counts[k], .large = 9 << 20};
    assert_int_equal(run_trial(&it, 1 << 20, 16 << 20), AML_ERR_LIMIT);
    assert_int_equal(it.budget.end, AML_BUDGET_MEMORY);
    assert_int_equal(it.made[LARGE], LARGE * LARGE); /* the first of the two */
    assert_int_equal(it.made[LATER], 0);
    aml_arena_release(&it.arena);
    assert_int_equal(it.budget.memory, 16 << 20);
    trial steps = {.threads = thread_counts[k]};
    assert_int_equal(run_trial(&steps, JOBS, 16 << 20), AML_ERR_LIMIT);
    assert_int_equal(steps.budget.end, AML_BUDGET_STEPS);
    aml_arena_release(&steps.arena);
  }
}

static void alone(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  assert_int_equal(worker, 0);
  assert_int_equal(i, 0);
  assert_ptr_equal(arena, ctx);
}

static void one_job_has_the_arena_itself(void **state) {
  const aml_spread none = {8, 0, alone, *state};
  const aml_spread one = {8, 1, alone, *state};
  aml_spread_run(*state, &none);
  aml_spread_run(*state, &one);
}

/* What is adopted is there until the mark before it is gone back to. */
static void adopts_under_a_mark(void **state) {
  (void)state;
  aml_arena of;
  aml_arena part;
  aml_arena_init(&of, SIZE_MAX);
  for (int is_empty = 0; is_empty < 2; is_empty++) {
    aml_arena_init(&part, SIZE_MAX);
    if (!is_empty) {
      (void)aml_arena_alloc(&of, 10, 1);
    }
    size_t before = of.used;
    aml_arena_mark mark = aml_arena_set_mark(&of);
    const char *text = memset(aml_arena_alloc(&part, 3000, 1), 'x', 3000);
    (void)aml_arena_alloc(&part, 3 << 20, 1);
    aml_arena_adopt(&of, &part);
    assert_int_equal(part.used, 0);
    aml_arena_release(&part);
    assert_true(aml_arena_is_since(&of, &mark, text));
    assert_int_equal(text[2999], 'x');
    (void)aml_arena_alloc(&of, 5000, 1);
    aml_arena_rewind(&of, &mark);
    assert_int_equal(of.used, before);
    aml_arena_release(&of);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(makes_and_costs_the_same),
      cmocka_unit_test(those_who_need_more_get_the_rest),
      cmocka_unit_test(too_much_together_is_refused),
      TEST_CASE(one_job_has_the_arena_itself),
      cmocka_unit_test(adopts_under_a_mark),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
