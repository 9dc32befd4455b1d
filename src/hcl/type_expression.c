/* Types as they are written: list(string), object({name = optional(string, "x")}). */
#include "hcl/type.h"

static const aml_hcl_type *read_type(aml_eval *eval, const aml_expr *expr, size_t depth);

/* A part of an object or tuple is a value with the expression in it. */
static const aml_expr *unwrap(const aml_expr *expr) {
  bool is_wrapped = expr->kind == AML_EXPR_VALUE && expr->as.value->kind == AML_EXPRESSION;
  return is_wrapped ? expr->as.value->as.expression.tree : expr;
}

static aml_sv reference_name(const aml_expr *expr) {
  bool is_name = expr->kind == AML_EXPR_CALL && expr->meaning == &aml_hcl_reference && expr->arg_count == 1;
  return is_name ? expr->args[0]->name : (aml_sv){0};
}

static const aml_hcl_type *keyword(aml_sv name) {
  return aml_sv_eq(name, AML_SV("string"))   ? &aml_hcl_string
         : aml_sv_eq(name, AML_SV("number")) ? &aml_hcl_number_type
         : aml_sv_eq(name, AML_SV("bool"))   ? &aml_hcl_bool
         : aml_sv_eq(name, AML_SV("list"))   ? &aml_hcl_any_list
         : aml_sv_eq(name, AML_SV("map"))    ? &aml_hcl_any_map
         : aml_sv_eq(name, AML_SV("set"))    ? &aml_hcl_any_set
                                             : &aml_hcl_any;
}

static void add_member(aml_eval *eval, aml_hcl_type *type, aml_sv name, const aml_expr *part, size_t depth) {
  const aml_expr *written = unwrap(part);
  aml_hcl_type_member member = {.name = name};
  bool is_optional = written->kind == AML_EXPR_CALL && aml_sv_eq(written->name, AML_SV("optional")) &&
                     written->arg_count > 0;
  member.is_optional = is_optional;
  member.type = read_type(eval, is_optional ? written->args[0] : written, depth);
  if (is_optional && written->arg_count > 1) {
    member.otherwise = aml_eval_expr(eval, written->args[1]);
  }
  AML_VEC_PUSH(eval->arena, &type->members, member);
}

static const aml_hcl_type *structure(aml_eval *eval, const aml_expr *call, bool is_object, size_t depth) {
  aml_hcl_type *type = AML_NEW(eval->arena, aml_hcl_type);
  type->kind = is_object ? AML_HCL_TYPE_OBJECT : AML_HCL_TYPE_TUPLE;
  const aml_expr *parts = call->args[0];
  if (parts->kind != AML_EXPR_CALL ||
      parts->meaning != (is_object ? &aml_hcl_object_of : &aml_hcl_tuple_of)) {
    return &aml_hcl_any;
  }
  size_t step = is_object ? 2 : 1;
  for (size_t i = 0; i + step <= parts->arg_count; i += step) {
    add_member(eval, type, is_object ? parts->args[i]->name : (aml_sv){0}, parts->args[i + step - 1], depth);
  }
  return type;
}

static const aml_hcl_type *collection(
    aml_eval *eval, aml_hcl_type_kind kind, const aml_expr *call, size_t depth) {
  aml_hcl_type *type = AML_NEW(eval->arena, aml_hcl_type);
  type->kind = kind;
  type->element = read_type(eval, call->args[0], depth);
  return type;
}

static const aml_hcl_type *read_type(aml_eval *eval, const aml_expr *expr, size_t depth) {
  if (expr->kind == AML_EXPR_VALUE && expr->as.value->kind == AML_STRING) {
    return keyword(expr->as.value->as.string);
  }
  if (expr->kind == AML_EXPR_STRING) { /* the old way: "string" */
    return keyword(expr->name);
  }
  aml_sv name = reference_name(expr);
  if (name.len > 0) {
    return keyword(name);
  }
  if (expr->kind != AML_EXPR_CALL || expr->arg_count == 0 || depth > AML_LIMIT_EXPR_DEPTH) {
    return &aml_hcl_any;
  }
  name = expr->name;
  if (aml_sv_eq(name, AML_SV("object")) || aml_sv_eq(name, AML_SV("tuple"))) {
    return structure(eval, expr, name.data[0] == 'o', depth + 1);
  }
  const aml_hcl_type *word = keyword(name);
  bool is_collection =
      word->kind == AML_HCL_TYPE_LIST || word->kind == AML_HCL_TYPE_SET || word->kind == AML_HCL_TYPE_MAP;
  return is_collection ? collection(eval, word->kind, expr, depth + 1) : &aml_hcl_any;
}

const aml_hcl_type *aml_hcl_type_of_expression(aml_eval *eval, const aml_expr *expr) {
  return read_type(eval, expr, 0);
}
