#include "azureml/azureml.h"

#include "test.h"
#include "yaml_case.h"

typedef struct body_case {
  const char *properties, *rule, *message, *help; /* without a rule nothing is said */
} body_case;

/* JSON is YAML enough for these bodies. */
static void judge(void **state, const char *type, const body_case *expected) {
  aml_sv text = aml_sv_format(*state, "{properties: %s}", expected->properties);
  aml_resource resource = {
      .form = &aml_form_arm,
      .type = aml_sv_of(type),
      .shown_name = AML_SV("c"),
      .body = test_read_yaml(*state, text.data),
      .name_span = {1, 0, 1},
  };
  aml_diags diags;
  aml_diags_init(&diags, *state);
  aml_azureml_check_arm(&resource, &diags);
  if (expected->rule == NULL) {
    assert_int_equal(diags.list.count, 0);
    return;
  }
  assert_int_equal(diags.list.count, 1);
  assert_string_equal(diags.list.items[0].rule, expected->rule);
  assert_sv_equal(diags.list.items[0].message.text, aml_sv_of(expected->message));
  assert_sv_equal(diags.list.items[0].help, aml_sv_of(expected->help));
}

static void judges_computes(void **state) {
  static const body_case cases[] = {
      {"{computeType: AmlCompute, properties: {vmPriority: low_priority, scaleSettings: {maxNodeCount: 1}}}",
          "AML008",
          "'properties.properties.vmPriority' is 'low_priority'; Azure accepts only 'Dedicated', "
          "'LowPriority'.",
          "Did you mean 'LowPriority'?"},
      {"{computeType: AmlCompute, properties: {vmPriority: lowpriority, scaleSettings: {maxNodeCount: 1}}}",
          NULL, NULL, NULL},
      {"{computeType: AmlCompte}", "AML008",
          "'properties.computeType' is 'AmlCompte'; Azure accepts only 'AKS', 'AmlCompute', 'BatchAI', "
          "'ComputeInstance', 'DataFactory', 'DataLakeAnalytics', 'Databricks', 'HDInsight', 'Kubernetes', "
          "'SynapseSpark', 'VirtualMachine'.",
          "Did you mean 'AmlCompute'?"},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "
       "120}}}",
          "AML009",
          "'properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown' is '120'; expected an ISO 8601 "
          "duration such as 'PT120S'.",
          "Write 'PT120S' for 120 seconds."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "
       "PT2M}}}",
          NULL, NULL, NULL},
      {"{computeType: AmlCompute}", "AML007",
          "Property 'properties.properties' is missing, but Azure requires it.", ""},
      {"{computeType: AmlCompute, properties: {vmSize: x}}", "AML007",
          "Property 'properties.properties.scaleSettings' is missing, but Azure requires it.", ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {minNodeCount: 1}}}", "AML007",
          "Property 'properties.properties.scaleSettings.maxNodeCount' is missing, but Azure requires it.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: many}}}", "AML006",
          "'properties.properties.scaleSettings.maxNodeCount' is 'many', of type string; expected an "
          "integer.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: '4'}, enableNodePublicIp: "
       "'true'}}",
          NULL, NULL, NULL},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, enableNodePublicIp: maybe}}",
          "AML006",
          "'properties.properties.enableNodePublicIp' is 'maybe', of type string; expected true or false.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, subnet: /subscriptions/x}}",
          "AML006",
          "'properties.properties.subnet' is '/subscriptions/x', of type string; expected an object.", ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, userAccountCredentials: "
       "{adminUserPassword: x}}}",
          "AML007",
          "Property 'properties.properties.userAccountCredentials.adminUserName' is missing, but Azure "
          "requires it.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, vmSize: null}}", NULL, NULL,
          NULL},
      {"{computeType: ComputeInstance, properties: {sshSettings: {sshPublicAccess: 'on'}}}", "AML008",
          "'properties.properties.sshSettings.sshPublicAccess' is 'on'; Azure accepts only 'Enabled', "
          "'Disabled'.",
          ""},
      {"{computeType: Kubernetes, properties: {namespace: 5}}", NULL, NULL, NULL},
      {"{properties: {}}", "AML007", "Property 'properties.computeType' is missing, but Azure requires it.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, minNodeCounts: 2}}}",
          "AML005",
          "'properties.properties.scaleSettings' has no property 'minNodeCounts', so this has no effect.",
          "Did you mean 'minNodeCount'?"},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, MINNODECOUNT: 0}}}", NULL,
          NULL, NULL},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, minNodeCount: 0}}", "AML005",
          "'properties.properties' has no property 'minNodeCount', so this has no effect.",
          "It belongs in 'properties.properties.scaleSettings'."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, disableLocalAuth: true}}",
          "AML005", "'properties.properties' has no property 'disableLocalAuth', so this has no effect.",
          "It belongs in 'properties'."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, tags: {owner: a}}}",
          "AML005", "'properties.properties' has no property 'tags', so this has no effect.",
          "It belongs in the resource itself, next to 'properties'."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, min_instances: 0}}",
          "AML005", "'properties.properties' has no property 'min_instances', so this has no effect.",
          "The property in templates is 'properties.properties.scaleSettings.minNodeCount'."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, "
       "remote_login_port_public_access: Disabled}}",
          "AML005",
          "'properties.properties' has no property 'remote_login_port_public_access', so this has no effect.",
          "Did you mean 'remoteLoginPortPublicAccess'?"},
      /* newer than the tables, or far from all names */
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, nodeDrainBehavior: Wait}}",
          NULL, NULL, NULL},
      /* near to what is there already */
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1}, vmSize: a, vmSizes: b}}",
          NULL, NULL, NULL},
      {"{computeType: ComputeInstance, properties: {idleTimeBeforeShutDwn: PT15M}}", "AML005",
          "'properties.properties' has no property 'idleTimeBeforeShutDwn', so this has no effect.",
          "Did you mean 'idleTimeBeforeShutdown'?"},
      {"{computeType: Kubernetes, properties: {namespaces: a}}", NULL, NULL, NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    judge(state, "microsoft.machineLearningServices/workspaces/computes", &cases[i]);
  }
}

static void judges_workspaces(void **state) {
  static const body_case cases[] = {
      {"{publicNetworkAccess: '[Disabled]'}", "AML008",
          "'properties.publicNetworkAccess' is '[Disabled]'; Azure accepts only 'Enabled', 'Disabled'.",
          "Did you mean 'Disabled'?"},
      {"{publicNetworkAccess: disabled}", NULL, NULL, NULL},
      {"{managedNetwork: {isolationMode: allow_internet_outbound}}", "AML008",
          "'properties.managedNetwork.isolationMode' is 'allow_internet_outbound'; Azure accepts only "
          "'Disabled', 'AllowInternetOutbound', 'AllowOnlyApprovedOutbound'.",
          "Did you mean 'AllowInternetOutbound'?"},
      {"{v1LegacyMode: 'off'}", "AML006",
          "'properties.v1LegacyMode' is 'off', of type string; expected true or false.", ""},
      {"{publicNetworkAcess: Disabled}", "AML005",
          "'properties' has no property 'publicNetworkAcess', so this has no effect.",
          "Did you mean 'publicNetworkAccess'?"},
      {"{isolationMode: AllowInternetOutbound}", "AML005",
          "'properties' has no property 'isolationMode', so this has no effect.",
          "It belongs in 'properties.managedNetwork'."},
      {"{public_network_access: Disabled}", "AML005",
          "'properties' has no property 'public_network_access', so this has no effect.",
          "Did you mean 'publicNetworkAccess'?"},
      {"{allowPublicAccessWhenBehindVnet: false, hubResourceId: x, ipAllowlist: [], agentsEndpointUri: y}",
          NULL, NULL, NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    judge(state, "Microsoft.MachineLearningServices/workspaces", &cases[i]);
  }
}

static void passes_over_other_resources(void **state) {
  aml_diags diags;
  aml_diags_init(&diags, *state);
  aml_resource resource = {.form = &aml_form_arm,
      .type = AML_SV("Microsoft.Storage/storageAccounts"),
      .body = test_read_yaml(*state, "{properties: {computeType: 5}}")};
  aml_azureml_check_arm(&resource, &diags);
  resource.type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource.is_existing = true;
  aml_azureml_check_arm(&resource, &diags);
  assert_int_equal(diags.list.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(judges_computes), TEST_CASE(judges_workspaces), TEST_CASE(passes_over_other_resources)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
