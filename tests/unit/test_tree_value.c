#include "tree/value.h"

#include "test.h"
#include "tree/read.h"

static const aml_value *parse(void **state, const char *text) {
  size_t error_at;
  const aml_value *value = aml_json_text_read(*state, aml_sv_of(text), AML_NO_SPAN, &error_at);
  assert_non_null(value);
  return value;
}

static void compares(void **state) {
  static const struct {
    const char *a, *b;
    aml_truth equal;
  } cases[] = {
      {"null", "null", AML_TRUE},
      {"null", "0", AML_FALSE},
      {"1", "1.0", AML_TRUE},
      {"1", "1.5", AML_FALSE},
      {"9007199254740993", "9007199254740992.0", AML_FALSE},
      {"9223372036854775807", "9223372036854775808", AML_FALSE},
      {"true", "true", AML_TRUE},
      {"true", "'true'", AML_FALSE},
      {"'a'", "'a'", AML_TRUE},
      {"'a'", "'A'", AML_FALSE},
      {"[1, 2]", "[1, 2.0]", AML_TRUE},
      {"[1, 2]", "[2, 1]", AML_FALSE},
      {"[1]", "[1, 2]", AML_FALSE},
      {"{'a': 1, 'b': 2}", "{'B': 2, 'A': 1}", AML_TRUE},
      {"{'a': 1}", "{'a': 1, 'b': 2}", AML_FALSE},
      {"{'a': 1, 'b': 2}", "{'a': 1}", AML_FALSE},
      {"{'a': 0, 'a': 1}", "{'a': 1}", AML_TRUE},
      {"{'a': {'b': [1]}}", "{'a': {'b': [1]}}", AML_TRUE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *a = parse(state, cases[i].a);
    const aml_value *b = parse(state, cases[i].b);
    assert_int_equal(aml_value_equal(a, b), cases[i].equal);
    assert_int_equal(aml_value_equal(b, a), cases[i].equal);
  }
}

static const aml_value *array_of(void **state, const aml_value *item, unsigned flags) {
  const aml_value **items = AML_NEW(*state, const aml_value *);
  items[0] = item;
  const aml_value *array = aml_value_array(*state, items, 1, AML_NO_SPAN);
  return aml_value_moved(*state, array, AML_NO_SPAN, NULL, flags);
}

static const aml_value *object_of(void **state, const char *name, const aml_value *value, unsigned flags) {
  aml_object_builder builder;
  aml_object_begin(&builder, *state);
  aml_object_add(&builder, aml_sv_of(name), AML_NO_SPAN, value);
  return aml_object_end(&builder, AML_NO_SPAN, flags);
}

static void compares_what_is_not_known(void **state) {
  const aml_value *any = aml_value_unknown(*state, AML_SV("x"), AML_KINDS_ANY, AML_NO_SPAN);
  const aml_value *text =
      aml_value_unknown_text(*state, AML_SV("x"), AML_SV("vm-"), AML_SV("-eu"), AML_NO_SPAN);
  const aml_value *number = aml_value_unknown(*state, AML_SV("x"), 1U << AML_FLOAT, AML_NO_SPAN);
  const aml_value *one = parse(state, "1");
  const aml_value *two = parse(state, "2");
  const struct {
    const aml_value *a, *b;
    aml_truth equal;
  } cases[] = {
      {any, one, AML_MAYBE},
      {any, any, AML_MAYBE},
      {text, number, AML_FALSE},
      {text, one, AML_FALSE},
      {number, one, AML_MAYBE}, /* 1.0 equals 1 */
      {number, parse(state, "'1'"), AML_FALSE},
      {text, parse(state, "'vm-1-eu'"), AML_MAYBE},
      {text, parse(state, "'vn-1-eu'"), AML_FALSE},
      {text, parse(state, "'vm-1-us'"), AML_FALSE},
      {text, parse(state, "'VM-1-eu'"), AML_FALSE},
      {array_of(state, any, 0), array_of(state, one, 0), AML_MAYBE},
      {array_of(state, one, AML_VALUE_OPEN), parse(state, "[1, 2]"), AML_MAYBE},
      {array_of(state, one, AML_VALUE_OPEN), parse(state, "[]"), AML_FALSE},
      {object_of(state, "a", any, 0), parse(state, "{'a': 1}"), AML_MAYBE},
      {object_of(state, "a", one, AML_VALUE_OPEN), parse(state, "{'a': 1}"), AML_MAYBE},
      {object_of(state, "a", one, AML_VALUE_OPEN), parse(state, "{'a': 2}"), AML_FALSE},
      {object_of(state, "a", one, AML_VALUE_OPEN), parse(state, "{'b': 2}"), AML_FALSE},
      {object_of(state, "a", one, AML_VALUE_OPEN), object_of(state, "b", two, AML_VALUE_OPEN), AML_MAYBE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(aml_value_equal(cases[i].a, cases[i].b), cases[i].equal);
    assert_int_equal(aml_value_equal(cases[i].b, cases[i].a), cases[i].equal);
  }
}

static void builds_objects(void **state) {
  static const size_t sizes[] = {1, 16, 17, 500};
  for (size_t s = 0; s < COUNT(sizes); s++) {
    aml_object_builder builder;
    aml_object_begin(&builder, *state);
    for (size_t i = 0; i < sizes[s]; i++) {
      aml_object_set(&builder, aml_sv_format(*state, "n%zu", i), AML_NO_SPAN,
          aml_value_int(*state, (int64_t)i, AML_NO_SPAN));
    }
    aml_object_set(&builder, AML_SV("N0"), AML_NO_SPAN, aml_value_int(*state, -1, AML_NO_SPAN));
    aml_object_add(&builder, AML_SV("n0"), AML_NO_SPAN, aml_value_int(*state, -2, AML_NO_SPAN));
    const aml_value *object = aml_object_end(&builder, AML_NO_SPAN, AML_VALUE_OPEN);
    assert_int_equal(object->as.object.count, sizes[s] + 1);
    assert_true(aml_value_has(object, AML_VALUE_OPEN));
    assert_sv_equal(object->as.object.members[0].name, AML_SV("N0"));
    assert_true(object->as.object.members[0].value->as.integer == -1);
    assert_true(aml_object_find(object, AML_SV("N0"))->as.integer == -2);
    assert_true(aml_object_find_exact(object, AML_SV("N0"))->as.integer == -1);
    for (size_t i = 1; i < sizes[s]; i++) {
      aml_sv name = aml_sv_format(*state, "N%zu", i);
      assert_true(aml_object_find(object, name)->as.integer == (int64_t)i);
      assert_null(aml_object_find_exact(object, name));
    }
  }
}

static void follows_paths(void **state) {
  const aml_value *value = parse(state, "{'Properties': {'scale': {'min': 3}, 'list': [1]}}");
  assert_true(aml_value_path(value, AML_SV("properties.SCALE.min"))->as.integer == 3);
  assert_ptr_equal(aml_value_path(value, AML_SV("")), value);
  assert_null(aml_value_path(value, AML_SV("properties.none.min")));
  assert_null(aml_value_path(value, AML_SV("properties.list.0")));
  assert_null(aml_object_find(NULL, AML_SV("x")));
  assert_int_equal(aml_value_text(NULL).len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(compares),
      TEST_CASE(compares_what_is_not_known),
      TEST_CASE(builds_objects),
      TEST_CASE(follows_paths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
