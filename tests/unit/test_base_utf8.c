#include "base/utf8.h"

#include <stdio.h>

#include "test.h"

/* Lengths by the definition, one code point after the other. */
static void count(aml_sv text, size_t *points, size_t *units) {
  *points = 0;
  *units = 0;
  for (size_t at = 0; at < text.len; ++*points) {
    uint32_t c = aml_utf8_next(text, &at);
    *units += c != AML_UTF8_INVALID && c > 0xFFFF ? 2 : 1;
  }
}

/* Runs of ASCII before, between and behind other characters, at every distance from the words they are
 * counted by. */
static void lengths_are_those_of_the_definition(void **state) {
  (void)state;
  static const char *const others[] = {
      "", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xFF", "\xC3", "\xF0\x9F"};
  for (size_t i = 0; i < COUNT(others); i++) {
    for (int before = 0; before < 18; before++) {
      for (int behind = 0; behind < 18; behind++) {
        char text[64];
        int length = snprintf(text, sizeof text, "%.*s%s%.*s%s", before, "abcdefghijklmnopqr", others[i],
            behind, "abcdefghijklmnopqr", others[COUNT(others) - 1 - i]);
        aml_sv all = {text, (size_t)length};
        size_t points = 0;
        size_t units = 0;
        count(all, &points, &units);
        assert_int_equal(aml_utf8_length(all), points);
        assert_int_equal(aml_utf16_length(all), units);
      }
    }
  }
  assert_int_equal(aml_utf8_length(AML_SV("x\xE2\x82\xACy")), 3);
  assert_int_equal(aml_utf16_length(AML_SV("x\xF0\x9F\x98\x80y")), 4);
  assert_int_equal(aml_utf8_length((aml_sv){NULL, 0}), 0);
}

/* The six line ends of YAML 1.1 (section 4.2 of its specification), and what only looks like one. */
static void finds_line_ends(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t at, length, before; /* that begins at `at`; that ends there */
  } cases[] = {{"a\nb", 1, 1, 0}, {"a\nb", 2, 0, 1}, {"a\rb", 1, 1, 0}, {"a\rb", 2, 0, 1}, {"\r\nb", 0, 2, 0},
      {"\r\nb", 1, 1, 1}, {"\r\nb", 2, 0, 2}, {"\xC2\x85", 0, 2, 0}, {"\xC2\x85", 1, 0, 0},
      {"\xC2\x85", 2, 0, 2}, {"\xC2\xA0", 0, 0, 0}, {"\xC2\xA0", 2, 0, 0}, {"\xC2", 0, 0, 0},
      {"\xE2\x80\xA8", 0, 3, 0}, {"\xE2\x80\xA8", 3, 0, 3}, {"\xE2\x80\xA9", 0, 3, 0},
      {"\xE2\x80\xA9", 2, 0, 0}, {"\xE2\x80\xA7", 0, 0, 0}, {"\xE2\x80", 0, 0, 0}, {"\xE2\x81\xA8", 3, 0, 0},
      {"\x85", 1, 0, 0}, {"", 0, 0, 0}, {"\v\f", 1, 0, 0}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv text = aml_sv_of(cases[i].text);
    assert_int_equal(aml_utf8_break(text, cases[i].at), cases[i].length);
    assert_int_equal(aml_utf8_break_before(text, cases[i].at), cases[i].before);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lengths_are_those_of_the_definition),
      cmocka_unit_test(finds_line_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
