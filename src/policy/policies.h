/* A set of Azure Policy objects: definitions, initiatives, assignments, exemptions, as exported or kept as
 * code. They become rules: one for each definition that is in force. */
#ifndef AMLINT_POLICY_POLICIES_H
#define AMLINT_POLICY_POLICIES_H

#include "condition/alias.h"
#include "rule/ruleset.h"

typedef struct aml_policies aml_policies;

/* aliases may be NULL. */
aml_policies *aml_policies_new(aml_arena *arena, const aml_sources *sources, const aml_aliases *aliases);

/* Whether a tree is a policy object, or a list of them (an array, or {"value": [...]} as the API answers). */
bool aml_policies_recognise(const aml_value *root);

/* Adds all policy objects of a tree. `path` names what has no name of its own. Mistakes are AML011; the
 * object is left out. Returns how many objects there were. */
size_t aml_policies_add(aml_policies *policies, const aml_value *root, aml_sv path, aml_diags *diags);

/* Turns them into rules, once, when all are added. With an assignment among them, what is assigned is in
 * force, with the assignment's parameters and scope; without one, every definition is, with its defaults, and
 * every initiative passes its parameters on. */
void aml_policies_build(aml_policies *policies, aml_ruleset *rules, aml_diags *diags);

typedef struct aml_exemption_record { /* what an exemption says of itself; texts are empty where it does not
                                       */
  aml_sv name, scope, assignment, reason, category;
  aml_sv owner, approver,
      ticket;             /* metadata's requestedBy, approvedBy and ticketRef, as the structure's page
                             has them: learn.microsoft.com/azure/governance/policy/concepts/exemption-structure */
  aml_day created, until; /* AML_DAY_NONE: not given */
  aml_span span;
} aml_exemption_record;

/* The exemption of that index, in the order of adding; false past the last, and where policies is NULL. */
bool aml_policies_exemption(const aml_policies *policies, size_t index, aml_exemption_record *out);

#endif
