#include "policy/policy_shape.h"

#include "config/shape.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

const aml_value *aml_policy_body(const aml_value *root) {
  const aml_value *properties = member(root, "properties");
  return aml_value_is(properties, AML_OBJECT) ? properties : root;
}

static const struct {
  aml_policy_kind kind;
  const char *type;
  const char *definition; /* of the schema */
  const char *noun;
} kinds[] = {
    {AML_POLICY_DEFINITION, "Microsoft.Authorization/policyDefinitions", "definition", "The definition"},
    {AML_POLICY_INITIATIVE, "Microsoft.Authorization/policySetDefinitions", "initiative", "The initiative"},
    {AML_POLICY_ASSIGNMENT, "Microsoft.Authorization/policyAssignments", "assignment", "The assignment"},
    {AML_POLICY_EXEMPTION, "Microsoft.Authorization/policyExemptions", "exemption", "The exemption"},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static aml_policy_kind kind_by_keys(const aml_value *root) {
  const aml_value *body = aml_policy_body(root);
  if (member(body, "policyRule") != NULL || (member(root, "if") != NULL && member(root, "then") != NULL)) {
    return AML_POLICY_DEFINITION;
  }
  if (member(body, "policyDefinitions") != NULL) {
    return AML_POLICY_INITIATIVE;
  }
  if (member(body, "policyAssignmentId") != NULL && member(body, "exemptionCategory") != NULL) {
    return AML_POLICY_EXEMPTION;
  }
  return member(body, "policyDefinitionId") != NULL ? AML_POLICY_ASSIGNMENT : AML_POLICY_NONE;
}

aml_policy_kind aml_policy_kind_of(const aml_value *root) {
  aml_sv type = aml_value_text(member(root, "type"));
  aml_sv id = aml_value_text(member(root, "id"));
  size_t slash = aml_sv_rfind_char(id, '/');
  aml_sv parent = aml_sv_slice(id, 0, slash == AML_NPOS ? 0 : slash);
  for (size_t i = 0; i < KIND_COUNT; i++) {
    if (aml_sv_ieq(type, aml_sv_of(kinds[i].type))) {
      return kinds[i].kind;
    }
  }
  for (size_t i = 0; i < KIND_COUNT; i++) {
    if (aml_sv_iends(parent, aml_sv_of(kinds[i].type))) {
      return kinds[i].kind;
    }
  }
  return kind_by_keys(root);
}

bool aml_policy_has_shape(aml_arena *arena, const aml_value *schema, aml_policy_kind kind,
    const aml_value *root, aml_diags *diags) {
  size_t row = 0;
  while (row < KIND_COUNT && kinds[row].kind != kind) {
    row++;
  }
  if (row == KIND_COUNT) {
    return true;
  }
  const aml_shape shape = {.schema = schema, .rule = "AML011", .noun = kinds[row].noun, .is_azure = true};
  if (member(root, "if") != NULL) {
    return aml_shape_check(&shape, "policyRule", root, "", arena, diags) == 0;
  }
  if (aml_shape_check(&shape, "envelope", root, "", arena, diags) > 0) {
    return false;
  }
  const aml_value *body = aml_policy_body(root);
  const char *key = body == root ? "" : "properties";
  return aml_shape_check(&shape, kinds[row].definition, body, key, arena, diags) == 0;
}
