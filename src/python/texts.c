/* Strings, in pieces. */
#include "base/limits.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "python/syntax_python.h"
#include "source/guest.h"

typedef struct text_reader {
  aml_py_reader *reader;
  AML_VEC(aml_py_part) pieces;
  aml_strbuf text; /* the piece that is being read */
  bool is_raw, is_formatted;
  bool is_verbatim;
} text_reader;

/* Most strings are one piece. */
static void make_room(text_reader *t) {
  if (t->pieces.capacity == 0) {
    t->pieces.items = AML_NEW(t->reader->arena, aml_py_part);
    t->pieces.capacity = 1;
  }
}

static void end_piece(text_reader *t) {
  aml_arena *arena = t->reader->arena;
  if (t->text.len > 0) {
    make_room(t);
    AML_VEC_PUSH(arena, &t->pieces, ((aml_py_part){.name = aml_strbuf_view(&t->text)}));
    aml_strbuf_init(&t->text, t->reader->texts, SIZE_MAX);
  }
}

static unsigned digit_of(char c) { /* of base 16; more than that for others */
  enum { TEN = 10, NONE = 16 };
  char lower = aml_ascii_lower(c);
  return aml_ascii_digit(c)             ? (unsigned)(c - '0')
         : lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + TEN
                                        : NONE;
}

/* Up to `most` digits at `at`, of the base. */
static size_t read_digits(aml_sv text, size_t at, size_t most, unsigned base, uint32_t *out) {
  size_t count = 0;
  *out = 0;
  while (count < most && at + count < text.len && digit_of(text.data[at + count]) < base) {
    *out = *out * base + digit_of(text.data[at + count]);
    count++;
  }
  return count;
}

/* The escape behind the backslash at `at`; returns where it ends. */
static size_t read_escape(text_reader *t, aml_sv text, size_t at) {
  static const char letters[] = "abfnrtv\\'\"";
  static const char meant[] = "\a\b\f\n\r\t\v\\'\"";
  enum { OCTAL = 8, HEX = 16, OCTAL_DIGITS = 3 };
  char c = at + 1 < text.len ? text.data[at + 1] : '\0';
  size_t letter = aml_sv_find_char(AML_SV("abfnrtv\\'\""), c, 0);
  uint32_t code;
  t->is_verbatim = false;
  if (letter != AML_NPOS && letters[letter] == c) {
    aml_strbuf_add_char(&t->text, meant[letter]);
    return at + 2;
  }
  if (c == '\n' || c == '\r') {
    return at + (c == '\r' && at + 2 < text.len && text.data[at + 2] == '\n' ? 3 : 2);
  }
  size_t most = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  size_t count = most > 0 ? read_digits(text, at + 2, most, HEX, &code)
                          : read_digits(text, at + 1, OCTAL_DIGITS, OCTAL, &code);
  if (count > 0 && count >= most) {
    aml_strbuf_add_code_point(&t->text, code);
    return at + (most > 0 ? 2 : 1) + count;
  }
  aml_strbuf_add_char(&t->text, '\\');
  return at + 1;
}

/* Where the brace that opens at `at` closes; AML_NPOS where it does not. */
static size_t end_of_brace(aml_sv text, size_t at) {
  size_t open = 0;
  for (size_t i = at; i < text.len; i++) {
    char c = text.data[i];
    open += c == '{' || c == '(' || c == '[' ? 1 : 0;
    open -= c == '}' || c == ')' || c == ']' ? 1 : 0;
    if (open == 0) {
      return i;
    }
  }
  return AML_NPOS;
}

/* What {...} at `at` of the reader's text holds; returns where it ends. */
static size_t read_brace(text_reader *t, size_t at, size_t end) {
  aml_py_reader *reader = t->reader;
  aml_sv text = aml_sv_slice(reader->tokens->text, 0, end);
  size_t close = end_of_brace(text, at);
  bool is_too_deep = reader->depth >= AML_LIMIT_EXPR_DEPTH;
  if (is_too_deep) {
    aml_py_note_deep(reader, reader->at);
  }
  if (close == AML_NPOS || is_too_deep) {
    t->is_verbatim = false;
    const aml_py_part rest = {.value = aml_py_new(reader, AML_PY_OTHER, (uint32_t)at)};
    end_piece(t);
    AML_VEC_PUSH(reader->arena, &t->pieces, rest);
    return end;
  }
  end_piece(t);
  aml_py_tokens *tokens = AML_NEW(reader->arena, aml_py_tokens);
  *tokens = aml_py_read_tokens(reader->arena, reader->tokens->text, at + 1, close);
  aml_py_reader inner = {.arena = reader->arena,
      .texts = reader->texts,
      .room = reader->room,
      .tokens = tokens,
      .past = tokens->count - 1, /* without its end */
      .is_inside = true,
      .depth = reader->depth + 1};
  aml_py_part piece = {.value = aml_py_read_expression(&inner)};
  piece.is_changed = inner.at < inner.past;
  reader->is_full = reader->is_full || inner.is_full;
  if (inner.is_too_deep) {
    aml_py_note_deep(reader, reader->at); /* the string as a whole */
  }
  AML_VEC_PUSH(reader->arena, &t->pieces, piece);
  t->is_verbatim = false;
  return close + 1;
}

/* What the string that stands at reader->at holds between its quotes. */
static aml_guest_range begin_one(text_reader *t) {
  const aml_py_reader *reader = t->reader;
  const aml_py_token *token = &reader->tokens->items[reader->at];
  aml_sv text = reader->tokens->text;
  size_t quotes;
  aml_sv prefix;
  size_t at = token->begin + aml_py_string_begin(aml_py_text(reader->tokens, reader->at), &quotes, &prefix);
  bool is_closed = token->end >= at + quotes && text.data[token->end - 1] == text.data[at - 1];
  t->is_raw = aml_sv_ifind(prefix, AML_SV("r"), 0) != AML_NPOS;
  t->is_formatted =
      aml_sv_ifind(prefix, AML_SV("f"), 0) != AML_NPOS || aml_sv_ifind(prefix, AML_SV("t"), 0) != AML_NPOS;
  return (aml_guest_range){at, is_closed ? token->end - quotes : token->end};
}

/* The string that stands at reader->at. */
static void read_one(text_reader *t) {
  const aml_guest_range inside = begin_one(t);
  aml_sv text = t->reader->tokens->text;
  size_t at = inside.begin;
  size_t end = inside.end;
  while (at < end) {
    char c = text.data[at];
    bool is_brace = t->is_formatted && (c == '{' || c == '}');
    bool is_twice = is_brace && at + 1 < end && text.data[at + 1] == c;
    if (c == '\\' && !t->is_raw) {
      at = read_escape(t, aml_sv_slice(text, 0, end), at);
    } else if (is_brace && !is_twice && c == '{') {
      at = read_brace(t, at, end);
    } else {
      bool is_return = c == '\r'; /* Python reads every line end as '\n' */
      bool is_pair = is_return && at + 1 < end && text.data[at + 1] == '\n';
      t->is_verbatim = t->is_verbatim && !is_twice && !is_return;
      aml_strbuf_add_char(&t->text, is_return ? '\n' : c);
      at += is_twice || is_pair ? 2 : 1;
    }
  }
}

static bool is_string(const aml_py_reader *reader, uint32_t i) {
  return i < reader->past && reader->tokens->items[i].kind == AML_PY_STRING;
}

/* One string that holds nothing but characters that stand for themselves: there are many, and none is copied.
 */
static bool read_plain(text_reader *t) {
  const aml_guest_range range = begin_one(t);
  aml_sv inside = aml_sv_slice(t->reader->tokens->text, range.begin, range.end);
  for (size_t i = 0; i < inside.len; i++) {
    char c = inside.data[i];
    if (c == '\r' || (c == '\\' && !t->is_raw) || ((c == '{' || c == '}') && t->is_formatted)) {
      return false;
    }
  }
  bool is_one = !is_string(t->reader, t->reader->at + 1);
  if (is_one && inside.len > 0) {
    make_room(t);
    AML_VEC_PUSH(t->reader->arena, &t->pieces, ((aml_py_part){.name = inside}));
  }
  return is_one;
}

const aml_py_expr *aml_py_read_text(aml_py_reader *reader) {
  text_reader t = {.reader = reader, .is_verbatim = true};
  aml_strbuf_init(&t.text, reader->texts, SIZE_MAX);
  uint32_t begin = reader->tokens->items[reader->at].begin;
  size_t count = 0;
  for (; is_string(reader, reader->at); count++) {
    if (count > 0 || !read_plain(&t)) {
      read_one(&t);
    }
    aml_py_step(reader);
  }
  end_piece(&t);
  aml_py_expr *expr = aml_py_new(reader, AML_PY_TEXT, begin);
  expr->items = t.pieces.items;
  expr->count = (uint32_t)t.pieces.count;
  expr->is_verbatim = t.is_verbatim && count == 1;
  return expr;
}
