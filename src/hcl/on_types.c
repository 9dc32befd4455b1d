/* Conversions that are called, and what is tried. */
#include "hcl/function_bodies.h"

static const aml_value *converted(const aml_hcl_call *call, const aml_hcl_type *type, const char *wanted) {
  const aml_value *made = aml_hcl_convert(call->eval, call->args[0], type);
  return made != NULL ? made : aml_hcl_call_fail(call, 0, "This cannot be converted to %s.", wanted);
}

const aml_value *aml_hcl_fn_tobool(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_bool, "true or false");
}

const aml_value *aml_hcl_fn_tolist(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_any_list, "a list");
}

const aml_value *aml_hcl_fn_tomap(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_any_map, "a map");
}

const aml_value *aml_hcl_fn_tonumber(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_number_type, "a number");
}

const aml_value *aml_hcl_fn_toset(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_any_set, "a set");
}

const aml_value *aml_hcl_fn_tostring(const aml_hcl_call *call) {
  return converted(call, &aml_hcl_string, "a string");
}

const aml_value *aml_hcl_fn_sensitive(const aml_hcl_call *call) {
  const aml_value *value = call->args[0];
  return aml_value_moved(
      call->eval->arena, value, value->span, value->origin, value->flags | (unsigned)AML_VALUE_SECURE);
}

/* What was secret stays so here: reports show nothing that somebody once called a secret. */
const aml_value *aml_hcl_fn_nonsensitive(const aml_hcl_call *call) {
  return call->args[0];
}

/* Whether evaluating an argument fails; its value in *value. */
static bool fails(const aml_hcl_call *call, size_t i, const aml_value **value) {
  size_t failures = call->eval->failures;
  call->eval->silence++;
  *value = aml_eval_arg(call->eval, call->expr, i);
  call->eval->silence--;
  return call->eval->failures > failures;
}

/* What is not known may fail when it is: then another argument counts. */
const aml_value *aml_hcl_fn_try(const aml_hcl_call *call) {
  for (size_t i = 0; i < call->expr->arg_count; i++) {
    const aml_value *value = NULL;
    if (!fails(call, i, &value)) {
      return value->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, value, AML_KINDS_ANY) : value;
    }
  }
  return aml_hcl_call_fail(call, AML_NPOS, "None of the arguments of 'try' can be evaluated.");
}

const aml_value *aml_hcl_fn_can(const aml_hcl_call *call) {
  const aml_value *value = NULL;
  if (call->expr->arg_count != 1) {
    return aml_hcl_call_fail(call, AML_NPOS, "The function 'can' takes one argument.");
  }
  if (fails(call, 0, &value)) {
    return aml_make_bool(call->eval, false);
  }
  return value->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_BOOL))
                                    : aml_make_bool(call->eval, true);
}

const aml_value *aml_hcl_fn_outside(const aml_hcl_call *call) {
  return aml_eval_unknown(call->eval, call->function->returns, "%.*s() is not computed here; state the value",
      AML_SV_ARG(call->expr->name));
}
