#include "expr/parse.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "expr/function.h"
#include "expr/node.h"

/* A recursive descent parser over the text itself: the grammar is so small that tokens would only be copied
 * characters. Once there is a failure every function returns NULL. */
typedef struct parser {
  aml_arena *arena;
  aml_sv text;
  size_t at;
  size_t depth;
  const aml_expr_place *place;
  const aml_expr_names *names; /* may be NULL */
  const aml_expr *failure;     /* the node that says what is wrong; NULL so far */
} parser;

static const aml_expr *parse_expression(parser *p);

/* The span of the bytes [begin, end) of the text. */
static aml_span span_of(const aml_expr_place *place, size_t begin, size_t end) {
  aml_span whole = place->whole;
  if (place->is_verbatim) {
    return (aml_span){whole.source, place->begin + (uint32_t)begin, place->begin + (uint32_t)end};
  }
  if (place->guest == NULL) {
    return whole;
  }
  aml_span span = aml_guest_span(place->guest, begin, end);
  span.end = span.end > whole.end ? whole.end : span.end; /* without the line ends behind a block */
  span.begin = span.begin > span.end ? span.end : span.begin;
  return span;
}

__attribute__((format(printf, 3, 4))) static void *fail(parser *p, size_t at, const char *format, ...) {
  if (p->failure != NULL) {
    return NULL;
  }
  char message[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  size_t end = at < p->text.len ? at + 1 : p->text.len;
  p->failure =
      aml_expr_ill_formed(p->arena, aml_sv_dup(p->arena, aml_sv_of(message)), span_of(p->place, at, end));
  return NULL;
}

static bool is_name_start(char c) {
  return aml_ascii_alpha(c) || c == '_' || c == '$';
}

static bool is_name_part(char c) {
  return is_name_start(c) || aml_ascii_digit(c);
}

static void skip_blanks(parser *p) {
  while (p->at < p->text.len && aml_ascii_space(p->text.data[p->at])) {
    p->at++;
  }
}

/* The next significant character, 0 at the end. */
static char peek(parser *p) {
  skip_blanks(p);
  return p->at < p->text.len ? p->text.data[p->at] : '\0';
}

static bool accept(parser *p, char c) {
  if (peek(p) != c) {
    return false;
  }
  p->at++;
  return true;
}

/* What stands at the current place, for messages: "'x'" or "the end". */
static aml_sv show_here(parser *p) {
  skip_blanks(p);
  if (p->at >= p->text.len) {
    return AML_SV("the end");
  }
  size_t end = p->at;
  aml_utf8_next(p->text, &end);
  return aml_sv_format(p->arena, "'%.*s'", AML_SV_ARG(aml_sv_slice(p->text, p->at, end)));
}

/* A node that begins there; its span is set when it ends. */
static aml_expr *new_node(parser *p, aml_expr_kind kind) {
  aml_expr *node = AML_NEW(p->arena, aml_expr);
  node->kind = kind;
  node->height = 1;
  return node;
}

/* Ends a node that begins at `begin` and whose name, if any, is at [name_begin, name_end). */
static const aml_expr *finish_node(
    parser *p, aml_expr *node, size_t begin, size_t name_begin, size_t name_end) {
  const aml_expr_place *place = p->place;
  bool is_mapped = place->is_verbatim || place->guest != NULL;
  node->span = is_mapped ? span_of(place, begin, p->at) : place->whole;
  node->name_span = is_mapped ? span_of(place, name_begin, name_end) : place->whole;
  return aml_expr_end(node) ? node : fail(p, name_begin, AML_EXPR_TOO_DEEP, AML_LIMIT_EXPR_DEPTH);
}

static const aml_expr *parse_string(parser *p) {
  aml_expr *node = new_node(p, AML_EXPR_STRING);
  size_t quote = p->at;
  size_t begin = ++p->at;
  bool has_escapes = false;
  for (;; p->at++) {
    if (p->at >= p->text.len) {
      return fail(p, quote, "A string that begins with ' has no closing ' in this expression.");
    }
    if (p->text.data[p->at] != '\'') {
      continue;
    }
    if (p->at + 1 >= p->text.len || p->text.data[p->at + 1] != '\'') {
      break;
    }
    has_escapes = true;
    p->at++;
  }
  aml_sv raw = aml_sv_slice(p->text, begin, p->at);
  node->span = span_of(p->place, quote, ++p->at);
  if (!has_escapes) {
    node->name = raw;
    return node;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, p->arena, raw.len);
  for (size_t i = 0; i < raw.len; i++) {
    aml_strbuf_add_char(&text, raw.data[i]);
    i += raw.data[i] == '\'' ? 1 : 0;
  }
  node->name = aml_strbuf_view(&text);
  return node;
}

static void skip_digits(parser *p) {
  while (p->at < p->text.len && aml_ascii_digit(p->text.data[p->at])) {
    p->at++;
  }
}

static const aml_expr *parse_number(parser *p) {
  aml_expr *node = new_node(p, AML_EXPR_INT);
  size_t begin = p->at;
  p->at += p->text.data[p->at] == '-' ? 1 : 0;
  size_t digits = p->at;
  skip_digits(p);
  if (p->at == digits) {
    return fail(p, begin, "A '-' in an expression must be followed by digits.");
  }
  if (p->at + 1 < p->text.len && p->text.data[p->at] == '.' && aml_ascii_digit(p->text.data[p->at + 1])) {
    node->kind = AML_EXPR_FLOAT;
    p->at++;
    skip_digits(p);
  }
  if (p->at < p->text.len && (p->text.data[p->at] == 'e' || p->text.data[p->at] == 'E')) {
    node->kind = AML_EXPR_FLOAT;
    p->at++;
    p->at += p->at < p->text.len && (p->text.data[p->at] == '-' || p->text.data[p->at] == '+') ? 1 : 0;
    skip_digits(p);
  }
  aml_sv text = aml_sv_slice(p->text, begin, p->at);
  node->span = span_of(p->place, begin, p->at);
  bool is_read = node->kind == AML_EXPR_INT ? aml_int_parse(text, &node->as.integer)
                                            : aml_double_parse(text, &node->as.number);
  if (!is_read) {
    return fail(p, begin, "The number '%.*s' is out of range.", AML_SV_ARG(text));
  }
  return node;
}

static aml_sv read_name(parser *p) {
  skip_blanks(p);
  size_t begin = p->at;
  while (p->at < p->text.len && is_name_part(p->text.data[p->at])) {
    p->at++;
  }
  return aml_sv_slice(p->text, begin, p->at);
}

static bool parse_arguments(parser *p, aml_expr *call) {
  AML_VEC(const aml_expr *) args = {0};
  if (accept(p, ')')) {
    return true;
  }
  do {
    const aml_expr *arg = parse_expression(p);
    if (arg == NULL) {
      return false;
    }
    AML_VEC_PUSH(p->arena, &args, arg);
  } while (accept(p, ','));
  if (!accept(p, ')')) {
    aml_sv found = show_here(p);
    fail(p, p->at, "Expected ',' or ')' in the call of '%.*s', found %.*s.", AML_SV_ARG(call->name),
        AML_SV_ARG(found));
    return false;
  }
  call->args = args.items;
  call->arg_count = args.count;
  return true;
}

static bool is_bare_word(aml_sv name) {
  return (name.len == 4 || name.len == 5) &&
         (aml_sv_ieq(name, AML_SV("true")) || aml_sv_ieq(name, AML_SV("false")) ||
             aml_sv_ieq(name, AML_SV("null")));
}

/* name(...), ns.name(...), or one of the bare words. */
static const aml_expr *parse_call(parser *p) {
  aml_expr *call = new_node(p, AML_EXPR_CALL);
  size_t begin = p->at;
  call->name = read_name(p);
  size_t name_end = p->at;
  bool is_word = is_bare_word(call->name);
  while (!is_word && accept(p, '.')) {
    aml_sv member = read_name(p);
    if (member.len == 0) {
      aml_sv found = show_here(p);
      return fail(p, p->at, "Expected the name of a function after '%.*s.', found %.*s.",
          AML_SV_ARG(call->name), AML_SV_ARG(found));
    }
    call->name = aml_sv_format(p->arena, "%.*s.%.*s", AML_SV_ARG(call->name), AML_SV_ARG(member));
    name_end = p->at;
  }
  call->as.function = aml_function_find(call->name);
  if (accept(p, '(')) {
    bool is_read = parse_arguments(p, call);
    call->fits = aml_function_takes(call->as.function, call->arg_count);
    call->meaning = is_read && p->names != NULL ? p->names->find(p->names->ctx, call) : NULL;
    return is_read ? finish_node(p, call, begin, begin, name_end) : NULL;
  }
  if (is_word) {
    call->is_bare = true;
    call->fits = aml_function_takes(call->as.function, 0);
    p->at = name_end;
    return finish_node(p, call, begin, begin, name_end);
  }
  aml_sv found = show_here(p);
  return fail(p, p->at, "Expected '(' after '%.*s', found %.*s; strings in expressions are in single quotes.",
      AML_SV_ARG(call->name), AML_SV_ARG(found));
}

static const aml_expr *parse_primary(parser *p) {
  char c = peek(p);
  if (c == '\'') {
    return parse_string(p);
  }
  if (c == '-' || aml_ascii_digit(c)) {
    return parse_number(p);
  }
  if (is_name_start(c)) {
    return parse_call(p);
  }
  aml_sv found = show_here(p);
  if (c == '"') {
    return fail(p, p->at, "Strings in expressions are in single quotes, not in \".");
  }
  return fail(p, p->at, "Expected a function, a string or a number, found %.*s.", AML_SV_ARG(found));
}

static const aml_expr *parse_property(parser *p, size_t begin, const aml_expr *base) {
  aml_expr *node = new_node(p, AML_EXPR_PROPERTY);
  node->base = base;
  node->is_safe = accept(p, '?');
  skip_blanks(p);
  size_t name_begin = p->at;
  node->name = read_name(p);
  if (node->name.len == 0) {
    aml_sv found = show_here(p);
    return fail(p, p->at, "Expected the name of a property after '.', found %.*s.", AML_SV_ARG(found));
  }
  return finish_node(p, node, begin, name_begin, p->at);
}

static const aml_expr *parse_index(parser *p, size_t begin, const aml_expr *base) {
  aml_expr *node = new_node(p, AML_EXPR_INDEX);
  node->base = base;
  size_t bracket = p->at - 1;
  node->is_safe = accept(p, '?');
  const aml_expr **index = AML_NEW(p->arena, const aml_expr *);
  *index = parse_expression(p);
  if (*index == NULL) {
    return NULL;
  }
  if (!accept(p, ']')) {
    aml_sv found = show_here(p);
    return fail(p, p->at, "Expected ']' after the index, found %.*s.", AML_SV_ARG(found));
  }
  node->args = index;
  node->arg_count = 1;
  return finish_node(p, node, begin, bracket, p->at);
}

static const aml_expr *parse_expression(parser *p) {
  if (++p->depth > AML_LIMIT_EXPR_DEPTH) {
    return fail(p, p->at, AML_EXPR_TOO_DEEP, AML_LIMIT_EXPR_DEPTH);
  }
  skip_blanks(p);
  size_t begin = p->at;
  const aml_expr *node = parse_primary(p);
  while (node != NULL) {
    if (accept(p, '.')) {
      node = parse_property(p, begin, node);
    } else if (accept(p, '[')) {
      node = parse_index(p, begin, node);
    } else {
      break;
    }
  }
  p->depth--;
  return node;
}

static const aml_expr *parse_whole(parser *p) {
  if (p->text.len > AML_LIMIT_EXPR_LENGTH && aml_utf16_length(p->text) > AML_LIMIT_EXPR_LENGTH) {
    return fail(p, 0, "An expression has more than %d characters.", AML_LIMIT_EXPR_LENGTH);
  }
  const aml_expr *root = parse_expression(p);
  if (root == NULL) {
    return NULL;
  }
  if (!accept(p, ']')) {
    aml_sv found = show_here(p);
    return fail(p, p->at, "Expected the end of the expression, found %.*s.", AML_SV_ARG(found));
  }
  if (p->at != p->text.len) {
    return fail(p, p->at, "An expression must be the whole value, but something follows its ']'.");
  }
  return root;
}

const aml_expr *aml_expr_parse(
    aml_arena *arena, aml_sv text, const aml_expr_place *place, const aml_expr_names *names) {
  parser p = {.arena = arena, .text = text, .at = 1, .place = place, .names = names};
  const aml_expr *root = parse_whole(&p);
  return root != NULL ? root : p.failure;
}
