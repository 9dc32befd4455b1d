/* Memory that runs out at any allocation of reading or expanding is said and makes an incomplete run, never a
 * crash. Sanitizers see what would leak. */
#include "test.h"

#include "arm_text.h"
#include "engine/core.h"

enum { MOST_LIMIT = 1 << 20, STEP = 48 };

static const char yaml[] = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                           "name: Gpu\ntype: amlcompute\nsize: Standard_DS3_v2 # amlint: ignore[AML101]\n";

/* Checks the file with so many bytes for reading it; whether that was enough. */
static bool is_enough_for_reading(size_t limit) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-27";
  options.isolated = true;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  assert_non_null(engine);
  assert_int_equal(amlint_add_text(engine, "gpu.yml", yaml, strlen(yaml), NULL), AMLINT_OK);
  aml_engine_core(engine)->inputs.files.items[0]->arena.limit = limit;
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  bool is_enough = amlint_get_counts(engine).files_failed == 0;
  if (!is_enough) {
    amlint_finding finding;
    assert_true(amlint_finding_at(engine, 0, &finding));
    assert_string_equal(finding.rule, "AML003");
    assert_non_null(strstr(finding.message, "Reading 'gpu.yml' reaches the limit of memory for one file"));
    assert_int_equal(amlint_exit_status(engine), 2);
  }
  amlint_engine_free(engine);
  return is_enough;
}

static void says_so_wherever_reading_runs_out(void **state) {
  (void)state;
  size_t limit = 0;
  while (!is_enough_for_reading(limit)) {
    limit += STEP;
    assert_true(limit < MOST_LIMIT);
  }
  assert_true(limit > 500); /* else nothing was tried */
}

static void read_and_expand(void *ctx) {
  expansion run;
  expand_alone(&run, ctx,
      TEMPLATE("`parameters`:{`size`:{`type`:`string`,`defaultValue`:`a`}},`variables`:{`v`:[1,{`x`:2}]},"
               "`resources`:[{`type`:`Microsoft.Test/things`,`apiVersion`:`2024-01-01`,"
               "`name`:`[concat('t', copyIndex())]`,`copy`:{`name`:`l`,`count`:3},"
               "`properties`:{`size`:`[toUpper(parameters('size'))]`,`v`:`[variables('v')[1].x]`}}]"));
  assert_int_equal(run.resources.list.count, 3);
}

static void gives_up_wherever_expansion_runs_out(void **state) {
  (void)state;
  aml_status status = AML_ERR_LIMIT;
  size_t limit = 0;
  for (; status != AML_OK; limit += STEP) {
    assert_true(limit < MOST_LIMIT);
    aml_arena arena;
    aml_arena_init(&arena, limit);
    status = aml_guard_run(&arena, read_and_expand, &arena);
    assert_true(status == AML_OK || status == AML_ERR_LIMIT);
    aml_arena_release(&arena);
  }
  assert_true(limit > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_so_wherever_reading_runs_out),
      cmocka_unit_test(gives_up_wherever_expansion_runs_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
