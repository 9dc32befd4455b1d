/* Which blocks of documents are code, and which are not; and here-documents, with what shells make of them.
 */
#include "guest_writer.h"

#include "base/limits.h"
#include "source/fence.h"
#include "source/heredoc.h"

/* Each block as "info|text", one behind the other. */
static aml_sv show(aml_arena *arena, aml_markup markup, const char *text) {
  const aml_guest *host = aml_guest_whole(arena, source_of(arena, "doc", aml_sv_of(text)));
  aml_fences fences = {.text = host->text, .markup = markup};
  aml_fence fence;
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  while (aml_fence_next(&fences, &fence)) {
    const aml_guest *guest = must_exist(aml_fence_guest(arena, host, &fence));
    aml_strbuf_addf(
        &out, "[%.*s|%.*s%s]", AML_SV_ARG(fence.info), AML_SV_ARG(guest->text), fence.is_closed ? "" : "...");
  }
  return aml_strbuf_view(&out);
}

static void finds_fences(void **state) {
  static const struct {
    const char *text, *blocks;
  } cases[] = {
      {"", ""},
      {"text\n", ""},
      {"```\na\n```\n", "[|a\n]"},
      {"```sh\na\n~~~\n``\n```` \nb", "[sh|a\n~~~\n``\n]"},
      {"~~~ sh `x`\na\n~~~~\n", "[sh `x`|a\n]"},
      {"``` `x`\na\n", ""},
      {"```x```\n", ""},
      {"``\na\n``\n", ""},
      {"    ```\n    a\n", ""},
      {"\t```\n\ta\n", ""},
      {"```\na", "[|a...]"},
      {"```", "[|...]"},
      {"   ```\n    a\n  b\n\tc\n    ```\n```\n", "[| a\nb\n c\n ```\n]"},
      {"- ```sh\n  a\n  ```\n- ```\n  b\n  ```\n", "[sh|a\n][|b\n]"},
      {"- x\n\n  ```\n  a\ntext\n```\nb\n```\n", "[|a\n...][|b\n]"},
      {"- x\n\n      ```\n      a\n", ""}, /* code in the item */
      {"1. x\n   - y\n\n     ```\n     a\n     ```\n", "[|a\n]"},
      {"-      ```\n", ""},
      {"```\r\na\r\n```\r\n", "[|a\r\n]"},
      {"* * *\n```\na\n```\n", "[|a\n]"},
      {"- x\n```\na\n```\n", "[|a\n]"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(show(*state, AML_MARKDOWN, cases[i].text), aml_sv_of(cases[i].blocks));
  }
}

static void finds_directives(void **state) {
  static const struct {
    const char *text, *blocks;
  } cases[] = {
      {".. code-block:: sh\n\n   a\n\n     b\n\nText\n", "[sh|a\n\n  b\n]"},
      {".. code::\n   :linenos:\n\n\n  a\n.. x", "[|a\n]"},
      {".. code::\n\n.. code:: x\n\n a", "[x|a]"},
      {"  .. sourcecode:: x\n\n  a\n", ""},
      {".. image:: x\n\n  a\n", ""},
      {".. code:: x\n\n    a\n  b\n", "[x|  a\nb\n]"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(show(*state, AML_REST, cases[i].text), aml_sv_of(cases[i].blocks));
  }
}

/* Lists in lists without end, and marks without end, take time by their length. */
static void is_bounded(void **state) {
  static const char *const units[] = {"- ", "```\n", "- ```\n", "  - x\n", "~~~~", "1. x\n\n   ```\n"};
  for (size_t i = 0; i < COUNT(units); i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    while (text.len < 1 << 20) {
      aml_strbuf_add(&text, aml_sv_of(units[i]));
    }
    aml_fences fences = {.text = aml_strbuf_view(&text)};
    aml_fence fence;
    size_t count = 0;
    while (aml_fence_next(&fences, &fence)) {
      count++;
    }
    assert_true(count <= text.len);
  }
}

static void opens_heredocs(void **state) {
  static const struct {
    const char *text, *delimiter; /* NULL: none */
    bool is_quoted, strips_tabs;
    const char *rest;
  } cases[] = {
      {"<<EOF > x", "EOF", false, false, " > x"},
      {"<<-EOF\n", "EOF", false, true, "\n"},
      {"<< 'E F';", "E F", true, false, ";"},
      {"<<\"EOF\")", "EOF", true, false, ")"},
      {"<<\\EOF|", "EOF", true, false, "|"},
      {"<<E'O'F", "EOF", true, false, ""},
      {"<<''\n", "", true, false, "\n"},
      {"<<<EOF", NULL, false, false, ""},
      {"<EOF", NULL, false, false, ""},
      {"<<\n", NULL, false, false, ""},
      {"<<'EOF\n", NULL, false, false, ""},
      {"<<", NULL, false, false, ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_heredoc heredoc;
    aml_sv text = aml_sv_of(cases[i].text);
    size_t at = 0;
    assert_int_equal(aml_heredoc_open(*state, text, &at, &heredoc), cases[i].delimiter != NULL);
    if (cases[i].delimiter != NULL) {
      assert_sv_equal(heredoc.delimiter, aml_sv_of(cases[i].delimiter));
      assert_int_equal(heredoc.is_quoted, cases[i].is_quoted);
      assert_int_equal(heredoc.strips_tabs, cases[i].strips_tabs);
      assert_sv_equal(aml_sv_slice(text, at, text.len), aml_sv_of(cases[i].rest));
    }
  }
}

/* Answers as dash and bash give them. */
static void reads_heredocs(void **state) {
  static const struct {
    bool is_quoted, strips_tabs;
    const char *body, *text; /* NULL: the delimiter is missing */
    const char *rest;
  } cases[] = {
      {true, false, "a\nEOF\nb", "a\n", "b"},
      {true, false, "EOF", "", ""},
      {true, false, "a\n EOF\nEOF \nEOF\n", "a\n EOF\nEOF \n", ""},
      {true, false, "\\$a \\\nEOF\n", "\\$a \\\n", ""},
      {false, false, "\\$a \\\\ \\` \\x \\\nEOF\nEOF\n", "$a \\ ` \\x EOF\n", ""},
      {false, false, "a\\\\\nEOF\n", "a\\\n", ""},
      {false, true, "\t\ta\\\n\tb\n\tEOF\nc", "a\tb\n", "c"},
      {true, true, "\t  a\n  \tb\n\tEOF", "  a\n  \tb\n", ""},
      {true, false, "a\r\nEOF\r\n", "a\r\n", ""},
      {true, false, "a\nEO", NULL, ""},
      {true, false, "", NULL, ""},
      {false, false, "EOF\\\n", NULL, ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_guest *host = aml_guest_whole(*state, source_of(*state, "s", aml_sv_of(cases[i].body)));
    const aml_heredoc heredoc = {AML_SV("EOF"), cases[i].is_quoted, cases[i].strips_tabs};
    size_t at = 0;
    const aml_guest *guest = aml_heredoc_guest(*state, host, &heredoc, &at);
    assert_int_equal(guest != NULL, cases[i].text != NULL);
    if (guest != NULL) {
      assert_sv_equal(guest->text, aml_sv_of(cases[i].text));
      assert_sv_equal(aml_sv_slice(host->text, at, host->text.len), aml_sv_of(cases[i].rest));
    }
  }
}

static void tells_expansions_from_texts(void **state) {
  const aml_guest *host = aml_guest_whole(*state, source_of(*state, "s", AML_SV("\\$a $b \\`\nEOF\n")));
  for (int is_quoted = 0; is_quoted < 2; is_quoted++) {
    const aml_heredoc heredoc = {AML_SV("EOF"), is_quoted == 1, false};
    size_t at = 0;
    const aml_guest *guest = must_exist(aml_heredoc_guest(*state, host, &heredoc, &at));
    size_t count = 0;
    for (size_t i = 0; i <= guest->text.len; i++) {
      count += aml_heredoc_is_expanded(guest, i) ? 1 : 0;
    }
    assert_int_equal(count, is_quoted == 1 ? 0 : 1);
    assert_int_equal(aml_heredoc_is_expanded(guest, 3), is_quoted == 0);
  }
}

/* A here-document in a here-document and so on: as deep as the bound, with the place of the innermost. */
static void bounds_nesting(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  for (unsigned i = 0; i <= AML_LIMIT_GUESTS; i++) {
    aml_strbuf_addf(&text, "cat <<'E%u'\n", i);
  }
  size_t innermost = text.len;
  aml_strbuf_add(&text, AML_SV("x\n"));
  for (unsigned i = AML_LIMIT_GUESTS + 1; i > 0; i--) {
    aml_strbuf_addf(&text, "E%u\n", i - 1);
  }
  const aml_guest *guest = aml_guest_whole(*state, source_of(*state, "s", aml_strbuf_view(&text)));
  for (unsigned i = 0; i <= AML_LIMIT_GUESTS; i++) {
    size_t at = 4;
    aml_heredoc heredoc;
    assert_true(aml_heredoc_open(*state, guest->text, &at, &heredoc));
    at++;
    const aml_guest *inner = aml_heredoc_guest(*state, guest, &heredoc, &at);
    assert_int_equal(inner != NULL, i < AML_LIMIT_GUESTS);
    guest = inner != NULL ? inner : guest;
  }
  size_t x = aml_sv_find_char(guest->text, 'x', 0);
  assert_int_equal(aml_guest_span(guest, x, x + 1).begin, innermost);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_fences),
      TEST_CASE(finds_directives),
      TEST_CASE(is_bounded),
      TEST_CASE(opens_heredocs),
      TEST_CASE(reads_heredocs),
      TEST_CASE(tells_expansions_from_texts),
      TEST_CASE(bounds_nesting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
