/* Definitions in force: initiatives, assignments, overrides, exemptions, and what their findings say. */
#include "test.h"

#include "arm/template.h"
#include "policy/policies.h"
#include "tree/read.h"

static const char template_text[] =
    "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\",\n"
    "\"contentVersion\": \"1.0.0.0\",\n"
    "\"parameters\": {\"access\": {\"type\": \"string\", \"defaultValue\": \"Enabled\"}},\n"
    "\"resources\": [{\"type\": \"Microsoft.MachineLearningServices/workspaces\", \"apiVersion\": "
    "\"2024-04-01\",\n"
    "\"name\": \"ws\", \"location\": \"westeurope\", \"tags\": {\"env\": \"dev\"},\n"
    "\"properties\": {\"publicNetworkAccess\": \"[parameters('access')]\"}}]}";

static const char definition_text[] =
    "{\"id\": \"/providers/Microsoft.Authorization/policyDefinitions/d1\", \"name\": \"d1\", \"properties\": "
    "{"
    "\"displayName\": \"Workspaces must be private\", \"mode\": \"Indexed\", \"metadata\": {\"category\": "
    "\"ML\"},"
    "\"parameters\": {\"effect\": {\"type\": \"String\", \"defaultValue\": \"Audit\","
    " \"allowedValues\": [\"Audit\", \"Deny\", \"Disabled\"]}},"
    "\"policyRule\": {\"if\": {\"allOf\": ["
    "{\"field\": \"type\", \"equals\": \"Microsoft.MachineLearningServices/workspaces\"},"
    "{\"field\": \"Microsoft.MachineLearningServices/workspaces/publicNetworkAccess\", \"notEquals\": "
    "\"Disabled\"}]},"
    "\"then\": {\"effect\": \"[parameters('effect')]\"}}}}";

static const char initiative_text[] =
    "{\"id\": \"/providers/Microsoft.Authorization/policySetDefinitions/s1\", \"name\": \"s1\", "
    "\"properties\": {"
    "\"displayName\": \"ML baseline\", \"parameters\": {\"mode\": {\"type\": \"String\"}},"
    "\"policyDefinitions\": [{\"policyDefinitionId\": "
    "\"/providers/Microsoft.Authorization/policyDefinitions/d1\","
    "\"policyDefinitionReferenceId\": \"private\", \"parameters\": {\"effect\": {\"value\": "
    "\"[parameters('mode')]\"}}}]}}";

typedef struct bench {
  aml_arena *arena;
  aml_sources *sources;
  aml_diags diags;
  aml_resources resources;
  aml_findings findings;
} bench;

static const aml_value *read(bench *b, const char *path, const char *text) {
  uint32_t bad_at;
  aml_source *source = aml_sources_add(b->sources, aml_sv_of(path), (aml_sv){0});
  assert_int_equal(aml_source_fill(source, b->arena, aml_sv_of(text), SIZE_MAX, &bad_at, NULL), AML_OK);
  return aml_tree_read(source, b->arena, &b->diags)->documents.items[0].root;
}

/* Runs the objects over the template, whose group is "rg" of subscription "s". */
static void run(bench *b, aml_arena *arena, const char *const *objects, size_t count) {
  *b = (bench){.arena = arena, .sources = aml_sources_new(arena)};
  aml_diags_init(&b->diags, arena);
  aml_resources_init(&b->resources, arena);
  aml_findings_init(&b->findings, arena);
  aml_arm_context where = {.deployment_key = AML_SV("here")};
  aml_arm_input input = {.template_ = read(b, "main.json", template_text),
      .template_path = AML_SV("main.json"),
      .sources = b->sources,
      .context = &where};
  aml_arm_stats stats = {0};
  aml_arm_expand(&input, &b->resources, &b->diags, &stats);
  b->resources.list.items[0]->scope.subscription = AML_SV("s");
  b->resources.list.items[0]->scope.resource_group = AML_SV("rg");
  aml_graph *graph = aml_graph_new(arena);
  aml_graph_add(graph, b->resources.list.items, b->resources.list.count);
  aml_graph_link(graph, 1);
  aml_ruleset rules = {.arena = arena, .sources = b->sources};
  aml_policies *policies = aml_policies_new(arena, b->sources, NULL);
  for (size_t i = 0; i < count; i++) {
    (void)aml_policies_add(policies, read(b, "policy.json", objects[i]), AML_SV("policy.json"), &b->diags);
  }
  aml_policies_build(policies, &rules, &b->diags);
  aml_check_context context = {.sources = b->sources, .graph = graph, .as_of = aml_day_of(2026, 11, 27)};
  aml_rules_prepare(&rules, &context, &b->diags);
  aml_rules_check(&rules, &context, 0, &b->findings);
}

static void runs_a_definition_by_itself(void **state) {
  bench b;
  const char *objects[] = {definition_text};
  run(&b, *state, objects, 1);
  assert_int_equal(b.findings.list.count, 1);
  const aml_finding *finding = b.findings.list.items[0];
  assert_int_equal(finding->severity, AML_SEVERITY_WARNING);
  assert_int_equal(finding->status, AML_ACTIVE);
  assert_sv_equal(finding->property, AML_SV("properties.publicNetworkAccess"));
  assert_sv_equal(aml_span_text(b.sources, finding->span), AML_SV("\"[parameters('access')]\""));
  assert_sv_equal(finding->message.text, AML_SV("'ws' does not comply with 'Workspaces must be private': "
                                                "'properties.publicNetworkAccess' is 'Enabled' "
                                                "(effect 'Audit')."));
  assert_true(finding->related_count >= 1);
  assert_sv_equal(finding->rule->id, AML_SV("d1"));
  assert_sv_equal(finding->rule->name, AML_SV("workspaces-must-be-private"));
  assert_sv_equal(finding->rule->category, AML_SV("ML"));
}

static const char assignment_head[] =
    "{\"id\": \"/subscriptions/s/providers/Microsoft.Authorization/policyAssignments/a1\", \"name\": \"a1\", "
    "\"properties\": {\"policyDefinitionId\": "
    "\"/providers/Microsoft.Authorization/policySetDefinitions/s1\", "
    "\"parameters\": {\"mode\": {\"value\": \"Deny\"}}";

typedef struct assignment_case {
  const char *more; /* of the assignment's properties */
  const char *exemption;
  size_t findings;
  aml_severity severity;
  aml_finding_status status;
} assignment_case;

#define EXEMPT(selectors)                                                                                    \
  "\"expiresOn\": \"2027-01-31T00:00:00Z\", \"resourceSelectors\": [{\"name\": \"n\", \"selectors\": "       \
  "[" selectors "]}]"

static const assignment_case assignment_cases[] = {
    {"", NULL, 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"scope\": \"/subscriptions/s\"", NULL, 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"scope\": \"/subscriptions/other\"", NULL, 0, 0, 0},
    {", \"scope\": \"/subscriptions/s/resourceGroups/RG\"", NULL, 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"scope\": \"/subscriptions/s/resourceGroups/elsewhere\"", NULL, 0, 0, 0},
    {", \"scope\": \"/providers/Microsoft.Management/managementGroups/m\"", NULL, 1, AML_SEVERITY_ERROR,
        AML_ACTIVE},
    {", \"notScopes\": [\"/subscriptions/s/resourceGroups/rg\"]", NULL, 0, 0, 0},
    {", \"notScopes\": [\"/subscriptions/s/resourceGroups/x\"]", NULL, 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"enforcementMode\": \"DoNotEnforce\"", NULL, 1, AML_SEVERITY_WARNING, AML_ACTIVE},
    {", \"overrides\": [{\"kind\": \"policyEffect\", \"value\": \"Disabled\", \"selectors\": [{\"kind\": "
     "\"policyDefinitionReferenceId\", \"in\": [\"private\"]}]}]",
        NULL, 0, 0, 0},
    {", \"overrides\": [{\"kind\": \"policyEffect\", \"value\": \"audit\", \"selectors\": [{\"kind\": "
     "\"resourceLocation\", \"in\": [\"West Europe\"]}]}]",
        NULL, 1, AML_SEVERITY_WARNING, AML_ACTIVE},
    {", \"resourceSelectors\": [{\"selectors\": [{\"kind\": \"resourceLocation\", \"in\": [\"eastus\"]}]}]",
        NULL, 0, 0, 0},
    {", \"resourceSelectors\": [{\"selectors\": [{\"kind\": \"resourceType\", \"notIn\": [\"A/b\"]}]}]", NULL,
        1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {"", "\"expiresOn\": \"2027-01-31T00:00:00Z\"", 1, AML_SEVERITY_ERROR, AML_SUPPRESSED},
    {"", "\"expiresOn\": \"2026-01-31T00:00:00Z\"", 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {"", "\"policyDefinitionReferenceIds\": [\"another\"]", 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    /* What hides or softens a finding has to hold for certain; what decides on whom it is found, not. */
    {"", EXEMPT("{\"kind\": \"resourceLocation\", \"in\": [\"westeurope\"]}"), 1, AML_SEVERITY_ERROR,
        AML_SUPPRESSED},
    {"", EXEMPT("{\"kind\": \"userPrincipalId\", \"in\": [\"u\"]}"), 1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {"",
        EXEMPT("{\"kind\": \"resourceType\", \"in\": [\"A/b\"]}, {\"kind\": \"userPrincipalId\", \"in\": "
               "[\"u\"]}"),
        1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"resourceSelectors\": [{\"selectors\": [{\"kind\": \"userPrincipalId\", \"in\": [\"u\"]}]}]", NULL,
        1, AML_SEVERITY_ERROR, AML_ACTIVE},
    {", \"overrides\": [{\"kind\": \"policyEffect\", \"value\": \"disabled\", \"selectors\": [{\"kind\": "
     "\"userPrincipalId\", \"in\": [\"u\"]}]}]",
        NULL, 1, AML_SEVERITY_ERROR, AML_ACTIVE},
};

static void honours_what_assignments_say(void **state) {
  for (size_t i = 0; i < COUNT(assignment_cases); i++) {
    const assignment_case *c = &assignment_cases[i];
    bench b;
    aml_sv assignment = aml_sv_format(*state, "%s%s}}", assignment_head, c->more);
    aml_sv exemption = aml_sv_format(*state,
        "{\"id\": "
        "\"/subscriptions/s/resourceGroups/rg/providers/Microsoft.Authorization/policyExemptions/e1\", "
        "\"name\": \"e1\", \"properties\": {\"policyAssignmentId\": "
        "\"/subscriptions/s/providers/Microsoft.Authorization/policyAssignments/a1\", \"exemptionCategory\": "
        "\"Waiver\", \"description\": \"moving\", %s}}",
        c->exemption == NULL ? "" : c->exemption);
    const char *objects[] = {definition_text, initiative_text, assignment.data, exemption.data};
    run(&b, *state, objects, c->exemption == NULL ? 3 : 4);
    if (b.findings.list.count != c->findings) {
      fail_msg("case %zu: %zu findings", i, b.findings.list.count);
    }
    if (c->findings > 0) {
      const aml_finding *finding = b.findings.list.items[0];
      if (finding->severity != c->severity || finding->status != c->status) {
        fail_msg("case %zu: severity %d, status %d", i, (int)finding->severity, (int)finding->status);
      }
      assert_sv_equal(finding->rule->id, AML_SV("a1/private"));
      if (c->status == AML_SUPPRESSED) {
        assert_sv_equal(finding->suppressions->reason, AML_SV("moving"));
        assert_int_equal(finding->suppressions->until, aml_day_of(2027, 1, 31));
      }
    }
  }
}

static void says_what_is_missing_or_wrong(void **state) {
  bench b;
  aml_sv assignment = aml_sv_format(*state, "%s}}", assignment_head);
  const char *alone[] = {assignment.data};
  run(&b, *state, alone, 1);
  assert_int_equal(b.findings.list.count, 0);
  assert_int_equal(b.diags.list.count, 1);
  assert_true(b.diags.list.items[0].is_incomplete);

  const char *misspelt[] = {
      "{\"if\": {\"field\": \"type\", \"notEqals\": \"x\"}, \"then\": {\"effect\": \"audit\"}}",
      definition_text};
  run(&b, *state, misspelt, 2);
  assert_int_equal(b.findings.list.count, 1);
  assert_int_equal(b.diags.list.count, 1);
  assert_sv_equal(b.diags.list.items[0].help, AML_SV("Did you mean 'notEquals'?"));
  assert_sv_equal(aml_span_text(b.sources, b.diags.list.items[0].span), AML_SV("\"notEqals\""));

  const char *not_allowed[] = {definition_text, "{\"name\": \"a2\", \"properties\": {\"policyDefinitionId\": "
                                                "\"d1\", \"parameters\": {\"effect\": {\"value\": "
                                                "\"Explode\"}}}}"};
  run(&b, *state, not_allowed, 2);
  assert_int_equal(b.findings.list.count, 0);
  assert_int_equal(b.diags.list.count, 1);

  /* Without allowedValues a parameter may hold any text; what no effect has as its name decides nothing. */
  static const struct {
    const char *then, *reason;
  } undecided[] = {
      {"{\"effect\": \"[parameters('effect')]\"}", "Azure Policy has no effect 'Explode'; correct it"},
      {"{\"effect\": \"AuditIfNotExists\", \"details\": {}}",
          "the definition does not name the type of the resource that must exist; add 'type' to its details"},
  };
  for (size_t i = 0; i < COUNT(undecided); i++) {
    aml_sv text = aml_sv_format(*state,
        "{\"name\": \"d2\", \"properties\": {\"parameters\": {\"effect\": {\"type\": \"String\", "
        "\"defaultValue\": \"Explode\"}}, \"policyRule\": {\"if\": {\"field\": \"type\", \"equals\": "
        "\"Microsoft.MachineLearningServices/workspaces\"}, \"then\": %s}}}",
        undecided[i].then);
    const char *unheard_of[] = {text.data};
    run(&b, *state, unheard_of, 1);
    assert_int_equal(b.findings.list.count, 1);
    assert_int_equal(b.findings.list.items[0]->status, AML_UNDECIDED);
    assert_sv_equal(b.findings.list.items[0]->undecided_reason, aml_sv_of(undecided[i].reason));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(runs_a_definition_by_itself),
      TEST_CASE(honours_what_assignments_say),
      TEST_CASE(says_what_is_missing_or_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
