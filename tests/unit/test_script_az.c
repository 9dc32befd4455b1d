/* What calls of the Azure CLI say, and which of their mistakes are seen. */
#include "guest_writer.h"

#include "expr/value_text.h"
#include "script/az.h"

/* The settings of the last call as JSON, "-" where there is none. */
static aml_sv show(aml_arena *arena, const char *text, aml_diags *diags) {
  const aml_guest *script = aml_guest_whole(arena, source_of(arena, "run.sh", aml_sv_of(text)));
  aml_diags_init(diags, arena);
  const aml_shell *shell = aml_shell_read(arena, script, 0, diags);
  aml_variables *variables = aml_variables_new(arena, shell, NULL, NULL);
  aml_sv shown = AML_SV("-");
  for (uint32_t i = 0; i < shell->count; i++) {
    aml_az_call call;
    if (aml_az_read(variables, i, diags, &call)) {
      enum { SHOWN_MAX = 1000 };
      shown = aml_value_show(arena, aml_az_settings(arena, &call), SHOWN_MAX);
    }
  }
  return shown;
}

static void reads_options(void **state) {
  static const struct {
    const char *script, *settings;
  } cases[] = {
      {"az ml compute create -n c --min-instances 2", "{\"name\":\"c\",\"min_instances\":\"2\"}"},
      {"az ml compute create --name=c --min-inst=2 -nd", "{\"name\":\"d\",\"min_instances\":\"2\"}"},
      {"sudo -E az ml compute create -n c", "{\"name\":\"c\"}"},
      {"/usr/bin/az ml compute create -n c", "{\"name\":\"c\"}"},
      {"A=b az ml compute create -n c 2>/dev/null || true", "{\"name\":\"c\"}"},
      {"x=$(az ml compute create -n c --query id -o tsv)", "{\"name\":\"c\"}"},
      {"az ml compute create -n c --ssh-public-access-enabled --tier dedicated",
          "{\"name\":\"c\",\"ssh_public_access_enabled\":true,\"tier\":\"dedicated\"}"},
      {"az ml compute create --ssh-public-access-enabled False", "{\"ssh_public_access_enabled\":\"False\"}"},
      {"az ml compute create --admin-username u --vnet-name v --subnet s",
          "{\"ssh_settings\":{\"admin_username\":\"u\"},\"network_settings\":{\"vnet_name\":\"v\",\"subnet\":"
          "\"s\"}}"},
      {"az ml compute create --tags a=b 'c=d e' f=", "{\"tags\":{\"a\":\"b\",\"c\":\"d e\",\"f\":\"\"}}"},
      {"az ml compute create --tags 'a=b c=d'", "{\"tags\":{\"a\":\"b\",\"c\":\"d\"}}"},
      {"az ml compute create -i UserAssigned --user-assigned-identities a,b",
          "{\"identity\":{\"type\":\"UserAssigned\",\"user_assigned_identities\":[\"a\",\"b\"]}}"},
      {"az ml compute create --min-instances 1 --set min_instances=2 ssh_settings.admin_username=u",
          "{\"min_instances\":\"2\",\"ssh_settings\":{\"admin_username\":\"u\"}}"},
      {"n=3; az ml compute create --max-instances $n", "{\"max_instances\":\"3\"}"},
      {"o='--max-instances 3'; az ml compute create $o", "{\"max_instances\":\"3\"}"},
      {"az ml computetarget create amlcompute -n c --max-nodes 4 -s STANDARD_D2_V2",
          "{\"type\":\"amlcompute\",\"name\":\"c\",\"max_instances\":\"4\",\"size\":\"STANDARD_D2_V2\"}"},
      {"az ml compute create --help", "-"},
      {"az ml compute create -n c -h", "-"},
      {"retry 3 az ml compute create -n c", "{\"name\":\"c\"}"},
      {"timeout 60 az ml compute create -n c", "{\"name\":\"c\"}"},
      {"if ! az ml compute create -n c; then exit; fi", "{\"name\":\"c\"}"},
      {"echo az ml compute create -n c", "-"},
      {"log_info az ml compute create -n c", "-"},
      {"# az ml compute create -n c", "-"},
      {"az ml compute list", "-"},
      {"cat <<E\naz ml compute create -n c\nE", "-"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    aml_sv shown = show(*state, cases[i].script, &diags);
    if (!aml_sv_eq(shown, aml_sv_of(cases[i].settings)) || diags.list.count > 0) {
      fail_msg("%s: '%.*s', not '%s'; %zu complaints", cases[i].script, AML_SV_ARG(shown), cases[i].settings,
          diags.list.count);
    }
  }
}

static void sees_mistakes(void **state) {
  static const struct {
    const char *script, *rule, *at, *message;
  } cases[] = {
      {"az ml compute create --min-nodes 2", "AML005", "--min-nodes",
          "Option '--min-nodes' does not exist in 'az ml compute create'."},
      {"az ml compute create --m 2", "AML005", "--m",
          "Option '--m' is short for several options of 'az ml compute create'."},
      {"az ml compute create -z 2", "AML005", "-z", "Option '-z' does not exist in 'az ml compute create'."},
      {"az ml compute create --size --min-instances 2", "AML006", "--size",
          "Option '--size' has no value, so the command fails."},
      {"az ml compute create c", "AML005", "c",
          "'c' does not belong to an option of 'az ml compute create'."},
      {"az ml compute create --name c \\ \n --min-instances 2", "AML001", "\\ ",
          "A space follows this backslash, so the command ends here, without the options of the next line."},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    (void)show(*state, cases[i].script, &diags);
    if (diags.list.count != 1) {
      fail_msg("%s: %zu complaints", cases[i].script, diags.list.count);
    }
    const aml_diag *diag = &diags.list.items[0];
    assert_string_equal(diag->rule, cases[i].rule);
    assert_sv_equal(diag->message.text, aml_sv_of(cases[i].message));
    aml_sv text = aml_sv_slice(aml_sv_of(cases[i].script), diag->span.begin, diag->span.end);
    assert_sv_equal(text, aml_sv_of(cases[i].at));
  }
}

/* An unknown word without quotes may hold further options; the value of an option does not. */
static void knows_what_is_open(void **state) {
  static const struct {
    const char *script;
    bool is_open;
  } cases[] = {
      {"az ml compute create -n c $more", true},
      {"az ml compute create -n c \"${more[@]}\"", true},
      {"az ml compute create -n $c --size $s", false},
      {"az ml compute create -n c", false},
      {"more=; az ml compute create -n c $more", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    aml_diags_init(&diags, *state);
    const aml_guest *script =
        aml_guest_whole(*state, source_of(*state, "run.sh", aml_sv_of(cases[i].script)));
    const aml_shell *shell = aml_shell_read(*state, script, 0, &diags);
    aml_variables *variables = aml_variables_new(*state, shell, NULL, NULL);
    aml_az_call call;
    assert_true(aml_az_read(variables, shell->count - 1, &diags, &call));
    assert_int_equal(aml_value_has(aml_az_settings(*state, &call), AML_VALUE_OPEN), cases[i].is_open);
    assert_int_equal(diags.list.count, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_options),
      TEST_CASE(sees_mistakes),
      TEST_CASE(knows_what_is_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
