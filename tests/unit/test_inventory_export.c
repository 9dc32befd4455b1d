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

static void texts_that_tell_of_people_are_known_by_their_form(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_personal;
  } texts[] = {
      {"ann@example.com", true},
      {"made by ann@example.com.", true},
      {"ann_example.com#EXT#@tenant.onmicrosoft.com", true},
      {"https://example.com/?user=ann%40example.com", true},
      {"owner 12345678-9abc-DEF0-1234-56789abcdef0", true},
      {"(12345678-9abc-def0-1234-56789abcdef0)", true},
      {"12345678-9abc-def0-1234-56789abcdef01", false}, /* one digit more */
      {"12345678-9abc-def0-1234-56789abcdeg0", false},
      {"/subscriptions/12345678-9abc-def0-1234-56789abcdef0/resourceGroups/g", false},
      {"/subscriptions/12345678-9abc-def0-1234-56789abcdef0/resourceGroups/ann@example.com", true},
      {"see /subscriptions/12345678-9abc-def0-1234-56789abcdef0", true}, /* a sentence is no id */
      {"@team", false},
      {"mail @ home", false},
      {"ann@", false},
      {"Ann Smith", false}, /* a name has no form */
      {"", false},
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (aml_export_tells_person(aml_sv_of(texts[i].text)) != texts[i].is_personal) {
      fail_msg("'%s'", texts[i].text);
    }
  }
}

static void members_named_after_somebody_are_left_out(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_object_builder builder;
  aml_object_begin(&builder, &arena);
  const aml_value *text = aml_value_string(&arena, AML_SV("ask ann@example.com"), AML_NO_SPAN);
  aml_object_add(&builder, AML_SV("ann@example.com"), AML_NO_SPAN, text);
  aml_object_add(&builder, AML_SV("contact"), AML_NO_SPAN, text);
  const aml_value *clean = aml_export_without_people(&arena, aml_object_end(&builder, AML_NO_SPAN, 0));
  assert_int_equal(clean->as.object.count, 1);
  assert_true(aml_value_has(clean, AML_VALUE_OPEN));
  const aml_value *contact = aml_object_find(clean, AML_SV("contact"));
  assert_true(aml_value_has(contact, AML_VALUE_SECURE));
  assert_true(aml_value_equal(contact, text) == AML_TRUE);
  aml_arena_release(&arena);
}

static void a_tenant_is_said_by_a_row_or_an_identity(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  static const char *const tenants[] = {
      "72f988bf-86f1-41af-91ab-2d7cd011db47", "00000000-0000-0000-0000-000000000000"};
  static const char *const keys[] = {"tenantId", "tenant_id"};
  for (size_t i = 0; i < 4; i++) {
    aml_object_builder identity;
    aml_object_builder item;
    aml_object_begin(&identity, &arena);
    aml_object_add(&identity, aml_sv_of(keys[i % 2]), AML_NO_SPAN,
        aml_value_string(&arena, aml_sv_of(tenants[i / 2]), AML_NO_SPAN));
    aml_object_begin(&item, &arena);
    aml_object_add(&item, AML_SV("identity"), AML_NO_SPAN, aml_object_end(&identity, AML_NO_SPAN, 0));
    aml_sv tenant = aml_export_tenant(aml_object_end(&item, AML_NO_SPAN, 0));
    assert_true(aml_sv_eq(tenant, i < 2 ? aml_sv_of(tenants[0]) : AML_SV("")));
  }
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
    aml_quotas_add(&arena, &quotas, &all[i]);
  }
  const aml_scope_path s = {.subscription = AML_SV("s")};
  const aml_scope_path any = {0};
  int64_t limit = 0;
  assert_true(
      aml_quotas_find(&quotas, &arena, &s, AML_SV("West Europe"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, 8);
  assert_true(
      aml_quotas_find(&quotas, &arena, &any, AML_SV("westeurope"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, 8); /* both subscriptions have it */
  assert_false(aml_quotas_find(&quotas, &arena, &s, AML_SV(""), AML_SV("StandardDSv2Family"), &limit));
  assert_true(aml_quotas_find(&quotas, &arena, &s, AML_SV("uksouth"), AML_SV("StandardDSv2Family"), &limit));
  assert_int_equal(limit, -1);
  assert_true(aml_quotas_find(&quotas, &arena, &s, AML_SV("eastus"), AML_SV("standardDSv3Family"), &limit));
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
      cmocka_unit_test(texts_that_tell_of_people_are_known_by_their_form),
      cmocka_unit_test(members_named_after_somebody_are_left_out),
      cmocka_unit_test(a_tenant_is_said_by_a_row_or_an_identity),
      cmocka_unit_test(ids_of_quotas_need_no_name_at_their_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
