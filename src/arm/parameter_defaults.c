/* What only a parameter's default decides: whoever deploys the template may decide otherwise. */
#include "arm/template_expansion.h"

/* What is wrong with it has been said the first time. */
static const aml_value *evaluate_again(aml_arm_site site, const aml_value *declared) {
  aml_arm_run *run = site.frame->run;
  run->silence++;
  run->eval->silence++;
  const aml_value *value = aml_arm_evaluate_at(site, declared);
  run->eval->silence--;
  run->silence--;
  return value;
}

bool aml_arm_hangs_on_default(aml_arm_site site, const aml_value *declared) {
  aml_arm_run *run = site.frame->run;
  if (run->doubts_defaults || !aml_value_is(declared, AML_EXPRESSION)) {
    return false;
  }
  run->doubts_defaults = true;
  const aml_value *value = evaluate_again(site, declared);
  run->doubts_defaults = false;
  return value->kind == AML_UNKNOWN;
}

static aml_sv name_of(const aml_expr *expr) {
  aml_sv name;
  return aml_expr_is_reference(expr, &name) ? name : (aml_sv){0};
}

static aml_sv tell_what_turns_on(aml_arena *arena, const aml_value *declared, bool is_count) {
  const aml_expr *expr = declared->as.expression.tree;
  if (expr->kind == AML_EXPR_ILL_FORMED) {
    return aml_sv_format(arena, "'%.*s' says so", AML_SV_ARG(aml_expr_text(arena, declared)));
  }
  const char *inner_function = is_count ? "length" : "not";
  bool is_wrapped = expr->kind == AML_EXPR_CALL && expr->arg_count == 1 &&
                    aml_sv_ieq(expr->name, aml_sv_of(inner_function));
  aml_sv name = name_of(is_wrapped ? expr->args[0] : expr);
  if (is_wrapped && name.len > 0) {
    return aml_sv_format(arena, is_count ? "'%.*s' is not empty" : "'%.*s' is false", AML_SV_ARG(name));
  }
  name = name.len > 0 ? name : aml_expr_inner_text(arena, declared);
  return aml_sv_format(arena, is_count ? "'%.*s' is above 0" : "'%.*s' is true", AML_SV_ARG(name));
}

/* The parameter whose default the value came from, by way of variables and arguments; empty for none. */
static aml_sv find_parameter(const aml_value *value) {
  aml_sv name = {0};
  for (const aml_origin *step = value->origin; step != NULL; step = step->from) {
    name = step->step == AML_STEP_PARAMETER ? step->name : name;
  }
  return name;
}

aml_sv aml_arm_turning_on(aml_arm_site site, const aml_value *declared, bool is_count) {
  aml_arena *arena = site.frame->run->arena;
  aml_sv text = tell_what_turns_on(arena, declared, is_count);
  aml_sv name = find_parameter(evaluate_again(site, declared));
  aml_sv quoted = aml_sv_format(arena, "'%.*s'", AML_SV_ARG(name));
  bool is_told = name.len == 0 || aml_sv_ifind(text, quoted, 0) != AML_NPOS;
  return is_told ? text
                 : aml_sv_format(
                       arena, "%.*s, which the parameter '%.*s' decides", AML_SV_ARG(text), AML_SV_ARG(name));
}
