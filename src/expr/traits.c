/* What can be asked about expressions. Recursion is bounded by the height of trees. */
#include "expr/expr.h"

static bool is_equal_value(const aml_value *a, const aml_value *b);

static bool are_equal_members(const aml_value *a, const aml_value *b) {
  bool is_same = a->as.object.count == b->as.object.count;
  for (size_t i = 0; is_same && i < a->as.object.count; i++) {
    const aml_member *x = &a->as.object.members[i];
    const aml_member *y = &b->as.object.members[i];
    is_same = aml_sv_ieq(x->name, y->name) && is_equal_value(x->value, y->value);
  }
  return is_same;
}

/* As written: members in the same order. */
static bool is_equal_value(const aml_value *a, const aml_value *b) {
  if (a->kind != b->kind) {
    return false;
  }
  if (a->kind == AML_EXPRESSION) {
    return aml_expr_equal(a->as.expression.tree, b->as.expression.tree);
  }
  if (a->kind == AML_OBJECT) {
    return are_equal_members(a, b);
  }
  if (a->kind != AML_ARRAY) {
    return aml_value_equal(a, b) == AML_TRUE;
  }
  bool is_same = a->as.array.count == b->as.array.count;
  for (size_t i = 0; is_same && i < a->as.array.count; i++) {
    is_same = is_equal_value(a->as.array.items[i], b->as.array.items[i]);
  }
  return is_same;
}

/* Whether two nodes are the same but for their parts. */
static bool is_equal_node(const aml_expr *a, const aml_expr *b) {
  if (a->kind != b->kind || a->arg_count != b->arg_count || a->is_safe != b->is_safe) {
    return false;
  }
  switch (a->kind) {
  case AML_EXPR_STRING:
    return aml_sv_eq(a->name, b->name);
  case AML_EXPR_INT:
    return a->as.integer == b->as.integer;
  case AML_EXPR_FLOAT:
    return !(a->as.number < b->as.number) && !(a->as.number > b->as.number);
  case AML_EXPR_VALUE:
    return is_equal_value(a->as.value, b->as.value);
  case AML_EXPR_CALL:
  case AML_EXPR_PROPERTY:
    return aml_sv_ieq(a->name, b->name);
  case AML_EXPR_OBJECT:
  case AML_EXPR_INDEX:
    return true;
  case AML_EXPR_ILL_FORMED:
    break;
  }
  return false;
}

bool aml_expr_equal(const aml_expr *a, const aml_expr *b) {
  if (a == NULL || b == NULL || a == b) {
    return a == b;
  }
  bool is_same = is_equal_node(a, b) && aml_expr_equal(a->base, b->base);
  for (size_t i = 0; is_same && i < a->arg_count; i++) {
    is_same = aml_expr_equal(a->args[i], b->args[i]);
  }
  return is_same;
}

aml_sv aml_expr_referred(const aml_expr *expr, aml_sv function) {
  bool is_call = expr->kind == AML_EXPR_CALL && expr->arg_count == 1 &&
                 expr->args[0]->kind == AML_EXPR_STRING && aml_sv_ieq(expr->name, function);
  return is_call ? expr->args[0]->name : (aml_sv){0};
}

bool aml_expr_is_reference(const aml_expr *expr, aml_sv *name) {
  if (expr->kind != AML_EXPR_CALL || expr->arg_count != 1 || expr->args[0]->kind != AML_EXPR_STRING ||
      (!aml_sv_ieq(expr->name, AML_SV("parameters")) && !aml_sv_ieq(expr->name, AML_SV("variables")))) {
    return false;
  }
  *name = expr->args[0]->name;
  return true;
}

bool aml_expr_hands_on(const aml_expr *expr) {
  while (expr->kind == AML_EXPR_PROPERTY ||
         (expr->kind == AML_EXPR_INDEX &&
             (expr->args[0]->kind == AML_EXPR_STRING || expr->args[0]->kind == AML_EXPR_INT))) {
    expr = expr->base;
  }
  aml_sv name;
  return aml_expr_is_reference(expr, &name);
}

bool aml_expr_is_property_of(const aml_expr *expr, aml_sv function, aml_sv property) {
  return expr->kind == AML_EXPR_PROPERTY && aml_sv_ieq(expr->name, property) &&
         expr->base->kind == AML_EXPR_CALL && expr->base->arg_count == 0 &&
         aml_sv_ieq(expr->base->name, function);
}

static void visit_value(const aml_value *value, aml_expr_visit *visit, void *ctx) {
  if (value->kind == AML_EXPRESSION) {
    aml_expr_each_call(value->as.expression.tree, visit, ctx);
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    visit_value(value->as.array.items[i], visit, ctx);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    visit_value(value->as.object.members[i].value, visit, ctx);
  }
}

void aml_expr_each_call(const aml_expr *expr, aml_expr_visit *visit, void *ctx) {
  if (expr->kind == AML_EXPR_CALL) {
    visit(ctx, expr);
  } else if (expr->kind == AML_EXPR_VALUE) {
    visit_value(expr->as.value, visit, ctx);
  }
  if (expr->base != NULL) {
    aml_expr_each_call(expr->base, visit, ctx);
  }
  for (size_t i = 0; i < expr->arg_count; i++) {
    aml_expr_each_call(expr->args[i], visit, ctx);
  }
}

typedef struct sought {
  aml_sv function;
  bool is_found;
} sought;

static void look_for(void *ctx, const aml_expr *call) {
  sought *it = ctx;
  it->is_found = it->is_found || aml_sv_ieq(call->name, it->function);
}

bool aml_expr_calls(const aml_expr *expr, aml_sv function) {
  sought it = {.function = function};
  aml_expr_each_call(expr, look_for, &it);
  return it.is_found;
}
