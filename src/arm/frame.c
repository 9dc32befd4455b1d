#include "arm/template_expansion.h"

static const aml_value *call_copy_index(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  return aml_sv_ieq(call->name, AML_SV("copyIndex")) ? aml_arm_call_copy_index(names->run, eval, call) : NULL;
}

static const aml_value *call_parameters(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  return aml_sv_ieq(call->name, AML_SV("parameters")) ? aml_arm_call_parameters(names, eval, call) : NULL;
}

static const aml_value *call_variables(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  return aml_sv_ieq(call->name, AML_SV("variables")) ? aml_arm_call_variables(names, eval, call) : NULL;
}

/* What only readers of other languages write: in the text of a template such a name is no function. */
static const aml_value *call_lowered(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  if (!names->is_lowered) {
    return NULL;
  }
  static aml_arm_call *const calls[] = {aml_arm_call_import, aml_arm_call_load, aml_arm_call_lowered};
  const aml_value *value = NULL;
  for (size_t i = 0; value == NULL && i < sizeof calls / sizeof calls[0]; i++) {
    value = calls[i](names, eval, call);
  }
  return value;
}

/* aml_scope.call: the functions whose answers lie in the template or around it. */
static const aml_value *call_function(void *ctx, aml_eval *eval, const aml_expr *call) {
  static aml_arm_call *const handlers[] = {
      call_parameters,
      call_variables,
      call_copy_index,
      aml_arm_call_surroundings,
      aml_arm_call_user_function,
      aml_arm_call_runtime,
      call_lowered,
  };
  aml_arm_frame *names = ctx;
  const aml_value *value = NULL;
  for (size_t i = 0; value == NULL && i < sizeof handlers / sizeof handlers[0]; i++) {
    value = handlers[i](names, eval, call);
  }
  return value;
}

bool aml_arm_memo_begin(aml_arm_memo *memo, const aml_eval *eval) {
  bool is_trial = eval->silence > 0;
  if (memo->state == AML_ARM_BUSY || (memo->state == AML_ARM_DONE && (is_trial || !memo->is_trial))) {
    return false;
  }
  memo->state = AML_ARM_BUSY;
  memo->is_trial = is_trial;
  return true;
}

void aml_arm_memo_set(aml_arm_memo *memo, const aml_value *value) {
  memo->value = value;
  memo->state = AML_ARM_DONE;
}

aml_arm_frame *aml_arm_frame_new(aml_arm_run *run, aml_arm_frame *parent, const aml_value *template_) {
  aml_arm_frame *frame = AML_NEW(run->scratch, aml_arm_frame);
  frame->run = run;
  frame->number = ++run->frames;
  frame->parent = parent;
  frame->template_ = template_;
  frame->names = frame;
  frame->scope =
      (aml_scope){.ctx = frame, .call = call_function, .fail = aml_arm_fail, .base_id = aml_arm_base_id};
  frame->scope.tree = &aml_arm_tree_rules;
  frame->is_lowered = template_ != NULL && aml_value_has(template_, AML_VALUE_LOWERED);
  aml_map_init(&frame->parameters, run->scratch, AML_MAP_IGNORE_CASE);
  aml_map_init(&frame->variables, run->scratch, AML_MAP_IGNORE_CASE);
  aml_map_init(&frame->functions, run->scratch, AML_MAP_IGNORE_CASE);
  aml_map_init(&frame->symbols, run->scratch, AML_MAP_IGNORE_CASE);
  aml_map_init(&frame->deployments, run->scratch, AML_MAP_IGNORE_CASE);
  if (parent != NULL) {
    frame->depth = parent->depth + 1;
    frame->is_lowered = parent->is_lowered;
    frame->path = parent->path;
    frame->level = parent->level;
    frame->place = parent->place;
    frame->iteration = parent->iteration;
    frame->condition = parent->condition;
    frame->condition_text = parent->condition_text;
    frame->condition_when = parent->condition_when;
    frame->parameters_path = parent->parameters_path;
  }
  return frame;
}

void aml_arm_frame_declare(aml_arm_frame *frame) {
  aml_arm_parameters_declare(frame);
  aml_arm_variables_declare(frame);
  aml_arm_functions_declare(frame);
}
