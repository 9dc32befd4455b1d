#include "arm_text.h"

typedef struct recognition {
  const char *text;
  aml_arm_kind kind;
} recognition;

#define SCHEMA(name) "{`$schema`:`https://schema.management.azure.com/schemas/2019-04-01/" name "`"

static const recognition recognitions[] = {
    {SCHEMA("deploymentTemplate.json#") "}", AML_ARM_TEMPLATE},
    {SCHEMA("deploymentTemplate.json") ",`resources`:[]}", AML_ARM_TEMPLATE},
    {SCHEMA("subscriptionDeploymentTemplate.json#") "}", AML_ARM_TEMPLATE},
    {SCHEMA("managementGroupDeploymentTemplate.json#") "}", AML_ARM_TEMPLATE},
    {SCHEMA("tenantDeploymentTemplate.json#") "}", AML_ARM_TEMPLATE},
    {"{`$schema`:`http://schema.MANAGEMENT.azure.com/schemas/2015-01-01/DEPLOYMENTTEMPLATE.JSON#`}",
        AML_ARM_TEMPLATE},
    {"{`$schema`:`https://mirror.example/deploymentTemplate.json?v=1`}", AML_ARM_TEMPLATE},
    {SCHEMA("deploymentParameters.json#") "}", AML_ARM_PARAMETERS},
    {SCHEMA("subscriptionDeploymentParameters.json#") "}", AML_ARM_PARAMETERS},
    {"{`contentVersion`:`1.0.0.0`,`resources`:[]}", AML_ARM_TEMPLATE},
    {"{`contentVersion`:`1.0.0.0`,`resources`:{}}", AML_ARM_TEMPLATE},
    {"{`resources`:[{`type`:`A.B/c`,`apiVersion`:`2024-01-01`,`name`:`n`}]}", AML_ARM_TEMPLATE},
    {"{`resources`:[{`type`:`pod`,`name`:`n`}]}", AML_ARM_NONE},
    {"{`resources`:[]}", AML_ARM_NONE},
    {"{`parameters`:{`a`:{`value`:1}}}", AML_ARM_PARAMETERS},
    {"{`contentVersion`:`1.0.0.0`,`parameters`:{`a`:{`reference`:{}}}}", AML_ARM_PARAMETERS},
    {"{`parameters`:{`a`:{`value`:1},`b`:2}}", AML_ARM_NONE},
    {"{`parameters`:{`api-version`:`2024-04-01`,`body`:{}},`responses`:{}}", AML_ARM_NONE},
    {"{`parameters`:{`a`:{`value`:1}},`responses`:{}}", AML_ARM_NONE},
    {"{`$schema`:`https://schema.management.azure.com/schemas/0.1.2-preview/"
     "CreateUIDefinition.MultiVm.json#`,"
     "`parameters`:{},`resources`:[]}",
        AML_ARM_NONE},
    {"{`properties`:{`policyRule`:{`if`:{},`then`:{}}}}", AML_ARM_NONE},
    {"{`version`:`Notebook/1.0`,`items`:[],`$schema`:`https://example/workbook.json`}", AML_ARM_NONE},
    {"[]", AML_ARM_NONE},
    {"3", AML_ARM_NONE},
    {"{}", AML_ARM_NONE},
};

static void knows_templates_by_what_they_hold(void **state) {
  for (size_t i = 0; i < COUNT(recognitions); i++) {
    expansion run;
    begin_expansion(&run, *state);
    aml_arm_kind kind = aml_arm_recognise(read_root(&run, "file.json", recognitions[i].text));
    if (kind != recognitions[i].kind) {
      fail_msg("kind %d, not %d: %s", (int)kind, (int)recognitions[i].kind, recognitions[i].text);
    }
  }
}

typedef struct pairing {
  const char *template_path, *parameters_path, *metadata;
  bool is_pair;
} pairing;

static const pairing pairings[] = {
    {"main.json", "main.parameters.json", "{}", true},
    {"a/main.json", "a/main.parameters-dev.json", "{}", true},
    {"a/main.json", "a/main.parameters.dev.json", "{}", true},
    {"a/main.json", "a/Main.Parameters.json", "{}", true},
    {"a/main.json", "a/parameters.main.json", "{}", true},
    {"azuredeploy.json", "azuredeploy.parameters.json", "{}", true},
    {"a/main.json", "b/main.parameters.json", "{}", false},
    {"main.json", "main2.parameters.json", "{}", false},
    {"main.json", "main.json", "{}", false},
    {"main.json", "main.parametersets.json", "{}", false},
    {"main.json", "parameters.json", "{}", false},
    {"a/t.json", "a/env/dev.json", "{`metadata`:{`template`:`../t.json`}}", true},
    {"t.json", "env/dev.json", "{`metadata`:{`template`:`../t.json`}}", true},
    {"a/t.json", "a/dev.json", "{`metadata`:{`template`:`./t.json`}}", true},
    {"a/t.json", "a/t.parameters.json", "{`metadata`:{`template`:`other.json`}}", false},
    {"t.json", "t.parameters.json", "{`metadata`:{`template`:`../t.json`}}", false},
};

static void pairs_parameter_files_with_templates(void **state) {
  for (size_t i = 0; i < COUNT(pairings); i++) {
    expansion run;
    begin_expansion(&run, *state);
    const pairing *pair = &pairings[i];
    const aml_value *root = read_root(&run, "p.json", pair->metadata);
    if (aml_arm_parameters_belong(aml_sv_of(pair->template_path), aml_sv_of(pair->parameters_path), root) !=
        pair->is_pair) {
      fail_msg("%s with %s", pair->template_path, pair->parameters_path);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(knows_templates_by_what_they_hold),
      TEST_CASE(pairs_parameter_files_with_templates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
