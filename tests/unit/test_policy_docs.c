/* Every example of docs/writing-rules.md: blocks marked "yaml rule" are rules whose cases run, "yaml
 * condition" are conditions and "yaml rule-part" are parts of a rule, which must compile. */
#include "test.h"

#include "engine/rule_test.h"
#include "rule/rule_body.h"
#include "tree/read.h"

static const char base_rule[] =
    "id: DOC001\nname: example\ntitle: Example\ncategory: cost\nseverity: note\n"
    "type: Microsoft.MachineLearningServices/workspaces/computes\n"
    "let: {date: \"2028-01-01\", lock: {first: {related: Microsoft.Authorization/locks, covering: this}}}\n"
    "if: {field: vmSize, exists: true}\nmessage: \"'{name}' is an example.\"\n";

static const aml_value *read(aml_arena *arena, aml_sources *sources, const char *path, aml_sv text) {
  uint32_t bad_at;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), (aml_sv){0});
  assert_int_equal(aml_source_fill(source, arena, text, SIZE_MAX, &bad_at, NULL), AML_OK);
  aml_tree *tree = aml_tree_read(source, arena, &diags);
  if (diags.list.count > 0) {
    fail_msg("%.*s in: %.*s", AML_SV_ARG(diags.list.items[0].message.text), AML_SV_ARG(text));
  }
  return tree->documents.items[0].root;
}

/* The base rule with some members in place of its own. */
static const aml_value *merge(aml_arena *arena, const aml_value *base, const aml_value *part) {
  aml_object_builder rule;
  aml_object_begin(&rule, arena);
  for (size_t i = 0; i < base->as.object.count; i++) {
    const aml_member *member = &base->as.object.members[i];
    aml_object_set(&rule, member->name, member->name_span, member->value);
  }
  for (size_t i = 0; i < part->as.object.count; i++) {
    const aml_member *member = &part->as.object.members[i];
    aml_object_set(&rule, member->name, member->name_span, member->value);
  }
  return aml_object_end(&rule, base->span, 0);
}

static void check_rule(aml_arena *arena, aml_sources *sources, const aml_value *root, aml_sv text) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_ruleset rules = {.arena = arena, .sources = sources};
  aml_ruleset_add(&rules, root, AML_RULE_USER, &diags);
  if (diags.list.count > 0) {
    fail_msg("%.*s in: %.*s", AML_SV_ARG(diags.list.items[0].message.text), AML_SV_ARG(text));
  }
  aml_error error;
  aml_facts *facts = aml_facts_new(arena, (aml_sv){0}, &error);
  aml_rule_tests tests = aml_rule_tests_of(arena, root);
  for (size_t i = 0; i < tests.count; i++) {
    aml_rule_test_result result =
        aml_rule_test_run(arena, root, &tests.items[i], facts, aml_day_of(2026, 11, 27));
    if (!result.has_passed) {
      fail_msg("%.*s: %.*s", AML_SV_ARG(tests.items[i].name), AML_SV_ARG(result.problem));
    }
  }
}

static void check_condition(aml_arena *arena, aml_sources *sources, const aml_value *root, aml_sv text) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_compiler compiler = {.arena = arena, .diags = &diags, .sources = sources, .dialect = AML_DIALECT_RULE};
  if (aml_condition_compile(&compiler, root) == NULL) {
    fail_msg("%.*s in: %.*s", AML_SV_ARG(diags.list.items[0].message.text), AML_SV_ARG(text));
  }
}

static void runs_every_example(void **state) {
  aml_arena *arena = *state;
  aml_sources *sources = aml_sources_new(arena);
  uint32_t bad_at;
  aml_sv file = AML_SV(AMLINT_SOURCE_DIR "/docs/writing-rules.md");
  aml_source *page = aml_sources_add(sources, file, file);
  assert_int_equal(aml_source_read(page, arena, SIZE_MAX, &bad_at, NULL), AML_OK);
  const aml_value *base = read(arena, sources, "base.yml", aml_sv_of(base_rule));
  size_t examples = 0;
  for (size_t at = 0; (at = aml_sv_find(page->bytes, AML_SV("\n```yaml "), at)) != AML_NPOS; examples++) {
    size_t line = aml_sv_find_char(page->bytes, '\n', at + 1);
    size_t end = aml_sv_find(page->bytes, AML_SV("\n```\n"), line);
    aml_sv marks = aml_sv_slice(page->bytes, at + sizeof "\n```yaml " - 1, line);
    aml_sv kind = aml_sv_split(&marks, ' '); /* before file=NAME */
    aml_sv text = aml_sv_slice(page->bytes, line + 1, end + 1);
    const aml_value *root = read(arena, sources, aml_sv_format(arena, "example%zu.yml", examples).data, text);
    if (aml_sv_eq(kind, AML_SV("rule"))) {
      check_rule(arena, sources, root, text);
    } else if (aml_sv_eq(kind, AML_SV("rule-part"))) {
      check_rule(arena, sources, merge(arena, base, root), text);
    } else if (aml_sv_eq(kind, AML_SV("condition"))) {
      check_condition(arena, sources, root, text);
    } else {
      examples--; /* other blocks, and marks that nobody knows, are for tests/ci/test-pages */
    }
    at = end;
  }
  assert_true(examples >= 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(runs_every_example)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
