#include "source/lines.h"

#include "test.h"

static aml_source make_source(void **state, aml_sv bytes) {
  aml_source source = {.bytes = bytes};
  aml_source_index_lines(&source, *state);
  return source;
}

static void knows_every_line_end(void **state) {
  aml_source source = make_source(state, AML_SV("a\nbc\r\nd\re\n\n"));
  static const struct {
    uint32_t offset, line, column;
  } cases[] = {{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {4, 2, 3}, {5, 2, 4}, {6, 3, 1}, {7, 3, 2}, {8, 4, 1},
      {10, 5, 1}, {11, 6, 1}, {99, 6, 1}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_position at = aml_source_locate(&source, cases[i].offset);
    assert_int_equal(at.line, cases[i].line);
    assert_int_equal(at.column, cases[i].column);
  }
  static const char *const texts[] = {"a", "bc", "d", "e", "", ""};
  assert_int_equal(source.line_count, COUNT(texts));
  for (uint32_t i = 0; i < COUNT(texts); i++) {
    assert_sv_equal(aml_source_line(&source, i + 1, NULL), aml_sv_of(texts[i]));
  }
  uint32_t begin;
  assert_sv_equal(aml_source_line(&source, 3, &begin), AML_SV("d"));
  assert_int_equal(begin, 6);
  assert_int_equal(aml_source_line(&source, 7, &begin).len, 0);
  assert_int_equal(begin, 11);
}

static void counts_code_points(void **state) {
  aml_source source = make_source(state, AML_SV("x\n\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z"));
  static const uint32_t offsets[] = {2, 4, 7, 11, 12};
  for (uint32_t i = 0; i < COUNT(offsets); i++) {
    assert_int_equal(aml_source_locate(&source, offsets[i]).column, i + 1);
  }
}

static void counts_in_long_lines(void **state) {
  enum { LETTERS = 5000 };
  char *text = malloc(2 * LETTERS + 1);
  text[0] = '\n';
  for (size_t i = 0; i < LETTERS; i++) {
    memcpy(text + 1 + 2 * i, "\xC3\xA9", 2);
  }
  aml_source source = make_source(state, (aml_sv){text, 2 * LETTERS + 1});
  for (uint32_t i = 0; i <= LETTERS; i++) {
    aml_position at = aml_source_locate(&source, 1 + 2 * i);
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, i + 1);
  }
  free(text);
}

static void has_one_line_when_empty(void **state) {
  aml_source source = make_source(state, (aml_sv){NULL, 0});
  assert_int_equal(source.line_count, 1);
  assert_int_equal(aml_source_locate(&source, 0).line, 1);
  assert_int_equal(aml_source_line(&source, 1, NULL).len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(knows_every_line_end),
      TEST_CASE(counts_code_points),
      TEST_CASE(counts_in_long_lines),
      TEST_CASE(has_one_line_when_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
