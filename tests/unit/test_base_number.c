#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"

static void reads_integers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_good;
    int64_t value;
  } cases[] = {
      {"0", true, 0},
      {"-7", true, -7},
      {"+7", true, 7},
      {"007", true, 7},
      {"9223372036854775807", true, INT64_MAX},
      {"-9223372036854775808", true, INT64_MIN},
      {"9223372036854775808", false, 0},
      {"-9223372036854775809", false, 0},
      {"99999999999999999999", false, 0},
      {"", false, 0},
      {"-", false, 0},
      {"1 ", false, 0},
      {"1.0", false, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    int64_t value = 0;
    assert_int_equal(aml_int_parse(aml_sv_of(cases[i].text), &value), cases[i].is_good);
    assert_true(value == cases[i].value);
  }
}

static void reads_json_numbers_only(void **state) {
  (void)state;
  static const char *const bad[] = {
      "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x10", "1 ", "inf", "nan", "1,5", "1e999", "-1e999"};
  for (size_t i = 0; i < COUNT(bad); i++) {
    double value;
    assert_false(aml_double_parse(aml_sv_of(bad[i]), &value));
  }
  double value;
  assert_false(aml_double_parse(AML_SV("-1e999"), &value));
  assert_true(isinf(value) && value < 0);
  assert_true(aml_double_parse(AML_SV("-12.5e-1"), &value) && value == -1.25);
}

/* As strtod reads them, which keeps all digits. */
static void reads_long_numbers(void **state) {
  (void)state;
  enum { LONGEST = 3000 };
  static const struct {
    const char *head;
    char digit;
    int count;
    const char *tail;
  } cases[] = {
      {"-0.", '0', 400, "123456789012345678e390"},
      {"0.", '0', 2500, "5e2499"},
      {"", '9', 300, ""},
      {"", '9', 309, ""},
      {"0.1", '3', 900, ""},
      {"1", '0', 2000, "e-2000"},
      {"9007199254740993.", '0', 1500, ""},
      {"9007199254740993.", '0', 1500, "1"}, /* just above the middle between two doubles */
      {"9007199254740992.", '9', 1500, ""},
      {"2.", '4', 1200, "e-324"},
      {"0.", '0', 900, ""},
      {"-0.", '0', 900, ""},
      {"0.", '0', 900, "e999999999999999999999"},
      {"1.", '1', 900, "e-999999999999999999999"},
      {"1.", '1', 900, "e-308"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char text[LONGEST];
    char digits[LONGEST];
    memset(digits, cases[i].digit, sizeof digits);
    int length =
        snprintf(text, sizeof text, "%s%.*s%s", cases[i].head, cases[i].count, digits, cases[i].tail);
    double wanted = strtod(text, NULL);
    double value = -1;
    assert_int_equal(aml_double_parse((aml_sv){text, (size_t)length}, &value), isfinite(wanted) != 0);
    if (memcmp(&value, &wanted, sizeof value) != 0) {
      fail_msg("case %zu: %.17g, not %.17g", i, value, wanted);
    }
  }
}

static void writes_the_shortest_text(void **state) {
  (void)state;
  static const struct {
    double number;
    const char *text;
  } cases[] = {
      {0.0, "0"},
      {-0.0, "-0"},
      {1.0, "1"},
      {-100.0, "-100"},
      {999999999999999.0, "999999999999999"},
      {0.1, "0.1"},
      {0.30000000000000004, "0.30000000000000004"},
      {1.0 / 3, "0.3333333333333333"},
      {12.5, "12.5"},
      {0.000123, "0.000123"},
      {1e-7, "1e-7"},
      {1.5e300, "1.5e300"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e308"},
      {9007199254740993.0, "9007199254740992"},
      {1e21, "1e21"},
      {123456789012345680000.0, "123456789012345680000"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char text[AML_NUMBER_TEXT_SIZE];
    size_t length = aml_double_text(cases[i].number, text);
    assert_string_equal(text, cases[i].text);
    assert_int_equal(length, strlen(text));
  }
}

static void round_trips(void **state) {
  (void)state;
  uint64_t bits = 88172645463325252U;
  for (int i = 0; i < 20000; i++) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    double number;
    memcpy(&number, &bits, sizeof number);
    if (isfinite(number)) {
      char text[AML_NUMBER_TEXT_SIZE];
      size_t length = aml_double_text(number, text);
      double back;
      assert_true(aml_double_parse((aml_sv){text, length}, &back));
      assert_true(back == number);
    }
  }
}

static void writes_integers(void **state) {
  (void)state;
  static const struct {
    int64_t number;
    const char *text;
  } cases[] = {{0, "0"}, {7, "7"}, {-7, "-7"}, {1000, "1000"}, {INT64_MAX, "9223372036854775807"},
      {INT64_MIN, "-9223372036854775808"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[AML_NUMBER_TEXT_SIZE];
    size_t length = aml_int_text(cases[i].number, text);
    assert_int_equal(length, strlen(cases[i].text));
    assert_memory_equal(text, cases[i].text, length);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_integers),
      cmocka_unit_test(writes_integers),
      cmocka_unit_test(reads_json_numbers_only),
      cmocka_unit_test(reads_long_numbers),
      cmocka_unit_test(writes_the_shortest_text),
      cmocka_unit_test(round_trips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
