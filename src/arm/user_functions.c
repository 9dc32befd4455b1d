/* User functions: [{namespace, members: {name: {parameters, output}}}]. A call gets a frame of its own, in
 * which only the function's parameters are visible. */
#include "arm/template_expansion.h"

static void declare_members(aml_arm_frame *frame, aml_sv space, const aml_value *members) {
  for (size_t i = 0; i < members->as.object.count; i++) {
    const aml_member *member = &members->as.object.members[i];
    aml_sv name = aml_sv_format(frame->run->arena, "%.*s.%.*s", AML_SV_ARG(space), AML_SV_ARG(member->name));
    aml_arm_function *function = AML_NEW(frame->run->arena, aml_arm_function);
    function->declared = member->value;
    aml_map_put(&frame->functions, name, function);
  }
}

void aml_arm_functions_declare(aml_arm_frame *frame) {
  const aml_value *spaces = aml_object_find(frame->template_, AML_SV("functions"));
  if (!aml_value_is(spaces, AML_ARRAY)) {
    return;
  }
  for (size_t i = 0; i < spaces->as.array.count; i++) {
    const aml_value *space = spaces->as.array.items[i];
    const aml_value *name = aml_object_find(space, AML_SV("namespace"));
    const aml_value *members = aml_object_find(space, AML_SV("members"));
    if (aml_value_is(name, AML_STRING) && aml_value_is(members, AML_OBJECT)) {
      declare_members(frame, name->as.string, members);
    }
  }
}

static void bind_argument(aml_arm_frame *frame, const aml_value *parameter, const aml_value *value) {
  const aml_value *name = aml_object_find(parameter, AML_SV("name"));
  if (!aml_value_is(name, AML_STRING)) {
    return;
  }
  aml_arm_parameter *bound = AML_NEW(frame->run->arena, aml_arm_parameter);
  *bound = (aml_arm_parameter){.name = name->as.string,
      .span = name->span,
      .declaration = parameter,
      .memo = {.state = AML_ARM_DONE, .value = value}};
  aml_map_put(&frame->parameters, name->as.string, bound);
}

/* The frame in which a function's output is evaluated. */
static aml_arm_frame *open_frame(aml_arm_frame *names, const aml_expr *call) {
  aml_arm_frame *frame = aml_arm_frame_new(names->run, names, NULL);
  frame->is_function = true;
  frame->label = call->name;
  frame->functions = names->functions; /* Bicep's functions call each other */
  return frame;
}

const aml_value *aml_arm_function_call(aml_arm_frame *names, aml_eval *eval, const aml_expr *call,
    const aml_arm_function *function, size_t first) {
  const aml_value *member = function->declared;
  const aml_value *parameters = aml_object_find(member, AML_SV("parameters"));
  size_t count = aml_value_is(parameters, AML_ARRAY) ? parameters->as.array.count : 0;
  if (call->arg_count != count + first) {
    return aml_eval_fail(eval, call, "The function '%.*s' takes %zu arguments, not %zu.",
        AML_SV_ARG(call->name), count, call->arg_count - first);
  }
  const aml_value *output = aml_object_find(member, AML_SV("output"));
  const aml_value *body = aml_object_find(output, AML_SV("value"));
  if (body == NULL) {
    return aml_eval_fail(eval, call, "The function '%.*s' has no output value.", AML_SV_ARG(call->name));
  }
  aml_arm_frame *frame = open_frame(names, call);
  for (size_t i = 0; i < count; i++) {
    bind_argument(frame, parameters->as.array.items[i], aml_eval_arg(eval, call, i + first));
  }
  return aml_arm_evaluate_at((aml_arm_site){frame, NULL}, body);
}

const aml_value *aml_arm_call_user_function(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  const aml_arm_function *function = aml_map_find(&names->functions, call->name);
  return function == NULL ? NULL : aml_arm_function_call(names, eval, call, function, 0);
}
