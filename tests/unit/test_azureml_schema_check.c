#include "azureml/azureml.h"

#include "test.h"
#include "yaml_case.h"

/* JSON is YAML enough for these bodies. */
static void judges_arm_bodies(void **state) {
  static const struct {
    const char *properties, *rule, *message, *help;
  } cases[] = {
      {"{computeType: AmlCompute, properties: {vmPriority: low_priority}}", "AML008",
          "'properties.properties.vmPriority' is 'low_priority', where Azure knows only 'Dedicated', "
          "'LowPriority'.",
          "Did you mean 'LowPriority'?"},
      {"{computeType: AmlCompute, properties: {vmPriority: lowpriority}}", NULL, NULL, NULL},
      {"{computeType: AmlCompte}", "AML008",
          "'properties.computeType' is 'AmlCompte', where Azure knows only 'AKS', 'AmlCompute', 'BatchAI', "
          "'ComputeInstance', 'DataFactory', 'DataLakeAnalytics', 'Databricks', 'HDInsight', 'Kubernetes', "
          "'SynapseSpark', 'VirtualMachine'.",
          "Did you mean 'AmlCompute'?"},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "
       "120}}}",
          "AML009",
          "'properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown' is '120', where an ISO 8601 "
          "duration such "
          "as 'PT120S' is wanted.",
          "Write 'PT120S' for 120 seconds."},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "
       "PT2M}}}",
          NULL, NULL, NULL},
      {"{computeType: AmlCompute, properties: {scaleSettings: {minNodeCount: 1}}}", "AML007",
          "Property 'properties.properties.scaleSettings.maxNodeCount' is missing: Azure wants it.", ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: many}}}", "AML006",
          "'properties.properties.scaleSettings.maxNodeCount' is 'many', of type string, where an integer is "
          "wanted.",
          ""},
      {"{computeType: AmlCompute, properties: {scaleSettings: {maxNodeCount: '4'}, enableNodePublicIp: "
       "'true'}}",
          NULL, NULL, NULL},
      {"{computeType: AmlCompute, properties: {enableNodePublicIp: maybe}}", "AML006",
          "'properties.properties.enableNodePublicIp' is 'maybe', of type string, where true or false is "
          "wanted.",
          ""},
      {"{computeType: AmlCompute, properties: {subnet: /subscriptions/x}}", "AML006",
          "'properties.properties.subnet' is '/subscriptions/x', of type string, where an object is wanted.",
          ""},
      {"{computeType: AmlCompute, properties: {userAccountCredentials: {adminUserPassword: x}}}", "AML007",
          "Property 'properties.properties.userAccountCredentials.adminUserName' is missing: Azure wants it.",
          ""},
      {"{computeType: AmlCompute, properties: {vmSize: null}}", NULL, NULL, NULL},
      {"{computeType: ComputeInstance, properties: {sshSettings: {sshPublicAccess: 'on'}}}", "AML008",
          "'properties.properties.sshSettings.sshPublicAccess' is 'on', where Azure knows only 'Enabled', "
          "'Disabled'.",
          ""},
      {"{computeType: Kubernetes, properties: {namespace: 5}}", NULL, NULL, NULL},
      {"{properties: {}}", "AML007", "Property 'properties.computeType' is missing: Azure wants it.", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv text = aml_sv_format(*state, "{properties: %s}", cases[i].properties);
    aml_resource resource = {
        .input = AML_FROM_TEMPLATE,
        .type = AML_SV("microsoft.machineLearningServices/workspaces/computes"),
        .shown_name = AML_SV("c"),
        .body = test_read_yaml(*state, text.data),
        .name_span = {1, 0, 1},
    };
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_azureml_check_arm(&resource, &diags);
    if (cases[i].rule == NULL) {
      assert_int_equal(diags.list.count, 0);
      continue;
    }
    assert_int_equal(diags.list.count, 1);
    assert_string_equal(diags.list.items[0].rule, cases[i].rule);
    assert_sv_equal(diags.list.items[0].message, aml_sv_of(cases[i].message));
    assert_sv_equal(diags.list.items[0].help, aml_sv_of(cases[i].help));
  }
}

static void passes_over_other_resources(void **state) {
  aml_diags diags;
  aml_diags_init(&diags, *state);
  aml_resource resource = {.type = AML_SV("Microsoft.Storage/storageAccounts"),
      .body = test_read_yaml(*state, "{properties: {computeType: 5}}")};
  aml_azureml_check_arm(&resource, &diags);
  resource.type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource.is_existing = true;
  aml_azureml_check_arm(&resource, &diags);
  assert_int_equal(diags.list.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(judges_arm_bodies), TEST_CASE(passes_over_other_resources)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
