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

/* A policy or rule with its parameters. It lives in the arena, as do its verdicts; the input must outlive it.
 */
typedef struct aml_eval_judge aml_eval_judge;

/* NULL when the policy cannot be used: diags says why (AML011). `resource` is not looked at.
 */
aml_eval_judge *aml_policy_eval_prepare(
    aml_arena *arena, const aml_policy_eval_input *input, aml_diags *diags);

/* The graph of what exists: `subjects`, and beside them the bodies of the input's `related`. Linked anew. */
const aml_graph *aml_policy_eval_graph(aml_eval_judge *judge, aml_resource *const *subjects, size_t count);

/* On a resource of a graph that is linked, which holds all that exists. For a rule of ours the effect is the
 * severity. */
aml_verdict aml_policy_eval_judge(
    aml_eval_judge *judge, const aml_graph *graph, const aml_resource *resource);

/* Both, on the input's `resource`, with `related` beside it. False when the policy or the resource cannot be
 * used: diags says why (AML011). */
bool aml_policy_eval(
    aml_arena *arena, const aml_policy_eval_input *input, aml_diags *diags, aml_verdict *out);

/* Whether a tree is one resource in the shape of Azure Resource Manager, which names its type. */
bool aml_policy_eval_is_resource(const aml_value *root);

/* {"effect": ..., "verdict": "true", "details": ...}; effect is null unless it applies for certain. */
void aml_verdict_write(aml_json *json, const aml_verdict *verdict);
/* The members of that object alone. */
void aml_verdict_write_members(aml_json *json, const aml_verdict *verdict);

#endif
