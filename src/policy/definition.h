/* Azure Policy definitions: read, compiled, evaluated. */
#ifndef AMLINT_POLICY_DEFINITION_H
#define AMLINT_POLICY_DEFINITION_H

#include "rule/rule_body.h"

typedef enum aml_effect {
  AML_EFFECT_NONE, /* no effect of that name */
  AML_EFFECT_AUDIT,
  AML_EFFECT_DENY,
  AML_EFFECT_MODIFY,
  AML_EFFECT_APPEND,
  AML_EFFECT_AUDIT_IF_NOT_EXISTS,
  AML_EFFECT_DEPLOY_IF_NOT_EXISTS,
  AML_EFFECT_AUDIT_ACTION,
  AML_EFFECT_DENY_ACTION,
  AML_EFFECT_ENFORCE_SETTING,
  AML_EFFECT_MANUAL,
  AML_EFFECT_MUTATE,
  AML_EFFECT_ADD_TO_NETWORK_GROUP,
  AML_EFFECT_DISABLED,
} aml_effect;

/* By name, ignoring case. */
aml_effect aml_effect_of(aml_sv name);
const char *aml_effect_name(aml_effect effect); /* "auditIfNotExists" */
/* What a finding weighs when the effect applies: deny is an error, audits are warnings, what Azure fixes by
 * itself is a note; nothing for disabled. */
aml_severity aml_effect_severity(aml_effect effect);

/* Which resources a definition is for, by its mode. */
typedef enum aml_policy_mode {
  AML_MODE_ALL,
  AML_MODE_INDEXED, /* types that have tags and a location */
  AML_MODE_OTHER,   /* of a data plane: not what templates declare */
} aml_policy_mode;

typedef struct aml_definition {
  aml_sv id, name, display_name, description, category, version;
  aml_policy_mode mode;
  aml_sv mode_text;
  aml_span span; /* of the file's root or list item */
  const aml_value *tree;
  aml_parameters parameters;
  const aml_aliases *aliases;
  const aml_condition_node *condition;
  aml_operand effect;
  const aml_value *details;                              /* NULL: none */
  aml_operand related_type, related_name, related_group; /* value NULL where absent; of ...IfNotExists */
  bool searches_subscription;                            /* existenceScope */
  const aml_condition_node *existence;                   /* NULL: any resource of the type will do */
  aml_names types; /* the rule's own condition restricts it to; none: any */
} aml_definition;

/* Reads a definition: exported with `properties`, without, or a bare policyRule. NULL after a mistake;
 * mistakes are AML011. aliases may be NULL. */
const aml_definition *aml_definition_read(aml_arena *arena, const aml_sources *sources,
    const aml_aliases *aliases, const aml_value *root, aml_diags *diags);

/* Whether a tree is a policy definition or policyRule. */
bool aml_definition_is(const aml_value *root);

/* Whether the related resources that ...IfNotExists looks for are all known. */
typedef enum aml_related_view {
  AML_RELATED_COMPLETE, /* what is not there does not exist */
  AML_RELATED_PARTIAL,  /* it may exist in Azure */
} aml_related_view;

typedef struct aml_verdict {
  aml_truth applies; /* the effect does */
  aml_effect effect;
  aml_sv effect_text;       /* as written, parameters resolved */
  const aml_value *details; /* evaluated; NULL: none */
  aml_sv reason;            /* MAYBE: what is not known */
} aml_verdict;

/* Judges check->root (aml_check_begin was called, check->parameters are set). `effect`, where not empty,
 * overrides the definition's. Everything is in check->arena. */
aml_verdict aml_definition_judge(
    aml_check *check, const aml_definition *definition, aml_sv effect, aml_related_view view);

/* Private: whether a related resource satisfies the existence condition. */
aml_truth aml_existence_holds(aml_check *check, const aml_definition *definition, aml_related_view view);

#endif
