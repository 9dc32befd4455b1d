/* Tokens of HCL, one at a time. */
#include "hcl/reader.h"

#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"

static char byte_at(const aml_hcl_reader *r, size_t at) {
  return at < r->end ? r->text.data[at] : '\0';
}

/* ---- comments ---- */

/* Whether only blanks stand before it on its line. */
static bool is_alone(const aml_hcl_reader *r, size_t at) {
  while (at > 0 && (r->text.data[at - 1] == ' ' || r->text.data[at - 1] == '\t')) {
    at--;
  }
  return at == 0 || r->text.data[at - 1] == '\n';
}

/* Whether only blanks stand between it and the last comment that was kept. */
static bool follows_kept(const aml_hcl_reader *r, size_t begin) {
  while (begin > 0 && aml_ascii_space(r->text.data[begin - 1])) {
    begin--;
  }
  return begin > 0 && begin == r->kept_to;
}

/* Keeps a comment that may waive, or whose lines go on from such a one: files may be all comments. */
static void note_comment(aml_hcl_reader *r, size_t begin, size_t end, size_t marks) {
  if (r->in.tree == NULL || begin < r->comments_at) {
    return; /* a place that was left and is read again */
  }
  r->comments_at = end;
  aml_sv text = aml_sv_slice(r->text, begin + marks, end);
  if (aml_sv_ifind(text, AML_SV("aml"), 0) == AML_NPOS && !follows_kept(r, begin)) {
    return;
  }
  r->kept_to = end;
  if (marks == 2 && r->text.data[begin + 1] == '*' && aml_sv_ends(text, AML_SV("*/"))) {
    text = aml_sv_slice(text, 0, text.len - 2);
  }
  const aml_comment comment = {
      .span = aml_hcl_span(r, begin, end), .text = aml_sv_trim(text), .is_alone = is_alone(r, begin)};
  AML_VEC_PUSH(r->in.arena, &r->in.tree->comments, comment);
}

static size_t end_of_line(const aml_hcl_reader *r, size_t at) {
  size_t end = aml_sv_find_char(aml_sv_slice(r->text, 0, r->end), '\n', at);
  return end == AML_NPOS ? r->end : end;
}

/* Behind the comment that begins there; `at` itself where none does. The line end after one is no part of it.
 */
static size_t skip_comment(aml_hcl_reader *r, size_t at) {
  char first = byte_at(r, at);
  char second = byte_at(r, at + 1);
  if (first == '#' || (first == '/' && second == '/')) {
    size_t end = end_of_line(r, at);
    size_t stop = end > at && byte_at(r, end - 1) == '\r' ? end - 1 : end;
    note_comment(r, at, stop, first == '#' ? 1 : 2);
    return end;
  }
  if (first == '/' && second == '*') {
    size_t close = aml_sv_find(aml_sv_slice(r->text, 0, r->end), AML_SV("*/"), at + 2);
    size_t end = close == AML_NPOS ? r->end : close + 2;
    if (close == AML_NPOS) {
      aml_hcl_fail(r, at, at + 2, "This comment has no end: '*/' is missing.");
    }
    note_comment(r, at, end, 2);
    return end;
  }
  return at;
}

/* ---- tokens ---- */

static bool begins_name(char c) {
  return aml_ascii_alpha(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Names and blanks are most of a text, so each byte takes one look: into this table, by its bits. */
enum { IN_NAME = 1, BLANK = 2, LINE_END = 4, MARK = 8 /* alone, whatever is behind it */ };

#define N    IN_NAME
#define M    MARK
#define N5   N, N, N, N, N
#define N15  N5, N5, N5
#define N16  N15, N
#define NO16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
/* clang-format off */
static const unsigned char classes[256] = {0, 0, 0, 0, 0, 0, 0, 0, 0, BLANK, LINE_END, 0, 0, BLANK, 0, 0,
    NO16,                                                             /* tab, line end */
    BLANK, 0, 0, 0, 0, M, 0, 0, M, M, M, M, M, N | M, 0, M,           /* % ( ) * + , - / */
    N5, N5, 0, 0, 0, 0, 0, M,                                         /* digits ? */
    0, N15, N5, N5, N, M, 0, M, 0, N,                                 /* large letters [ ] _ */
    0, N15, N5, N5, N, M, 0, M, 0, 0,                                 /* small letters { } */
    N16, N16, N16, N16, N16, N16, N16, N16};                          /* not ASCII */
/* clang-format on */

/* Over the bytes of these classes. */
static size_t skip(const aml_hcl_reader *r, size_t at, unsigned wanted) {
  const char *text = r->text.data;
  size_t end = r->end;
  while (at < end && (classes[(unsigned char)text[at]] & wanted) != 0) {
    at++;
  }
  return at;
}

static size_t end_of_name(const aml_hcl_reader *r, size_t at) {
  return skip(r, at, IN_NAME);
}

static size_t end_of_digits(const aml_hcl_reader *r, size_t at) {
  while (aml_ascii_digit(byte_at(r, at))) {
    at++;
  }
  return at;
}

static size_t end_of_number(const aml_hcl_reader *r, size_t at) {
  at = end_of_digits(r, at);
  if (byte_at(r, at) == '.' && aml_ascii_digit(byte_at(r, at + 1))) {
    at = end_of_digits(r, at + 1);
  }
  if (byte_at(r, at) == 'e' || byte_at(r, at) == 'E') {
    size_t digits = at + 1;
    digits += byte_at(r, digits) == '+' || byte_at(r, digits) == '-' ? 1 : 0;
    at = aml_ascii_digit(byte_at(r, digits)) ? end_of_digits(r, digits) : at;
  }
  return at;
}

static void set(aml_hcl_reader *r, unsigned kind, size_t end) {
  r->kind = kind;
  r->at = end;
}

/* "<<EOT" or "<<-EOT" with nothing behind it. */
static bool take_heredoc(aml_hcl_reader *r) {
  size_t name = r->begin + 2 + (byte_at(r, r->begin + 2) == '-' ? 1 : 0);
  size_t end = end_of_name(r, name);
  bool is_one = byte_at(r, r->begin + 1) == '<' && begins_name(byte_at(r, name));
  size_t line = end;
  line += byte_at(r, line) == '\r' ? 1 : 0;
  if (!is_one || byte_at(r, line) != '\n') {
    return false;
  }
  set(r, AML_HCL_HEREDOC, line + 1);
  return true;
}

/* What two bytes mean together; 0 where nothing. */
static unsigned pair_of(char c, char next) {
  switch (c) {
  case '=':
    return next == '=' ? AML_HCL_EQUAL : next == '>' ? AML_HCL_ARROW : 0;
  case '!':
    return next == '=' ? AML_HCL_NOT_EQUAL : 0;
  case '<':
    return next == '=' ? AML_HCL_AT_MOST : 0;
  case '>':
    return next == '=' ? AML_HCL_AT_LEAST : 0;
  case '&':
    return next == '&' ? AML_HCL_AND : 0;
  case '|':
    return next == '|' ? AML_HCL_OR : 0;
  case ':':
    return next == ':' ? AML_HCL_SCOPE : 0;
  default:
    return 0;
  }
}

static void take_mark(aml_hcl_reader *r) {
  char c = byte_at(r, r->begin);
  char next = byte_at(r, r->begin + 1);
  unsigned pair = pair_of(c, next);
  if (pair != 0) {
    set(r, pair, r->begin + 2);
  } else if (c == '.' && next == '.' && byte_at(r, r->begin + 2) == '.') {
    set(r, AML_HCL_ELLIPSIS, r->begin + 3);
  } else if (c != '\0' && memchr("=.:!<>", c, sizeof "=.:!<>" - 1) != NULL) {
    set(r, (unsigned char)c, r->begin + 1);
  } else {
    set(r, AML_HCL_STRANGE, r->begin + 1);
  }
}

static void take_token(aml_hcl_reader *r) {
  char c = byte_at(r, r->begin);
  if (r->begin >= r->end) {
    set(r, AML_HCL_END, r->end);
  } else if (c == '\n') {
    set(r, AML_HCL_NEWLINE, r->begin + 1);
  } else if ((classes[(unsigned char)c] & MARK) != 0) {
    set(r, (unsigned char)c, r->begin + 1);
  } else if (begins_name(c)) {
    set(r, AML_HCL_NAME, end_of_name(r, r->begin + 1));
  } else if (aml_ascii_digit(c)) {
    set(r, AML_HCL_NUMBER, end_of_number(r, r->begin));
  } else if (c == '"') {
    set(r, AML_HCL_QUOTE, r->begin + 1);
  } else if (c != '<' || !take_heredoc(r)) {
    take_mark(r);
  }
}

void aml_hcl_move_to(aml_hcl_reader *r, size_t at) {
  const char *text = r->text.data;
  unsigned blanks = r->has_lines ? BLANK : (unsigned)BLANK | LINE_END;
  for (;;) {
    at = skip(r, at, blanks);
    bool may_be_comment = at < r->end && (text[at] == '#' || text[at] == '/');
    size_t behind = may_be_comment ? skip_comment(r, at) : at;
    if (behind == at) {
      break;
    }
    at = behind;
  }
  r->begin = at;
  take_token(r);
}

void aml_hcl_advance(aml_hcl_reader *r) {
  r->behind = r->at;
  aml_hcl_move_to(r, r->at);
}

bool aml_hcl_mind_lines(aml_hcl_reader *r, bool has_lines) {
  bool before = r->has_lines;
  r->has_lines = has_lines;
  if (before != has_lines) {
    aml_hcl_move_to(r, has_lines ? r->behind : r->begin);
  }
  return before;
}

void aml_hcl_reader_init(aml_hcl_reader *r, const aml_hcl_input *input) {
  *r = (aml_hcl_reader){.in = *input, .text = input->text->text, .end = input->text->text.len};
}

/* ---- failures ---- */

__attribute__((format(printf, 4, 0))) static void fail_at(
    aml_hcl_reader *r, const char *rule, aml_span span, const char *format, va_list args) {
  if (r->in.tree != NULL) {
    r->in.tree->is_broken = true;
  }
  aml_diags_vadd(r->in.diags, rule, span, format, args)->is_incomplete = true;
}

void aml_hcl_fail(aml_hcl_reader *r, size_t begin, size_t end, const char *format, ...) {
  if (r->is_failed) {
    return;
  }
  r->is_failed = true;
  r->failures++;
  r->failed_at = begin;
  va_list args;
  va_start(args, format);
  fail_at(r, "AML001", aml_hcl_span(r, begin, end > begin ? end : begin + 1), format, args);
  va_end(args);
}

/* What stands at the token, for people. */
static aml_sv name_token(aml_hcl_reader *r) {
  switch (r->kind) {
  case AML_HCL_END:
    return AML_SV("the end of the text");
  case AML_HCL_NEWLINE:
    return AML_SV("the end of the line");
  case AML_HCL_QUOTE:
    return AML_SV("a string");
  case AML_HCL_HEREDOC:
    return AML_SV("a heredoc");
  default: {
    size_t end = r->begin;
    (void)aml_utf8_next(r->text, &end);
    end = end > r->at ? end : r->at;
    aml_sv text = aml_sv_shorten(r->in.arena, aml_sv_slice(r->text, r->begin, end), 40);
    return aml_sv_format(r->in.arena, "'%.*s'", AML_SV_ARG(text));
  }
  }
}

void aml_hcl_fail_wanted(aml_hcl_reader *r, const char *wanted) {
  if (!r->is_failed) {
    aml_sv found = name_token(r);
    aml_hcl_fail(r, r->begin, r->at, "Expected %s, found %.*s.", wanted, AML_SV_ARG(found));
  }
}

__attribute__((format(printf, 2, 3))) static void refuse(aml_hcl_reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fail_at(r, "AML003", aml_hcl_span(r, r->begin, r->at), format, args);
  va_end(args);
}

bool aml_hcl_enter(aml_hcl_reader *r) {
  aml_arena_spend(r->in.arena, 1);
  if (r->depth < AML_LIMIT_EXPR_DEPTH) {
    r->depth++;
    return true;
  }
  if (!r->is_failed) {
    r->is_failed = true;
    r->failures++;
    r->failed_at = r->begin;
    refuse(r, "This is nested more than %d levels deep; it was skipped.", AML_LIMIT_EXPR_DEPTH);
  }
  return false;
}
