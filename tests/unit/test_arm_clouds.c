#include "arm_text.h"

/* What environment() gives in the public cloud, as the facts have it. */
static void knows_the_public_cloud_by_name(void **state) {
  static const struct {
    const char *expr, *value;
  } cases[] = {
      {"[environment().name]", "AzureCloud"},
      {"[environment().resourceManager]", "https://management.azure.com/"},
      {"[environment().suffixes.storage]", "core.windows.net"},
      {"[environment().suffixes.keyvaultDns]", ".vault.azure.net"},
      {"[environment().suffixes.acrLoginServer]", ".azurecr.io"},
      {"[environment().authentication.loginEndpoint]", "https://login.microsoftonline.com/"},
  };
  aml_arena *arena = *state;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_arm_context context = {.environment = aml_value_string(arena, AML_SV("azurecloud"), AML_NO_SPAN)};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *string = aml_value_string(arena, aml_sv_of(cases[i].expr), AML_NO_SPAN);
    const aml_value *value = aml_arm_evaluate(&context, NULL, string, arena, &diags);
    assert_sv_equal(aml_value_text(value), aml_sv_of(cases[i].value));
  }
  assert_int_equal(diags.list.count, 0);
}

static void knows_no_other_cloud(void **state) {
  aml_arena *arena = *state;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_value *name = aml_value_string(arena, AML_SV("[environment().name]"), AML_NO_SPAN);
  aml_arm_context none = {.environment = NULL};
  assert_int_equal(aml_arm_evaluate(&none, NULL, name, arena, &diags)->kind, AML_UNKNOWN);
  aml_arm_context other = {.environment = aml_value_string(arena, AML_SV("AzureMoon"), AML_NO_SPAN)};
  assert_int_equal(aml_arm_evaluate(&other, NULL, name, arena, &diags)->kind, AML_UNKNOWN);
  assert_int_equal(diags.list.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(knows_the_public_cloud_by_name),
      TEST_CASE(knows_no_other_cloud),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
