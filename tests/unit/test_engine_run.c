/* What a run owes its reader whatever the input is: fingerprints by the recipe that docs/output-formats.md
 * gives, and a word about everything that was not checked. */
#include "test.h"

#include "engine/core.h"
#include "tree_text.h"
#include "yaml_case.h"

static const char cluster[] = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                              "name: Gpu\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 2\n"
                              "max_instances: 4\nidle_time_before_scale_down: 120\n";

static amlint_engine *make_engine(const char *name, const char *text) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-27";
  options.isolated = true;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  assert_non_null(engine);
  assert_int_equal(amlint_add_text(engine, name, text, strlen(text), NULL), AMLINT_OK);
  return engine;
}

static void fingerprints_follow_the_documented_recipe(void **state) {
  (void)state;
  amlint_engine *engine = make_engine("gpu.yml", cluster);
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  amlint_finding finding = {.rule = ""};
  for (size_t i = 0; strcmp(finding.rule, "AML101") != 0; i++) {
    assert_true(amlint_finding_at(engine, i, &finding));
  }
  /* printf 'AML101\0%s\0%s\0%s\0%s\0%s' gpu.yml microsoft.machinelearningservices/workspaces/computes Gpu
   * properties.properties.scaleSettings.minNodeCount 2 | sha256sum */
  assert_string_equal(
      finding.fingerprint, "598867cd4747a7aa214dbe38cb200d03eab9409a38c15e7e82d8c0c04a19faf3");
  amlint_engine_free(engine);
}

/* What is shown of a long name is cut, and no fingerprint may hang on that. */
static void fingerprints_are_of_whole_names(void **state) {
  enum { LENGTH = 400 };
  char name[LENGTH + 1] = {0};
  memset(name, 'x', LENGTH);
  aml_sv text = aml_sv_format(*state,
      "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ntype: command\n"
      "command: run\nenvironment: azureml:e@latest\ncompute: azureml:c\n"
      "environment_variables:\n  K%s_password: hunter2hunter2\n",
      name);
  amlint_engine *engine = make_engine("job.yml", text.data);
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  amlint_finding finding = {.rule = ""};
  for (size_t i = 0; strcmp(finding.rule, "AML316") != 0; i++) {
    assert_true(amlint_finding_at(engine, i, &finding));
  }
  assert_true(strlen(finding.property) < LENGTH);
  /* x=$(printf 'x%.0s' $(seq 400)); v=$(printf hunter2hunter2 | sha256sum | cut -c1-64)
   * printf 'AML316\0job.yml\0microsoft.machinelearningservices/workspaces/jobs\0job.yml\0%s\0%s'
   *   properties.environmentVariables.K${x}_password $v | sha256sum */
  assert_string_equal(
      finding.fingerprint, "b9965dba4f69666d12892e6dfe1dedfe3a0e5a06342cfb73d8d4d28fe89be23f");
  amlint_engine_free(engine);
}

static void says_that_a_file_needs_too_much_memory(void **state) {
  (void)state;
  amlint_engine *engine = make_engine("gpu.yml", cluster);
  aml_engine_core(engine)->inputs.files.items[0]->arena.limit = 600;
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  amlint_finding finding;
  assert_true(amlint_finding_at(engine, 0, &finding));
  assert_string_equal(finding.rule, "AML003");
  assert_string_equal(finding.location.file, "gpu.yml");
  assert_string_equal(finding.message,
      "Reading 'gpu.yml' reaches the limit of memory for one file; the rest of it was not checked.");
  assert_int_equal(amlint_exit_status(engine), 2);
  assert_int_equal(amlint_get_counts(engine).files_failed, 1);
  amlint_engine_free(engine);
}

/* Later overrides win, parameter by parameter, and only those whose paths match count. */
static void puts_overrides_over_parameters(void **state) {
  static const char text[] = "parameters: {AML101: {a: 1, b: 1}, AML201: {c: 1}}\n"
                             "overrides:\n"
                             "  - {paths: [lab/**], parameters: {AML101: {b: 2, d: 2}, AML301: {e: 2}}}\n"
                             "  - {paths: [prod/**], parameters: {AML101: {a: 3}}}\n"
                             "  - {paths: ['**/x.yml'], parameters: {aml101: {D: 4}}}\n";
  aml_diags diags;
  aml_diags_init(&diags, *state);
  const aml_config *config =
      aml_config_read(*state, test_read_yaml(*state, text), AML_SV("amlint.yml"), AML_SV("."), &diags);
  amlint_engine *engine = make_engine("gpu.yml", cluster);
  static const struct {
    const char *path, *settings;
  } cases[] = {{"other.yml", "{'AML101':{'a':1,'b':1},'AML201':{'c':1}}"},
      {"prod/a.yml", "{'AML101':{'a':3,'b':1},'AML201':{'c':1}}"},
      {"lab/x.yml", "{'AML101':{'a':1,'b':2,'D':4},'AML201':{'c':1},'AML301':{'e':2}}"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *settings =
        aml_engine_settings(&aml_engine_core(engine)->criteria, config, aml_sv_of(cases[i].path));
    assert_sv_equal(text_of_value(*state, settings), aml_sv_of(cases[i].settings));
  }
  amlint_engine_free(engine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(fingerprints_follow_the_documented_recipe),
      TEST_CASE(fingerprints_are_of_whole_names),
      TEST_CASE(puts_overrides_over_parameters),
      TEST_CASE(says_that_a_file_needs_too_much_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
