/* What programs define, in ARM's vocabulary: what is certain, what is not known, and what is nothing. */

#include "python_made.h"

#include "expr/value_text.h"

#define V2      "from azure.ai.ml.entities import *\n"
#define V1      "from azureml.core.compute import AmlCompute, ComputeTarget\n"
#define CLUSTER "properties.properties."
#define SIZE    CLUSTER "vmSize"
#define LEAST   CLUSTER "scaleSettings.minNodeCount"
#define MOST    CLUSTER "scaleSettings.maxNodeCount"
#define IDLE    CLUSTER "scaleSettings.nodeIdleTimeBeforeScaleDown"
#define SSH     CLUSTER "remoteLoginPortPublicAccess"

typedef struct value_case {
  const char *program, *path,
      *value; /* value: in JSON; NULL: not there; "?reason": not known, by its beginning */
} value_case;

/* That version 1 is deprecated is none. */
static size_t count_complaints(const made *out) {
  size_t count = 0;
  for (size_t i = 0; i < out->diags.list.count; i++) {
    count += strcmp(out->diags.list.items[i].rule, "AML016") == 0 ? 0 : 1;
  }
  return count;
}

static void check_value(aml_arena *arena, const value_case *one) {
  made out;
  run(arena, one->program, &out);
  if (out.resources.list.count != 1 || count_complaints(&out) > 0) {
    fail_msg(
        "%s: %zu resources, %zu complaints", one->program, out.resources.list.count, count_complaints(&out));
  }
  const aml_value *value = aml_value_path(out.resources.list.items[0]->body, aml_sv_of(one->path));
  if (one->value == NULL || value == NULL) {
    if (one->value != NULL || value != NULL) {
      fail_msg("%s: %s is %s", one->program, one->path, value == NULL ? "not there" : "there");
    }
    return;
  }
  bool is_unknown = value->kind == AML_UNKNOWN;
  aml_sv text = is_unknown ? value->as.unknown->reason : aml_value_json(arena, value, false);
  aml_sv wanted = aml_sv_of(one->value);
  bool is_right = one->value[0] == '?'
                      ? is_unknown && aml_sv_starts(text, aml_sv_slice(wanted, 1, wanted.len))
                      : !is_unknown && aml_sv_eq(text, wanted);
  if (!is_right) {
    fail_msg("%s\n%s is %s%.*s, not %s", one->program, one->path, is_unknown ? "not known: " : "",
        AML_SV_ARG(text), one->value);
  }
}

static void check_values(aml_arena *arena, const value_case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    check_value(arena, &cases[i]);
  }
}

static void literals_are_known(void **state) {
  static const value_case cases[] = {
      {V2 "AmlCompute(name='c', size='S', min_instances=2)", LEAST, "2"},
      {V2 "AmlCompute(name='c', size=\"S\\u0041\\x42\\103\")", SIZE, "\"SABC\""},
      {V2 "AmlCompute(name='c', size='a' 'b' \"c\")", SIZE, "\"abc\""},
      {V2 "AmlCompute(name='c', size=r'a\\n')", SIZE, "\"a\\\\n\""},
      {V2 "AmlCompute(name='c', size='''S''')", SIZE, "\"S\""},
      {V2 "AmlCompute(name='c', min_instances=1_0)", LEAST, "10"},
      {V2 "AmlCompute(name='c', max_instances=2 * 3)", MOST, "6"},
      {V2 "AmlCompute(name='c', idle_time_before_scale_down=60 * 2)", IDLE, "\"PT120S\""},
      {V2 "AmlCompute(name='c', idle_time_before_scale_down=0)", IDLE, NULL},
      {V2 "AmlCompute(name='c', size=None)", SIZE, "\"STANDARD_DS3_V2\""},
      {V2 "AmlCompute(name='c', size='')", SIZE, "\"STANDARD_DS3_V2\""},
      {V2 "AmlCompute(name='c', tier='LowPriority')", CLUSTER "vmPriority", "\"LowPriority\""},
      {V2 "AmlCompute(name='c', tier='low_priority')", CLUSTER "vmPriority", "\"LowPriority\""},
      {V2 "AmlCompute(name='c', tier='Dedicated')", CLUSTER "vmPriority", "\"Dedicated\""},
      {V2 "AmlCompute(name='c', ssh_public_access_enabled=False)", SSH, "\"Disabled\""},
      {V2 "AmlCompute(name='c', ssh_public_access_enabled=None)", SSH, NULL},
      {V2 "AmlCompute(name='c', tags={'team': 'x'})", "tags", "{\"team\":\"x\"}"},
      {V2 "AmlCompute(name='c', location='westeurope')", "location", "\"westeurope\""},
      {V2 "AmlCompute(name='c', type='AmlCompute')", "properties.computeType", "\"AmlCompute\""},
      {V2 "AmlCompute(name='c', identity=IdentityConfiguration(type='SystemAssigned'))", "identity.type",
          "\"SystemAssigned\""},
      {V2 "AmlCompute(name='c', identity=IdentityConfiguration(type='user_assigned',"
          " user_assigned_identities=[ManagedIdentityConfiguration(resource_id='/i')]))",
          "identity.userAssignedIdentities", "{\"/i\":{}}"},
      {V2 "AmlCompute(name='c', network_settings=NetworkSettings(subnet='/subscriptions/s'))",
          CLUSTER "subnet.id", "\"/subscriptions/s\""},
      {V2 "AmlCompute(name='c', ssh_settings=AmlComputeSshSettings(admin_username='u', ssh_key_value='k'))",
          CLUSTER "userAccountCredentials.adminUserName", "\"u\""},
      {V2 "ComputeInstance(name='c', size='S', idle_time_before_shutdown_minutes=30)",
          CLUSTER "idleTimeBeforeShutdown", "\"PT30M\""},
  };
  check_values(*state, cases, COUNT(cases));
}

static void version_1_has_words_of_its_own(void **state) {
#define CONFIGURES(arguments)                                                                                \
  V1 "k = AmlCompute.provisioning_configuration(" arguments ")\nComputeTarget.create(ws, 'c', k)"
  static const value_case cases[] = {
      {CONFIGURES("vm_size='S', min_nodes=1"), LEAST, "1"},
      {CONFIGURES("'S', 'lowpriority', 1, 5, 300"), CLUSTER "vmPriority", "\"LowPriority\""},
      {CONFIGURES("'S', 'lowpriority', 1, 5, 300"), LEAST, "1"},
      {CONFIGURES("'S', 'lowpriority', 1, 5, 300"), MOST, "5"},
      {CONFIGURES("'S', 'lowpriority', 1, 5, 300"), IDLE, "\"PT300S\""},
      {CONFIGURES("'S'"), IDLE, "\"PT1800S\""},
      {CONFIGURES("'S'"), MOST, "4"},
      {CONFIGURES(""), SIZE, "\"Standard_NC6\""},
      {CONFIGURES("vm_size=''"), SIZE, "\"Standard_NC6\""},
      {CONFIGURES("'S', idle_seconds_before_scaledown='300'"), IDLE, "\"PT300S\""},
      {CONFIGURES("'S', remote_login_port_public_access='Disabled'"), SSH, "\"Disabled\""},
      {CONFIGURES("'S', remote_login_port_public_access='NotSpecified'"), SSH, NULL},
      {CONFIGURES("'S', identity_type='SystemAssigned'"), "identity.type", "\"SystemAssigned\""},
      {CONFIGURES("'S', identity_type='UserAssigned', identity_id=['/i']"), "identity.userAssignedIdentities",
          "{\"/i\":{}}"},
      {CONFIGURES("'S', vnet_name='v', subnet_name='s'"), CLUSTER "subnet", NULL},
      {CONFIGURES("'S', vnet_resourcegroup_name='g', vnet_name='v', subnet_name='s'"), CLUSTER "subnet.id",
          "?the subscription is not known"},
      {CONFIGURES("'S'") "\nComputeTarget(workspace=ws, name='d')\nAmlCompute(ws, 'e')",
          "properties.computeType", "\"AmlCompute\""},
  };
  check_values(*state, cases, COUNT(cases));
}

static void names_in_a_straight_line_are_known(void **state) {
  static const value_case cases[] = {
      {V2 "s = 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s: str = 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "a, s = 1, 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "a = s = 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s = 'A'; s = 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s = 'S'\ns += '_v2'\nAmlCompute(name='c', size=s)", SIZE, "\"S_v2\""},
      {V2 "n = 2\nAmlCompute(name='c', size=f'S{n}{\"x\"}_{{')", SIZE, "\"S2x_{\""},
      {V2 "AmlCompute(name='c', size='S' + '_v2')", SIZE, "\"S_v2\""},
      {V2 "AmlCompute(name='c', size='S' if x else 'S')", SIZE, "\"S\""},
      {V2 "if x:\n  s = 'S'\nelse:\n  s = 'S'\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s = 'S'\nif x:\n  s = 'T'\n  raise E\nAmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s = 'S'\ndef f():\n  AmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "def f():\n  AmlCompute(name='c', size=s)\ns = 'S'", SIZE, "\"S\""},
      {V2 "def f():\n  s = 'S'\n  with x as y:\n    AmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "s = 'S'\ntry:\n  c = get()\nexcept E:\n  c = AmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {V2 "k = {'size': 'S'}\nAmlCompute(name='c', **k)", SIZE, "\"S\""},
      {V2 "k = {'size': 'S'}\nAmlCompute(**{'name': 'c', **k})", SIZE, "\"S\""},
      {V2 "k = {}\nk['size'] = 'S'\nAmlCompute(name='c', **k)", SIZE, "\"S\""},
      {V2 "k = dict(size='S')\nAmlCompute(name='c', **k)", SIZE, "\"S\""},
      {V2 "k = {'a': 'S'}\nAmlCompute(name='c', size=k['a'])", SIZE, "\"S\""},
      {V2 "c = AmlCompute(name='c')\nc.size = 'S'", SIZE, "\"S\""},
      {V2 "c = AmlCompute(name='c', network_settings=NetworkSettings())\nc.network_settings.subnet = '/s'",
          CLUSTER "subnet.id", "\"/s\""},
      {V2 "if (s := 'S'):\n  AmlCompute(name='c', size=s)", SIZE, "\"S\""},
      {"import azure.ai.ml.entities as e\ne.AmlCompute(name='c', size='S')", SIZE, "\"S\""},
      {"from azure.ai.ml import entities\nentities.AmlCompute(name='c', size='S')", SIZE, "\"S\""},
      {"import azure.ai.ml\nazure.ai.ml.entities.AmlCompute(name='c', size='S')", SIZE, "\"S\""},
      {"from azure.ai.ml.entities import (\n  Job,\n  AmlCompute as A,\n)\nA(name='c', size='S')", SIZE,
          "\"S\""},
  };
  check_values(*state, cases, COUNT(cases));
}

static void what_is_not_known_says_why(void **state) {
  static const value_case cases[] = {
      {V2 "def f(s):\n  AmlCompute(name='c', size=s)", SIZE, "?'s' is a parameter of 'f'; "},
      {V2 "def f(s='S'):\n  AmlCompute(name='c', size=s)", SIZE,
          "?'s' is a parameter of 'f', by default 'S'; "},
      {V2 "def f(s: str = 'S', *a):\n  AmlCompute(name='c', size=s)", SIZE,
          "?'s' is a parameter of 'f', by default 'S'; "},
      {V2 "import os\nAmlCompute(name='c', size=os.environ['S'])", SIZE,
          "?the environment variable 'S' gives it; "},
      {V2 "import os\nAmlCompute(name='c', size=os.environ.get('S', 'T'))", SIZE,
          "?the environment variable 'S' gives it, by default 'T'; "},
      {V2 "from os import getenv as g\nAmlCompute(name='c', size=g('S'))", SIZE,
          "?the environment variable 'S' gives it; "},
      {V2 "for s in x:\n  AmlCompute(name='c', size=s)", SIZE, "?a loop gives 's' its values; "},
      {V2 "[AmlCompute(name='c', size=s) for s in x]", SIZE, "?a loop gives 's' its values; "},
      {V2 "s = 'S'\nfor i in x:\n  AmlCompute(name='c', size=s)\n  s = 'T'", SIZE,
          "?'s' changes in a loop; "},
      {V2 "if x:\n  s = 'S'\nelse:\n  s = 'T'\nAmlCompute(name='c', size=s)", SIZE,
          "?'s' is not the same in all branches; "},
      {V2 "s = 'S'\nif x:\n  s = 'T'\nAmlCompute(name='c', size=s)", SIZE,
          "?'s' is not the same in all branches; "},
      {V2 "s = 'S'\ndef f():\n  AmlCompute(name='c', size=s)\ns = 'T'", SIZE,
          "?'s' is bound several times; "},
      {V2 "s = 'S'\ndef f():\n  global s\n  s = 'T'\ndef g():\n  AmlCompute(name='c', size=s)", SIZE,
          "?'s' is bound"},
      {V2 "AmlCompute(name='c', size=a.b)", SIZE, "?'a.b' is an attribute that is not known; "},
      {V2 "AmlCompute(name='c', size=get('x'))", SIZE, "?what 'get' returns is not known; "},
      {V2 "AmlCompute(name='c', size='S' if x else 'T')", SIZE,
          "?what ''S' if x else 'T'' gives is not known; "},
      {V2 "AmlCompute(name='c', size=s)", SIZE, "?nothing in this file defines 's' before this; "},
      {V2 "AmlCompute(name='c', min_instances=2)", MOST,
          "?'max_instances=' is not given, and the SDK uses 1 or 4"},
      {V2 "AmlCompute(name='c', min_instances=2, max_instances=0)", MOST, "?'max_instances=' is not given"},
      {V2 "AmlCompute(name='c', min_instances=1)", MOST, NULL},
      {V2 "AmlCompute(name='c', **get())", SIZE, NULL},
      {V2 "c = AmlCompute(name='c', size='S')\nif x:\n  c.size = 'T'", SIZE,
          "?'c.size' may be set in a branch; "},
      {V2 "with open('f') as f:\n  AmlCompute(name='c', size=f)", SIZE,
          "?'f' is made by what 'with' enters; "},
      {V2 "s = 'S'\ndel s\nAmlCompute(name='c', size=s)", SIZE, "?'s' is deleted; "},
      {V2 "AmlCompute(name='c', size='{}'.format(x))", SIZE, "?what ''{}'.format' returns is not known; "},
      {V1 "AmlCompute.provisioning_configuration('S')", "name",
          "?no visible 'ComputeTarget.create' uses it; "},
  };
  check_values(*state, cases, COUNT(cases));
}

/* What nobody may take for a definition. */
static void makes_nothing(void **state) {
  static const char *const programs[] = {
      V1 "AmlCompute(ws, 'c')",
      V1 "AmlCompute(workspace=ws, name='c')",
      V1 "ComputeTarget(workspace=ws, name='c')",
      V2 "ml_client.compute.get('c')",
      V2 "c = ml_client.compute.get('c')\nc.min_instances = 1\nml_client.compute.begin_create_or_update(c)",
      V2 "load_compute(source='c.yml')",
      V2 "'''AmlCompute(name='c', size='S')'''",
      V2 "# AmlCompute(name='c', size='S')",
      V2 "\"AmlCompute(name='c')\"",
      V2 "isinstance(c, AmlCompute)",
      V2 "def f(c: AmlCompute) -> AmlCompute: pass",
      V2 "class AmlCompute: pass\nAmlCompute(name='c', size='S')",
      "from other import AmlCompute\nAmlCompute(workspace=ws, name='c')",
      "create_aml_compute(ws, 'c')",
  };
  for (size_t i = 0; i < COUNT(programs); i++) {
    made out;
    run(*state, programs[i], &out);
    if (out.resources.list.count + out.diags.list.count > 0) {
      fail_msg("%s: %zu resources", programs[i], out.resources.list.count);
    }
  }
}

/* What is broken hides nothing else. */
static void recovers(void **state) {
  static const char *const breaks[] = {"print 'x'", "print \"a\", b", "<<<<<<< HEAD",
      "=======", ">>>>>>> theirs", "%matplotlib inline", "!pip install x", "?help", "x = !ls 'a", "%%bash",
      "f(", "x = [1, 2", "s = 'no end", "s = \"\"\"no end", "}", "foo(]", "a b c", "1 +", "def", "if",
      "class :", "lambda", "for x in", "@", "\\", "\x01\x02", "x = {'a': ", "f(a b)", "print >>f, 'x'",
      "exec 'x'", "raise E, 'x'", "if x\n  y", "    indented", "\tx = 1", "$x = 1", "`x`",
      "a = b = ", "from import x", "import", "from x import", "f'{'", "f'{x'"};
  for (size_t i = 0; i < COUNT(breaks); i++) {
    made out;
    bool closes_itself = aml_sv_find(aml_sv_of(breaks[i]), AML_SV("\"\"\""), 0) != AML_NPOS;
    aml_sv text = aml_sv_format(
        *state, "%s%s\nAmlCompute(name='c', size='S')\n%s", V2, breaks[i], closes_itself ? "" : breaks[i]);
    run(*state, aml_sv_cstr(*state, text), &out);
    if (out.resources.list.count != 1) {
      fail_msg("%s: %zu resources", breaks[i], out.resources.list.count);
    }
    const aml_value *size = aml_value_path(out.resources.list.items[0]->body, AML_SV(SIZE));
    assert_sv_equal(aml_value_json(*state, must_exist(size), false), AML_SV("\"S\""));
  }
}

static void says_what_is_wrong(void **state) {
  static const struct {
    const char *program, *rule, *message, *help;
  } cases[] = {
      {V2 "AmlCompute(name='c', vnet_name='v')", "AML005",
          "Argument 'vnet_name=' does not exist in this class, and the SDK silently drops it.",
          "Write 'network_settings=NetworkSettings(vnet_name=...)'."},
      {V2 "AmlCompute(name='c', min_instance=1)", "AML005",
          "Argument 'min_instance=' does not exist in this class, and the SDK silently drops it.",
          "Did you mean 'min_instances='?"},
      {V2 "AmlCompute(name='c', min_instances='two')", "AML006",
          "'min_instances=' is 'two', of type string; expected an integer.", ""},
      {"from other import AmlCompute\nAmlCompute(name='c', size='S')", "AML014",
          "What 'AmlCompute' creates was not checked: where the class comes from is not known.",
          "Import it from 'azure.ai.ml.entities'."},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    made out;
    run(*state, cases[i].program, &out);
    assert_int_equal(out.diags.list.count, 1);
    assert_string_equal(out.diags.list.items[0].rule, cases[i].rule);
    assert_sv_equal(out.diags.list.items[0].message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(out.diags.list.items[0].help, aml_sv_of(cases[i].help));
  }
}

/* A cluster that is configured in branches, or created twice. */
static void joins_what_is_created(void **state) {
  static const struct {
    const char *program;
    size_t count;
    const char *names; /* in their order */
  } cases[] = {
      {V1 "k = AmlCompute.provisioning_configuration('S')\nComputeTarget.create(ws, 'a', k)\n"
          "ComputeTarget.create(ws, name='b', provisioning_configuration=k)",
          2, "a b "},
      {V1 "if x:\n  k = AmlCompute.provisioning_configuration('S')\nelse:\n  k = "
          "AmlCompute.provisioning_configuration('T')\nComputeTarget.create(ws, 'a', k)",
          2, "a a "},
      {V2 "AmlCompute(name='a'), AmlCompute(name='b')", 2, "a b "},
      {V2 "f(g(AmlCompute(name='a')).x).y()", 1, "a "},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    made out;
    run(*state, cases[i].program, &out);
    assert_int_equal(out.resources.list.count, cases[i].count);
    aml_sv names = {NULL, 0};
    for (size_t k = 0; k < out.resources.list.count; k++) {
      names = aml_sv_format(
          *state, "%.*s%.*s ", AML_SV_ARG(names), AML_SV_ARG(out.resources.list.items[k]->shown_name));
    }
    assert_sv_equal(names, aml_sv_of(cases[i].names));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(literals_are_known),
      TEST_CASE(version_1_has_words_of_its_own),
      TEST_CASE(names_in_a_straight_line_are_known),
      TEST_CASE(what_is_not_known_says_why),
      TEST_CASE(makes_nothing),
      TEST_CASE(recovers),
      TEST_CASE(says_what_is_wrong),
      TEST_CASE(joins_what_is_created),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
