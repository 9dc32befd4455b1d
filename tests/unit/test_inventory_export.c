/* Exports: ids, shapes, and what is left of a person's data. */
#include "inventory/export.h"
#include "inventory/personal.h"
#include "inventory/quota.h"
#include "test.h"

#define SUBSCRIPTION "/subscriptions/00000000-0000-0000-0000-000000000001"

static void an_id_says_what_and_where(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_azure_id id;
  assert_true(aml_azure_id_read(
      &arena, AML_SV(SUBSCRIPTION "/resourcegroups/rg/providers/Microsoft.X/a/b/c/d"), &id));
  assert_true(aml_sv_eq(id.resource_group, AML_SV("rg")) && aml_sv_eq(id.provider, AML_SV("Microsoft.X")));
  assert_true(
      aml_sv_eq(id.types, AML_SV("a/c")) && aml_sv_eq(id.names, AML_SV("b/d")) && id.extends.len == 0);
  assert_true(aml_azure_id_read(&arena,
      AML_SV(SUBSCRIPTION "/resourceGroups/rg/providers/P/a/b/providers/Microsoft.Authorization/locks/l"),
      &id));
  assert_true(aml_sv_eq(id.types, AML_SV("locks")) && aml_sv_eq(id.names, AML_SV("l")));
  assert_true(aml_sv_eq(id.extends, AML_SV(SUBSCRIPTION "/resourceGroups/rg/providers/P/a/b")));
  assert_true(aml_azure_id_read(&arena, AML_SV(SUBSCRIPTION "/resourceGroups/rg"), &id));
  assert_int_equal(id.provider.len, 0);
  aml_arena_release(&arena);
}

static void what_is_no_id_is_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"", "/", "subscriptions/x", "/subscriptions/",
      "/subscriptions/x/other/y", "/subscriptions/x/providers", "/subscriptions/x/providers/P",
      "/subscriptions/x/providers/P/a", "/subscriptions/x/providers/P/a/b/c",
      "/subscriptions/x/providers/P/a/b/providers/Q", "azureml:cpu"};
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    aml_azure_id id;
    assert_false(aml_azure_id_read(&arena, aml_sv_of(texts[i]), &id));
  }
  aml_arena_release(&arena);
}

static void people_and_nulls_are_left_out(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_object_builder builder;
  aml_object_begin(&builder, &arena);
  aml_object_add(
      &builder, AML_SV("created_by"), AML_NO_SPAN, aml_value_string(&arena, AML_SV("Ann"), AML_NO_SPAN));
  aml_object_add(&builder, AML_SV("subnet"), AML_NO_SPAN, aml_value_null(&arena, AML_NO_SPAN));
  aml_object_add(&builder, AML_SV("vmSize"), AML_NO_SPAN, aml_value_string(&arena, AML_SV("S"), AML_NO_SPAN));
  const aml_value *inner = aml_object_end(&builder, AML_NO_SPAN, 0);
  const aml_value *list = aml_value_array(&arena, &inner, 1, AML_NO_SPAN);
  const aml_value *clean = aml_export_without_people(&arena, list)->as.array.items[0];
  assert_true(aml_value_is(aml_object_find(clean, AML_SV("created_by")), AML_UNKNOWN));
  assert_null(aml_object_find(clean, AML_SV("subnet")));
  assert_true(aml_sv_eq(aml_value_text(aml_object_find(clean, AML_SV("vmSize"))), AML_SV("S")));
  aml_arena_release(&arena);
}

static void a_quota_is_of_a_subscription_a_region_and_a_family(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_quotas quotas = {0};
  const aml_quota all[] = {{AML_SV("S"), AML_SV("westeurope"), AML_SV("Standard DSv2 Family"), 8},
      {AML_SV("S"), AML_SV("eastus"), AML_SV("standardDSv2Family"), 9},
      {AML_SV("T"), AML_SV("westeurope"), AML_SV("standardDSv2Family"), 8}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    AML_VEC_PUSH(&arena, &quotas, all[i]);
  }
  const aml_scope_path s = {.subscription = AML_SV("s")};
  const aml_scope_path any = {0};
  int64_t limit = 0;
  assert_true(aml_quotas_find(&quotas, &s, AML_SV("West Europe"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, 8);
  assert_true(aml_quotas_find(&quotas, &any, AML_SV("westeurope"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, 8); /* both subscriptions have it */
  assert_false(aml_quotas_find(&quotas, &s, AML_SV(""), AML_SV("StandardDSv2Family"), &limit));
  assert_true(aml_quotas_find(&quotas, &s, AML_SV("uksouth"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, -1);
  assert_true(aml_quotas_find(&quotas, &s, AML_SV("eastus"), AML_SV("standardDSv3Family"), &limit));
  assert_int_equal(limit, -1);
  aml_arena_release(&arena);
}

static void ids_of_quotas_need_no_name_at_their_end(void **state) {
  (void)state;
  aml_sv subscription;
  aml_sv region;
  assert_true(aml_quota_id_read(
      AML_SV(SUBSCRIPTION "/providers/Microsoft.MachineLearningServices/locations/eastus/usages"),
      &subscription, &region));
  assert_true(aml_sv_eq(region, AML_SV("eastus")));
  assert_true(aml_quota_id_read(
      AML_SV(SUBSCRIPTION "/providers/Microsoft.Compute/locations/eastus/usages"), &subscription, &region));
  assert_int_equal(region.len, 0);
  assert_false(aml_quota_id_read(AML_SV("/subscriptions/"), &subscription, &region));
  assert_false(aml_quota_id_read(AML_SV("eastus"), &subscription, &region));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_id_says_what_and_where),
      cmocka_unit_test(what_is_no_id_is_refused),
      cmocka_unit_test(people_and_nulls_are_left_out),
      cmocka_unit_test(a_quota_is_of_a_subscription_a_region_and_a_family),
      cmocka_unit_test(ids_of_quotas_need_no_name_at_their_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
