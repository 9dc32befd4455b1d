/* Functions that readers of other languages write for what templates cannot say. */
#include "arm/template_expansion.h"

/* $failure('why'): said where it is evaluated. */
static const aml_value *call_failure(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  return aml_eval_fail(eval, call, "%.*s", AML_SV_ARG(call->args[0]->name));
}

static const aml_value *call_secret(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  const aml_value *secret = aml_eval_unknown(eval, AML_KINDS_ANY,
      "the value is a secret of a deployed resource, which is never checked; check it there");
  return aml_value_moved(
      eval->arena, secret, secret->span, secret->origin, secret->flags | (unsigned)AML_VALUE_SECURE);
}

static const aml_value *call_this(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  return aml_eval_unknown(eval, AML_KINDS_ANY,
      "this reads the state of a deployed resource; pass the value as a parameter to have it checked");
}

static const aml_value *call_role(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  return aml_eval_unknown(
      eval, 1U << AML_OBJECT, "roleDefinitions() reads a list in Azure; write the id of the role itself");
}

/* $environmentVariable(name, default): of the machine that builds the parameters, whichever that is. What the
 * default says is not shown: it may be a secret, and no name here would tell. */
static const aml_value *call_environment(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  enum { SHOWN_MAX = 60 };
  const aml_value *name = call->arg_count > 0 ? aml_eval_arg(eval, call, 0) : NULL;
  aml_sv shown = aml_sv_shorten(eval->arena, aml_value_text(name), SHOWN_MAX);
  (void)names;
  return aml_eval_unknown(eval, 1U << AML_STRING,
      "'%.*s' is read from the environment of the deployment%s; %s", AML_SV_ARG(shown),
      call->arg_count > 1 ? ", with a default here" : "", "state its value");
}

static const aml_value *call_external(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  return aml_eval_unknown(
      eval, AML_KINDS_ANY, "externalInput() is answered during the deployment; state the value");
}

const aml_value *aml_arm_call_lowered(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const aml_arm_named_call functions[] = {
      {AML_SV_CONST("$failure"), call_failure},
      {AML_SV_CONST("$secret"), call_secret},
      {AML_SV_CONST("$this"), call_this},
      {AML_SV_CONST("$environmentVariable"), call_environment},
      {AML_SV_CONST("$externalInput"), call_external},
      {AML_SV_CONST("$roleDefinitions"), call_role},
  };
  return aml_arm_call_named(functions, sizeof functions / sizeof functions[0], names, eval, call);
}
