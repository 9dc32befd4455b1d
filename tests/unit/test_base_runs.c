/* Runs are found as a loop over single bytes finds them, wherever in a step of the vector code they end. */
#include "base/runs.h"

#include <string.h>

#include "test.h"

enum { LENGTH = 70 };

static size_t next_plain_end(aml_sv text, size_t at, char quote) {
  while (at < text.len && text.data[at] != quote && text.data[at] != '\\' && text.data[at] != '\n') {
    at++;
  }
  return at;
}

static void finds_ends_of_strings(void **state) {
  (void)state;
  static const char ends[] = {'"', '\'', '\\', '\n', '\x80', '\0', '\xA2', '\xDC'};
  char bytes[LENGTH];
  for (size_t i = 0; i < sizeof ends; i++) {
    for (size_t place = 0; place < LENGTH; place++) {
      memset(bytes, 'x', sizeof bytes);
      bytes[place] = ends[i];
      aml_sv text = {bytes, sizeof bytes};
      for (size_t at = 0; at <= LENGTH; at++) {
        assert_int_equal(aml_run_plain_end(text, at, '"'), next_plain_end(text, at, '"'));
        assert_int_equal(aml_run_plain_end(text, at, '\''), next_plain_end(text, at, '\''));
      }
    }
  }
}

static void skips_spaces_and_nothing_else(void **state) {
  (void)state;
  static const char ends[] = {'x', '\t', '\n', '\xA0', '\0'};
  char bytes[LENGTH];
  for (size_t i = 0; i < sizeof ends; i++) {
    for (size_t place = 0; place < LENGTH; place++) {
      memset(bytes, ' ', sizeof bytes);
      bytes[place] = ends[i];
      for (size_t at = 0; at <= place; at++) {
        size_t end = aml_run_skip_spaces((aml_sv){bytes, sizeof bytes}, at);
        assert_true(end >= at && end <= place);
        assert_true(end == place || LENGTH - end < 16); /* the few at the end are left to others */
      }
    }
  }
}

static void finds_letters_in_either_case(void **state) {
  (void)state;
  static const char *const found[] = {"aml", "AML", "aMl"};
  static const char *const others[] = {"am", "a-ml", "AM\x0C", "A\x0DL", "\x01ML"};
  char bytes[LENGTH];
  for (size_t place = 0; place + 4 <= LENGTH; place++) {
    for (size_t i = 0; i < COUNT(found); i++) {
      memset(bytes, 'a', sizeof bytes);
      memcpy(bytes + place, found[i], 3);
      aml_sv text = {bytes, sizeof bytes};
      assert_int_equal(aml_run_find_aml(text, 0), place);
      assert_int_equal(aml_run_find_aml(text, place), place);
      assert_int_equal(aml_run_find_aml(text, place + 1), AML_NPOS);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
      memset(bytes, 'x', sizeof bytes);
      memcpy(bytes + place, others[i], strlen(others[i]));
      assert_int_equal(aml_run_find_aml((aml_sv){bytes, sizeof bytes}, 0), AML_NPOS);
    }
  }
  assert_int_equal(aml_run_find_aml(AML_SV(""), 0), AML_NPOS);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(finds_ends_of_strings),
      TEST_CASE(skips_spaces_and_nothing_else), TEST_CASE(finds_letters_in_either_case)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
