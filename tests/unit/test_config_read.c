#include "config/path_patterns.h"
#include "expr/value_text.h"
#include "graph/graph.h"

#include "test.h"
#include "yaml_case.h"

typedef struct result {
  aml_config *config;
  aml_diags diags;
} result;

static result read_config(aml_arena *arena, const char *text) {
  result r;
  aml_diags_init(&r.diags, arena);
  r.config = aml_config_read(
      arena, test_read_yaml(arena, text), AML_SV("team/amlint.yml"), AML_SV("/repo/team"), &r.diags);
  return r;
}

static void has_defaults(void **state) {
  const aml_config *config = aml_config_new(*state);
  assert_sv_equal(config->profile, AML_SV("default"));
  assert_false(config->has_fail_on);
  assert_null(aml_config_workspace_for(config, NULL, AML_SV("a.yml")));
}

static void reads_settings(void **state) {
  result r = read_config(*state,
      "profile: strict\n"
      "select: AML1\n"
      "ignore: [AML407, idle-nodes]\n"
      "severity: {AML101: error, latency: note, AML3: off}\n"
      "parameters: {required-tags: {tags: [owner]}}\n"
      "rules: [policy/rules, /abs/rules]\n"
      "policies: [p]\n"
      "exceptions: [e.yml]\n"
      "exclude: [archive/**]\n"
      "secretNames: deployPin\n"
      "failOn: note\n"
      "baseline: b.json\n"
      "facts: f\n"
      "templateLinks: {\"https://x/y.json\": y.json}\n"
      "context: {subscription: {subscriptionId: s}}\n"
      "governance: {maxDays: {error: 30}, ticketPattern: '^OPS-[0-9]+$', requiredFields: [owner, ticket]}\n"
      "overrides:\n"
      "- paths: sandbox/**\n"
      "  severity: {required-tags: off}\n"
      "  parameters: {AML101: {maxIdleNodes: 1}}\n");
  if (r.diags.list.count > 0) {
    fail_msg("%.*s", AML_SV_ARG(r.diags.list.items[0].message.text));
  }
  const aml_config *c = r.config;
  assert_sv_equal(c->profile, AML_SV("strict"));
  assert_int_equal(c->select.count, 1);
  assert_int_equal(c->ignore.count, 2);
  assert_int_equal(c->secret_names.count, 1);
  assert_sv_equal(c->ignore.items[1], AML_SV("idle-nodes"));
  assert_int_equal(c->severities.count, 3);
  assert_int_equal(c->severities.items[0].severity, AML_SEVERITY_ERROR);
  assert_sv_equal(c->severities.items[2].rule, AML_SV("AML3"));
  assert_int_equal(c->severities.items[2].severity, AML_SEVERITY_NONE);
  assert_sv_equal(
      aml_value_json(*state, c->parameters, true), AML_SV("{\"required-tags\":{\"tags\":[\"owner\"]}}"));
  assert_sv_equal(c->rules.items[0], AML_SV("policy/rules"));
  assert_true(c->has_fail_on);
  assert_int_equal(c->fail_on, AML_SEVERITY_NOTE);
  assert_sv_equal(c->baseline, AML_SV("b.json"));
  assert_int_equal(c->overrides.count, 1);
  assert_int_equal(c->overrides.items[0].severities.count, 1);
  assert_int_equal(c->overrides.items[0].paths->kind, AML_ARRAY);
  assert_sv_equal(
      aml_value_text(aml_value_path(c->context, AML_SV("subscription.subscriptionId"))), AML_SV("s"));
}

static void says_what_is_wrong(void **state) {
  static const struct {
    const char *text, *message, *help;
  } cases[] = {
      {"profil: strict", "Unknown key 'profil' in the configuration.", "Did you mean 'profile'?"},
      {"fail_on: note", "Unknown key 'fail_on' in the configuration.", "Did you mean 'failOn'?"},
      {"colour: red", "Unknown key 'colour' in the configuration.", ""},
      {"workspaces: [{name: w, resource-group: g}]",
          "Unknown key 'workspaces[0].resource-group' in the configuration.",
          "Did you mean 'resourceGroup'?"},
      {"workspaces: [{location: x}]", "'workspaces[0]' lacks the key 'name'.", ""},
      {"workspaces: {name: w}", "'workspaces' is '{\"name\":\"w\"}'; expected a list of objects.", ""},
      {"workspaces: [w]", "'workspaces[0]' is 'w'; expected an object.", ""},
      {"workspaces: [{name: w}, {name: W}]", "Two workspaces have the key 'W'.",
          "Give one of them another 'key'."},
      {"profile: strickt", "'profile' is 'strickt'; expected one of 'default', 'strict', 'minimal'.",
          "Did you mean 'strict'?"},
      {"severity: {AML101: high}",
          "'severity.AML101' is 'high'; expected one of 'error', 'warning', 'note', 'off'.", ""},
      {"severity: error", "'severity' is 'error'; expected an object.", ""},
      {"select: 5", "'select' is '5'; expected a string or a list of strings.", ""},
      {"select: [5]", "'select' is '5'; expected a list of strings.", ""},
      {"governance: {maxDays: {error: -1}}",
          "'governance.maxDays.error' is '-1'; expected a whole number, 0 or more.", ""},
      {"governance: {requiredFields: [owners]}",
          "'governance.requiredFields' is 'owners'; expected one of 'owner', 'approver', 'reason', 'ticket', "
          "'created', 'expires', 'review', 'risk', 'evidence'.",
          "Did you mean 'owner'?"},
      {"overrides: [{severity: {AML101: off}}]", "'overrides[0]' lacks the key 'paths'.", ""},
      {"- a", "'amlint.yml' is '[\"a\"]'; expected an object.", ""},
      {"extends: ../base.yml", "'extends' is '../base.yml', which is not a readable file below the root.",
          ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    result r = read_config(*state, cases[i].text);
    if (r.diags.list.count != 1) {
      fail_msg("%zu diagnostics for '%s'", r.diags.list.count, cases[i].text);
    }
    const aml_diag *diag = &r.diags.list.items[0];
    assert_string_equal(diag->rule, "AML012");
    assert_sv_equal(diag->message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(diag->help, aml_sv_of(cases[i].help));
    assert_true(diag->is_incomplete);
    assert_false(aml_span_is_none(diag->span));
  }
  result r = read_config(*state, "governance: {ticketPattern: '['}");
  assert_int_equal(r.diags.list.count, 1);
  assert_null(aml_object_find(r.config->governance, AML_SV("ticketPattern")));
}

static void takes_what_is_right_beside_what_is_wrong(void **state) {
  result r = read_config(*state, "profil: x\nseverity: {AML101: high, AML102: note}\nselect: [5, AML1]\n");
  assert_int_equal(r.diags.list.count, 3);
  assert_int_equal(r.config->severities.count, 1);
  assert_sv_equal(r.config->severities.items[0].rule, AML_SV("AML102"));
  assert_int_equal(r.config->select.count, 1);
}

static void finds_workspaces_by_path(void **state) {
  result r = read_config(*state, "workspaces:\n"
                                 "- {name: prod, paths: [prod/**, shared/*.yml]}\n"
                                 "- {name: special, paths: [prod/special/**]}\n"
                                 "- {name: rest}\n");
  static const struct {
    const char *path, *key;
  } cases[] = {
      {"prod/a.yml", "prod"},
      {"prod/deep/er/a.yml", "prod"},
      {"prod/special/a.yml", "special"}, /* the last that matches */
      {"shared/a.yml", "prod"},
      {"dev/a.yml", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_config_workspace *found = aml_config_workspace_for(r.config, NULL, aml_sv_of(cases[i].path));
    assert_sv_equal(found == NULL ? (aml_sv){0} : found->key, aml_sv_of(cases[i].key));
  }
  r = read_config(*state, "workspaces: [{name: only}]");
  assert_sv_equal(aml_config_workspace_for(r.config, NULL, AML_SV("any/thing.yml"))->key, AML_SV("only"));
}

static bool open_base(void *ctx, aml_sv from, aml_sv relative, aml_config_file *out) {
  aml_arena *arena = ctx;
  (void)from;
  if (aml_sv_eq(relative, AML_SV("../amlint.yml"))) {
    out->root = test_read_yaml(arena,
        "profile: minimal\nselect: [AML1]\nrules: [rules]\nparameters: {a: {x: 1, y: 1}, b: {z: 1}}\n"
        "workspaces: [{name: w, paths: ['**']}]\nseverity: {AML101: note}\nfailOn: error");
    out->path = AML_SV("amlint.yml");
    out->folder = AML_SV("/repo");
    return true;
  }
  if (aml_sv_eq(relative, AML_SV("loop.yml"))) {
    out->root = test_read_yaml(arena, "extends: loop.yml");
    return true;
  }
  return false;
}

static void builds_on_other_files(void **state) {
  const aml_config_files files = {*state, open_base, NULL};
  aml_diags diags;
  aml_diags_init(&diags, *state);
  aml_config_file file = {
      test_read_yaml(*state,
          "extends: ../amlint.yml\nselect: [AML2]\nrules: [mine]\nparameters: {a: {y: 2}}\n"
          "severity: {AML101: error}\nprofile: strict"),
      AML_SV("team/amlint.yml"), AML_SV("/repo/team")};
  const aml_config *c = aml_config_read_with(*state, &file, &files, &diags);
  assert_int_equal(diags.list.count, 0);
  assert_sv_equal(c->profile, AML_SV("strict"));
  assert_int_equal(c->select.count, 2);
  assert_sv_equal(c->rules.items[0], AML_SV("/repo/rules"));
  assert_sv_equal(c->rules.items[1], AML_SV("mine"));
  assert_sv_equal(
      aml_value_json(*state, c->parameters, true), AML_SV("{\"a\":{\"x\":1,\"y\":2},\"b\":{\"z\":1}}"));
  assert_int_equal(c->severities.items[1].severity, AML_SEVERITY_ERROR); /* later lines win */
  assert_int_equal(c->fail_on, AML_SEVERITY_ERROR);
  assert_sv_equal(aml_config_workspace_for(c, NULL, AML_SV("x.yml"))->key, AML_SV("w"));
  file.root = test_read_yaml(*state, "extends: loop.yml");
  (void)aml_config_read_with(*state, &file, &files, &diags);
  assert_int_equal(diags.list.count, 1);
}

static void makes_resources_of_workspaces(void **state) {
  result r = read_config(*state, "workspaces:\n"
                                 "- name: ws\n"
                                 "  resourceGroup: g\n"
                                 "  location: westeurope\n"
                                 "  networkResourceGroup: net\n"
                                 "  managedNetwork: allow_internet_outbound\n"
                                 "  privateEndpoint: true\n"
                                 "  storageAccount: {name: st, location: eastus}\n"
                                 "  locks:\n"
                                 "  - {level: CanNotDelete}\n"
                                 "  - {level: ReadOnly, scope: networkResourceGroup, name: net-lock}\n"
                                 "  - {level: ReadOnly, scope: workspace}\n"
                                 "- {name: other, resourceGroup: h}\n");
  assert_int_equal(r.diags.list.count, 0);
  aml_resources resources;
  aml_resources_init(&resources, *state);
  aml_config_resources(r.config, &resources);
  aml_resource *cluster = aml_resource_new(&resources);
  cluster->type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  cluster->name = aml_value_string(*state, AML_SV("ws/c"), AML_NO_SPAN);
  cluster->scope = aml_config_workspace_scope(&r.config->workspaces.items[0]);
  cluster->body = cluster->name;
  aml_resources_add(&resources, cluster);
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources.list.items, resources.list.count);
  aml_graph_link(graph, 1);
  bool is_certain = false;
  const aml_resource *workspace = aml_graph_parent(graph, cluster, &is_certain);
  assert_true(is_certain);
  assert_sv_equal(workspace->workspace_key, AML_SV("ws"));
  assert_true(workspace->is_existing);
  const aml_value *location = aml_value_path(workspace->body, AML_SV("location"));
  assert_sv_equal(aml_value_text(location), AML_SV("westeurope"));
  assert_int_equal(location->origin->step, AML_STEP_CONFIG);
  assert_sv_equal(
      aml_value_text(aml_value_path(workspace->body, AML_SV("properties.managedNetwork.isolationMode"))),
      AML_SV("AllowInternetOutbound"));
  aml_resource_range locks = aml_graph_of_type(graph, AML_SV("Microsoft.Authorization/locks"));
  assert_int_equal(locks.count, 3);
  assert_int_equal(aml_graph_scope_covers(graph, locks.items[0], cluster), AML_TRUE);
  assert_int_equal(aml_graph_scope_covers(graph, locks.items[1], cluster), AML_FALSE);
  assert_int_equal(aml_graph_scope_covers(graph, locks.items[2], cluster), AML_TRUE);
  assert_int_equal(aml_graph_is_scope_wide(graph, locks.items[2]), AML_FALSE);
  aml_truth certainty;
  const aml_value *storage = aml_value_path(workspace->body, AML_SV("properties.storageAccount"));
  const aml_resource *account = aml_graph_by_reference(graph, *state, workspace, storage, &certainty);
  assert_int_equal(certainty, AML_TRUE);
  assert_sv_equal(aml_value_text(aml_value_path(account->body, AML_SV("location"))), AML_SV("eastus"));
  aml_resource_range endpoints = aml_graph_of_type(graph, AML_SV("Microsoft.Network/privateEndpoints"));
  assert_int_equal(endpoints.count, 1);
  const aml_value *links =
      aml_value_path(endpoints.items[0]->body, AML_SV("properties.privateLinkServiceConnections"));
  const aml_value *target =
      aml_value_path(links->as.array.items[0], AML_SV("properties.privateLinkServiceId"));
  assert_ptr_equal(aml_graph_by_reference(graph, *state, endpoints.items[0], target, &certainty), workspace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(has_defaults),
      TEST_CASE(reads_settings),
      TEST_CASE(says_what_is_wrong),
      TEST_CASE(takes_what_is_right_beside_what_is_wrong),
      TEST_CASE(finds_workspaces_by_path),
      TEST_CASE(builds_on_other_files),
      TEST_CASE(makes_resources_of_workspaces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
