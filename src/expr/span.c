#include "base/utf8.h"
#include "expr/expr.h"

/* How the source of a string is written. */
typedef enum quoting {
  QUOTING_PLAIN,       /* as it is; lines are folded */
  QUOTING_BACKSLASHES, /* JSON, or YAML in double quotes */
  QUOTING_DOUBLED,     /* YAML in single quotes: '' is ' */
} quoting;

/* Walks the source of a string and its decoded text side by side. */
typedef struct walker {
  aml_sv source, text;
  size_t source_at, text_at;
} walker;

static bool text_continues(const walker *w, aml_sv with) {
  return aml_sv_starts(aml_sv_slice(w->text, w->text_at, w->text.len), with);
}

static bool read_hex(aml_sv digits, uint32_t *out) {
  *out = 0;
  for (size_t i = 0; i < digits.len; i++) {
    char c = aml_ascii_lower(digits.data[i]);
    bool is_letter = c >= 'a' && c <= 'f';
    if (!is_letter && !aml_ascii_digit(c)) {
      return false;
    }
    *out = *out * 16 + (uint32_t)(is_letter ? c - 'a' + 10 : c - '0');
  }
  return true;
}

/* Steps over \xHH, \uHHHH (pairs of surrogates too) and \UHHHHHHHH; source_at is behind the letter. */
static bool step_hex(walker *w, size_t digits) {
  uint32_t code_point;
  if (w->source.len - w->source_at < digits ||
      !read_hex(aml_sv_slice(w->source, w->source_at, w->source_at + digits), &code_point)) {
    return false;
  }
  w->source_at += digits;
  if (code_point >= 0xD800 && code_point < 0xDC00 && w->source.len - w->source_at >= 6) {
    uint32_t low;
    if (read_hex(aml_sv_slice(w->source, w->source_at + 2, w->source_at + 6), &low) && low >= 0xDC00 &&
        low < 0xE000) {
      code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
      w->source_at += 6;
    }
  }
  char bytes[AML_UTF8_MAX];
  aml_sv encoded = {bytes, aml_utf8_encode(code_point, bytes)};
  if (!text_continues(w, encoded)) {
    return false;
  }
  w->text_at += encoded.len;
  return true;
}

static bool step_escape(walker *w) {
  char letter = w->source.data[w->source_at + 1];
  w->source_at += 2;
  switch (letter) {
  case 'x':
    return step_hex(w, 2);
  case 'u':
    return step_hex(w, 4);
  case 'U':
    return step_hex(w, 8);
  case '\n': /* a continued line of YAML: neither the line end nor the indentation counts */
    while (w->source_at < w->source.len && aml_ascii_space(w->source.data[w->source_at])) {
      w->source_at++;
    }
    return true;
  default: { /* one code point, whichever it is */
    size_t at = w->text_at;
    aml_utf8_next(w->text, &at);
    w->text_at = at;
    return true;
  }
  }
}

/* Steps over a line end in a folded scalar with the blanks around it: one line end is a space, each further
 * one a line end. */
static bool step_fold(walker *w) {
  size_t line_ends = 0;
  while (w->source_at < w->source.len && aml_ascii_space(w->source.data[w->source_at])) {
    line_ends += w->source.data[w->source_at++] == '\n' ? 1 : 0;
  }
  size_t expected = line_ends > 1 ? line_ends - 1 : 1;
  for (size_t i = 0; i < expected; i++) {
    if (!text_continues(w, line_ends > 1 ? AML_SV("\n") : AML_SV(" "))) {
      return false;
    }
    w->text_at++;
  }
  return true;
}

/* Whether the blanks at the walker's place hold a line end. */
static bool is_at_fold(const walker *w) {
  size_t at = w->source_at;
  while (at < w->source.len && (w->source.data[at] == ' ' || w->source.data[at] == '\t')) {
    at++;
  }
  return at < w->source.len && (w->source.data[at] == '\n' || w->source.data[at] == '\r');
}

/* One step; false where source and text do not fit each other. */
static bool step(walker *w, quoting how) {
  char c = w->source.data[w->source_at];
  bool has_next = w->source_at + 1 < w->source.len;
  if (how == QUOTING_BACKSLASHES && c == '\\' && has_next) {
    return step_escape(w);
  }
  if (how == QUOTING_DOUBLED && c == '\'' && has_next) {
    w->source_at++;
  }
  bool is_kept = text_continues(w, aml_sv_slice(w->source, w->source_at, w->source_at + 1));
  if (is_at_fold(w)) { /* JSON keeps line ends as they are, YAML folds them */
    size_t end = w->source_at;
    while (end < w->source.len && aml_ascii_space(w->source.data[end])) {
      end++;
    }
    if (!text_continues(w, aml_sv_slice(w->source, w->source_at, end))) {
      return step_fold(w);
    }
  }
  w->source_at++;
  w->text_at++;
  return is_kept;
}

/* The offsets in w.source of the bytes [begin, end) of w.text; false where the two do not fit. */
static bool locate(walker w, quoting how, uint32_t *begin, uint32_t *end) {
  uint32_t wanted_begin = *begin;
  uint32_t wanted_end = *end;
  while (w.text_at < wanted_end) {
    if (w.text_at <= wanted_begin) {
      *begin = (uint32_t)w.source_at;
    }
    if (w.source_at >= w.source.len || !step(&w, how)) {
      return false;
    }
  }
  if (w.text_at <= wanted_begin) {
    *begin = (uint32_t)w.source_at;
  }
  *end = (uint32_t)w.source_at;
  return true;
}

aml_span aml_expr_span(const aml_sources *sources, const aml_value *string, uint32_t begin, uint32_t end) {
  if (sources == NULL || string->kind != AML_STRING || aml_span_is_none(string->span) ||
      aml_value_has(string, AML_VALUE_BLOCK)) {
    return string->span;
  }
  aml_sv source = aml_span_text(sources, string->span);
  char quote = source.len >= 2 ? source.data[0] : '\0';
  bool is_quoted = (quote == '"' || quote == '\'') && source.data[source.len - 1] == quote;
  walker w = {.text = string->as.string, .source = source};
  if (is_quoted) {
    w.source = aml_sv_slice(source, 1, source.len - 1);
  }
  end = end > w.text.len ? (uint32_t)w.text.len : end;
  begin = begin > end ? end : begin;

  const quoting tries[][2] = {
      {QUOTING_PLAIN, QUOTING_PLAIN}, {QUOTING_BACKSLASHES, QUOTING_BACKSLASHES},
      {QUOTING_DOUBLED, QUOTING_BACKSLASHES}, /* ARM's JSON has single quotes too */
  };
  const quoting *how = tries[!is_quoted ? 0 : quote == '"' ? 1 : 2];
  for (size_t i = 0; i < 2; i++) {
    uint32_t found_begin = begin;
    uint32_t found_end = end;
    if (locate(w, how[i], &found_begin, &found_end)) {
      uint32_t base = string->span.begin + (is_quoted ? 1 : 0);
      return (aml_span){string->span.source, base + found_begin, base + found_end};
    }
  }
  return string->span;
}
