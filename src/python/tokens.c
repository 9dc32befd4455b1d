#include "python/tokens.h"

#include <string.h>

typedef struct opener {
  uint32_t token, line;
  char sign;
} opener;

typedef struct line { /* that holds a token */
  uint32_t token, column;
  uint32_t next; /* the first line behind it that stands no deeper; a break ends it, too */
  bool is_break; /* nothing but the beginning of a cell */
} line;

typedef struct reader {
  aml_arena *arena;
  aml_sv text; /* up to where reading ends */
  size_t begin, at;
  bool is_line_begun; /* a token stands before `at` in this line */
  size_t unformatted; /* up to here, braces of formatted strings hold no quotes of theirs */
  bool lacks_end[2];  /* no more ''' or """ ends before the next cell */
  AML_VEC(aml_py_token) tokens;
  AML_VEC(aml_py_comment) comments;
  AML_VEC(opener) open;
  AML_VEC(opener) lost; /* that nothing closes */
  AML_VEC(line) lines;
  uint32_t kinds[3]; /* how many of each are open */
} reader;

static char peek(const reader *r, size_t ahead) { /* NUL at the end */
  return r->at + ahead < r->text.len ? r->text.data[r->at + ahead] : '\0';
}

static bool is_letter(char c) {
  return aml_ascii_alpha(c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_break(aml_sv text, size_t at) {
  return at < text.len && text.data[at] == '\f' && (at == 0 || text.data[at - 1] == '\n');
}

static const char openers[] = "([{";
static const char closers[] = ")]}";

/* Which kind of bracket a sign is, from 0; -1 for none. */
static int kind_of(const char *signs, char c) {
  const char *found = c == '\0' ? NULL : strchr(signs, c);
  return found == NULL ? -1 : (int)(found - signs);
}

/* ---- Brackets ---- */

static opener pop(reader *r) {
  opener last = r->open.items[--r->open.count];
  r->kinds[kind_of(openers, last.sign)]--;
  return last;
}

static void lose_open(reader *r) {
  while (r->open.count > 0) {
    const opener last = pop(r);
    AML_VEC_PUSH(r->arena, &r->lost, last);
  }
}

/* The latest token is one. */
static void open_bracket(reader *r, int kind) {
  const opener one = {
      .token = (uint32_t)r->tokens.count - 1, .line = (uint32_t)r->lines.count - 1, .sign = openers[kind]};
  AML_VEC_PUSH(r->arena, &r->open, one);
  r->kinds[kind]++;
}

/* Closes the latest one of the kind; what was opened behind it is lost. */
static void close_bracket(reader *r, int kind) {
  while (r->kinds[kind] > 0 && r->open.count > 0) {
    const opener last = pop(r);
    if (last.sign == openers[kind]) {
      r->tokens.items[last.token].close = (uint32_t)r->tokens.count;
      r->tokens.items[last.token].is_closed = true;
      return;
    }
    AML_VEC_PUSH(r->arena, &r->lost, last);
  }
}

/* ---- Tokens ---- */

static uint32_t column_of(const reader *r, size_t begin, size_t at) {
  enum { TAB = 8 };
  uint32_t column = 0;
  for (size_t i = begin; i < at; i++) {
    column = r->text.data[i] == '\t' ? (column / TAB + 1) * TAB : column + 1;
  }
  return column;
}

static void begin_line(reader *r, bool ends_cell) {
  size_t begin = r->at;
  while (begin > r->begin && r->text.data[begin - 1] != '\n' && r->text.data[begin - 1] != '\r' &&
         r->text.data[begin - 1] != '\f') {
    begin--;
  }
  const line one = {.token = (uint32_t)r->tokens.count,
      .column = ends_cell ? 0 : column_of(r, begin, r->at),
      .is_break = ends_cell};
  AML_VEC_PUSH(r->arena, &r->lines, one);
}

static void add(reader *r, aml_py_kind kind, size_t end) {
  aml_py_token token = {.kind = kind, .begin = (uint32_t)r->at, .end = (uint32_t)end};
  bool is_end = kind == AML_PY_LINE_END || kind == AML_PY_BREAK;
  if (!is_end && !r->is_line_begun) {
    begin_line(r, false);
    token.is_first = true;
    token.column = r->lines.items[r->lines.count - 1].column;
  }
  r->is_line_begun = !is_end;
  AML_VEC_PUSH(r->arena, &r->tokens, token);
  r->at = end;
}

/* "\n", also behind "\r", or "\r" alone. */
static bool ends_line(aml_sv text, size_t at) {
  return text.data[at] == '\n' ||
         (text.data[at] == '\r' && (at + 1 == text.len || text.data[at + 1] != '\n'));
}

static size_t end_of_line(aml_sv text, size_t at) {
  while (at < text.len && !ends_line(text, at)) {
    at++;
  }
  return at;
}

/* Words that begin a statement and stand nowhere else: no bracket goes on behind them. */
static bool begins_statement(aml_sv word) {
  static const char *const words[] = {"def", "class", "import", "return", "try", "except", "finally", "with",
      "while", "raise", "del", "pass", "global", "assert", "elif", "nonlocal", "break", "continue"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_eq(word, aml_sv_of(words[i]))) {
      return true;
    }
  }
  return false;
}

/* Whether "import" stands in the line behind "from": there may be a bracket between. */
static bool is_import(const reader *r, size_t from) {
  aml_sv rest = aml_sv_slice(r->text, from, end_of_line(r->text, from));
  return aml_sv_starts(rest, AML_SV("from ")) && aml_sv_find(rest, AML_SV(" import "), 0) != AML_NPOS;
}

static bool is_quote(char c) {
  return c == '"' || c == '\'';
}

static bool is_prefix(aml_sv word) {
  static const char letters[] = "rRbBuUfFtT";
  for (size_t i = 0; i < word.len; i++) {
    if (word.data[i] == '\0' || strchr(letters, word.data[i]) == NULL) {
      return false;
    }
  }
  return word.len <= 2;
}

/* Where a string in single quotes ends; the end of the line where it does not. */
static size_t end_of_short(const reader *r, size_t at, char quote) {
  while (at < r->text.len && !ends_line(r->text, at) && r->text.data[at] != quote) {
    bool escapes = r->text.data[at] == '\\' && at + 1 < r->text.len;
    bool is_joined =
        escapes && r->text.data[at + 1] == '\r' && at + 2 < r->text.len && r->text.data[at + 2] == '\n';
    at += is_joined ? 3 : escapes ? 2 : 1;
  }
  bool ends = at < r->text.len && r->text.data[at] == quote;
  return ends ? at + 1 : at > r->text.len ? r->text.len : at;
}

static bool is_formatted(const reader *r, size_t quote) {
  enum { PREFIX_MAX = 2 };
  bool is_any = false;
  for (size_t i = 1; i <= PREFIX_MAX && i <= quote && aml_ascii_alpha(r->text.data[quote - i]); i++) {
    is_any = is_any || strchr("fFtT", r->text.data[quote - i]) != NULL;
  }
  return is_any;
}

/* Where a formatted string whose quote is at `at` ends, if braces of it hold strings with the same quotes, as
 * they may since Python 3.12; AML_NPOS where it does not end in this line, or they are too deep. */
static size_t end_of_formatted(const reader *r, size_t at) {
  enum { DEPTH_MAX = 8 };
  char quotes[DEPTH_MAX] = {r->text.data[at]};
  size_t braces[DEPTH_MAX] = {0};
  size_t depth = 0;
  for (at++; at < r->text.len && !ends_line(r->text, at); at++) {
    char c = r->text.data[at];
    bool is_twice = at + 1 < r->text.len && r->text.data[at + 1] == c;
    if (braces[depth] == 0 && (c == '\\' || (c == '{' && is_twice))) {
      at++;
    } else if (braces[depth] == 0 && c == quotes[depth]) {
      if (depth == 0) {
        return at + 1;
      }
      depth--;
    } else if (braces[depth] > 0 && is_quote(c) && is_formatted(r, at) && depth + 1 < DEPTH_MAX) {
      quotes[++depth] = c;
      braces[depth] = 0;
    } else if (braces[depth] > 0 && is_quote(c)) {
      at = end_of_short(r, at + 1, c) - 1;
    } else if (c == '{' || (braces[depth] > 0 && kind_of(openers, c) >= 0)) {
      braces[depth]++;
    } else if (braces[depth] > 0 && kind_of(closers, c) >= 0) {
      braces[depth]--;
    }
  }
  return AML_NPOS;
}

/* Where one in three quotes ends; AML_NPOS where it does not in this cell. */
static size_t end_of_long(const reader *r, size_t at, char quote) {
  for (; at < r->text.len && !is_break(r->text, at); at++) {
    if (r->text.data[at] == '\\') {
      at++;
    } else if (r->text.data[at] == quote && at + 2 < r->text.len && r->text.data[at + 1] == quote &&
               r->text.data[at + 2] == quote) {
      return at + 3;
    }
  }
  return AML_NPOS;
}

/* The string whose prefix is `before` bytes long. */
static void add_string(reader *r, size_t before) {
  char quote = peek(r, before);
  size_t begin = r->at + before;
  bool is_long = peek(r, before + 1) == quote && peek(r, before + 2) == quote;
  bool *lacks = &r->lacks_end[quote == '"' ? 1 : 0];
  size_t end = is_long && !*lacks ? end_of_long(r, begin + 3, quote) : AML_NPOS;
  if (is_long && end == AML_NPOS) {
    *lacks = true;
    end = end_of_line(r->text, begin);
  }
  if (!is_long && begin >= r->unformatted && before > 0 && is_formatted(r, begin)) {
    end = end_of_formatted(r, begin);
    r->unformatted = end == AML_NPOS ? end_of_line(r->text, begin) : r->unformatted;
  }
  add(r, AML_PY_STRING, end != AML_NPOS ? end : end_of_short(r, begin + 1, quote));
}

static void add_word(reader *r) {
  size_t end = r->at;
  while (end < r->text.len && (is_letter(r->text.data[end]) || aml_ascii_digit(r->text.data[end]))) {
    end++;
  }
  aml_sv word = aml_sv_slice(r->text, r->at, end);
  if (end < r->text.len && is_quote(r->text.data[end]) && is_prefix(word)) {
    add_string(r, word.len);
    return;
  }
  if (!r->is_line_begun && r->open.count > 0 && (begins_statement(word) || is_import(r, r->at))) {
    lose_open(r);
  }
  add(r, AML_PY_NAME, end);
}

static void add_number(reader *r) {
  size_t end = r->at;
  while (end < r->text.len &&
         (is_letter(r->text.data[end]) || aml_ascii_digit(r->text.data[end]) || r->text.data[end] == '.')) {
    end++;
  }
  add(r, AML_PY_NUMBER, end);
}

/* How long the sign is; those that are told apart are whole. */
static size_t sign_length(const reader *r) {
  static const char *const signs[] = {"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<",
      "<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="};
  aml_sv rest = aml_sv_slice(r->text, r->at, r->text.len);
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    if (aml_sv_starts(rest, aml_sv_of(signs[i]))) {
      return strlen(signs[i]);
    }
  }
  return 1;
}

static void add_sign(reader *r) {
  char c = peek(r, 0);
  int opens = kind_of(openers, c);
  int closes = kind_of(closers, c);
  if (closes >= 0) {
    close_bracket(r, closes);
  }
  add(r, AML_PY_OPERATOR, r->at + sign_length(r));
  if (opens >= 0) {
    open_bracket(r, opens);
  }
}

/* ---- Lines ---- */

/* Past a line of another language, and those that backslashes join to it. */
static size_t end_of_foreign(const reader *r) {
  size_t end = end_of_line(r->text, r->at);
  for (;;) {
    size_t last = end > r->at && r->text.data[end - 1] == '\r' ? end - 1 : end;
    if (last == r->at || r->text.data[last - 1] != '\\' || end == r->text.len) {
      return end;
    }
    end = end_of_line(r->text, end + 1);
  }
}

/* Whether a line brings names from elsewhere, in a notebook or as Databricks writes it in a program. */
static bool brings_names(aml_sv text) {
  static const char *const magics[] = {
      "%run ", "%run\t", "%store -r", "# MAGIC %run ", "# MAGIC %run\t", "# MAGIC %store -r"};
  bool is_any = false;
  for (size_t i = 0; i < sizeof magics / sizeof magics[0] && !is_any; i++) {
    is_any = aml_sv_starts(text, aml_sv_of(magics[i]));
  }
  return is_any;
}

/* A line of IPython: what "%time" runs is Python, all else is not. False where it is none. */
static bool skip_magic(reader *r) {
  static const char *const transparent[] = {
      "%time ", "%%time ", "%timeit ", "%%timeit ", "%prun ", "%memit "};
  bool is_magic = !r->is_line_begun && r->open.count == 0 && (peek(r, 0) == '%' || peek(r, 0) == '?');
  bool is_shell = peek(r, 0) == '!' && peek(r, 1) != '=' && r->open.count == 0;
  if (!is_magic && !is_shell) {
    return false;
  }
  for (size_t i = 0; is_magic && i < sizeof transparent / sizeof transparent[0]; i++) {
    if (aml_sv_starts(aml_sv_slice(r->text, r->at, r->text.len), aml_sv_of(transparent[i]))) {
      r->at += strlen(transparent[i]);
      return true;
    }
  }
  size_t end = end_of_foreign(r);
  if (r->is_line_begun || brings_names(aml_sv_slice(r->text, r->at, end))) {
    add(r, AML_PY_OPERATOR, end); /* "x = !az ..." is given something */
  }
  r->at = end;
  return true;
}

static void skip_comment(reader *r) {
  size_t end = end_of_line(r->text, r->at);
  size_t last = end > r->at && r->text.data[end - 1] == '\r' ? end - 1 : end;
  if (!r->is_line_begun && r->open.count == 0 && brings_names(aml_sv_slice(r->text, r->at, last))) {
    add(r, AML_PY_OPERATOR, last);
    return;
  }
  if (aml_sv_find(aml_sv_slice(r->text, r->at, last), AML_SV("amlint"), 0) != AML_NPOS) {
    const aml_py_comment comment = {(uint32_t)r->at, (uint32_t)last, !r->is_line_begun};
    AML_VEC_PUSH(r->arena, &r->comments, comment);
  }
  r->at = end;
}

static void end_line(reader *r) {
  bool is_next_cell = is_break(r->text, r->at + 1);
  if (is_next_cell) {
    lose_open(r);
    r->lacks_end[0] = r->lacks_end[1] = false;
  }
  if (r->is_line_begun || is_next_cell) {
    add(r, is_next_cell ? AML_PY_BREAK : AML_PY_LINE_END, r->at + 1);
  } else {
    r->at++;
  }
  if (is_next_cell) {
    begin_line(r, true);
  }
}

static void read_one(reader *r) {
  char c = peek(r, 0);
  char next = peek(r, 1);
  if (ends_line(r->text, r->at)) {
    end_line(r);
  } else if (c == '\\' && (next == '\n' || next == '\r')) {
    r->at += next == '\r' && peek(r, 2) == '\n' ? 3 : 2;
  } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\0') {
    r->at++;
  } else if (c == '#') {
    skip_comment(r);
  } else if (is_quote(c)) {
    add_string(r, 0);
  } else if (is_letter(c)) {
    add_word(r);
  } else if (aml_ascii_digit(c) || (c == '.' && aml_ascii_digit(next))) {
    add_number(r);
  } else if (!skip_magic(r)) {
    add_sign(r);
  }
}

/* ---- What nothing closes ---- */

/* For each line the next one that stands no deeper, from the last line to the first: each line is put on the
 * stack once and taken off once. */
static void link_lines(reader *r) {
  AML_VEC(uint32_t) stack = {0};
  for (size_t i = r->lines.count; i > 0; i--) {
    line *one = &r->lines.items[i - 1];
    while (!one->is_break && stack.count > 0 &&
           r->lines.items[stack.items[stack.count - 1]].column > one->column) {
      stack.count--;
    }
    one->next = stack.count > 0 ? stack.items[stack.count - 1] : (uint32_t)r->lines.count;
    stack.count = one->is_break ? 0 : stack.count;
    AML_VEC_PUSH(r->arena, &stack, (uint32_t)(i - 1));
  }
}

/* A lost bracket holds what stands deeper than its line. */
static void end_lost(reader *r) {
  if (r->lost.count == 0) {
    return;
  }
  link_lines(r);
  for (size_t i = 0; i < r->lost.count; i++) {
    uint32_t next = r->lines.items[r->lost.items[i].line].next;
    r->tokens.items[r->lost.items[i].token].close =
        next < r->lines.count ? r->lines.items[next].token : (uint32_t)r->tokens.count;
  }
}

aml_py_tokens aml_py_read_tokens(aml_arena *arena, aml_sv text, size_t begin, size_t end) {
  reader r = {.arena = arena, .text = aml_sv_slice(text, 0, end), .begin = begin, .at = begin};
  while (r.at < r.text.len) {
    read_one(&r);
  }
  lose_open(&r);
  add(&r, AML_PY_LINE_END, r.text.len);
  end_lost(&r);
  return (aml_py_tokens){
      text, r.tokens.items, (uint32_t)r.tokens.count, r.comments.items, (uint32_t)r.comments.count};
}

bool aml_py_is(const aml_py_tokens *tokens, uint32_t i, const char *text) {
  return i < tokens->count && tokens->items[i].kind <= AML_PY_OPERATOR &&
         aml_sv_eq(aml_py_text(tokens, i), aml_sv_of(text));
}

bool aml_py_brings_names(const aml_py_tokens *tokens, uint32_t i) {
  return tokens->items[i].kind == AML_PY_OPERATOR && brings_names(aml_py_text(tokens, i));
}

bool aml_py_is_assignment(const aml_py_tokens *tokens, uint32_t i) {
  if (i >= tokens->count || tokens->items[i].kind != AML_PY_OPERATOR) {
    return false;
  }
  aml_sv sign = aml_py_text(tokens, i);
  return aml_sv_ends(sign, AML_SV("=")) && !aml_sv_eq(sign, AML_SV("==")) && !aml_sv_eq(sign, AML_SV("!=")) &&
         !aml_sv_eq(sign, AML_SV("<=")) && !aml_sv_eq(sign, AML_SV(">="));
}

size_t aml_py_string_begin(aml_sv written, size_t *quotes, aml_sv *prefix) {
  size_t at = 0;
  while (at < written.len && !is_quote(written.data[at])) {
    at++;
  }
  *prefix = aml_sv_slice(written, 0, at);
  char quote = at < written.len ? written.data[at] : '\0';
  bool is_long = at + 2 < written.len && written.data[at + 1] == quote && written.data[at + 2] == quote;
  *quotes = is_long ? 3 : 1;
  return at + *quotes > written.len ? written.len : at + *quotes;
}
