/* The test cases inside rule files: run by `amlint test` and by the unit tests. */
#ifndef AMLINT_ENGINE_RULE_TEST_H
#define AMLINT_ENGINE_RULE_TEST_H

#include "rule/ruleset.h"

typedef struct aml_rule_test { /* one item of `tests` */
  aml_sv name;
  const aml_value *tree;
} aml_rule_test;

typedef struct aml_rule_test_result {
  bool has_passed;
  aml_sv problem;               /* one sentence: what was expected and what came out; empty when passed */
  const aml_findings *findings; /* of the case as it is written, with their texts; NULL where none was made */
  const aml_sources *sources;
} aml_rule_test_result;

/* The cases of a rule file; count 0 where it has none. */
typedef struct aml_rule_tests {
  const aml_rule_test *items;
  size_t count;
} aml_rule_tests;
aml_rule_tests aml_rule_tests_of(aml_arena *arena, const aml_value *root);

/* Runs one case of the rule file `root` alone: its files are read, expanded and linked, and the rule is run
 * with the case's parameters and date (`as_of` where it names none). Each fix that is offered is tried: after
 * it the rule must find less. A rule file that the program was built with is judged twice: as compiled now
 * and as compiled by the build. Everything lives in the arena. */
aml_rule_test_result aml_rule_test_run(
    aml_arena *arena, const aml_value *root, const aml_rule_test *test, aml_facts *facts, aml_day as_of);

#endif
