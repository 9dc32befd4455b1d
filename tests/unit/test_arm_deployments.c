#include "arm_text.h"

#define INNER(rest) "{`contentVersion`:`1.0.0.0`," rest "}"
#define DEPLOYMENT(name, head, properties)                                                                   \
  "{`type`:`Microsoft.Resources/deployments`,`apiVersion`:`2022-09-01`,`name`:`" name "`," head              \
  "`properties`:{`mode`:`Incremental`," properties "}}"
#define SCOPE_INNER       "`expressionEvaluationOptions`:{`scope`:`inner`},"
#define THING(properties) "`resources`:[" RESOURCE(properties) "]"

static void inner_scope_has_its_own_parameters(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE(
          "`parameters`:{`a`:{`type`:`string`,`defaultValue`:`outer`}},`resources`:[" DEPLOYMENT("in", "",
              SCOPE_INNER
              "`parameters`:{`a`:{`value`:`Enabled`}},"
              "`template`:" INNER(
                  "`parameters`:{`a`:{`type`:`string`},`b`:{`type`:`string`},"
                  "`c`:{`type`:`int`,`defaultValue`:5}},`variables`:{`v`:`[parameters('a')]`}," THING(
                      "{`a`:`[variables('v')]`,`b`:`[parameters('b')]`,`c`:`[parameters('c')]`}"))) "]"));
  assert_sv_equal(
      list_resources(&run), AML_SV("Microsoft.Resources/deployments 'in'; Microsoft.Test/things 't'"));
  assert_sv_equal(text_at(&run, 1, "properties"), AML_SV("{'a':'Enabled','b':?,'c':5}"));
  assert_sv_equal(chain_of(&run, value_at(&run, 1, "properties.a")),
      AML_SV("EXPRESSION > VARIABLE v > EXPRESSION > PARAMETER a > ARGUMENT: \"Enabled\""));
  assert_sv_equal(text_at(&run, 0, "properties.template"), AML_SV("absent"));
  assert_true(aml_value_has(value_at(&run, 0, "properties"), AML_VALUE_OPEN));
  assert_sv_equal(list_diags(&run), AML_SV("AML010 Parameter 'b' of the template that 'in' deploys has no "
                                           "default and is given no value here."));
}

static void outer_scope_uses_the_parents_names(void **state) {
  static const char *const scopes[] = {"", "`expressionEvaluationOptions`:{`scope`:`Outer`},",
      "`expressionEvaluationOptions`:{`scope`:`NotSpecified`},"};
  for (size_t i = 0; i < COUNT(scopes); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`parameters`:{`a`:{`type`:`string`,`defaultValue`:`outer`}},`resources`:[" DEPLOYMENT(
                "in", "",
                "%s`template`:" INNER("`parameters`:{`a`:{`type`:`string`,`defaultValue`:`inner`}}," THING(
                    "{`a`:`[parameters('a')]`}"))) "]"),
            scopes[i])
            .data);
    assert_sv_equal(text_at(&run, 1, "properties.a"), AML_SV("'outer'"));
  }
}

static void goes_several_levels_deep(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`n`:{`type`:`int`,`defaultValue`:2}},`resources`:[" DEPLOYMENT("a", "",
          SCOPE_INNER "`parameters`:{`n`:{`value`:`[parameters('n')]`}},`template`:" INNER(
              "`parameters`:{`n`:{`type`:`int`,`defaultValue`:4}},`resources`:[" DEPLOYMENT("b", "",
                  SCOPE_INNER "`parameters`:{`n`:{`value`:`[parameters('n')]`}},`template`:" INNER(
                      "`parameters`:{`n`:{`type`:`int`,`defaultValue`:9}}," THING(
                          "{`n`:`[parameters('n')]`}"))) "]")) "]"));
  assert_sv_equal(text_at(&run, 2, "properties.n"), AML_SV("2"));
  assert_sv_equal(chain_of(&run, value_at(&run, 2, "properties.n")),
      AML_SV("EXPRESSION > PARAMETER n > ARGUMENT > EXPRESSION > PARAMETER n > ARGUMENT > EXPRESSION > "
             "PARAMETER n > DEFAULT: 2"));
}

static void conditions_and_copies_hold_for_all_inside(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`on`:{`type`:`bool`}},`resources`:[" DEPLOYMENT("off", "`condition`:false,",
          "`template`:" INNER(THING("{}"))) "," DEPLOYMENT("maybe", "`condition`:`[parameters('on')]`,",
          "`template`:" INNER("`resources`:[{`type`:`A.B/"
                              "c`,`name`:`x`,`condition`:`[parameters('on')]`}]")) "," DEPLOYMENT("[conca"
                                                                                                  "t('d',"
                                                                                                  " copyI"
                                                                                                  "ndex()"
                                                                                                  ")]",
          "`copy`:{`name`:`ds`,`count`:2},",
          "`template`:" INNER("`resources`:[{`type`:`A.B/c`,`copy`:{`name`:`cs`,`count`:2},"
                              "`name`:`[concat(copyIndex('ds'), copyIndex())]`}]")) "]"));
  assert_sv_equal(list_resources(&run),
      AML_SV("?Microsoft.Resources/deployments 'maybe'; ?A.B/c 'x'; Microsoft.Resources/deployments 'd0'; "
             "A.B/c '00'; A.B/c '01'; Microsoft.Resources/deployments 'd1'; A.B/c '10'; A.B/c '11'"));
  assert_sv_equal(resource_at(&run, 1)->condition_text, AML_SV("[parameters('on')] and [parameters('on')]"));
  assert_sv_equal(resource_at(&run, 7)->iteration, AML_SV("ds[1], cs[1]"));
}

/* Where a nested deployment goes: its members, and "subscription/group" of what is in it. */
static const char *const places[][2] = {
    {"", "/|group"},
    {"`resourceGroup`:`rg2`,", "/rg2|group"},
    {"`resourceGroup`:`rg2`,`subscriptionId`:`S`,", "S/rg2|group"},
    {"`subscriptionId`:`S`,`location`:`x`,", "S/|above"},
    {"`resourceGroup`:`[parameters('g')]`,", "/|group|uncertain"},
    {"`resourceGroup`:`[parameters('own')]`,", "/|group"},
    {"`resourceGroup`:`[resourceGroup().name]`,", "/|group"},
    {"`subscriptionId`:`[subscription().subscriptionId]`,`resourceGroup`:`rg2`,", "/rg2|group"},
    {"`scope`:`/subscriptions/S/resourceGroups/G`,", "S/G|group"},
    {"`scope`:`/`,`location`:`x`,", "/|above"},
};

static void knows_where_deployments_go(void **state) {
  for (size_t i = 0; i < COUNT(places); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE(
                "`parameters`:{`g`:{`type`:`string`},"
                "`own`:{`type`:`string`,`defaultValue`:`[resourceGroup().name]`}},`resources`:[" DEPLOYMENT(
                    "d", "%s", SCOPE_INNER "`template`:" INNER(THING("{}"))) "]"),
            places[i][0])
            .data);
    const aml_scope_path *scope = &resource_at(&run, 1)->scope;
    aml_sv text = aml_sv_format(*state, "%.*s/%.*s|%s%s", AML_SV_ARG(scope->subscription),
        AML_SV_ARG(scope->resource_group), scope->has_resource_group ? "group" : "above",
        scope->is_uncertain ? "|uncertain" : "");
    assert_sv_equal(text, aml_sv_of(places[i][1]));
    assert_true(aml_sv_starts(scope->deployment, AML_SV("folder/main.json")));
    assert_int_equal(scope->deployment.len == strlen("folder/main.json"), !scope->is_uncertain);
  }
}

static void scope_functions_answer_for_the_place(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" DEPLOYMENT("d", "`resourceGroup`:`rg2`,`subscriptionId`:`S`,",
          SCOPE_INNER
          "`template`:" INNER(THING("{`n`:`[resourceGroup().name]`,`i`:`[resourceId('A.B/c', 'x')]`,"
                                    "`l`:`[resourceGroup().location]`,`d`:`[deployment().name]`,"
                                    "`s`:`[subscription().id]`}"))) "," DEPLOYMENT("o",
          "`resourceGroup`:`rg2`,", "`template`:" INNER(THING("{`n`:`[resourceGroup().name]`}"))) "]"));
  assert_sv_equal(text_at(&run, 1, "properties"),
      AML_SV("{'n':'rg2','i':'/subscriptions/S/resourceGroups/rg2/providers/A.B/c/x','l':?,'d':'d',"
             "'s':'/subscriptions/S'}"));
  assert_sv_equal(text_at(&run, 3, "properties.n"), AML_SV("?"));
}

static void subscription_templates_have_no_group(void **state) {
  expansion run;
  expand_alone(&run, *state,
      "{`$schema`:`https://schema.management.azure.com/schemas/2018-05-01/"
      "subscriptionDeploymentTemplate.json#`,"
      "`contentVersion`:`1.0.0.0`,`resources`:[" RESOURCE(
          "{`i`:`[resourceId('A.B/c', 'x')]`}") "," DEPLOYMENT("d", "`resourceGroup`:`rg`,",
          "`template`:" INNER(THING("{}"))) "]}");
  assert_false(resource_at(&run, 0)->scope.has_resource_group);
  assert_sv_equal(value_at(&run, 0, "properties.i")->as.unknown->suffix, AML_SV("/providers/A.B/c/x"));
  assert_false(resource_at(&run, 1)->scope.has_resource_group);
  assert_true(resource_at(&run, 2)->scope.has_resource_group);
}

static void outputs_of_nested_deployments_are_known(void **state) {
  static const char *const references[] = {
      "[reference('in').outputs.x.value]",
      "[reference(resourceId('Microsoft.Resources/deployments', 'in'), '2022-09-01').outputs.x.value]",
      "[reference('in', '2022-09-01', 'Full').properties.outputs.x.value]",
  };
  for (size_t i = 0; i < COUNT(references); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`resources`:[" RESOURCE("{`p`:`%s`}") "," DEPLOYMENT("in", "",
                SCOPE_INNER "`template`:" INNER("`resources`:[],`outputs`:{`x`:{`type`:`string`,"
                                                "`value`:`[concat('a', 'b')]`},`y`:{`type`:`string`,`value`:"
                                                "`[reference('other').z]`}}")) "]"),
            references[i])
            .data);
    assert_sv_equal(text_at(&run, 0, "properties.p"), AML_SV("'ab'"));
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

static void outputs_are_found_by_the_names_expression(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`n`:{`type`:`string`}},`resources`:[" RESOURCE(
          "{`p`:`[reference(resourceId('Microsoft.Resources/deployments', concat(parameters('n'), '-x')), "
          "'2022-09-01').outputs.x.value]`,`q`:`[reference(resourceId('Microsoft.Resources/deployments', "
          "concat(parameters('n'), '-z')), '2022-09-01').outputs.x.value]`}") "," DEPLOYMENT("[concat("
                                                                                             "parameters('n')"
                                                                                             ", '-y')]",
          "",
          SCOPE_INNER
          "`template`:" INNER("`resources`:[]")) "," DEPLOYMENT("[concat( parameters('n'), '-x' )]", "",
          SCOPE_INNER "`template`:" INNER("`resources`:[],`outputs`:{`x`:{`type`:`int`,`value`:7}}")) "]"));
  assert_sv_equal(text_at(&run, 0, "properties"), AML_SV("{'p':7,'q':?}"));
}

static void symbolic_deployments_and_loops_answer(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`languageVersion`:`2.0`,`resources`:{`mod`:" DEPLOYMENT("[format('m{0}', copyIndex())]",
          "`copy`:{`name`:`mod`,`count`:2},",
          SCOPE_INNER "`parameters`:{`i`:{`value`:`[copyIndex()]`}},`template`:" INNER(
              "`parameters`:{`i`:{`type`:`int`}},`resources`:{},`outputs`:{`o`:{`type`:`int`,"
              "`value`:`[parameters('i')]`}}")) ",`r`:{`type`:`A.B/"
                                                "c`,`apiVersion`:`1`,`name`:`n`,`properties`:{"
                                                "`a`:`[reference('mod[1]').outputs.o.value]`,`n`:`["
                                                "resourceInfo('r').name]`}}}"));
  assert_sv_equal(text_at(&run, 2, "properties"), AML_SV("{'a':1,'n':'n'}"));
}

static void cycles_of_outputs_end(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" DEPLOYMENT("a", "",
          SCOPE_INNER "`parameters`:{`p`:{`value`:`[reference('b').outputs.o.value]`}},`template`:" INNER(
              "`parameters`:{`p`:{`type`:`string`}},`resources`:[],`outputs`:{`o`:{`type`:`string`,"
              "`value`:`[parameters('p')]`}}")) "," DEPLOYMENT("b", "",
          SCOPE_INNER "`parameters`:{`p`:{`value`:`[reference('a').outputs.o.value]`}},`template`:" INNER(
              "`parameters`:{`p`:{`type`:`string`}},`resources`:[],`outputs`:{`o`:{`type`:`string`,"
              "`value`:`[parameters('p')]`}}")) "]"));
  assert_int_equal(run.resources.list.count, 2);
  assert_sv_equal(text_at(&run, 0, "properties.parameters.p.value"), AML_SV("?"));
}

static void secrets_stay_secret_through_arguments(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`s`:{`type`:`securestring`,`defaultValue`:`hunter2`}},`resources`:[" DEPLOYMENT(
          "d", "",
          SCOPE_INNER "`parameters`:{`t`:{`value`:`[parameters('s')]`}},`template`:" INNER(
              "`parameters`:{`t`:{`type`:`string`}}," THING("{`p`:`[parameters('t')]`}"))) "]"));
  assert_true(aml_value_has(value_at(&run, 1, "properties.p"), AML_VALUE_SECURE));
}

/* How a template names another file, and the file that is meant. */
static const char *const links[][2] = {
    {"{`relativePath`:`nested/x.json`}", "folder/nested/x.json"},
    {"{`relativePath`:`./../x.json`}", "x.json"},
    {"{`uri`:`nested/x.json`}", "folder/nested/x.json"},
    {"{`uri`:`[uri(deployment().properties.templateLink.uri, 'nested/x.json')]`}", "folder/nested/x.json"},
    {"{`uri`:`[uri(parameters('_artifactsLocation'), concat('nested/x.json', parameters('sas')))]`}",
        "folder/nested/x.json"},
    {"{`uri`:`https://example.org/t/x.json?sas=1`}", "mapped/x.json"},
    {"{`uri`:`https://example.org/exact.json`}", "exact.json"},
};

static void follows_links_to_files(void **state) {
  for (size_t i = 0; i < COUNT(links); i++) {
    expansion run;
    begin_expansion(&run, *state);
    link_file(
        &run, links[i][1], INNER("`parameters`:{`a`:{`type`:`int`}}," THING("{`p`:`[parameters('a')]`}")));
    run.context.template_links = read_root(&run, "links.json",
        "{`https://example.org/t/`:`mapped`,`https://example.org/exact.json`:`exact.json`}");
    expand(&run, aml_sv_format(*state,
                     TEMPLATE("`parameters`:{`_artifactsLocation`:{`type`:`string`,"
                              "`defaultValue`:`[deployment().properties.templateLink.uri]`},"
                              "`sas`:{`type`:`securestring`,`defaultValue`:``}},"
                              "`resources`:[" DEPLOYMENT(
                                  "d", "", "`templateLink`:%s,`parameters`:{`a`:{`value`:3}}") "]"),
                     links[i][0])
                     .data);
    assert_sv_equal(list_diags(&run), AML_SV(""));
    assert_sv_equal(text_at(&run, 1, "properties.p"), AML_SV("3"));
  }
}

static const char *const dead_links[][2] = {
    {"{`relativePath`:`nested/x.json`}", "AML004 The linked file 'folder/nested/x.json' was not checked: it "
                                         "does not exist, is not a template, or is outside the root."},
    {"{`uri`:`https://elsewhere.example/x.json?sig=s`}",
        "AML004 The linked template 'https://elsewhere.example/x.json' is remote and was not fetched; what "
        "it deploys was not checked."},
    {"{`id`:`/subscriptions/s/resourceGroups/g/providers/Microsoft.Resources/templateSpecs/t/versions/1`}",
        "AML004 The linked template is a template spec, or its address is not known; what it deploys was not "
        "checked."},
    {"{`uri`:`[parameters('u')]`}", "AML004 The linked template is a template spec, or its address is not "
                                    "known; what it deploys was not checked."},
};

static void says_which_links_lead_nowhere(void **state) {
  for (size_t i = 0; i < COUNT(dead_links); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`parameters`:{`u`:{`type`:`string`}},`resources`:[" DEPLOYMENT(
                "d", "", "`templateLink`:%s") "]"),
            dead_links[i][0])
            .data);
    assert_sv_equal(list_diags(&run), aml_sv_of(dead_links[i][1]));
    assert_int_equal(run.resources.list.count, 1);
  }
}

static void a_template_that_links_itself_ends(void **state) {
  static const char text[] =
      TEMPLATE("`resources`:[" DEPLOYMENT("d", "", "`templateLink`:{`relativePath`:`main.json`}") "]");
  expansion run;
  begin_expansion(&run, *state);
  link_file(&run, "folder/main.json", text);
  expand(&run, text);
  assert_int_equal(run.diags.list.count, 1);
  assert_string_equal(run.diags.list.items[0].rule, "AML003");
}

static void takes_parameters_from_a_linked_file(void **state) {
  expansion run;
  begin_expansion(&run, *state);
  link_file(&run, "folder/p.json", "{`parameters`:{`a`:{`value`:8}}}");
  expand(&run, TEMPLATE("`resources`:[" DEPLOYMENT("d", "",
                   SCOPE_INNER "`parametersLink`:{`uri`:`p.json`},`template`:" INNER(
                       "`parameters`:{`a`:{`type`:`int`}}," THING("{`p`:`[parameters('a')]`}"))) "]"));
  assert_sv_equal(text_at(&run, 1, "properties.p"), AML_SV("8"));
}

static void unknown_arguments_are_not_defaulted(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`all`:{`type`:`object`}},`resources`:[" DEPLOYMENT("d", "",
          SCOPE_INNER "`parameters`:`[parameters('all')]`,`template`:" INNER(
              "`parameters`:{`a`:{`type`:`int`,`defaultValue`:0}}," THING(
                  "{`p`:`[parameters('a')]`}"))) "]"));
  assert_sv_equal(text_at(&run, 1, "properties.p"), AML_SV("?"));
}

static void the_context_answers_where_it_can(void **state) {
  expansion run;
  begin_expansion(&run, *state);
  run.context.resource_group =
      read_root(&run, "g", "{`name`:`g`,`location`:`westeurope`,`id`:`/subscriptions/S/resourceGroups/g`}");
  run.context.subscription =
      read_root(&run, "s", "{`subscriptionId`:`S`,`id`:`/subscriptions/S`,`tenantId`:`T`}");
  run.context.deployment_key = AML_SV("dev");
  expand(&run, TEMPLATE("`resources`:[" RESOURCE(
                   "{`l`:`[resourceGroup().location]`,`t`:`[subscription().tenantId]`,"
                   "`i`:`[resourceId('A.B/c', 'x')]`,`n`:`[resourceGroup().tags]`}") "]"));
  assert_sv_equal(text_at(&run, 0, "properties.l"), AML_SV("'westeurope'"));
  assert_sv_equal(text_at(&run, 0, "properties.t"), AML_SV("'T'"));
  assert_sv_equal(
      text_at(&run, 0, "properties.i"), AML_SV("'/subscriptions/S/resourceGroups/g/providers/A.B/c/x'"));
  assert_sv_equal(resource_at(&run, 0)->scope.resource_group, AML_SV("g"));
  assert_sv_equal(resource_at(&run, 0)->scope.deployment, AML_SV("dev"));
}

/* Parameters that a nested template declares, arguments it gets, and what is said. */
static const char *const arguments[][3] = {
    {"`a`:{`type`:`int`}", "`a`:{`value`:1}", ""},
    {"`a`:{`type`:`int`,`defaultValue`:1}", "", ""},
    {"`a`:{`type`:`int`,`defaultValue`:1}", "`a`:{`value`:`[null()]`}", ""},
    {"`a`:{`type`:`int`}", "`a`:{`value`:`[parameters('u')]`}", ""},
    {"`a`:{`type`:`int`},`b`:{`type`:`int`}", "",
        "AML010 Parameters 'a', 'b' of the template that 'd' deploys have no default and are given no value "
        "here."},
    {"`a`:{`type`:`int`,`defaultValue`:1}", "`b`:{`value`:1}",
        "AML010 Parameter 'b' is not one of the template that 'd' deploys; did you mean 'a'?"},
    {"`a`:{`type`:`int`}", "`a`:{`value`:`[concat('x', 'y')]`}",
        "AML010 Parameter 'a' is declared as 'int' but its value is of type 'string'."},
};

static void checks_the_arguments_of_deployments(void **state) {
  for (size_t i = 0; i < COUNT(arguments); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`parameters`:{`u`:{`type`:`int`}},`resources`:[" DEPLOYMENT("d",
                "`copy`:{`name`:`l`,`count`:2},",
                SCOPE_INNER "`parameters`:{%s},`template`:" INNER("`parameters`:{%s},`resources`:[]")) "]"),
            arguments[i][1], arguments[i][0])
            .data);
    assert_sv_equal(list_diags(&run), aml_sv_of(arguments[i][2]));
  }
}

static void other_surroundings_come_from_the_context_alone(void **state) {
  static const char *const rows[][2] = {
      {"environment().suffixes.storage", "'core.windows.net'"},
      {"ENVIRONMENT().name", "'AzureCloud'"},
      {"tenant().tenantId", "'T'"},
      {"deployer().objectId", "?"},
      {"managementGroup().name", "'m'"},
      {"deployment().properties.template.contentVersion", "'1.0.0.0'"},
      {"managementGroupResourceId('A.B/c', 'x')",
          "'/providers/Microsoft.Management/managementGroups/m/providers/A.B/c/x'"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    expansion run;
    begin_expansion(&run, *state);
    run.context.environment =
        read_root(&run, "e", "{`name`:`AzureCloud`,`suffixes`:{`storage`:`core.windows.net`}}");
    run.context.tenant = read_root(&run, "t", "{`tenantId`:`T`}");
    run.context.management_group = read_root(&run, "m", "{`name`:`m`}");
    expand(
        &run, aml_sv_format(*state, TEMPLATE("`resources`:[" RESOURCE("{`p`:`[%s]`}") "]"), rows[i][0]).data);
    assert_sv_equal(text_at(&run, 0, "properties.p"), aml_sv_of(rows[i][1]));
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(inner_scope_has_its_own_parameters),
      TEST_CASE(outer_scope_uses_the_parents_names),
      TEST_CASE(goes_several_levels_deep),
      TEST_CASE(conditions_and_copies_hold_for_all_inside),
      TEST_CASE(knows_where_deployments_go),
      TEST_CASE(scope_functions_answer_for_the_place),
      TEST_CASE(subscription_templates_have_no_group),
      TEST_CASE(outputs_of_nested_deployments_are_known),
      TEST_CASE(outputs_are_found_by_the_names_expression),
      TEST_CASE(symbolic_deployments_and_loops_answer),
      TEST_CASE(cycles_of_outputs_end),
      TEST_CASE(secrets_stay_secret_through_arguments),
      TEST_CASE(checks_the_arguments_of_deployments),
      TEST_CASE(follows_links_to_files),
      TEST_CASE(says_which_links_lead_nowhere),
      TEST_CASE(a_template_that_links_itself_ends),
      TEST_CASE(takes_parameters_from_a_linked_file),
      TEST_CASE(unknown_arguments_are_not_defaulted),
      TEST_CASE(the_context_answers_where_it_can),
      TEST_CASE(other_surroundings_come_from_the_context_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
