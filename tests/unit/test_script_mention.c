/* Which texts are looked into at all: those that hold a word of which every command, or program, has one. */
#include "guest_writer.h"

#include "script/mention.h"

static void knows_commands(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_any;
  } cases[] = {
      {"az ml compute create", true},
      {"x; az  ml compute", true},
      {"az \\\n  ml compute", true},
      {"az `\n ml\\", true},
      {"\"az ml compute\\n\"", true},
      {"az lock create", true},
      {"az deployment group create", true},
      {"az group lock create", true},
      {"az rest --method put", true},
      {"New-AzMLWorkspaceCompute -Name c", true},
      {"New-AzResourceLock", true},
      {"", false},
      {"z", false},
      {"az", false},
      {"az ", false},
      {"Az ml compute", false},
      {"lazy ml compute", false},
      {"a z ml ", false},
      {"az vm create", false},
      {"azml compute", false},
      {"WorkspaceCompute", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    if (aml_script_mentions(aml_sv_of(cases[i].text)) != cases[i].is_any) {
      fail_msg("'%s'", cases[i].text);
    }
  }
}

static void knows_packages(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_any;
  } cases[] = {
      {"from azure.ai.ml import MLClient", true},
      {"import azureml", true},
      {"import azure.mgmt.machinelearningservices", true},
      {"AmlCompute", true},
      {"Microsoft.MachineLearningServices/workspaces", true},
      {"azure.ai.m", false},
      {"azure.storage, Azureml", false},
      {"azazureml", true},
      {"amlcompute", false},
      {"", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    if (aml_script_mentions_sdk(aml_sv_of(cases[i].text)) != cases[i].is_any) {
      fail_msg("'%s'", cases[i].text);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(knows_commands), TEST_CASE(knows_packages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
