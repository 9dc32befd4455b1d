#include "policy/binding.h"
#include "policy/policy_shape.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

static const aml_value *list_of(const aml_value *root) {
  const aml_value *value = aml_value_is(root, AML_ARRAY) ? root : member(root, "value");
  return aml_value_is(value, AML_ARRAY) ? value : NULL;
}

bool aml_policies_recognise(const aml_value *root) {
  const aml_value *list = list_of(root);
  if (list == NULL) {
    return aml_policy_kind_of(root) != AML_POLICY_NONE;
  }
  for (size_t i = 0; i < list->as.array.count; i++) {
    if (aml_policy_kind_of(list->as.array.items[i]) != AML_POLICY_NONE) {
      return true;
    }
  }
  return false;
}

aml_policies *aml_policies_new(aml_arena *arena, const aml_sources *sources, const aml_aliases *aliases) {
  aml_policies *policies = AML_NEW(arena, aml_policies);
  policies->arena = arena;
  policies->sources = sources;
  policies->aliases = aliases;
  return policies;
}

/* "policies/require-tag.json" gives "require-tag". */
static aml_sv stem_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  aml_sv name = aml_sv_slice(path, slash == AML_NPOS ? 0 : slash + 1, path.len);
  size_t dot = aml_sv_rfind_char(name, '.');
  return dot == AML_NPOS || dot == 0 ? name : aml_sv_slice(name, 0, dot);
}

static void add_definition(aml_policies *policies, const aml_value *root, aml_sv path, aml_diags *diags) {
  const aml_definition *found =
      aml_definition_read(policies->arena, policies->sources, policies->aliases, root, diags);
  if (found == NULL) {
    return;
  }
  if (found->name.len == 0) {
    aml_definition *named = AML_NEW(policies->arena, aml_definition);
    *named = *found;
    named->name = stem_of(path);
    found = named;
  }
  AML_VEC_PUSH(policies->arena, &policies->definitions, found);
}

static void add_initiative(aml_policies *policies, aml_compiler *compiler, const aml_value *root) {
  const aml_value *body = aml_policy_body(root);
  const aml_value *declared = member(body, "parameters");
  aml_initiative *initiative = AML_NEW(policies->arena, aml_initiative);
  *initiative = (aml_initiative){.id = aml_value_text(member(root, "id")),
      .name = aml_value_text(member(root, "name")),
      .display_name = aml_value_text(member(body, "displayName")),
      .category = aml_value_text(member(member(body, "metadata"), "category")),
      .tree = root,
      .members = member(body, "policyDefinitions")};
  if (declared != NULL) {
    initiative->parameters = aml_parameters_read(compiler, declared);
  }
  if (compiler->errors == 0) {
    AML_VEC_PUSH(policies->arena, &policies->initiatives, initiative);
  }
}

static size_t add_object(aml_policies *policies, const aml_value *root, aml_sv path, aml_diags *diags) {
  aml_compiler compiler = {.arena = policies->arena,
      .diags = diags,
      .sources = policies->sources,
      .dialect = AML_DIALECT_AZURE,
      .aliases = policies->aliases};
  const aml_assignment *assignment;
  const aml_exemption *exemption;
  aml_policy_kind kind = aml_policy_kind_of(root);
  policies->schema = policies->schema != NULL ? policies->schema : aml_azure_schema(policies->arena);
  if (!aml_policy_has_shape(policies->arena, policies->schema, kind, root, diags)) {
    return 1;
  }
  switch (kind) {
  case AML_POLICY_DEFINITION:
    add_definition(policies, root, path, diags);
    return 1;
  case AML_POLICY_INITIATIVE:
    add_initiative(policies, &compiler, root);
    return 1;
  case AML_POLICY_ASSIGNMENT:
    assignment = aml_assignment_read(&compiler, root);
    AML_VEC_PUSH(policies->arena, &policies->assignments, assignment);
    return 1;
  case AML_POLICY_EXEMPTION:
    exemption = aml_exemption_read(&compiler, root);
    if (exemption != NULL) {
      AML_VEC_PUSH(policies->arena, &policies->exemptions, exemption);
    }
    return 1;
  case AML_POLICY_NONE:
    break;
  }
  return 0;
}

size_t aml_policies_add(aml_policies *policies, const aml_value *root, aml_sv path, aml_diags *diags) {
  const aml_value *list = list_of(root);
  size_t count = list == NULL ? add_object(policies, root, path, diags) : 0;
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    count += add_object(policies, list->as.array.items[i], path, diags);
  }
  if (count == 0) {
    aml_diag *diag = aml_diags_add(
        diags, "AML011", root->span, "This is not a policy definition, initiative, assignment or exemption.");
    diag->is_incomplete = true;
  }
  return count;
}
