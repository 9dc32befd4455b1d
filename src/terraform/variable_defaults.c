/* What only the defaults of a root module's variables decide: who runs Terraform may decide otherwise. */
#include "terraform/module.h"

bool aml_tf_hangs_on_default(aml_tf_frame *frame, const aml_value *expression) {
  aml_tf_run *run = frame->run;
  if (run->doubts_defaults || expression->kind != AML_EXPRESSION) {
    return false;
  }
  run->doubts_defaults = true;
  run->eval.silence++;
  const aml_value *value = aml_tf_eval(frame, NULL, NULL, expression);
  run->eval.silence--;
  run->doubts_defaults = false;
  return value->kind == AML_UNKNOWN || aml_value_has(value, AML_VALUE_OPEN) ||
         aml_find_unknown(value) != NULL;
}

static bool is_whole(const aml_expr *node, int64_t number) {
  return node->kind == AML_EXPR_INT && node->as.integer == number;
}

aml_sv aml_tf_turning_on(const aml_tf_run *run, const aml_value *expression, bool is_count) {
  const aml_expr *tree = expression->kind == AML_EXPRESSION ? expression->as.expression.tree : NULL;
  const char *rest = is_count ? "is above 0" : "is not empty";
  aml_sv text = aml_expr_text(run->arena, expression);
  if (is_count && tree != NULL && tree->meaning == &aml_hcl_conditional) {
    bool is_on = is_whole(tree->args[2], 0);
    if (is_on || is_whole(tree->args[1], 0)) {
      rest = is_on ? "is true" : "is false";
      text = aml_span_text(run->host->sources, tree->args[0]->span);
    }
  }
  return aml_sv_format(run->arena, "'%.*s' %s", AML_SV_ARG(text), rest);
}
