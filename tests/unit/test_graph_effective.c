/* What resources have by their stated API version. The expected answers are read off
 * rules/facts/api-properties.csv, whose records name the specifications that they were taken from. */
#include "expr/value_text.h"
#include "facts/facts.h"
#include "graph/resource.h"
#include "tree/read.h"

#include "test.h"

#define ML "Microsoft.MachineLearningServices/"

typedef struct drop_case {
  const char *type, *version, *body, *kept, *dropped; /* dropped NULL: the body is as it was */
} drop_case;

static const drop_case cases[] = {
    /* a kernel came with 2025-12-01; what an unknown key means nobody knows */
    {ML "workspaces/computes", "2024-04-01",
        "{\"properties\":{\"computeType\":\"ComputeInstance\",\"properties\":{\"customServices\":[{\"name\":"
        "\"a\"},"
        "{\"name\":\"b\",\"kernel\":{\"argv\":[\"x\"]}}]}}}",
        "{\"properties\":{\"computeType\":\"ComputeInstance\",\"properties\":{\"customServices\":[{\"name\":"
        "\"a\"},"
        "{\"name\":\"b\"}]}}}",
        "{\"properties.properties.customServices[*].kernel\":{\"argv\":[\"x\"]}}"},
    {ML "workspaces/computes", "2025-12-01",
        "{\"properties\":{\"computeType\":\"ComputeInstance\",\"properties\":{\"customServices\":[{\"name\":"
        "\"b\","
        "\"kernel\":{\"argv\":[\"x\"]}}]}}}",
        NULL, NULL},
    {ML "workspaces/computes", "2024-04-01",
        "{\"properties\":{\"computeType\":\"ComputeInstance\",\"properties\":{\"heard\":1}},\"said\":{\"x\":"
        "1}}",
        NULL, NULL},
    /* members whose names the user chooses */
    {ML "workspaces", "2024-04-01",
        "{\"properties\":{\"managedNetwork\":{\"outboundRules\":{\"r\":{\"category\":\"c\",\"fqdns\":[\"a\"]}"
        "}}}}",
        "{\"properties\":{\"managedNetwork\":{\"outboundRules\":{\"r\":{\"category\":\"c\"}}}}}",
        "{\"properties.managedNetwork.outboundRules.*.fqdns\":[\"a\"]}"},
    {ML "workspaces", "2025-12-01",
        "{\"properties\":{\"managedNetwork\":{\"outboundRules\":{\"r\":{\"category\":\"c\",\"fqdns\":[\"a\"]}"
        "}}}}",
        NULL, NULL},
    {ML "workspaces", "2022-10-01",
        "{\"properties\":{\"managedNetwork\":{\"isolationMode\":\"x\"},\"friendlyName\":1}}",
        "{\"properties\":{\"friendlyName\":1}}", "{\"properties.managedNetwork\":{\"isolationMode\":\"x\"}}"},
    /* what is no object has nothing to be dropped */
    {ML "workspaces", "2022-10-01", "{\"properties\":7}", NULL, NULL},
    /* nothing is known of other versions and other providers */
    {ML "workspaces", "1999-01-01", "{\"properties\":{\"managedNetwork\":{}}}", NULL, NULL},
    {ML "workspaces", "", "{\"properties\":{\"managedNetwork\":{}}}", NULL, NULL},
    {"Microsoft.Web/sites", "2022-10-01", "{\"properties\":{\"managedNetwork\":{}}}", NULL, NULL},
    {ML "workspaces", "2022-10-01", "[]", NULL, NULL},
};

static aml_resource make(aml_arena *arena, const drop_case *c) {
  size_t error_at;
  return (aml_resource){.type = aml_sv_of(c->type),
      .api_version = aml_sv_of(c->version),
      .body = aml_json_text_read(arena, aml_sv_of(c->body), AML_NO_SPAN, &error_at)};
}

static void drops_what_the_version_lacks(void **state) {
  aml_error error;
  const aml_facts *facts = aml_facts_new(*state, (aml_sv){0}, &error);
  assert_non_null(facts);
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_resource resource = make(*state, &cases[i]);
    const aml_value *before = resource.body;
    aml_resource_drop_ineffective(&resource, facts, NULL, *state, *state);
    if (cases[i].dropped == NULL) {
      assert_ptr_equal(resource.body, before);
      assert_null(resource.ineffective);
      continue;
    }
    assert_sv_equal(aml_value_json(*state, resource.body, false), aml_sv_of(cases[i].kept));
    assert_non_null(resource.ineffective);
    assert_sv_equal(aml_value_json(*state, resource.ineffective, false), aml_sv_of(cases[i].dropped));
  }
  aml_resource resource = make(*state, &cases[0]);
  const aml_value *before = resource.body;
  aml_resource_drop_ineffective(&resource, NULL, NULL, *state, *state);
  assert_ptr_equal(resource.body, before);
}

/* A secret is one whether or not it has an effect: this key came with 2024-04-01. */
static void keeps_secrets(void **state) {
  static const drop_case c = {ML "workspaces/connections", "2022-05-01",
      "{\"properties\":{\"authType\":\"UsernamePassword\",\"credentials\":{\"securityToken\":\"p\"}}}", NULL,
      NULL};
  aml_error error;
  const aml_facts *facts = aml_facts_new(*state, (aml_sv){0}, &error);
  aml_resource resource = make(*state, &c);
  assert_true(
      aml_resource_lacks_property(&resource, facts, *state, AML_SV("properties.credentials.securityToken")));
  aml_resource_drop_ineffective(&resource, facts, NULL, *state, *state);
  assert_null(resource.ineffective);
  const aml_value *kept = aml_value_path(resource.body, AML_SV("properties.credentials.securityToken"));
  assert_true(aml_value_is(kept, AML_STRING));
}

static void says_what_a_version_lacks(void **state) {
  static const struct {
    const char *version, *path;
    bool lacks;
  } paths[] = {{"2022-10-01", "properties.managedNetwork.isolationMode", true},
      {"2022-10-01", "properties.managedNetwork", true}, {"2022-10-01", "properties.friendlyName", false},
      {"2022-10-01", "properties.heard.of", false}, {"2024-04-01", "properties.managedNetwork", false},
      {"1999-01-01", "properties.managedNetwork", false}, {"2022-10-01", "", false}};
  aml_error error;
  const aml_facts *facts = aml_facts_new(*state, (aml_sv){0}, &error);
  for (size_t i = 0; i < COUNT(paths); i++) {
    const drop_case c = {ML "workspaces", paths[i].version, "{}", NULL, NULL};
    aml_resource resource = make(*state, &c);
    assert_int_equal(
        aml_resource_lacks_property(&resource, facts, *state, aml_sv_of(paths[i].path)), paths[i].lacks);
    assert_false(aml_resource_lacks_property(&resource, NULL, *state, aml_sv_of(paths[i].path)));
  }
  const drop_case c = {ML "workspaces", "2022-10-01", "{}", NULL, NULL};
  const drop_case other = {"Microsoft.Web/sites", "2022-10-01", "{}", NULL, NULL};
  aml_resource workspace = make(*state, &c);
  aml_resource site = make(*state, &other);
  aml_property_fact fact;
  assert_true(aml_resource_property(&workspace, facts, *state, AML_SV("properties.managedNetwork"), &fact));
  assert_false(aml_resource_property(&workspace, facts, *state, AML_SV("properties.heard"), &fact));
  assert_false(aml_resource_property(&workspace, NULL, *state, AML_SV("properties.managedNetwork"), &fact));
  assert_false(aml_resource_property(&site, facts, *state, AML_SV("properties.managedNetwork"), &fact));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(drops_what_the_version_lacks),
      TEST_CASE(keeps_secrets),
      TEST_CASE(says_what_a_version_lacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
