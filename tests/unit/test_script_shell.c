/* Which commands a script is made of, and what surrounds them. */
#include "guest_writer.h"

#include "base/limits.h"
#include "script/shell.h"

static void show_word(aml_strbuf *out, const aml_word *word) {
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    switch (piece->kind) {
    case AML_PIECE_TEXT:
      aml_strbuf_addf(out, "%.*s", AML_SV_ARG(piece->text));
      break;
    case AML_PIECE_VARIABLE:
      aml_strbuf_addf(
          out, "<%s%.*s%s", piece->is_quoted ? "" : "*", AML_SV_ARG(piece->text), piece->is_list ? "[]" : "");
      if (piece->otherwise != NULL) {
        aml_strbuf_add_char(out, '|');
        show_word(out, piece->otherwise);
      }
      aml_strbuf_add_char(out, '>');
      break;
    case AML_PIECE_UNKNOWN:
      aml_strbuf_addf(out, "<?%s>", piece->is_quoted ? "" : "*");
      break;
    }
  }
  for (uint32_t i = 0; i < word->item_count; i++) {
    aml_strbuf_add_char(out, i == 0 ? '(' : ' ');
    show_word(out, &word->items[i]);
  }
  aml_strbuf_addf(out, "%s", word->is_array ? ")" : "");
}

static void show_command(aml_strbuf *out, const aml_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++) {
    aml_strbuf_addf(out, "%.*s%s", AML_SV_ARG(command->assignments[i].name),
        command->assignments[i].appends      ? "+="
        : command->assignments[i].is_element ? "[]="
                                             : "=");
    show_word(out, &command->assignments[i].value);
    aml_strbuf_add_char(out, '|');
  }
  for (uint32_t i = 0; i < command->word_count; i++) {
    show_word(out, &command->words[i]);
    aml_strbuf_add_char(out, '|');
  }
  for (uint32_t i = 0; i < command->redirection_count; i++) {
    const aml_redirection *redirection = command->redirections[i];
    aml_strbuf_addf(out, "%s", redirection->appends ? ">>" : redirection->is_output ? ">" : "<");
    show_word(out, &redirection->target);
    if (redirection->body != NULL) {
      aml_strbuf_addf(out, "{%.*s}", AML_SV_ARG(redirection->body->text));
    }
    aml_strbuf_add_char(out, '|');
  }
}

/* Each command on a line: what surrounds it, a letter for each block and "?" for what comes before, "&"
 * behind another, "," in a pipeline; then its parts. */
static aml_sv show(aml_arena *arena, const char *text, unsigned flags, aml_diags *diags) {
  const aml_guest *script = aml_guest_whole(arena, source_of(arena, "run.sh", aml_sv_of(text)));
  const aml_shell *shell = aml_shell_read(arena, script, flags, diags);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    for (uint32_t block = command->block; block != 0; block = shell->blocks[block].parent) {
      assert_true(shell->blocks[block].first <= i && i < shell->blocks[block].past);
      aml_strbuf_add_char(&out, ".blfs"[shell->blocks[block].kind]);
    }
    aml_strbuf_addf(&out, "%s%s ", command->is_conditional ? "&" : "", command->is_piped ? "," : "");
    show_command(&out, command);
    aml_strbuf_add_char(&out, '\n');
  }
  return aml_strbuf_view(&out);
}

typedef struct script_case {
  const char *text, *commands;
} script_case;

static void check(aml_arena *arena, const script_case *cases, size_t count, unsigned flags) {
  for (size_t i = 0; i < count; i++) {
    aml_diags diags;
    aml_diags_init(&diags, arena);
    assert_sv_equal(show(arena, cases[i].text, flags, &diags), aml_sv_of(cases[i].commands));
    assert_int_equal(diags.list.count, 0);
  }
}

static void reads_words(void **state) {
  static const script_case cases[] = {
      {"", ""},
      {"a", " a|\n"},
      {"a b\tc  # d\n#e\nf#g", " a|b|c|\n f#g|\n"},
      {"a \\\n  b", " a|b|\n"},
      {"a \\\r\n  b\r\nc\r\n", " a|b|\n c|\n"},
      {"a b\\\nc", " a|bc|\n"},
      {"a \\ b c\\'d", " a| b|c'd|\n"},
      {"a 'b $c \\' \"d e\" '' \"\"", " a|b $c \\|d e|||\n"},
      {"a b'c'\"d\"e", " a|bcde|\n"},
      {"a \"\\$b \\\\ \\n \\\"\"", " a|$b \\ \\n \"|\n"},
      {"a $'b\\tc\\'d' $'\\x41'", " a|b\tc'd|<?>|\n"},
      {"a $b ${c} \"$d\" x${e}y", " a|<*b>|<*c>|<d>|x<*e>y|\n"},
      {"a ${b:-c} ${b-} \"${b:-c d}\" ${b:=$c}", " a|<*b|c>|<*b|>|<b|c d>|<*b|<*c>>|\n"},
      {"a ${b:-c d} ${b:?gone} ${b#c} ${#b} ${!b} ${b:1}", " a|<*b|<?*>>|<*b>|<?*>|<?*>|<?*>|<?*>|\n"},
      {"a $1 $@ \"$*\" $? $ $= b$", " a|<?*>|<?*>|<?>|<?*>|$|$=|b$|\n"},
      {"a ${b[@]} \"${b[*]}\" ${b[1]}", " a|<*b[]>|<b[]>|<?*>|\n"},
      {"a ${{ b.c }} \"x${{ d }}\"", " a|<?*>|x<?>|\n"},
      {"a {b,c} {1..3} {d} b{}c", " a|<?*>|<?*>|{d}|b{}c|\n"},
      {"a $((1 + (2))) b", " a|<?*>|b|\n"},
      {"a --b=c --d=\"$e\"", " a|--b=c|--d=<e>|\n"},
  };
  check(*state, cases, COUNT(cases), 0);
}

static void reads_assignments(void **state) {
  static const script_case cases[] = {
      {"a=b c='d e' f", " a=b|c=d e|f|\n"},
      {"a= b", " a=|b|\n"},
      {"a=", " a=|\n"},
      {"a+=b; a[1]=c", " a+=b|\n a[]=c|\n"},
      {"a=(b 'c d' $e # f\n g)", " a=(b c d <*e> g)|\n"},
      {"declare -a a=(b)", " declare|-a|a=(b)|\n"},
      {"a b=c", " a|b=c|\n"},
      {"\"a\"=b 1=c", " a=b|1=c|\n"},
  };
  check(*state, cases, COUNT(cases), 0);
}

static void reads_operators(void **state) {
  static const script_case cases[] = {
      {"a;b\nc & d", " a|\n b|\n c|\n d|\n"},
      {"a && b || c", " a|\n& b|\n& c|\n"},
      {"a &&\nb", " a|\n& b|\n"},
      {"a | b |& c", ", a|\n, b|\n, c|\n"},
      {"a 2>&1 >b 2> /dev/null >>c <d &>e", " a|>b|>/dev/null|>>c|<d|>e|\n"},
      {"a 2 >b 12>c", " a|2|12|>b|>c|\n"},
      {"a <<< b c", " a|c|<b|\n"},
      {"a <(b) c", "s b|\n a|<?*>|c|\n"},
      {"> a", " >a|\n"},
  };
  check(*state, cases, COUNT(cases), 0);
}

static void reads_blocks(void **state) {
  static const script_case cases[] = {
      {"if a; then b; elif c; then d; else e; fi; f", " a|\nb b|\n c|\nb d|\nb e|\n f|\n"},
      {"if [ -z \"$a\" ]\nthen b\nfi", " [|-z|<a>|]|\nb b|\n"},
      {"if [[ -z $a && ( $b < c ) ]]; then d; fi", "b d|\n"},
      {"if ! a; then b; fi", " a|\nb b|\n"},
      {"while a; do b; done; c", "l a|\nl b|\n c|\n"},
      {"for a in b c\ndo\n d\ndone", "l for|a|in|b|c|\nl d|\n"},
      {"for ((i=0; i<3; i++)); do a; done", "l ((|<?*>|\nl a|\n"},
      {"case $a in b|c) d ;; (e) f;; *) g\nesac; h", "bb d|\nbb f|\nbb g|\n h|\n"},
      {"case a in\n  b)\n    c\n    ;;\nesac\nd", "bb c|\n d|\n"},
      {"a() { b; }; c", "f b|\n c|\n"},
      {"function a {\n b\n}\nc", "f b|\n c|\n"},
      {"a || { b; c; }; d", " a|\nb b|\nb c|\n d|\n"},
      {"{ a; } && b", ". a|\n& b|\n"},
      {"(a; b) | c", "s a|\ns b|\n, c|\n"},
      {"a $(b $(c) \"d\") e", "ss c|\ns b|<?*>|d|\n a|<?*>|e|\n"},
      {"a=\"$(b \"c d\")\"", "s b|c d|\n a=<?>|\n"},
      {"a `b c` d", "s b|c|\n a|<?*>|d|\n"},
      {"a $(case b in c) d;; esac) e", "bbs d|\n a|<?*>|e|\n"},
      {"((a++)); b", " ((|<?*>|\n b|\n"},
      {"fi; done; esac; }; ) a", " a|\n"},
      {"echo if then", " echo|if|then|\n"},
      {"'if' a", " if|a|\n"},
  };
  check(*state, cases, COUNT(cases), 0);
}

static void reads_heredocs(void **state) {
  static const script_case cases[] = {
      {"cat <<EOF >a\nb $c\nEOF\nd", " cat|<{b $c\n}|>a|\n d|\n"},
      {"a <<A <<-'B' c\nb\nA\n\tb\n\tB\nd\n", " a|c|<{b\n}|<{b\n}|\n d|\n"},
      {"a $(cat <<EOF\nb) c\nEOF\n) d", "s cat|<{b) c\n}|\n a|<?*>|d|\n"},
  };
  check(*state, cases, COUNT(cases), 0);
}

static void minds_the_host(void **state) {
  static const script_case macros[] = {{"a $(b.c) $(d e) $[f] $b", "s d|e|\n a|<*b.c>|<?*>|<?*>|<*b>|\n"}};
  static const script_case braces[] = {{"a {b} {c.d}", " a|<?*>|<?*>|\n"}};
  static const script_case angles[] = {{"a <b-c> <d e> <f", " a|<?*>|<?*>|<f|\n"}};
  check(*state, macros, 1, AML_SHELL_MACROS);
  check(*state, braces, 1, AML_SHELL_BRACES);
  check(*state, angles, 1, AML_SHELL_ANGLES);
}

static void survives_what_is_open(void **state) {
  static const struct {
    const char *text, *commands;
    size_t complaints;
  } cases[] = {
      {"a 'b\nc", " a|<?*>|\n c|\n", 1},
      {"a \"b $(c)\nd", " a|<?*>|\n d|\n", 1},
      {"a $(b\nc", "s b|\ns c|\n a|<?*>|\n", 0},
      {"a ${b\nc", " a|<?*>|\n", 1},
      {"a=(b\nc", " a=(b c)|\n", 1},
      {"a <<EOF\nb\n", " a|<|\n b|\n", 1},
      {"a `b\nc", "s b|\ns c|\n a|<?*>|\n", 1},
      {"if a; then b", " a|\nb b|\n", 0},
      {"a $'b\\", " a|<?>|\n", 1},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    aml_diags_init(&diags, *state);
    assert_sv_equal(show(*state, cases[i].text, 0, &diags), aml_sv_of(cases[i].commands));
    assert_int_equal(diags.list.count, cases[i].complaints);
  }
}

/* What is deep ends the reading, aloud. */
static void refuses_depth(void **state) {
  static const struct {
    const char *opens, *closes;
  } units[] = {{"$(", ""}, {"\"$(", ""}, {"${a:-", "}"}, {"a=(", ""}, {"{ ", ""}, {"( ", ""},
      {"if a; then ", ""}, {"while a; do ", ""}};
  for (size_t i = 0; i < COUNT(units); i++) {
    enum { TIMES = 4000 };
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    for (size_t n = 0; n < (size_t)2 * TIMES; n++) {
      aml_strbuf_addf(&text, "%s", n < TIMES ? units[i].opens : units[i].closes);
    }
    aml_diags diags;
    aml_diags_init(&diags, *state);
    (void)show(*state, aml_sv_cstr(*state, aml_strbuf_view(&text)), 0, &diags);
    bool is_said = false;
    for (size_t d = 0; d < diags.list.count; d++) {
      is_said = is_said || strcmp(diags.list.items[d].rule, "AML003") == 0;
    }
    if (!is_said) {
      fail_msg("'%s' is not bounded", units[i].opens);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_words),
      TEST_CASE(reads_assignments),
      TEST_CASE(reads_operators),
      TEST_CASE(reads_blocks),
      TEST_CASE(reads_heredocs),
      TEST_CASE(minds_the_host),
      TEST_CASE(survives_what_is_open),
      TEST_CASE(refuses_depth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
