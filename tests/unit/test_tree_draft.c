/* Bodies under construction: what is put at paths stands there, and an end in between leaves nothing behind.
 */
#include "test.h"
#include "tree/draft.h"

static const aml_value *number(aml_arena *arena, int64_t value) {
  return aml_value_int(arena, value, AML_NO_SPAN);
}

static const aml_value *empty(aml_arena *arena) {
  return aml_value_object(arena, NULL, 0, AML_NO_SPAN, NULL, NULL);
}

static void values_stand_at_their_paths(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_draft *draft = aml_draft_new(&arena);
  const aml_star stars[AML_STARS_MAX] = {{AML_SV("key"), 0}};
  aml_draft_put(
      draft, AML_SV("properties.scaleSettings.minNodeCount"), stars, AML_NO_SPAN, number(&arena, 1));
  aml_draft_put(
      draft, AML_SV("properties.scaleSettings.minNodeCount"), stars, AML_NO_SPAN, number(&arena, 2));
  aml_draft_put(draft, AML_SV("tags.*"), stars, AML_NO_SPAN, number(&arena, 3));
  aml_draft_open(draft, AML_SV("identity"), stars, AML_NO_SPAN, empty(&arena));
  const aml_value *body = aml_draft_finish(draft, empty(&arena));
  const aml_value *scale =
      aml_object_find(aml_object_find(body, AML_SV("properties")), AML_SV("scaleSettings"));
  assert_int_equal(aml_object_find(scale, AML_SV("minNodeCount"))->as.integer, 2);
  assert_int_equal(aml_object_find(aml_object_find(body, AML_SV("tags")), AML_SV("key"))->as.integer, 3);
  assert_true(aml_value_is(aml_object_find(body, AML_SV("identity")), AML_OBJECT));
  aml_arena_release(&arena);
}

static void begin_and_end_in_between(void *arena) {
  (void)aml_draft_new(arena);
  aml_arena_give_up(arena, AML_ERR_LIMIT);
}

/* The budget of a piece of work ends with it; the arena of what it made lives on. */
static void a_draft_that_was_given_up_forgets_the_budget(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_budget budget = aml_budget_of(SIZE_MAX, 100000, 0);
  arena.budget = &budget;
  assert_int_equal(aml_guard_run(&arena, begin_and_end_in_between, &arena), AML_ERR_LIMIT);
  arena.budget = NULL;
  size_t left = budget.memory;
  aml_arena_release(&arena);
  assert_int_equal(budget.memory, left);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_stand_at_their_paths),
      cmocka_unit_test(a_draft_that_was_given_up_forgets_the_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
