/* Makers of expressions, for readers of languages that are not texts of JSON. */
#include "expr/node.h"

#include "expr/function.h"

/* A node without parts yet. */
static aml_expr *begin_node(aml_arena *arena, aml_expr_kind kind, aml_span span) {
  aml_expr *node = AML_NEW(arena, aml_expr);
  node->kind = kind;
  node->height = 1;
  node->span = span;
  node->name_span = span;
  return node;
}

static size_t height_of_value(const aml_value *value);

static size_t height_of_parts(const aml_value *container) {
  size_t highest = 0;
  bool is_array = container->kind == AML_ARRAY;
  size_t count = is_array ? container->as.array.count : container->as.object.count;
  for (size_t i = 0; i < count && highest < AML_LIMIT_EXPR_DEPTH; i++) {
    size_t height =
        height_of_value(is_array ? container->as.array.items[i] : container->as.object.members[i].value);
    highest = height > highest ? height : highest;
  }
  return highest;
}

/* What walks over the trees inside of a value go through; ends at the bound, so that it is none itself. */
static size_t height_of_value(const aml_value *value) {
  if (value->kind == AML_EXPRESSION) {
    return value->as.expression.tree->height;
  }
  bool is_container = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  return is_container ? 1 + height_of_parts(value) : 0;
}

static const aml_expr *refuse_height(aml_arena *arena, aml_span span) {
  return aml_expr_ill_formed(arena, aml_sv_format(arena, AML_EXPR_TOO_DEEP, AML_LIMIT_EXPR_DEPTH), span);
}

/* The node, or what stands for it where it is too high. */
static const aml_expr *end_or_refuse(aml_arena *arena, aml_expr *node) {
  return aml_expr_end(node) ? node : refuse_height(arena, node->span);
}

const aml_expr *aml_expr_string(aml_arena *arena, aml_sv string, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_STRING, span);
  node->name = string;
  return node;
}

const aml_expr *aml_expr_int(aml_arena *arena, int64_t integer, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_INT, span);
  node->as.integer = integer;
  return node;
}

const aml_expr *aml_expr_float(aml_arena *arena, double number, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_FLOAT, span);
  node->as.number = number;
  return node;
}

const aml_expr *aml_expr_value(aml_arena *arena, const aml_value *value) {
  size_t height = height_of_value(value);
  if (height >= AML_LIMIT_EXPR_DEPTH) {
    return refuse_height(arena, value->span);
  }
  aml_expr *node = begin_node(arena, AML_EXPR_VALUE, value->span);
  node->as.value = value;
  node->height = (uint8_t)(height + 1);
  return node;
}

static const aml_expr *make_call(
    aml_arena *arena, aml_expr_name function, const aml_expr *const *args, size_t count, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_CALL, span);
  node->name = function.text;
  node->name_span = function.span;
  node->as.function = aml_function_find(function.text);
  node->args = args;
  node->arg_count = count;
  node->fits = aml_function_takes(node->as.function, count);
  return end_or_refuse(arena, node);
}

const aml_expr *aml_expr_call(aml_arena *arena, aml_expr_name function, aml_expr_list args, aml_span span) {
  return make_call(arena, function, args.items, args.count, span);
}

const aml_expr *aml_expr_call_of(
    aml_arena *arena, const void *meaning, aml_expr_name function, aml_expr_list args, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_CALL, span);
  node->name = function.text;
  node->name_span = function.span;
  node->meaning = meaning;
  node->args = args.items;
  node->arg_count = args.count;
  return end_or_refuse(arena, node);
}

const aml_expr *aml_expr_property(
    aml_arena *arena, const aml_expr *base, aml_expr_name name, bool is_safe, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_PROPERTY, span);
  node->base = base;
  node->name = name.text;
  node->name_span = name.span;
  node->is_safe = is_safe;
  return end_or_refuse(arena, node);
}

const aml_expr *aml_expr_index(aml_arena *arena, const aml_expr *base, const aml_expr *index,
    aml_span brackets, bool is_safe, aml_span span) {
  const aml_expr **args = AML_NEW(arena, const aml_expr *);
  *args = index;
  aml_expr *node = begin_node(arena, AML_EXPR_INDEX, span);
  node->base = base;
  node->args = args;
  node->arg_count = 1;
  node->name_span = brackets;
  node->is_safe = is_safe;
  return end_or_refuse(arena, node);
}

const aml_expr *aml_expr_object(aml_arena *arena, aml_expr_list names_and_values, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_OBJECT, span);
  node->args = names_and_values.items;
  node->arg_count = names_and_values.count;
  return end_or_refuse(arena, node);
}

const aml_expr *aml_expr_if(
    aml_arena *arena, const aml_expr *condition, const aml_expr *yes, const aml_expr *no, aml_span span) {
  const aml_expr **args = AML_NEW_ARRAY(arena, const aml_expr *, 3);
  args[0] = condition;
  args[1] = yes;
  args[2] = no;
  return make_call(arena, (aml_expr_name){AML_SV("if"), span}, args, 3, span);
}

const aml_expr *aml_expr_lambda(
    aml_arena *arena, const aml_expr_name *names, size_t count, const aml_expr *body, aml_span span) {
  const aml_expr **args = AML_NEW_ARRAY(arena, const aml_expr *, count + 1);
  for (size_t i = 0; i < count; i++) {
    args[i] = aml_expr_string(arena, names[i].text, names[i].span);
  }
  args[count] = body;
  return make_call(arena, (aml_expr_name){AML_SV("lambda"), span}, args, count + 1, span);
}

const aml_expr *aml_expr_lambda_variable(aml_arena *arena, aml_sv name, aml_span span) {
  const aml_expr **args = AML_NEW(arena, const aml_expr *);
  *args = aml_expr_string(arena, name, span);
  return make_call(arena, (aml_expr_name){AML_SV("lambdaVariables"), span}, args, 1, span);
}

const aml_expr *aml_expr_ill_formed(aml_arena *arena, aml_sv why, aml_span span) {
  aml_expr *node = begin_node(arena, AML_EXPR_ILL_FORMED, span);
  node->name = why;
  return node;
}
