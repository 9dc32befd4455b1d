/* Which texts are looked into at all: those that hold a word of which every command, or program, has one. */
#include "guest_writer.h"

#include "base/strbuf.h"
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

/* All answers come from one pass, and none of them changes what another is. */
static void answers_at_once(void **state) {
  (void)state;
  static const struct {
    const char *text;
    aml_mentions mentions;
  } cases[] = {
      {"print('lazy')", {0}},
      {"subprocess.run(['az', 'ml'])", {.lists = true}},
      {"subprocess.run(['az', 'ml']); AmlCompute", {.lists = true, .sdk = true, .anchors = true}},
      {"run(['az', 'ml'])", {.lists = true}},
      {"AZ='az ml'; $AZ compute create", {.commands = true, .anchors = true}},
      {"AZ='az ml'; $AZ computes create", {.anchors = true}},
      {" compute $AZ; AZ='az ml'", {.anchors = true}},
      {"import azureml\nos.system('az ml compute create')", {.commands = true, .sdk = true, .anchors = true}},
      {"a machine computes", {.anchors = true}},
      {"WorkspaceCompute in az", {.commands = true, .anchors = true}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_mentions expected = cases[i].mentions;
    const aml_mentions found = aml_script_look(aml_sv_of(cases[i].text));
    if (found.commands != expected.commands || found.lists != expected.lists || found.sdk != expected.sdk ||
        found.anchors != expected.anchors) {
      fail_msg("'%s'", cases[i].text);
    }
  }
}

/* Variables by the thousand that hold "az", none of which runs a command. */
static void hostile_texts_take_linear_time(void **state) {
  enum { SIZE = 1 << 20 };
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  while (aml_strbuf_view(&text).len < SIZE) {
    aml_strbuf_add(&text, AML_SV("AZ=az\n"));
  }
  assert_false(aml_script_mentions(aml_strbuf_view(&text)));
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(knows_commands), TEST_CASE(knows_packages),
      TEST_CASE(answers_at_once), TEST_CASE(hostile_texts_take_linear_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
