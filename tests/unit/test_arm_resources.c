#include "arm_text.h"

#define WORKSPACE    "`type`:`Microsoft.MachineLearningServices/workspaces`,`apiVersion`:`2024-04-01`,`name`:`w`"
#define COMPUTE_TYPE "Microsoft.MachineLearningServices/workspaces/computes"
#define CLUSTER      "`properties`:{`computeType`:`AmlCompute`,`properties`:{`scaleSettings`:{`minNodeCount`:2}}}"

/* Resources as declared, and "type name" of each as deployed. */
typedef struct listing {
  const char *members, *resources, *listed;
} listing;

static const listing listings[] = {
    {"", "[{" WORKSPACE "}]", "Microsoft.MachineLearningServices/workspaces 'w'"},
    {"", "[{`type`:`microsoft.machinelearningservices/Workspaces`,`apiVersion`:`1`,`name`:`w`}]",
        "microsoft.machinelearningservices/Workspaces 'w'"},
    {"", "[{" WORKSPACE ",`resources`:[{`type`:`computes`,`apiVersion`:`1`,`name`:`c`," CLUSTER "}]}]",
        "Microsoft.MachineLearningServices/workspaces 'w'; " COMPUTE_TYPE " 'w/c'"},
    {"", "[{`type`:`" COMPUTE_TYPE "`,`apiVersion`:`1`,`name`:`w/c`," CLUSTER "}]", COMPUTE_TYPE " 'w/c'"},
    {"", "[{" WORKSPACE ",`resources`:[{`type`:`" COMPUTE_TYPE "`,`apiVersion`:`1`,`name`:`w/c`}]}]",
        "Microsoft.MachineLearningServices/workspaces 'w'; " COMPUTE_TYPE " 'w/c'"},
    {"", "[{" WORKSPACE ",`resources`:[{`type`:`" COMPUTE_TYPE "`,`apiVersion`:`1`,`name`:`c`}]}]",
        "Microsoft.MachineLearningServices/workspaces 'w'; " COMPUTE_TYPE " 'w/c'"},
    {"`languageVersion`:`2.0`,", "{`main`:{" WORKSPACE "}}",
        "Microsoft.MachineLearningServices/workspaces 'w'"},
    {"`languageVersion`:`2.0`,", "{`prototype`:{" WORKSPACE ",`properties`:{}}}",
        "Microsoft.MachineLearningServices/workspaces 'w'"},
    {"", "[{`condition`:false," WORKSPACE "}]", ""},
    {"", "[{`condition`:`[equals(1, 2)]`," WORKSPACE "}]", ""},
    {"", "[{`condition`:true," WORKSPACE "}]", "Microsoft.MachineLearningServices/workspaces 'w'"},
    {"`parameters`:{`deploy`:{`type`:`bool`}},", "[{`condition`:`[parameters('deploy')]`," WORKSPACE "}]",
        "?Microsoft.MachineLearningServices/workspaces 'w'"},
    {"", "[{`condition`:false," WORKSPACE ",`resources`:[{`type`:`computes`,`apiVersion`:`1`,`name`:`c`}]}]",
        COMPUTE_TYPE " 'w/c'"},
    {"`parameters`:{`n`:{`type`:`string`}},",
        "[{`type`:`" COMPUTE_TYPE "`,`apiVersion`:`1`,`name`:`[concat(parameters('n'), '/c')]`}]",
        COMPUTE_TYPE " ?"},
    {"`parameters`:{`n`:{`type`:`string`,`defaultValue`:`W`}},",
        "[{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`[toLower(parameters('n'))]`}]", "A.B/c 'w'"},
    {"",
        "[{`type`:`Microsoft.Storage/storageAccounts/providers/locks`,`apiVersion`:`1`,"
        "`name`:`s/Microsoft.Authorization/k`}]",
        "Microsoft.Authorization/locks 'k'"},
    {"",
        "[{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`p`,`resources`:[{`type`:`providers/"
        "locks`,`apiVersion`:`1`,"
        "`name`:`Microsoft.Authorization/k`}]}]",
        "A.B/c 'p'; Microsoft.Authorization/locks 'k'"},
    {"",
        "[{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`p`,`resources`:[{`type`:`Microsoft.Authorization/locks`,"
        "`apiVersion`:`1`,`name`:`k`}]}]",
        "A.B/c 'p'; Microsoft.Authorization/locks 'k'"},
    {"`languageVersion`:`2.0`,`imports`:{},",
        "{`pod`:{`import`:`k8s`,`type`:`core/Pod@v1`,`properties`:{}},`w`:{" WORKSPACE "}}",
        "Microsoft.MachineLearningServices/workspaces 'w'"},
    {"", "[null]", ""},
};

static void lists_resources_with_full_types_and_names(void **state) {
  for (size_t i = 0; i < COUNT(listings); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state, TEMPLATE("%s`resources`:%s"), listings[i].members, listings[i].resources).data);
    assert_sv_equal(list_resources(&run), aml_sv_of(listings[i].listed));
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

static void nested_and_flat_children_have_the_same_body(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE(
          "`resources`:[{" WORKSPACE ",`resources`:[{`type`:`computes`,`apiVersion`:`1`,`name`:`c`," CLUSTER
          "}]},{`type`:`" COMPUTE_TYPE "`,`apiVersion`:`1`,`name`:`w/c`," CLUSTER "}]"));
  const aml_resource *nested = resource_at(&run, 1);
  assert_sv_equal(text_of_value(*state, nested->body), text_of_value(*state, resource_at(&run, 2)->body));
  assert_sv_equal(nested->shown_name, AML_SV("c"));
  assert_ptr_equal(nested->parent, resource_at(&run, 0));
  assert_sv_equal(aml_span_text(run.sources, nested->name_span), AML_SV("\"c\""));
  assert_sv_equal(nested->api_version, AML_SV("1"));
}

static void names_show_what_is_known(void **state) {
  static const char *const rows[][2] = {
      {"[concat(parameters('n'), '/gpu')]", "gpu"},
      {"[concat(parameters('n'), '/', parameters('m'))]", "${m}"},
      {"[concat(parameters('n'), '/', toLower( parameters('m') ))]", "${m}"},
      {"[concat(parameters('n'), '/gpu-', parameters('m'))]", "gpu-${m}"},
      {"[concat(parameters('n'), '/', parameters('m'), '-01')]", "${m}-01"},
      {"[concat(parameters('n'), '/a/', parameters('m'))]", "${m}"},
      {"[concat(parameters('n'), '/', take(uniqueString(parameters('m')), 5))]", "${uniqueString}"},
      {"[concat(parameters('n'), '/', parameters('m').name, '-', parameters('m')[0].a.b)]",
          "${m.name}-${m.a.b}"},
      {"[format('{0}/{1}', parameters('n'), parameters('m'))]", "${m}"},
      {"[format('{0}/{1}-ci', parameters('n'), parameters('m'))]", "${m}-ci"},
      {"[format('{0}/{1}{2}', parameters('n'), 'a', parameters('m'))]", "a${m}"},
      {"[format('{0}/{1:D2}', parameters('n'), parameters('m'))]", "${m}"},
      {"[format('{0}/{7}x', parameters('n'), parameters('m'))]", "{7}x"},
      {"[toLower(concat(parameters('n'), '/', parameters('m')))]", "${m}"},
      {"[if(equals(parameters('m'), 'a'), parameters('n'), 'b')]", "${if}"},
      {"[parameters('n')]", "${n}"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`parameters`:{`n`:{`type`:`string`},`m`:{`type`:`string`}},`resources`:["
                     "{`type`:`A.B/c/d`,`apiVersion`:`1`,`name`:`%s`}]"),
            rows[i][0])
            .data);
    assert_sv_equal(resource_at(&run, 0)->shown_name, aml_sv_of(rows[i][1]));
  }
}

static void extensions_know_what_they_extend(void **state) {
  static const char *const rows[][2] = {
      {"{`type`:`Microsoft.Authorization/locks`,`apiVersion`:`1`,`name`:`k`,"
       "`scope`:`[concat('Microsoft.Web/sites/', 'x')]`}",
          "'Microsoft.Web/sites/x'"},
      {"{`type`:`A.B/c/d/providers/locks`,`apiVersion`:`1`,`name`:`p/q/Microsoft.Authorization/k`}",
          "'A.B/c/p/d/q'"},
      {"{`type`:`Microsoft.Authorization/locks`,`apiVersion`:`1`,`name`:`k`,`scope`:`[parameters('s')]`}",
          "?"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state, TEMPLATE("`parameters`:{`s`:{`type`:`string`}},`resources`:[%s]"), rows[i][0])
            .data);
    assert_non_null(resource_at(&run, 0)->extends);
    assert_sv_equal(text_of_value(*state, resource_at(&run, 0)->extends), aml_sv_of(rows[i][1]));
    assert_null(resource_at(&run, 0)->parent);
  }
}

static void an_unknown_resource_keeps_its_lock(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`s`:{`type`:`string`}},`resources`:[{`type`:`A.B/c/providers/"
               "locks`,`apiVersion`:`1`,"
               "`name`:`[concat(parameters('s'), '/Microsoft.Authorization/k')]`}]"));
  assert_sv_equal(list_resources(&run), AML_SV("Microsoft.Authorization/locks 'k'"));
  assert_sv_equal(resource_at(&run, 0)->extends->as.unknown->prefix, AML_SV("A.B/c/"));
}

static void existing_resources_are_context(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`languageVersion`:`2.0`,`resources`:{`ws`:{`existing`:true,`type`:`A.B/c`,`apiVersion`:`1`,"
               "`name`:`w`,`resourceGroup`:`rg2`},"
               "`r`:{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`n`,"
               "`location`:`[reference('ws', '2024-04-01', 'full').location]`}}"));
  const aml_resource *existing = resource_at(&run, 0);
  assert_true(existing->is_existing);
  assert_sv_equal(existing->symbolic_name, AML_SV("ws"));
  assert_sv_equal(existing->scope.resource_group, AML_SV("rg2"));
  assert_sv_equal(text_at(&run, 1, "location"), AML_SV("?"));
  assert_sv_equal(list_diags(&run), AML_SV(""));
}

/* What the template is wrong about, and that it does not stop the rest. */
static const char *const wrongs[][2] = {
    {"[3," RESOURCE("{}") "]", "AML006 A resource is declared as an object, but this is of type 'integer'."},
    {"[{`name`:`n`}," RESOURCE("{}") "]", "AML007 This resource has no 'type'."},
    {"[{`type`:`A.B/c`,`condition`:7,`name`:`n`}]",
        "AML006 The condition of a resource must be true or false, but this is of type 'integer'."},
    {"[{`type`:`A.B/c`}]", "AML007 This resource has no 'name'."},
};

static void says_what_is_wrong_with_resources(void **state) {
  for (size_t i = 0; i < COUNT(wrongs); i++) {
    expansion run;
    expand_alone(&run, *state, aml_sv_format(*state, TEMPLATE("`resources`:%s"), wrongs[i][0]).data);
    assert_sv_equal(list_diags(&run), aml_sv_of(wrongs[i][1]));
    assert_int_equal(run.resources.list.count, 1);
  }
}

static void a_template_without_version_is_one(void **state) {
  expansion run;
  expand_alone(&run, *state,
      "{`$schema`:`https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#`,"
      "`resources`:[" RESOURCE("{}") "]}");
  assert_sv_equal(
      list_diags(&run), AML_SV("AML007 This template has no 'contentVersion', which the service requires."));
  assert_int_equal(run.resources.list.count, 1);
}

static void evaluates_names_of_members_and_keeps_nulls(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`u`:{`type`:`string`}},`resources`:[" RESOURCE(
          "{`[concat('a', 'b')]`:1,`n`:null,`e`:`[null()]`,`o`:{`[parameters('u')]`:1}}") "]"));
  assert_sv_equal(text_at(&run, 0, "properties"), AML_SV("{'ab':1,'n':null,'e':null,'o':{}}"));
  assert_true(aml_value_has(value_at(&run, 0, "properties.o"), AML_VALUE_OPEN));
}

static void shares_what_it_need_not_copy(void **state) {
  expansion run;
  expand_alone(&run, *state, TEMPLATE("`resources`:[" RESOURCE("{`a`:{`b`:[1,{`c`:`x`}]}}") "]"));
  const aml_value *properties = value_at(&run, 0, "properties");
  assert_null(properties->origin);
  assert_sv_equal(aml_span_text(run.sources, properties->span), AML_SV("{\"a\":{\"b\":[1,{\"c\":\"x\"}]}}"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(lists_resources_with_full_types_and_names),
      TEST_CASE(nested_and_flat_children_have_the_same_body),
      TEST_CASE(names_show_what_is_known),
      TEST_CASE(extensions_know_what_they_extend),
      TEST_CASE(an_unknown_resource_keeps_its_lock),
      TEST_CASE(existing_resources_are_context),
      TEST_CASE(says_what_is_wrong_with_resources),
      TEST_CASE(a_template_without_version_is_one),
      TEST_CASE(evaluates_names_of_members_and_keeps_nulls),
      TEST_CASE(shares_what_it_need_not_copy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
