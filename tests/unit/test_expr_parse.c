#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/parse.h"
#include "source/source.h"

#include "test.h"

/* Prints a tree with every structure in the open: (call add 1 (. (call x) name)). */
static void print(aml_strbuf *out, const aml_expr *expr) {
  switch (expr->kind) {
  case AML_EXPR_STRING:
    aml_strbuf_addf(out, "'%.*s'", AML_SV_ARG(expr->name));
    return;
  case AML_EXPR_INT:
    aml_strbuf_addf(out, "%lld", (long long)expr->as.integer);
    return;
  case AML_EXPR_FLOAT:
    aml_strbuf_addf(out, "%g", expr->as.number);
    return;
  case AML_EXPR_VALUE:
  case AML_EXPR_OBJECT:
  case AML_EXPR_ILL_FORMED:
    fail_msg("no text gives that node");
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

/* Parses a text that stands at the beginning of a source. */
static const aml_expr *parse(aml_arena *arena, aml_sv text) {
  const aml_expr_place place = {.whole = {1, 0, (uint32_t)text.len}, .is_verbatim = true};
  return aml_expr_parse(arena, text, &place, NULL);
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
    const aml_expr *expr = parse(*state, aml_sv_of(cases[i].text));
    if (expr->kind == AML_EXPR_ILL_FORMED) {
      fail_msg("%s: %.*s", cases[i].text, AML_SV_ARG(expr->name));
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
      {"[]", 1, "Expected a function, a string or a number, found ']'"},
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
    const aml_expr *expr = parse(*state, aml_sv_of(cases[i].text));
    assert_int_equal(expr->kind, AML_EXPR_ILL_FORMED);
    if (expr->span.begin != cases[i].at || aml_sv_find(expr->name, aml_sv_of(cases[i].part), 0) == AML_NPOS) {
      fail_msg("%s: at %u: %.*s", cases[i].text, expr->span.begin, AML_SV_ARG(expr->name));
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

static void assert_ill_formed(const aml_expr *expr, const char *part) {
  assert_int_equal(expr->kind, AML_EXPR_ILL_FORMED);
  assert_true(aml_sv_find(expr->name, aml_sv_of(part), 0) != AML_NPOS);
}

static void bounds_depth_and_length(void **state) {
  assert_ill_formed(parse(*state, repeat(*state, "[", "f(", 8000, "]")), "levels deep");
  assert_ill_formed(parse(*state, repeat(*state, "[f()", ".a", 8000, "]")), "levels deep");
  assert_int_equal(parse(*state, repeat(*state, "[f()", ".a", 100, "]"))->kind, AML_EXPR_PROPERTY);
  assert_ill_formed(
      parse(*state, repeat(*state, "[f('", "a", AML_LIMIT_EXPR_LENGTH, "')]")), "24576 characters");
  assert_int_equal(
      parse(*state, repeat(*state, "[f('", "a", AML_LIMIT_EXPR_LENGTH - 7, "')]"))->kind, AML_EXPR_CALL);
}

/* What the parts of an expression are written by: from `begin` of its text on, to `end`. */
static void knows_where_nodes_are_written(void **state) {
  const aml_expr *item = parse(*state, AML_SV("[ f( 'a', g(1) ).b[0] ]"));
  const aml_expr *property = item->base;
  const aml_expr *call = property->base;
  const struct {
    aml_span span;
    uint32_t begin, end;
  } cases[] = {{item->span, 2, 21}, {item->name_span, 18, 21}, {property->span, 2, 18},
      {property->name_span, 17, 18}, {call->span, 2, 16}, {call->name_span, 2, 3},
      {call->args[0]->span, 5, 8}, {call->args[1]->span, 10, 14}, {call->args[1]->args[0]->span, 12, 13}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(cases[i].span.source, 1);
    assert_int_equal(cases[i].span.begin, cases[i].begin);
    assert_int_equal(cases[i].span.end, cases[i].end);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_every_construct),
      TEST_CASE(says_where_reading_failed),
      TEST_CASE(bounds_depth_and_length),
      TEST_CASE(knows_where_nodes_are_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
