#include "expr/number_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* Room for the largest double with 99 decimals. */
enum { DIGITS_MAX = 512, PRECISION_MAX = 99 };

/* A number without its sign as decimal digits around a point. */
typedef struct decimal {
  bool is_negative;
  char digits[DIGITS_MAX];
  size_t whole; /* digits before the point, no leading zeros beyond one */
  size_t fraction;
} decimal;

static bool is_zero(const decimal *d) {
  return strspn(d->digits, "0") == d->whole + d->fraction;
}

/* The number times 10 to `shift`, rounded to `fraction` digits. Integers are exact. */
static void to_decimal(const aml_value *number, int shift, size_t fraction, decimal *out) {
  char text[DIGITS_MAX];
  int length;
  if (number->kind == AML_INT && shift >= 0) {
    uint64_t magnitude =
        number->as.integer < 0 ? -(uint64_t)number->as.integer : (uint64_t)number->as.integer;
    out->is_negative = number->as.integer < 0;
    length = snprintf(text, sizeof text, "%llu", (unsigned long long)magnitude);
    for (int i = 0; i < shift && magnitude != 0; i++) {
      text[length++] = '0';
    }
    text[length] = '\0';
    out->whole = (size_t)length;
    memcpy(out->digits, text, out->whole);
    memset(out->digits + out->whole, '0', fraction);
  } else {
    double value = number->kind == AML_INT ? (double)number->as.integer : number->as.number;
    value *= pow(10, shift);
    out->is_negative = value < 0;
    (void)snprintf(text, sizeof text, "%.*f", (int)fraction, fabs(value));
    out->whole = strcspn(text, ".");
    memcpy(out->digits, text, out->whole);
    if (fraction > 0) {
      memcpy(out->digits + out->whole, text + out->whole + 1, fraction);
    }
  }
  out->fraction = fraction;
  out->digits[out->whole + fraction] = '\0';
  out->is_negative = out->is_negative && !is_zero(out);
}

static void add_whole(aml_strbuf *out, const decimal *d, bool has_groups) {
  for (size_t i = 0; i < d->whole; i++) {
    if (has_groups && i > 0 && (d->whole - i) % 3 == 0) {
      aml_strbuf_add_char(out, ',');
    }
    aml_strbuf_add_char(out, d->digits[i]);
  }
}

static void add_fixed(aml_strbuf *out, const decimal *d, bool has_groups) {
  add_whole(out, d, has_groups);
  if (d->fraction > 0) {
    aml_strbuf_add_char(out, '.');
    aml_strbuf_add(out, (aml_sv){d->digits + d->whole, d->fraction});
  }
}

static double double_of(const aml_value *number) {
  return number->kind == AML_INT ? (double)number->as.integer : number->as.number;
}

/* d.ddde+xxx with at least `exponent_digits` in the exponent. */
static void add_scientific(
    aml_strbuf *out, double number, size_t precision, char letter, size_t exponent_digits) {
  char text[DIGITS_MAX];
  snprintf(text, sizeof text, "%.*e", (int)precision, number);
  char *exponent = strchr(text, 'e');
  if (exponent == NULL) { /* infinities and such */
    aml_strbuf_add(out, aml_sv_of(text));
    return;
  }
  *exponent = '\0';
  int64_t power = 0;
  (void)aml_int_parse(aml_sv_of(exponent + 1), &power);
  aml_strbuf_addf(out, "%s%c%c%0*lld", text, letter, power < 0 ? '-' : '+', (int)exponent_digits,
      (long long)(power < 0 ? -power : power));
}

static aml_format_status add_hexadecimal(
    aml_strbuf *out, const aml_value *number, char letter, size_t precision) {
  if (number->kind != AML_INT) {
    return AML_FORMAT_INVALID;
  }
  unsigned long long bits = (unsigned long long)number->as.integer;
  if (letter == 'X') {
    aml_strbuf_addf(out, "%0*llX", (int)precision, bits);
  } else {
    aml_strbuf_addf(out, "%0*llx", (int)precision, bits);
  }
  return AML_FORMAT_OK;
}

static aml_format_status add_padded(aml_strbuf *out, const aml_value *number, size_t precision) {
  if (number->kind != AML_INT) {
    return AML_FORMAT_INVALID;
  }
  decimal d;
  to_decimal(number, 0, 0, &d);
  aml_strbuf_add(out, d.is_negative ? AML_SV("-") : AML_SV(""));
  for (size_t i = d.whole; i < precision; i++) {
    aml_strbuf_add_char(out, '0');
  }
  add_whole(out, &d, false);
  return AML_FORMAT_OK;
}

static aml_format_status add_general(aml_strbuf *out, const aml_value *number, bool has_precision) {
  if (has_precision) {
    return AML_FORMAT_UNSUPPORTED;
  }
  char text[AML_NUMBER_TEXT_SIZE];
  if (number->kind == AML_INT) {
    aml_strbuf_add_int(out, number->as.integer);
  } else {
    aml_strbuf_add(out, (aml_sv){text, aml_double_text(number->as.number, text)});
  }
  return AML_FORMAT_OK;
}

/* N, F, P and C, which differ in what stands around the digits. */
static aml_format_status add_standard_fixed(
    aml_strbuf *out, const aml_value *number, char letter, size_t precision) {
  decimal d;
  to_decimal(number, letter == 'P' ? 2 : 0, precision, &d);
  bool is_currency = letter == 'C';
  aml_strbuf_add(out, !d.is_negative ? AML_SV("") : is_currency ? AML_SV("(") : AML_SV("-"));
  aml_strbuf_add(out, is_currency ? AML_SV("\xC2\xA4") : AML_SV(""));
  add_fixed(out, &d, letter != 'F');
  aml_strbuf_add(out, letter == 'P' ? AML_SV(" %") : AML_SV(""));
  aml_strbuf_add(out, is_currency && d.is_negative ? AML_SV(")") : AML_SV(""));
  return AML_FORMAT_OK;
}

static aml_format_status add_standard(
    aml_strbuf *out, const aml_value *number, char letter, size_t precision, bool has_precision) {
  switch (letter) {
  case 'D':
  case 'd':
    return add_padded(out, number, precision);
  case 'X':
  case 'x':
    return add_hexadecimal(out, number, letter, precision);
  case 'N':
  case 'n':
    return add_standard_fixed(out, number, 'N', has_precision ? precision : 2);
  case 'F':
  case 'f':
    return add_standard_fixed(out, number, 'F', has_precision ? precision : 2);
  case 'P':
  case 'p':
    return add_standard_fixed(out, number, 'P', has_precision ? precision : 2);
  case 'C':
  case 'c':
    return add_standard_fixed(out, number, 'C', has_precision ? precision : 2);
  case 'E':
  case 'e':
    add_scientific(out, double_of(number), has_precision ? precision : 6, letter, 3);
    return AML_FORMAT_OK;
  case 'G':
  case 'g':
  case 'R':
  case 'r':
    return add_general(out, number, has_precision && precision > 0);
  case 'B':
  case 'b':
    return AML_FORMAT_UNSUPPORTED;
  default:
    return AML_FORMAT_INVALID;
  }
}

/* One section of a custom format, counted before the number is put into it. */
typedef struct picture {
  aml_sv text;
  size_t whole_places;    /* 0 and # before the point */
  size_t whole_zeros;     /* least digits before the point */
  size_t fraction_places; /* most digits behind it */
  size_t fraction_zeros;  /* least digits behind it */
  bool has_groups;
  int shift; /* percent and per mille up, trailing commas down by thousands */
  bool is_unsupported;
} picture;

/* Steps over a literal: '...', "...", \x. Returns false when a character counts as itself. */
static bool skip_literal(aml_sv text, size_t *at) {
  char c = text.data[*at];
  if (c == '\\') {
    *at += *at + 1 < text.len ? 2 : 1;
    return true;
  }
  if (c != '\'' && c != '"') {
    return false;
  }
  size_t end = aml_sv_find_char(text, c, *at + 1);
  *at = end == AML_NPOS ? text.len : end + 1;
  return true;
}

static picture read_picture(aml_sv text) {
  picture p = {.text = text};
  bool is_behind_point = false;
  bool has_zero = false;
  int commas = 0;
  for (size_t at = 0; at < text.len;) {
    if (skip_literal(text, &at)) {
      continue;
    }
    char c = text.data[at++];
    if (c == '0' || c == '#') {
      p.has_groups = p.has_groups || (commas > 0 && !is_behind_point && p.whole_places > 0);
      commas = 0;
      has_zero = has_zero || c == '0';
      if (is_behind_point) {
        p.fraction_places++;
        p.fraction_zeros = c == '0' ? p.fraction_places : p.fraction_zeros;
      } else {
        p.whole_places++;
        p.whole_zeros += has_zero ? 1 : 0;
      }
    } else if (c == ',') {
      commas += is_behind_point ? 0 : 1;
    } else if (c == '.' && !is_behind_point) {
      is_behind_point = true;
      p.shift -= 3 * commas;
      commas = 0;
    } else if (c == '%') {
      p.shift += 2;
    } else if (c == 'E' || c == 'e') {
      p.is_unsupported =
          p.is_unsupported ||
          (at < text.len && (text.data[at] == '0' || text.data[at] == '+' || text.data[at] == '-'));
    } else if ((unsigned char)c == 0xE2 &&
               aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("\x80\xB0"))) {
      p.shift += 3;
    }
  }
  p.shift -= is_behind_point ? 0 : 3 * commas;
  return p;
}

/* The digits that stand at the next whole place; the first one takes all that have no place of their own. */
static void put_whole(aml_strbuf *out, const picture *p, const decimal *d, size_t place) {
  size_t shown = d->whole > p->whole_places ? d->whole : p->whole_places;
  size_t from = place == 0 ? 0 : shown - p->whole_places + place;
  size_t to = shown - p->whole_places + place + 1;
  for (size_t i = from; i < to; i++) {
    size_t behind = shown - 1 - i; /* digits to the right of this one */
    bool is_digit = behind < d->whole;
    if (!is_digit && behind >= p->whole_zeros) {
      continue;
    }
    aml_strbuf_add_char(out, is_digit ? d->digits[d->whole - 1 - behind] : '0');
    if (p->has_groups && behind > 0 && behind % 3 == 0) {
      aml_strbuf_add_char(out, ',');
    }
  }
}

static void put_literal(aml_strbuf *out, aml_sv text) {
  if (text.data[0] == '\\') {
    aml_strbuf_add(out, aml_sv_slice(text, 1, text.len));
  } else {
    bool is_closed = text.len > 1 && text.data[text.len - 1] == text.data[0];
    aml_strbuf_add(out, aml_sv_slice(text, 1, is_closed ? text.len - 1 : text.len));
  }
}

static void put_number(aml_strbuf *out, const picture *p, decimal *d) {
  while (d->fraction > p->fraction_zeros && d->digits[d->whole + d->fraction - 1] == '0') {
    d->fraction--;
  }
  if (d->whole == 1 && d->digits[0] == '0') { /* a lone zero shows only where a 0 asks for it */
    memmove(d->digits, d->digits + 1, d->fraction);
    d->whole = 0;
  }
  size_t whole_at = 0;
  size_t fraction_at = 0;
  bool is_behind_point = false;
  for (size_t at = 0; at < p->text.len;) {
    size_t begin = at;
    if (skip_literal(p->text, &at)) {
      put_literal(out, aml_sv_slice(p->text, begin, at));
      continue;
    }
    char c = p->text.data[at++];
    if (c == '0' || c == '#') {
      if (!is_behind_point) {
        put_whole(out, p, d, whole_at++);
      } else if (fraction_at < d->fraction) {
        aml_strbuf_add_char(out, d->digits[d->whole + fraction_at++]);
      }
    } else if (c == '.') {
      aml_strbuf_add(out, !is_behind_point && d->fraction > 0 ? AML_SV(".") : AML_SV(""));
      is_behind_point = true;
    } else if (c != ',') {
      aml_strbuf_add_char(out, c);
    }
  }
}

/* Splits off one section of "positive;negative;zero". */
static aml_sv next_section(aml_sv *rest) {
  size_t at = 0;
  while (at < rest->len && rest->data[at] != ';') {
    at += skip_literal(*rest, &at) ? 0 : 1;
  }
  aml_sv section = aml_sv_slice(*rest, 0, at);
  *rest = aml_sv_slice(*rest, at + 1, rest->len);
  return section;
}

static aml_format_status add_custom(aml_strbuf *out, const aml_value *number, aml_sv format) {
  aml_sv rest = format;
  aml_sv positive = next_section(&rest);
  aml_sv negative = next_section(&rest);
  aml_sv zero = next_section(&rest);
  double value = double_of(number);
  bool is_negative = value < 0;
  bool has_own_sign = is_negative && negative.len > 0;
  aml_sv text = has_own_sign ? negative : !is_negative && !(value > 0) && zero.len > 0 ? zero : positive;
  picture p = read_picture(text);
  if (p.is_unsupported || p.fraction_places > PRECISION_MAX || p.shift > PRECISION_MAX) {
    return AML_FORMAT_UNSUPPORTED;
  }
  if (!isfinite(value * pow(10, p.shift))) {
    return AML_FORMAT_UNSUPPORTED;
  }
  decimal d;
  to_decimal(number, p.shift, p.fraction_places, &d);
  if (is_zero(&d) && zero.len > 0) { /* what rounds to zero is zero */
    p = read_picture(zero);
  }
  aml_strbuf_add(out, d.is_negative && !has_own_sign ? AML_SV("-") : AML_SV(""));
  put_number(out, &p, &d);
  return AML_FORMAT_OK;
}

aml_format_status aml_number_format(aml_strbuf *out, const aml_value *number, aml_sv format) {
  if (format.len == 0) {
    return add_general(out, number, false);
  }
  if (number->kind == AML_FLOAT && !isfinite(number->as.number)) {
    return AML_FORMAT_UNSUPPORTED;
  }
  bool is_standard = aml_ascii_alpha(format.data[0]);
  for (size_t i = 1; i < format.len; i++) {
    is_standard = is_standard && aml_ascii_digit(format.data[i]);
  }
  if (!is_standard) {
    return format.len > PRECISION_MAX ? AML_FORMAT_UNSUPPORTED : add_custom(out, number, format);
  }
  if (format.len > 3) { /* a precision of three digits */
    return AML_FORMAT_UNSUPPORTED;
  }
  int64_t precision = 0;
  bool has_precision = format.len > 1 && aml_int_parse(aml_sv_slice(format, 1, format.len), &precision);
  return add_standard(out, number, format.data[0], (size_t)precision, has_precision);
}
