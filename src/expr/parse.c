#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "expr/function.h"

/* A recursive descent parser over the text itself: the grammar is so small that tokens would only be copied
 * characters. Once `has_failed` is set every function returns NULL. */
typedef struct parser {
  aml_arena *arena;
  aml_sv text;
  size_t at;
  size_t depth;
  bool has_failed;
  const aml_expr_names *names; /* may be NULL */
  aml_expr_error *error;
} parser;

static const aml_expr *parse_expression(parser *p);

bool aml_expr_is(aml_sv text) {
  return text.len >= 2 && text.data[0] == '[' && text.data[1] != '[' && text.data[text.len - 1] == ']';
}

bool aml_expr_hands_on(aml_sv text) {
  aml_sv call = text.len > 0 && text.data[0] == '[' ? aml_sv_slice(text, 1, text.len) : text;
  size_t open = aml_sv_find_char(call, '(', 0);
  bool is_reference =
      aml_sv_istarts(call, AML_SV("parameters(")) || aml_sv_istarts(call, AML_SV("variables("));
  return is_reference && aml_sv_find_char(call, '(', open + 1) == AML_NPOS;
}

aml_sv aml_expr_unescape(aml_sv text) {
  bool is_escaped =
      text.len >= 3 && text.data[0] == '[' && text.data[1] == '[' && text.data[text.len - 1] == ']';
  return is_escaped ? aml_sv_slice(text, 1, text.len) : text;
}

__attribute__((format(printf, 3, 4))) static void *fail(parser *p, size_t at, const char *format, ...) {
  if (p->has_failed) {
    return NULL;
  }
  p->has_failed = true;
  char message[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  p->error->at = (uint32_t)at;
  p->error->message = aml_sv_dup(p->arena, aml_sv_of(message));
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

static aml_expr *new_node(parser *p, aml_expr_kind kind, size_t begin) {
  aml_expr *node = AML_NEW(p->arena, aml_expr);
  node->kind = kind;
  node->begin = (uint32_t)begin;
  node->height = 1;
  return node;
}

/* Ends a node that stands on others; the bound on its height is what bounds every walk over trees. */
static const aml_expr *finish_node(parser *p, aml_expr *node) {
  size_t height = node->base != NULL ? node->base->height : 0;
  for (size_t i = 0; i < node->arg_count; i++) {
    height = node->args[i]->height > height ? node->args[i]->height : height;
  }
  if (height >= AML_LIMIT_EXPR_DEPTH) {
    return fail(
        p, node->name_begin, "An expression is nested more than %d levels deep.", AML_LIMIT_EXPR_DEPTH);
  }
  node->height = (uint16_t)(height + 1);
  node->end = (uint32_t)p->at;
  return node;
}

static const aml_expr *parse_string(parser *p) {
  aml_expr *node = new_node(p, AML_EXPR_STRING, p->at);
  size_t begin = ++p->at;
  bool has_escapes = false;
  for (;; p->at++) {
    if (p->at >= p->text.len) {
      return fail(p, node->begin, "A text that begins with ' has no closing ' in this expression.");
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
  node->end = (uint32_t)++p->at;
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
  aml_expr *node = new_node(p, AML_EXPR_INT, p->at);
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
  node->end = (uint32_t)p->at;
  bool is_read = node->kind == AML_EXPR_INT ? aml_int_parse(text, &node->integer)
                                            : aml_double_parse(text, &node->number);
  if (!is_read) {
    return fail(p, begin, "The number '%.*s' is not one that an expression can hold.", AML_SV_ARG(text));
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
  return aml_sv_ieq(name, AML_SV("true")) || aml_sv_ieq(name, AML_SV("false")) ||
         aml_sv_ieq(name, AML_SV("null"));
}

/* name(...), ns.name(...), or one of the bare words. */
static const aml_expr *parse_call(parser *p) {
  aml_expr *call = new_node(p, AML_EXPR_CALL, p->at);
  call->name_begin = (uint32_t)p->at;
  call->name = read_name(p);
  call->name_end = (uint32_t)p->at;
  while (!is_bare_word(call->name) && accept(p, '.')) {
    aml_sv member = read_name(p);
    if (member.len == 0) {
      aml_sv found = show_here(p);
      return fail(p, p->at, "Expected the name of a function after '%.*s.', found %.*s.",
          AML_SV_ARG(call->name), AML_SV_ARG(found));
    }
    call->name = aml_sv_format(p->arena, "%.*s.%.*s", AML_SV_ARG(call->name), AML_SV_ARG(member));
    call->name_end = (uint32_t)p->at;
  }
  call->function = aml_function_find(call->name);
  if (accept(p, '(')) {
    bool is_read = parse_arguments(p, call);
    call->meaning = is_read && p->names != NULL ? p->names->find(p->names->ctx, call) : NULL;
    return is_read ? finish_node(p, call) : NULL;
  }
  if (is_bare_word(call->name)) {
    call->is_bare = true;
    call->end = call->name_end;
    p->at = call->name_end;
    return call;
  }
  aml_sv found = show_here(p);
  return fail(p, p->at, "Expected '(' after '%.*s', found %.*s; texts in expressions stand in single quotes.",
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
    return fail(p, p->at, "Texts in expressions stand in single quotes, not in \".");
  }
  return fail(p, p->at, "Expected a function, a text or a number, found %.*s.", AML_SV_ARG(found));
}

static const aml_expr *parse_property(parser *p, const aml_expr *base) {
  aml_expr *node = new_node(p, AML_EXPR_PROPERTY, base->begin);
  node->base = base;
  node->is_safe = accept(p, '?');
  skip_blanks(p);
  node->name_begin = (uint32_t)p->at;
  node->name = read_name(p);
  node->name_end = (uint32_t)p->at;
  if (node->name.len == 0) {
    aml_sv found = show_here(p);
    return fail(p, p->at, "Expected the name of a property after '.', found %.*s.", AML_SV_ARG(found));
  }
  return finish_node(p, node);
}

static const aml_expr *parse_index(parser *p, const aml_expr *base) {
  aml_expr *node = new_node(p, AML_EXPR_INDEX, base->begin);
  node->base = base;
  node->name_begin = (uint32_t)p->at - 1;
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
  node->name_end = (uint32_t)p->at;
  return finish_node(p, node);
}

static const aml_expr *parse_expression(parser *p) {
  if (++p->depth > AML_LIMIT_EXPR_DEPTH) {
    return fail(p, p->at, "An expression is nested more than %d levels deep.", AML_LIMIT_EXPR_DEPTH);
  }
  const aml_expr *node = parse_primary(p);
  while (node != NULL) {
    if (accept(p, '.')) {
      node = parse_property(p, node);
    } else if (accept(p, '[')) {
      node = parse_index(p, node);
    } else {
      break;
    }
  }
  p->depth--;
  return node;
}

const aml_expr *aml_expr_parse(aml_arena *arena, aml_sv text, aml_expr_error *error) {
  return aml_expr_parse_with(arena, text, NULL, error);
}

const aml_expr *aml_expr_parse_with(
    aml_arena *arena, aml_sv text, const aml_expr_names *names, aml_expr_error *error) {
  assert(aml_expr_is(text));
  parser p = {.arena = arena, .text = text, .at = 1, .names = names, .error = error};
  if (text.len > AML_LIMIT_EXPR_LENGTH && aml_utf16_length(text) > AML_LIMIT_EXPR_LENGTH) {
    return fail(&p, 0, "An expression has more than %d characters.", AML_LIMIT_EXPR_LENGTH);
  }
  const aml_expr *root = parse_expression(&p);
  if (root == NULL) {
    return NULL;
  }
  if (!accept(&p, ']')) {
    aml_sv found = show_here(&p);
    return fail(&p, p.at, "Expected the end of the expression, found %.*s.", AML_SV_ARG(found));
  }
  if (p.at != text.len) {
    return fail(&p, p.at, "An expression must be the whole value: something follows its ']'.");
  }
  return root;
}
