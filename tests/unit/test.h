/* What every unit test includes: CMocka with the headers it wants before it, and an arena for each case. */
#ifndef AMLINT_TESTS_UNIT_TEST_H
#define AMLINT_TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/sv.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the test cannot go on without; NULL fails the test. CMocka's own assertions do not tell the compiler
 * so. */
static inline const void *must_exist(const void *thing) {
  if (thing == NULL) {
    fail_msg("%s", "what the test looks for does not exist");
    abort();
  }
  return thing;
}

/* CMocka fixtures: *state is an aml_arena * without limit. An exhausted arena aborts, which fails the test.
 */
static inline int test_arena_setup(void **state) {
  aml_arena *arena = malloc(sizeof *arena);
  if (arena == NULL) {
    return -1;
  }
  aml_arena_init(arena, SIZE_MAX);
  *state = arena;
  return 0;
}

static inline int test_arena_teardown(void **state) {
  aml_arena_release(*state);
  free(*state);
  return 0;
}

/* One case that takes the arena as its state. */
#define TEST_CASE(function) cmocka_unit_test_setup_teardown(function, test_arena_setup, test_arena_teardown)

#define assert_sv_equal(actual, expected)                                                                    \
  do {                                                                                                       \
    aml_sv actual_ = (actual);                                                                               \
    aml_sv expected_ = (expected);                                                                           \
    if (!aml_sv_eq(actual_, expected_)) {                                                                    \
      fail_msg("'%.*s' is not '%.*s'", AML_SV_ARG(actual_), AML_SV_ARG(expected_));                          \
    }                                                                                                        \
  } while (0)

#endif
