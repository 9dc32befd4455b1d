/* Tokens of JSON: blanks, comments, strings, numbers. */
#include <string.h>

#include "base/number.h"
#include "base/runs.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "tree/json_reader.h"

/* Whether only blanks stand before `at` on its line. */
static bool is_first_on_line(const aml_json_reader *reader, size_t at) {
  while (at > 0 && (reader->text[at - 1] == ' ' || reader->text[at - 1] == '\t')) {
    at--;
  }
  return at == 0 || reader->text[at - 1] == '\n' || reader->text[at - 1] == '\r';
}

/* Where the comment that begins at `at` ends, and its inner text. */
static size_t find_comment_end(const aml_json_reader *reader, size_t at, aml_sv *inner) {
  aml_sv text = {reader->text, reader->end};
  if (text.data[at + 1] == '*') {
    size_t close = aml_sv_find(text, AML_SV("*/"), at + 2);
    *inner = aml_sv_slice(text, at + 2, close);
    return close == AML_NPOS ? AML_NPOS : close + 2;
  }
  size_t end = at + 2;
  while (end < text.len && text.data[end] != '\n' && text.data[end] != '\r') {
    end++;
  }
  while (end > at + 2 && aml_ascii_space(text.data[end - 1])) {
    end--;
  }
  *inner = aml_sv_slice(text, at + 2, end);
  return end;
}

/* Takes the comment at `at`; false where none begins there. */
static bool take_comment(aml_json_reader *reader) {
  size_t begin = reader->at;
  if (reader->end - begin < 2 || (reader->text[begin + 1] != '/' && reader->text[begin + 1] != '*')) {
    return false;
  }
  aml_sv inner;
  size_t end = find_comment_end(reader, begin, &inner);
  if (end == AML_NPOS) {
    (void)aml_json_fail(
        reader, begin, begin + 2, "Expected '*/' to end this comment, found the end of the file.");
    reader->is_end_reported = true;
    end = reader->end;
  }
  if (reader->tree != NULL) {
    aml_comment comment = {.span = aml_json_span(reader, begin, end),
        .text = aml_sv_trim(inner),
        .is_alone = is_first_on_line(reader, begin)};
    AML_VEC_PUSH(reader->arena, &reader->tree->comments, comment);
  }
  reader->at = end;
  return true;
}

void aml_json_skip_blanks_at(aml_json_reader *reader) {
  const char *text = reader->text;
  size_t at = reader->at;
  size_t end = reader->end;
  while (at < end) {
    char c = text[at];
    if (c == '\n') {
      at = aml_run_skip_spaces((aml_sv){text, end}, at + 1);
      continue;
    }
    if (c == ' ' || c == '\r' || c == '\t') {
      at++;
      continue;
    }
    reader->at = at;
    if (c != '/' || !take_comment(reader)) {
      return;
    }
    at = reader->at;
  }
  reader->at = at;
}

static size_t find_special(const aml_json_reader *reader, size_t at, char quote) {
  return aml_run_plain_end((aml_sv){reader->text, reader->end}, at, quote);
}

static uint32_t read_hex(const aml_json_reader *reader, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; i++) {
    char c = at + i < reader->end ? aml_ascii_lower(reader->text[at + i]) : ' ';
    if (!aml_ascii_digit(c) && (c < 'a' || c > 'f')) {
      return UINT32_MAX;
    }
    value = value * 16 + (uint32_t)(aml_ascii_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return value;
}

/* A \u escape, with its second half where it is the first of a pair. */
static void read_code_point(aml_json_reader *reader, aml_strbuf *out) {
  size_t begin = reader->at;
  uint32_t unit = read_hex(reader, begin + 2);
  if (unit == UINT32_MAX) {
    (void)aml_json_fail(reader, begin, begin + 2, "Expected four hexadecimal digits after '\\u'.");
    aml_strbuf_add(out, AML_SV("\\u"));
    reader->at += 2;
    return;
  }
  reader->at += 6;
  if (unit >= 0xD800 && unit <= 0xDBFF && reader->end - reader->at >= 6 && reader->text[reader->at] == '\\' &&
      reader->text[reader->at + 1] == 'u') {
    uint32_t low = read_hex(reader, reader->at + 2);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      reader->at += 6;
    }
  }
  if (unit >= 0xD800 && unit <= 0xDFFF && reader->diags != NULL) {
    aml_diag *diag = aml_diags_add(reader->diags, "AML001", aml_json_span(reader, begin, reader->at),
        "The escape '%.*s' is one half of a surrogate pair and does not represent a character.", 6,
        reader->text + begin);
    diag->help = AML_SV("Write the character itself, or both halves in sequence.");
  }
  aml_strbuf_add_code_point(out, unit);
}

static void read_escape(aml_json_reader *reader, aml_strbuf *out) {
  static const char names[] = "\"\\/'bfnrt";
  static const char meanings[] = "\"\\/'\b\f\n\r\t";
  size_t begin = reader->at;
  char c = begin + 1 < reader->end ? reader->text[begin + 1] : '\0';
  if (c == 'u') {
    read_code_point(reader, out);
    return;
  }
  const char *hit = c == '\0' ? NULL : strchr(names, c);
  if (hit != NULL) {
    aml_strbuf_add_char(out, meanings[hit - names]);
    reader->at += 2;
    return;
  }
  if (c != '\0') {
    bool is_plain = c > ' ' && c < 0x7F;
    aml_diag *diag = aml_json_fail(
        reader, begin, begin + 1, "Expected an escape after '\\', found '%c'.", is_plain ? c : ' ');
    if (diag != NULL) {
      diag->help = AML_SV("Write '\\\\' for a backslash.");
    }
  }
  aml_strbuf_add_char(out, '\\');
  reader->at++;
}

static void report_open_string(aml_json_reader *reader, size_t begin) {
  if (!reader->is_end_reported) {
    (void)aml_json_fail(reader, begin, begin + 1,
        "Expected a closing quotation mark for the string that begins here, found the end of the file.");
  }
  reader->is_end_reported = true;
}

/* The rest of a string that has an escape or a line end at `at`. */
static aml_sv read_rewritten(aml_json_reader *reader, size_t begin, char quote, bool *is_rewritten) {
  const char *text = reader->text;
  aml_strbuf buf;
  aml_strbuf_init(&buf, reader->arena, SIZE_MAX);
  size_t copied = begin + 1;
  for (; reader->at < reader->end && text[reader->at] != quote;
       reader->at = find_special(reader, reader->at, quote)) {
    if (text[reader->at] == '\n') {
      reader->spanning_string = begin;
      reader->at++;
    } else if (text[reader->at] == '\\') {
      aml_strbuf_add(&buf, (aml_sv){text + copied, reader->at - copied});
      read_escape(reader, &buf);
      copied = reader->at;
      *is_rewritten = true;
    }
  }
  aml_sv rest = {text + copied, reader->at - copied};
  if (!*is_rewritten) {
    return rest;
  }
  aml_strbuf_add(&buf, rest);
  return aml_strbuf_view(&buf);
}

aml_json_string aml_json_read_string(aml_json_reader *reader) {
  size_t begin = reader->at;
  char quote = reader->text[begin];
  aml_json_string string = {.is_rewritten = false};
  reader->at = find_special(reader, begin + 1, quote);
  if (reader->at < reader->end && reader->text[reader->at] == quote) {
    string.text = (aml_sv){reader->text + begin + 1, reader->at - begin - 1};
  } else {
    string.text = read_rewritten(reader, begin, quote, &string.is_rewritten);
  }
  if (reader->at < reader->end) {
    reader->at++;
  } else {
    report_open_string(reader, begin);
  }
  string.span = aml_json_span(reader, begin, reader->at);
  return string;
}

static bool is_delimiter(char c) {
  return aml_ascii_space(c) || c == ',' || c == ':' || c == '{' || c == '}' || c == '[' || c == ']' ||
         c == '"' || c == '\'';
}

size_t aml_json_word_end(const aml_json_reader *reader, size_t from) {
  size_t end = from;
  while (end < reader->end && !is_delimiter(reader->text[end])) {
    end++;
  }
  if (end == from && end < reader->end) {
    (void)aml_utf8_next((aml_sv){reader->text, reader->end}, &end);
  }
  return end;
}

void aml_json_skip_token(aml_json_reader *reader) {
  char c = reader->text[reader->at];
  if (c == '"' || c == '\'') {
    size_t begin = reader->at++;
    while (reader->at < reader->end && reader->text[reader->at] != c) {
      reader->at += reader->text[reader->at] == '\\' ? 2U : 1U;
      if (reader->at < reader->end) {
        reader->at = find_special(reader, reader->at, c);
      }
    }
    if (reader->at >= reader->end) {
      reader->at = reader->end;
      report_open_string(reader, begin);
      return;
    }
    reader->at++;
  } else if (c != '/' || !take_comment(reader)) {
    reader->at++;
  }
}

/* What is wrong with the spelling of a number, or NULL. */
static const char *find_fault(aml_sv word) {
  size_t sign = word.len > 0 && (word.data[0] == '-' || word.data[0] == '+') ? 1 : 0;
  aml_sv digits = aml_sv_slice(word, sign, word.len);
  if (aml_sv_istarts(digits, AML_SV("0x"))) {
    return "JSON has no hexadecimal numbers";
  }
  if (digits.len > 1 && digits.data[0] == '0' && aml_ascii_digit(digits.data[1])) {
    return "JSON has no leading zeros";
  }
  if (word.data[0] == '+') {
    return "JSON has no plus sign before a number";
  }
  if (digits.len > 0 && digits.data[0] == '.') {
    return "JSON requires a digit before the point";
  }
  return "a number was expected";
}

/* The value that an ill-spelt number was surely meant to have; NULL where that is not certain. */
static const aml_value *correct_number(aml_json_reader *reader, aml_sv word, aml_span span) {
  size_t skip = word.data[0] == '+' ? 1 : 0;
  bool is_negative = word.data[0] == '-';
  size_t first = skip + (is_negative ? 1 : 0);
  bool is_octal = word.len > first + 1 && word.data[first] == '0' && aml_ascii_digit(word.data[first + 1]);
  int64_t integer;
  double number;
  aml_sv text = aml_sv_slice(word, skip, word.len);
  if (is_octal) { /* .NET reads 010 as eight, people mean ten */
    return NULL;
  }
  if (aml_int_parse(text, &integer)) {
    return aml_value_int(reader->arena, integer, span);
  }
  if (aml_double_parse(text, &number)) {
    return aml_value_float(reader->arena, number, span);
  }
  return NULL;
}

static const aml_value *report_number(aml_json_reader *reader, aml_sv word, aml_span span) {
  size_t begin = reader->at - word.len;
  (void)aml_json_fail(reader, begin, reader->at, "'%.*s' is not a number: %s.",
      (int)(word.len < 40 ? word.len : 40), word.data, find_fault(word));
  const aml_value *fixed = correct_number(reader, word, span);
  return fixed != NULL ? fixed
                       : aml_value_unknown(reader->arena, AML_SV("the value is not a number; correct it"),
                             AML_KINDS_ANY, span);
}

const aml_value *aml_json_read_number(aml_json_reader *reader) {
  size_t begin = reader->at;
  size_t end = aml_json_word_end(reader, begin);
  aml_sv word = {reader->text + begin, end - begin};
  size_t comment = aml_sv_find_char(word, '/', 0);
  word = aml_sv_slice(word, 0, comment);
  reader->at = begin + word.len;
  aml_span span = aml_json_span(reader, begin, reader->at);
  size_t first = word.data[0] == '-' ? 1 : 0;
  bool has_leading_zero = word.len > first + 1 && word.data[first] == '0' && word.data[first + 1] != '.' &&
                          aml_ascii_lower(word.data[first + 1]) != 'e';
  int64_t integer;
  if (!has_leading_zero && word.data[0] != '+' && aml_int_parse(word, &integer)) {
    return aml_value_int(reader->arena, integer, span);
  }
  double number = 0;
  if (aml_double_parse(word, &number)) {
    return aml_value_float(reader->arena, number, span);
  }
  if (number != 0) {
    (void)aml_json_fail(reader, begin, reader->at, "The number '%.*s' is too large.",
        (int)(word.len < 40 ? word.len : 40), word.data);
    return aml_value_unknown(reader->arena, AML_SV("the number is too large to be read; write a smaller one"),
        1U << AML_FLOAT, span);
  }
  return report_number(reader, word, span);
}
