#include "base/map.h"

#include "test.h"

static void finds_what_was_put(void **state) {
  aml_map map;
  aml_map_init(&map, *state, AML_MAP_IGNORE_CASE);
  int values[100];
  for (size_t i = 0; i < COUNT(values); i++) {
    aml_sv key = aml_sv_format(*state, "Key%zu", i);
    assert_null(aml_map_put(&map, key, &values[i]));
  }
  assert_int_equal(map.count, COUNT(values));
  for (size_t i = 0; i < COUNT(values); i++) {
    assert_ptr_equal(aml_map_find(&map, aml_sv_format(*state, "kEY%zu", i)), &values[i]);
  }
  assert_null(aml_map_find(&map, AML_SV("key100")));
}

static void replaces_and_keeps_the_place(void **state) {
  aml_map map;
  aml_map_init(&map, *state, AML_MAP_EXACT);
  int first;
  int second;
  assert_null(aml_map_put(&map, AML_SV("a"), &first));
  assert_null(aml_map_put(&map, AML_SV("A"), &first));
  assert_ptr_equal(aml_map_put(&map, AML_SV("a"), &second), &first);
  assert_int_equal(map.count, 2);
  assert_ptr_equal(map.entries[0].value, &second);
}

static void is_empty_at_first(void **state) {
  aml_map map;
  aml_map_init(&map, *state, AML_MAP_EXACT);
  assert_null(aml_map_find(&map, AML_SV("")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_what_was_put),
      TEST_CASE(replaces_and_keeps_the_place),
      TEST_CASE(is_empty_at_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
