#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool aml_int_parse(aml_sv text, int64_t *out) {
  bool has_sign = text.len > 0 && (text.data[0] == '-' || text.data[0] == '+');
  bool is_negative = has_sign && text.data[0] == '-';
  size_t at = has_sign ? 1 : 0;
  if (at == text.len) {
    return false;
  }
  uint64_t bound = is_negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  uint64_t sum = 0;
  for (; at < text.len; at++) {
    if (!aml_ascii_digit(text.data[at])) {
      return false;
    }
    uint64_t digit = (uint64_t)(text.data[at] - '0');
    if (sum > (bound - digit) / 10) {
      return false;
    }
    sum = sum * 10 + digit;
  }
  *out = is_negative ? (int64_t)(0 - sum) : (int64_t)sum;
  return true;
}

size_t aml_int_text(int64_t number, char out[AML_NUMBER_TEXT_SIZE]) {
  char digits[AML_NUMBER_TEXT_SIZE];
  uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  size_t first = sizeof digits;
  do {
    digits[--first] = (char)('0' + left % 10);
    left /= 10;
  } while (left > 0);
  if (number < 0) {
    digits[--first] = '-';
  }
  memcpy(out, digits + first, sizeof digits - first);
  return sizeof digits - first;
}

/* Moves *at over digits; how many there were. */
static size_t skip_digits(aml_sv text, size_t *at) {
  size_t begin = *at;
  while (*at < text.len && aml_ascii_digit(text.data[*at])) {
    ++*at;
  }
  return *at - begin;
}

static bool is_json_number(aml_sv text) {
  size_t at = text.len > 0 && text.data[0] == '-' ? 1 : 0;
  size_t first = at;
  size_t whole = skip_digits(text, &at);
  if (whole == 0 || (whole > 1 && text.data[first] == '0')) {
    return false;
  }
  if (at < text.len && text.data[at] == '.') {
    at++;
    if (skip_digits(text, &at) == 0) {
      return false;
    }
  }
  if (at < text.len && (text.data[at] == 'e' || text.data[at] == 'E')) {
    at++;
    if (at < text.len && (text.data[at] == '+' || text.data[at] == '-')) {
      at++;
    }
    if (skip_digits(text, &at) == 0) {
      return false;
    }
  }
  return at == text.len;
}

/* glibc keeps the C locale ready, so that this neither allocates nor has to be freed. */
static double read_terminated(const char *text) {
  return strtod_l(text, NULL, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

/* Numbers of at most fifteen digits and a small exponent: both parts are exact as doubles, so that one
 * operation rounds correctly (Clinger 1990). False for others. */
static bool read_short(aml_sv text, double *out) {
  static const double powers[] = {
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  size_t fraction = 0;
  double sum = 0;
  if (text.len > DBL_DIG) {
    return false;
  }
  for (size_t i = text.data[0] == '-' ? 1 : 0; i < text.len; i++) {
    if (aml_ascii_digit(text.data[i])) {
      sum = sum * 10 + (text.data[i] - '0');
    } else if (text.data[i] == '.') {
      fraction = text.len - i - 1;
    } else {
      return false;
    }
  }
  sum /= powers[fraction];
  *out = text.data[0] == '-' ? -sum : sum;
  return true;
}

/* The exponent as it is written, or one far out of range where it is longer than a number can be. */
static int64_t read_exponent(aml_sv text) {
  int64_t exponent = 0;
  if (text.len > 0 && !aml_int_parse(text, &exponent)) {
    exponent = text.data[0] == '-' ? INT64_MIN / 2 : INT64_MAX / 2;
  }
  return exponent;
}

enum {
  DIGITS_KEPT = 800,      /* 767 decide how a double is rounded; of later ones only whether any is not 0 */
  EXPONENT_MAX = 1000000, /* beyond, every number of that many digits is 0 or infinite */
  LONG_SIZE = DIGITS_KEPT + 16 /* with a sign, one digit for all later ones, the exponent and the NUL */
};

/* Any number, however long, without memory of its own: its digits as a whole number, and an exponent. */
static double read_long(aml_sv text) {
  char copy[LONG_SIZE];
  size_t at = text.data[0] == '-' ? 1 : 0;
  size_t length = 0;
  int64_t exponent = 0;
  bool is_fraction = false;
  bool has_more = false;
  for (; at < text.len && text.data[at] != 'e' && text.data[at] != 'E'; at++) {
    char c = text.data[at];
    if (c == '.') {
      is_fraction = true;
    } else if (length < DIGITS_KEPT) {
      exponent -= is_fraction ? 1 : 0;
      copy[length] = c;
      length += length > 0 || c != '0' ? 1 : 0;
    } else {
      exponent += is_fraction ? 0 : 1;
      has_more = has_more || c != '0';
    }
  }
  if (length == 0 || has_more) {
    copy[length] = has_more ? '1' : '0';
    length++;
    exponent--;
  }
  exponent += read_exponent(aml_sv_slice(text, at + 1, text.len));
  exponent = exponent > EXPONENT_MAX ? EXPONENT_MAX : exponent < -EXPONENT_MAX ? -EXPONENT_MAX : exponent;
  (void)snprintf(copy + length, sizeof copy - length, "e%d", (int)exponent);
  return text.data[0] == '-' ? -read_terminated(copy) : read_terminated(copy);
}

bool aml_double_parse(aml_sv text, double *out) {
  if (!is_json_number(text)) {
    return false;
  }
  if (read_short(text, out)) {
    return true;
  }
  *out = read_long(text);
  return isfinite(*out) != 0;
}

typedef struct decimal { /* 0.d1d2d3... times ten to the power of `point` */
  bool is_negative;
  char digits[24];
  int count, point;
} decimal;

/* Rounds to `precision` digits. Only digits are taken from the C library's text, so its decimal point, which
 * hangs on the locale, plays no part. */
static decimal round_to(double number, int precision) {
  char text[64];
  (void)snprintf(text, sizeof text, "%.*e", precision - 1, fabs(number));
  decimal d = {.is_negative = signbit(number) != 0};
  const char *p = text;
  for (; *p != 'e' && *p != '\0'; p++) {
    if (aml_ascii_digit(*p) && d.count < (int)sizeof d.digits) {
      d.digits[d.count++] = *p;
    }
  }
  int exponent = 0;
  bool is_small = p[0] == 'e' && p[1] == '-';
  for (p += p[0] == 'e' ? 2 : 0; aml_ascii_digit(*p); p++) {
    exponent = exponent * 10 + (*p - '0');
  }
  d.point = (is_small ? -exponent : exponent) + 1;
  while (d.count > 1 && d.digits[d.count - 1] == '0') {
    d.count--;
  }
  return d;
}

static size_t write_exponential(const decimal *d, char *out, size_t n) {
  out[n++] = d->digits[0];
  if (d->count > 1) {
    out[n++] = '.';
    memcpy(out + n, d->digits + 1, (size_t)d->count - 1);
    n += (size_t)d->count - 1;
  }
  return n + (size_t)snprintf(out + n, AML_NUMBER_TEXT_SIZE - n, "e%d", d->point - 1);
}

static size_t write_decimal(const decimal *d, char *out) {
  enum { MOST_WHOLE_DIGITS = 21, MOST_LEADING_ZEROS = 5 };
  size_t n = 0;
  if (d->is_negative) {
    out[n++] = '-';
  }
  if (d->point > MOST_WHOLE_DIGITS || d->point < -MOST_LEADING_ZEROS) {
    return write_exponential(d, out, n);
  }
  if (d->point <= 0) {
    memcpy(out + n, "0.", 2);
    n += 2;
    for (int zero = d->point; zero < 0; zero++) {
      out[n++] = '0';
    }
  }
  for (int i = 0; i < d->count || i < d->point; i++) {
    if (i > 0 && i == d->point) {
      out[n++] = '.';
    }
    out[n++] = i < d->count ? d->digits[i] : '0';
  }
  out[n] = '\0';
  return n;
}

static size_t write_words(const char *words, char out[AML_NUMBER_TEXT_SIZE]) {
  return (size_t)snprintf(out, AML_NUMBER_TEXT_SIZE, "%s", words);
}

size_t aml_double_text(double number, char out[AML_NUMBER_TEXT_SIZE]) {
  if (isnan(number)) {
    return write_words("NaN", out);
  }
  if (isinf(number)) {
    return write_words(number < 0 ? "-Infinity" : "Infinity", out);
  }
  if (number == 0) {
    return write_words(signbit(number) ? "-0" : "0", out);
  }
  /* DBL_DIG digits always survive, so nothing shorter needs trying, except below the normal range. */
  size_t length = 0;
  for (int precision = fabs(number) < DBL_MIN ? 1 : DBL_DIG; precision <= DBL_DECIMAL_DIG; precision++) {
    decimal d = round_to(number, precision);
    length = write_decimal(&d, out);
    if (read_terminated(out) == number) {
      break;
    }
  }
  return length;
}
