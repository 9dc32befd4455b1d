#include "azureml/azureml.h"
#include "base/strbuf.h"
#include "expr/value_text.h"

#include "test.h"
#include "yaml_case.h"

typedef struct result {
  aml_resources resources;
  aml_diags diags;
} result;

static result translate(aml_arena *arena, const char *text, const aml_azureml_context *context) {
  static const aml_azureml_context nowhere = {.scope = {.has_resource_group = true}};
  result out;
  aml_resources_init(&out.resources, arena);
  aml_diags_init(&out.diags, arena);
  const aml_value *root = test_read_yaml(arena, text);
  aml_yaml_kind kind = aml_azureml_recognise(root);
  assert_int_not_equal(kind, AML_YAML_NONE);
  aml_azureml_translate(root, kind, context == NULL ? &nowhere : context, &out.resources, &out.diags);
  return out;
}

static aml_azureml_context make_context(aml_arena *arena) {
  return (aml_azureml_context){
      .workspace_key = AML_SV("dev"),
      .name = aml_value_string(arena, AML_SV("ws"), AML_NO_SPAN),
      .location = aml_value_string(arena, AML_SV("westeurope"), AML_NO_SPAN),
      .scope = {.has_resource_group = true, .subscription = AML_SV("s"), .resource_group = AML_SV("g")},
  };
}

/* What the ARM API shows; the properties by the mapping in facts/amlcompute-schema.yml. */
static void translates_to_arm(void **state) {
  static const struct {
    const char *yaml, *type, *path, *expected;
  } cases[] = {
      {"name: c\ntype: amlcompute\nsize: Standard_D2s_v3\ntier: Low_Priority\nmin_instances: "
       "1\nmax_instances: '4'\n"
       "idle_time_before_scale_down: 120\nssh_public_access_enabled: false\nenable_node_public_ip: no\n"
       "ssh_settings:\n  admin_username: u\n  admin_password: p\n  ssh_key_value: k\n",
          "Microsoft.MachineLearningServices/workspaces/computes", "properties.properties",
          "{\"vmSize\":\"Standard_D2s_v3\",\"vmPriority\":\"LowPriority\",\"scaleSettings\":{"
          "\"minNodeCount\":1,"
          "\"maxNodeCount\":4,\"nodeIdleTimeBeforeScaleDown\":\"PT120S\"},\"remoteLoginPortPublicAccess\":"
          "\"Disabled\",\"enableNodePublicIp\":false,\"userAccountCredentials\":{\"adminUserName\":\"u\","
          "\"adminUserPassword\":\"***\",\"adminUserSshPublicKey\":\"k\"}}"},
      {"name: c\ntype: amlcompute\nsize: x\nmax_instances: 0\nidle_time_before_scale_down: 0", NULL,
          "properties.properties", "{\"vmSize\":\"x\",\"scaleSettings\":{\"maxNodeCount\":1}}"},
      {"name: c\ntype: amlcompute", NULL, "properties",
          "{\"computeType\":\"AmlCompute\",\"properties\":{\"vmSize\":\"STANDARD_DS3_V2\",\"scaleSettings\":"
          "{\"maxNodeCount\":1}}}"},
      {"name: c\ntype: amlcompute\nlocation: West Europe\ntags: {owner: me}\ndescription: d", NULL,
          "location", "\"West Europe\""},
      {"name: c\ntype: amlcompute\nlocation: West Europe", NULL, "properties.computeLocation",
          "\"West Europe\""},
      {"name: c\ntype: amlcompute\ntags: {owner: me, n: 1}", NULL, "tags", "{\"owner\":\"me\",\"n\":1}"},
      {"name: c\ntype: amlcompute\nidentity:\n  type: user_assigned\n  user_assigned_identities:\n"
       "  - resource_id: /subscriptions/a\n  - /subscriptions/b",
          NULL, "identity",
          "{\"type\":\"UserAssigned\",\"userAssignedIdentities\":{\"/subscriptions/a\":{},\"/subscriptions/"
          "b\":{}}}"},
      {"name: c\ntype: amlcompute\nidentity: {type: SystemAssigned}", NULL, "identity",
          "{\"type\":\"SystemAssigned\"}"},
      {"name: c\ntype: amlcompute\nnetwork_settings:\n  subnet: /subscriptions/x/subnets/y", NULL,
          "properties.properties.subnet", "{\"id\":\"/subscriptions/x/subnets/y\"}"},
      {"name: c\ntype: amlcompute\nnetwork_settings:\n  vnet_name: v\n  subnet: n", NULL,
          "properties.properties.subnet",
          "{\"id\":\"/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/"
          "n\"}"},
      {"name: i\ntype: computeinstance\nsize: x\nidle_time_before_shutdown_minutes: 15\n"
       "create_on_behalf_of:\n  user_tenant_id: t\n  user_object_id: o\nenable_root_access: true\n"
       "setup_scripts:\n  creation_script:\n    path: http://x/a.sh\n    timeout_minutes: 20\n"
       "schedules:\n  compute_start_stop:\n  - action: stop\n    trigger: {type: cron, time_zone: UTC}\n"
       "    state: enabled\n",
          NULL, "properties.properties",
          "{\"vmSize\":\"x\",\"idleTimeBeforeShutdown\":\"PT15M\",\"personalComputeInstanceSettings\":"
          "{\"assignedUser\":{\"tenantId\":\"t\",\"objectId\":\"o\"}},\"enableRootAccess\":true,"
          "\"setupScripts\":"
          "{\"scripts\":{\"creationScript\":{\"scriptData\":\"http://x/a.sh\",\"timeout\":\"PT20M\"}}},"
          "\"schedules\":{\"computeStartStop\":[{\"action\":\"Stop\",\"trigger\":{\"type\":\"cron\","
          "\"timeZone\":"
          "\"UTC\"},\"state\":\"enabled\"}]}}"},
      {"name: k\ntype: kubernetes\nnamespace: ml\nresource_id: /subscriptions/x", NULL, "properties",
          "{\"computeType\":\"Kubernetes\",\"properties\":{\"namespace\":\"ml\"},\"resourceId\":"
          "\"/subscriptions/x\"}"},
      {"name: k\ntype: kubernetes\nnamespace: ml\nresource_id: /x\nproperties: {default_instance_type: a}",
          NULL, "properties.properties", "{\"namespace\":\"ml\",\"defaultInstanceType\":\"a\"}"},
      {"$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json\nname: w\n"
       "public_network_access: disabled\nmanaged_network: {isolation_mode: allow_internet_outbound}\n"
       "hbi_workspace: true\ncustomer_managed_key: {key_vault: /v, key_uri: https://k}",
          "Microsoft.MachineLearningServices/workspaces", "properties",
          "{\"publicNetworkAccess\":\"Disabled\",\"managedNetwork\":{\"isolationMode\":"
          "\"AllowInternetOutbound\"},"
          "\"hbiWorkspace\":true,\"encryption\":{\"keyVaultProperties\":{\"keyVaultArmId\":\"/v\","
          "\"keyIdentifier\":\"https://k\"}}}"},
      {"command: python a.py\nenvironment: azureml:e:1\ncompute: azureml:cpu\nresources: {instance_count: "
       "2}\n"
       "distribution: {type: pytorch, process_count_per_instance: 4}\nenvironment_variables: {A: b}",
          "Microsoft.MachineLearningServices/workspaces/jobs", "properties",
          "{\"jobType\":\"Command\",\"command\":\"python "
          "a.py\",\"environmentId\":\"azureml:e:1\",\"computeId\":"
          "\"/subscriptions/s/resourceGroups/g/providers/Microsoft.MachineLearningServices/workspaces/ws/"
          "computes/"
          "cpu\",\"resources\":{\"instanceCount\":2},\"distribution\":{\"distributionType\":\"PyTorch\","
          "\"processCountPerInstance\":4},\"environmentVariables\":{\"A\":\"b\"}}"},
      {"type: pipeline\njobs:\n  train:\n    type: command\n    component: ./c.yml\n    compute: "
       "azureml:gpu\n"
       "    resources: {instance_count: 8}\n  score:\n    type: command\n    component: ./s.yml",
          NULL, "properties.jobs",
          "{\"train\":{\"type\":\"command\",\"component\":\"./c.yml\",\"computeId\":\"/subscriptions/s/"
          "resourceGroups/g/providers/Microsoft.MachineLearningServices/workspaces/ws/computes/"
          "gpu\",\"resources\":"
          "{\"instanceCount\":8}},\"score\":{\"type\":\"command\",\"component\":\"./s.yml\"}}"},
      {"name: s\ntrigger: {type: cron, expression: 0 1 * * *, start_time: x}\ncreate_job:\n  type: pipeline\n"
       "  jobs:\n    a: {type: command, component: ./c.yml, compute: azureml:gpu}",
          "Microsoft.MachineLearningServices/workspaces/schedules", "properties",
          "{\"trigger\":{\"type\":\"cron\",\"expression\":\"0 1 * * *\",\"startTime\":\"x\"},\"action\":"
          "{\"jobDefinition\":{\"jobType\":\"pipeline\",\"jobs\":{\"a\":{\"type\":\"command\",\"component\":"
          "\"./c.yml\",\"computeId\":\"/subscriptions/s/resourceGroups/g/providers/"
          "Microsoft.MachineLearningServices/workspaces/ws/computes/gpu\"}}}}}"},
      {"name: s\ntrigger: {type: cron, expression: x}\ncreate_job: ./pipeline.yml", NULL, "properties.action",
          "{\"jobDefinition\":\"./pipeline.yml\"}"},
      {"name: d\nendpoint_name: e\ninstance_type: Standard_DS3_v2\ninstance_count: 2\n"
       "egress_public_network_access: enabled",
          "Microsoft.MachineLearningServices/workspaces/onlineEndpoints/deployments", "properties",
          "{\"endpointComputeType\":\"Managed\",\"instanceType\":\"Standard_DS3_v2\","
          "\"egressPublicNetworkAccess\":\"Enabled\"}"},
      {"name: e\nauth_mode: aml_token\npublic_network_access: disabled",
          "Microsoft.MachineLearningServices/workspaces/onlineEndpoints", "properties",
          "{\"authMode\":\"AMLToken\",\"publicNetworkAccess\":\"Disabled\"}"},
      {"name: d\nendpoint_name: e\ncompute: azureml:c\nresources: {instance_count: 3}\nsettings: "
       "{mini_batch_size: 5}",
          "Microsoft.MachineLearningServices/workspaces/batchEndpoints/deployments", "properties",
          "{\"compute\":\"/subscriptions/s/resourceGroups/g/providers/Microsoft.MachineLearningServices/"
          "workspaces/"
          "ws/computes/c\",\"resources\":{\"instanceCount\":3},\"miniBatchSize\":5}"},
  };
  aml_azureml_context context = make_context(*state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    result r = translate(*state, cases[i].yaml, &context);
    assert_int_equal(r.resources.list.count, 1);
    const aml_resource *resource = r.resources.list.items[0];
    if (r.diags.list.count > 0) {
      fail_msg("%s: %.*s", cases[i].yaml, AML_SV_ARG(r.diags.list.items[0].message.text));
    }
    if (cases[i].type != NULL) {
      assert_sv_equal(resource->type, aml_sv_of(cases[i].type));
    }
    const aml_value *part = aml_value_path(resource->body, aml_sv_of(cases[i].path));
    assert_non_null(part);
    assert_sv_equal(aml_value_json(*state, part, true), aml_sv_of(cases[i].expected));
  }
}

static void names_resources(void **state) {
  static const struct {
    const char *yaml;
    bool has_workspace;
    const char *name, *prefix, *suffix, *shown;
  } cases[] = {
      {"name: c\ntype: amlcompute", true, "ws/c", NULL, NULL, "c"},
      {"name: c\ntype: amlcompute", false, NULL, "", "/c", "c"},
      {"name: <NAME>\ntype: amlcompute", true, NULL, "ws/", "", "<NAME>"},
      {"name: d\nendpoint_name: e\ncompute: c", true, "ws/e/d", NULL, NULL, "d"},
      {"name: d\nendpoint_name: e\ncompute: c", false, NULL, "", "/e/d", "d"},
      {"name: w\nhbi_workspace: true", true, "w", NULL, NULL, "w"},
      {"command: a\nenvironment: e\ncompute: c", true, NULL, "ws/", "", "(command job without a name)"},
  };
  aml_azureml_context context = make_context(*state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    result r = translate(*state, cases[i].yaml, cases[i].has_workspace ? &context : NULL);
    const aml_resource *resource = r.resources.list.items[0];
    if (cases[i].name != NULL) {
      assert_sv_equal(aml_value_text(resource->name), aml_sv_of(cases[i].name));
    } else {
      assert_int_equal(resource->name->kind, AML_UNKNOWN);
      assert_sv_equal(resource->name->as.unknown->prefix, aml_sv_of(cases[i].prefix));
      assert_sv_equal(resource->name->as.unknown->suffix, aml_sv_of(cases[i].suffix));
    }
    assert_sv_equal(resource->shown_name, aml_sv_of(cases[i].shown));
  }
}

static void says_what_is_wrong(void **state) {
  static const struct {
    const char *yaml, *rule, *message, *help;
  } cases[] = {
      {"name: c\ntype: amlcompute\npriority: LowPriority", "AML005",
          "Key 'priority' is unknown in a file for type 'amlcompute', and the CLI rejects it.",
          "Did you mean 'tier'?"},
      {"name: c\ntype: amlcompute\nmin_instance: 1", "AML005",
          "Key 'min_instance' is unknown in a file for type 'amlcompute', and the CLI rejects it.",
          "Did you mean 'min_instances'?"},
      {"name: c\ntype: amlcompute\nminInstances: 1", "AML005",
          "Key 'minInstances' is unknown in a file for type 'amlcompute', and the CLI rejects it.",
          "Did you mean 'min_instances'?"},
      {"name: c\ntype: amlcompute\nssh_settings: {adminUserName: u}", "AML005",
          "Key 'ssh_settings.adminUserName' is unknown in a file for type 'amlcompute', and the CLI rejects "
          "it.",
          "Did you mean 'admin_username'?"},
      {"name: c\ntype: amlcompute\ncolour: red", "AML005",
          "Key 'colour' is unknown in a file for type 'amlcompute', and the CLI rejects it.", ""},
      {"name: c\ntype: amlcompute\nmin_instances: two", "AML006",
          "'min_instances' is 'two', of type string; expected an integer.", ""},
      {"name: 5\ntype: amlcompute\nsize: x", "AML006", "'name' is '5', of type integer; expected a string.",
          ""},
      {"name: c\ntype: amlcompute\nssh_settings: yes please", "AML006",
          "'ssh_settings' is 'yes please', of type string; expected a mapping ('key: value').", ""},
      {"name: c\ntype: amlcompute\nmin_instances:", "AML006",
          "'min_instances' has no value; expected an integer.", "Write a value or remove the key."},
      {"name: k\ntype: kubernetes\nresource_id: /x", "AML007",
          "Key 'namespace' is missing: a file for 'kubernetes' needs it.", ""},
      {"name: c\ntype: amlcompute\nnetwork_settings: {vnet_name: v}", "AML007",
          "Key 'network_settings.subnet' is missing: the CLI requires it together with "
          "'network_settings.vnet_name'.",
          ""},
      {"name: c\ntype: amlcompute\ntier: LowPriority", "AML008",
          "'tier' is 'LowPriority'; the CLI accepts only 'dedicated', 'low_priority'.",
          "Write 'low_priority': 'LowPriority' is ARM's spelling, which the CLI does not accept in a file."},
      {"name: c\ntype: amlcompute\nidentity: {type: systemassinged}", "AML008",
          "'identity.type' is 'systemassinged'; the CLI accepts only 'system_assigned', 'user_assigned', "
          "'none', 'system_assigned,user_assigned'.",
          "Did you mean 'system_assigned'?"},
      {"name: c\ntype: amlcompute\nidle_time_before_scale_down: PT2M", "AML009",
          "'idle_time_before_scale_down' is 'PT2M'; expected a whole number of seconds, 0 or more.",
          "Write '120': durations are in ISO 8601 in ARM templates, and in seconds here."},
      {"name: c\ntype: amlcompute\nidle_time_before_scale_down: -1", "AML009",
          "'idle_time_before_scale_down' is '-1'; expected a whole number of seconds, 0 or more.", ""},
      {"name: i\ntype: computeinstance\nidle_time_before_shutdown: 15 minutes", "AML009",
          "'idle_time_before_shutdown' is '15 minutes'; expected an ISO 8601 duration such as 'PT30M'.",
          "Write 'PT15M'."},
      {"command: a\nenvironment: e\ncompute: c\nresources: {instance_cuont: 2}", "AML005",
          "Key 'resources.instance_cuont' is unknown in a file for a 'command job', and the CLI rejects it.",
          "Did you mean 'instance_count'?"},
      {"name: d\nendpoint_name: e\ninstance_tpye: x\ntype: managed", "AML005",
          "Key 'instance_tpye' is unknown in a file for a 'managed online deployment', and the CLI rejects "
          "it.",
          "Did you mean 'instance_type'?"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    result r = translate(*state, cases[i].yaml, NULL);
    if (r.diags.list.count == 0) {
      fail_msg("nothing is said of '%s'", cases[i].yaml);
    }
    const aml_diag *diag = &r.diags.list.items[0];
    assert_string_equal(diag->rule, cases[i].rule);
    assert_sv_equal(diag->message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(diag->help, aml_sv_of(cases[i].help));
    assert_false(aml_span_is_none(diag->span));
  }
}

static void is_silent_on_what_the_cli_takes(void **state) {
  static const char *const cases[] = {
      "name: c\ntype: AMLCOMPUTE\ntier: Dedicated\nid: x\nprovisioning_state: Succeeded\nresourceGroup: g",
      "name: c\ntype: amlcompute\nsize: ${{ parameters.size }}\nmin_instances: ${{ parameters.min }}",
      "name: c\ntype: amlcompute\nmin_instances: $(MIN)\ntier: '#{tier}#'",
      "command: a\nenvironment: e\ncompute: c\nnew_key_of_next_year: 1",
      "name: c\ntype: amlcompute\nssh_public_access_enabled: 'True'",
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    result r = translate(*state, cases[i], NULL);
    if (r.diags.list.count > 0) {
      fail_msg("'%s': %.*s", cases[i], AML_SV_ARG(r.diags.list.items[0].message.text));
    }
  }
}

static void tells_where_values_come_from(void **state) {
  aml_azureml_context context = make_context(*state);
  result r = translate(*state, "name: c\ntype: amlcompute\nmax_instances: 0\nmin_instances: two", &context);
  const aml_value *body = r.resources.list.items[0]->body;
  const aml_value *size = aml_value_path(body, AML_SV("properties.properties.vmSize"));
  assert_int_equal(size->origin->step, AML_STEP_SERVICE_DEFAULT);
  assert_int_equal(size->span.begin, 6); /* at the name */
  const aml_value *most = aml_value_path(body, AML_SV("properties.properties.scaleSettings.maxNodeCount"));
  assert_int_equal(most->origin->step, AML_STEP_SERVICE_DEFAULT);
  assert_int_equal(most->span.begin, 40);
  const aml_value *least = aml_value_path(body, AML_SV("properties.properties.scaleSettings.minNodeCount"));
  assert_int_equal(least->kind, AML_UNKNOWN);
  const aml_value *location = aml_value_path(body, AML_SV("location"));
  assert_sv_equal(aml_value_text(location), AML_SV("westeurope"));
  assert_null(aml_value_path(body, AML_SV("properties.computeLocation")));
  assert_null(aml_value_path(body, AML_SV("properties.properties.vmPriority")));
}

static void keeps_the_way_through_aliases(void **state) {
  result r = translate(
      *state, "name: c\ntype: amlcompute\nmin_instances: &n 2\nidle_time_before_scale_down: *n", NULL);
  const aml_value *body = r.resources.list.items[0]->body;
  const aml_value *idle =
      aml_value_path(body, AML_SV("properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown"));
  assert_sv_equal(aml_value_text(idle), AML_SV("PT2S"));
  assert_non_null(idle->origin);
  assert_int_equal(idle->origin->step, AML_STEP_ALIAS);
}

static void leaves_placeholders_unknown(void **state) {
  result r = translate(*state,
      "name: c\ntype: amlcompute\nsize: ${{ v }}\nmin_instances: $(N)\ntags: {owner: '#{o}#', env: dev}",
      NULL);
  const aml_value *body = r.resources.list.items[0]->body;
  static const char *const paths[] = {
      "properties.properties.vmSize", "properties.properties.scaleSettings.minNodeCount", "tags.owner"};
  for (size_t i = 0; i < COUNT(paths); i++) {
    assert_int_equal(aml_value_path(body, aml_sv_of(paths[i]))->kind, AML_UNKNOWN);
  }
  assert_sv_equal(aml_value_text(aml_value_path(body, AML_SV("tags.env"))), AML_SV("dev"));
}

static void keeps_computes_of_lists_apart(void **state) {
  result r =
      translate(*state, "computes:\n- {name: a, type: amlcompute}\n- {name: b, type: computeinstance}", NULL);
  assert_int_equal(r.resources.list.count, 2);
  assert_sv_equal(r.resources.list.items[1]->shown_name, AML_SV("b"));
  assert_int_equal(aml_azureml_kind_of(r.resources.list.items[1]), AML_YAML_COMPUTE_INSTANCE);
}

static void takes_the_place_from_an_id(void **state) {
  result r = translate(*state,
      "id: "
      "/subscriptions/S/resourcegroups/G/providers/Microsoft.MachineLearningServices/workspaces/W/computes/"
      "c\n"
      "name: c\ntype: amlcompute\nprovisioning_state: Succeeded",
      NULL);
  const aml_resource *resource = r.resources.list.items[0];
  assert_int_equal(r.diags.list.count, 0);
  assert_sv_equal(aml_value_text(resource->name), AML_SV("W/c"));
  assert_sv_equal(resource->scope.resource_group, AML_SV("G"));
  assert_sv_equal(resource->scope.subscription, AML_SV("S"));
  r = translate(*state, "id: /subscriptions/S\nname: c\ntype: amlcompute", NULL);
  assert_int_equal(r.resources.list.items[0]->name->kind, AML_UNKNOWN);
}

static void finds_the_way_back(void **state) {
  (void)state;
  assert_sv_equal(
      aml_azureml_yaml_path(AML_YAML_AMLCOMPUTE, AML_SV("properties.properties.scaleSettings.minNodeCount")),
      AML_SV("min_instances"));
  assert_sv_equal(
      aml_azureml_yaml_path(AML_YAML_AMLCOMPUTE, AML_SV("properties.computeLocation")), AML_SV("location"));
  assert_sv_equal(aml_azureml_yaml_path(
                      AML_YAML_COMPUTE_INSTANCE, AML_SV("properties.properties.sshSettings.sshPublicAccess")),
      AML_SV("ssh_public_access_enabled"));
  assert_sv_equal(aml_azureml_yaml_path(AML_YAML_AMLCOMPUTE, AML_SV("tags")), AML_SV("tags"));
  assert_sv_equal(aml_azureml_yaml_path(AML_YAML_AMLCOMPUTE, AML_SV("properties.nothing")), AML_SV(""));
}

/* Of a million unknown keys the work must stay about linear. */
static void survives_many_keys(void **state) {
  enum { KEYS = 20000 };
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  aml_strbuf_addf(&text, "command: a\nenvironment: e\ncompute: c\n");
  for (int i = 0; i < KEYS; i++) {
    aml_strbuf_addf(&text, "x_%d: 1\n", i);
  }
  result r = translate(*state, aml_strbuf_view(&text).data, NULL);
  assert_int_equal(r.resources.list.count, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(translates_to_arm),
      TEST_CASE(names_resources),
      TEST_CASE(says_what_is_wrong),
      TEST_CASE(is_silent_on_what_the_cli_takes),
      TEST_CASE(tells_where_values_come_from),
      TEST_CASE(keeps_the_way_through_aliases),
      TEST_CASE(leaves_placeholders_unknown),
      TEST_CASE(keeps_computes_of_lists_apart),
      TEST_CASE(takes_the_place_from_an_id),
      TEST_CASE(finds_the_way_back),
      TEST_CASE(survives_many_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
