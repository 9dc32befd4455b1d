/* The lexer and the parser of Bicep: what is read, and what a mistake costs. */
#include "base/strbuf.h"
#include "bicep/syntax_bicep.h"

#include "test.h"

static aml_bicep_syntax parse(aml_arena *arena, const char *text) {
  aml_bicep_syntax syntax;
  aml_bicep_parse(&syntax, arena, aml_sv_of(text), false);
  return syntax;
}

/* Each error as "the text there|the sentence". */
static aml_sv errors_of(aml_arena *arena, const aml_bicep_syntax *syntax) {
  aml_sv all = AML_SV("");
  for (size_t i = 0; i < syntax->tokens.errors.count; i++) {
    const aml_bicep_error *error = &syntax->tokens.errors.items[i];
    aml_sv text = aml_sv_slice(syntax->text, error->begin, error->end);
    all = aml_sv_format(
        arena, "%.*s%.*s|%.*s\n", AML_SV_ARG(all), AML_SV_ARG(text), AML_SV_ARG(error->message));
  }
  return all;
}

static void takes_line_ends_where_bicep_does(void **state) {
  static const char *const sound[] = {
      "param a string\nparam b int = 1",
      "param a string\r\n\r\n// end\r\nvar b = a // no line end behind",
      "var a = b\n  ? c\n  : d",
      "var a = f(\n  b,\n  c\n)",
      "var a = [\n  1\n  2, 3\n]\nvar b = [1, 2, 3,]\nvar c = [ ]",
      "var a = { b: 1, 'c d': 2, }\nvar c = {\n\n  // nothing\n\n}",
      "resource a 'T/t@1' =\n  if (b) {\n  name: 'c'\n}",
      "resource a 'T/t@1' = [\n  for (b, i) in c: if (d) {\n    name: b\n  }\n]",
      "@description('a')\n// between\n@secure()\n\nparam a string",
      "type a = {\n  b: 'c' | 'd'\n  @minValue(1)\n  e: int?\n  *: string[]\n}\ntype f =\n  | 'x'\n  | 'y'",
      "func a(b string, c int[]) string => '${b}${c[0]}'",
      "type a = resource<'T/t@1'>.properties\nparam b resource 'T/t@1'\ntype c = resourceOutput<'T/t@1'>",
      "var a = map(b, c => { d: c })\nvar e = reduce(b, 0, (x, y) => x + y)\nvar f = g(() => 1)",
      "param resource string\nparam for object = { if: 1, module: resource, output: 2 }\nvar in = for.if",
      "import { a, b as c } from 'd.bicep'\nimport * as e from 'f.bicep'\nimport {\n  'g-h' as i\n} from "
      "'j.json'",
      "var a = b!.c.?d[?0][^1]::e\nvar f = -1 - -g.h",
      "var a = '''\nno ${hole} here'''\nvar b = $'''${c}'''\nvar d = $$'''${no} $${e}'''",
      "var a = 'x${'y${b}z'}w'\nvar c = '\\${d} \\u{1F600} $'",
      "resource a 'T/t@1' existing = {\n  name: 'b'\n  resource c 'u' = {\n    name: 'd'\n  }\n  resource: "
      "'e'\n}",
      "#disable-next-line a b-c\nparam a resourceInput<'T/t@1'>.properties.b[0]\nvar b object = {}",
      "extension kubernetes with {\n  a: 1\n} as k8s\nextension 'br:a/b:1' as c\nassert d = true\nmetadata e "
      "= 'f'",
      "targetScope = 'subscription'\nmodule a './b.bicep' = {\n  scope: resourceGroup('c')\n}\noutput d "
      "resource 'T/t@1' = e",
      "",
      "\n\n",
  };
  for (size_t i = 0; i < COUNT(sound); i++) {
    const aml_bicep_syntax syntax = parse(*state, sound[i]);
    if (syntax.tokens.errors.count > 0) {
      fail_msg("%s: %.*s", sound[i], AML_SV_ARG(errors_of(*state, &syntax)));
    }
  }
}

static void says_what_is_wrong_at_the_token(void **state) {
  static const struct {
    const char *text, *errors;
  } cases[] = {
      {"param", "|Expected the name of a parameter.\n"},
      {"param a", "|Expected the type of the parameter.\n"},
      {"param a string =", "|Expected an expression.\n"},
      {"var a 1", "|Expected '='.\n"},
      {"resource a 'T@1'", "|Expected '='.\n"},
      {"resource a 'T@1' = 1", "1|Expected '{', '[' or 'if'.\n"},
      {"resource a 'T@1' = {", "|Expected '}'.\n"},
      {"resource a 'T@1' = [for", "|Expected the name of a loop variable.\n"},
      {"resource a 'T@1' = [for b", "|Expected 'in'.\n"},
      {"resource a 'T@1' = if", "|Expected '(' after 'if'.\n"},
      {"resource a 'T@1' = if (", "|Expected an expression.\n"},
      {"@", "|Expected the name of a decorator.\n|Expected a declaration after the decorator.\n"},
      {"var a = b.", "|Expected the name of a property or a function.\n"},
      {"var a = b[", "|Expected an expression.\n"},
      {"var a = b(", "|Expected an expression.\n"},
      {"var a = b(c,)", ")|Expected an argument after the comma.\n"},
      {"var a = '${", "|This string is not closed on its line.\n"},
      {"var a = 'b", "'b|This string is not closed on its line.\n"},
      {"var a = '''b", "'''b|This string is not closed: ''' is missing.\n"},
      {"var a = /* b", "/* b|This comment is not closed: */ is missing.\n|Expected an expression.\n"},
      {"var a = 'b\\c'",
          "\\c|This escape is unknown; the escapes are \\n, \\r, \\t, \\\\, \\', \\$ and \\u{...}.\n"},
      {"var a = \"b\"",
          "\"|This character has no meaning in Bicep.\n\"|This character has no meaning in Bicep.\n"},
      {"var a = [1 2]", "2|Expected a line end or a comma.\n"},
      {"var a = [1,\n2]", "|A comma cannot be followed by a line end: remove the comma.\n"},
      {"var a = 1 var b = 2", "var|Expected a line end after the declaration.\n"},
      {"var a = !!b", "!|Expected an expression.\n"},
      {"vra a = 1", "vra|This is not a Bicep declaration.\n"},
      {"#disable-next-line\n", "#disable-next-line|This directive names no diagnostic codes.\n"},
      {"var a = 99999999999999999999", "99999999999999999999|This number does not fit in 64 bits.\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_bicep_syntax syntax = parse(*state, cases[i].text);
    aml_sv errors = errors_of(*state, &syntax);
    if (!aml_sv_eq(errors, aml_sv_of(cases[i].errors))) {
      fail_msg("%s: %.*s", cases[i].text, AML_SV_ARG(errors));
    }
  }
}

/* The kinds and names of what could be read. */
static aml_sv names_of(aml_arena *arena, const aml_bicep_syntax *syntax) {
  aml_sv all = AML_SV("");
  for (size_t i = 0; i < syntax->count; i++) {
    const aml_bicep_node *one = syntax->declarations[i];
    all = aml_sv_format(arena, "%.*s%.*s%s ", AML_SV_ARG(all), AML_SV_ARG(one->name),
        one->kind == AML_BICEP_SKIPPED ? "?"
        : one->has_error               ? "!"
                                       : "");
  }
  return all;
}

static void costs_the_declaration_only(void **state) {
  static const struct {
    const char *text, *names;
  } cases[] = {
      {"param a string\nparam = 1\nvar b = 2", "a ! b "},
      {"resource a 'T@1' = {\n  name: \n  b: 1\n}\nvar c = 1", "a! c "},
      {"resource a 'T@1' = {\n  name: 'b\n  c: 1\n}\nvar d = 1", "a d "},
      {"nonsense\nvar d = 1", "? d "},
      {"var a = [\n  1 +\n  2\n]\nvar b = 1", "a! b "},
      {"var a = {\n  b: [\nvar b = 1\nvar c = 2", "a! b c "},
      {"resource a 'T@1' = {\n  b: {\n}\n@secure()\nparam b string\nvar c = {\nvar d = 1", "a! b c! d "},
      {"resource a 'T@1' = {\nresource b 'U@1' = {\n}\nc 1\n}\nvar d = 1",
          "a! d "}, /* closed: b is its own */
      {"var a = {\n  var b = 1\n  c: 1\n}\nvar d = 1", "a! d "},
      {"var a = {\r\nvar b = [\r\nvar c = (", "a! b! c! "},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_bicep_syntax syntax = parse(*state, cases[i].text);
    assert_true(syntax.tokens.errors.count > 0);
    aml_sv names = names_of(*state, &syntax);
    if (!aml_sv_eq(names, aml_sv_of(cases[i].names))) {
      fail_msg("%s: %.*s", cases[i].text, AML_SV_ARG(names));
    }
  }
}

static void survives_deep_nesting(void **state) {
  enum { MANY = 100000 };
  static const char *const pieces[] = {
      "[", "{a:", "(", "f(", "a[", "'${", "!", "-", "a?", "a=>", "[for a in ", "x.y"};
  for (size_t i = 0; i < COUNT(pieces); i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    aml_strbuf_add(&text, AML_SV("var a = "));
    for (int k = 0; k < MANY; k++) {
      aml_strbuf_add(&text, aml_sv_of(pieces[i]));
    }
    aml_strbuf_add(&text, AML_SV("\nvar b = 1"));
    aml_bicep_syntax syntax;
    aml_bicep_parse(&syntax, *state, aml_strbuf_view(&text), false);
    assert_true(syntax.tokens.errors.count > 0);
    assert_sv_equal(syntax.declarations[syntax.count - 1]->name, AML_SV("b"));
  }
}

static void decodes_strings(void **state) {
  static const struct {
    const char *text, *value;
  } cases[] = {
      {"''", ""},
      {"'a'", "a"},
      {"'\\'\\\\\\n\\t\\$'", "'\\\n\t$"},
      {"'\\u{48}\\u{1F600}'", "H\xF0\x9F\x98\x80"},
      {"'''\na\n'''", "a\n"},
      {"'''a\\n${b}'''", "a\\n${b}"},
      {"'''''a'''''", "''a''"},
      {"''''''", ""},
      {"$'''a'''", "a"},
      {"$$'''${a}'''", "${a}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_bicep_syntax syntax =
        parse(*state, aml_sv_cstr(*state, aml_sv_format(*state, "var a = %s", cases[i].text)));
    const aml_bicep_node *value = syntax.declarations[0]->parts[AML_BICEP_WITH_VALUE];
    if (value->kind != AML_BICEP_TEXT || !aml_sv_eq(value->name, aml_sv_of(cases[i].value))) {
      fail_msg("%s: %.*s", cases[i].text, AML_SV_ARG(value->name));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(takes_line_ends_where_bicep_does),
      TEST_CASE(says_what_is_wrong_at_the_token),
      TEST_CASE(costs_the_declaration_only),
      TEST_CASE(survives_deep_nesting),
      TEST_CASE(decodes_strings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
