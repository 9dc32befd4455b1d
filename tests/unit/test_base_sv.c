#include "base/sv.h"

#include "test.h"

/* Texts that are equal but for the case of ASCII letters, and texts that are not. */
typedef struct comparison {
  const char *a, *b;
  bool is_equal;
} comparison;

static const comparison comparisons[] = {
    {"", "", true},
    {"a", "A", true},
    {"Standard_NC6s_v3", "STANDARD_nc6S_V3", true},
    {"abcdefgh", "ABCDEFGH", true},
    {"abcdefghi", "ABCDEFGHI", true},
    {"abcdefghi", "ABCDEFGHJ", false},
    {"abcdefgh", "abcdefg", false},
    {"@[`{", "`{@[", false},
    {"@", "`", false},
    {"[", "{", false},
    {"Z{", "z{", true},
    {"\xC3\x84", "\xC3\xA4", false}, /* A umlaut is no ASCII letter */
    {"\xC1", "\xE1", false},
};

static void folds_ascii_letters_only(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(comparisons); i++) {
    aml_sv a = aml_sv_of(comparisons[i].a);
    aml_sv b = aml_sv_of(comparisons[i].b);
    assert_int_equal(aml_sv_ieq(a, b), comparisons[i].is_equal);
    assert_int_equal(aml_sv_icmp(a, b) == 0, comparisons[i].is_equal);
  }
}

static void folds_every_byte_as_the_single_form_does(void **state) {
  (void)state;
  for (unsigned c = 0; c < 256; c++) {
    for (unsigned at = 0; at < 8; at++) {
      uint64_t word = (uint64_t)c << (8 * at);
      uint64_t folded = (uint64_t)(unsigned char)aml_ascii_lower((char)c) << (8 * at);
      assert_int_equal(aml_ascii_lower8(word), folded);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(folds_ascii_letters_only),
      cmocka_unit_test(folds_every_byte_as_the_single_form_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
