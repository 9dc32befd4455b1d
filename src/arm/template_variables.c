/* Variables: computed when first asked for, once in each frame. */
#include "arm/template_expansion.h"
#include "tree/secret_values.h"

static void declare(
    aml_arm_frame *frame, aml_sv name, aml_span span, const aml_value *declared, bool is_copy) {
  aml_arm_variable *variable = AML_NEW(frame->run->arena, aml_arm_variable);
  *variable = (aml_arm_variable){.name = name, .span = span, .declared = declared, .is_copy = is_copy};
  aml_map_put(&frame->variables, name, variable);
}

static void declare_copies(aml_arm_frame *frame, const aml_value *copies) {
  for (size_t i = 0; i < copies->as.array.count; i++) {
    const aml_value *copy = copies->as.array.items[i];
    const aml_value *name = aml_object_find(copy, AML_SV("name"));
    if (aml_value_is(name, AML_STRING)) {
      declare(frame, name->as.string, name->span, copy, true);
    }
  }
}

void aml_arm_variables_declare(aml_arm_frame *frame) {
  const aml_value *declared = aml_object_find(frame->template_, AML_SV("variables"));
  if (!aml_value_is(declared, AML_OBJECT)) {
    return;
  }
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *member = &declared->as.object.members[i];
    if (!frame->is_lowered && aml_sv_ieq(member->name, AML_SV("copy")) &&
        aml_arm_copy_is_list(member->value)) {
      declare_copies(frame, member->value);
    } else {
      declare(frame, member->name, member->name_span, member->value, false);
    }
  }
}

static const aml_value *compute_value(aml_arm_variable *variable, aml_arm_frame *names) {
  aml_arena *arena = names->run->arena;
  aml_arm_site site = {names, NULL};
  const aml_value *value = variable->is_copy ? aml_arm_copy_values(site, variable->declared, variable->name)
                                             : aml_arm_evaluate_at(site, variable->declared);
  const aml_origin *origin =
      aml_origin_new(arena, AML_STEP_VARIABLE, variable->name, variable->declared->span, value->origin);
  value = aml_value_hide_named(arena, variable->name, value);
  return aml_value_moved(arena, value, value->span, origin, value->flags);
}

const aml_value *aml_arm_call_variables(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  if (call->arg_count != 1) {
    return aml_eval_fail(
        eval, call, "The function 'variables' takes one argument, not %zu.", call->arg_count);
  }
  if (names->is_function) {
    return aml_eval_fail(eval, call, "The function '%.*s' cannot use variables.", AML_SV_ARG(names->label));
  }
  const aml_value *name = aml_eval_arg(eval, call, 0);
  if (name->kind == AML_UNKNOWN) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "%.*s", AML_SV_ARG(name->as.unknown->reason));
  }
  if (name->kind != AML_STRING) {
    return aml_eval_fail(eval, call, "The function 'variables' takes a name, not a value of type '%s'.",
        aml_kind_name(name->kind));
  }
  return aml_arm_variable_value(names, eval, call, name->as.string);
}

const aml_value *aml_arm_variable_value(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv name) {
  aml_arm_variable *variable = aml_map_find(&names->variables, name);
  if (variable == NULL) {
    aml_sv hint = aml_arm_suggest(names->run, name, &names->variables);
    return aml_eval_fail(
        eval, call, "Variable '%.*s' does not exist%.*s", AML_SV_ARG(name), AML_SV_ARG(hint));
  }
  aml_arm_memo *memo = names->run->doubts_defaults ? &variable->doubted : &variable->memo;
  if (memo->state == AML_ARM_BUSY) {
    return aml_eval_fail(eval, call, "The variable '%.*s' depends on itself.", AML_SV_ARG(variable->name));
  }
  if (aml_arm_memo_begin(memo, eval)) {
    aml_arm_memo_set(memo, compute_value(variable, names));
  }
  return memo->value;
}
