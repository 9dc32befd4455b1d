/* What built-in rules look at besides their own resource, as their files say; and which of them are run again
 * on what a change does not reach. */
#include "test.h"

#include "rule/builtin.h"
#include "rule/by_type.h"
#include "rule/rule_codec.h"

#define COMPUTES   "Microsoft.MachineLearningServices/workspaces/computes"
#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"
#define LOCKS      "Microsoft.Authorization/locks"

static aml_looks looks_of(aml_arena *arena, const char *id) {
  aml_rule_body body = {.types = NULL};
  const aml_builtin_rule *rule = aml_builtin_find(aml_sv_of(id));
  assert_non_null(rule);
  aml_codec codec = {.arena = arena, .at = (const unsigned char *)rule->compiled.data};
  aml_codec_rule_body(&codec, &body);
  return body.looks;
}

/* AML101 compares a number of its cluster. */
static void sees_nothing_else(void **state) {
  aml_looks looks = looks_of(*state, "AML101");
  assert_int_equal(looks.types.count, 0);
  assert_false(looks.at_namesakes || looks.among_own || looks.above || looks.anywhere);
  assert_true(looks.tells_name);
}

/* AML601 asks for locks that cover its cluster; AML208 for twins and namesakes; AML504 for the network that
 * an id names. AML204 does not name the cluster. */
static void sees_what_rules_ask_for(void **state) {
  aml_looks locks = looks_of(*state, "AML601");
  assert_int_equal(locks.types.count, 1);
  assert_sv_equal(locks.types.items[0], AML_SV(LOCKS));
  assert_false(locks.at_namesakes || locks.among_own || locks.anywhere);
  aml_looks twins = looks_of(*state, "AML208");
  assert_true(twins.at_namesakes);
  assert_false(twins.among_own || twins.anywhere);
  assert_true(looks_of(*state, "AML504").anywhere);
  assert_true(looks_of(*state, "AML503").above);
  assert_false(looks_of(*state, "AML204").tells_name);
}

static aml_width width_of(const aml_ruleset *rules, const char *type, const char *id) {
  const aml_rule_group *group = aml_rules_of_type(rules, aml_sv_of(type));
  for (size_t i = 0; i < group->count; i++) {
    if (aml_sv_eq(group->rules[i]->id, aml_sv_of(id))) {
      return group->widths[i];
    }
  }
  fail_msg("%s is not for %s", id, type);
  return AML_WIDTH_NONE;
}

static aml_ruleset *prepared(aml_arena *arena) {
  aml_ruleset *rules = aml_ruleset_new(arena);
  aml_graph *graph = aml_graph_new(arena);
  aml_resource **one = AML_NEW(arena, aml_resource *);
  aml_diags diags;
  *one = AML_NEW(arena, aml_resource);
  (*one)->form = &aml_form_arm;
  (*one)->type = AML_SV(COMPUTES);
  (*one)->name = aml_value_string(arena, AML_SV("w/c"), AML_NO_SPAN);
  aml_graph_add(graph, one, 1);
  aml_graph_link(graph, 1);
  aml_diags_init(&diags, arena);
  const aml_check_context context = {.graph = graph};
  aml_rules_prepare(rules, &context, &diags);
  return rules;
}

static void narrow_to(aml_ruleset *rules, const char *type, bool needs_names) {
  aml_narrowing to = {.needs_names = needs_names, .is_reported = true};
  if (type != NULL) {
    AML_VEC_PUSH(rules->arena, &to.types, aml_sv_of(type));
  }
  aml_rules_narrow(rules, &to);
}

static void runs_again_what_may_differ(void **state) {
  aml_ruleset *rules = prepared(*state);
  narrow_to(rules, COMPUTES, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML101"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML208"), AML_WIDTH_NAMESAKES);
  assert_int_equal(width_of(rules, COMPUTES, "AML601"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML503"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML504"), AML_WIDTH_ALL);
  narrow_to(rules, LOCKS, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML601"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML208"), AML_WIDTH_NONE);
  narrow_to(rules, WORKSPACES, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML503"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML208"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML101"), AML_WIDTH_NONE);
}

/* AML401, AML406 and AML218 are for workspaces, too: what lies above a compute is no other compute. */
static void looks_above_from_its_resource(void **state) {
  aml_ruleset *rules = prepared(*state);
  narrow_to(rules, COMPUTES, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML401"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML406"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML218"), AML_WIDTH_NONE);
  narrow_to(rules, WORKSPACES, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML401"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML406"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML218"), AML_WIDTH_ALL);
}

/* Reports hide what they find, wherever it is quoted; of the run before a change there is none. */
static void always_looks_for_secrets(void **state) {
  aml_ruleset *rules = prepared(*state);
  narrow_to(rules, NULL, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML316"), AML_WIDTH_SAME);
  const aml_narrowing former = {.is_reported = false};
  aml_rules_narrow(rules, &former);
  assert_int_equal(width_of(rules, COMPUTES, "AML316"), AML_WIDTH_NONE);
}

static void runs_again_what_tells_no_name(void **state) {
  aml_ruleset *rules = prepared(*state);
  narrow_to(rules, NULL, false);
  assert_int_equal(width_of(rules, COMPUTES, "AML504"), AML_WIDTH_NONE);
  assert_int_equal(width_of(rules, COMPUTES, "AML204"), AML_WIDTH_NONE);
  narrow_to(rules, NULL, true);
  assert_int_equal(width_of(rules, COMPUTES, "AML204"), AML_WIDTH_ALL);
  assert_int_equal(width_of(rules, COMPUTES, "AML101"), AML_WIDTH_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(sees_nothing_else), TEST_CASE(sees_what_rules_ask_for),
      TEST_CASE(runs_again_what_may_differ), TEST_CASE(looks_above_from_its_resource),
      TEST_CASE(always_looks_for_secrets), TEST_CASE(runs_again_what_tells_no_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
