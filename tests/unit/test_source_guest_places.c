/* Generated documents with fences, and scripts with here-documents: each byte of the text inside is found
 * where the generator put it, and edits change that text and nothing else. */
#include "guest_writer.h"

#include "source/fence.h"
#include "source/heredoc.h"

enum { HOSTS = 250 };

#define PICK(w, list) (list)[draw((w), COUNT(list))]

static const char *const words[] = {"az", "ml", "compute", "--min-instances", "2", "\xC3\xA9t\xC3\xA9",
    "\xF0\x9F\x98\x80", "\"q\"", "it's", "`` x ``", "~~", "-", "\t", "#", ">", "| x |"};

static void put_words(guest_writer *w) {
  put_both(w, PICK(w, words));
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    put_both(w, " ");
    put_both(w, PICK(w, words));
  }
}

/* Lines of code, blank ones and deeper ones among them, and such as begin left of the fence. */
static void put_code(guest_writer *w, const char *prefix, size_t indent) {
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    bool is_left = indent > 0 && draw(w, 5) == 0;
    if (draw(w, 5) > 0) {
      put_host(w, prefix);
      put_blanks(w, is_left ? draw(w, (uint32_t)indent) : indent);
      put_both(w, is_left ? "az" : draw(w, 4) == 0 ? "  " : "");
      put_words(w);
    }
    put_both(w, w->line_end);
  }
}

/* A fence in nothing, or in the items of lists. */
static void write_fence(guest_writer *w) {
  static const char *const befores[] = {
      "", "# Title\n\nText `code`\n\n", "- a\n- b\n\nText\n", "    ```\n    no\n\n"};
  static const char *const items[] = {"", "- ", "1. ", "* - ", "12)  "};
  static const char *const marks[] = {"```", "````", "~~~", "~~~~~"};
  static const char *const infos[] = {"", "bash", " azurecli-interactive ", "{.sh title=\xC3\xA9}"};
  put_host(w, PICK(w, befores));
  const char *item = PICK(w, items);
  const char *mark = PICK(w, marks);
  size_t column = strlen(item);
  bool is_on_item = column > 0 && draw(w, 2) == 0; /* "- ```" */
  put_host(w, item);
  if (column > 0 && !is_on_item) {
    put_host(w, "text");
    put_host(w, w->line_end);
    put_host(w, w->line_end);
  }
  size_t own = is_on_item ? 0 : draw(w, 4);
  char left[16] = "";
  memset(left, ' ', column);
  left[column] = '\0';
  put_host(w, is_on_item ? "" : left);
  put_blanks(w, own);
  put_host(w, mark);
  put_host(w, PICK(w, infos));
  put_host(w, w->line_end);
  put_code(w, left, own);
  if (draw(w, 5) > 0) {
    put_host(w, left);
    put_blanks(w, draw(w, 4));
    put_host(w, mark);
    put_host(w, draw(w, 2) == 0 ? "" : "  ");
    put_host(w, w->line_end);
    put_host(w, "Text behind\n");
  } else if (column > 0) {
    put_host(w, "Text behind the item\n");
  }
}

static void write_directive(guest_writer *w) {
  static const char *const heads[] = {".. code-block:: bash", "  .. code:: sh", ".. sourcecode::  azurecli "};
  put_host(w, "Title\n=====\n\n");
  put_host(w, PICK(w, heads));
  put_host(w, w->line_end);
  put_host(w, draw(w, 2) == 0 ? "" : "      :linenos:\n");
  put_host(w, w->line_end);
  put_host(w, "      ");
  put_both(w, "az");
  put_both(w, w->line_end);
  for (uint32_t n = draw(w, 5); n > 0; n--) {
    if (draw(w, 4) == 0) {
      put_both(w, w->line_end);
    }
    put_host(w, "      ");
    put_words(w);
    put_both(w, w->line_end);
  }
  put_host(w, "Text behind.\n");
}

static void write_heredoc(guest_writer *w, bool is_quoted) {
  static const char *const quoted[] = {"'EOF'", "\"EOF\"", "\\EOF", "E'O'F"};
  bool strips = draw(w, 2) == 0;
  put_host(w, draw(w, 2) == 0 ? "" : "#!/bin/sh\necho '\xC3\xA9'\n");
  put_host(w, "cat ");
  put_host(w, strips ? "<<-" : "<<");
  put_host(w, draw(w, 2) == 0 ? " " : "");
  put_host(w, is_quoted ? PICK(w, quoted) : "EOF");
  put_host(w, " > x.yml\n");
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    put_host(w, strips && draw(w, 2) == 0 ? "\t\t" : "");
    put_both(w, draw(w, 4) == 0 ? "  " : "");
    put_both(w, "a");
    put_words(w);
    if (is_quoted) {
      put_both(w, draw(w, 3) == 0 ? "\\$x \\" : "");
    } else if (draw(w, 3) == 0) {
      put_as(w, "$", "\\$");
      put_as(w, "\\", "\\\\");
      put_both(w, "\\n$x");
      put_host(w, "\\\n");
      put_both(w, "joined");
    }
    put_both(w, "\n");
  }
  put_host(w, strips ? "\tEOF" : "EOF");
  put_host(w, draw(w, 2) == 0 ? "" : "\necho done\n");
}

static void write_quoted(guest_writer *w) {
  write_heredoc(w, true);
}

static void write_unquoted(guest_writer *w) {
  write_heredoc(w, false);
}

static const aml_guest *find_fence(aml_arena *arena, const aml_guest *host, aml_markup markup) {
  aml_fences fences = {.text = host->text, .markup = markup};
  aml_fence fence;
  if (!aml_fence_next(&fences, &fence)) {
    return NULL;
  }
  const aml_guest *guest = aml_fence_guest(arena, host, &fence);
  return aml_fence_next(&fences, &fence) ? NULL : guest;
}

static const aml_guest *find_markdown(aml_arena *arena, const aml_guest *host) {
  return find_fence(arena, host, AML_MARKDOWN);
}

static const aml_guest *find_rest(aml_arena *arena, const aml_guest *host) {
  return find_fence(arena, host, AML_REST);
}

static const aml_guest *find_heredoc(aml_arena *arena, const aml_guest *host) {
  size_t at = aml_sv_find(host->text, AML_SV("<<"), 0);
  aml_heredoc heredoc;
  if (at == AML_NPOS || !aml_heredoc_open(arena, host->text, &at, &heredoc)) {
    return NULL;
  }
  at = aml_sv_find_char(host->text, '\n', at) + 1;
  const aml_guest *guest = aml_heredoc_guest(arena, host, &heredoc, &at);
  bool ends =
      at == host->text.len || aml_sv_eq(aml_sv_slice(host->text, at, host->text.len), AML_SV("echo done\n"));
  return ends ? guest : NULL;
}

typedef struct kind {
  const char *name;
  void (*write)(guest_writer *w);
  const aml_guest *(*find)(aml_arena *arena, const aml_guest *host);
} kind;

static const kind kinds[] = {
    {"fence.md", write_fence, find_markdown},
    {"directive.rst", write_directive, find_rest},
    {"quoted.sh", write_quoted, find_heredoc},
    {"unquoted.sh", write_unquoted, find_heredoc},
};

static bool try_edit(
    guest_writer *w, const kind *k, const aml_guest *guest, aml_guest_range range, aml_sv text) {
  aml_edit edit;
  if (!aml_guest_edit(guest, w->arena, range, text, &edit)) {
    return false;
  }
  aml_sv edited = do_edit(w->arena, guest->host->text, &edit);
  const aml_guest *host = aml_guest_whole(w->arena, source_of(w->arena, "after", edited));
  const aml_guest *again = k->find(w->arena, host);
  aml_sv meant =
      aml_sv_format(w->arena, "%.*s%.*s%.*s", AML_SV_ARG(aml_sv_slice(guest->text, 0, range.begin)),
          AML_SV_ARG(text), AML_SV_ARG(aml_sv_slice(guest->text, range.end, guest->text.len)));
  if (again == NULL || !aml_sv_eq(again->text, meant)) {
    fail_msg("%s: '%.*s' was meant in\n%.*s", k->name, AML_SV_ARG(meant), AML_SV_ARG(edited));
  }
  return true;
}

static void edit_guest(guest_writer *w, const kind *k, const aml_guest *guest) {
  static const char *const texts[] = {"x", "", " ", "\n", "```", "~~~~~~\n", "EOF", "\nEOF\n", "\nend\n",
      "$y\\", "two\nlines", "\t", "\r\n", "- a"};
  for (int i = 0; i < 20; i++) {
    (void)try_edit(w, k, guest, draw_range(w, guest->text), aml_sv_of(PICK(w, texts)));
  }
  for (size_t at = 0; (at = aml_sv_find(guest->text, AML_SV("compute"), at)) != AML_NPOS; at++) {
    assert_true(try_edit(w, k, guest, (aml_guest_range){at, at + 7}, AML_SV("workspace")));
  }
}

static void check_kind(aml_arena *arena, const kind *k) {
  size_t filled = 0;
  for (uint32_t seed = 1; seed <= HOSTS; seed++) {
    aml_arena_mark mark = aml_arena_set_mark(arena);
    guest_writer w = begin_writing(arena, seed * 7919U);
    k->write(&w);
    aml_source *source = source_of(arena, k->name, aml_strbuf_view(&w.host));
    const aml_guest *guest = k->find(arena, aml_guest_whole(arena, source));
    if (guest == NULL) {
      fail_msg("%s: no guest in\n%.*s", k->name, AML_SV_ARG(source->bytes));
      return;
    }
    check_places(&w, source, guest);
    edit_guest(&w, k, guest);
    filled += guest->text.len > 0;
    aml_arena_rewind(arena, &mark);
  }
  assert_true(filled > HOSTS / 2);
}

static void finds_every_byte_where_it_was_put(void **state) {
  for (size_t i = 0; i < COUNT(kinds); i++) {
    check_kind(*state, &kinds[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_every_byte_where_it_was_put),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
