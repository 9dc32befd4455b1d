#include "arm_text.h"

/* Members of a template, the expression of a property, and the chain it came through, with what stands at
 * its end. */
typedef struct chain {
  const char *members, *expression, *text;
} chain;

static const chain chains[] = {
    {"`parameters`:{`min`:{`type`:`int`,`defaultValue`:2}}", "[parameters('min')]",
        "EXPRESSION > PARAMETER min > DEFAULT: 2"},
    {"`variables`:{`size`:`Standard_NC6`}", "[variables('size')]",
        "EXPRESSION > VARIABLE size: \"Standard_NC6\""},
    {"`parameters`:{`p`:{`type`:`int`,`defaultValue`:2}},`variables`:{`v`:`[parameters('p')]`}",
        "[variables('v')]", "EXPRESSION > VARIABLE v > EXPRESSION > PARAMETER p > DEFAULT: 2"},
    {"`variables`:{`sizes`:{`dev`:{`min`:3}}}", "[variables('sizes').dev.min]",
        "EXPRESSION > VARIABLE sizes: 3"},
    {"`parameters`:{`list`:{`type`:`array`,`defaultValue`:[1,2]}}", "[parameters('list')[1]]",
        "EXPRESSION > PARAMETER list > DEFAULT: 2"},
    {"`parameters`:{`on`:{`type`:`bool`,`defaultValue`:true}},`variables`:{`a`:`x`}",
        "[if(parameters('on'), variables('a'), 'z')]", "EXPRESSION > VARIABLE a: \"x\""},
    {"`variables`:{}", "[concat('a', 'b')]", "EXPRESSION: \"[concat('a', 'b')]\""},
    {"`parameters`:{`n`:{`type`:`int`}}", "[parameters('n')]", "EXPRESSION > PARAMETER n: \"n\""},
};

static void values_know_where_they_come_from(void **state) {
  for (size_t i = 0; i < COUNT(chains); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state, TEMPLATE("%s,`resources`:[" RESOURCE("{`p`:`%s`}") "]"), chains[i].members,
            chains[i].expression)
            .data);
    const aml_value *value = value_at(&run, 0, "properties.p");
    assert_sv_equal(chain_of(&run, value), aml_sv_of(chains[i].text));
    assert_sv_equal(
        aml_span_text(run.sources, value->span), aml_sv_format(*state, "\"%s\"", chains[i].expression));
  }
}

static void values_of_parameter_files_point_there(void **state) {
  expansion run;
  begin_expansion(&run, *state);
  give_parameters(&run, "{`parameters`:{`min`:{`value`:  6}}}");
  expand(&run, TEMPLATE("`parameters`:{`min`:{`type`:`int`}},`resources`:[" RESOURCE(
                   "{`p`:`[parameters('min')]`}") "]"));
  const aml_value *value = value_at(&run, 0, "properties.p");
  assert_sv_equal(chain_of(&run, value), AML_SV("EXPRESSION > PARAMETER min > PARAMETER_FILE: 6"));
  const aml_origin *file = value->origin->from->from;
  assert_sv_equal(aml_sources_get(run.sources, file->span.source)->path, AML_SV("main.parameters.json"));
}

static void copies_name_their_iteration(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[{`type`:`A.B/c`,`name`:`n`,`copy`:{`name`:`loop`,`count`:4},"
               "`properties`:{`p`:`[copyIndex()]`}}]"));
  aml_sv element = AML_SV("{\"name\":\"loop\",\"count\":4}");
  assert_sv_equal(chain_of(&run, value_at(&run, 3, "properties.p")),
      aml_sv_format(*state, "EXPRESSION > COPY loop[3]: %.*s", AML_SV_ARG(element)));
}

static void outputs_are_a_step(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[{`type`:`Microsoft.Resources/deployments`,`name`:`d`,`properties`:{`template`:{"
               "`contentVersion`:`1`,`resources`:[],`outputs`:{`o`:{`type`:`int`,`value`:5}}}}}," RESOURCE(
                   "{`p`:`[reference('d').outputs.o.value]`}") "]"));
  assert_sv_equal(chain_of(&run, value_at(&run, 1, "properties.p")), AML_SV("EXPRESSION > OUTPUT: 5"));
}

static void a_literal_has_no_origin(void **state) {
  expansion run;
  expand_alone(&run, *state, TEMPLATE("`resources`:[" RESOURCE("{`p`:5,`q`:`text`}") "]"));
  assert_null(value_at(&run, 0, "properties.p")->origin);
  assert_null(value_at(&run, 0, "properties.q")->origin);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(values_know_where_they_come_from),
      TEST_CASE(values_of_parameter_files_point_there),
      TEST_CASE(copies_name_their_iteration),
      TEST_CASE(outputs_are_a_step),
      TEST_CASE(a_literal_has_no_origin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
