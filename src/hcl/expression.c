/* Expressions of HCL: operators, terms and what follows a term. */
#include "base/number.h"
#include "hcl/reader.h"
#include "hcl/type.h"

const aml_expr *aml_hcl_node(
    const aml_hcl_reader *r, const aml_hcl_function *function, const aml_hcl_nodes *args, aml_span span) {
  return aml_expr_call_of(r->in.arena, function, (aml_expr_name){function->name, span},
      (aml_expr_list){args->items, args->count}, span);
}

static const aml_value *literal_value(const aml_hcl_reader *r, const aml_expr *node) {
  if (node->kind == AML_EXPR_STRING) {
    return aml_value_string(r->in.arena, node->name, node->span);
  }
  if (node->kind == AML_EXPR_INT) {
    return aml_value_int(r->in.arena, node->as.integer, node->span);
  }
  if (node->kind == AML_EXPR_FLOAT) {
    return aml_value_float(r->in.arena, node->as.number, node->span);
  }
  return node->kind == AML_EXPR_VALUE ? node->as.value : NULL;
}

const aml_value *aml_hcl_value_of(const aml_hcl_reader *r, const aml_expr *node, size_t begin, size_t end) {
  const aml_value *literal = literal_value(r, node);
  if (literal == NULL) {
    return aml_value_expression(
        r->in.arena, node, aml_sv_slice(r->text, begin, end), aml_hcl_span(r, begin, end));
  }
  /* The text in quotes says it one to one, unless it has escapes. */
  bool is_plain = literal->kind != AML_STRING || literal->as.string.len + 2 == end - begin;
  return is_plain ? literal : aml_value_moved(r->in.arena, literal, literal->span, NULL, AML_VALUE_BLOCK);
}

const aml_expr *aml_hcl_part(const aml_hcl_reader *r, const aml_expr *node, size_t begin, size_t end) {
  bool has_parts = node->meaning == &aml_hcl_object_of || node->meaning == &aml_hcl_tuple_of;
  return has_parts || node->kind == AML_EXPR_VALUE || node->kind == AML_EXPR_ILL_FORMED
             ? node
             : aml_expr_value(r->in.arena, aml_hcl_value_of(r, node, begin, end));
}

static const aml_expr *nothing(aml_hcl_reader *r) {
  return aml_expr_value(r->in.arena, aml_value_null(r->in.arena, aml_hcl_span(r, r->begin, r->at)));
}

static const aml_expr *name_node(aml_hcl_reader *r) {
  const aml_expr *node =
      aml_expr_string(r->in.arena, aml_hcl_token_text(r), aml_hcl_span(r, r->begin, r->at));
  aml_hcl_advance(r);
  return node;
}

/* ---- what follows a term ---- */

static const aml_expr *index_by(aml_hcl_reader *r, const aml_expr *base, const aml_expr *key, size_t from) {
  aml_span span = aml_span_cover(base->span, aml_hcl_span(r, from, r->behind));
  return aml_expr_index(r->in.arena, base, key, aml_hcl_span(r, from, r->behind), false, span);
}

/* ".0", and ".0.1", which are one number. */
static const aml_expr *legacy_index(aml_hcl_reader *r, const aml_expr *base, size_t from) {
  size_t dot = aml_sv_find_char(aml_hcl_token_text(r), '.', 0);
  size_t end = dot == AML_NPOS ? r->at : r->begin + dot;
  int64_t index = 0;
  if (!aml_int_parse(aml_sv_slice(r->text, r->begin, end), &index)) {
    aml_hcl_fail(r, r->begin, r->at, "This is not an index.");
    return base;
  }
  const aml_expr *key = aml_expr_int(r->in.arena, index, aml_hcl_span(r, r->begin, end));
  r->at = end;
  aml_hcl_advance(r);
  return index_by(r, base, key, from);
}

static const aml_expr *bracket_index(aml_hcl_reader *r, const aml_expr *base) {
  size_t from = r->begin;
  bool lines = aml_hcl_mind_lines(r, false);
  aml_hcl_advance(r);
  const aml_expr *key = aml_hcl_expression(r);
  if (r->kind != ']') {
    aml_hcl_fail_wanted(r, "a closing bracket");
    (void)aml_hcl_mind_lines(r, lines);
    return base;
  }
  r->has_lines = lines;
  aml_hcl_advance(r);
  return index_by(r, base, key, from);
}

static const aml_expr *attribute_of(aml_hcl_reader *r, const aml_expr *base) {
  aml_span name = aml_hcl_span(r, r->begin, r->at);
  aml_sv text = aml_hcl_token_text(r);
  aml_hcl_advance(r);
  return aml_expr_property(
      r->in.arena, base, (aml_expr_name){text, name}, false, aml_span_cover(base->span, name));
}

/* Whether "[*]" stands at the token; goes on to its '*' where it does. */
static bool is_full_splat(const aml_hcl_reader *r) {
  aml_hcl_reader ahead = *r;
  ahead.in.tree = NULL;
  aml_hcl_advance(&ahead);
  if (ahead.kind != '*') {
    return false;
  }
  aml_hcl_advance(&ahead);
  return ahead.kind == ']';
}

static const aml_expr *splat(aml_hcl_reader *r, const aml_expr *base, size_t from, bool is_full) {
  aml_span mark = aml_hcl_span(r, from, r->behind);
  aml_hcl_nodes none = {0};
  const aml_expr *item = aml_hcl_node(r, &aml_hcl_item, &none, mark);
  while (!r->is_failed) {
    size_t at = r->begin;
    if (r->kind == '.') {
      aml_hcl_advance(r);
      if (r->kind == AML_HCL_NAME) {
        item = attribute_of(r, item);
      } else if (r->kind == AML_HCL_NUMBER) {
        item = legacy_index(r, item, at);
      } else {
        aml_hcl_fail_wanted(r, "the name of an attribute");
      }
    } else if (r->kind == '[' && is_full && !is_full_splat(r)) {
      item = bracket_index(r, item);
    } else {
      break;
    }
  }
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(r->in.arena, &args, base);
  AML_VEC_PUSH(r->in.arena, &args, item);
  return aml_hcl_node(r, &aml_hcl_splat, &args, aml_span_cover(base->span, item->span));
}

static const aml_expr *follow_dot(aml_hcl_reader *r, const aml_expr *base) {
  size_t from = r->begin;
  aml_hcl_advance(r);
  if (r->kind == AML_HCL_NAME) {
    return attribute_of(r, base);
  }
  if (r->kind == AML_HCL_NUMBER) {
    return legacy_index(r, base, from);
  }
  if (r->kind == '*') {
    aml_hcl_advance(r);
    return splat(r, base, from, false);
  }
  aml_hcl_fail_wanted(r, "the name of an attribute");
  return base;
}

static const aml_expr *follow(aml_hcl_reader *r, const aml_expr *term) {
  size_t before = r->depth;
  while (!r->is_failed && (r->kind == '.' || r->kind == '[') && aml_hcl_enter(r)) {
    if (r->kind == '.') {
      term = follow_dot(r, term);
    } else if (is_full_splat(r)) {
      size_t from = r->begin;
      aml_hcl_advance(r);
      aml_hcl_advance(r);
      aml_hcl_advance(r);
      term = splat(r, term, from, true);
    } else {
      term = bracket_index(r, term);
    }
  }
  r->depth = before;
  return term;
}

/* ---- terms ---- */

static const aml_expr *number(aml_hcl_reader *r) {
  aml_span span = aml_hcl_span(r, r->begin, r->at);
  aml_sv text = aml_hcl_token_text(r);
  int64_t integer = 0;
  double value = 0;
  while (text.len > 1 && text.data[0] == '0' && aml_ascii_digit(text.data[1])) { /* JSON's have none */
    text = aml_sv_slice(text, 1, text.len);
  }
  bool is_whole = aml_int_parse(text, &integer);
  if (!is_whole && !aml_double_parse(text, &value)) {
    aml_hcl_fail(r, r->begin, r->at, "The number is too large to be read.");
  }
  aml_hcl_advance(r);
  if (!is_whole && aml_hcl_is_long(text, value)) {
    return aml_expr_value(r->in.arena,
        aml_value_unknown(r->in.arena, aml_sv_of(AML_HCL_MORE_DIGITS), AML_KIND_BIT(AML_FLOAT), span));
  }
  bool is_integral = !is_whole && value < 1e15 && value > -1e15 && (double)(int64_t)value >= value &&
                     (double)(int64_t)value <= value;
  return is_whole      ? aml_expr_int(r->in.arena, integer, span)
         : is_integral ? aml_expr_int(r->in.arena, (int64_t)value, span)
                       : aml_expr_float(r->in.arena, value, span);
}

/* The arguments of a call behind its opening parenthesis, which is at the token. */
static void arguments(aml_hcl_reader *r, aml_hcl_nodes *args) {
  bool lines = aml_hcl_mind_lines(r, false);
  r->opened++;
  aml_hcl_advance(r);
  while (!r->is_failed && r->kind != ')') {
    const aml_expr *arg = aml_hcl_expression(r);
    if (r->kind == AML_HCL_ELLIPSIS) {
      aml_hcl_nodes one = {0};
      AML_VEC_PUSH(r->in.arena, &one, arg);
      arg = aml_hcl_node(r, &aml_hcl_spread, &one, arg->span);
      aml_hcl_advance(r);
    }
    AML_VEC_PUSH(r->in.arena, args, arg);
    if (r->kind == ',') {
      aml_hcl_advance(r);
    } else if (r->kind != ')') {
      aml_hcl_fail_wanted(r, "a comma or a closing parenthesis");
    }
  }
  r->has_lines = lines;
  if (!r->is_failed) {
    r->opened--;
    aml_hcl_advance(r);
  }
}

static const aml_expr *call(aml_hcl_reader *r, aml_sv name, size_t begin, size_t end) {
  aml_hcl_nodes args = {0};
  arguments(r, &args);
  const aml_hcl_function *function = aml_hcl_function_find(name);
  return aml_expr_call_of(r->in.arena, function != NULL ? function : &aml_hcl_undefined,
      (aml_expr_name){name, aml_hcl_span(r, begin, end)}, (aml_expr_list){args.items, args.count},
      aml_hcl_span(r, begin, r->behind));
}

/* Whether a dot and a name stand at the token. */
static bool is_attribute(const aml_hcl_reader *r) {
  if (r->kind != '.') {
    return false;
  }
  aml_hcl_reader ahead = *r;
  ahead.in.tree = NULL;
  aml_hcl_advance(&ahead);
  return ahead.kind == AML_HCL_NAME;
}

/* var.x, where the dialect has a word for it. */
static const aml_expr *known_reference(aml_hcl_reader *r, aml_sv root, size_t begin) {
  const aml_hcl_dialect *dialect = r->in.dialect;
  bool is_parameter = dialect != NULL && aml_sv_eq(root, dialect->parameters);
  bool is_variable = dialect != NULL && aml_sv_eq(root, dialect->variables);
  if (!is_parameter && !is_variable) {
    return NULL;
  }
  aml_hcl_advance(r);
  const aml_expr **args = AML_NEW(r->in.arena, const aml_expr *);
  *args = name_node(r);
  aml_span span = aml_hcl_span(r, begin, r->behind);
  aml_sv name = is_parameter ? AML_SV("parameters") : AML_SV("variables");
  return aml_expr_call(r->in.arena, (aml_expr_name){name, span}, (aml_expr_list){args, 1}, span);
}

static const aml_expr *reference(aml_hcl_reader *r, aml_sv root, size_t begin) {
  enum { NAMES_MAX = 8 };
  bool is_more = is_attribute(r);
  const aml_expr *known = is_more ? known_reference(r, root, begin) : NULL;
  if (known != NULL) {
    return known;
  }
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(
      r->in.arena, &args, aml_expr_string(r->in.arena, root, aml_hcl_span(r, begin, begin + root.len)));
  while (args.count < NAMES_MAX && is_attribute(r)) {
    aml_hcl_advance(r);
    const aml_expr *name = name_node(r);
    AML_VEC_PUSH(r->in.arena, &args, name);
  }
  return aml_hcl_node(r, &aml_hcl_reference, &args, aml_hcl_span(r, begin, r->behind));
}

static const aml_expr *named(aml_hcl_reader *r) {
  size_t begin = r->begin;
  size_t end = r->at;
  aml_sv name = aml_hcl_token_text(r);
  aml_span span = aml_hcl_span(r, begin, end);
  aml_hcl_advance(r);
  while (r->kind == AML_HCL_SCOPE) { /* provider::azurerm::normalise_resource_id */
    aml_hcl_advance(r);
    end = r->at;
    name = aml_sv_slice(r->text, begin, end);
    aml_hcl_advance(r);
  }
  if (r->kind == '(') {
    return call(r, name, begin, end);
  }
  if (aml_sv_eq(name, AML_SV("null"))) {
    return aml_expr_value(r->in.arena, aml_value_null(r->in.arena, span));
  }
  if (aml_sv_eq(name, AML_SV("true")) || aml_sv_eq(name, AML_SV("false"))) {
    return aml_expr_value(r->in.arena, aml_value_bool(r->in.arena, name.len == 4, span));
  }
  return reference(r, name, begin);
}

static const aml_expr *in_parentheses(aml_hcl_reader *r) {
  bool lines = aml_hcl_mind_lines(r, false);
  r->opened++;
  aml_hcl_advance(r);
  const aml_expr *inner = aml_hcl_expression(r);
  r->has_lines = lines;
  if (r->kind != ')') {
    aml_hcl_fail_wanted(r, "a closing parenthesis");
    return inner;
  }
  r->opened--;
  aml_hcl_advance(r);
  return inner;
}

static const aml_expr *term(aml_hcl_reader *r) {
  switch (r->kind) {
  case '(':
    return in_parentheses(r);
  case '[':
    return aml_hcl_tuple(r);
  case '{':
    return aml_hcl_object(r);
  case AML_HCL_NUMBER:
    return number(r);
  case AML_HCL_QUOTE:
    return aml_hcl_quoted(r);
  case AML_HCL_HEREDOC:
    return aml_hcl_heredoc(r);
  case AML_HCL_NAME:
    return named(r);
  default:
    aml_hcl_fail_wanted(r, "an expression");
    return nothing(r);
  }
}

/* ---- operators ---- */

static const aml_expr *apply(aml_hcl_reader *r, const aml_hcl_function *function, const aml_expr *left,
    const aml_expr *right, aml_span span) {
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(r->in.arena, &args, left);
  if (right != NULL) {
    AML_VEC_PUSH(r->in.arena, &args, right);
  }
  return aml_hcl_node(r, function, &args, span);
}

static const aml_expr *negative(aml_hcl_reader *r, const aml_expr *operand, size_t begin) {
  aml_span span = aml_hcl_span(r, begin, r->behind);
  /* Zero keeps its sign where it is evaluated. */
  if (operand->kind == AML_EXPR_INT && operand->as.integer != 0) {
    return aml_expr_int(r->in.arena, -operand->as.integer, span);
  }
  if (operand->kind == AML_EXPR_FLOAT && (operand->as.number < 0 || operand->as.number > 0)) {
    return aml_expr_float(r->in.arena, -operand->as.number, span);
  }
  return apply(r, &aml_hcl_negate, operand, NULL, span);
}

static const aml_expr *unary(aml_hcl_reader *r) {
  if (r->kind != '!' && r->kind != '-') {
    const aml_expr *first = term(r);
    return follow(r, first);
  }
  unsigned kind = r->kind;
  size_t begin = r->begin;
  if (!aml_hcl_enter(r)) {
    return nothing(r);
  }
  aml_hcl_advance(r);
  const aml_expr *operand = unary(r);
  aml_hcl_leave(r);
  return kind == '-' ? negative(r, operand, begin)
                     : apply(r, &aml_hcl_not, operand, NULL, aml_hcl_span(r, begin, r->behind));
}

typedef struct operation {
  unsigned kind;
  int level; /* higher binds more tightly */
  const aml_hcl_function *function;
} operation;

static const operation *find_operation(unsigned kind) {
  static const operation operations[] = {{AML_HCL_OR, 1, &aml_hcl_or}, {AML_HCL_AND, 2, &aml_hcl_and},
      {AML_HCL_EQUAL, 3, &aml_hcl_equal}, {AML_HCL_NOT_EQUAL, 3, &aml_hcl_not_equal}, {'<', 4, &aml_hcl_less},
      {'>', 4, &aml_hcl_greater}, {AML_HCL_AT_MOST, 4, &aml_hcl_at_most},
      {AML_HCL_AT_LEAST, 4, &aml_hcl_at_least}, {'+', 5, &aml_hcl_add}, {'-', 5, &aml_hcl_subtract},
      {'*', 6, &aml_hcl_multiply}, {'/', 6, &aml_hcl_divide}, {'%', 6, &aml_hcl_modulo}};
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
    if (operations[i].kind == kind) {
      return &operations[i];
    }
  }
  return NULL;
}

/* Operations of at least a level: recursion goes from level to level only. */
static const aml_expr *operations_from(aml_hcl_reader *r, int level) {
  const aml_expr *left = unary(r);
  for (;;) {
    const operation *found = find_operation(r->kind);
    if (found == NULL || found->level < level || r->is_failed) {
      return left;
    }
    aml_hcl_advance(r);
    const aml_expr *right = operations_from(r, found->level + 1);
    left = apply(r, found->function, left, right, aml_span_cover(left->span, right->span));
  }
}

static const aml_expr *condition(aml_hcl_reader *r, const aml_expr *asked) {
  aml_hcl_advance(r);
  const aml_expr *yes = aml_hcl_expression(r);
  if (r->kind != ':') {
    aml_hcl_fail_wanted(r, "the ':' of a conditional");
    return asked;
  }
  aml_hcl_advance(r);
  const aml_expr *no = aml_hcl_expression(r);
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(r->in.arena, &args, asked);
  AML_VEC_PUSH(r->in.arena, &args, yes);
  AML_VEC_PUSH(r->in.arena, &args, no);
  return aml_hcl_node(r, &aml_hcl_conditional, &args, aml_span_cover(asked->span, no->span));
}

const aml_expr *aml_hcl_expression(aml_hcl_reader *r) {
  if (!aml_hcl_enter(r)) {
    return nothing(r);
  }
  const aml_expr *node = operations_from(r, 1);
  if (r->kind == '?' && !r->is_failed) {
    node = condition(r, node);
  }
  aml_hcl_leave(r);
  return node;
}
