#include "base/secret_word.h"

#include "base/secret_extent.h"

bool aml_secret_looks_random(aml_sv value, size_t least) {
  bool has_digit = false, has_letter = false;
  for (size_t i = 0; i < value.len; i++) {
    has_digit = has_digit || aml_ascii_digit(value.data[i]);
    has_letter = has_letter || (aml_ascii_alnum(value.data[i]) && !aml_ascii_digit(value.data[i]));
  }
  return value.len >= least && has_digit && has_letter;
}

bool aml_secret_is_lower_word(aml_sv value) {
  bool is_word = true;
  for (size_t i = 0; i < value.len; i++) {
    is_word = is_word && value.data[i] >= 'a' && value.data[i] <= 'z';
  }
  return is_word;
}

bool aml_secret_has_blank(aml_sv value) {
  for (size_t i = 0; i < value.len; i++) {
    if (aml_ascii_space(value.data[i])) {
      return true;
    }
  }
  return false;
}

aml_sv aml_secret_name_before(aml_sv text, size_t at) {
  size_t end = at;
  end -= end > 0 && (text.data[end - 1] == '"' || text.data[end - 1] == '\'') ? 1 : 0;
  size_t begin = end;
  while (
      begin > 0 && end - begin < AML_SECRET_LONGEST_NAME && aml_secret_is_name_char(text.data[begin - 1])) {
    begin--;
  }
  return aml_sv_slice(text, begin, end);
}

/* Of those that languages put before a quotation mark. */
static bool is_of_prefix(char c) {
  switch (c) {
  case 'f':
  case 'b':
  case 'r':
  case 'u':
  case 'N':
  case 'L':
  case 'F':
  case 'B':
  case 'R':
  case 'U':
  case '$':
  case '@':
    return true;
  default:
    return false;
  }
}

bool aml_secret_read_quoted(aml_sv text, size_t at, aml_secret_range *out) {
  enum { LONGEST_PREFIX = 2 };
  size_t begin = at;
  while (begin < text.len && begin - at < LONGEST_PREFIX && is_of_prefix(text.data[begin])) {
    begin++;
  }
  size_t quote = aml_extent_quote(text, begin);
  if (quote == 0) {
    return false;
  }
  char mark = text.data[begin + quote - 1];
  bool is_triple =
      quote == 1 && begin + 2 < text.len && text.data[begin + 1] == mark && text.data[begin + 2] == mark;
  begin += is_triple ? 2 : 0;
  *out = (aml_secret_range){begin + quote, aml_extent_quoted(text, begin, quote)};
  return out->end > out->begin;
}

bool aml_secret_is_getter(aml_sv name) {
  static const aml_sv verbs[] = {AML_SV_CONST("get"), AML_SV_CONST("read"), AML_SV_CONST("fetch"),
      AML_SV_CONST("find"), AML_SV_CONST("list"), AML_SV_CONST("load"), AML_SV_CONST("lookup"),
      AML_SV_CONST("delete"), AML_SV_CONST("remove"), AML_SV_CONST("has"), AML_SV_CONST("is"),
      AML_SV_CONST("show"), AML_SV_CONST("resolve"), AML_SV_CONST("request"), AML_SV_CONST("require"),
      AML_SV_CONST("prompt"), AML_SV_CONST("ask"), AML_SV_CONST("input"), AML_SV_CONST("generate"),
      AML_SV_CONST("revoke"), AML_SV_CONST("rotate"), AML_SV_CONST("parse"), AML_SV_CONST("count")};
  for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
    size_t end = verbs[i].len;
    if (aml_sv_istarts(name, verbs[i]) &&
        (end == name.len || aml_ascii_lower(name.data[end]) != name.data[end] ||
            !aml_ascii_alpha(name.data[end]))) {
      return true;
    }
  }
  return false;
}

bool aml_secret_is_basic(aml_sv text) {
  enum { LEAST = 8 };
  unsigned bits = 0;
  size_t held = 0;
  bool has_colon = false;
  size_t end = 0;
  for (; end < text.len && aml_base64_digit(text.data[end]) >= 0; end++) {
    int value = aml_base64_digit(text.data[end]);
    bits = (bits << 6 | (unsigned)value) & 0xFFFF;
    held += 6;
    if (held >= 8) {
      held -= 8;
      unsigned byte = bits >> held & 0xFF;
      if (byte < ' ' || byte > '~') {
        return false;
      }
      has_colon = has_colon || byte == ':';
    }
  }
  size_t behind = end;
  while (behind < text.len && behind - end < 2 && text.data[behind] == '=') {
    behind++;
  }
  bool is_end = behind >= text.len || (!aml_ascii_alnum(text.data[behind]) && text.data[behind] != '=');
  return end >= LEAST && is_end && has_colon;
}
