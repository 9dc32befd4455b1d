/* Definitions in force: with parameters, scope and exemptions. Private to policy/. */
#ifndef AMLINT_POLICY_BINDING_H
#define AMLINT_POLICY_BINDING_H

#include "policy/definition.h"
#include "policy/policies.h"
#include "rule/finding.h"

typedef struct aml_policy aml_policy;

typedef struct aml_initiative {
  aml_sv id, name, display_name, category;
  const aml_value *tree;
  aml_parameters parameters;
  const aml_value *members; /* policyDefinitions */
} aml_initiative;

/* "/subscriptions/s/resourceGroups/g", a resource, a management group; taken apart once, for it is held
 * against every resource. */
typedef struct aml_scope_id {
  aml_sv text;
  aml_scope_path path;
  bool is_known;    /* not where it is no id, or a management group's */
  bool is_resource; /* of one resource, or of what lies below it */
} aml_scope_id;

typedef struct aml_assignment {
  aml_sv id, name, display_name, target;
  aml_scope_id scope;
  const aml_value *tree;
  const aml_value *parameters, *overrides, *selectors, *messages; /* NULL where absent */
  const aml_scope_id *not_scopes;
  size_t not_scope_count;
  bool is_enforced;
} aml_assignment;

typedef struct aml_exemption {
  aml_sv id, name, assignment, reason, category;
  aml_scope_id scope;
  const aml_value *references; /* policyDefinitionReferenceIds; NULL: all */
  const aml_value *selectors;
  aml_sv owner, approver, ticket; /* as metadata says; empty: it does not */
  aml_day created, until;         /* AML_DAY_NONE: unknown; no end */
  aml_span span;
} aml_exemption;

struct aml_policies {
  aml_arena *arena;
  const aml_sources *sources;
  const aml_aliases *aliases;
  const aml_value *schema; /* NULL until an object is added */
  AML_VEC(const aml_definition *) definitions;
  AML_VEC(const aml_initiative *) initiatives;
  AML_VEC(const aml_assignment *) assignments;
  AML_VEC(const aml_exemption *) exemptions;
};

/* What aml_rule_body.judge points at. */
struct aml_policy {
  aml_judge judge; /* first: a judge of a rule that is a policy is one of these */
  const aml_definition *definition;
  const aml_value *values;                /* of its parameters */
  const aml_value *policy;                /* what policy() answers */
  const aml_assignment *assignment;       /* NULL: none */
  aml_sv reference;                       /* policyDefinitionReferenceId inside an initiative; or empty */
  aml_sv message;                         /* the assignment's words; or empty */
  const aml_exemption *const *exemptions; /* those of the assignment */
  size_t exemption_count;
};

const aml_assignment *aml_assignment_read(aml_compiler *compiler, const aml_value *root);
const aml_exemption *aml_exemption_read(aml_compiler *compiler, const aml_value *root);

aml_scope_id aml_scope_id_read(aml_sv text); /* which is borrowed */
/* Whether a scope holds a resource. AML_MAYBE where one of the two does not say. */
aml_truth aml_scope_id_holds(aml_arena *arena, const aml_check_context *context, const aml_scope_id *scope,
    const aml_resource *resource);

/* False where the assignment certainly leaves the resource out. */
bool aml_assignment_concerns(aml_arena *arena, const aml_assignment *assignment,
    const aml_check_context *context, const aml_resource *resource);
/* The effect that an override certainly sets for the resource; or empty. */
aml_sv aml_assignment_effect(aml_arena *arena, const aml_policy *policy, const aml_resource *resource);
/* Whether a list of selectors (resourceLocation, resourceType, ...) takes a resource in; NULL takes all.
 * AML_MAYBE where the location is not known, or a selector is of a kind that files do not decide. */
aml_truth aml_selectors_take(
    aml_arena *arena, const aml_value *selectors, aml_sv reference, const aml_resource *resource);

/* Whether a list of texts, NULL for none, holds this one in any letter case. */
bool aml_selector_lists(aml_arena *arena, const aml_value *list, aml_sv text);

/* The exemption in force on that day for the resource, as a suppression; NULL for none. */
aml_suppression *aml_exemption_find(aml_arena *arena, const aml_policy *policy,
    const aml_check_context *context, const aml_resource *resource);

/* How a policy judges. */
extern const aml_judge aml_policy_judge;

#endif
