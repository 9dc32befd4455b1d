#include "arm_text.h"

/* A member of a resource's properties (or variables before it), and what the property `items` becomes. */
typedef struct loop {
  const char *members, *properties, *items;
} loop;

static const loop loops[] = {
    {"", "{`copy`:[{`name`:`items`,`count`:2,`input`:`[copyIndex('items')]`}]}", "[0,1]"},
    {"", "{`copy`:[{`name`:`items`,`count`:2,`input`:`[copyIndex('ITEMS', 5)]`}]}", "[5,6]"},
    {"", "{`copy`:[{`name`:`items`,`count`:0,`input`:1}]}", "[]"},
    {"", "{`copy`:[{`name`:`other`,`count`:1,`input`:1},{`name`:`items`,`count`:1,`input`:2}]}", "[2]"},
    {"`parameters`:{`n`:{`type`:`int`}},",
        "{`copy`:[{`name`:`items`,`count`:`[parameters('n')]`,`input`:1}]}", "?"},
    {"`variables`:{`copy`:[{`name`:`sizes`,`count`:2,`input`:`[concat('s', copyIndex('sizes'))]`}]},",
        "{`items`:`[variables('sizes')]`}", "['s0','s1']"},
    {"`variables`:{`v`:{`copy`:[{`name`:`in`,`count`:2,`input`:{`k`:`[copyIndex('in')]`}}],`z`:1}},",
        "{`items`:`[variables('v').in]`}", "[{'k':0},{'k':1}]"},
    {"",
        "{`items`:{`copy`:[{`name`:`deep`,`count`:2,`input`:{`copy`:[{`name`:`er`,`count`:2,"
        "`input`:`[add(mul(10, copyIndex('deep')), copyIndex('er'))]`}]}}]}}",
        "{'deep':[{'er':[0,1]},{'er':[10,11]}]}"},
    {"", "{`items`:{`copy`:`just a text`}}", "{'copy':'just a text'}"},
    {"", "{`items`:{`copy`:[1,2]}}", "{'copy':[1,2]}"},
    {"", "{`items`:`[map(range(0, 3), lambda('i', mul(lambdaVariables('i'), 2)))]`}", "[0,2,4]"},
};

static void unrolls_property_and_variable_loops(void **state) {
  for (size_t i = 0; i < COUNT(loops); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(
            *state, TEMPLATE("%s`resources`:[" RESOURCE("%s") "]"), loops[i].members, loops[i].properties)
            .data);
    assert_sv_equal(text_at(&run, 0, "properties.items"), aml_sv_of(loops[i].items));
    assert_sv_equal(list_diags(&run), AML_SV(""));
  }
}

#define COPIED(copy, name, properties)                                                                       \
  "{`type`:`Microsoft.Test/things`,`apiVersion`:`1`,`copy`:" copy ",`name`:`" name                           \
  "`,`properties`:" properties "}"

static void unrolls_resources(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" COPIED("{`name`:`vms`,`count`:3,`mode`:`Serial`,`batchSize`:1}",
          "[concat('vm', copyIndex(1))]", "{`a`:`[copyIndex('vms')]`,`b`:`[copyIndex()]`}") "]"));
  assert_sv_equal(list_resources(&run),
      AML_SV("Microsoft.Test/things 'vm1'; Microsoft.Test/things 'vm2'; Microsoft.Test/things 'vm3'"));
  assert_sv_equal(text_at(&run, 2, "properties"), AML_SV("{'a':2,'b':2}"));
  assert_sv_equal(resource_at(&run, 2)->iteration, AML_SV("vms[2]"));
  assert_sv_equal(text_at(&run, 2, "copy"), AML_SV("absent"));
}

static void puts_property_loops_into_resource_loops(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" COPIED("{`name`:`outer`,`count`:2}", "[concat('r', copyIndex())]",
          "{`copy`:[{`name`:`items`,`count`:2,`input`:"
          "{`o`:`[copyIndex('outer')]`,`i`:`[copyIndex('items')]`,`d`:`[copyIndex()]`}}]}") "]"));
  assert_sv_equal(text_at(&run, 0, "properties.items"), AML_SV("[{'o':0,'i':0,'d':0},{'o':0,'i':1,'d':0}]"));
  assert_sv_equal(text_at(&run, 1, "properties.items"), AML_SV("[{'o':1,'i':0,'d':1},{'o':1,'i':1,'d':1}]"));
}

static void keeps_one_resource_of_an_unknown_number(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`parameters`:{`n`:{`type`:`int`}},`resources`:[" COPIED(
          "{`name`:`vms`,`count`:`[parameters('n')]`}", "[concat('vm', copyIndex())]", "{`s`:4}") "]"));
  assert_sv_equal(list_resources(&run), AML_SV("?Microsoft.Test/things ?"));
  assert_sv_equal(resource_at(&run, 0)->iteration, AML_SV("vms[?]"));
  assert_sv_equal(resource_at(&run, 0)->condition_text, AML_SV("[parameters('n')]"));
  assert_sv_equal(resource_at(&run, 0)->name->as.unknown->prefix, AML_SV("vm"));
  assert_sv_equal(text_at(&run, 0, "properties.s"), AML_SV("4"));
}

static void children_of_copies_see_the_loop(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[{`type`:`A.B/c`,`apiVersion`:`1`,`name`:`[concat('p', copyIndex())]`,"
               "`copy`:{`name`:`ps`,`count`:2},`resources`:[{`type`:`d`,`apiVersion`:`1`,"
               "`name`:`[concat('k', copyIndex())]`}]}]"));
  assert_sv_equal(list_resources(&run), AML_SV("A.B/c 'p0'; A.B/c/d 'p0/k0'; A.B/c 'p1'; A.B/c/d 'p1/k1'"));
  assert_ptr_equal(resource_at(&run, 3)->parent, resource_at(&run, 2));
  assert_sv_equal(resource_at(&run, 3)->iteration, AML_SV("ps[1]"));
}

/* Loops that are wrong or too long: what is said, and that the rest goes on. */
static const char *const refused[][2] = {
    {"801", "AML003 The copy loop 'l' runs 801 times, more than the limit of 800; none of its copies was "
            "checked."},
    {"-1",
        "AML013 The count of the copy loop 'l' is negative; it must be a whole number that is not negative."},
    {"`x`",
        "AML013 The count of the copy loop 'l' is string; it must be a whole number that is not negative."},
};

static void refuses_wrong_counts(void **state) {
  for (size_t i = 0; i < COUNT(refused); i++) {
    expansion run;
    expand_alone(&run, *state,
        aml_sv_format(*state,
            TEMPLATE("`resources`:[" COPIED("{`name`:`l`,`count`:%s}", "n", "{}") "," RESOURCE("{}") "]"),
            refused[i][0])
            .data);
    assert_sv_equal(list_diags(&run), aml_sv_of(refused[i][1]));
    assert_sv_equal(list_resources(&run), AML_SV("Microsoft.Test/things 't'"));
  }
}

static void bounds_copies_in_copies(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" RESOURCE(
          "{`copy`:[{`name`:`a`,`count`:800,`input`:{`copy`:[{`name`:`b`,`count`:800,`input`:{`copy`:["
          "{`name`:`c`,`count`:800,`input`:{`copy`:[{`name`:`d`,`count`:800,`input`:1}]}}]}}]}}]}") "]"));
  assert_int_equal(run.diags.list.count, 1);
  assert_string_equal(run.diags.list.items[0].rule, "AML003");
  assert_true(run.diags.list.items[0].is_incomplete);
}

static void reports_a_failure_in_copies_once(void **state) {
  expansion run;
  expand_alone(&run, *state,
      TEMPLATE("`resources`:[" COPIED("{`name`:`l`,`count`:5}", "n", "{`p`:`[variables('none')]`}") "]"));
  assert_sv_equal(list_diags(&run), AML_SV("AML013 Variable 'none' does not exist."));
  assert_int_equal(run.stats.failed, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(unrolls_property_and_variable_loops),
      TEST_CASE(unrolls_resources),
      TEST_CASE(puts_property_loops_into_resource_loops),
      TEST_CASE(keeps_one_resource_of_an_unknown_number),
      TEST_CASE(children_of_copies_see_the_loop),
      TEST_CASE(refuses_wrong_counts),
      TEST_CASE(bounds_copies_in_copies),
      TEST_CASE(reports_a_failure_in_copies_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
