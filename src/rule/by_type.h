/* Rules by resource type. Private to rule/ and policy/. */
#ifndef AMLINT_RULE_BY_TYPE_H
#define AMLINT_RULE_BY_TYPE_H

#include "rule/ruleset.h"

/* Of what a change does not reach, on which resources a rule is run. */
typedef enum aml_width {
  AML_WIDTH_NONE,
  AML_WIDTH_NAMESAKES,
  AML_WIDTH_ALL,
  AML_WIDTH_SAME /* on all, although it finds the same as before */
} aml_width;

typedef struct aml_rule_group {
  const aml_rule *const *rules;
  const aml_width *widths; /* by index; NULL: all are wide */
  size_t count;
} aml_rule_group;

/* NULL for a type that did not occur when the set was prepared. */
const aml_rule_group *aml_rules_of_type(const aml_ruleset *rules, aml_sv type);

/* Adds a rule, or puts it in the place of the one with the same id. */
void aml_ruleset_put(aml_ruleset *rules, aml_rule *rule);

#endif
