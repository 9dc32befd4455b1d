#include "test.h"

#include "facts/pattern.h"

static void test_matches(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *name;
    bool matches;
  } cases[] = {
      {"^Standard_NC(?:6|12|24)r?s_v3$", "Standard_NC6s_v3", true},
      {"^Standard_NC(?:6|12|24)r?s_v3$", "STANDARD_nc24RS_V3", true},
      {"^Standard_NC(?:6|12|24)r?s_v3$", "Standard_NC8s_v3", false},
      {"^Standard_NC(?:6|12|24)r?s_v3$", "Standard_NC6s_v3x", false},
      {"^Standard_NC(?:6|12|24)r?s_v3$", "xStandard_NC6s_v3", false},
      {"^Basic_A[0-4]$", "Basic_A4", true},
      {"^Basic_A[0-4]$", "Basic_A5", false},
      {"^A[a-cx]$", "AX", true},
      {"^A[a-cx]$", "Ad", false},
      {"^D\\d+s_v3$", "D128s_v3", true},
      {"^D\\d+s_v3$", "Ds_v3", false},
      {"^DS(?:1|15i?)(?:-\\d+)?_v2$", "DS15i-4_v2", true},
      {"^DS(?:1|15i?)(?:-\\d+)?_v2$", "DS15-_v2", false},
      {"^(?:a|(?:b|c)d)+x$", "ax", false},
      {"^(?:a|(?:b|c)d)x$", "cdx", true},
      {"^(?:a|(?:b|c)d)x$", "cx", false},
      {"^M\\d+(?:-\\d+)?(?:m|s|ms)?$", "M64-32ms", true},
      {"^M\\d+(?:-\\d+)?(?:m|s|ms)?$", "M64-32msm", false},
      {"^a$", "", false},
      {"^a?$", "", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    bool matches = aml_size_pattern_match(aml_sv_of(cases[i].pattern), aml_sv_of(cases[i].name));
    if (matches != cases[i].matches) {
      fail_msg("%s on %s", cases[i].pattern, cases[i].name);
    }
  }
}

static void test_beginnings(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *beginning;
  } cases[] = {
      {"^Standard_NC(?:6|12)r?s_v3$", "Standard_NC"},
      {"^Standard_D\\d+s_v3$", "Standard_D"},
      {"^Basic_A[0-4]$", "Basic_A"},
      {"^Ab?$", "A"},
      {"^a?$", ""},
      {"^ab+$", "ab"},
      {"^ab$", "ab"},
      {"^ab|c$", ""},
      {"^a(?:b|c)|d$", ""},
      {"^a-b$", "a"},
      {"", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_size_pattern_beginning(aml_sv_of(cases[i].pattern)), aml_sv_of(cases[i].beginning));
  }
}

static void test_long_name_fits_nothing(void **state) {
  (void)state;
  char name[AML_SIZE_NAME_MAX + 2];
  memset(name, '1', sizeof name);
  assert_true(aml_size_pattern_match(AML_SV("^\\d+$"), (aml_sv){name, AML_SIZE_NAME_MAX}));
  assert_false(aml_size_pattern_match(AML_SV("^\\d+$"), (aml_sv){name, AML_SIZE_NAME_MAX + 1}));
}

static void test_validity(void **state) {
  (void)state;
  static const char *const bad[] = {"", "^", "$", "a", "^a", "a$", "^(a)$", "^(?:a$", "^a)$", "^[a$", "^a*$",
      "^a.b$", "^a{2}$", "^(?:a)+$", "^(?:(?:(?:(?:(?:a)))))$", "^\\w$", "^+$", "^a|b)$"};
  static const char *const good[] = {
      "^$", "^a$", "^a|b$", "^(?:a|b)?[0-9]+\\d+$", "^(?:(?:(?:(?:a))))$", "^Standard_M\\d+(?:-\\d+)?$"};
  for (size_t i = 0; i < COUNT(bad); i++) {
    if (aml_size_pattern_is_valid(aml_sv_of(bad[i]))) {
      fail_msg("'%s' is accepted", bad[i]);
    }
  }
  for (size_t i = 0; i < COUNT(good); i++) {
    if (!aml_size_pattern_is_valid(aml_sv_of(good[i]))) {
      fail_msg("'%s' is refused", good[i]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matches),
      cmocka_unit_test(test_beginnings),
      cmocka_unit_test(test_long_name_fits_nothing),
      cmocka_unit_test(test_validity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
