/* YAML 1.2's core schema: what a scalar without quotes means. */
#include <math.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "tree/yaml_reader.h"

static bool is_one_of(aml_sv text, const char *const words[3]) {
  for (size_t i = 0; i < 3; i++) {
    if (aml_sv_eq(text, aml_sv_of(words[i]))) {
      return true;
    }
  }
  return false;
}

static bool is_null(aml_sv text) {
  static const char *const words[] = {"null", "Null", "NULL"};
  return text.len == 0 || aml_sv_eq(text, AML_SV("~")) || is_one_of(text, words);
}

static bool is_true(aml_sv text) {
  static const char *const words[] = {"true", "True", "TRUE"};
  return is_one_of(text, words);
}

static bool is_false(aml_sv text) {
  static const char *const words[] = {"false", "False", "FALSE"};
  return is_one_of(text, words);
}

/* 0x and 0o. Too large for 64 bits: the double nearest to it. */
static const aml_value *read_based(aml_arena *arena, aml_sv text, aml_span span) {
  bool is_hex = aml_sv_starts(text, AML_SV("0x"));
  if (text.len < 3 || (!is_hex && !aml_sv_starts(text, AML_SV("0o")))) {
    return NULL;
  }
  uint64_t base = is_hex ? 16 : 8;
  uint64_t sum = 0;
  double rough = 0;
  for (size_t i = 2; i < text.len; i++) {
    char c = aml_ascii_lower(text.data[i]);
    uint64_t digit = aml_ascii_digit(c)     ? (uint64_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint64_t)(c - 'a') + 10
                                            : 16;
    if (digit >= base) {
      return NULL;
    }
    rough = rough * (double)base + (double)digit;
    sum = sum * base + digit;
  }
  return rough <= 0x1p63 - 1024 ? aml_value_int(arena, (int64_t)sum, span)
                                : aml_value_float(arena, rough, span);
}

static const aml_value *read_special_float(aml_arena *arena, aml_sv text, aml_span span) {
  static const char *const infinities[] = {".inf", ".Inf", ".INF"};
  static const char *const nans[] = {".nan", ".NaN", ".NAN"};
  bool has_sign = text.len > 0 && (text.data[0] == '-' || text.data[0] == '+');
  if (is_one_of(aml_sv_slice(text, has_sign ? 1 : 0, text.len), infinities)) {
    return aml_value_float(arena, text.data[0] == '-' ? -(double)INFINITY : (double)INFINITY, span);
  }
  return is_one_of(text, nans) ? aml_value_float(arena, (double)NAN, span) : NULL;
}

static size_t skip_digits(aml_sv text, size_t at) {
  while (at < text.len && aml_ascii_digit(text.data[at])) {
    at++;
  }
  return at;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?, respelt as JSON wants it. */
static const aml_value *read_float(aml_arena *arena, aml_sv text, aml_span span) {
  size_t begin = text.data[0] == '-' || text.data[0] == '+' ? 1 : 0;
  size_t whole = skip_digits(text, begin);
  size_t first = begin; /* without leading zeros */
  while (first + 1 < whole && text.data[first] == '0') {
    first++;
  }
  bool has_point = whole < text.len && text.data[whole] == '.';
  size_t fraction = has_point ? skip_digits(text, whole + 1) : whole;
  bool has_fraction = has_point && fraction > whole + 1;
  if (whole == begin && !has_fraction) {
    return NULL;
  }
  aml_strbuf json;
  aml_strbuf_init(&json, arena, SIZE_MAX);
  aml_strbuf_add(&json, text.data[0] == '-' ? AML_SV("-") : AML_SV(""));
  aml_strbuf_add(&json, whole == begin ? AML_SV("0") : aml_sv_slice(text, first, whole));
  aml_strbuf_add(&json, has_fraction ? aml_sv_slice(text, whole, fraction) : AML_SV(""));
  aml_strbuf_add(&json, aml_sv_slice(text, fraction, text.len));
  double number = 0;
  bool is_finite = aml_double_parse(aml_strbuf_view(&json), &number);
  return is_finite || number != 0 ? aml_value_float(arena, number, span) : NULL;
}

static const aml_value *read_number(aml_arena *arena, aml_sv text, aml_span span) {
  int64_t integer;
  if (aml_int_parse(text, &integer)) {
    return aml_value_int(arena, integer, span);
  }
  const aml_value *value = read_based(arena, text, span);
  value = value != NULL ? value : read_special_float(arena, text, span);
  return value != NULL ? value : read_float(arena, text, span);
}

static bool may_be_number(char c) {
  return aml_ascii_digit(c) || c == '-' || c == '+' || c == '.';
}

static const aml_value *resolve_plain(aml_arena *arena, aml_sv text, aml_span span) {
  if (is_null(text)) {
    return aml_value_null(arena, span);
  }
  if (is_true(text) || is_false(text)) {
    return aml_value_bool(arena, is_true(text), span);
  }
  const aml_value *number = may_be_number(text.data[0]) ? read_number(arena, text, span) : NULL;
  return number != NULL ? number : aml_value_string(arena, text, span);
}

/* Tags of the core schema make a scalar what they say, where its text allows that; "!!str" and "!" make it a
 * text; other tags say nothing to us. */
static bool is_resolved(aml_yaml_style style, aml_sv tag) {
  aml_sv prefix = AML_SV("tag:yaml.org,2002:");
  if (!aml_sv_starts(tag, prefix)) {
    return style == AML_YAML_PLAIN && tag.len == 0;
  }
  aml_sv name = aml_sv_slice(tag, prefix.len, tag.len);
  return aml_sv_eq(name, AML_SV("int")) || aml_sv_eq(name, AML_SV("float")) ||
         aml_sv_eq(name, AML_SV("bool")) || aml_sv_eq(name, AML_SV("null"));
}

const aml_value *aml_yaml_scalar_value(
    aml_arena *arena, aml_sv text, aml_yaml_style style, aml_sv tag, aml_span span) {
  const aml_value *value =
      is_resolved(style, tag) ? resolve_plain(arena, text, span) : aml_value_string(arena, text, span);
  unsigned flags = style == AML_YAML_PLAIN ? AML_VALUE_PLAIN : style == AML_YAML_BLOCK ? AML_VALUE_BLOCK : 0U;
  return flags == 0 ? value : aml_value_moved(arena, value, span, NULL, flags);
}
