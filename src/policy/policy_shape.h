/* Which object of Azure Policy a tree is, and whether it has the shape that the service documents. Private to
 * policy/. */
#ifndef AMLINT_POLICY_POLICY_SHAPE_H
#define AMLINT_POLICY_POLICY_SHAPE_H

#include "condition/azure_schema.h"
#include "source/diag.h"

typedef enum aml_policy_kind {
  AML_POLICY_NONE,
  AML_POLICY_DEFINITION,
  AML_POLICY_INITIATIVE,
  AML_POLICY_ASSIGNMENT,
  AML_POLICY_EXEMPTION,
} aml_policy_kind;

/* By `type`, else by `id`, else by the keys that only one of them has. */
aml_policy_kind aml_policy_kind_of(const aml_value *root);
/* The member `properties` where it is an object; else the root, as the CLI prints these objects. */
const aml_value *aml_policy_body(const aml_value *root);

/* False after AML011 for each mistake; of no kind is right. A bare policyRule is a definition. */
bool aml_policy_has_shape(
    aml_arena *arena, const aml_value *schema, aml_policy_kind kind, const aml_value *root, aml_diags *diags);

#endif
