/* Many patterns at once match what each alone does. */
#include "source/discover.h"
#include "source/globs.h"
#include "test.h"

static bool mark(void *ctx, size_t index) {
  bool *marks = ctx;
  assert_false(marks[index]);
  marks[index] = true;
  return true;
}

static const char *const parts[] = {"", "a", "ab", "*", "**", "/", "?", "[ab]", "\\*", "x.yml", "/**/", "a/b",
    "*b", "b*", "**/", "/**", "]", "\\a"};
static const char *const paths[] = {"", "a", "ab", "b", "a/b", "a/ab", "ab/x.yml", "x.yml", "a/b/x.yml", "*",
    "a*b", "aab", "a/", "/a", "a/a/b", "x.ymlx.yml", "]", "a]"};
enum {
  PARTS = sizeof parts / sizeof parts[0],
  PATHS = sizeof paths / sizeof paths[0],
  COUNT = PARTS * PARTS * PARTS
};

static void finds_what_each_pattern_alone_matches(void **state) {
  aml_arena *arena = *state;
  aml_globs globs;
  aml_globs_init(&globs, arena);
  for (size_t i = 0; i < COUNT; i++) {
    aml_globs_add(&globs,
        aml_sv_format(arena, "%s%s%s", parts[i % PARTS], parts[i / PARTS % PARTS], parts[i / PARTS / PARTS]));
  }
  for (size_t i = 0; i < PATHS; i++) {
    bool *marks = AML_NEW_ARRAY(arena, bool, COUNT);
    size_t last = AML_NPOS;
    aml_globs_each(&globs, NULL, aml_sv_of(paths[i]), mark, marks);
    for (size_t k = 0; k < COUNT; k++) {
      bool matches = aml_glob_match(globs.list.items[k].pattern, aml_sv_of(paths[i]));
      assert_int_equal(marks[k], matches);
      last = matches ? k : last;
    }
    assert_int_equal(aml_globs_last(&globs, NULL, aml_sv_of(paths[i])), last);
  }
}

static void long_texts_are_found_by_their_ends(void **state) {
  aml_arena *arena = *state;
  aml_globs globs;
  aml_globs_init(&globs, arena);
  aml_sv text = aml_sv_format(arena, "%0600d", 7);
  aml_globs_add(&globs, aml_sv_join(arena, AML_SV("*"), text));
  aml_globs_add(&globs, aml_sv_join(arena, text, AML_SV("*")));
  aml_globs_add(&globs, text);
  bool marks[3] = {false};
  aml_globs_each(&globs, NULL, text, mark, marks);
  assert_true(marks[0] && marks[1] && marks[2]);
}

/* What is tried is paid for, and what is not tried costs nothing. */
static void charges_what_is_tried(void **state) {
  aml_arena *arena = *state;
  aml_globs globs;
  aml_globs_init(&globs, arena);
  for (size_t i = 0; i < 1000; i++) {
    aml_globs_add(&globs, aml_sv_format(arena, "**/*-%zu.yml", i));
    aml_globs_add(&globs, aml_sv_format(arena, "*%zu*", i));
  }
  aml_budget budget = aml_budget_of(1000000, SIZE_MAX, 0);
  arena->budget = &budget;
  (void)aml_globs_last(&globs, arena, AML_SV("a/b-1000.yml"));
  arena->budget = NULL;
  size_t spent = budget.given_steps - aml_budget_steps(&budget);
  assert_true(spent >= 1000 && spent < 3000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(
          finds_what_each_pattern_alone_matches, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(
          long_texts_are_found_by_their_ends, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(charges_what_is_tried, test_arena_setup, test_arena_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
