/* Where resources are deployed to: comparing scopes. */
#include "graph/graph.h"

static bool is_same_deployment(const aml_scope_path *a, const aml_scope_path *b) {
  return a->deployment.len > 0 && aml_sv_eq(a->deployment, b->deployment);
}

aml_truth aml_scope_same_subscription(const aml_scope_path *a, const aml_scope_path *b) {
  if (a->subscription.len > 0 && b->subscription.len > 0) {
    return aml_sv_ieq(a->subscription, b->subscription) ? AML_TRUE : AML_FALSE;
  }
  bool is_same = a->subscription.len == 0 && b->subscription.len == 0 && is_same_deployment(a, b);
  return is_same ? AML_TRUE : AML_MAYBE;
}

static bool may_be_default(const aml_scope_path *scope) {
  return !scope->is_uncertain && (scope->subscription.len == 0 || scope->is_default_subscription);
}

/* Group names that are equal are one group where nobody names a subscription, or only one says which one it
 * deploys to: a run is about the subscription that its user deploys to. */
static aml_truth same_named_group(const aml_scope_path *a, const aml_scope_path *b) {
  if (!aml_sv_ieq(a->resource_group, b->resource_group)) {
    return AML_FALSE;
  }
  bool is_said_by_both = a->subscription.len > 0 && b->subscription.len > 0;
  if (!is_said_by_both && may_be_default(a) && may_be_default(b)) {
    return AML_TRUE;
  }
  return aml_scope_same_subscription(a, b);
}

aml_truth aml_scope_same_group(const aml_scope_path *a, const aml_scope_path *b) {
  if (a->has_resource_group != b->has_resource_group) {
    return AML_FALSE;
  }
  if (!a->has_resource_group) {
    return aml_scope_same_subscription(a, b);
  }
  if (a->resource_group.len > 0 && b->resource_group.len > 0) {
    return same_named_group(a, b);
  }
  if (a->resource_group.len == 0 && b->resource_group.len == 0 && is_same_deployment(a, b)) {
    return aml_scope_same_subscription(a, b);
  }
  return aml_scope_same_subscription(a, b) == AML_FALSE ? AML_FALSE : AML_MAYBE;
}
