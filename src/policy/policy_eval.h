/* One policy or rule against one resource, for `amlint eval` and for conformance programs. */
#ifndef AMLINT_POLICY_POLICY_EVAL_H
#define AMLINT_POLICY_POLICY_EVAL_H

#include "base/json.h"
#include "policy/definition.h"

typedef struct aml_policy_eval_input {
  const aml_value *policy;   /* a rule of ours, a policy definition or its policyRule */
  const aml_value *resource; /* in the shape of Azure Resource Manager */
  const aml_value
      *parameters; /* {name: value} or {name: {"value": value}}, perhaps below "parameters"; or NULL */
  const aml_value
      *context; /* {resourceGroup, subscription, managementGroup, requestContext, policy}; or NULL */
  const aml_value *related;   /* an array of further resources that exist; or NULL */
  const aml_aliases *aliases; /* NULL: the general rule */
  aml_sv api_version;         /* empty: the resource's own */
  const aml_sources *sources; /* may be NULL */
  const aml_facts *facts;
  aml_day as_of;
} aml_policy_eval_input;

/* False when the policy cannot be used: diags says why (AML011). For a rule of ours the effect is the
 * severity. */
bool aml_policy_eval(
    aml_arena *arena, const aml_policy_eval_input *input, aml_diags *diags, aml_verdict *out);

/* {"effect": ..., "verdict": "true", "details": ...}; effect is null unless it applies for certain. */
void aml_verdict_write(aml_json *json, const aml_verdict *verdict);

#endif
