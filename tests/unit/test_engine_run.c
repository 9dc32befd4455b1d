/* What a run owes its reader whatever the input is: fingerprints by the recipe that docs/output-formats.md
 * gives, and a word about everything that was not checked. */
#include "test.h"

#include "engine/core.h"

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

static void says_that_a_file_needs_too_much_memory(void **state) {
  (void)state;
  amlint_engine *engine = make_engine("gpu.yml", cluster);
  aml_engine_core(engine)->files.items[0]->arena.limit = 600;
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  amlint_notice notice;
  assert_true(amlint_notice_at(engine, 0, &notice));
  assert_string_equal(
      notice.message, "'gpu.yml' needs more memory than one file may take, so not all of it was checked.");
  assert_int_equal(amlint_exit_status(engine), 2);
  assert_int_equal(amlint_get_counts(engine).files_failed, 1);
  amlint_engine_free(engine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(fingerprints_follow_the_documented_recipe),
      TEST_CASE(says_that_a_file_needs_too_much_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
