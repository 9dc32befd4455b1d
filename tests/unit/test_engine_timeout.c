/* A run whose time is over says so at once, in whatever stage that is, and is never complete. */
#include "base/budget.h"
#include "engine/core.h"
#include "test.h"

static const char yaml[] = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                           "name: gpu\ntype: amlcompute\nsize: Standard_NC6\n";

static amlint_engine *run_until(int64_t finish) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-27";
  options.isolated = true;
  options.timeout = 7;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  assert_non_null(engine);
  assert_int_equal(amlint_add_text(engine, "gpu.yml", yaml, strlen(yaml), NULL), AMLINT_OK);
  aml_engine_core(engine)->bounds.finish = finish;
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  return engine;
}

static void says_that_time_is_over(void **state) {
  (void)state;
  amlint_engine *engine = run_until(1); /* long ago by the monotonic clock */
  bool is_said = false;
  amlint_finding finding;
  for (size_t i = 0; amlint_finding_at(engine, i, &finding); i++) {
    is_said = is_said || (strcmp(finding.rule, "AML003") == 0 &&
                             strstr(finding.message, "the limit of 7 seconds for the run") != NULL);
  }
  assert_true(is_said);
  assert_int_equal(amlint_exit_status(engine), 2);
  amlint_engine_free(engine);
}

static void has_time_until_then(void **state) {
  (void)state;
  amlint_engine *engine = run_until(INT64_MAX);
  amlint_finding finding;
  for (size_t i = 0; amlint_finding_at(engine, i, &finding); i++) {
    assert_string_not_equal(finding.rule, "AML003");
  }
  assert_int_equal(amlint_exit_status(engine), 1);
  amlint_engine_free(engine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_that_time_is_over),
      cmocka_unit_test(has_time_until_then),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
