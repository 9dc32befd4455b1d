/* YAML 1.2's core schema: what a scalar without quotes means. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "tree/yaml_reader.h"

static bool is_one_of(aml_sv text, const char *const words[3]) {
  if (text.len > 5) { /* longer than any of ours */
    return false;
  }
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

static bool set_int(aml_value *value, int64_t integer) {
  value->kind = AML_INT;
  value->as.integer = integer;
  return true;
}

static bool set_float(aml_value *value, double number) {
  value->kind = AML_FLOAT;
  value->as.number = number;
  return true;
}

/* 0x and 0o. Too large for 64 bits: the double nearest to it. Each reader is false for what it does not know.
 */
static bool read_based(aml_sv text, aml_value *value) {
  bool is_hex = aml_sv_starts(text, AML_SV("0x"));
  if (text.len < 3 || (!is_hex && !aml_sv_starts(text, AML_SV("0o")))) {
    return false;
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
      return false;
    }
    rough = rough * (double)base + (double)digit;
    sum = sum * base + digit;
  }
  return rough <= 0x1p63 - 1024 ? set_int(value, (int64_t)sum) : set_float(value, rough);
}

static bool read_special_float(aml_sv text, aml_value *value) {
  static const char *const infinities[] = {".inf", ".Inf", ".INF"};
  static const char *const nans[] = {".nan", ".NaN", ".NAN"};
  bool has_sign = text.data[0] == '-' || text.data[0] == '+';
  if (is_one_of(aml_sv_slice(text, has_sign ? 1 : 0, text.len), infinities)) {
    return set_float(value, text.data[0] == '-' ? -HUGE_VAL : HUGE_VAL);
  }
  return is_one_of(text, nans) && set_float(value, (double)NAN);
}

static size_t skip_digits(aml_sv text, size_t at) {
  while (at < text.len && aml_ascii_digit(text.data[at])) {
    at++;
  }
  return at;
}

static void append(char *out, size_t *n, aml_sv text) {
  if (text.len > 0) {
    memcpy(out + *n, text.data, text.len);
    *n += text.len;
  }
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?, respelt as JSON wants it. What is
 * longer than any number that people write stays a text. */
static bool read_float(aml_sv text, aml_value *value) {
  enum { LONGEST = 400 };
  size_t begin = text.data[0] == '-' || text.data[0] == '+' ? 1 : 0;
  size_t whole = skip_digits(text, begin);
  size_t first = begin; /* without leading zeros */
  while (first + 1 < whole && text.data[first] == '0') {
    first++;
  }
  bool has_point = whole < text.len && text.data[whole] == '.';
  size_t fraction = has_point ? skip_digits(text, whole + 1) : whole;
  bool has_fraction = has_point && fraction > whole + 1;
  if ((whole == begin && !has_fraction) || text.len > LONGEST) {
    return false;
  }
  char json[LONGEST + 2];
  size_t n = 0;
  append(json, &n, text.data[0] == '-' ? AML_SV("-") : AML_SV(""));
  append(json, &n, whole == begin ? AML_SV("0") : aml_sv_slice(text, first, whole));
  append(json, &n, has_fraction ? aml_sv_slice(text, whole, fraction) : AML_SV(""));
  append(json, &n, aml_sv_slice(text, fraction, text.len));
  double number = 0;
  bool is_finite = aml_double_parse((aml_sv){json, n}, &number);
  return (is_finite || number != 0) && set_float(value, number);
}

static bool read_number(aml_sv text, aml_value *value) {
  int64_t integer;
  if (!aml_ascii_digit(text.data[0]) && strchr("-+.", text.data[0]) == NULL) {
    return false;
  }
  if (aml_int_parse(text, &integer)) {
    return set_int(value, integer);
  }
  return read_based(text, value) || read_special_float(text, value) || read_float(text, value);
}

static void resolve_plain(aml_sv text, aml_value *value) {
  if (is_null(text)) {
    value->kind = AML_NULL;
  } else if (is_true(text) || is_false(text)) {
    value->kind = AML_BOOL;
    value->as.boolean = is_true(text);
  } else if (!read_number(text, value)) {
    value->kind = AML_STRING;
    value->as.string = text;
  }
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

aml_value *aml_yaml_scalar_value(
    aml_arena *arena, aml_sv text, aml_yaml_style style, aml_sv tag, aml_span span) {
  aml_value *value = AML_NEW(arena, aml_value);
  value->span = span;
  value->flags = style == AML_YAML_PLAIN ? AML_VALUE_PLAIN : style == AML_YAML_BLOCK ? AML_VALUE_BLOCK : 0U;
  if (is_resolved(style, tag)) {
    resolve_plain(text, value);
  } else {
    value->kind = AML_STRING;
    value->as.string = text;
  }
  return value;
}

bool aml_yaml_is_special(uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0xFEFF || code_point == 0xFFFE || code_point == 0xFFFF;
}
