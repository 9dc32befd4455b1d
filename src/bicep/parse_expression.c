/* Expressions, from the ternary down to literals. */
#include "bicep/parser.h"

static const char wants_expression[] = "Expected an expression.";

const aml_bicep_node *aml_bicep_name(aml_bicep_parser *p, const char *message) {
  const aml_bicep_token *token = aml_bicep_expect(p, AML_BICEP_IDENTIFIER, message);
  if (token == NULL) {
    return NULL;
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_NAME, token->begin);
  aml_bicep_node_name(p, node, token);
  return node;
}

/* ---- strings ---- */

static const aml_bicep_node *make_text(aml_bicep_parser *p, const aml_bicep_token *token) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_TEXT, token->begin);
  node->name = aml_bicep_string_text(p->arena, p->text, token);
  node->name_begin = token->begin;
  node->name_end = token->end;
  return node;
}

/* Up to the next piece of the string; what cannot be read is passed over, with the strings in it. */
static const aml_bicep_node *read_hole(aml_bicep_parser *p) {
  static const uint64_t pieces = AML_BICEP_BIT(AML_BICEP_STRING_MIDDLE) |
                                 AML_BICEP_BIT(AML_BICEP_STRING_RIGHT) | AML_BICEP_BIT(AML_BICEP_NEW_LINE);
  size_t first = p->at;
  bool was_silent = p->is_silent;
  const aml_bicep_node *hole = aml_bicep_recover(p, aml_bicep_expression(p), first, pieces, false);
  p->is_silent = was_silent || hole->kind == AML_BICEP_SKIPPED;
  if ((pieces & AML_BICEP_BIT(aml_bicep_peek(p)->kind)) == 0 || aml_bicep_is(p, AML_BICEP_NEW_LINE)) {
    first = p->at;
    hole = aml_bicep_recover(
        p, aml_bicep_fail(p, "Expected '}' to end this part of the string."), first, pieces, false);
  }
  p->is_silent = was_silent;
  return hole;
}

const aml_bicep_node *aml_bicep_string(aml_bicep_parser *p) {
  const aml_bicep_token *token = aml_bicep_peek(p);
  if (token->kind == AML_BICEP_STRING) {
    return make_text(p, aml_bicep_next(p));
  }
  if (token->kind != AML_BICEP_STRING_LEFT) {
    return aml_bicep_fail(p, "Expected a string.");
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_INTERPOLATED, token->begin);
  aml_bicep_nodes parts = {0};
  AML_VEC_PUSH(p->arena, &parts, make_text(p, aml_bicep_next(p)));
  while (token->kind != AML_BICEP_STRING_RIGHT) {
    AML_VEC_PUSH(p->arena, &parts, read_hole(p));
    token = aml_bicep_peek(p);
    if (token->kind != AML_BICEP_STRING_MIDDLE && token->kind != AML_BICEP_STRING_RIGHT) {
      p->is_silent = true; /* it was said */
      return aml_bicep_fail(p, "This string is not closed on its line.");
    }
    AML_VEC_PUSH(p->arena, &parts, make_text(p, aml_bicep_next(p)));
  }
  return aml_bicep_node_end(p, node, &parts);
}

/* ---- objects and arrays ---- */

static const aml_bicep_node *read_spread(aml_bicep_parser *p) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_SPREAD, aml_bicep_next(p)->begin);
  const aml_bicep_node *value = aml_bicep_expression(p);
  return value == NULL ? NULL : aml_bicep_node_of(p, node, value, NULL, NULL);
}

static const aml_bicep_node *read_key(aml_bicep_parser *p) {
  if (!aml_bicep_is(p, AML_BICEP_IDENTIFIER)) {
    bool is_string = aml_bicep_is(p, AML_BICEP_STRING) || aml_bicep_is(p, AML_BICEP_STRING_LEFT);
    return is_string ? aml_bicep_string(p) : aml_bicep_fail(p, "Expected the name of a property.");
  }
  const aml_bicep_token *token = aml_bicep_next(p);
  aml_bicep_node *key = aml_bicep_node_new(p, AML_BICEP_TEXT, token->begin);
  aml_bicep_node_name(p, key, token);
  return key;
}

static const aml_bicep_node *read_property(aml_bicep_parser *p) {
  const uint64_t ends = AML_BICEP_BIT(AML_BICEP_NEW_LINE) | AML_BICEP_BIT(AML_BICEP_RIGHT_BRACE);
  bool was_silent = p->is_silent;
  size_t first = p->at;
  uint32_t begin = aml_bicep_peek(p)->begin;
  const aml_bicep_node *key =
      aml_bicep_recover(p, read_key(p), first, ends | AML_BICEP_BIT(AML_BICEP_COLON), false);
  p->is_silent = p->is_silent || key->kind == AML_BICEP_SKIPPED;
  const aml_bicep_node *value = NULL;
  first = p->at;
  if (aml_bicep_expect(p, AML_BICEP_COLON, "Expected ':'.") != NULL) {
    first = p->at;
    value = aml_bicep_expression(p);
  }
  value = aml_bicep_recover(p, value, first, ends, false);
  p->is_silent = was_silent;
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_PROPERTY, begin);
  if (key->kind == AML_BICEP_TEXT) {
    node->name = key->name;
  }
  node->name_begin = key->begin;
  node->name_end = key->end;
  return aml_bicep_node_of(p, node, key, value, NULL);
}

/* Whether a declaration of a resource begins here, and not a property of that name. */
static bool is_resource(const aml_bicep_parser *p) {
  return aml_bicep_is_word(p, "resource") && p->tokens[p->at + 1].kind == AML_BICEP_IDENTIFIER;
}

static const aml_bicep_node *read_member(aml_bicep_parser *p) {
  uint32_t begin = aml_bicep_peek(p)->begin;
  if (aml_bicep_is(p, AML_BICEP_ELLIPSIS)) {
    return read_spread(p);
  }
  if (aml_bicep_is(p, AML_BICEP_AT) || is_resource(p)) {
    const aml_bicep_node *decorators = aml_bicep_decorators(p);
    return is_resource(p) ? aml_bicep_resource(p, decorators, begin)
                          : aml_bicep_fail(p, "Expected a resource after the decorator.");
  }
  return read_property(p);
}

const aml_bicep_node *aml_bicep_object(aml_bicep_parser *p) {
  const aml_bicep_token *open = aml_bicep_expect(p, AML_BICEP_LEFT_BRACE, "Expected '{'.");
  if (open == NULL || !aml_bicep_enter(p)) {
    return NULL;
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_OBJECT, open->begin);
  aml_bicep_nodes members = {0};
  aml_bicep_elements(p, AML_BICEP_RIGHT_BRACE, read_member, &members);
  aml_bicep_leave(p);
  return aml_bicep_expect(p, AML_BICEP_RIGHT_BRACE, "Expected '}'.") == NULL
             ? NULL
             : aml_bicep_node_end(p, node, &members);
}

static const aml_bicep_node *read_item(aml_bicep_parser *p) {
  return aml_bicep_is(p, AML_BICEP_ELLIPSIS) ? read_spread(p) : aml_bicep_expression(p);
}

/* ---- loops and conditions ---- */

static const aml_bicep_node *read_conditional(aml_bicep_parser *p) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_CONDITIONAL, aml_bicep_next(p)->begin);
  if (aml_bicep_expect(p, AML_BICEP_LEFT_PAREN, "Expected '(' after 'if'.") == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  const aml_bicep_node *condition = aml_bicep_expression(p);
  if (condition == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  if (aml_bicep_expect(p, AML_BICEP_RIGHT_PAREN, "Expected ')'.") == NULL) {
    return NULL;
  }
  const aml_bicep_node *body = aml_bicep_object(p);
  return body == NULL ? NULL : aml_bicep_node_of(p, node, condition, body, NULL);
}

static const char wants_loop_variable[] = "Expected the name of a loop variable.";

/* `item`, or `(item, index)`. */
static bool read_variables(aml_bicep_parser *p, const aml_bicep_node **item, const aml_bicep_node **index) {
  bool has_two = aml_bicep_take(p, AML_BICEP_LEFT_PAREN);
  *item = aml_bicep_name(p, wants_loop_variable);
  if (*item == NULL || !has_two) {
    return *item != NULL;
  }
  if (aml_bicep_expect(p, AML_BICEP_COMMA, "Expected ',' and the name of the index.") == NULL) {
    return false;
  }
  *index = aml_bicep_name(p, wants_loop_variable);
  return *index != NULL && aml_bicep_expect(p, AML_BICEP_RIGHT_PAREN, "Expected ')'.") != NULL;
}

/* `is_deployed`: of resources or modules, which are objects. */
static const aml_bicep_node *read_loop_body(aml_bicep_parser *p, bool is_deployed) {
  aml_bicep_skip_new_lines(p);
  if (!is_deployed) {
    return aml_bicep_expression(p);
  }
  if (aml_bicep_is_word(p, "if")) {
    return read_conditional(p);
  }
  return aml_bicep_is(p, AML_BICEP_LEFT_BRACE) ? aml_bicep_object(p)
                                               : aml_bicep_fail(p, "Expected '{' or 'if'.");
}

/* From `for` on to the bracket that closes it. */
static const aml_bicep_node *read_loop(aml_bicep_parser *p, uint32_t begin, bool is_deployed) {
  aml_bicep_nodes parts = {0};
  const aml_bicep_node *item = NULL;
  const aml_bicep_node *index = NULL;
  (void)aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_LOOP, begin);
  if (!read_variables(p, &item, &index)) {
    return NULL;
  }
  if (!aml_bicep_is_word(p, "in")) {
    return aml_bicep_fail(p, "Expected 'in'.");
  }
  (void)aml_bicep_next(p);
  const aml_bicep_node *array = aml_bicep_expression(p);
  if (array == NULL || aml_bicep_expect(p, AML_BICEP_COLON, "Expected ':'.") == NULL) {
    return NULL;
  }
  const aml_bicep_node *body = read_loop_body(p, is_deployed);
  if (body == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  if (aml_bicep_expect(p, AML_BICEP_RIGHT_SQUARE, "Expected ']'.") == NULL) {
    return NULL;
  }
  AML_VEC_PUSH(p->arena, &parts, array);
  AML_VEC_PUSH(p->arena, &parts, body);
  AML_VEC_PUSH(p->arena, &parts, item);
  AML_VEC_PUSH(p->arena, &parts, index);
  return aml_bicep_node_end(p, node, &parts);
}

static const aml_bicep_node *read_array_inside(aml_bicep_parser *p, uint32_t begin, bool is_deployed) {
  size_t behind = aml_bicep_past_new_lines(p, p->at);
  const aml_bicep_token *word = &p->tokens[behind];
  if (word->kind == AML_BICEP_IDENTIFIER && aml_sv_eq(aml_bicep_token_text(p, word), AML_SV("for"))) {
    p->at = behind;
    return read_loop(p, begin, is_deployed);
  }
  if (is_deployed) {
    return aml_bicep_fail(p, "Expected 'for'.");
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_ARRAY, begin);
  aml_bicep_nodes items = {0};
  aml_bicep_elements(p, AML_BICEP_RIGHT_SQUARE, read_item, &items);
  return aml_bicep_expect(p, AML_BICEP_RIGHT_SQUARE, "Expected ']'.") == NULL
             ? NULL
             : aml_bicep_node_end(p, node, &items);
}

static const aml_bicep_node *read_array(aml_bicep_parser *p, bool is_deployed) {
  uint32_t begin = aml_bicep_next(p)->begin;
  if (!aml_bicep_enter(p)) {
    return NULL;
  }
  const aml_bicep_node *node = read_array_inside(p, begin, is_deployed);
  aml_bicep_leave(p);
  return node;
}

const aml_bicep_node *aml_bicep_body(aml_bicep_parser *p) {
  size_t behind = aml_bicep_past_new_lines(p, p->at);
  const aml_bicep_token *word = &p->tokens[behind];
  if (word->kind == AML_BICEP_IDENTIFIER && aml_sv_eq(aml_bicep_token_text(p, word), AML_SV("if"))) {
    p->at = behind;
    return read_conditional(p);
  }
  if (aml_bicep_is(p, AML_BICEP_LEFT_SQUARE)) {
    return read_array(p, true);
  }
  return aml_bicep_is(p, AML_BICEP_LEFT_BRACE) ? aml_bicep_object(p)
                                               : aml_bicep_fail(p, "Expected '{', '[' or 'if'.");
}

/* ---- lambdas and groups ---- */

/* The token behind `(a, b)` when that is what stands at `at`; else `at` itself. */
static size_t past_variables(const aml_bicep_parser *p, size_t at) {
  size_t from = at;
  at = aml_bicep_past_new_lines(p, at + 1);
  while (p->tokens[at].kind == AML_BICEP_IDENTIFIER) {
    at = aml_bicep_past_new_lines(p, at + 1);
    if (p->tokens[at].kind != AML_BICEP_COMMA) {
      break;
    }
    at = aml_bicep_past_new_lines(p, at + 1);
  }
  return p->tokens[at].kind == AML_BICEP_RIGHT_PAREN ? at + 1 : from;
}

static const aml_bicep_node *read_lambda_body(
    aml_bicep_parser *p, aml_bicep_node *node, aml_bicep_nodes *parts) {
  (void)aml_bicep_next(p); /* => */
  if (!aml_bicep_is_declaration(p, aml_bicep_past_new_lines(p, p->at))) {
    aml_bicep_skip_new_lines(p);
  }
  parts->items[0] = aml_bicep_expression(p);
  return parts->items[0] == NULL ? NULL : aml_bicep_node_end(p, node, parts);
}

/* (a, b) => body */
static const aml_bicep_node *read_lambda(aml_bicep_parser *p) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_LAMBDA, aml_bicep_next(p)->begin);
  aml_bicep_nodes parts = {0};
  AML_VEC_PUSH(p->arena, &parts, NULL);
  for (;;) {
    aml_bicep_skip_new_lines(p);
    if (aml_bicep_take(p, AML_BICEP_RIGHT_PAREN)) {
      return read_lambda_body(p, node, &parts);
    }
    if (!aml_bicep_take(p, AML_BICEP_COMMA)) {
      AML_VEC_PUSH(p->arena, &parts, aml_bicep_name(p, wants_expression));
    }
  }
}

static const aml_bicep_node *read_group(aml_bicep_parser *p) {
  size_t behind = past_variables(p, p->at);
  if (behind > p->at && p->tokens[behind].kind == AML_BICEP_ARROW) {
    return read_lambda(p);
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_GROUP, aml_bicep_next(p)->begin);
  aml_bicep_skip_new_lines(p);
  const aml_bicep_node *inner = aml_bicep_expression(p);
  if (inner == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  return aml_bicep_expect(p, AML_BICEP_RIGHT_PAREN, "Expected ')'.") == NULL
             ? NULL
             : aml_bicep_node_of(p, node, inner, NULL, NULL);
}

/* ---- calls and members ---- */

/* The arguments behind '('; parts get them. */
static const aml_bicep_node *read_arguments(
    aml_bicep_parser *p, aml_bicep_node *node, aml_bicep_nodes *parts) {
  (void)aml_bicep_next(p);
  aml_bicep_skip_new_lines(p);
  while (!aml_bicep_is(p, AML_BICEP_RIGHT_PAREN)) {
    const aml_bicep_node *argument = aml_bicep_expression(p);
    if (argument == NULL) {
      return NULL;
    }
    AML_VEC_PUSH(p->arena, parts, argument);
    aml_bicep_skip_new_lines(p);
    if (aml_bicep_is(p, AML_BICEP_RIGHT_PAREN)) {
      break;
    }
    if (aml_bicep_expect(p, AML_BICEP_COMMA, "Expected ',' or ')'.") == NULL) {
      return NULL;
    }
    aml_bicep_skip_new_lines(p);
    if (aml_bicep_is(p, AML_BICEP_RIGHT_PAREN)) {
      return aml_bicep_fail(p, "Expected an argument after the comma.");
    }
  }
  (void)aml_bicep_next(p);
  return aml_bicep_node_end(p, node, parts);
}

/* A name, a call, or a lambda of one variable. */
static const aml_bicep_node *read_named(aml_bicep_parser *p) {
  const aml_bicep_token *token = aml_bicep_next(p);
  aml_bicep_nodes parts = {0};
  if (aml_bicep_is(p, AML_BICEP_ARROW)) {
    aml_bicep_node *lambda = aml_bicep_node_new(p, AML_BICEP_LAMBDA, token->begin);
    aml_bicep_node *variable = aml_bicep_node_new(p, AML_BICEP_NAME, token->begin);
    aml_bicep_node_name(p, variable, token);
    AML_VEC_PUSH(p->arena, &parts, NULL);
    AML_VEC_PUSH(p->arena, &parts, variable);
    return read_lambda_body(p, lambda, &parts);
  }
  bool is_call = aml_bicep_is(p, AML_BICEP_LEFT_PAREN);
  aml_bicep_node *node = aml_bicep_node_new(p, is_call ? AML_BICEP_CALL : AML_BICEP_NAME, token->begin);
  aml_bicep_node_name(p, node, token);
  if (!is_call) {
    return node;
  }
  AML_VEC_PUSH(p->arena, &parts, NULL);
  return read_arguments(p, node, &parts);
}

/* What is absent in a.?b.c ends all of the chain: it is null. Parentheses and `!` end a chain. */
static bool is_in_safe_chain(const aml_bicep_node *base) {
  return (base->kind == AML_BICEP_MEMBER || base->kind == AML_BICEP_ITEM) && base->is_safe;
}

/* `.name`, `.?name`, `.name(...)` and `::name` of a base. */
static const aml_bicep_node *read_dotted(aml_bicep_parser *p, const aml_bicep_node *base) {
  bool is_nested = aml_bicep_next(p)->kind == AML_BICEP_DOUBLE_COLON;
  bool is_safe = !is_nested && aml_bicep_take(p, AML_BICEP_QUESTION);
  const aml_bicep_token *name = aml_bicep_expect(p, AML_BICEP_IDENTIFIER,
      is_nested ? "Expected the name of a nested resource."
                : "Expected the name of a property or a function.");
  if (name == NULL) {
    return NULL;
  }
  aml_bicep_nodes parts = {0};
  AML_VEC_PUSH(p->arena, &parts, base);
  bool is_call = !is_nested && !is_safe && aml_bicep_is(p, AML_BICEP_LEFT_PAREN);
  aml_bicep_kind kind = is_nested ? AML_BICEP_NESTED : is_call ? AML_BICEP_CALL : AML_BICEP_MEMBER;
  aml_bicep_node *node = aml_bicep_node_new(p, kind, base->begin);
  aml_bicep_node_name(p, node, name);
  node->is_safe = is_safe || is_in_safe_chain(base);
  return is_call ? read_arguments(p, node, &parts) : aml_bicep_node_end(p, node, &parts);
}

/* `[e]`, `[?e]`, `[^n]` of a base. */
static const aml_bicep_node *read_brackets(aml_bicep_parser *p, const aml_bicep_node *base) {
  uint32_t begin = aml_bicep_next(p)->begin;
  bool is_safe = aml_bicep_take(p, AML_BICEP_QUESTION);
  bool is_from_end = aml_bicep_take(p, AML_BICEP_HAT);
  if (aml_bicep_is(p, AML_BICEP_RIGHT_SQUARE)) {
    return aml_bicep_fail(p, "Expected an index.");
  }
  const aml_bicep_node *index = aml_bicep_expression(p);
  if (index == NULL || aml_bicep_expect(p, AML_BICEP_RIGHT_SQUARE, "Expected ']'.") == NULL) {
    return NULL;
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_ITEM, base->begin);
  node->is_safe = is_safe || is_in_safe_chain(base);
  node->is_from_end = is_from_end;
  node->name_begin = begin;
  node->name_end = node->end;
  return aml_bicep_node_of(p, node, base, index, NULL);
}

const aml_bicep_node *aml_bicep_number(aml_bicep_parser *p) {
  enum { TEN = 10 };
  const aml_bicep_token *token = aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_NUMBER, token->begin);
  for (uint32_t i = token->begin; i < token->end; i++) {
    node->integer = node->integer * TEN + (uint64_t)(p->text.data[i] - '0');
  }
  return node;
}

/* true, false and null; else 0. */
static aml_bicep_kind word_literal(const aml_bicep_parser *p) {
  return aml_bicep_is_word(p, "true")    ? AML_BICEP_TRUE
         : aml_bicep_is_word(p, "false") ? AML_BICEP_FALSE
         : aml_bicep_is_word(p, "null")  ? AML_BICEP_NULL
                                         : AML_BICEP_SKIPPED;
}

static const aml_bicep_node *read_primary(aml_bicep_parser *p) {
  aml_bicep_kind word = AML_BICEP_SKIPPED;
  switch (aml_bicep_peek(p)->kind) {
  case AML_BICEP_INTEGER:
    return aml_bicep_number(p);
  case AML_BICEP_STRING:
  case AML_BICEP_STRING_LEFT:
    return aml_bicep_string(p);
  case AML_BICEP_LEFT_BRACE:
    return aml_bicep_object(p);
  case AML_BICEP_LEFT_SQUARE:
    return read_array(p, false);
  case AML_BICEP_LEFT_PAREN:
    return read_group(p);
  case AML_BICEP_IDENTIFIER:
    word = word_literal(p);
    return word == AML_BICEP_SKIPPED ? read_named(p) : aml_bicep_node_new(p, word, aml_bicep_next(p)->begin);
  default:
    return aml_bicep_fail(p, wants_expression);
  }
}

static const aml_bicep_node *read_postfix(aml_bicep_parser *p) {
  const aml_bicep_node *node = read_primary(p);
  while (node != NULL) {
    if (aml_bicep_is(p, AML_BICEP_DOT) || aml_bicep_is(p, AML_BICEP_DOUBLE_COLON)) {
      node = read_dotted(p, node);
    } else if (aml_bicep_is(p, AML_BICEP_LEFT_SQUARE)) {
      node = read_brackets(p, node);
    } else if (aml_bicep_take(p, AML_BICEP_EXCLAMATION)) {
      node = aml_bicep_node_of(p, aml_bicep_node_new(p, AML_BICEP_ASSERTED, node->begin), node, NULL, NULL);
    } else {
      break;
    }
  }
  return node;
}

const aml_bicep_node *aml_bicep_call_or_member(aml_bicep_parser *p) {
  return aml_bicep_is(p, AML_BICEP_IDENTIFIER) ? read_postfix(p)
                                               : aml_bicep_fail(p, "Expected the name of a decorator.");
}

static const aml_bicep_node *read_unary(aml_bicep_parser *p) {
  if (!aml_bicep_is(p, AML_BICEP_EXCLAMATION) && !aml_bicep_is(p, AML_BICEP_MINUS)) {
    return read_postfix(p);
  }
  const aml_bicep_token *sign = aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_UNARY, sign->begin);
  node->operation = sign->kind;
  const aml_bicep_node *operand = read_postfix(p);
  return operand == NULL ? NULL : aml_bicep_node_of(p, node, operand, NULL, NULL);
}

/* How strongly a token binds its two operands; 0: it is no operator. */
static unsigned strength(uint8_t kind) {
  static const uint8_t strengths[AML_BICEP_UNRECOGNISED + 1] = {
      [AML_BICEP_ASTERISK] = 7,
      [AML_BICEP_SLASH] = 7,
      [AML_BICEP_MODULO] = 7,
      [AML_BICEP_PLUS] = 6,
      [AML_BICEP_MINUS] = 6,
      [AML_BICEP_LESS] = 5,
      [AML_BICEP_GREATER] = 5,
      [AML_BICEP_LESS_OR_EQUAL] = 5,
      [AML_BICEP_GREATER_OR_EQUAL] = 5,
      [AML_BICEP_EQUAL] = 4,
      [AML_BICEP_NOT_EQUAL] = 4,
      [AML_BICEP_EQUAL_IGNORING_CASE] = 4,
      [AML_BICEP_NOT_EQUAL_IGNORING_CASE] = 4,
      [AML_BICEP_AND] = 3,
      [AML_BICEP_OR] = 2,
      [AML_BICEP_COALESCE] = 1,
  };
  return strengths[kind];
}

static const aml_bicep_node *read_binary(aml_bicep_parser *p, unsigned weakest) {
  const aml_bicep_node *left = read_unary(p);
  while (left != NULL) {
    uint8_t kind = aml_bicep_peek(p)->kind;
    unsigned here = strength(kind);
    if (here == 0 || here <= weakest) {
      break;
    }
    (void)aml_bicep_next(p);
    const aml_bicep_node *right = read_binary(p, here);
    if (right == NULL) {
      return NULL;
    }
    aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_BINARY, left->begin);
    node->operation = kind;
    left = aml_bicep_node_of(p, node, left, right, NULL);
  }
  return left;
}

static const aml_bicep_node *read_choice(aml_bicep_parser *p, const aml_bicep_node *condition) {
  aml_bicep_skip_new_lines(p);
  (void)aml_bicep_next(p); /* ? */
  const aml_bicep_node *yes = aml_bicep_expression(p);
  if (yes == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  if (aml_bicep_expect(p, AML_BICEP_COLON, "Expected ':'.") == NULL) {
    return NULL;
  }
  const aml_bicep_node *no = aml_bicep_expression(p);
  return no == NULL ? NULL
                    : aml_bicep_node_of(
                          p, aml_bicep_node_new(p, AML_BICEP_TERNARY, condition->begin), condition, yes, no);
}

const aml_bicep_node *aml_bicep_expression(aml_bicep_parser *p) {
  if (!aml_bicep_enter(p)) {
    return NULL;
  }
  const aml_bicep_node *node = read_binary(p, 0);
  if (node != NULL && p->tokens[aml_bicep_past_new_lines(p, p->at)].kind == AML_BICEP_QUESTION) {
    node = read_choice(p, node);
  }
  aml_bicep_leave(p);
  return node;
}
