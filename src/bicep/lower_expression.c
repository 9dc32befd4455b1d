/* Expressions to nodes and values. */
#include "base/strbuf.h"
#include "bicep/lower.h"
#include "tree/reason.h"

aml_span aml_bicep_span(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  return aml_file_span(l->file, node->begin, node->end);
}

aml_span aml_bicep_name_span(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  return node->name_end == 0 ? aml_bicep_span(l, node)
                             : aml_file_span(l->file, node->name_begin, node->name_end);
}

/* ---- makers ---- */

const aml_value *aml_bicep_computed(const aml_bicep_lowering *l, const aml_expr *expr, aml_span span) {
  return aml_value_expression(l->arena, expr, (aml_sv){NULL, 0}, span);
}

const aml_expr *aml_bicep_make_text(const aml_bicep_lowering *l, aml_sv text, aml_span span) {
  return aml_expr_string(l->arena, text, span);
}

const aml_expr *aml_bicep_make_call(const aml_bicep_lowering *l, const char *function, aml_span span,
    const aml_expr *a, const aml_expr *b, const aml_expr *c) {
  size_t count = a == NULL ? 0 : b == NULL ? 1 : c == NULL ? 2 : 3;
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, 3);
  args[0] = a;
  args[1] = b;
  args[2] = c;
  return aml_expr_call(
      l->arena, (aml_expr_name){aml_sv_of(function), span}, (aml_expr_list){args, count}, span);
}

const aml_expr *aml_bicep_make_import_path(const aml_bicep_lowering *l, const aml_bicep_symbol *symbol) {
  const aml_bicep_node *at = symbol->from != NULL ? symbol->from : symbol->declared;
  return aml_bicep_make_text(l, symbol->path, aml_bicep_span(l, at));
}

const aml_expr *aml_bicep_make_failure(const aml_bicep_lowering *l, aml_sv why, aml_span span) {
  return aml_bicep_make_call(l, "$failure", span, aml_bicep_make_text(l, why, span), NULL, NULL);
}

const aml_expr *aml_bicep_make_path(
    const aml_bicep_lowering *l, const aml_expr *first, const aml_expr *second, aml_span span) {
  return aml_bicep_make_call(
      l, "format", span, aml_bicep_make_text(l, AML_SV("{0}/{1}"), span), first, second);
}

const aml_value *aml_bicep_unread(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  return aml_value_unknown(l->arena, AML_SV(AML_REASON_UNREAD), AML_KINDS_ANY, aml_bicep_span(l, node));
}

static const aml_expr *make_value(const aml_bicep_lowering *l, const aml_value *value) {
  return value->kind == AML_EXPRESSION ? value->as.expression.tree : aml_expr_value(l->arena, value);
}

/* ---- texts ---- */

/* Text of a string in the words of format(). */
static void add_format(aml_strbuf *out, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (c == '{' || c == '}') {
      aml_strbuf_add_char(out, c);
    }
    aml_strbuf_add_char(out, c);
  }
}

/* 'a${b}c' is format('a{0}c', b). */
static const aml_expr *lower_interpolated(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  size_t holes = node->count / 2;
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, holes + 1);
  aml_strbuf format;
  aml_strbuf_init(&format, l->arena, SIZE_MAX);
  for (size_t i = 0; i < node->count; i++) {
    if (i % 2 == 0) {
      add_format(&format, node->parts[i]->name);
    } else {
      aml_strbuf_addf(&format, "{%zu}", i / 2);
      args[i / 2 + 1] = aml_bicep_expr(l, place, node->parts[i]);
    }
  }
  args[0] = aml_bicep_make_text(l, aml_strbuf_view(&format), span);
  return aml_expr_call(
      l->arena, (aml_expr_name){AML_SV("format"), span}, (aml_expr_list){args, holes + 1}, span);
}

/* ---- objects and arrays ---- */

static bool has_spread(const aml_bicep_node *node) {
  for (size_t i = 0; i < node->count; i++) {
    if (node->parts[i]->kind == AML_BICEP_SPREAD) {
      return true;
    }
  }
  return false;
}

static bool has_computed_name(const aml_bicep_node *object) {
  for (size_t i = 0; i < object->count; i++) {
    const aml_bicep_node *member = object->parts[i];
    if (member->kind == AML_BICEP_PROPERTY && member->parts[0]->kind != AML_BICEP_TEXT) {
      return true;
    }
  }
  return false;
}

/* The members from `from` up to the next spread, with names that are plain. */
static const aml_value *lower_members(aml_bicep_lowering *l, const aml_bicep_place *place,
    const aml_bicep_node *object, size_t from, size_t to) {
  aml_object_builder builder;
  unsigned flags = 0;
  aml_object_begin_sized(&builder, l->arena, to - from);
  for (size_t i = from; i < to; i++) {
    const aml_bicep_node *member = object->parts[i];
    if (member->kind == AML_BICEP_PROPERTY) {
      aml_object_add(&builder, member->name, aml_bicep_name_span(l, member),
          aml_bicep_value(l, place, member->parts[1]));
    } else if (member->kind == AML_BICEP_SKIPPED) {
      flags |= (unsigned)AML_VALUE_OPEN | (unsigned)AML_VALUE_CUT;
    }
  }
  return aml_object_end(&builder, aml_bicep_span(l, object), flags);
}

/* The same where names are computed. */
static const aml_expr *lower_computed(aml_bicep_lowering *l, const aml_bicep_place *place,
    const aml_bicep_node *object, size_t from, size_t to) {
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, 2 * (to - from));
  size_t count = 0;
  for (size_t i = from; i < to; i++) {
    const aml_bicep_node *member = object->parts[i];
    if (member->kind == AML_BICEP_PROPERTY) {
      args[count++] = aml_bicep_expr(l, place, member->parts[0]);
      args[count++] = make_value(l, aml_bicep_value(l, place, member->parts[1]));
    }
  }
  return aml_expr_object(l->arena, (aml_expr_list){args, count}, aml_bicep_span(l, object));
}

static const aml_expr *lower_piece(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node, size_t from, size_t to) {
  if (node->kind == AML_BICEP_OBJECT) {
    return has_computed_name(node) ? lower_computed(l, place, node, from, to)
                                   : aml_expr_value(l->arena, lower_members(l, place, node, from, to));
  }
  const aml_value **items = AML_NEW_ARRAY(l->arena, const aml_value *, to - from);
  for (size_t i = from; i < to; i++) {
    items[i - from] = aml_bicep_value(l, place, node->parts[i]);
  }
  return aml_expr_value(l->arena, aml_value_array(l->arena, items, to - from, aml_bicep_span(l, node)));
}

/* { a: 1, ...b } is shallowMerge([{a: 1}, b]); [1, ...b] is flatten([[1], b]). */
static const aml_expr *lower_spread(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  AML_VEC(const aml_value *) pieces = {0};
  aml_span span = aml_bicep_span(l, node);
  for (size_t from = 0; from < node->count;) {
    const aml_expr *piece;
    size_t to = from;
    if (node->parts[from]->kind == AML_BICEP_SPREAD) {
      piece = aml_bicep_expr(l, place, node->parts[from]->parts[0]);
      to++;
    } else {
      while (to < node->count && node->parts[to]->kind != AML_BICEP_SPREAD) {
        to++;
      }
      piece = lower_piece(l, place, node, from, to);
    }
    AML_VEC_PUSH(l->arena, &pieces, aml_bicep_computed(l, piece, span));
    from = to;
  }
  const aml_value *all = aml_value_array(l->arena, pieces.items, pieces.count, span);
  return aml_bicep_make_call(l, node->kind == AML_BICEP_OBJECT ? "shallowMerge" : "flatten", span,
      aml_expr_value(l->arena, all), NULL, NULL);
}

static const aml_value *lower_object(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  if (has_spread(node)) {
    return aml_bicep_computed(l, lower_spread(l, place, node), aml_bicep_span(l, node));
  }
  return has_computed_name(node)
             ? aml_bicep_computed(l, lower_computed(l, place, node, 0, node->count), aml_bicep_span(l, node))
             : lower_members(l, place, node, 0, node->count);
}

static const aml_value *lower_array(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  if (has_spread(node)) {
    return aml_bicep_computed(l, lower_spread(l, place, node), span);
  }
  const aml_value **items = AML_NEW_ARRAY(l->arena, const aml_value *, node->count);
  size_t count = 0;
  for (size_t i = 0; i < node->count; i++) {
    if (node->parts[i]->kind != AML_BICEP_SKIPPED) {
      items[count++] = aml_bicep_value(l, place, node->parts[i]);
    }
  }
  const aml_value *array = aml_value_array(l->arena, items, count, span);
  return count == node->count ? array
                              : aml_value_moved(l->arena, array, span, NULL, AML_VALUE_OPEN | AML_VALUE_CUT);
}

/* ---- names ---- */

static const aml_expr *lower_local(
    const aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  for (const aml_bicep_local *at = place->locals; at != NULL; at = at->outer) {
    if (aml_sv_eq(at->name, node->name)) {
      return at->value != NULL ? at->value
                               : aml_expr_lambda_variable(l->arena, node->name, aml_bicep_span(l, node));
    }
  }
  return NULL;
}

/* $base('file', 'name'): a value of the parameter file that this one extends. */
static const aml_expr *make_base(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  return aml_bicep_make_call(l, "$base", span, aml_bicep_make_text(l, l->base, span),
      aml_bicep_make_text(l, node->name, aml_bicep_name_span(l, node)), NULL);
}

static const aml_expr *lower_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  const aml_expr *local = lower_local(l, place, node);
  if (local != NULL) {
    return local;
  }
  aml_bicep_symbol *symbol = aml_bicep_find(l, place, node->name);
  unsigned kind = symbol == NULL ? AML_BICEP_SKIPPED : symbol->declared->kind;
  const aml_expr *text = aml_bicep_make_text(l, node->name, span);
  switch (kind) {
  case AML_BICEP_PARAMETER:
    return aml_bicep_make_call(l, l->is_parameters ? "variables" : "parameters", span, text, NULL, NULL);
  case AML_BICEP_VARIABLE:
    return aml_bicep_make_call(l, "variables", span, text, NULL, NULL);
  case AML_BICEP_IMPORTED:
    return aml_bicep_make_call(l, "$import", span, aml_bicep_make_import_path(l, symbol),
        aml_bicep_make_text(l, symbol->there, span), NULL);
  case AML_BICEP_RESOURCE:
  case AML_BICEP_MODULE:
    return aml_bicep_reference(l, place, (aml_bicep_target){symbol, NULL}, span);
  case AML_BICEP_SKIPPED:
    return l->base.len > 0 ? make_base(l, node)
                           : aml_bicep_make_failure(l, aml_bicep_no_such_name(l, place, node->name), span);
  default:
    return aml_bicep_make_failure(
        l, aml_sv_format(l->arena, "'%.*s' is not a value.", AML_SV_ARG(node->name)), span);
  }
}

/* ---- operators ---- */

static const char *const operators[AML_BICEP_UNRECOGNISED + 1] = {
    [AML_BICEP_ASTERISK] = "mul",
    [AML_BICEP_SLASH] = "div",
    [AML_BICEP_MODULO] = "mod",
    [AML_BICEP_PLUS] = "add",
    [AML_BICEP_MINUS] = "sub",
    [AML_BICEP_LESS] = "less",
    [AML_BICEP_GREATER] = "greater",
    [AML_BICEP_LESS_OR_EQUAL] = "lessOrEquals",
    [AML_BICEP_GREATER_OR_EQUAL] = "greaterOrEquals",
    [AML_BICEP_EQUAL] = "equals",
    [AML_BICEP_NOT_EQUAL] = "equals",
    [AML_BICEP_EQUAL_IGNORING_CASE] = "equals",
    [AML_BICEP_NOT_EQUAL_IGNORING_CASE] = "equals",
    [AML_BICEP_AND] = "and",
    [AML_BICEP_OR] = "or",
    [AML_BICEP_COALESCE] = "coalesce",
};

typedef AML_VEC(const aml_expr *) expr_list;

/* a && b && c is and(a, b, c): chains may be long. */
static void collect_operands(aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node,
    uint8_t operation, expr_list *out) {
  if (node->kind == AML_BICEP_BINARY && node->operation == operation) {
    collect_operands(l, place, node->parts[0], operation, out);
    collect_operands(l, place, node->parts[1], operation, out);
  } else {
    AML_VEC_PUSH(l->arena, out, aml_bicep_expr(l, place, node));
  }
}

static const aml_expr *lower_binary(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  uint8_t operation = node->operation;
  if (operation == AML_BICEP_AND || operation == AML_BICEP_OR || operation == AML_BICEP_COALESCE) {
    expr_list operands = {0};
    collect_operands(l, place, node, operation, &operands);
    return aml_expr_call(l->arena, (aml_expr_name){aml_sv_of(operators[operation]), span},
        (aml_expr_list){operands.items, operands.count}, span);
  }
  const aml_expr *left = aml_bicep_expr(l, place, node->parts[0]);
  const aml_expr *right = aml_bicep_expr(l, place, node->parts[1]);
  if (operation == AML_BICEP_EQUAL_IGNORING_CASE || operation == AML_BICEP_NOT_EQUAL_IGNORING_CASE) {
    left = aml_bicep_make_call(l, "toLower", left->span, left, NULL, NULL);
    right = aml_bicep_make_call(l, "toLower", right->span, right, NULL, NULL);
  }
  const aml_expr *made = aml_bicep_make_call(l, operators[operation], span, left, right, NULL);
  bool is_negative = operation == AML_BICEP_NOT_EQUAL || operation == AML_BICEP_NOT_EQUAL_IGNORING_CASE;
  return is_negative ? aml_bicep_make_call(l, "not", span, made, NULL, NULL) : made;
}

/* A minus directly before digits is a part of the number. */
static bool is_negative_number(const aml_bicep_node *node) {
  return node->kind == AML_BICEP_UNARY && node->operation == AML_BICEP_MINUS &&
         node->parts[0]->kind == AML_BICEP_NUMBER && node->parts[0]->integer <= (uint64_t)INT64_MAX + 1;
}

static const aml_expr *lower_unary(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  const aml_expr *operand = aml_bicep_expr(l, place, node->parts[0]);
  return node->operation == AML_BICEP_EXCLAMATION
             ? aml_bicep_make_call(l, "not", span, operand, NULL, NULL)
             : aml_bicep_make_call(l, "sub", span, aml_expr_int(l->arena, 0, span), operand, NULL);
}

/* ---- members and items ---- */

static const aml_expr *lower_member(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_expr *known = aml_bicep_reference_member(l, place, node);
  if (known != NULL) {
    return known;
  }
  const aml_bicep_node *base = aml_bicep_bare(node->parts[0]);
  const aml_bicep_symbol *symbol = base->kind == AML_BICEP_NAME && lower_local(l, place, base) == NULL
                                       ? aml_bicep_find(l, place, base->name)
                                       : NULL;
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_IMPORT) {
    aml_span span = aml_bicep_span(l, node);
    return aml_bicep_make_call(l, "$import", span, aml_bicep_make_import_path(l, symbol),
        aml_bicep_make_text(l, node->name, aml_bicep_name_span(l, node)), NULL);
  }
  if (symbol == NULL && l->base.len > 0 && base->kind == AML_BICEP_NAME &&
      aml_sv_eq(base->name, AML_SV("base"))) {
    return make_base(l, node);
  }
  const aml_expr_name name = {node->name, aml_bicep_name_span(l, node)};
  return aml_expr_property(
      l->arena, aml_bicep_expr(l, place, node->parts[0]), name, node->is_safe, aml_bicep_span(l, node));
}

/* x['name'] as x.name. */
static const aml_expr *lower_named_item(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_bicep_node *name = node->parts[1];
  aml_bicep_node *member = AML_NEW(l->arena, aml_bicep_node);
  *member = *node;
  member->kind = AML_BICEP_MEMBER;
  member->name = name->name;
  member->name_begin = name->begin;
  member->name_end = name->end;
  return lower_member(l, place, member);
}

static const aml_expr *lower_item(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  if (node->kind == AML_BICEP_ITEM && node->parts[1]->kind == AML_BICEP_TEXT && !node->is_from_end) {
    return lower_named_item(l, place, node);
  }
  const aml_bicep_target target = aml_bicep_target_of(l, place, node);
  if (target.symbol != NULL) {
    return aml_bicep_reference(l, place, target, span);
  }
  if (node->kind == AML_BICEP_NESTED) {
    return aml_bicep_make_failure(l,
        aml_sv_format(
            l->arena, "The resource before '::' has no nested resource '%.*s'.", AML_SV_ARG(node->name)),
        aml_bicep_name_span(l, node));
  }
  const aml_expr *base = aml_bicep_expr(l, place, node->parts[0]);
  const aml_expr *index = aml_bicep_expr(l, place, node->parts[1]);
  if (node->is_from_end) {
    return aml_bicep_make_call(
        l, node->is_safe ? "tryIndexFromEnd" : "indexFromEnd", span, base, index, NULL);
  }
  return aml_expr_index(l->arena, base, index, aml_bicep_name_span(l, node), node->is_safe, span);
}

/* ---- loops and lambdas ---- */

enum { VARIABLES_MAX = 3 };

/* [for (x, i) in a: b] is map(a, lambda('x', 'i', b)). */
static const aml_expr *lower_loop(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_bicep_node *index = aml_bicep_part(node, 3);
  aml_span span = aml_bicep_span(l, node);
  aml_bicep_local item = {.name = node->parts[2]->name, .outer = place->locals};
  aml_bicep_local number = {.name = index == NULL ? (aml_sv){NULL, 0} : index->name, .outer = &item};
  aml_bicep_place inner = *place;
  inner.locals = index == NULL ? &item : &number;
  const aml_expr_name names[] = {{item.name, aml_bicep_span(l, node->parts[2])},
      {number.name, index == NULL ? span : aml_bicep_span(l, index)}};
  const aml_expr *array = aml_bicep_expr(l, place, node->parts[0]);
  const aml_expr *body = make_value(l, aml_bicep_value(l, &inner, node->parts[1]));
  const aml_expr *lambda = aml_expr_lambda(l->arena, names, index == NULL ? 1 : 2, body, body->span);
  return aml_bicep_make_call(l, "map", span, array, lambda, NULL);
}

static const aml_expr *lower_lambda(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_bicep_local locals[VARIABLES_MAX];
  aml_expr_name names[VARIABLES_MAX];
  size_t count = node->count - 1;
  aml_bicep_place inner = *place;
  if (count > VARIABLES_MAX) {
    return aml_bicep_make_failure(
        l, AML_SV("No function takes a lambda with that many variables."), aml_bicep_span(l, node));
  }
  for (size_t i = 0; i < count; i++) {
    const aml_bicep_node *variable = node->parts[i + 1];
    locals[i] = (aml_bicep_local){.name = variable->name, .outer = inner.locals};
    names[i] = (aml_expr_name){variable->name, aml_bicep_span(l, variable)};
    inner.locals = &locals[i];
  }
  const aml_expr *body = make_value(l, aml_bicep_value(l, &inner, node->parts[0]));
  return aml_expr_lambda(l->arena, names, count, body, aml_bicep_span(l, node));
}

static const aml_expr *lower_ternary(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  return aml_expr_if(l->arena, aml_bicep_expr(l, place, node->parts[0]),
      aml_bicep_expr(l, place, node->parts[1]), aml_bicep_expr(l, place, node->parts[2]),
      aml_bicep_span(l, node));
}

/* What is no literal. */
static const aml_expr *lower_node(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  switch (node->kind) {
  case AML_BICEP_INTERPOLATED:
    return lower_interpolated(l, place, node);
  case AML_BICEP_NAME:
    return lower_name(l, place, node);
  case AML_BICEP_CALL:
    return aml_bicep_call(l, place, node);
  case AML_BICEP_MEMBER:
    return lower_member(l, place, node);
  case AML_BICEP_NESTED:
  case AML_BICEP_ITEM:
    return lower_item(l, place, node);
  case AML_BICEP_UNARY:
    return lower_unary(l, place, node);
  case AML_BICEP_BINARY:
    return lower_binary(l, place, node);
  case AML_BICEP_TERNARY:
    return lower_ternary(l, place, node);
  case AML_BICEP_LOOP:
    return lower_loop(l, place, node);
  case AML_BICEP_LAMBDA:
    return lower_lambda(l, place, node);
  default:
    return aml_expr_value(l->arena, aml_bicep_unread(l, node));
  }
}

static const aml_value *lower_number(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  aml_span span = aml_bicep_span(l, node);
  bool is_negative = node->kind == AML_BICEP_UNARY;
  uint64_t digits = is_negative ? node->parts[0]->integer : node->integer;
  if (digits > (uint64_t)INT64_MAX + (is_negative ? 1U : 0U)) {
    return aml_value_float(l->arena, (double)digits, span);
  }
  return aml_value_int(l->arena, is_negative ? (int64_t)(0 - digits) : (int64_t)digits, span);
}

const aml_value *aml_bicep_value(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  node = aml_bicep_bare(node);
  if (node == NULL) {
    return NULL;
  }
  aml_arena_spend(l->arena, 1);
  aml_span span = aml_bicep_span(l, node);
  switch (node->kind) {
  case AML_BICEP_SKIPPED:
    return aml_bicep_unread(l, node);
  case AML_BICEP_NULL:
    return aml_value_null(l->arena, span);
  case AML_BICEP_TRUE:
  case AML_BICEP_FALSE:
    return aml_value_bool(l->arena, node->kind == AML_BICEP_TRUE, span);
  case AML_BICEP_NUMBER:
    return lower_number(l, node);
  case AML_BICEP_TEXT:
    return aml_value_string(l->arena, node->name, span);
  case AML_BICEP_OBJECT:
    return lower_object(l, place, node);
  case AML_BICEP_ARRAY:
    return lower_array(l, place, node);
  default:
    return is_negative_number(node) ? lower_number(l, node)
                                    : aml_bicep_computed(l, lower_node(l, place, node), span);
  }
}

const aml_expr *aml_bicep_expr(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_value *value = aml_bicep_value(l, place, node);
  switch ((unsigned)value->kind) {
  case AML_EXPRESSION:
    return value->as.expression.tree;
  case AML_STRING:
    return aml_expr_string(l->arena, value->as.string, value->span);
  case AML_INT:
    return aml_expr_int(l->arena, value->as.integer, value->span);
  case AML_FLOAT:
    return aml_expr_float(l->arena, value->as.number, value->span);
  default:
    return aml_expr_value(l->arena, value);
  }
}
