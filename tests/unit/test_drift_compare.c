/* What is declared against what runs, by what it means. */
#include "drift/drift.h"
#include "test.h"
#include "tree/draft.h"

#define COMPUTES "Microsoft.MachineLearningServices/workspaces/computes"
#define PP       "properties.properties."

static aml_resource resource_with(aml_arena *arena, const char *path, const aml_value *value) {
  aml_draft *draft = aml_draft_new(arena);
  const aml_value *like = aml_value_object(arena, NULL, 0, AML_NO_SPAN, NULL, NULL);
  if (value != NULL) {
    aml_draft_put(draft, aml_sv_of(path), NULL, AML_NO_SPAN, value);
  }
  return (aml_resource){
      .form = &aml_form_arm, .type = AML_SV(COMPUTES), .body = aml_draft_finish(draft, like)};
}

/* How the two differ at the path: TRUE, FALSE, or MAYBE where it is not known. */
static aml_truth differ(
    aml_arena *arena, const char *path, const aml_value *declared, const aml_value *actual) {
  const aml_resource a = resource_with(arena, path, declared);
  const aml_resource b = resource_with(arena, path, actual);
  aml_drift_settings found = {0};
  aml_drift_compare(arena, &a, &b, NULL, &found);
  assert_true(found.count <= 1);
  return found.count == 0 ? AML_FALSE : found.items[0].differs;
}

static const aml_value *text(aml_arena *arena, const char *value) {
  return aml_value_string(arena, aml_sv_of(value), AML_NO_SPAN);
}

static void values_compare_by_meaning(void **state) {
  (void)state;
  static const struct {
    const char *path, *declared, *actual;
    aml_truth differs;
  } cases[] = {
      {PP "vmSize", "Standard_DS3_v2", "STANDARD_DS3_V2", AML_FALSE},
      {PP "vmSize", "Standard_DS3_v2", "STANDARD_DS4_V2", AML_TRUE},
      {PP "vmPriority", "LowPriority", "low_priority", AML_FALSE},
      {"location", "West Europe", "westeurope", AML_FALSE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "PT120S", "PT2M", AML_FALSE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "PT120S", "PT30M", AML_TRUE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "soon", "PT30M", AML_MAYBE},
      {PP "subnet.id", "/subscriptions/A/x", "/SUBSCRIPTIONS/a/X", AML_FALSE},
      {"identity.type", "SystemAssigned, UserAssigned", "userassigned,systemassigned", AML_FALSE},
      {"identity.type", "SystemAssigned", "SystemAssigned,UserAssigned", AML_TRUE},
      {"identity.type", "SystemAssigned, SystemAssigned", "SystemAssigned,UserAssigned", AML_TRUE},
      {PP "scaleSettings.minNodeCount", "2", "2", AML_FALSE},
      {"identity.type", "None", "SystemAssigned", AML_FALSE},
      {"identity.type", "SystemAssigned", "None", AML_TRUE},
      {"tags.Team", "research", "Research", AML_TRUE},
      {"properties.description", "", "anything", AML_FALSE},
      {PP "remoteLoginPortPublicAccess", "NotSpecified", "Enabled", AML_FALSE},
      {PP "remoteLoginPortPublicAccess", "Disabled", "Enabled", AML_TRUE},
  };
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    aml_truth differs =
        differ(&arena, cases[i].path, text(&arena, cases[i].declared), text(&arena, cases[i].actual));
    assert_int_equal(differs, cases[i].differs);
  }
  aml_arena_release(&arena);
}

static void seconds_are_durations_and_defaults_are_not_declared(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *idle = PP "scaleSettings.nodeIdleTimeBeforeScaleDown";
  assert_int_equal(
      differ(&arena, idle, text(&arena, "PT2M"), aml_value_float(&arena, 120.0, AML_NO_SPAN)), AML_FALSE);
  const aml_value *one = aml_value_int(&arena, 1, AML_NO_SPAN);
  const aml_origin *origin =
      aml_origin_new(&arena, AML_STEP_SERVICE_DEFAULT, AML_SV("a default"), AML_NO_SPAN, NULL);
  const aml_value *unsaid = aml_value_moved(&arena, one, AML_NO_SPAN, origin, 0);
  const char *most = PP "scaleSettings.maxNodeCount";
  assert_int_equal(differ(&arena, most, unsaid, aml_value_int(&arena, 4, AML_NO_SPAN)), AML_FALSE);
  assert_int_equal(differ(&arena, most, one, aml_value_int(&arena, 4, AML_NO_SPAN)), AML_TRUE);
  assert_int_equal(differ(&arena, most, one, NULL), AML_MAYBE);
  assert_int_equal(differ(&arena, PP "subnet.id", text(&arena, "/subnets/a"), NULL), AML_TRUE);
  assert_int_equal(differ(&arena, most, NULL, one), AML_FALSE);
  assert_int_equal(differ(&arena, most, text(&arena, "1"), one), AML_FALSE);
  assert_int_equal(differ(&arena, "tags.cost", one, text(&arena, "1")), AML_FALSE);
  const aml_value *unknown = aml_value_unknown(&arena, AML_SV("no value"), AML_KINDS_ANY, AML_NO_SPAN);
  assert_int_equal(differ(&arena, most, unknown, one), AML_MAYBE);
  assert_int_equal(differ(&arena, most, one, unknown), AML_MAYBE);
  aml_arena_release(&arena);
}

/* Side by side stands also what only one of them has; nothing differs there. */
static void what_only_one_has_is_listed(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *most = PP "scaleSettings.maxNodeCount";
  const aml_resource one = resource_with(&arena, most, aml_value_int(&arena, 4, AML_NO_SPAN));
  aml_drift_settings declared = {0};
  aml_drift_settings running = {0};
  aml_drift_compare(&arena, &one, NULL, NULL, &declared);
  aml_drift_compare(&arena, NULL, &one, NULL, &running);
  assert_int_equal(declared.count, 1);
  assert_non_null(declared.items[0].declared);
  assert_null(declared.items[0].actual);
  assert_int_equal(declared.items[0].differs, AML_FALSE);
  assert_int_equal(running.count, 1);
  assert_null(running.items[0].declared);
  assert_non_null(running.items[0].actual);
  assert_int_equal(running.items[0].differs, AML_FALSE);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_compare_by_meaning),
      cmocka_unit_test(seconds_are_durations_and_defaults_are_not_declared),
      cmocka_unit_test(what_only_one_has_is_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
