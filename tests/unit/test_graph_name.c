#include "graph/name.h"

#include "test.h"

static aml_name split(aml_arena *arena, const char *text) {
  return aml_name_split(arena, aml_sv_of(text));
}

static void compares_by_segments(void **state) {
  const aml_name two = split(*state, "w/c");
  assert_int_equal(aml_name_equal(two, split(*state, "W/C")), AML_TRUE);
  assert_int_equal(aml_name_equal(two, split(*state, "w/d")), AML_FALSE);
  assert_int_equal(aml_name_equal(two, split(*state, "w")), AML_FALSE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(compares_by_segments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
