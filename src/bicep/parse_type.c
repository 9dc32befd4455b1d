/* Types. */
#include "bicep/parser.h"

static const aml_bicep_node *read_type(aml_bicep_parser *p, const char *message);

static const char wants_type[] = "Expected a type.";

/* A member of an object type: `name: T`, `'name': T`, `*: T`, with its decorators. */
static const aml_bicep_node *read_typed_member(aml_bicep_parser *p) {
  const uint64_t ends = AML_BICEP_BIT(AML_BICEP_NEW_LINE) | AML_BICEP_BIT(AML_BICEP_RIGHT_BRACE);
  uint32_t begin = aml_bicep_peek(p)->begin;
  const aml_bicep_node *decorators = aml_bicep_decorators(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_TYPED, begin);
  const aml_bicep_token *key = aml_bicep_peek(p);
  node->name_begin = key->begin;
  node->name_end = key->end;
  if (key->kind == AML_BICEP_STRING) {
    node->name = aml_bicep_string_text(p->arena, p->text, key);
  } else if (key->kind == AML_BICEP_IDENTIFIER) {
    node->name = aml_bicep_token_text(p, key);
  } else if (key->kind != AML_BICEP_ASTERISK) {
    return aml_bicep_fail(p, "Expected the name of a property.");
  }
  (void)aml_bicep_next(p);
  size_t first = p->at;
  const aml_bicep_node *type = NULL;
  if (aml_bicep_expect(p, AML_BICEP_COLON, "Expected ':'.") != NULL) {
    first = p->at;
    type = read_type(p, wants_type);
  }
  type = aml_bicep_recover(p, type, first, ends, false);
  return aml_bicep_node_of(p, node, decorators, type, NULL);
}

static const aml_bicep_node *read_typed_item(aml_bicep_parser *p) {
  uint32_t begin = aml_bicep_peek(p)->begin;
  const aml_bicep_node *decorators = aml_bicep_decorators(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_TYPED, begin);
  const aml_bicep_node *type = read_type(p, wants_type);
  return type == NULL ? NULL : aml_bicep_node_of(p, node, decorators, type, NULL);
}

static const aml_bicep_node *read_members(aml_bicep_parser *p) {
  bool is_object = aml_bicep_is(p, AML_BICEP_LEFT_BRACE);
  aml_bicep_token_kind closing = is_object ? AML_BICEP_RIGHT_BRACE : AML_BICEP_RIGHT_SQUARE;
  aml_bicep_nodes members = {0};
  aml_bicep_node *node =
      aml_bicep_node_new(p, is_object ? AML_BICEP_OBJECT_TYPE : AML_BICEP_TUPLE, aml_bicep_next(p)->begin);
  aml_bicep_elements(p, closing, is_object ? read_typed_member : read_typed_item, &members);
  bool is_closed = aml_bicep_expect(p, closing, is_object ? "Expected '}'." : "Expected ']'.") != NULL;
  return is_closed ? aml_bicep_node_end(p, node, &members) : NULL;
}

static const aml_bicep_node *read_group(aml_bicep_parser *p) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_GROUP, aml_bicep_next(p)->begin);
  aml_bicep_skip_new_lines(p);
  const aml_bicep_node *inner = read_type(p, wants_type);
  if (inner == NULL) {
    return NULL;
  }
  aml_bicep_skip_new_lines(p);
  return aml_bicep_expect(p, AML_BICEP_RIGHT_PAREN, "Expected ')'.") == NULL
             ? NULL
             : aml_bicep_node_of(p, node, inner, NULL, NULL);
}

/* `resource`, `resource 'T@v'` */
static const aml_bicep_node *read_resource_type(aml_bicep_parser *p) {
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_RESOURCE_TYPE, aml_bicep_next(p)->begin);
  bool has_text = aml_bicep_is(p, AML_BICEP_STRING) || aml_bicep_is(p, AML_BICEP_STRING_LEFT);
  const aml_bicep_node *text = has_text ? aml_bicep_string(p) : NULL;
  return has_text && text == NULL ? NULL : aml_bicep_node_of(p, node, text, NULL, NULL);
}

/* Where a name stands: `name`, `base.name`, `name<...>`. */
static const aml_bicep_node *read_name(
    aml_bicep_parser *p, const aml_bicep_node *base, const aml_bicep_token *token) {
  aml_bicep_nodes parts = {0};
  bool is_call = aml_bicep_is(p, AML_BICEP_LESS);
  aml_bicep_kind kind = is_call ? AML_BICEP_TYPE_CALL : base == NULL ? AML_BICEP_NAME : AML_BICEP_MEMBER;
  aml_bicep_node *node = aml_bicep_node_new(p, kind, base != NULL ? base->begin : token->begin);
  aml_bicep_node_name(p, node, token);
  AML_VEC_PUSH(p->arena, &parts, base);
  if (!is_call) {
    return aml_bicep_node_end(p, node, &parts);
  }
  (void)aml_bicep_next(p);
  if (aml_bicep_take(p, AML_BICEP_GREATER)) { /* which one is missing is a matter of types */
    return aml_bicep_node_end(p, node, &parts);
  }
  do {
    aml_bicep_skip_new_lines(p);
    const aml_bicep_node *argument = read_type(p, wants_type);
    if (argument == NULL) {
      return NULL;
    }
    AML_VEC_PUSH(p->arena, &parts, argument);
    aml_bicep_skip_new_lines(p);
  } while (aml_bicep_take(p, AML_BICEP_COMMA));
  return aml_bicep_expect(p, AML_BICEP_GREATER, "Expected '>'.") == NULL
             ? NULL
             : aml_bicep_node_end(p, node, &parts);
}

static const aml_bicep_node *read_primary(aml_bicep_parser *p, const char *message) {
  switch (aml_bicep_peek(p)->kind) {
  case AML_BICEP_LEFT_BRACE:
  case AML_BICEP_LEFT_SQUARE:
    return read_members(p);
  case AML_BICEP_LEFT_PAREN:
    return read_group(p);
  case AML_BICEP_STRING:
  case AML_BICEP_STRING_LEFT:
    return aml_bicep_string(p);
  case AML_BICEP_INTEGER:
    return aml_bicep_number(p);
  case AML_BICEP_IDENTIFIER:
    break;
  default:
    return aml_bicep_fail(p, message);
  }
  if (aml_bicep_is_word(p, "resource") && p->tokens[p->at + 1].kind != AML_BICEP_LESS) {
    return read_resource_type(p);
  }
  aml_bicep_kind word = aml_bicep_is_word(p, "true")    ? AML_BICEP_TRUE
                        : aml_bicep_is_word(p, "false") ? AML_BICEP_FALSE
                        : aml_bicep_is_word(p, "null")  ? AML_BICEP_NULL
                                                        : AML_BICEP_SKIPPED;
  const aml_bicep_token *token = aml_bicep_next(p);
  return word == AML_BICEP_SKIPPED ? read_name(p, NULL, token) : aml_bicep_node_new(p, word, token->begin);
}

/* `[]`, `[0]`, `[*]` */
static const aml_bicep_node *read_brackets(aml_bicep_parser *p, const aml_bicep_node *base) {
  (void)aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_ARRAY_OF, base->begin);
  if (aml_bicep_is(p, AML_BICEP_INTEGER) || aml_bicep_is(p, AML_BICEP_ASTERISK)) {
    node->kind = AML_BICEP_TYPE_ITEM;
    node->is_safe = aml_bicep_take(p, AML_BICEP_ASTERISK);
    node->integer = node->is_safe ? 0 : aml_bicep_number(p)->integer;
  }
  return aml_bicep_expect(p, AML_BICEP_RIGHT_SQUARE, "Expected ']'.") == NULL
             ? NULL
             : aml_bicep_node_of(p, node, base, NULL, NULL);
}

static const aml_bicep_node *read_dotted(aml_bicep_parser *p, const aml_bicep_node *base) {
  (void)aml_bicep_next(p);
  if (aml_bicep_take(p, AML_BICEP_ASTERISK)) {
    return aml_bicep_node_of(p, aml_bicep_node_new(p, AML_BICEP_TYPE_REST, base->begin), base, NULL, NULL);
  }
  const aml_bicep_token *name = aml_bicep_expect(p, AML_BICEP_IDENTIFIER, "Expected the name of a property.");
  return name == NULL ? NULL : read_name(p, base, name);
}

static const aml_bicep_node *read_postfix(aml_bicep_parser *p, const char *message) {
  const aml_bicep_node *node = read_primary(p, message);
  while (node != NULL) {
    if (aml_bicep_is(p, AML_BICEP_DOT)) {
      node = read_dotted(p, node);
    } else if (aml_bicep_is(p, AML_BICEP_LEFT_SQUARE)) {
      node = read_brackets(p, node);
    } else if (aml_bicep_take(p, AML_BICEP_QUESTION)) {
      node = aml_bicep_node_of(p, aml_bicep_node_new(p, AML_BICEP_NULLABLE, node->begin), node, NULL, NULL);
    } else if (aml_bicep_take(p, AML_BICEP_EXCLAMATION)) {
      node = aml_bicep_node_of(p, aml_bicep_node_new(p, AML_BICEP_ASSERTED, node->begin), node, NULL, NULL);
    } else {
      break;
    }
  }
  return node;
}

static const aml_bicep_node *read_unary(aml_bicep_parser *p, const char *message) {
  if (!aml_bicep_is(p, AML_BICEP_EXCLAMATION) && !aml_bicep_is(p, AML_BICEP_MINUS)) {
    return read_postfix(p, message);
  }
  const aml_bicep_token *sign = aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_UNARY, sign->begin);
  node->operation = sign->kind;
  const aml_bicep_node *operand = read_postfix(p, wants_type);
  return operand == NULL ? NULL : aml_bicep_node_of(p, node, operand, NULL, NULL);
}

static bool is_pipe_next(const aml_bicep_parser *p) {
  return p->tokens[aml_bicep_past_new_lines(p, p->at)].kind == AML_BICEP_PIPE;
}

static const aml_bicep_node *read_union(aml_bicep_parser *p, const char *message) {
  uint32_t begin = aml_bicep_peek(p)->begin;
  if (is_pipe_next(p)) {
    aml_bicep_skip_new_lines(p);
    (void)aml_bicep_next(p);
    message = wants_type;
  }
  const aml_bicep_node *first = read_unary(p, message);
  if (first == NULL || !is_pipe_next(p)) {
    return first;
  }
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_UNION, begin);
  aml_bicep_nodes members = {0};
  AML_VEC_PUSH(p->arena, &members, first);
  while (is_pipe_next(p)) {
    aml_bicep_skip_new_lines(p);
    (void)aml_bicep_next(p);
    const aml_bicep_node *one = read_unary(p, wants_type);
    if (one == NULL) {
      return NULL;
    }
    AML_VEC_PUSH(p->arena, &members, one);
  }
  return aml_bicep_node_end(p, node, &members);
}

static const aml_bicep_node *read_type(aml_bicep_parser *p, const char *message) {
  if (!aml_bicep_enter(p)) {
    return NULL;
  }
  const aml_bicep_node *type = read_union(p, message);
  aml_bicep_leave(p);
  return type;
}

const aml_bicep_node *aml_bicep_type(aml_bicep_parser *p, const char *message) {
  return read_type(p, message);
}
