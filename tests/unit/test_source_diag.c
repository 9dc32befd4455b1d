/* What front ends say of the input: bounded, paid for, and said once of one place. */
#include "source/diag.h"

#include "base/limits.h"
#include "test.h"

static const aml_span here = {1, 10, 20};
static const aml_span there = {1, 30, 40};

static void says_once_what_copies_repeat(void **state) {
  aml_diags diags;
  aml_diags_init(&diags, *state);
  for (int copy = 0; copy < 800; copy++) {
    (void)aml_diags_add(&diags, "AML007", here, "'a' is missing.");
    (void)aml_diags_add(&diags, "AML007", here, "'b' is missing.");
    aml_diags_add(&diags, "AML007", there, "'a' is missing.")->is_incomplete = copy == 700;
  }
  diags.list.items[0].unless = AML_SV("deployed only if 'x'");
  aml_diags_fold(&diags);
  static const struct {
    aml_span span;
    const char *message;
    size_t count;
    bool is_incomplete;
  } wanted[] = {{{1, 10, 20}, "'a' is missing.", 1, false}, {{1, 10, 20}, "'b' is missing.", 333, false},
      {{1, 30, 40}, "'a' is missing.", 333, false}, {{1, 10, 20}, "'a' is missing.", 333, false}};
  assert_int_equal(diags.list.count, COUNT(wanted));
  for (size_t i = 0; i < COUNT(wanted); i++) {
    assert_int_equal(diags.list.items[i].span.begin, wanted[i].span.begin);
    assert_sv_equal(diags.list.items[i].message.text, aml_sv_of(wanted[i].message));
    assert_int_equal(diags.list.items[i].is_incomplete, wanted[i].is_incomplete);
  }
  assert_int_equal(diags.list.items[0].count, 1);
  assert_int_equal(diags.list.items[1].count + diags.list.items[2].count + diags.list.items[3].count,
      AML_LIMIT_DIAGS_PER_FILE - 1);
}

static void bounds_them_by_the_budget_where_there_is_one(void **state) {
  aml_budget budget = aml_budget_of((size_t)3000 * AML_STEPS_FOR_A_FINDING, SIZE_MAX, 0);
  aml_arena *arena = *state;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  diags.most = SIZE_MAX;
  arena->budget = &budget;
  for (int copy = 0; copy < 2000; copy++) {
    aml_diags_add(&diags, "AML007", here, "'a' is missing.")->is_incomplete = copy == 1900;
  }
  assert_true(aml_budget_steps(&budget) < (size_t)1000 * AML_STEPS_FOR_A_FINDING);
  arena->budget = NULL;
  aml_diags_fold(&diags);
  assert_int_equal(diags.list.count, 1);
  assert_int_equal(diags.list.items[0].count, 2000);
  assert_true(diags.list.items[0].is_incomplete);
  assert_int_equal(diags.dropped, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(says_once_what_copies_repeat, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(
          bounds_them_by_the_budget_where_there_is_one, test_arena_setup, test_arena_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
