/* Any text as a rule file with test cases, as `amlint test` runs them. */
#include "engine/rule_test.h"

#include "fuzz_documents.h"

enum { MOST_TESTS = 8 };

static void run_tests(fuzz_documents *documents) {
  const aml_value *root = fuzz_root(documents->tree);
  aml_error error;
  aml_ruleset rules = {.arena = documents->arena, .sources = documents->sources};
  if (root == NULL || documents->tree->is_broken) {
    return;
  }
  size_t told = documents->diags.list.count;
  aml_ruleset_add(&rules, root, AML_RULE_USER, &documents->diags);
  if (documents->diags.list.count > told) {
    return;
  }
  aml_rule_tests tests = aml_rule_tests_of(documents->arena, root);
  aml_facts *facts = aml_facts_new(documents->arena, (aml_sv){NULL, 0}, &error);
  for (size_t i = 0; i < tests.count && i < MOST_TESTS; i++) {
    aml_rule_test_result result =
        aml_rule_test_run(documents->arena, root, &tests.items[i], facts, aml_day_of(2026, 11, 27));
    fuzz_check(result.has_passed == (result.problem.len == 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, run_tests);
  return 0;
}
