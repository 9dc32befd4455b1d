/* Bytes to tokens. */
#include <string.h>

#include "base/limits.h"
#include "base/strbuf.h"
#include "bicep/token.h"

enum class { OTHER, BLANK, LINE_END, QUOTE, LETTER, DIGIT /* the last two make names */ };

/* clang-format off */
#define B BLANK
#define E LINE_END
#define L LETTER
#define D DIGIT
static const uint8_t classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, B, E, 0, 0, E, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    B, 0, 0, 0, 0, 0, 0, QUOTE, 0, 0, 0, 0, 0, 0, 0, 0,  D, D, D, D, D, D, D, D, D, D, 0, 0, 0, 0, 0, 0,
    0, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,  L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, L,
    0, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,  L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, 0,
};
#undef B
#undef E
#undef L
#undef D
/* clang-format on */

enum { HOLES = 64, NAME_MAX_LENGTH = 255, UTF8_ASCII = 0x80 };

/* An open hole: the string around it, or a brace inside of it. */
typedef struct hole {
  bool is_brace, is_many_lines;
  uint16_t dollars;
} hole;

typedef struct lexer {
  aml_bicep_tokens *out;
  const char *text;
  size_t at, end;
  hole holes[HOLES];
  size_t depth;
  bool is_line_start; /* nothing but blanks since the last line end */
} lexer;

static void complain(lexer *l, size_t begin, size_t end, aml_sv message) {
  const aml_bicep_error error = {.begin = (uint32_t)begin, .end = (uint32_t)end, .message = message};
  AML_VEC_PUSH(l->out->arena, &l->out->errors, error);
}

static void add(lexer *l, aml_bicep_token_kind kind, size_t begin) {
  const aml_bicep_token token = {.kind = (uint8_t)kind, .begin = (uint32_t)begin, .end = (uint32_t)l->at};
  AML_VEC_PUSH(l->out->arena, &l->out->list, token);
}

static void add_string(lexer *l, aml_bicep_token_kind kind, size_t begin, const hole *string) {
  const aml_bicep_token token = {.kind = (uint8_t)kind,
      .is_many_lines = string->is_many_lines,
      .dollars = string->dollars,
      .begin = (uint32_t)begin,
      .end = (uint32_t)l->at};
  AML_VEC_PUSH(l->out->arena, &l->out->list, token);
}

static char peek(const lexer *l, size_t ahead) {
  return l->at + ahead < l->end ? l->text[l->at + ahead] : '\0';
}

/* ---- strings ---- */

/* The length of the escape at the place, which a backslash begins; 0 where it is none. */
static size_t escape_length(const char *text, size_t length) {
  enum { CODE_POINT_MAX = 0x10FFFF, HEX = 16 };
  if (length < 2) {
    return 0;
  }
  if (text[1] != 'u') {
    return text[1] != '\0' && strchr("nrt\\'$", text[1]) != NULL ? 2 : 0;
  }
  size_t at = 3;
  uint32_t point = 0;
  while (length > 2 && text[2] == '{' && at < length && aml_hex_digit(text[at]) >= 0 &&
         point <= CODE_POINT_MAX) {
    point = point * HEX + (uint32_t)aml_hex_digit(text[at++]);
  }
  bool is_whole = at > 3 && at < length && text[at] == '}' && point <= CODE_POINT_MAX;
  return is_whole ? at + 1 : 0;
}

/* What a backslash begins; a wrong escape is said, and passed over. */
static void pass_escape(lexer *l) {
  size_t length = escape_length(l->text + l->at, l->end - l->at);
  if (length == 0) {
    char next = peek(l, 1);
    length = next == '\0' || next == '\n' || next == '\r' ? 1 : 2;
    complain(l, l->at, l->at + length,
        AML_SV("This escape is unknown; the escapes are \\n, \\r, \\t, \\\\, \\', \\$ and \\u{...}."));
  }
  l->at += length;
}

/* Whether a hole opens at the place; then moves behind its mark. A string with more dollars than it takes has
 * them as text. */
static bool pass_hole_mark(lexer *l, uint16_t dollars) {
  size_t run = 0;
  while (peek(l, run) == '$') {
    run++;
  }
  bool is_open = dollars > 0 && run >= dollars && peek(l, run) == '{';
  l->at += is_open ? run + 1 : run;
  return is_open;
}

static bool open_hole(lexer *l, const hole *string) {
  if (l->depth == HOLES) {
    const aml_bicep_error error = {.begin = (uint32_t)l->at,
        .end = (uint32_t)l->at,
        .message = aml_sv_format(l->out->arena, "Strings are nested deeper than the limit of %d.", HOLES),
        .is_limit = true};
    AML_VEC_PUSH(l->out->arena, &l->out->errors, error);
    return false;
  }
  l->holes[l->depth++] = *string;
  return true;
}

static void unterminated(lexer *l, size_t begin, bool is_first) {
  const hole none = {0};
  complain(l, begin, l->at, AML_SV("This string is not closed on its line."));
  l->depth = 0;
  add_string(l, is_first ? AML_BICEP_STRING : AML_BICEP_STRING_RIGHT, begin, &none);
}

/* What a string on one line is more than text at. */
static const bool is_special[256] = {
    ['\''] = true, ['\\'] = true, ['$'] = true, ['\n'] = true, ['\r'] = true};

/* The rest of a string on one line, or of what follows a hole in it. */
static void read_line_string(lexer *l, size_t begin, bool is_first) {
  static const hole string = {.dollars = 1};
  for (;;) {
    size_t at = l->at;
    while (at < l->end && !is_special[(unsigned char)l->text[at]]) {
      at++;
    }
    l->at = at;
    char c = peek(l, 0);
    if (l->at >= l->end || c == '\n' || c == '\r') {
      unterminated(l, begin, is_first);
      return;
    }
    if (c == '\'') {
      l->at++;
      add_string(l, is_first ? AML_BICEP_STRING : AML_BICEP_STRING_RIGHT, begin, &string);
      return;
    }
    if (c == '\\') {
      pass_escape(l);
    } else if (pass_hole_mark(l, 1) && open_hole(l, &string)) {
      add_string(l, is_first ? AML_BICEP_STRING_LEFT : AML_BICEP_STRING_MIDDLE, begin, &string);
      return;
    }
  }
}

/* The rest of a string in three quotes; of a longer run of quotes the last three close it. */
static void read_block_string(lexer *l, size_t begin, bool is_first, const hole *string) {
  enum { QUOTES = 3 };
  while (l->at < l->end) {
    char c = l->text[l->at];
    if (c == '\'') {
      size_t run = 0;
      while (peek(l, run) == '\'') {
        run++;
      }
      l->at += run;
      if (run >= QUOTES) {
        add_string(l, is_first ? AML_BICEP_STRING : AML_BICEP_STRING_RIGHT, begin, string);
        return;
      }
    } else if (c != '$') {
      l->at++;
    } else if (pass_hole_mark(l, string->dollars) && open_hole(l, string)) {
      add_string(l, is_first ? AML_BICEP_STRING_LEFT : AML_BICEP_STRING_MIDDLE, begin, string);
      return;
    }
  }
  complain(l, begin, l->end, AML_SV("This string is not closed: ''' is missing."));
  l->depth = 0;
  add_string(l, is_first ? AML_BICEP_STRING : AML_BICEP_STRING_RIGHT, begin, string);
}

static bool is_block_quote(const lexer *l, size_t ahead) {
  return peek(l, ahead) == '\'' && peek(l, ahead + 1) == '\'' && peek(l, ahead + 2) == '\'';
}

static void read_string(lexer *l) {
  size_t begin = l->at;
  hole string = {.is_many_lines = true};
  size_t dollars = 0;
  while (peek(l, dollars) == '$') {
    dollars++;
  }
  string.dollars = (uint16_t)(dollars > UINT16_MAX ? UINT16_MAX : dollars);
  if (is_block_quote(l, dollars)) {
    l->at += dollars + 3;
    read_block_string(l, begin, true, &string);
  } else {
    l->at++;
    read_line_string(l, begin, true);
  }
}

/* ---- trivia ---- */

static void add_trivia(lexer *l, size_t begin, bool is_pragma) {
  const aml_bicep_trivia trivia = {
      .begin = (uint32_t)begin, .end = (uint32_t)l->at, .is_alone = l->is_line_start, .is_pragma = is_pragma};
  AML_VEC_PUSH(l->out->arena, &l->out->trivia, trivia);
}

static void pass_line(lexer *l) {
  while (l->at < l->end && classes[(unsigned char)l->text[l->at]] != LINE_END) {
    l->at++;
  }
}

static void read_comment(lexer *l) {
  size_t begin = l->at;
  if (peek(l, 1) == '/') {
    pass_line(l);
  } else {
    size_t close = aml_sv_find(l->out->text, AML_SV("*/"), l->at + 2);
    l->at = close == AML_NPOS ? l->end : close + 2;
    if (close == AML_NPOS) {
      complain(l, begin, l->end, AML_SV("This comment is not closed: */ is missing."));
    }
  }
  add_trivia(l, begin, false);
}

static const aml_sv pragmas[] = {
    AML_SV_CONST("#disable-next-line"),
    AML_SV_CONST("#disable-diagnostics"),
    AML_SV_CONST("#restore-diagnostics"),
};

/* Whether a pragma stands here, which must be first on its line. */
static bool read_pragma(lexer *l) {
  aml_sv rest = aml_sv_slice(l->out->text, l->at, l->end);
  size_t which = 0;
  size_t count = sizeof pragmas / sizeof pragmas[0];
  while (which < count && !aml_sv_starts(rest, pragmas[which])) {
    which++;
  }
  if (which == count || !l->is_line_start) {
    return false;
  }
  size_t begin = l->at;
  pass_line(l);
  aml_sv codes = aml_sv_slice(l->out->text, begin + pragmas[which].len, l->at);
  if (aml_sv_trim(codes).len == 0) {
    complain(l, begin, l->at, AML_SV("This directive names no diagnostic codes."));
  }
  add_trivia(l, begin, true);
  return true;
}

/* ---- the rest ---- */

static void read_line_end(lexer *l) {
  size_t begin = l->at;
  if (l->depth > 0) { /* no hole goes beyond its line */
    unterminated(l, begin, false);
  }
  while (l->at < l->end && classes[(unsigned char)l->text[l->at]] == LINE_END) {
    l->at++;
  }
  add(l, AML_BICEP_NEW_LINE, begin);
  l->is_line_start = true;
}

static void read_name(lexer *l) {
  size_t begin = l->at;
  const char *text = l->text;
  size_t at = begin;
  while (at < l->end && classes[(unsigned char)text[at]] >= LETTER) {
    at++;
  }
  l->at = at;
  if (at - begin > NAME_MAX_LENGTH) {
    complain(l, begin, at, AML_SV("This name is longer than the 255 characters that Bicep allows."));
  }
  add(l, AML_BICEP_IDENTIFIER, begin);
}

static void read_number(lexer *l) {
  size_t begin = l->at;
  uint64_t value = 0;
  bool fits = true;
  for (; l->at < l->end && aml_ascii_digit(l->text[l->at]); l->at++) {
    fits = fits && !__builtin_mul_overflow(value, (uint64_t)10, &value) &&
           !__builtin_add_overflow(value, (uint64_t)(l->text[l->at] - '0'), &value);
  }
  if (!fits) {
    complain(l, begin, l->at, AML_SV("This number does not fit in 64 bits."));
  }
  add(l, AML_BICEP_INTEGER, begin);
}

/* Longer ones before those that they begin with. */
static const struct {
  char text[4];
  uint8_t kind;
} punctuation[] = {
    {"{", AML_BICEP_LEFT_BRACE},
    {"}", AML_BICEP_RIGHT_BRACE},
    {"(", AML_BICEP_LEFT_PAREN},
    {")", AML_BICEP_RIGHT_PAREN},
    {"[", AML_BICEP_LEFT_SQUARE},
    {"]", AML_BICEP_RIGHT_SQUARE},
    {"...", AML_BICEP_ELLIPSIS},
    {".", AML_BICEP_DOT},
    {"::", AML_BICEP_DOUBLE_COLON},
    {":", AML_BICEP_COLON},
    {",", AML_BICEP_COMMA},
    {"==", AML_BICEP_EQUAL},
    {"=~", AML_BICEP_EQUAL_IGNORING_CASE},
    {"=>", AML_BICEP_ARROW},
    {"=", AML_BICEP_ASSIGN},
    {"@", AML_BICEP_AT},
    {"??", AML_BICEP_COALESCE},
    {"?", AML_BICEP_QUESTION},
    {"!=", AML_BICEP_NOT_EQUAL},
    {"!~", AML_BICEP_NOT_EQUAL_IGNORING_CASE},
    {"!", AML_BICEP_EXCLAMATION},
    {"&&", AML_BICEP_AND},
    {"||", AML_BICEP_OR},
    {"|", AML_BICEP_PIPE},
    {"+", AML_BICEP_PLUS},
    {"-", AML_BICEP_MINUS},
    {"*", AML_BICEP_ASTERISK},
    {"/", AML_BICEP_SLASH},
    {"%", AML_BICEP_MODULO},
    {"<=", AML_BICEP_LESS_OR_EQUAL},
    {"<", AML_BICEP_LESS},
    {">=", AML_BICEP_GREATER_OR_EQUAL},
    {">", AML_BICEP_GREATER},
    {";", AML_BICEP_SEMICOLON},
    {"^", AML_BICEP_HAT},
};

/* One more than where those that begin with a character stand; 0 for none. */
static const uint8_t first_of[256] = {['{'] = 1,
    ['}'] = 2,
    ['('] = 3,
    [')'] = 4,
    ['['] = 5,
    [']'] = 6,
    ['.'] = 7,
    [':'] = 9,
    [','] = 11,
    ['='] = 12,
    ['@'] = 16,
    ['?'] = 17,
    ['!'] = 19,
    ['&'] = 22,
    ['|'] = 23,
    ['+'] = 25,
    ['-'] = 26,
    ['*'] = 27,
    ['/'] = 28,
    ['%'] = 29,
    ['<'] = 30,
    ['>'] = 32,
    [';'] = 34,
    ['^'] = 35};

static size_t find_punctuation(const lexer *l, size_t *length) {
  size_t count = sizeof punctuation / sizeof punctuation[0];
  aml_sv rest = {l->text + l->at, l->end - l->at};
  size_t begin = first_of[(unsigned char)*rest.data];
  for (size_t i = begin - 1; begin > 0 && i < count && punctuation[i].text[0] == *rest.data; i++) {
    *length = punctuation[i].text[1] == '\0' ? 1 : strlen(punctuation[i].text);
    if (*length == 1 || aml_sv_starts(rest, (aml_sv){punctuation[i].text, *length})) {
      return i;
    }
  }
  return count;
}

/* A brace that opens inside of a hole is closed inside of it; another one ends the hole. */
static bool close_hole(lexer *l) {
  const hole *inner = l->depth > 0 ? &l->holes[l->depth - 1] : NULL;
  if (inner == NULL) {
    return false;
  }
  l->depth--;
  if (inner->is_brace) {
    return false;
  }
  size_t begin = l->at++;
  hole string = *inner;
  if (string.is_many_lines) {
    read_block_string(l, begin, false, &string);
  } else {
    read_line_string(l, begin, false);
  }
  return true;
}

static void read_unrecognised(lexer *l) {
  size_t begin = l->at++;
  while (l->at < l->end && ((unsigned char)l->text[l->at] & 0xC0U) == UTF8_ASCII) { /* of one character */
    l->at++;
  }
  complain(l, begin, l->at, AML_SV("This character has no meaning in Bicep."));
  add(l, AML_BICEP_UNRECOGNISED, begin);
}

static void read_punctuation(lexer *l) {
  size_t length = 0;
  size_t begin = l->at;
  size_t which = find_punctuation(l, &length);
  if (which == sizeof punctuation / sizeof punctuation[0]) {
    read_unrecognised(l);
    return;
  }
  uint8_t kind = punctuation[which].kind;
  if (kind == AML_BICEP_LEFT_BRACE && l->depth > 0) {
    const hole brace = {.is_brace = true};
    (void)open_hole(l, &brace);
  } else if (kind == AML_BICEP_RIGHT_BRACE && close_hole(l)) {
    return;
  }
  l->at += length;
  add(l, (aml_bicep_token_kind)kind, begin);
}

static void read_other(lexer *l) {
  char c = l->text[l->at];
  char next = peek(l, 1);
  if (c == '/' && (next == '/' || next == '*')) {
    read_comment(l);
    return; /* a line of comments only is still at its start */
  }
  if (c == '#' && read_pragma(l)) {
    return;
  }
  size_t dollars = 0;
  while (peek(l, dollars) == '$') {
    dollars++;
  }
  l->is_line_start = false;
  if (dollars > 0 && is_block_quote(l, dollars)) {
    read_string(l);
  } else {
    read_punctuation(l);
  }
}

static void read_token(lexer *l) {
  switch ((enum class)classes[(unsigned char)l->text[l->at]]) {
  case BLANK: /* rarely alone */
    do {
      l->at++;
    } while (l->at < l->end && classes[(unsigned char)l->text[l->at]] == BLANK);
    return;
  case LINE_END:
    read_line_end(l);
    return;
  case OTHER:
    read_other(l);
    return;
  case LETTER:
    read_name(l);
    break;
  case DIGIT:
    read_number(l);
    break;
  case QUOTE:
    read_string(l);
    break;
  }
  l->is_line_start = false;
}

/* Room for as many tokens as a text of that size has for the most part, so that it need not grow step by
 * step.
 */
static void reserve(aml_bicep_tokens *tokens) {
  enum { BYTES_FOR_TOKEN = 5, LEAST = 16, MOST = 65536 };
  size_t count = tokens->text.len / BYTES_FOR_TOKEN + LEAST;
  AML_VEC_RESERVE(tokens->arena, &tokens->list, count < MOST ? count : MOST);
}

void aml_bicep_tokens_read(aml_bicep_tokens *tokens, aml_arena *arena, aml_sv text) {
  *tokens = (aml_bicep_tokens){.arena = arena, .text = text};
  lexer l = {.out = tokens, .text = aml_sv_bytes(text), .end = text.len, .is_line_start = true};
  reserve(tokens);
  while (l.at < l.end && tokens->list.count < AML_LIMIT_BICEP_TOKENS) {
    read_token(&l);
  }
  if (l.at < l.end) {
    const aml_bicep_error error = {.begin = (uint32_t)l.at,
        .end = (uint32_t)l.at,
        .message = aml_sv_format(arena, "The file exceeds the limit of %d tokens.", AML_LIMIT_BICEP_TOKENS),
        .is_limit = true};
    AML_VEC_PUSH(arena, &tokens->errors, error);
  } else if (l.depth > 0) {
    unterminated(&l, l.at, false);
  }
  add(&l, AML_BICEP_END, l.at);
}

/* ---- what strings stand for ---- */

aml_sv aml_bicep_string_inside(aml_sv text, const aml_bicep_token *token) {
  enum { QUOTES = 3 };
  bool is_begin = token->kind == AML_BICEP_STRING || token->kind == AML_BICEP_STRING_LEFT;
  bool is_end = token->kind == AML_BICEP_STRING || token->kind == AML_BICEP_STRING_RIGHT;
  size_t quote = token->is_many_lines ? QUOTES : 1;
  size_t begin = token->begin + (is_begin ? quote + (token->is_many_lines ? token->dollars : 0U) : 1U);
  size_t end =
      token->end - (is_end ? (token->dollars > 0 || token->is_many_lines ? quote : 0U) : token->dollars + 1U);
  if (is_begin && token->is_many_lines) { /* a line end directly behind the quotes is none of it */
    begin += begin < end && text.data[begin] == '\r' && begin + 1 < end && text.data[begin + 1] == '\n';
    begin += begin < end && text.data[begin] == '\n';
  }
  return aml_sv_slice(text, begin, end < begin ? begin : end);
}

static void add_escape(aml_strbuf *out, aml_sv escape) {
  enum { HEX = 16, TEN = 10 };
  if (escape.data[1] != 'u') {
    char c = escape.data[1];
    aml_strbuf_add_char(out, c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c);
    return;
  }
  uint32_t point = 0;
  for (size_t i = 3; i + 1 < escape.len; i++) {
    char c = aml_ascii_lower(escape.data[i]);
    point = point * HEX + (uint32_t)(aml_ascii_digit(c) ? c - '0' : c - 'a' + TEN);
  }
  aml_strbuf_add_code_point(out, point);
}

aml_sv aml_bicep_string_text(aml_arena *arena, aml_sv text, const aml_bicep_token *token) {
  aml_sv inside = aml_bicep_string_inside(text, token);
  if (token->is_many_lines || inside.len == 0 || memchr(inside.data, '\\', inside.len) == NULL) {
    return inside;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t at = 0; at < inside.len;) {
    size_t length = inside.data[at] == '\\' ? escape_length(inside.data + at, inside.len - at) : 0;
    if (length > 0) {
      add_escape(&out, aml_sv_slice(inside, at, at + length));
    } else {
      aml_strbuf_add_char(&out, inside.data[at]);
    }
    at += length > 0 ? length : 1;
  }
  return aml_strbuf_view(&out);
}
