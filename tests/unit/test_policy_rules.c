/* The test cases that every built-in rule file carries. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "policy/rule_test.h"
#include "tree/read.h"

static const aml_value *read_rule(aml_arena *arena, aml_sources *sources, const char *path) {
  uint32_t bad_at;
  aml_error error;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  assert_int_equal(aml_source_read(source, arena, SIZE_MAX, &bad_at, &error), AML_OK);
  aml_tree *tree = aml_tree_read(source, arena, &diags);
  assert_int_equal(diags.list.count, 0);
  return tree->documents.items[0].root;
}

static size_t run_file(aml_arena *arena, aml_sources *sources, aml_facts *facts, const char *path) {
  const aml_value *root = read_rule(arena, sources, path);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_ruleset rules = {.arena = arena, .sources = sources};
  if (aml_object_find(root, AML_SV("if")) != NULL) {
    aml_ruleset_add(&rules, root, AML_RULE_USER, &diags);
  }
  size_t failures = diags.list.count;
  for (size_t i = 0; i < diags.list.count; i++) {
    print_error("%s: %.*s\n", path, AML_SV_ARG(diags.list.items[i].message));
  }
  aml_rule_tests tests = aml_rule_tests_of(arena, root);
  for (size_t i = 0; failures == 0 && i < tests.count; i++) {
    aml_rule_test_result result =
        aml_rule_test_run(arena, root, &tests.items[i], facts, aml_day_of(2026, 11, 27));
    if (!result.has_passed) {
      print_error("%s: %.*s: %.*s\n", path, AML_SV_ARG(tests.items[i].name), AML_SV_ARG(result.problem));
      failures++;
    }
  }
  return failures;
}

static size_t run_folder(
    aml_arena *arena, aml_sources *sources, aml_facts *facts, const char *folder, size_t *files) {
  size_t failures = 0;
  DIR *dir = opendir(folder);
  for (struct dirent *entry = dir == NULL ? NULL : readdir(dir); entry != NULL; entry = readdir(dir)) {
    const char *path = aml_sv_format(arena, "%s/%s", folder, entry->d_name).data;
    if (aml_sv_starts(aml_sv_of(entry->d_name), AML_SV("AML"))) {
      failures += run_file(arena, sources, facts, path);
      (*files)++;
    } else if (entry->d_name[0] != '.' && entry->d_type == DT_DIR) {
      failures += run_folder(arena, sources, facts, path, files);
    }
  }
  if (dir != NULL) {
    (void)closedir(dir);
  }
  return failures;
}

static void passes_the_cases_of_every_rule(void **state) {
  aml_arena *arena = *state;
  aml_error error;
  size_t files = 0;
  aml_facts *facts = aml_facts_new(arena, (aml_sv){0}, &error);
  size_t failures = run_folder(arena, aml_sources_new(arena), facts, AMLINT_SOURCE_DIR "/rules", &files);
  assert_true(files >= 6);
  assert_int_equal(failures, 0);
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
