/* The rules compiled in: made from rules/ by the embed tool at build time. All of it is constant data. */
#ifndef AMLINT_RULE_BUILTIN_H
#define AMLINT_RULE_BUILTIN_H

#include "rule/rule.h"

typedef struct aml_builtin_rule {
  aml_rule rule; /* texts only: no body, no span */
  const aml_sv *types;
  size_t type_count;
  bool has_condition; /* false: findings come from elsewhere in the program */
  aml_sv whole;       /* all of the rule file, as JSON: for its test cases */
  aml_sv source;      /* what is compiled on demand, as compact JSON; without texts for people and tests */
} aml_builtin_rule;

extern const aml_builtin_rule aml_builtin_rules[]; /* sorted by id */
extern const size_t aml_builtin_rule_count;

/* The JSON of a built-in rule; empty for others. */
aml_sv aml_builtin_source(aml_sv id);

#endif
