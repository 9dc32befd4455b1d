/* What the words of a script stand for: known only where running it could not give anything else. */
#include "guest_writer.h"

#include "script/variables.h"

/* "name" is not known and one word. */
static const aml_value *environment_of(const void *host, const aml_asked *asked) {
  static const aml_unknown filled = {
      .reason = AML_SV_CONST("later"), .kinds = 1U << AML_STRING, .is_filled = true};
  static const aml_value name = {.kind = AML_UNKNOWN, .as.unknown = &filled};
  return aml_sv_eq(asked->name, AML_SV("HOST"))   ? host
         : aml_sv_eq(asked->name, AML_SV("name")) ? &name
                                                  : NULL;
}

/* The arguments of the last command, one behind the other: known texts as they are, else "prefix?suffix",
 * with a
 * "+" where there may be several. */
static aml_sv show_with(aml_arena *arena, const char *text, bool is_powershell, unsigned flags) {
  const aml_guest *script = aml_guest_whole(arena, source_of(arena, "run.sh", aml_sv_of(text)));
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_shell *shell = is_powershell ? aml_powershell_read(arena, script, flags, &diags)
                                         : aml_shell_read(arena, script, flags, &diags);
  assert_int_equal(diags.list.count, 0);
  const aml_value *host = aml_value_string(arena, AML_SV("of the host"), AML_NO_SPAN);
  aml_variables *variables = aml_variables_new(arena, shell, environment_of, host);
  uint32_t at = 0;
  for (uint32_t i = 0; i < shell->count; i++) {
    aml_sv name;
    bool is_asked = shell->commands[i].word_count > 0 &&
                    aml_word_literal(&shell->commands[i].words[0], &name) && aml_sv_eq(name, AML_SV("az"));
    at = is_asked ? i : at;
  }
  aml_shell_arguments arguments = {0};
  for (uint32_t i = 1; i < shell->commands[at].word_count; i++) {
    aml_variables_expand(variables, at, &shell->commands[at].words[i], &arguments);
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < arguments.list.count; i++) {
    const aml_shell_argument *argument = &arguments.list.items[i];
    aml_strbuf_addf(&out, "%s", i > 0 ? "|" : "");
    if (argument->value->kind == AML_STRING) {
      aml_strbuf_add(&out, argument->value->as.string);
    } else {
      aml_strbuf_addf(&out, "%.*s?%.*s%s", AML_SV_ARG(argument->value->as.unknown->prefix),
          AML_SV_ARG(argument->value->as.unknown->suffix), argument->is_open ? "+" : "");
    }
  }
  return aml_strbuf_view(&out);
}

static aml_sv show(aml_arena *arena, const char *text, bool is_powershell) {
  return show_with(arena, text, is_powershell, 0);
}

typedef struct variables_case {
  const char *script, *arguments;
} variables_case;

static const variables_case shell_cases[] = {
    {"az a b=c 'd e' \"\"", "a|b=c|d e|"},
    {"x=1; az $x ${x} \"$x\" a$x-b", "1|1|1|a1-b"},
    {"x='a b'; az $x \"$x\" c$x", "a|b|a b|ca|b"},
    {"x=; az $x \"$x\" a", "|a"},
    {"az $x \"$x\" a$x \"a$x.b\"", "?+|?|a?+|a?.b"},
    {"x=1; x=2; az $x", "2"},
    {"x=1; y=$x-2; x=3; az $y", "1-2"},
    {"x=a; x+=b; az $x", "ab"},
    {"export x=1; readonly y=2; declare -r z=3; az $x $y $z", "1|2|3"},
    {"x=1 true; az \"$x\"", "?"},
    {"if a; then x=1; fi; az \"$x\"", "?"},
    {"x=1; if a; then x=2; fi; az \"$x\"", "?"},
    {"x=1; if a; then x=1; fi; az \"$x\"", "1"},
    {"if a; then x=1; else x=1; fi; az \"$x\"", "?"},
    {"x=1; if a; then x=2; az $x; fi", "2"},
    {"x=1; a && x=2; az \"$x\"", "?"},
    {"x=1; a || { x=2; }; az \"$x\"", "?"},
    {"x=1; { x=2; }; az \"$x\"", "2"},
    {"x=1; (x=2); az $x", "1"},
    {"x=1; (x=2; az $x)", "2"},
    {"x=1; a=$(x=2); az $x", "1"},
    {"x=1; echo 2 | read x; az $x", "1"},
    {"x=1; read x; az \"$x\"", "?"},
    {"x=1; while a; do az \"$x\"; x=2; done", "?"},
    {"x=1; while a; do x=2; az \"$x\"; done", "2"},
    {"x=1; while a; do az \"$x\"; done", "1"},
    {"for x in a b; do az \"$x\"; done", "?"},
    {"for x in a; do az \"$x\"; done", "a"},
    {"x=1; f() { az \"$x\"; }; f", "1"},
    {"x=1; f() { az \"$x\"; }; x=2; f", "?"},
    {"f() { az \"$x\"; }; x=2; f", "?"},
    {"f() { local x=1; az \"$x\"; }", "1"},
    {"f() { az \"$1\"; }; f a", "?"},
    {"x=1; f() { x=2; }; f; az \"$x\"", "?"},
    {"x=1; f() { local x=2; }; f; az \"$x\"", "1"},
    {"x=1; source b; az \"$x\"", "?"},
    {"source b; x=1; az \"$x\"", "1"},
    {"x=1; ((x++)); az \"$x\"", "?"},
    {"x=$(a); az \"b-$x\"", "b-?"},
    {"x=(a 'b c' d); az \"${x[@]}\" e", "a|b c|d|e"},
    {"x=(a); x+=(b); az \"${x[@]}\"", "a|b"},
    {"x=(a $y); az \"${x[@]}\"", "a|?+"},
    {"x=(a); x[0]=b; az \"${x[@]}\"", "?+"},
    {"az \"${x[@]}\"", "?+"},
    {"x=(a b); az $x", "a"},
    {"az ${x:-a} \"${x:-a}\"", "?+|?"},
    {"x=1; az ${x:-a}", "1"},
    {"x=; az ${x:-a}", "a"},
    {"x=${x:-a}; az \"$x\"", "?"},
    {"az $HOST \"$HOST\"", "of|the|host|of the host"},
    {"HOST=a; az $HOST", "a"},
    {"x=$x; az \"$x\"", "?"},
    {"x=$y; y=$x; az \"$y\"", "?"},
};

static void check(aml_arena *arena, const variables_case *cases, size_t count, bool is_powershell) {
  for (size_t i = 0; i < count; i++) {
    aml_sv shown = show(arena, cases[i].script, is_powershell);
    if (!aml_sv_eq(shown, aml_sv_of(cases[i].arguments))) {
      fail_msg("%s: '%.*s', not '%s'", cases[i].script, AML_SV_ARG(shown), cases[i].arguments);
    }
  }
}

static void follows_variables(void **state) {
  check(*state, shell_cases, COUNT(shell_cases), false);
}

static const variables_case powershell_cases[] = {
    {"az a 'b c' \"d e\" f-g", "a|b c|d e|f-g"},
    {"az a `\n  b `\r\n  c", "a|b|c"},
    {"az a # b\naz c <# d\n#> e", "c|e"},
    {"az 'it''s' \"`$x `\"y`\"\"", "it's|$x \"y\""},
    {"$x = 'a b'; az $x \"$x.c\" ${x}d $X", "a b|a b.c|a bd|a b"},
    {"$x = \"1\"\n$y = \"$x-2\"\naz $y", "1-2"},
    {"$x = 3\naz --n=$x", "--n=3"},
    {"az $x.name $x[0] \"$x.name\" $(b c)", "?|?|?.name|?"},
    {"$x = az b c\naz \"$x\"", "?"},
    {"$x = 'a' + 'b'; az $x", "?"},
    {"if ($a) { $x = 1 } else { $x = 2 }\naz \"$x\"", "?"},
    {"$x = 1; if ($a) { $x = 1 }\naz $x", "1"},
    {"foreach ($x in $y) { az $x }", "?"},
    {"$x = 1; foreach ($y in $z) { az $x }", "1"},
    {"try { $x = 1 } catch { exit }\naz $x", "1"},
    {"function f { az $x }\n$x = 1", "?"},
    {"az @more", "?+"},
    {"az $env:HOST", "of the host"},
    {"az a | Out-Null; b", "a"},
    {"$r = (az a b)", "a|b"},
    {"az a @'\nb\n'@ c", "a|?|c"},
    {"& az a", "a"},
};

static void follows_those_of_powershell(void **state) {
  check(*state, powershell_cases, COUNT(powershell_cases), true);
}

/* Texts that double, and chains that are long, end somewhere. */
/* What the host fills in it does so whatever quotes are around it. */
static void follows_interpolations(void **state) {
  static const struct {
    const char *script, *shown;
    unsigned flags;
  } cases[] = {
      {"az ${HOST} '${HOST}' \"a ${~ HOST ~}\"", "of|the|host|of the host|a of the host", AML_SHELL_TEMPLATE},
      {"az ${name} a-${name}-b '${name}'", "?|a-?-b|?", AML_SHELL_TEMPLATE},
      {"az ${other}", "?+", AML_SHELL_TEMPLATE},
      {"az ${f(\"}\", \"${x}\")} x", "?+|x", AML_SHELL_TEMPLATE},
      {"x=1; az $${x} '$${x}' '$$'", "1|${x}|$$", AML_SHELL_TEMPLATE},
      {"az '\\${HOST}' \"\\${HOST}\"", "\\of the host|?of the host", AML_SHELL_TEMPLATE},
      {"az '$(HOST)' '$$x'", "of the host|$x", AML_SHELL_MAKE},
      {"az '$(HOST)-$x' '$(a b)'", "of the host-$x|$(a b)", AML_SHELL_MACROS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_sv_equal(show_with(*state, cases[i].script, false, cases[i].flags), aml_sv_of(cases[i].shown));
  }
  assert_sv_equal(show_with(*state, "$x=1; az ${HOST} 'a${HOST}' \"$${x}\"", true, AML_SHELL_TEMPLATE),
      AML_SV("of the host|?|1"));
}

static void is_bounded(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("x0=aa\n"));
  for (int i = 1; i < 200; i++) {
    aml_strbuf_addf(&text, "x%d=$x%d$x%d\n", i, i - 1, i - 1);
  }
  aml_strbuf_add(&text, AML_SV("az \"$x199\"\n"));
  assert_sv_equal(show(*state, aml_sv_cstr(*state, aml_strbuf_view(&text)), false), AML_SV("?"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(follows_variables),
      TEST_CASE(follows_those_of_powershell),
      TEST_CASE(follows_interpolations),
      TEST_CASE(is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
