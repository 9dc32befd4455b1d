#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/expr.h"
#include "source/source.h"

#include "test.h"

/* Prints a tree with every structure in the open: (call add 1 (. (call x) name)). */
static void print(aml_strbuf *out, const aml_expr *expr) {
  switch (expr->kind) {
  case AML_EXPR_STRING:
    aml_strbuf_addf(out, "'%.*s'", AML_SV_ARG(expr->name));
    return;
  case AML_EXPR_INT:
    aml_strbuf_addf(out, "%lld", (long long)expr->integer);
    return;
  case AML_EXPR_FLOAT:
    aml_strbuf_addf(out, "%g", expr->number);
    return;
  case AML_EXPR_CALL:
    aml_strbuf_addf(out, "(%.*s%s", AML_SV_ARG(expr->name), expr->is_bare ? " bare" : "");
    break;
  case AML_EXPR_PROPERTY:
    aml_strbuf_addf(out, "(.%s%.*s ", expr->is_safe ? "?" : "", AML_SV_ARG(expr->name));
    print(out, expr->base);
    break;
  case AML_EXPR_INDEX:
    aml_strbuf_addf(out, "([]%s ", expr->is_safe ? "?" : "");
    print(out, expr->base);
    break;
  }
  for (size_t i = 0; i < expr->arg_count; i++) {
    aml_strbuf_add_char(out, ' ');
    print(out, expr->args[i]);
  }
  aml_strbuf_add_char(out, ')');
}

static void reads_every_construct(void **state) {
  static const struct {
    const char *text, *tree;
  } cases[] = {
      {"[f()]", "(f)"},
      {"[f('a', 1, -2)]", "(f 'a' 1 -2)"},
      {"[f('it''s''')]", "(f 'it's'')"},
      {"[f('')]", "(f '')"},
      {"['text']", "'text'"},
      {"[add(-2.5, 1e3)]", "(add -2.5 1000)"},
      {"[ns.f(g())]", "(ns.f (g))"},
      {"[ ns . f ( ) ]", "(ns.f)"},
      {"[a().b.c]", "(.c (.b (a)))"},
      {"[a().?b]", "(.?b (a))"},
      {"[a()['b'][0]]", "([] ([] (a) 'b') 0)"},
      {"[a()[?f(1)].c]", "(.c ([]? (a) (f 1)))"},
      {"[\n  f(\r\n\t1,\n 2\n) . x ]", "(.x (f 1 2))"},
      {"[string(true)]", "(string (true bare))"},
      {"[true()]", "(true)"},
      {"[f(null).x]", "(.x (f (null bare)))"},
      {"[f('[x]')]", "(f '[x]')"},
      {"[f('\xC3\xBC')]", "(f '\xC3\xBC')"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_expr_error error;
    const aml_expr *expr = aml_expr_parse(*state, aml_sv_of(cases[i].text), &error);
    if (expr == NULL) {
      fail_msg("%s: %.*s", cases[i].text, AML_SV_ARG(error.message));
    }
    aml_strbuf out;
    aml_strbuf_init(&out, *state, SIZE_MAX);
    print(&out, expr);
    assert_sv_equal(aml_strbuf_view(&out), aml_sv_of(cases[i].tree));
  }
}

static void says_where_reading_failed(void **state) {
  static const struct {
    const char *text;
    uint32_t at;
    const char *part; /* of the message */
  } cases[] = {
      {"[]", 1, "Expected a function, a text or a number, found ']'"},
      {"[f(]", 3, "found ']'"},
      {"[f('a'  'b')]", 8, "Expected ',' or ')' in the call of 'f', found '''"},
      {"[f(1, )]", 6, "found ')'"},
      {"[f('open)]", 3, "no closing '"},
      {"[f() g]", 5, "Expected the end of the expression, found 'g'"},
      {"[f()] and [g()]", 5, "something follows its ']'"},
      {"[f]", 2, "Expected '(' after 'f', found ']'"},
      {"[f().]", 5, "Expected the name of a property after '.', found ']'"},
      {"[f()[0)]", 6, "Expected ']' after the index, found ')'"},
      {"[f(\"x\")]", 3, "single quotes, not in \""},
      {"[f(-)]", 3, "must be followed by digits"},
      {"[99999999999999999999]", 1, "'99999999999999999999'"},
      {"[f(\xC3\xBC)]", 3, "found '\xC3\xBC'"},
      {"[f(]]", 3, "found ']'"},
      {"[f(1]", 4, "found ']'"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_expr_error error;
    assert_null(aml_expr_parse(*state, aml_sv_of(cases[i].text), &error));
    if (error.at != cases[i].at || aml_sv_find(error.message, aml_sv_of(cases[i].part), 0) == AML_NPOS) {
      fail_msg("%s: at %u: %.*s", cases[i].text, error.at, AML_SV_ARG(error.message));
    }
  }
}

static aml_sv repeat(aml_arena *arena, const char *head, const char *piece, size_t n, const char *tail) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_strbuf_add(&text, aml_sv_of(head));
  for (size_t i = 0; i < n; i++) {
    aml_strbuf_add(&text, aml_sv_of(piece));
  }
  aml_strbuf_add(&text, aml_sv_of(tail));
  return aml_strbuf_view(&text);
}

static void bounds_depth_and_length(void **state) {
  aml_expr_error error;
  assert_null(aml_expr_parse(*state, repeat(*state, "[", "f(", 8000, "]"), &error));
  assert_true(aml_sv_find(error.message, AML_SV("levels deep"), 0) != AML_NPOS);
  assert_null(aml_expr_parse(*state, repeat(*state, "[f()", ".a", 8000, "]"), &error));
  assert_true(aml_sv_find(error.message, AML_SV("levels deep"), 0) != AML_NPOS);
  assert_non_null(aml_expr_parse(*state, repeat(*state, "[f()", ".a", 100, "]"), &error));
  assert_null(aml_expr_parse(*state, repeat(*state, "[f('", "a", AML_LIMIT_EXPR_LENGTH, "')]"), &error));
  assert_true(aml_sv_find(error.message, AML_SV("24576 characters"), 0) != AML_NPOS);
  assert_non_null(
      aml_expr_parse(*state, repeat(*state, "[f('", "a", AML_LIMIT_EXPR_LENGTH - 7, "')]"), &error));
}

static void tells_expressions_from_literals(void **state) {
  (void)state;
  assert_true(aml_expr_is(AML_SV("[f()]")));
  assert_false(aml_expr_is(AML_SV("[[f()]")));
  assert_false(aml_expr_is(AML_SV("[f()] x")));
  assert_false(aml_expr_is(AML_SV("f()")));
  assert_false(aml_expr_is(AML_SV("[")));
  assert_sv_equal(aml_expr_unescape(AML_SV("[[f()]")), AML_SV("[f()]"));
  assert_sv_equal(aml_expr_unescape(AML_SV("[[f()] x")), AML_SV("[[f()] x"));
  assert_sv_equal(aml_expr_unescape(AML_SV("x")), AML_SV("x"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_every_construct),
      TEST_CASE(says_where_reading_failed),
      TEST_CASE(bounds_depth_and_length),
      TEST_CASE(tells_expressions_from_literals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
