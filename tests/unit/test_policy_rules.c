/* The test cases that every built-in rule file carries. */
#include "test.h"

#include "engine/rule_test.h"
#include "rule_files.h"

typedef struct outcome {
  aml_sources *sources;
  aml_facts *facts;
  size_t files, failures;
} outcome;

static void run_file(aml_arena *arena, const char *path, const aml_value *root, void *ctx) {
  outcome *o = ctx;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_ruleset rules = {.arena = arena, .sources = o->sources};
  if (aml_object_find(root, AML_SV("if")) != NULL) {
    aml_ruleset_add(&rules, root, AML_RULE_USER, &diags);
  }
  size_t failures = diags.list.count;
  for (size_t i = 0; i < diags.list.count; i++) {
    print_error("%s: %.*s\n", path, AML_SV_ARG(diags.list.items[i].message.text));
  }
  aml_rule_tests tests = aml_rule_tests_of(arena, root);
  for (size_t i = 0; failures == 0 && i < tests.count; i++) {
    aml_rule_test_result result =
        aml_rule_test_run(arena, root, &tests.items[i], o->facts, aml_day_of(2026, 11, 27));
    if (!result.has_passed) {
      print_error("%s: %.*s: %.*s\n", path, AML_SV_ARG(tests.items[i].name), AML_SV_ARG(result.problem));
      failures++;
    }
  }
  o->failures += failures;
  o->files++;
}

static void passes_the_cases_of_every_rule(void **state) {
  aml_arena *arena = *state;
  aml_error error;
  outcome o = {.sources = aml_sources_new(arena), .facts = aml_facts_new(arena, (aml_sv){0}, &error)};
  for_each_rule_file(arena, o.sources, run_file, &o);
  assert_true(o.files > 80);
  assert_int_equal(o.failures, 0);
}

static void has_every_rule_compiled_in(void **state) {
  aml_arena *arena = *state;
  const aml_ruleset *rules = aml_ruleset_new(arena);
  assert_true(rules->list.count >= 6);
  aml_rule *rule = aml_ruleset_find(rules, AML_SV("idle-nodes"));
  assert_non_null(rule);
  assert_sv_equal(rule->id, AML_SV("AML101"));
  assert_int_equal(rule->severity, AML_SEVERITY_WARNING);
  assert_ptr_equal(rule, aml_ruleset_find(rules, AML_SV("aml101")));
  assert_null(aml_ruleset_find(rules, AML_SV("AML999")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(passes_the_cases_of_every_rule),
      TEST_CASE(has_every_rule_compiled_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
