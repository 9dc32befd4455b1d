/* How errors of JSON are said: what was expected, what was found. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/secret_quote.h"
#include "base/utf8.h"
#include "tree/json_reader.h"

enum { LONGEST_QUOTE = 40 }; /* bytes of the input that a message repeats */

aml_diag *aml_json_fail(aml_json_reader *reader, size_t begin, size_t end, const char *format, ...) {
  if (reader->error_at == AML_NPOS) {
    reader->error_at = begin;
  }
  if (reader->diags == NULL || reader->last_error_at == begin) {
    return NULL;
  }
  reader->last_error_at = begin;
  reader->tree->is_broken = true;
  va_list args;
  va_start(args, format);
  aml_diag *diag = aml_diags_vadd(reader->diags, "AML001", aml_json_span(reader, begin, end), format, args);
  va_end(args);
  aml_secret_quotes quotes = {0};
  aml_secret_quotes_find(&quotes, (aml_sv){reader->text, reader->end}, begin);
  diag->message = aml_secret_quotes_mask_message(reader->diags->arena, &quotes, &diag->message);
  diag->is_incomplete = true;
  return diag;
}

/* The text cut to what a message bears, never within a character or a line. */
static aml_sv cut_quote(aml_sv text) {
  size_t n = 0;
  while (n < text.len && n < LONGEST_QUOTE && (unsigned char)text.data[n] >= ' ') {
    size_t next = n;
    (void)aml_utf8_next(text, &next);
    n = next;
  }
  return aml_sv_slice(text, 0, n);
}

/* The end of the token that begins at `at`. */
static size_t find_token_end(const aml_json_reader *reader) {
  char c = reader->text[reader->at];
  aml_sv line = cut_quote((aml_sv){reader->text + reader->at, reader->end - reader->at});
  if (c == '"' || c == '\'') {
    size_t close = aml_sv_find_char(line, c, 1);
    return reader->at + (close == AML_NPOS ? line.len : close + 1);
  }
  return aml_json_word_end(reader, reader->at);
}

static bool is_conflict_mark(const aml_json_reader *reader, size_t at) {
  aml_sv rest = {reader->text + at, reader->end - at};
  bool is_line_begin = at == 0 || reader->text[at - 1] == '\n';
  return is_line_begin &&
         (aml_sv_starts(rest, AML_SV("<<<<<<< ")) || aml_sv_starts(rest, AML_SV("=======")) ||
             aml_sv_starts(rest, AML_SV(">>>>>>> ")));
}

static bool is_typographic(uint32_t c) {
  return c == 0x201C || c == 0x201D || c == 0x201E || c == 0x2018 || c == 0x2019 || c == 0xAB || c == 0xBB;
}

/* Writes what stands at `at` and returns where it ends. */
static size_t describe_found(const aml_json_reader *reader, char *out, size_t size, bool *is_quote) {
  size_t end = find_token_end(reader);
  size_t after = reader->at;
  aml_sv text = {reader->text, reader->end};
  uint32_t c = aml_utf8_next(text, &after);
  *is_quote = is_typographic(c);
  if (is_conflict_mark(reader, reader->at)) {
    (void)snprintf(out, size, "the mark '%.7s' of a merge conflict", reader->text + reader->at);
    return reader->at + 7;
  }
  if (c == AML_UTF8_INVALID || c < ' ' || c == 0x7F) {
    (void)snprintf(out, size, "the byte '0x%02X'", (unsigned)(unsigned char)reader->text[reader->at]);
    return reader->at + 1;
  }
  if (c == 0xA0 || c == 0xFEFF || (c >= 0x2000 && c <= 0x200F) || c == 0x202F || c == 0x3000) {
    (void)snprintf(out, size, "the invisible character 'U+%04X'", (unsigned)c);
    return after;
  }
  if (*is_quote) {
    end = after;
  }
  aml_sv quote = cut_quote(aml_sv_slice(text, reader->at, end));
  (void)snprintf(out, size, "'%.*s'", AML_SV_ARG(quote));
  return end;
}

aml_diag *aml_json_fail_expected(aml_json_reader *reader, const char *expected) {
  if (reader->at >= reader->end) {
    bool was_reported = reader->is_end_reported;
    reader->is_end_reported = true;
    return was_reported ? NULL
                        : aml_json_fail(reader, reader->end, reader->end,
                              "Expected %s, found the end of the file.", expected);
  }
  char found[LONGEST_QUOTE + 64];
  bool is_quote;
  size_t end = describe_found(reader, found, sizeof found, &is_quote);
  aml_diag *diag = aml_json_fail(reader, reader->at, end, "Expected %s, found %s.", expected, found);
  if (diag != NULL && is_quote) {
    diag->help = AML_SV("Write straight quotation marks (\").");
  }
  return diag;
}

void aml_json_fail_in(aml_json_reader *reader, const char *expected, size_t opened) {
  aml_diag *diag = aml_json_fail_expected(reader, expected);
  if (diag == NULL) {
    return;
  }
  size_t string = reader->spanning_string;
  if (string != AML_NPOS && string > opened) {
    reader->is_end_reported = true; /* every later text is then inside out, the last one open */
    diag->related = aml_json_span(reader, string, string + 1);
    diag->related_text =
        AML_SV("This string continues over several lines: its closing quotation mark may be missing.");
    return;
  }
  diag->related = aml_json_span(reader, opened, opened + 1);
  diag->related_text =
      reader->text[opened] == '{' ? AML_SV("The object begins here.") : AML_SV("The array begins here.");
}

void aml_json_fail_depth(aml_json_reader *reader) {
  if (reader->error_at == AML_NPOS) {
    reader->error_at = reader->at;
  }
  if (reader->diags == NULL) {
    return;
  }
  reader->tree->is_broken = true;
  aml_diag *diag = aml_diags_add(reader->diags, "AML003", aml_json_span(reader, reader->at, reader->at + 1),
      "Values are nested deeper than the limit of %d.", AML_LIMIT_DEPTH);
  diag->help = AML_SV("Deeper values were not checked.");
  diag->is_incomplete = true;
}
