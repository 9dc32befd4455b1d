#include "graph/reference.h"

#include "test.h"

#define WORKSPACES "microsoft.machinelearningservices/workspaces"

/* What an id says of its scope counts; what it leaves out is that of the deployment, which is set up with a
 * subscription here. */
static void reads_the_scope_of_an_id(void **state) {
  static const struct {
    const char *id, *subscription, *group;
    bool is_default;
    aml_reach reach;
  } cases[] = {
      {"/subscriptions/other/resourcegroups/g/providers/" WORKSPACES "/w", "other", "g", false,
          AML_REACH_RESOURCE},
      {"/subscriptions//resourcegroups/g/providers/" WORKSPACES "/w", "own", "g", true, AML_REACH_RESOURCE},
      {"/subscriptions/other/resourcegroups/g", "other", "g", false, AML_REACH_GROUP},
      {"/subscriptions/other", "other", "", false, AML_REACH_SUBSCRIPTION},
      {WORKSPACES "/w", "own", "here", true, AML_REACH_RESOURCE},
      {"/subscriptions/other/resourcegroups", "", "", false, AML_REACH_UNKNOWN},
  };
  const aml_scope_path from = {.subscription = AML_SV("own"),
      .resource_group = AML_SV("here"),
      .has_resource_group = true,
      .is_default_subscription = true};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_reference got = aml_reference_read(*state, aml_sv_of(cases[i].id), &from);
    assert_int_equal(got.reach, cases[i].reach);
    if (got.reach == AML_REACH_UNKNOWN) {
      continue;
    }
    assert_sv_equal(got.scope.subscription, aml_sv_of(cases[i].subscription));
    assert_sv_equal(got.scope.resource_group, aml_sv_of(cases[i].group));
    assert_int_equal(got.scope.is_default_subscription, cases[i].is_default);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(reads_the_scope_of_an_id)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
