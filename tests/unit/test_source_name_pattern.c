/* Patterns of file names: the table is from .NET's own description of FileSystemName.MatchesWin32Expression.
 */
#include "source/name_pattern.h"

#include "test.h"

static void matches_names(void **state) {
  static const struct {
    const char *pattern, *name;
    bool is_match;
  } cases[] = {
      {"*", "a", true},
      {"", "a.b", true},
      {"*.*", "a", true},
      {"*.txt", "a.txt", true},
      {"*.txt", "a.txtx", false},
      {"*.txt", "a.TXT", false},
      {"a*c*e", "abcde", true},
      {"a*c*e", "abcd", false},
      {"a?", "a", true},
      {"a?", "ab", true},
      {"a?", "abc", false},
      {"a??.txt", "a.txt", true},
      {"?b", "b", false},
      {"a.*", "a", true},
      {"a.*", "ab", false},
      {"a.?", "a", true},
      {"\xC3\xBC?", "\xC3\xBC\xC3\xBC", true},
      {"*\xC3\xBC", "a\xC3\xBC", true},
      {"[a]", "a", false},
      {"**", "", true},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    if (aml_name_matches(aml_sv_of(cases[i].pattern), aml_sv_of(cases[i].name), false) != cases[i].is_match) {
      fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].name);
    }
  }
  assert_true(aml_name_matches(AML_SV("*.TXT"), AML_SV("a.txt"), true));
}

static void knows_its_own(void **state) {
  (void)state;
  assert_true(aml_name_pattern_is_plain(AML_SV("a*.?")));
  assert_false(aml_name_pattern_is_plain(AML_SV("*.")));
  assert_false(aml_name_pattern_is_plain(AML_SV("a/*")));
  assert_false(aml_name_pattern_is_plain(AML_SV("a\\*")));
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(matches_names), TEST_CASE(knows_its_own)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
