#include "base/date.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>

#include "base/number.h"

#define TICKS_PER_SECOND INT64_C(10000000)
#define TICKS_PER_DAY    (86400 * TICKS_PER_SECOND)

enum { DAYS_TO_1970 = 719162 /* from 0001-01-01 */, FIRST_YEAR = 1, LAST_YEAR = 9999 };

static bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in_month(int year, int month) {
  static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1] + (month == 2 && is_leap(year));
}

static bool is_date(int year, int month, int day) {
  return year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 && day >= 1 &&
         day <= days_in_month(year, month);
}

/* Days from 0001-01-01 to the first of January of a year from 1. */
static int days_before_year(int year) {
  int before = year - 1;
  return before * 365 + before / 4 - before / 100 + before / 400;
}

aml_day aml_day_of(int year, int month, int day) {
  int days = days_before_year(year) + day - 1;
  for (int m = 1; m < month; m++) {
    days += days_in_month(year, m);
  }
  return days - DAYS_TO_1970;
}

void aml_day_split(aml_day day, int *year, int *month, int *day_of_month) {
  assert(day >= -DAYS_TO_1970); /* and so not AML_DAY_NONE */
  int days = day + DAYS_TO_1970;
  int y = days / 366 + 1; /* never too late */
  while (days >= days_before_year(y + 1)) {
    y += (days - days_before_year(y + 1)) / 366 + 1;
  }
  int rest = days - days_before_year(y);
  int m = 1;
  while (rest >= days_in_month(y, m)) {
    rest -= days_in_month(y, m++);
  }
  *year = y;
  *month = m;
  *day_of_month = rest + 1;
}

/* The last digits of a number. */
static void put_digits(char *out, size_t count, unsigned number) {
  for (size_t i = count; i > 0; i--) {
    out[i - 1] = (char)('0' + number % 10);
    number /= 10;
  }
}

void aml_day_text(aml_day day, char out[AML_DAY_TEXT_SIZE]) {
  int year;
  int month;
  int day_of_month;
  aml_day_split(day, &year, &month, &day_of_month);
  put_digits(out, 4, (unsigned)year);
  out[4] = '-';
  put_digits(out + 5, 2, (unsigned)month);
  out[7] = '-';
  put_digits(out + 8, 2, (unsigned)day_of_month);
  out[10] = '\0';
}

aml_status aml_day_to_judge_by(const char *given, aml_day *out, aml_error *error) {
  if (given == NULL) {
    time_t today = time(NULL) / 86400;
    if (today < 0 || today > aml_day_of(9999, 12, 31)) {
      return aml_fail(error, AML_ERR_INPUT,
          "The system clock is before 1970 or after 9999: correct it, or give the date with '--as-of'.");
    }
    *out = (aml_day)today;
    return AML_OK;
  }
  if (!aml_day_parse(aml_sv_of(given), out)) {
    return aml_fail(error, AML_ERR_INPUT, "Invalid date '%s': expected YYYY-MM-DD.", given);
  }
  if (*out < 0) {
    return aml_fail(
        error, AML_ERR_INPUT, "Invalid date '%s': the earliest possible date is 1970-01-01.", given);
  }
  return AML_OK;
}

/* What is left of a text while it is read from left to right. */
typedef struct cursor {
  aml_sv text;
  size_t at;
} cursor;

static bool is_at_end(const cursor *c) {
  return c->at == c->text.len;
}

static bool take_char(cursor *c, char wanted) {
  bool is_there = c->at < c->text.len && c->text.data[c->at] == wanted;
  c->at += is_there;
  return is_there;
}

static bool take_text(cursor *c, const char *wanted) {
  aml_sv rest = aml_sv_slice(c->text, c->at, c->text.len);
  aml_sv expected = aml_sv_of(wanted);
  if (!aml_sv_istarts(rest, expected)) {
    return false;
  }
  c->at += expected.len;
  return true;
}

/* Exactly `count` digits. */
static bool take_number(cursor *c, int count, int *out) {
  int value = 0;
  for (int i = 0; i < count; i++) {
    if (is_at_end(c) || !aml_ascii_digit(c->text.data[c->at])) {
      return false;
    }
    value = value * 10 + (c->text.data[c->at++] - '0');
  }
  *out = value;
  return true;
}

/* Digits behind a decimal point as ticks, rounded; false when there are none. */
static bool take_fraction(cursor *c, int64_t *ticks) {
  size_t first = c->at;
  int64_t value = 0;
  int64_t unit = TICKS_PER_SECOND;
  while (!is_at_end(c) && aml_ascii_digit(c->text.data[c->at])) {
    int digit = c->text.data[c->at++] - '0';
    if (unit == 1) { /* the first digit too small to hold */
      value += digit >= 5;
      unit = 0;
    } else if (unit > 1) {
      unit /= 10;
      value += digit * unit;
    }
  }
  *ticks = value;
  return c->at > first;
}

bool aml_day_parse(aml_sv text, aml_day *out) {
  cursor c = {text, 0};
  int year;
  int month;
  int day;
  bool is_read = take_number(&c, 4, &year) && take_char(&c, '-') && take_number(&c, 2, &month) &&
                 take_char(&c, '-') && take_number(&c, 2, &day) && is_at_end(&c);
  if (!is_read || !is_date(year, month, day)) {
    return false;
  }
  *out = aml_day_of(year, month, day);
  return true;
}

typedef struct moment { /* the parts of an instant as they are written */
  int year, month, day, hour, minute, second;
  int64_t fraction;       /* ticks */
  int64_t offset_minutes; /* east of Greenwich */
} moment;

static bool make_instant(const moment *m, aml_instant *out) {
  if (!is_date(m->year, m->month, m->day) || m->hour > 23 || m->minute > 59 || m->second > 59) {
    return false;
  }
  int64_t days = aml_day_of(m->year, m->month, m->day) + DAYS_TO_1970;
  int64_t seconds = m->hour * 3600 + m->minute * 60 + m->second - m->offset_minutes * 60;
  int64_t ticks = days * TICKS_PER_DAY + seconds * TICKS_PER_SECOND + m->fraction;
  if (ticks < 0 || ticks >= (int64_t)days_before_year(LAST_YEAR + 1) * TICKS_PER_DAY) {
    return false;
  }
  out->ticks = ticks;
  return true;
}

/* Nothing, "Z", "+02:00", "+0200" or "+02". */
static bool take_offset(cursor *c, moment *m) {
  if (is_at_end(c) || take_char(c, 'Z') || take_char(c, 'z')) {
    return true;
  }
  bool is_west = take_char(c, '-');
  int hours;
  int minutes = 0;
  if ((!is_west && !take_char(c, '+')) || !take_number(c, 2, &hours)) {
    return false;
  }
  bool has_colon = take_char(c, ':');
  if ((has_colon || !is_at_end(c)) && !take_number(c, 2, &minutes)) {
    return false;
  }
  if (hours > 14 || minutes > 59) {
    return false;
  }
  m->offset_minutes = (is_west ? -1 : 1) * (hours * 60 + minutes);
  return true;
}

/* The time behind the "T": hours and minutes at least; `separator` is ':' or, in the basic format, NUL. */
static bool take_time(cursor *c, moment *m, char separator) {
  bool is_basic = separator == '\0';
  if (!take_number(c, 2, &m->hour) || (!is_basic && !take_char(c, separator)) ||
      !take_number(c, 2, &m->minute)) {
    return false;
  }
  bool has_seconds =
      is_basic ? !is_at_end(c) && aml_ascii_digit(c->text.data[c->at]) : take_char(c, separator);
  if (!has_seconds) {
    return true;
  }
  if (!take_number(c, 2, &m->second)) {
    return false;
  }
  return !(take_char(c, '.') || take_char(c, ',')) || take_fraction(c, &m->fraction);
}

static bool parse_iso(aml_sv text, moment *m) {
  cursor c = {text, 0};
  if (!take_number(&c, 4, &m->year)) {
    return false;
  }
  bool is_extended = take_char(&c, '-');
  if (!take_number(&c, 2, &m->month) || (is_extended && !take_char(&c, '-')) ||
      !take_number(&c, 2, &m->day)) {
    return false;
  }
  if (is_at_end(&c)) {
    return is_extended; /* eight digits alone are a number */
  }
  if (!take_char(&c, 'T') && !take_char(&c, 't') && !(is_extended && take_char(&c, ' '))) {
    return false;
  }
  return take_time(&c, m, is_extended ? ':' : '\0') && take_offset(&c, m) && is_at_end(&c);
}

/* The index of the three-letter name at the cursor in a list of such names, or -1. */
static int take_name(cursor *c, const char *names) {
  for (int i = 0; names[3 * i] != '\0'; i++) {
    const char name[4] = {names[3 * i], names[3 * i + 1], names[3 * i + 2], '\0'};
    if (take_text(c, name)) {
      return i;
    }
  }
  return -1;
}

/* "Tue, 07 Apr 2020 12:00:00 GMT"; a weekday that is not the date's is an error, as for .NET. */
static bool parse_rfc1123(aml_sv text, moment *m) {
  cursor c = {text, 0};
  int weekday = take_name(&c, "MonTueWedThuFriSatSun");
  if (weekday < 0 || !take_text(&c, ", ") || !take_number(&c, 2, &m->day) || !take_char(&c, ' ')) {
    return false;
  }
  m->month = take_name(&c, "JanFebMarAprMayJunJulAugSepOctNovDec") + 1;
  if (!take_char(&c, ' ') || !take_number(&c, 4, &m->year) || !take_char(&c, ' ') || !take_time(&c, m, ':') ||
      !take_text(&c, " GMT") || !is_at_end(&c) || !is_date(m->year, m->month, m->day)) {
    return false;
  }
  return (aml_day_of(m->year, m->month, m->day) + DAYS_TO_1970) % 7 == weekday; /* 0001-01-01: a Monday */
}

bool aml_instant_parse(aml_sv text, aml_instant *out) {
  moment iso = {0};
  if (parse_iso(text, &iso)) {
    return make_instant(&iso, out);
  }
  moment rfc1123 = {0};
  return parse_rfc1123(text, &rfc1123) && make_instant(&rfc1123, out);
}

aml_instant aml_instant_of_unix(int64_t seconds) {
  return (aml_instant){(seconds + (int64_t)DAYS_TO_1970 * 86400) * TICKS_PER_SECOND};
}

int64_t aml_instant_to_unix(aml_instant at) {
  return at.ticks / TICKS_PER_SECOND - (int64_t)DAYS_TO_1970 * 86400;
}

/* One "12D" of a duration. False when its letter is not there; *is_bad when it does not fit. */
static bool take_part(cursor *c, char letter, int64_t *out, bool *is_bad) {
  size_t first = c->at;
  size_t end = first;
  while (end < c->text.len && aml_ascii_digit(c->text.data[end])) {
    end++;
  }
  if (end == first || end == c->text.len || c->text.data[end] != letter) {
    return false;
  }
  c->at = end + 1;
  *is_bad = *is_bad || !aml_int_parse(aml_sv_slice(c->text, first, end), out);
  return true;
}

static void add_ticks(int64_t *ticks, int64_t count, int64_t unit, bool *is_bad) {
  int64_t product;
  *is_bad = *is_bad || __builtin_mul_overflow(count, unit, &product) ||
            __builtin_add_overflow(*ticks, product, ticks);
}

/* Seconds may have a fraction: "1.5S". */
static bool take_seconds(cursor *c, int64_t *ticks, bool *is_bad) {
  cursor ahead = *c;
  int64_t seconds;
  if (take_part(c, 'S', &seconds, is_bad)) {
    add_ticks(ticks, seconds, TICKS_PER_SECOND, is_bad);
    return true;
  }
  int64_t fraction;
  if (!take_part(&ahead, '.', &seconds, is_bad) || !take_fraction(&ahead, &fraction) ||
      !take_char(&ahead, 'S')) {
    return false;
  }
  *c = ahead;
  add_ticks(ticks, seconds, TICKS_PER_SECOND, is_bad);
  add_ticks(ticks, fraction, 1, is_bad);
  return true;
}

static bool take_time_part(cursor *c, aml_duration *duration, bool *is_bad) {
  int64_t hours = 0;
  int64_t minutes = 0;
  bool has_any = take_part(c, 'H', &hours, is_bad);
  has_any = take_part(c, 'M', &minutes, is_bad) || has_any;
  if (!*is_bad) {
    add_ticks(&duration->ticks, hours, 3600 * TICKS_PER_SECOND, is_bad);
    add_ticks(&duration->ticks, minutes, 60 * TICKS_PER_SECOND, is_bad);
  }
  return take_seconds(c, &duration->ticks, is_bad) || has_any;
}

bool aml_duration_parse(aml_sv text, aml_duration *out) {
  cursor c = {text, 0};
  aml_duration d = {.negative = take_char(&c, '-')};
  if (!take_char(&c, 'P')) {
    return false;
  }
  bool is_bad = false;
  int64_t weeks = 0;
  bool has_date = take_part(&c, 'Y', &d.years, &is_bad);
  has_date = take_part(&c, 'M', &d.months, &is_bad) || has_date;
  has_date = take_part(&c, 'W', &weeks, &is_bad) || has_date;
  has_date = take_part(&c, 'D', &d.days, &is_bad) || has_date;
  if (!is_bad) {
    add_ticks(&d.days, weeks, 7, &is_bad);
  }
  bool has_time = take_char(&c, 'T');
  if (has_time && !take_time_part(&c, &d, &is_bad)) {
    return false;
  }
  if (is_bad || !is_at_end(&c) || (!has_date && !has_time)) {
    return false;
  }
  *out = d;
  return true;
}

int64_t aml_duration_seconds(const aml_duration *duration) {
  int64_t seconds = duration->ticks / TICKS_PER_SECOND;
  bool is_too_long = false;
  add_ticks(&seconds, duration->days, 86400, &is_too_long);
  add_ticks(&seconds, duration->months, INT64_C(30) * 86400, &is_too_long);
  add_ticks(&seconds, duration->years, INT64_C(365) * 86400, &is_too_long);
  if (is_too_long) {
    return duration->negative ? INT64_MIN : INT64_MAX;
  }
  return duration->negative ? -seconds : seconds;
}

/* Moves by whole months; a day that the month lacks becomes its last. */
static bool add_months(int64_t *ticks, int64_t months) {
  int year;
  int month;
  int day;
  aml_day_split((aml_day)(*ticks / TICKS_PER_DAY - DAYS_TO_1970), &year, &month, &day);
  int64_t moved;
  if (__builtin_add_overflow((int64_t)(year - 1) * 12 + month - 1, months, &moved) || moved < 0 ||
      moved >= (int64_t)LAST_YEAR * 12) {
    return false;
  }
  year = (int)(moved / 12) + 1;
  month = (int)(moved % 12) + 1;
  int last = days_in_month(year, month);
  int64_t days = aml_day_of(year, month, day < last ? day : last) + DAYS_TO_1970;
  *ticks = days * TICKS_PER_DAY + *ticks % TICKS_PER_DAY;
  return true;
}

bool aml_instant_add(aml_instant at, const aml_duration *duration, aml_instant *out) {
  int64_t sign = duration->negative ? -1 : 1;
  int64_t ticks = at.ticks;
  int64_t months;
  if (__builtin_mul_overflow(duration->years, 12 * sign, &months) ||
      __builtin_add_overflow(months, duration->months * sign, &months) || !add_months(&ticks, months)) {
    return false;
  }
  bool is_bad = false;
  add_ticks(&ticks, duration->days, sign * TICKS_PER_DAY, &is_bad);
  add_ticks(&ticks, duration->ticks, sign, &is_bad);
  if (is_bad || ticks < 0 || ticks >= (int64_t)days_before_year(LAST_YEAR + 1) * TICKS_PER_DAY) {
    return false;
  }
  out->ticks = ticks;
  return true;
}
