/* The rules compiled in: made from rules/ by the embed tool at build time. All of it is constant data. */
#ifndef AMLINT_RULE_BUILTIN_H
#define AMLINT_RULE_BUILTIN_H

#include "rule/rule.h"

typedef struct aml_builtin_rule {
  aml_rule rule; /* texts only: no body, no span */
  const aml_sv *types;
  size_t type_count;
  bool has_condition; /* false: findings come from elsewhere in the program */
  aml_sv whole;       /* all of the rule file, as JSON: for listings and for its test cases */
  aml_sv compiled;    /* what it does, as aml_codec_rule_body writes it */
} aml_builtin_rule;

extern const aml_builtin_rule aml_builtin_rules[]; /* sorted by id */
extern const size_t aml_builtin_rule_count;

/* By id; NULL for others. */
const aml_builtin_rule *aml_builtin_find(aml_sv id);

#endif
