/* Statements, by their lines. */
#include "python/syntax_python.h"

typedef struct cutter {
  aml_arena *arena;
  const aml_py_tokens *tokens;
  uint32_t at;
  bool begins_cell;
  AML_VEC(aml_py_line) lines;
} cutter;

/* Past a token, and what it holds where it is an opening bracket. */
static uint32_t skip(const aml_py_tokens *tokens, uint32_t i) {
  const aml_py_token *token = &tokens->items[i];
  return token->close > i ? token->close + (token->is_closed ? 1 : 0) : i + 1;
}

uint32_t aml_py_find_sign(const aml_py_tokens *tokens, uint32_t from, uint32_t past, const char *sign) {
  uint32_t i = from;
  while (i < past && !aml_py_is(tokens, i, sign)) {
    i = skip(tokens, i);
  }
  return i < past ? i : past;
}

static bool begins_head(const aml_py_tokens *tokens, uint32_t i) {
  static const char *const words[] = {"if", "elif", "else", "for", "while", "try", "except", "finally",
      "with", "def", "class", "async", "match", "case"};
  for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
    if (aml_py_is(tokens, i, words[w])) {
      return true;
    }
  }
  return false;
}

/* The colon behind the head of a compound statement; `past` for none. */
static uint32_t find_colon(const aml_py_tokens *tokens, uint32_t from, uint32_t past) {
  uint32_t lambdas = 0;
  for (uint32_t i = from; i < past; i = skip(tokens, i)) {
    lambdas += aml_py_is(tokens, i, "lambda") ? 1 : 0;
    if (aml_py_is(tokens, i, ":") && lambdas-- == 0) {
      return i;
    }
  }
  return past;
}

static void add(cutter *c, uint32_t first, uint32_t past, uint32_t column, bool is_head) {
  const aml_py_line line = {
      .first = first, .past = past, .column = column, .is_head = is_head, .begins_cell = c->begins_cell};
  c->begins_cell = false;
  AML_VEC_PUSH(c->arena, &c->lines, line);
}

/* What a line holds, from a token on, at a column: heads, and statements apart by semicolons. */
static void cut(cutter *c, uint32_t first, uint32_t past, uint32_t column) {
  while (first < past && begins_head(c->tokens, first)) {
    uint32_t colon = find_colon(c->tokens, first, past);
    bool is_soft = aml_py_is(c->tokens, first, "match") || aml_py_is(c->tokens, first, "case");
    if (colon == past || (is_soft && colon == first + 1)) {
      break;
    }
    add(c, first, colon, column, true);
    first = colon + 1;
    column++;
  }
  while (first < past) {
    uint32_t end = aml_py_find_sign(c->tokens, first, past, ";");
    if (end > first) {
      add(c, first, end, column, false);
    }
    first = end + 1;
  }
}

/* Where the line that begins at a token ends: at the first end outside of what its brackets hold. */
static uint32_t end_of_line(const aml_py_tokens *tokens, uint32_t i) {
  while (i < tokens->count && tokens->items[i].kind < AML_PY_LINE_END) {
    uint32_t next = skip(tokens, i);
    bool is_lost = tokens->items[i].close > i && !tokens->items[i].is_closed;
    i = is_lost && next > i + 1 ? next - 1 : next; /* to the end of the line before what it does not hold */
  }
  return i;
}

static void link_lines(cutter *c) {
  AML_VEC(uint32_t) stack = {0};
  for (size_t i = c->lines.count; i > 0; i--) {
    aml_py_line *one = &c->lines.items[i - 1];
    while (stack.count > 0 && c->lines.items[stack.items[stack.count - 1]].column > one->column &&
           !c->lines.items[stack.items[stack.count - 1]].begins_cell) {
      stack.count--;
    }
    one->next = stack.count > 0 ? stack.items[stack.count - 1] : (uint32_t)c->lines.count;
    AML_VEC_PUSH(c->arena, &stack, (uint32_t)(i - 1));
  }
}

aml_py_lines aml_py_read_lines(aml_arena *arena, const aml_py_tokens *tokens) {
  cutter c = {.arena = arena, .tokens = tokens};
  while (c.at < tokens->count) {
    uint32_t end = end_of_line(tokens, c.at);
    if (end > c.at) {
      cut(&c, c.at, end, tokens->items[c.at].column);
    }
    c.begins_cell = c.begins_cell || (end < tokens->count && tokens->items[end].kind == AML_PY_BREAK);
    c.at = end + 1;
  }
  link_lines(&c);
  return (aml_py_lines){c.lines.items, (uint32_t)c.lines.count};
}
