#include "arm_text.h"

/* Declarations of parameters, one property each, and the property's value. */
typedef struct evaluation {
  const char *members;    /* of the template, before its resources */
  const char *expression; /* of the property `p` */
  const char *value;
} evaluation;

static const evaluation evaluations[] = {
    {"`parameters`:{`a`:{`type`:`string`,`defaultValue`:`x`}}", "[parameters('A')]", "'x'"},
    {"`parameters`:{`a`:{`type`:`int`,`defaultValue`:3}}", "[add(parameters('a'), 1)]", "4"},
    {"`parameters`:{`a`:{`type`:`string`}}", "[parameters('a')]", "?"},
    {"`parameters`:{`a`:{`type`:`string`,`defaultValue`:`[concat(parameters('b'),'y')]`},"
     "`b`:{`type`:`string`,`defaultValue`:`x`}}",
        "[parameters('a')]", "'xy'"},
    {"`parameters`:{`min`:{`type`:`int`,`minValue`:0,`maxValue`:0}}", "[parameters('min')]", "0"},
    {"`parameters`:{`min`:{`type`:`int`,`minValue`:0,`maxValue`:1}}", "[parameters('min')]", "?"},
    {"`parameters`:{`s`:{`type`:`string`,`allowedValues`:[`only`]}}", "[parameters('s')]", "'only'"},
    {"`parameters`:{`s`:{`type`:`string`,`allowedValues`:[`a`,`b`]}}", "[parameters('s')]", "?"},
    {"`parameters`:{`s`:{`type`:`array`,`allowedValues`:[`a`]}}", "[parameters('s')]", "?"},
    {"`parameters`:{`n`:{`type`:`string`,`nullable`:true}}", "[parameters('n')]", "null"},
    {"`parameters`:{`n`:{`type`:`string`,`nullable`:true}}",
        "[if(equals(parameters('n'), null()), null(), createObject('id', parameters('n')))]", "null"},
    {"`parameters`:{`private`:{`type`:`bool`,`defaultValue`:true}}",
        "[if(parameters('private'), 'Disabled', 'Enabled')]", "'Disabled'"},
    {"`parameters`:{`private`:{`type`:`bool`}}", "[if(parameters('private'), 'Disabled', 'Enabled')]", "?"},
    {"`parameters`:{`private`:{`type`:`bool`}}", "[if(parameters('private'), 'Same', 'Same')]", "'Same'"},
    {"`parameters`:{}", "[concat('Dis', 'abled')]", "'Disabled'"},
    {"`parameters`:{}", "[[Disabled]", "'[Disabled]'"},
    {"`parameters`:{`env`:{`type`:`string`,`defaultValue`:`prod`}}",
        "[\n  if(\n    equals(parameters('env'), 'prod'),\n    2,\n    0\n  )\n]", "2"},
    {"`variables`:{`sizes`:{`dev`:1,`prod`:4},`env`:`prod`}", "[variables('sizes')[variables('ENV')]]", "4"},
    {"`variables`:{`a`:`[variables('b')]`,`b`:`[concat(variables('c'), '!')]`,`c`:`x`}", "[variables('a')]",
        "'x!'"},
    {"`parameters`:{`t`:{`$ref`:`#/definitions/"
     "T`}},`definitions`:{`T`:{`type`:`int`,`minValue`:2,`maxValue`:2}}",
        "[parameters('t')]", "2"},
    {"`variables`:{`v`:`[createObject('True', 1, 'x', 2)]`}", "[variables('v').true]", "1"},
    {"`variables`:{}", "[json('{\\\"True\\\":1,\\\"true\\\":2}').True]", "1"},
    {"`variables`:{}", "[json('{\\\"True\\\":1,\\\"true\\\":2}').TRUE]", "2"},
    {"`parameters`:{`tags`:{`type`:`object`}}", "[parameters('tags')]", "?"},
    {"`functions`:[{`namespace`:`my`,`members`:{`twice`:{`parameters`:[{`name`:`n`,`type`:`int`}],"
     "`output`:{`type`:`int`,`value`:`[mul(parameters('n'), 2)]`}}}}]",
        "[MY.Twice(add(1, 2))]", "6"},
    {"`functions`:[{`namespace`:`__bicep`,`members`:{"
     "`inner`:{`parameters`:[{`name`:`s`}],`output`:{`value`:`[concat(parameters('s'), '?')]`}},"
     "`outer`:{`parameters`:[{`name`:`s`}],`output`:{`value`:`[__bicep.inner(concat(parameters('s'), "
     "'!'))]`}}}}]",
        "[__bicep.outer('x')]", "'x!?'"},
};

static void computes_values(void **state) {
  for (size_t i = 0; i < COUNT(evaluations); i++) {
    const evaluation *row = &evaluations[i];
    aml_sv text = aml_sv_format(
        *state, TEMPLATE("%s,`resources`:[" RESOURCE("{`p`:`%s`}") "]"), row->members, row->expression);
    expansion run;
    expand_alone(&run, *state, text.data);
    assert_sv_equal(text_at(&run, 0, "properties.p"), aml_sv_of(row->value));
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

static void keeps_what_a_partial_object_says(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`base`:{`type`:`object`}},`resources`:["
               "{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`n`,"
               "`tags`:`[union(parameters('base'), createObject('owner', 'a'))]`}]"));
  assert_sv_equal(text_at(&run, 0, "tags.owner"), AML_SV("'a'"));
  assert_true(aml_value_has(value_at(&run, 0, "tags"), AML_VALUE_OPEN));
}

static void takes_values_from_a_parameter_file(void **state) {
  expansion run;
  begin_expansion(&run, *state);
  give_parameters(&run,
      "{`parameters`:{`access`:{`value`:`Disabled`},`SECRET`:{`reference`:{`keyVault`:{`id`:`x`},"
      "`secretName`:`s`}},`count`:{`value`:null}}}");
  expand(&run, TEMPLATE("`parameters`:{`access`:{`type`:`string`,`defaultValue`:`Enabled`},"
                        "`secret`:{`type`:`securestring`},`count`:{`type`:`int`,`defaultValue`:7}},"
                        "`resources`:[" RESOURCE("{`a`:`[parameters('access')]`,`s`:`[parameters('secret')]`,"
                                                 "`c`:`[parameters('count')]`}") "]"));
  assert_sv_equal(text_at(&run, 0, "properties.a"), AML_SV("'Disabled'"));
  assert_sv_equal(reason_at(&run, 0, "properties.s"),
      AML_SV("parameter 'secret' comes from a key vault; check it there"));
  assert_true(aml_value_has(value_at(&run, 0, "properties.s"), AML_VALUE_SECURE));
  assert_sv_equal(text_at(&run, 0, "properties.c"), AML_SV("7"));
  assert_sv_equal(resource_at(&run, 0)->parameters, AML_SV("main.parameters.json"));
  assert_sv_equal(list_diags(&run), AML_SV(""));
}

/* What a parameter file may get wrong: the declaration, the entry, the text complained about, the message. */
typedef struct complaint {
  const char *declarations, *entries, *marked, *message;
} complaint;

static const complaint complaints[] = {
    {"`size`:{`type`:`string`}", "`siez`:{`value`:`x`},`size`:{`value`:`x`}", "`siez`",
        "AML010 Parameter 'siez' is not one of the template 'main.json'; did you mean 'size'?"},
    {"`size`:{`type`:`string`}", "", "`parameters`",
        "AML010 Parameter 'size' of the template 'main.json' has no default and is given no value "
        "here."},
    {"`size`:{`type`:`string`}", "`size`:{}", "`size`",
        "AML010 Parameter 'size' has neither 'value' nor 'reference'."},
    {"`n`:{`type`:`int`}", "`n`:{`value`:`3`}", "`3`",
        "AML010 Parameter 'n' is declared as 'int' but its value is of type 'string'."},
    {"`n`:{`type`:`int`,`minValue`:2}", "`n`:{`value`:1}", "1",
        "AML010 Parameter 'n' is 1, below the 'minValue' of 2."},
    {"`n`:{`type`:`int`,`maxValue`:2}", "`n`:{`value`:3}", "3",
        "AML010 Parameter 'n' is 3, above the 'maxValue' of 2."},
    {"`s`:{`type`:`string`,`minLength`:3}", "`s`:{`value`:`ab`}", "`ab`",
        "AML010 Parameter 's' has the length 2, below the 'minLength' of 3."},
    {"`s`:{`type`:`string`,`allowedValues`:[`a`,`b`]}", "`s`:{`value`:`c`}", "`c`",
        "AML010 Parameter 's' is 'c', which is not one of the allowed values."},
    {"`s`:{`type`:`secureString`,`allowedValues`:[`a`]}", "`s`:{`value`:`hunter2`}", "`hunter2`",
        "AML010 Parameter 's' is not one of the allowed values."},
    {"`l`:{`type`:`array`,`allowedValues`:[`a`,`b`]}", "`l`:{`value`:[`a`,`x`]}", "[`a`,`x`]",
        "AML010 Parameter 'l' contains an item that is not one of the allowed values."},
    {"`o`:{`type`:`object`,`properties`:{`k`:{`type`:`int`}}}", "`o`:{`value`:{`k`:`x`}}", "`x`",
        "AML010 Parameter 'o.k' is declared as 'int' but its value is of type 'string'."},
    {"`o`:{`type`:`object`,`properties`:{`k`:{`type`:`int`}}}", "`o`:{`value`:{}}", "{}",
        "AML010 Parameter 'o' lacks the member 'k'."},
    {"`o`:{`type`:`object`,`properties`:{},`additionalProperties`:false}", "`o`:{`value`:{`z`:1}}", "`z`",
        "AML010 Parameter 'o' has a member 'z' that its type does not have."},
    {"`l`:{`type`:`array`,`items`:{`type`:`string`}}", "`l`:{`value`:[`a`,1]}", "1",
        "AML010 Parameter 'l[1]' is declared as 'string' but its value is of type 'integer'."},
    {"`d`:{`type`:`object`,`discriminator`:{`propertyName`:`kind`,`mapping`:{`a`:{`type`:`object`,"
     "`properties`:{`n`:{`type`:`int`}}}}}}",
        "`d`:{`value`:{`kind`:`a`,`n`:true}}", "true",
        "AML010 Parameter 'd.n' is declared as 'int' but its value is of type 'boolean'."},
};

static void complains_about_parameter_files(void **state) {
  for (size_t i = 0; i < COUNT(complaints); i++) {
    const complaint *row = &complaints[i];
    expansion run;
    begin_expansion(&run, *state);
    give_parameters(&run, aml_sv_format(*state, "{`parameters`:{%s}}", row->entries).data);
    expand(&run, aml_sv_format(*state, TEMPLATE("`parameters`:{%s},`resources`:[]"), row->declarations).data);
    assert_sv_equal(list_diags(&run), aml_sv_of(row->message));
    aml_strbuf marked;
    aml_strbuf_init(&marked, *state, SIZE_MAX);
    for (const char *c = row->marked; *c != 0; c++) {
      aml_strbuf_add_char(&marked, (char)(*c == '`' ? '"' : *c));
    }
    assert_sv_equal(marked_text(&run, 0), aml_strbuf_view(&marked));
  }
}

static void reports_defaults_of_secure_parameters(void **state) {
  static const struct {
    const char *declaration, *marked;
  } cases[] = {
      {"{`type`:`securestring`,`defaultValue`:`hunter2`}", "\"hunter2\""},
      {"{`type`:`SecureObject`,`defaultValue`:{`key`:`hunter2`}}", "{\"key\":\"hunter2\"}"},
      {"{`type`:`securestring`,`defaultValue`:`[[plain]`}", "\"[[plain]\""},
      {"{`type`:`securestring`,`defaultValue`:``}", NULL},
      {"{`type`:`securestring`,`defaultValue`:`[newGuid()]`}", NULL},
      {"{`type`:`secureObject`,`defaultValue`:{}}", NULL},
      {"{`type`:`securestring`}", NULL},
      {"{`type`:`string`,`defaultValue`:`hunter2`}", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state, TEMPLATE("`parameters`:{`p`:%s},`resources`:[]"), cases[i].declaration).data);
    assert_sv_equal(list_diags(&run), cases[i].marked == NULL
                                          ? AML_SV("")
                                          : AML_SV("AML317 The secure parameter 'p' has a default value, "
                                                   "which is in the template in plain text."));
    if (cases[i].marked != NULL) {
      assert_sv_equal(marked_text(&run, 0), aml_sv_of(cases[i].marked));
    }
  }
}

static const char *const accepted[][2] = {
    {"`n`:{`type`:`INT`}", "`n`:{`value`:3}"},
    {"`s`:{`type`:`string`,`allowedValues`:[`Standard_LRS`]}", "`s`:{`value`:`standard_lrs`}"},
    {"`l`:{`type`:`array`,`allowedValues`:[`a`,`b`]}", "`l`:{`value`:[`b`,`a`]}"},
    {"`s`:{`type`:`string`,`nullable`:true}", "`s`:{`value`:null}"},
    {"`s`:{`type`:`string`,`defaultValue`:`x`}", ""},
    {"`o`:{`type`:`object`,`properties`:{`k`:{`type`:`int`,`nullable`:true}}}", "`o`:{`value`:{}}"},
    {"`s`:{`type`:`securestring`}", "`s`:{`reference`:{}}"},
};

static void accepts_what_fits(void **state) {
  for (size_t i = 0; i < COUNT(accepted); i++) {
    expansion run;
    begin_expansion(&run, *state);
    give_parameters(&run, aml_sv_format(*state, "{`parameters`:{%s}}", accepted[i][1]).data);
    expand(&run, aml_sv_format(*state, TEMPLATE("`parameters`:{%s},`resources`:[]"), accepted[i][0]).data);
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

/* Expressions that fail: the failing text and the message. */
typedef struct failure {
  const char *members, *expression, *marked, *message;
} failure;

static const failure failures[] = {
    {"`parameters`:{`size`:{`type`:`string`}}", "[parameters('siez')]", "parameters('siez')",
        "AML013 Parameter 'siez' does not exist; did you mean 'size'?"},
    {"`variables`:{`size`:1}", "[variables('x')]", "variables('x')", "AML013 Variable 'x' does not exist."},
    {"`variables`:{`a`:`[variables('b')]`,`b`:`[variables('a')]`}", "[variables('a')]", "variables('a')",
        "AML013 The variable 'a' depends on itself."},
    {"`parameters`:{`a`:{`type`:`string`,`defaultValue`:`[parameters('a')]`}}", "[parameters('a')]",
        "parameters('a')", "AML013 The default of parameter 'a' depends on the parameter itself."},
    {"`variables`:{}", "[copyIndex()]", "copyIndex()",
        "AML013 The function 'copyIndex' is outside any copy loop."},
    {"`functions`:[{`namespace`:`my`,`members`:{`f`:{`parameters`:[],`output`:{`value`:`[variables('v')]`}}}}"
     "],"
     "`variables`:{`v`:1}",
        "[my.f()]", "variables('v')", "AML013 The function 'my.f' cannot use variables."},
    {"`functions`:[{`namespace`:`my`,`members`:{`f`:{`parameters`:[],`output`:{`value`:1}}}}]", "[my.f(1)]",
        "my.f(1)", "AML013 The function 'my.f' takes 0 arguments, not 1."},
};

static void says_where_expressions_fail(void **state) {
  for (size_t i = 0; i < COUNT(failures); i++) {
    const failure *row = &failures[i];
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(
            *state, TEMPLATE("%s,`resources`:[" RESOURCE("{`p`:`%s`}") "]"), row->members, row->expression)
            .data);
    assert_sv_equal(list_diags(&run), aml_sv_of(row->message));
    assert_sv_equal(marked_text(&run, 0), aml_sv_of(row->marked));
    assert_sv_equal(text_at(&run, 0, "properties.p"), AML_SV("?"));
  }
}

static void reports_in_earnest_what_failed_on_trial(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`on`:{`type`:`bool`}},`variables`:{`bad`:`[div(1, 0)]`},`resources`:[" RESOURCE(
          "{`a`:`[if(parameters('on'), variables('bad'), 1)]`}") "," RESOURCE("{`a`:`[variables('bad')]`"
                                                                              "}") "]"));
  assert_sv_equal(list_diags(&run), AML_SV("AML013 The function 'div' cannot divide by zero."));
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`on`:{`type`:`bool`}},`variables`:{`bad`:`[div(1, 0)]`},`resources`:[" RESOURCE(
          "{`a`:`[if(parameters('on'), variables('bad'), 1)]`}") "]"));
  assert_sv_equal(list_diags(&run), AML_SV(""));
}

static void reports_a_syntax_error_at_its_character(void **state) {
  expansion run;
  expand_alone(&run, *state, TEMPLATE("`resources`:[" RESOURCE("{`p`:`[concat('a' 'b')]`}") "]"));
  assert_int_equal(run.diags.list.count, 1);
  assert_string_equal(run.diags.list.items[0].rule, "AML001");
  assert_sv_equal(marked_text(&run, 0), AML_SV("'"));
}

static void survives_recursive_functions(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE(
          "`functions`:[{`namespace`:`my`,`members`:{`f`:{`parameters`:[],`output`:{`value`:`[my.f()]`}}}}],"
          "`resources`:[" RESOURCE("{`p`:`[my.f()]`}") "]"));
  assert_int_equal(run.diags.list.count, 1);
  assert_string_equal(run.diags.list.items[0].rule, "AML003");
  assert_sv_equal(text_at(&run, 0, "properties.p"), AML_SV("?"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(computes_values),
      TEST_CASE(keeps_what_a_partial_object_says),
      TEST_CASE(takes_values_from_a_parameter_file),
      TEST_CASE(complains_about_parameter_files),
      TEST_CASE(reports_defaults_of_secure_parameters),
      TEST_CASE(accepts_what_fits),
      TEST_CASE(says_where_expressions_fail),
      TEST_CASE(reports_in_earnest_what_failed_on_trial),
      TEST_CASE(reports_a_syntax_error_at_its_character),
      TEST_CASE(survives_recursive_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
