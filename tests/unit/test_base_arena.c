/* Arenas give back what was taken since a mark, know what that is, and waste little of what they take. */
#include <string.h>

#include "base/arena.h"
#include "test.h"

enum { MANY = 300 };

static void rewinding_gives_back_what_came_since(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *before = aml_arena_alloc(&arena, 100, 1);
  aml_arena_mark mark = aml_arena_set_mark(&arena);
  static const char elsewhere[] = "constant";
  assert_false(aml_arena_is_since(&arena, &mark, before));
  for (size_t i = 0; i < MANY; i++) {
    size_t size = i % 100 == 99 ? 2U << 20 : 200; /* some have a block of their own */
    char *since = aml_arena_alloc(&arena, size, 1);
    assert_true(aml_arena_is_since(&arena, &mark, since));
    assert_true(aml_arena_is_since(&arena, &mark, since + size - 1));
    assert_false(aml_arena_is_since(&arena, &mark, before));
    assert_false(aml_arena_is_since(&arena, &mark, elsewhere));
  }
  aml_arena_rewind(&arena, &mark);
  assert_int_equal(arena.used, 100);
  aml_arena_release(&arena);
}

static void an_empty_arena_has_a_mark_too(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_arena_mark mark = aml_arena_set_mark(&arena);
  assert_true(aml_arena_is_since(&arena, &mark, aml_arena_alloc(&arena, 10, 1)));
  assert_false(aml_arena_is_since(&arena, &mark, &arena));
  aml_arena_rewind(&arena, &mark);
  assert_int_equal(arena.used, 0);
  aml_arena_release(&arena);
}

/* What the budget is charged is what the system gives. */
static void little_is_taken_and_not_used(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_budget budget = aml_budget_of(SIZE_MAX, SIZE_MAX, 0);
  arena.budget = &budget;
  for (size_t i = 0; i < 10000; i++) {
    (void)aml_arena_alloc(&arena, 40, 8);
    size_t taken = budget.given_memory - budget.memory;
    assert_true(taken <= arena.used + arena.used / 2 + 1024 + 16);
  }
  aml_arena_release(&arena);
  assert_true(budget.memory == budget.given_memory);
}

static void the_last_object_grows_where_it_stands(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, 4000);
  char *first = aml_arena_alloc(&arena, 16, 16);
  char *last = aml_arena_alloc(&arena, 16, 16);
  memset(last, 'x', 16);
  aml_arena_mark mark = aml_arena_set_mark(&arena);
  memset(aml_arena_alloc(&arena, 16, 16), 'y', 16);
  assert_false(aml_arena_extend(&arena, last, 16, 32));
  aml_arena_rewind(&arena, &mark);
  assert_false(aml_arena_extend(&arena, first, 16, 32));
  assert_false(aml_arena_extend(&arena, first, 0, 32));
  bool has_grown = aml_arena_extend(&arena, last, 16, 32); /* never under AddressSanitizer */
  assert_int_equal(arena.used, has_grown ? 48 : 32);
  for (size_t i = 0; has_grown && i < 32; i++) {
    assert_int_equal(last[i], i < 16 ? 'x' : '\0');
  }
  assert_false(aml_arena_extend(&arena, last, has_grown ? 32 : 16, 1 << 20)); /* more than its block has */
  assert_false(aml_arena_extend(&arena, last, has_grown ? 32 : 16, SIZE_MAX));
  aml_arena_release(&arena);
}

static void use_up(void *ctx) {
  aml_arena *scratch = ctx;
  for (;;) {
    (void)aml_arena_alloc(scratch, 100, 1);
  }
}

typedef struct scratch_case {
  aml_arena arena, *scratch;
} scratch_case;

static void work_in_scratch(void *ctx) {
  scratch_case *self = ctx;
  self->scratch = aml_arena_new_scratch(&self->arena);
  use_up(self->scratch);
}

/* Its end is the end of the work on the other arena, whose budget it charges and gives back to. */
static void scratch_ends_with_what_it_serves(void **state) {
  (void)state;
  scratch_case self;
  aml_arena_init(&self.arena, SIZE_MAX);
  aml_budget budget = aml_budget_of(SIZE_MAX, 10000, 0);
  self.arena.budget = &budget;
  assert_int_equal(aml_guard_run(&self.arena, work_in_scratch, &self), AML_ERR_LIMIT);
  assert_true(budget.memory < 5000);
  aml_arena_release(self.scratch);
  assert_true(budget.memory > 8000);
  (void)aml_arena_alloc(self.scratch, 100, 1); /* it may be filled again, and goes with the other at last */
  aml_arena_release(&self.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rewinding_gives_back_what_came_since),
      cmocka_unit_test(an_empty_arena_has_a_mark_too),
      cmocka_unit_test(the_last_object_grows_where_it_stands),
      cmocka_unit_test(scratch_ends_with_what_it_serves),
      cmocka_unit_test(little_is_taken_and_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
