#include "base/limits.h"
#include "expr/eval.h"
#include "expr/value_text.h"
#include "tree/read.h"

#include "test.h"

/* A scope for tests: p() is a parameter with an origin, u() is unknown, s() a secret, text() an unknown text
 * that begins with "ab" and ends with "yz", list() an array with an unknown item, object() one with an
 * unknown member. */
typedef struct surroundings {
  aml_arena *arena;
  uint32_t fail_begin, fail_end;
  size_t fails, calls;
  aml_sv message;
} surroundings;

static const aml_value *unknown_text(aml_arena *arena) {
  return aml_value_unknown_text(arena, AML_SV("text is not known"), AML_SV("ab"), AML_SV("yz"), AML_NO_SPAN);
}

static const aml_value *partial_array(aml_arena *arena) {
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, 2);
  items[0] = aml_value_string(arena, AML_SV("a"), AML_NO_SPAN);
  items[1] = aml_value_unknown(arena, AML_SV("item is not known"), AML_KINDS_ANY, AML_NO_SPAN);
  return aml_value_array(arena, items, 2, AML_NO_SPAN);
}

static const aml_value *open_object(aml_arena *arena) {
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  aml_object_add(&builder, AML_SV("a"), AML_NO_SPAN, aml_value_int(arena, 1, AML_NO_SPAN));
  return aml_object_end(&builder, AML_NO_SPAN, AML_VALUE_OPEN);
}

static const aml_value *call(void *ctx, aml_eval *eval, const aml_expr *expr) {
  surroundings *s = ctx;
  s->calls++;
  if (aml_sv_ieq(expr->name, AML_SV("parameters"))) {
    const aml_value *name = aml_eval_arg(eval, expr, 0);
    const aml_origin *origin =
        aml_origin_new(s->arena, AML_STEP_PARAMETER, name->as.string, (aml_span){1, 50, 60}, NULL);
    return aml_value_moved(
        s->arena, aml_value_string(s->arena, AML_SV("value"), AML_NO_SPAN), (aml_span){1, 50, 60}, origin, 0);
  }
  if (aml_sv_eq(expr->name, AML_SV("ns.twice"))) {
    return aml_value_int(s->arena, 2 * aml_eval_arg(eval, expr, 0)->as.integer, AML_NO_SPAN);
  }
  if (aml_sv_eq(expr->name, AML_SV("u"))) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "u is not known");
  }
  if (aml_sv_eq(expr->name, AML_SV("s"))) {
    return aml_value_moved(s->arena, aml_value_string(s->arena, AML_SV("secret"), AML_NO_SPAN), AML_NO_SPAN,
        NULL, AML_VALUE_SECURE);
  }
  if (aml_sv_eq(expr->name, AML_SV("text"))) {
    return unknown_text(s->arena);
  }
  if (aml_sv_eq(expr->name, AML_SV("list"))) {
    return partial_array(s->arena);
  }
  return aml_sv_eq(expr->name, AML_SV("object")) ? open_object(s->arena) : NULL;
}

/* Expressions of these tests stand there in the one source. */
enum { BEGIN = 10 };

static void fail_here(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  (void)eval;
  surroundings *s = ctx;
  if (s->fails++ == 0) {
    s->fail_begin = span.begin - BEGIN;
    s->fail_end = span.end - BEGIN;
    s->message = aml_sv_dup(s->arena, message);
  }
}

typedef struct bench {
  surroundings s;
  aml_scope scope;
  aml_eval eval;
  aml_lifter lifter;
} bench;

static bench *set_up(aml_arena *arena) {
  bench *b = AML_NEW(arena, bench);
  b->s.arena = arena;
  b->scope = (aml_scope){.ctx = &b->s, .call = call, .fail = fail_here};
  b->lifter = (aml_lifter){.arena = arena};
  b->eval = (aml_eval){
      .arena = arena, .scope = &b->scope, .lifter = &b->lifter, .steps_left = AML_LIMIT_EVAL_STEPS};
  return b;
}

static const aml_value *evaluate(bench *b, const char *text) {
  aml_arena *arena = b->s.arena;
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, AML_SV("test"), AML_SV(""));
  source->bytes = aml_sv_format(arena, "%*s%s", BEGIN, "", text);
  aml_lifter lifter = {.arena = arena, .sources = sources};
  aml_span span = {source->id, BEGIN, (uint32_t)source->bytes.len};
  return aml_eval_value(&b->eval, aml_lift(&lifter, aml_value_string(arena, aml_sv_of(text), span)));
}

/* Expressions and their values as JSON; an unknown prints its reason. */
static const struct {
  const char *text, *value;
} certain[] = {
    {"[u()]", "{\"$unknown\":\"u is not known\"}"},
    {"[toLower(u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[and(u(), false())]", "false"},
    {"[and(false(), nonsense())]", "false"},
    {"[and(u(), true())]", "{\"$unknown\":\"u is not known\"}"},
    {"[or(u(), true())]", "true"},
    {"[or(u(), false())]", "{\"$unknown\":\"u is not known\"}"},
    {"[if(u(), 1, 1)]", "1"},
    {"[if(u(), 1, 2)]", "{\"$unknown\":\"u is not known\"}"},
    {"[if(true(), 1, nonsense())]", "1"},
    {"[startsWith(if(u(), 'prod-a', 'prod-b'), 'prod')]", "true"},
    {"[if(u(), createObject('min', 0, 'max', 4, 'x', 1), createObject('min', 0, 'max', 8)).min]", "0"},
    {"[if(u(), createObject('min', 0, 'max', 4), createObject('min', 0, 'max', 8)).max]",
        "{\"$unknown\":\"u is not known\"}"},
    {"[if(u(), createObject('a', 1), createObject('b', 1)).c]",
        "{\"$unknown\":\"whether 'c' is set is not known\"}"},
    {"[if(u(), createArray(1, 'xa'), createArray(1, 'xb'))[0]]", "1"},
    {"[startsWith(if(u(), createArray(1, 'xa'), createArray(1, 'xb'))[1], 'x')]", "true"},
    {"[length(if(u(), createArray(1), createArray(1, 2)))]", "{\"$unknown\":\"u is not known\"}"},
    {"[endsWith(skip(if(u(), 'aba', 'ababa'), 2), 'a')]", "{\"$unknown\":\"u is not known\"}"},
    {"[startsWith(skip(concat('prod-vm', u()), 5), 'vm')]", "true"},
    {"[endsWith(skip(concat('prod-vm', u(), '-x'), 5), '-x')]", "true"},
    {"[endsWith(skip(concat('prod', u(), '-x'), 5), '-x')]", "{\"$unknown\":\"u is not known\"}"},
    {"[skip('abc', u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[startsWith(take(concat('abc', u()), 5), 'abc')]", "true"},
    {"[take('abc', u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[take(concat(list(), u()), 1)]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[indexOf(list(), 'a')]", "0"},
    {"[indexOf(list(), 'b')]", "{\"$unknown\":\"item is not known\"}"},
    {"[contains('abc', u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[contains(createObject('a', 1), u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[length(union(list(), createArray('a')))]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(union(list(), createArray('a')), 'a')]", "true"},
    {"[union(u(), createObject('a', 1)).a]", "1"},
    {"[union(u(), createObject('a', 1)).b]", "{\"$unknown\":\"whether 'b' is set is not known\"}"},
    {"[union(u(), u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[union(createObject('a', createObject('b', 1)), createObject('a', u())).a]",
        "{\"$unknown\":\"u is not known\"}"},
    {"[contains(intersection(list(), createArray('a')), 'a')]", "true"},
    {"[contains(intersection(list(), createArray('b')), 'b')]",
        "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(intersection(createArray('a', 'b'), list()), 'a')]", "true"},
    {"[contains(intersection(u(), createArray('a')), 'a')]",
        "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[intersection(createObject('a', 1, 'b', 2), object()).a]", "1"},
    {"[intersection(createObject('a', 1, 'b', 2), object()).b]",
        "{\"$unknown\":\"whether 'b' is set is not known\"}"},
    {"[intersection(u(), createObject('a', 1)).a]", "{\"$unknown\":\"whether 'a' is set is not known\"}"},
    {"[shallowMerge(createArray(object()))]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[min(1, u())]", "{\"$unknown\":\"u is not known\"}"},
    {"[sort(createArray(2, 1), lambda('a', 'b', u()))]", "{\"$unknown\":\"u is not known\"}"},
    {"[toObject(createArray(1), lambda('a', u()))]", "{\"$unknown\":\"u is not known\"}"},
    {"[reduce(concat(list(), u()), 1, lambda('a', 'b', 1))]",
        "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(map(concat(list(), u()), lambda('x', lambdaVariables('x'))), 'a')]", "true"},
    {"[map(concat(list(), u()), lambda('x', 'i', 1))]",
        "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[endsWith(resourceId('A.B/c/d', u()), '/d/x')]",
        "{\"$unknown\":\"the scope of the deployment is not known\"}"},
    {"[startsWith(tenantResourceId('A.B/c/d', u()), '/providers/A.B')]", "true"},
    {"[startsWith(resourceId(concat('A.B/', u()), 'x'), '/')]", "true"},
    {"[endsWith(managementGroupResourceId('A.B/c', 'n'), '/providers/A.B/c/n')]", "true"},
    {"[deployment().name]",
        "{\"$unknown\":\"deployment() depends on where and by whom the template is deployed\"}"},
    {"[copyIndex()]", "{\"$unknown\":\"copyIndex() depends on where the expression is\"}"},
    {"[createObject('a', 1)[u()]]", "{\"$unknown\":\"u is not known\"}"},
    {"[u()[0]]", "{\"$unknown\":\"u is not known\"}"},
    {"[concat(list(), u())[0]]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[coalesce(null(), 3, u())]", "3"},
    {"[startsWith(coalesce(concat('ab', u()), 'x'), 'a')]", "true"},
    {"[coalesce(u(), 3)]", "{\"$unknown\":\"u is not known\"}"},
    {"[length(list())]", "2"},
    {"[first(list())]", "\"a\""},
    {"[last(list())]", "{\"$unknown\":\"item is not known\"}"},
    {"[contains(list(), 'a')]", "true"},
    {"[contains(list(), 'b')]", "{\"$unknown\":\"item is not known\"}"},
    {"[list()[0]]", "\"a\""},
    {"[list()[1].x]", "{\"$unknown\":\"item is not known\"}"},
    {"[take(list(), 1)]", "[\"a\"]"},
    {"[skip(list(), 2)]", "[]"},
    {"[empty(list())]", "false"},
    {"[length(concat(list(), u()))]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(concat(list(), u()), 'a')]", "true"},
    {"[contains(concat(createArray('q'), u()), 'z')]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(union(createArray('q'), u()), 'q')]", "true"},
    {"[contains(intersection(createArray('q'), u()), 'z')]",
        "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[contains(intersection(createArray('q','r'), createArray('q')), 'r')]", "false"},
    {"[object().a]", "1"},
    {"[object().b]", "{\"$unknown\":\"whether 'b' is set is not known\"}"},
    {"[object().?b]", "{\"$unknown\":\"whether 'b' is set is not known\"}"},
    {"[contains(object(), 'A')]", "true"},
    {"[contains(object(), 'b')]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[length(object())]", "{\"$unknown\":\"a part of the value is not known\"}"},
    {"[union(object(), createObject('a', 2)).a]", "2"},
    {"[union(createObject('a', 2), u()).a]", "{\"$unknown\":\"u is not known\"}"},
    {"[union(createObject('a', 2), object()).a]", "1"},
    {"[createObject('a', u(), 'b', 2).b]", "2"},
    {"[createObject(u(), 1, 'b', 2).b]", "2"},
    {"[createObject('b', 2, u(), 1).b]", "{\"$unknown\":\"u is not known\"}"},
    {"[createObject('b', 2, concat('x', u()), 1).b]", "2"},
    {"[createObject(u(), 1, 'b', 2).c]", "{\"$unknown\":\"whether 'c' is set is not known\"}"},
    {"[empty(concat('x', u()))]", "false"},
    {"[empty(concat('', u()))]", "{\"$unknown\":\"u is not known\"}"},
    {"[startsWith(concat('abc', u()), 'AB')]", "true"},
    {"[startsWith(concat('abc', u()), 'abx')]", "false"},
    {"[startsWith(concat('abc', u()), 'abcd')]", "{\"$unknown\":\"u is not known\"}"},
    {"[endsWith(concat(u(), 'xyz'), 'yz')]", "true"},
    {"[endsWith(concat(u(), 'xyz'), 'x')]", "false"},
    {"[equals(concat('abc', u()), 'xbc')]", "false"},
    {"[equals(concat('abc', u()), 'abc')]", "{\"$unknown\":\"u is not known\"}"},
    {"[equals(concat(u(), 'c'), 'abc')]", "{\"$unknown\":\"u is not known\"}"},
    {"[equals(concat('abc', u()), 5)]", "false"},
    {"[first(concat('abc', u()))]", "\"a\""},
    {"[last(concat(u(), 'abc'))]", "\"c\""},
    {"[take(concat('abc', u()), 2)]", "\"ab\""},
    {"[substring(concat('abc', u()), 1, 2)]", "\"bc\""},
    {"[contains(concat('abc', u()), 'bc')]", "true"},
    {"[contains(concat('abc', u()), 'x')]", "{\"$unknown\":\"u is not known\"}"},
    {"[startsWith(toUpper(text()), 'AB')]", "true"},
    {"[startsWith(join(createArray('k', u(), 'm'), '-'), 'k-')]", "true"},
    {"[endsWith(join(createArray('k', u(), 'm'), '-'), '-m')]", "true"},
    {"[equals(createArray(1, u()), createArray(2, 3))]", "false"},
    {"[map(list(), lambda('x', 1))]", "[1,1]"},
    {"[contains(filter(list(), lambda('x', equals(lambdaVariables('x'), 'a'))), 'a')]", "true"},
    {"[tryGet(object(), 'a')]", "1"},
    {"[tryGet(u(), 'a')]", "{\"$unknown\":\"u is not known\"}"},
    {"[endsWith(resourceId('A.B/c', 'n'), '/providers/A.B/c/n')]", "true"},
    {"[startsWith(resourceId('A.B/c', 'n'), '/subscriptions/')]", "true"},
    {"[endsWith(subscriptionResourceId('A.B/c', u()), '/c/x')]",
        "{\"$unknown\":\"the scope of the deployment is not known\"}"},
    {"[startsWith(tenantResourceId('A.B/c', u()), '/providers/A.B/c/')]", "true"},
    {"[listKeys('x', '2020-01-01').key]",
        "{\"$unknown\":\"listKeys() reads secrets of a deployed resource\"}"},
    {"[reference('x').y]", "{\"$unknown\":\"reference() is answered by Azure during the deployment\"}"},
    {"[utcNow()]", "{\"$unknown\":\"utcNow() differs with every deployment\"}"},
};

static void keeps_what_is_certain(void **state) {
  for (size_t i = 0; i < COUNT(certain); i++) {
    bench *b = set_up(*state);
    const aml_value *value = evaluate(b, certain[i].text);
    aml_sv json = aml_value_json(*state, value, false);
    if (!aml_sv_eq(json, aml_sv_of(certain[i].value)) || b->s.fails != 0) {
      fail_msg("%s gives %.*s (%.*s)", certain[i].text, AML_SV_ARG(json), AML_SV_ARG(b->s.message));
    }
  }
}

static void reports_failures_once_at_their_bytes(void **state) {
  static const struct {
    const char *text;
    uint32_t begin, end;
    const char *message;
  } cases[] = {
      {"[cocnat('a')]", 1, 7, "The function 'cocnat' does not exist; did you mean 'concat'?"},
      {"[quite.other('a')]", 1, 12, "The function 'quite.other' does not exist."},
      {"[length(5)]", 8, 9,
          "The function 'length' takes a string, an array or an object as argument 1, not an integer."},
      {"[toLower()]", 1, 8, "The function 'toLower' takes 1 argument, not 0."},
      {"[add(1, 2, 3)]", 1, 4, "The function 'add' takes 2 arguments, not 3."},
      {"[toLower(add(1, 'x'))]", 16, 19, "The function 'add' takes an integer as argument 2, not a string."},
      {"[object().x.y]", 0, 0, ""},
      {"[createObject('name', 1).nmae]", 25, 29, "The object has no property 'nmae'; did you mean 'name'?"},
      {"[createObject('name', 1)['zzz']]", 24, 31, "The object has no property 'zzz'."},
      {"[createArray(1)[3]]", 15, 18, "The index 3 is outside the array, which has 1 item."},
      {"['text'.x]", 8, 9, "The property 'x' cannot be read from a string."},
      {"[if('x', 1, 2)]", 4, 7, "The function 'if' takes a boolean as argument 1, not a string."},
      {"[string(true)]", 8, 12, "In templates, 'true' is written as a call: 'true()'."},
      {"[f(]", 3, 4, "Expected a function, a string or a number, found ']'."},
      {"[fail('no such region')]", 1, 5, "The template fails with the message 'no such region'."},
      {"[resourceId('A.B/c/d', 'x')]", 12, 21,
          "The type 'A.B/c/d' needs 2 names, one for each segment after the namespace, not 1."},
      {"[map(createArray(1), 5)]", 21, 22, "The function 'map' takes a lambda() as argument 2."},
      {"[if(u(), toLower(5), 'x')]", 0, 0, ""},
      {"[createArray(1)['a']]", 15, 20, "The property 'a' cannot be read from an array."},
      {"[createArray(1)[true()]]", 15, 23, "a boolean cannot be the index of an array."},
      {"[map(createArray(1), lambda('a', 'b', 'c', 1))]", 21, 45,
          "The lambda of 'map' takes 1 to 2 variables and an expression."},
      {"[map(createArray(1), lambda(a(), 1))]", 21, 35,
          "The name of a lambda variable must be a string in quotes."},
      {"[contains(createObject(), true())]", 26, 32,
          "The function 'contains' looks for the name of a member, which cannot be a boolean."},
      {"[indexOf('a', 1)]", 14, 15,
          "The function 'indexOf' looks for a string in a string, not for an integer."},
      {"[max(1, 'a')]", 8, 11, "The function 'max' takes integers or one array of integers."},
      {"[float('x')]", 7, 10, "The string 'x' is not a number."},
      {"[intersection(createArray(), 1)]", 29, 30,
          "The function 'intersection' takes arrays only or objects only."},
      {"[intersection('x', 'y')]", 14, 17, "The function 'intersection' takes arrays only or objects only."},
      {"[union('x', 'y')]", 7, 10, "The function 'union' takes arrays only or objects only."},
      {"[union('x', u())]", 7, 10, "The function 'union' takes arrays only or objects only."},
      {"[union(u(), 'x')]", 12, 15, "The function 'union' takes arrays only or objects only."},
      {"[div(1, 0)]", 8, 9, "The function 'div' cannot divide by zero."},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    bench *b = set_up(*state);
    const aml_value *value = evaluate(b, cases[i].text);
    assert_int_equal(value->kind, AML_UNKNOWN);
    if (b->s.fails > 1 || b->s.fail_begin != cases[i].begin || b->s.fail_end != cases[i].end ||
        !aml_sv_eq(b->s.message, aml_sv_of(cases[i].message))) {
      fail_msg("%s: %zu at %u to %u: %.*s", cases[i].text, b->s.fails, b->s.fail_begin, b->s.fail_end,
          AML_SV_ARG(b->s.message));
    }
  }
}

static void tells_the_way_of_a_value(void **state) {
  bench *b = set_up(*state);
  static const char *const cases[] = {"[parameters('p')]", "[toLower(parameters('p'))]",
      "[concat('x', parameters('p'), parameters('q'))]", "[if(true(), parameters('p'), 'x')]",
      "[createArray(1, parameters('p'))[1]]"};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *value = evaluate(b, cases[i]);
    assert_int_equal(value->span.begin, 10);
    assert_int_equal(value->origin->step, AML_STEP_EXPRESSION);
    assert_sv_equal(aml_expr_text(*state, value->origin->expression), aml_sv_of(cases[i]));
    const aml_origin *last = value->origin;
    while (last->from != NULL) {
      last = last->from;
    }
    assert_int_equal(last->step, AML_STEP_PARAMETER);
    assert_sv_equal(last->name, AML_SV("p"));
  }
}

static void spreads_secrecy(void **state) {
  static const struct {
    const char *text;
    bool is_secret;
  } cases[] = {
      {"[s()]", true},
      {"[concat('x', s())]", true},
      {"[string(createObject('a', createArray(s())))]", true},
      {"[toUpper(substring(s(), 0, 1))]", true},
      {"[concat(u(), s())]", true},
      {"[createObject('a', s()).a]", true},
      {"[createObject('a', s(), 'b', 1).b]", false},
      {"[if(u(), s(), 'x')]", true},
      {"[concat('x', 'y')]", false},
      {"[listKeys('x', '2020-01-01').key]", true},
      {"[ns.twice(2)]", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *value = evaluate(set_up(*state), cases[i].text);
    if (aml_value_has(value, AML_VALUE_SECURE) != cases[i].is_secret) {
      fail_msg("%s", cases[i].text);
    }
  }
  aml_sv json = aml_value_json(*state, evaluate(set_up(*state), "[createObject('a', s(), 'b', 1)]"), true);
  assert_sv_equal(json, AML_SV("{\"a\":\"***\",\"b\":1}"));
}

static void ends_at_its_bounds(void **state) {
  static const struct {
    const char *text, *limit;
  } cases[] = {
      /* a quarter of a million values by doubling, eighteen times */
      {"[reduce(range(0, 100), 1, lambda('x', 'i', createArray(lambdaVariables('x'), "
       "lambdaVariables('x'))))]",
          "262144 values in a computed value"},
      {"[reduce(range(0, 1000), 1, lambda('x', 'i', createArray(lambdaVariables('x'))))]",
          "256 levels in a computed value"},
      {"[length(reduce(range(0, 60), 'x', lambda('x', 'i', concat(lambdaVariables('x'), "
       "lambdaVariables('x')))))]",
          "8388608 bytes in a computed string"},
      {"[map(createArray(reduce(range(0, 17), 1, lambda('x', 'i', createArray(lambdaVariables('x'), "
       "lambdaVariables('x'))))), lambda('v', map(createArray(createArray(lambdaVariables('v'), "
       "lambdaVariables('v'), lambdaVariables('v'))), lambda('w', lambdaVariables('w')))))]",
          "262144 values in a computed value"},
      {"[length(split(padLeft('x', 5000000, ','), ','))]", "1048576 items in a computed array"},
      {"[padLeft('x', 99999999)]", "8388608 bytes in a computed string"},
      {"[map(range(0, 10000), lambda('a', map(range(0, 10000), lambda('b', 1))))]",
          "4194304 evaluation steps"},
      {"[length(reduce(range(0, 60), createArray(1), lambda('x', 'i', concat(lambdaVariables('x'), "
       "lambdaVariables('x')))))]",
          "262144 values in a computed value"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    bench *b = set_up(*state);
    const aml_value *value = evaluate(b, cases[i].text);
    assert_true(aml_sv_find(aml_value_json(*state, value, false), AML_SV("$unknown"), 0) != AML_NPOS);
    assert_true(b->eval.hit_limit);
    assert_sv_equal(b->eval.limit_text, aml_sv_of(cases[i].limit));
    assert_int_equal(b->s.fails, 0);
  }
}

/* A whole tree: what holds no expression is shared. */
static void evaluates_trees(void **state) {
  bench *b = set_up(*state);
  size_t error_at;
  const aml_value *tree = aml_json_text_read(*state,
      AML_SV("{\"a\": [1, {\"x\": true}], \"b\": \"[toUpper('b')]\", \"c\": \"[[literal]\", "
             "\"[toLower('D')]\": [\"[add(1, 2)]\", 5]}"),
      AML_NO_SPAN, &error_at);
  assert_non_null(tree);
  const aml_value *value = aml_eval_tree(&b->eval, tree);
  assert_sv_equal(aml_value_json(*state, value, false),
      AML_SV("{\"a\":[1,{\"x\":true}],\"b\":\"B\",\"c\":\"[literal]\",\"d\":[3,5]}"));
  assert_ptr_equal(aml_object_find(value, AML_SV("a")), aml_object_find(tree, AML_SV("a")));
  assert_int_equal(b->s.fails, 0);
}

static void shows_values_to_people(void **state) {
  bench *b = set_up(*state);
  static const struct {
    const char *text, *shown;
  } cases[] = {
      {"['plain text']", "plain text"},
      {"['a longer text']", "a longer t\xE2\x80\xA6"},
      {"['\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC']",
          "\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC"},
      {"[createArray(1)]", "[1]"},
      {"[s()]", "***"},
      {"[u()]", "unknown (u\xE2\x80\xA6"},
      {"[string(createArray('a\"b\\', 'c'))]", "[\"a\\\"b\\\\\",\xE2\x80\xA6"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_value_show(*state, evaluate(b, cases[i].text), 10), aml_sv_of(cases[i].shown));
  }
  assert_sv_equal(
      aml_value_show(*state, evaluate(b, "[createArray(1, u())]"), 10), AML_SV("[1,\xE2\x80\xA6]"));
  assert_sv_equal(aml_value_show(*state, open_object(*state), 20), AML_SV("{\"a\":1,\xE2\x80\xA6}"));
  assert_sv_equal(aml_value_json(*state, open_object(*state), false),
      AML_SV("{\"a\":1,\"$unknown\":\"there may be more members\"}"));
}

static void sorts_its_table(void **state) {
  (void)state;
  for (size_t i = 1; aml_expr_function_name(i) != NULL; i++) {
    aml_sv before = aml_sv_of(aml_expr_function_name(i - 1));
    assert_true(aml_sv_icmp(before, aml_sv_of(aml_expr_function_name(i))) < 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(keeps_what_is_certain),
      TEST_CASE(reports_failures_once_at_their_bytes),
      TEST_CASE(tells_the_way_of_a_value),
      TEST_CASE(spreads_secrecy),
      TEST_CASE(ends_at_its_bounds),
      TEST_CASE(evaluates_trees),
      TEST_CASE(shows_values_to_people),
      TEST_CASE(sorts_its_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
