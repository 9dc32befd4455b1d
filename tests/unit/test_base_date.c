#include "base/date.h"

#include <time.h>

#include "test.h"

static void reads_days(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_good;
    int days; /* since 1970-01-01, by GNU date: date -u -d TEXT +%s, divided by 86400 */
  } cases[] = {
      {"1970-01-01", true, 0},
      {"2000-02-29", true, 11016},
      {"2024-02-29", true, 19782},
      {"2026-11-27", true, 20784},
      {"1969-12-31", true, -1},
      {"0001-01-01", true, -719162},
      {"9999-12-31", true, 2932896},
      {"2023-02-29", false, 0},
      {"1900-02-29", false, 0},
      {"2100-02-29", false, 0},
      {"2024-04-31", false, 0},
      {"2024-00-10", false, 0},
      {"2024-13-01", false, 0},
      {"2024-01-00", false, 0},
      {"0000-01-01", false, 0},
      {"2024-1-01", false, 0},
      {"2024-01-01 ", false, 0},
      {" 2024-01-01", false, 0},
      {"2024-01-01T00:00", false, 0},
      {"20240101", false, 0},
      {"", false, 0},
      {"10000-01-01", false, 0},
      {"+024-01-01", false, 0},
      {"2024/01/01", false, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_day day = AML_DAY_NONE;
    bool is_good = aml_day_parse(aml_sv_of(cases[i].text), &day);
    if (is_good != cases[i].is_good || (is_good && day != cases[i].days)) {
      fail_msg("'%s' gives %d", cases[i].text, day);
    }
  }
}

/* The C library's own calendar is the oracle. */
static void agrees_with_gmtime_for_every_day(void **state) {
  (void)state;
  for (aml_day day = -719162; day <= 2932896; day += 1) {
    time_t seconds = (time_t)day * 86400;
    struct tm tm;
    assert_non_null(gmtime_r(&seconds, &tm));
    int year;
    int month;
    int day_of_month;
    aml_day_split(day, &year, &month, &day_of_month);
    bool is_same = year == tm.tm_year + 1900 && month == tm.tm_mon + 1 && day_of_month == tm.tm_mday;
    if (!is_same || aml_day_of(year, month, day_of_month) != day) {
      fail_msg("day %d is %d-%d-%d", day, year, month, day_of_month);
    }
  }
}

static void writes_days(void **state) {
  (void)state;
  char text[AML_DAY_TEXT_SIZE];
  aml_day_text(aml_day_of(987, 6, 5), text);
  assert_string_equal(text, "0987-06-05");
  aml_day_text(aml_day_of(2026, 11, 27), text);
  assert_string_equal(text, "2026-11-27");
  aml_error error;
  aml_day day = 0;
  assert_int_equal(aml_day_to_judge_by(NULL, &day, &error), AML_OK);
  assert_true(day > aml_day_of(2025, 1, 1));
  assert_int_equal(aml_day_to_judge_by("9999-12-31", &day, &error), AML_OK);
  assert_int_equal(day, aml_day_of(9999, 12, 31));
  assert_int_equal(aml_day_to_judge_by("1970-01-01", &day, &error), AML_OK);
  assert_int_not_equal(aml_day_to_judge_by("1969-12-31", &day, &error), AML_OK);
  assert_string_equal(error.text, "Invalid date '1969-12-31': the earliest possible date is 1970-01-01.");
  assert_int_not_equal(aml_day_to_judge_by("10000-01-01", &day, &error), AML_OK);
}

static void reads_instants(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *same_as; /* NULL: not an instant */
  } cases[] = {
      {"2020-04-07", "2020-04-07T00:00:00Z"},
      {"2020-04-07T13:53", "2020-04-07T13:53:00Z"},
      {"2020-04-07 13:53:14Z", "2020-04-07T13:53:14Z"},
      {"2020-04-07t13:53:14z", "2020-04-07T13:53:14Z"},
      {"2020-04-07T13:53:14+02:00", "2020-04-07T11:53:14Z"},
      {"2020-04-07T13:53:14-0530", "2020-04-07T19:23:14Z"},
      {"2020-04-07T13:53:14+02", "2020-04-07T11:53:14Z"},
      {"20200407T135314Z", "2020-04-07T13:53:14Z"},
      {"20200407T1353", "2020-04-07T13:53:00Z"},
      {"2020-03-01T00:30:00+01:00", "2020-02-29T23:30:00Z"},
      {"Tue, 07 Apr 2020 13:53:14 GMT", "2020-04-07T13:53:14Z"},
      {"tue, 07 apr 2020 13:53:14 gmt", "2020-04-07T13:53:14Z"},
      {"Sat, 29 Feb 2020 00:00:00 GMT", "2020-02-29T00:00:00Z"},
      {"2020-04-07T13:53:14.99999999Z", "2020-04-07T13:53:15Z"},
      {"Wed, 07 Apr 2020 13:53:14 GMT", NULL},
      {"Sun, 29 Feb 2021 00:00:00 GMT", NULL},
      {"2020-04-07T24:00:00Z", NULL},
      {"2020-04-07T23:60:00Z", NULL},
      {"2020-04-07T23:00:60Z", NULL},
      {"2020-04-07T23:00:00.Z", NULL},
      {"2020-04-07T23", NULL},
      {"2020-04-07T23:00:00+15:00", NULL},
      {"2020-04-07T23:00:00+02:", NULL},
      {"2020-04-07T23:00:00Zz", NULL},
      {"20200407", NULL},
      {"2020-04-0", NULL},
      {"", NULL},
      {"0001-01-01T00:00:00+01:00", NULL},
      {"9999-12-31T23:59:59-00:01", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_instant got = {0};
    aml_instant expected = {0};
    bool is_good = aml_instant_parse(aml_sv_of(cases[i].text), &got);
    if (cases[i].same_as != NULL) {
      assert_true(aml_instant_parse(aml_sv_of(cases[i].same_as), &expected));
    }
    if (is_good != (cases[i].same_as != NULL) || got.ticks != expected.ticks) {
      fail_msg("'%s'", cases[i].text);
    }
  }
}

static void counts_ticks_as_dotnet(void **state) {
  (void)state;
  aml_instant at;
  assert_true(aml_instant_parse(AML_SV("0001-01-01T00:00:00.0000001Z"), &at));
  assert_int_equal(at.ticks, 1);
  assert_true(aml_instant_parse(AML_SV("1970-01-01"), &at));
  assert_int_equal(at.ticks, INT64_C(621355968000000000)); /* DateTime.UnixEpoch.Ticks */
  assert_true(aml_instant_parse(AML_SV("9999-12-31T23:59:59.9999999Z"), &at));
  assert_int_equal(at.ticks, INT64_C(3155378975999999999)); /* DateTime.MaxValue.Ticks */
  assert_int_equal(aml_instant_to_unix(aml_instant_of_unix(-1)), -1);
  assert_int_equal(aml_instant_to_unix(aml_instant_of_unix(1795737600)), 1795737600);
}

static void reads_durations(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_good;
    int64_t seconds;
  } cases[] = {
      {"PT120S", true, 120},
      {"PT2M", true, 120},
      {"P1D", true, 86400},
      {"P1W", true, 604800},
      {"P1Y2M3DT4H5M6S", true, (365 + 60 + 3) * 86400 + 4 * 3600 + 5 * 60 + 6},
      {"-PT1H", true, -3600},
      {"PT1.5S", true, 1},
      {"PT0S", true, 0},
      {"P9223372036854775807D", true, INT64_MAX},
      {"-P9223372036854775807D", true, INT64_MIN},
      {"P", false, 0},
      {"PT", false, 0},
      {"P1DT", false, 0},
      {"T1H", false, 0},
      {"P1H", false, 0},
      {"PT1D", false, 0},
      {"P1D2Y", false, 0},
      {"P1D1D", false, 0},
      {"PT1.S", false, 0},
      {"PT1.5M", false, 0},
      {"p1d", false, 0},
      {"P1D ", false, 0},
      {"+P1D", false, 0},
      {"P-1D", false, 0},
      {"", false, 0},
      {"P9223372036854775808D", false, 0},
      {"PT9223372036854775807H", false, 0},
      {"P9223372036854775807W", false, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_duration duration = {0};
    bool is_good = aml_duration_parse(aml_sv_of(cases[i].text), &duration);
    if (is_good != cases[i].is_good || (is_good && aml_duration_seconds(&duration) != cases[i].seconds)) {
      fail_msg("'%s'", cases[i].text);
    }
  }
}

static void adds_durations(void **state) {
  (void)state;
  static const struct {
    const char *from, *duration, *to; /* to NULL: leaves the calendar */
  } cases[] = {
      {"2020-04-07T13:53:14Z", "P3Y", "2023-04-07T13:53:14Z"},
      {"2020-04-07T13:53:14Z", "-P9D", "2020-03-29T13:53:14Z"},
      {"2020-04-07T13:53:14Z", "PT1H", "2020-04-07T14:53:14Z"},
      {"2020-02-29", "P1Y", "2021-02-28"},
      {"2023-01-31", "P1M", "2023-02-28"},
      {"2024-01-31", "P1M", "2024-02-29"},
      {"2024-03-31", "-P1M", "2024-02-29"},
      {"2024-12-31", "P1D", "2025-01-01"},
      {"2024-11-30", "P3M", "2025-02-28"},
      {"2024-01-01", "-PT0.5S", "2023-12-31T23:59:59.5Z"},
      {"9999-12-31", "P1D", NULL},
      {"9999-01-31", "P1Y", NULL},
      {"0001-01-01", "-PT1S", NULL},
      {"0001-01-01", "-P1M", NULL},
      {"2024-01-01", "P9223372036854775807Y", NULL},
      {"2024-01-01", "P9223372036854775807D", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_instant from;
    aml_instant got = {0};
    aml_instant expected = {0};
    aml_duration duration;
    assert_true(aml_instant_parse(aml_sv_of(cases[i].from), &from));
    assert_true(aml_duration_parse(aml_sv_of(cases[i].duration), &duration));
    bool is_good = aml_instant_add(from, &duration, &got);
    if (cases[i].to != NULL) {
      assert_true(aml_instant_parse(aml_sv_of(cases[i].to), &expected));
    }
    if (is_good != (cases[i].to != NULL) || got.ticks != expected.ticks) {
      fail_msg("%s and %s", cases[i].from, cases[i].duration);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_days),
      cmocka_unit_test(agrees_with_gmtime_for_every_day),
      cmocka_unit_test(writes_days),
      cmocka_unit_test(reads_instants),
      cmocka_unit_test(counts_ticks_as_dotnet),
      cmocka_unit_test(reads_durations),
      cmocka_unit_test(adds_durations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
