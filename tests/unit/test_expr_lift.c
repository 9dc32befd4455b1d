/* Texts that are expressions, where their parts are written, and what can be asked about expressions. */
#include "base/limits.h"
#include "expr/eval.h"
#include "expr/value_text.h"

#include "expr_lifted.h"
#include "test.h"
#include "tree/read.h"

static const aml_expr *tree_of(aml_arena *arena, const char *text) {
  return lift_text(arena, aml_sv_of(text), AML_NO_SPAN)->as.expression.tree;
}

static void tells_expressions_from_literals(void **state) {
  static const struct {
    const char *text, *literal; /* NULL: an expression */
  } cases[] = {{"[f()]", NULL}, {"[[f()]", "[f()]"}, {"[[f()] x", "[[f()] x"}, {"[f()] x", "[f()] x"},
      {"f()", "f()"}, {"[", "["}, {"]", "]"}, {"", ""}, {"[[", "[["}, {"[[]", "[]"}, {"[]", NULL}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *value = lift_text(*state, aml_sv_of(cases[i].text), AML_NO_SPAN);
    assert_int_equal(value->kind, cases[i].literal == NULL ? AML_EXPRESSION : AML_STRING);
    if (cases[i].literal != NULL) {
      assert_sv_equal(value->as.string, aml_sv_of(cases[i].literal));
    }
    assert_sv_equal(aml_expr_text(*state, value), aml_sv_of(cases[i].literal == NULL ? cases[i].text : ""));
  }
}

/* The first value of a source as lifted from there. */
static const aml_value *read_lifted(
    aml_arena *arena, aml_sources *sources, const char *text, aml_syntax syntax) {
  aml_source *source = aml_sources_add(sources, AML_SV("test"), AML_SV(""));
  source->bytes = aml_sv_of(text);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_value *root = aml_tree_read_as(source, syntax, arena, &diags)->documents.items[0].root;
  aml_lifter lifter = {.arena = arena, .sources = sources};
  return aml_lift(&lifter, root->as.object.members[0].value);
}

/* f('...', g()): where g stands, and what is written at the first argument. */
static void finds_places_through_every_way_of_writing(void **state) {
  static const struct {
    const char *text;
    aml_syntax syntax;
    const char *first, *whole;
  } cases[] = {
      {"{\"a\": \"[f('x', g())]\"}", AML_SYNTAX_JSON, "'x'", "f('x', g())"},
      {"{\"a\": \"[f('\\u00e9\\n', g())]\"}", AML_SYNTAX_JSON, "'\\u00e9\\n'", "f('\\u00e9\\n', g())"},
      {"a: \"[f('\\x41', g())]\"\n", AML_SYNTAX_YAML, "'\\x41'", "f('\\x41', g())"},
      {"a: '[f(''x'', g())]'\n", AML_SYNTAX_YAML, "''x''", "f(''x'', g())"},
      {"a: >-\n  [f('x',\n  g())]\n", AML_SYNTAX_YAML, "'x'", "f('x',\n  g())"},
      {"a: |-\n  [f('x',\n   g())]\n", AML_SYNTAX_YAML, "'x'", "f('x',\n   g())"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sources *sources = aml_sources_new(*state);
    const aml_value *value = read_lifted(*state, sources, cases[i].text, cases[i].syntax);
    assert_int_equal(value->kind, AML_EXPRESSION);
    const aml_expr *call = value->as.expression.tree;
    assert_sv_equal(aml_span_text(sources, call->span), aml_sv_of(cases[i].whole));
    assert_sv_equal(aml_span_text(sources, call->name_span), AML_SV("f"));
    assert_sv_equal(aml_span_text(sources, call->args[0]->span), aml_sv_of(cases[i].first));
    assert_sv_equal(aml_span_text(sources, call->args[1]->span), AML_SV("g()"));
  }
}

static void parses_each_text_once(void **state) {
  aml_lifter lifter = {.arena = *state, .remembers = true};
  char text[] = "[f()]";
  aml_sv view = aml_sv_of(text);
  const aml_value *first = aml_lift(&lifter, aml_value_string(*state, view, (aml_span){1, 2, 9}));
  assert_ptr_equal(first, aml_lift(&lifter, aml_value_string(*state, view, (aml_span){1, 2, 9})));
  const aml_value *elsewhere = aml_lift(&lifter, aml_value_string(*state, view, (aml_span){1, 22, 29}));
  assert_ptr_not_equal(first, elsewhere);
  assert_int_equal(elsewhere->as.expression.tree->span.begin, 22);
}

static const aml_value *answer(void *ctx, aml_eval *eval, const aml_expr *call) {
  (void)ctx;
  return aml_sv_eq(call->name, AML_SV("u")) ? aml_eval_unknown(eval, AML_KINDS_ANY, "u is not known") : NULL;
}

/* What a lifted tree gives is what the tree gives that is lifted on the way. */
static void lifts_whole_trees(void **state) {
  static const struct {
    const char *tree, *value;
  } cases[] = {
      {"{\"a\":[\"[add(1, 2)]\",5],\"b\":\"[[x]\"}", "{\"a\":[3,5],\"b\":\"[x]\"}"},
      {"{\"[toLower('D')]\":[\"[true()]\"],\"[[e]\":1,\"f\":null}", "{\"d\":[true],\"[e]\":1,\"f\":null}"},
      {"{\"a\":{\"[concat('x', 'y')]\":{\"z\":\"[null()]\"}}}", "{\"a\":{\"xy\":{\"z\":null}}}"},
  };
  const aml_scope scope = {.call = answer};
  for (size_t i = 0; i < COUNT(cases); i++) {
    size_t error_at;
    const aml_value *tree = aml_json_text_read(*state, aml_sv_of(cases[i].tree), AML_NO_SPAN, &error_at);
    aml_lifter lifter = {.arena = *state};
    aml_eval before = {.arena = *state, .scope = &scope, .steps_left = AML_LIMIT_EVAL_STEPS};
    const aml_value *lifted = aml_eval_tree(&before, aml_lift_tree(&lifter, tree));
    assert_sv_equal(aml_value_json(*state, lifted, false), aml_sv_of(cases[i].value));
    aml_eval on_the_way = {
        .arena = *state, .scope = &scope, .lifter = &lifter, .steps_left = AML_LIMIT_EVAL_STEPS};
    const aml_value *value = aml_eval_tree(&on_the_way, tree);
    assert_sv_equal(aml_value_json(*state, value, false), aml_sv_of(cases[i].value));
  }
  size_t error_at;
  aml_lifter lifter = {.arena = *state};
  const aml_value *plain =
      aml_json_text_read(*state, AML_SV("{\"a\":[1,{\"b\":\"x\"}]}"), AML_NO_SPAN, &error_at);
  assert_ptr_equal(aml_lift_tree(&lifter, plain), plain);
}

/* A name that is not known leaves an object open. */
static void opens_objects_for_unknown_names(void **state) {
  size_t error_at;
  const aml_value *tree = aml_json_text_read(*state, AML_SV("{\"[u()]\":1,\"a\":2}"), AML_NO_SPAN, &error_at);
  const aml_scope scope = {.call = answer};
  aml_lifter lifter = {.arena = *state};
  aml_eval eval = {.arena = *state, .scope = &scope, .steps_left = AML_LIMIT_EVAL_STEPS};
  const aml_value *value = aml_eval_tree(&eval, aml_lift_tree(&lifter, tree));
  assert_int_equal(value->as.object.count, 1);
  assert_true(aml_value_has(value, AML_VALUE_OPEN));
}

static void compares_expressions(void **state) {
  static const struct {
    const char *a, *b;
    bool is_equal;
  } cases[] = {{"[f('a', 1)]", "[ F( 'a' , 1 ) ]", true}, {"[f('a')]", "[f('A')]", false},
      {"[f(1)]", "[f(2)]", false}, {"[f(1)]", "[f(1.0)]", false}, {"[f(1.5)]", "[f(1.5)]", true},
      {"[f(1.5)]", "[f(2.5)]", false}, {"[f().A]", "[f().a]", true}, {"[f().a]", "[f().?a]", false},
      {"[f()[0]]", "[f()[0]]", true}, {"[f()[0]]", "[f()[1]]", false}, {"[f()]", "[f(1)]", false},
      {"[f(]", "[f(]", false}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(
        aml_expr_equal(tree_of(*state, cases[i].a), tree_of(*state, cases[i].b)), cases[i].is_equal);
  }
  const aml_expr *call = tree_of(*state, "[f()]");
  assert_true(aml_expr_equal(NULL, NULL));
  assert_false(aml_expr_equal(call, NULL));
}

static void answers_what_expressions_are(void **state) {
  static const struct {
    const char *text, *name; /* of a reference */
    bool hands_on, is_group, counts;
  } cases[] = {
      {"[parameters('x')]", "x", true, false, false},
      {"[ Variables( 'x' ) ]", "x", true, false, false},
      {"[parameters('x').a['b'][0]]", "", true, false, false},
      {"[parameters('x')[variables('i')]]", "", false, false, false},
      {"[parameters(concat('x', 'y'))]", "", false, false, false},
      {"[toLower(parameters('x'))]", "", false, false, false},
      {"[resourceGroup().name]", "", false, true, false},
      {"[resourceGroup('x').name]", "", false, false, false},
      {"[resourceGroup().id]", "", false, false, false},
      {"[concat('copyIndex()', parameters('x')[copyIndex()])]", "", false, false, true},
      {"['copyIndex()']", "", false, false, false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_expr *expr = tree_of(*state, cases[i].text);
    aml_sv name = {0};
    assert_int_equal(aml_expr_is_reference(expr, &name), cases[i].name[0] != '\0');
    assert_sv_equal(name, aml_sv_of(cases[i].name));
    assert_int_equal(aml_expr_hands_on(expr), cases[i].hands_on);
    assert_int_equal(
        aml_expr_is_property_of(expr, AML_SV("resourceGroup"), AML_SV("name")), cases[i].is_group);
    assert_int_equal(aml_expr_calls(expr, AML_SV("copyIndex")), cases[i].counts);
  }
  assert_sv_equal(aml_expr_referred(tree_of(*state, "[parameters('x')]"), AML_SV("variables")), AML_SV(""));
}

static void prints_expressions(void **state) {
  static const struct {
    const char *text, *printed;
  } cases[] = {{"[ f( 'it''s' , -1 ).a .?b[ 0 ][?'x'] ]", "f('it''s',-1).a.?b[0][?'x']"},
      {"[f(1.5, true)]", "f(1.5,true())"}, {"[ns.f()]", "ns.f()"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_strbuf out;
    aml_strbuf_init(&out, *state, SIZE_MAX);
    aml_expr_print(&out, tree_of(*state, cases[i].text));
    assert_sv_equal(aml_strbuf_view(&out), aml_sv_of(cases[i].printed));
  }
  const aml_value *expression = lift_text(*state, AML_SV("[ f( 1 ) ]"), AML_NO_SPAN);
  assert_sv_equal(aml_expr_text(*state, expression), AML_SV("[ f( 1 ) ]"));
  assert_sv_equal(aml_expr_inner_text(*state, expression), AML_SV("f( 1 )"));
}

/* Every maker at once, in the text of what was never one. */
static void prints_what_was_made_by_hand(void **state) {
  aml_arena *arena = *state;
  const aml_expr *variable = aml_expr_lambda_variable(arena, AML_SV("i"), AML_NO_SPAN);
  const aml_expr_name name = {AML_SV("i"), AML_NO_SPAN};
  const aml_value *items[] = {aml_value_bool(arena, true, AML_NO_SPAN),
      aml_value_expression(arena, variable, (aml_sv){0}, AML_NO_SPAN), aml_value_int(arena, 3, AML_NO_SPAN)};
  const aml_expr *array = aml_expr_value(arena, aml_value_array(arena, items, COUNT(items), AML_NO_SPAN));
  const aml_expr *lambda = aml_expr_lambda(arena, &name, 1, array, AML_NO_SPAN);
  const aml_expr *members[] = {aml_expr_string(arena, AML_SV("k"), AML_NO_SPAN), lambda};
  const aml_expr *object = aml_expr_object(arena, (aml_expr_list){members, 2}, AML_NO_SPAN);
  const aml_expr *nothing = aml_expr_value(arena, aml_value_null(arena, AML_NO_SPAN));
  const aml_expr *choice = aml_expr_if(arena, variable, object, nothing, AML_NO_SPAN);
  const aml_value *value = aml_value_expression(arena, choice, (aml_sv){0}, AML_NO_SPAN);
  assert_sv_equal(aml_expr_text(arena, value),
      AML_SV(
          "[if(lambdaVariables('i'),createObject('k',lambda('i',createArray(true(),lambdaVariables('i'),3)))"
          ",null())]"));
  assert_true(aml_expr_calls(choice, AML_SV("lambdaVariables")));
}

/* Makers bound the height of trees, through values inside of them too. */
static void bounds_what_is_made_by_hand(void **state) {
  aml_arena *arena = *state;
  const aml_expr *expr = aml_expr_int(arena, 1, (aml_span){1, 5, 6});
  for (int i = 0; i < AML_LIMIT_EXPR_DEPTH && expr->kind != AML_EXPR_ILL_FORMED; i++) {
    const aml_value **items = AML_NEW(arena, const aml_value *);
    *items = aml_value_expression(arena, expr, (aml_sv){0}, expr->span);
    expr = aml_expr_value(arena, aml_value_array(arena, items, 1, (aml_span){1, 5, 6}));
  }
  assert_int_equal(expr->kind, AML_EXPR_ILL_FORMED);
  assert_int_equal(expr->span.begin, 5);
  expr = aml_expr_int(arena, 1, AML_NO_SPAN);
  for (int i = 0; i < AML_LIMIT_EXPR_DEPTH; i++) {
    assert_true(expr->kind != AML_EXPR_ILL_FORMED);
    expr = aml_expr_property(arena, expr, (aml_expr_name){AML_SV("a"), AML_NO_SPAN}, false, AML_NO_SPAN);
  }
  assert_int_equal(expr->kind, AML_EXPR_ILL_FORMED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(tells_expressions_from_literals),
      TEST_CASE(finds_places_through_every_way_of_writing),
      TEST_CASE(parses_each_text_once),
      TEST_CASE(lifts_whole_trees),
      TEST_CASE(opens_objects_for_unknown_names),
      TEST_CASE(compares_expressions),
      TEST_CASE(answers_what_expressions_are),
      TEST_CASE(prints_expressions),
      TEST_CASE(prints_what_was_made_by_hand),
      TEST_CASE(bounds_what_is_made_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
