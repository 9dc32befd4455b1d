/* What scripts make, in ARM's vocabulary, and at which place. */
#include "guest_writer.h"

#include "expr/value_text.h"
#include "script/command_resources.h"

typedef struct made {
  aml_resources resources;
  aml_diags diags;
} made;

static void run(aml_arena *arena, const char *text, made *out) {
  aml_diags_init(&out->diags, arena);
  aml_resources_init(&out->resources, arena);
  const aml_guest *script = aml_guest_whole(arena, source_of(arena, "run.sh", aml_sv_of(text)));
  const aml_shell *shell = aml_shell_read(arena, script, 0, &out->diags);
  aml_variables *variables = aml_variables_new(arena, shell, NULL, NULL);
  const aml_azureml_context around = {.file = AML_SV("run.sh"),
      .name = aml_value_unknown(arena, AML_SV("no workspace"), 1U << AML_STRING, AML_NO_SPAN),
      .location = aml_value_unknown(arena, AML_SV("no location"), 1U << AML_STRING, AML_NO_SPAN),
      .scope = {.has_resource_group = true, .is_uncertain = true}};
  aml_script_defaults defaults = {0};
  const aml_script_place place = {.around = &around, .defaults = &defaults};
  aml_script_resources(variables, &place, &out->resources, &out->diags);
}

static const aml_resource *only(const made *out) {
  assert_int_equal(out->resources.list.count, 1);
  return out->resources.list.items[0];
}

#define CLUSTER "properties.properties."

static void makes_clusters(void **state) {
  static const struct {
    const char *script, *path, *value;
  } cases[] = {
      {"az ml compute create -n c -t AmlCompute --min-instances 2", CLUSTER "scaleSettings.minNodeCount",
          "2"},
      {"az ml compute create -n c -t amlcompute", CLUSTER "vmSize", "\"STANDARD_DS3_V2\""},
      {"az ml compute create -n c -t amlcompute --idle-time-before-scale-down 120",
          CLUSTER "scaleSettings.nodeIdleTimeBeforeScaleDown", "\"PT120S\""},
      {"az ml compute create -n c -t amlcompute --ssh-public-access-enabled",
          CLUSTER "remoteLoginPortPublicAccess", "\"Enabled\""},
      {"az ml compute create -n c -t amlcompute --enable-node-public-ip false", CLUSTER "enableNodePublicIp",
          "false"},
      {"az ml compute create -n c -t amlcompute --tags team=x", "tags", "{\"team\":\"x\"}"},
      {"az ml compute create -n c -t amlcompute -i SystemAssigned", "identity.type", "\"SystemAssigned\""},
      {"az ml compute create -n c -t amlcompute -w ws -g g", "name", "\"ws/c\""},
      {"az configure --defaults workspace=ws group=g\naz ml compute create -n c -t amlcompute", "name",
          "\"ws/c\""},
      {"W=ws; az configure --defaults workspace=$W; az ml compute create -n c -t amlcompute", "name",
          "\"ws/c\""},
      {"az ml computetarget create amlcompute -n c --max-nodes 4 --vm-size S --vm-priority lowpriority",
          CLUSTER "vmPriority", "\"LowPriority\""},
      {"az ml computetarget create amlcompute -n c --max-nodes 4 --vm-size S --assign-identity '[system]'",
          "identity.type", "\"SystemAssigned\""},
      {"az ml computetarget create amlcompute -n c --max-nodes 4 --vm-size S "
       "--remote-login-port-public-access Disabled",
          CLUSTER "remoteLoginPortPublicAccess", "\"Disabled\""},
      {"az ml workspace create -n w --public-network-access Disabled", "properties.publicNetworkAccess",
          "\"Disabled\""},
      {"az lock create -n l --lock-type CanNotDelete -g g", "properties.level", "\"CanNotDelete\""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    made out;
    run(*state, cases[i].script, &out);
    if (out.resources.list.count != 1 || out.diags.list.count > 0) {
      fail_msg("%s: %zu resources, %zu complaints", cases[i].script, out.resources.list.count,
          out.diags.list.count);
    }
    const aml_value *value = aml_value_path(only(&out)->body, aml_sv_of(cases[i].path));
    assert_sv_equal(aml_value_json(*state, must_exist(value), false), aml_sv_of(cases[i].value));
  }
}

static void makes_nothing_of_uses(void **state) {
  static const char *const scripts[] = {"az ml compute create -f c.yml",
      "az ml compute create --file c.yml -n x", "az ml compute delete -n c", "az ml compute attach -n c",
      "az ml compute list", "az ml job create -f j.yml"};
  for (size_t i = 0; i < COUNT(scripts); i++) {
    made out;
    run(*state, scripts[i], &out);
    assert_int_equal(out.resources.list.count + out.diags.list.count, 0);
  }
}

/* An update is silent about what it does not change. */
static void leaves_updates_open(void **state) {
  made out;
  run(*state, "az ml compute update -n c --min-instances 1", &out);
  const aml_resource *cluster = only(&out);
  assert_true(aml_value_has(cluster->body, AML_VALUE_OPEN));
  assert_null(aml_value_path(cluster->body, AML_SV(CLUSTER "vmSize")));
  assert_int_equal(out.diags.list.count, 0);
}

static void says_what_is_wrong_in_options(void **state) {
  static const struct {
    const char *script, *rule, *message;
  } cases[] = {
      {"az ml compute create -n c --size S", "AML007", "Option '--type' is missing: the command needs it."},
      {"az ml compute create -n c -t amlcompute --min-instances two", "AML006",
          "'--min-instances' is 'two', of type string; expected an integer."},
      {"az ml compute create -n c -t amlcompute --tier LowPriority", "AML008",
          "'--tier' is 'LowPriority'; the CLI accepts only 'dedicated', 'low_priority'."},
      {"az ml compute create -n c -t amlcompute --subnet s", "AML007",
          "Option '--vnet-name' is missing: the subnet 's' is only a name, and the CLI does not know in "
          "which network it is."},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    made out;
    run(*state, cases[i].script, &out);
    assert_int_equal(out.diags.list.count, 1);
    assert_string_equal(out.diags.list.items[0].rule, cases[i].rule);
    aml_sv message = out.diags.list.items[0].message.text;
    aml_sv expected = aml_sv_of(cases[i].message);
    if (!aml_sv_starts(message, aml_sv_slice(expected, 0, expected.len - 1))) {
      fail_msg("'%.*s' is not '%s'", AML_SV_ARG(message), cases[i].message);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(makes_clusters),
      TEST_CASE(makes_nothing_of_uses),
      TEST_CASE(leaves_updates_open),
      TEST_CASE(says_what_is_wrong_in_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
