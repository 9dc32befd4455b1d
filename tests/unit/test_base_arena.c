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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rewinding_gives_back_what_came_since),
      cmocka_unit_test(an_empty_arena_has_a_mark_too),
      cmocka_unit_test(little_is_taken_and_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
