/* Generated hosts of every kind: each byte of the text inside is found where the generator put it, the text
 * is what libyaml and cJSON read, and what an edit writes reads as it was meant, with everything else as it
 * was. */
#include "guest_writer.h"

#include <cjson/cJSON.h>

#include "tree/guest_value.h"
#include "tree/read.h"

enum { HOSTS = 250 };

#define PICK(w, list) (list)[draw((w), COUNT(list))]

static const char *const words[] = {"az", "ml", "compute", "create", "--min-instances", "2", "-n", "cpu",
    "$SIZE", "\xC3\xA9t\xC3\xA9", "\xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x98\x80"};
static const char *const odd[] = {"\"q\"", "it's", "a\\b", "#x", "k: v", "{}", "\t", "'", "%", "&", "* -"};

/* A few words on one line; odd ones where the host takes them as they are. */
static void put_words(guest_writer *w, bool takes_odd) {
  put_both(w, PICK(w, words));
  for (uint32_t n = draw(w, 5); n > 0; n--) {
    put_both(w, " ");
    put_both(w, takes_odd && draw(w, 3) == 0 ? PICK(w, odd) : PICK(w, words));
  }
  put_both(w, takes_odd && draw(w, 6) == 0 ? "  " : "");
}

/* YAML around the scalar: before it a key, behind it another. */
static void put_head(guest_writer *w, const char *key) {
  static const char *const heads[] = {"", "# \xC3\xA9\n", "a: \xE6\x97\xA5\n", "a: [1, 2]\nb:\n  - c\n"};
  put_host(w, PICK(w, heads));
  put_host(w, key);
}

static void put_line_end(guest_writer *w) {
  put_as(w, "\n", w->line_end);
}

/* Lines as they stand; how the last ends is told by the header. */
static void write_literal(guest_writer *w) {
  static const char *const headers[] = {
      "script: |", "script: |-", "script: |+", "script: &s !!str |  # why", "script: |1"};
  uint32_t header = draw(w, COUNT(headers));
  size_t indent = header == 4 ? 1 : 1 + draw(w, 5);
  uint32_t count = draw(w, 6);
  put_head(w, headers[header]);
  put_host(w, w->line_end);
  for (uint32_t i = 0; i < count; i++) {
    put_blanks(w, indent);
    put_both(w, (i > 0 || header == 4) && draw(w, 3) == 0 ? "  " : "");
    put_words(w, true);
    if (i + 1 < count) {
      put_line_end(w);
    }
    if (i + 1 < count && draw(w, 4) == 0) {
      put_line_end(w);
    }
  }
  bool is_open = draw(w, 4) == 0; /* the file ends without a line end */
  if (count > 0 && !is_open) {
    put_as(w, header != 1 ? "\n" : "", w->line_end);
    if (draw(w, 2) == 0) {
      put_as(w, header == 2 ? "\n" : "", w->line_end);
    }
  }
  put_host(w, count == 0 || !is_open ? "next: 1\n" : "");
}

/* Lines that are one paragraph, with blank lines and deeper ones between them. */
static void write_folded(guest_writer *w) {
  size_t indent = 1 + draw(w, 4);
  put_head(w, "script: >-");
  put_host(w, w->line_end);
  bool was_deeper = false;
  for (uint32_t i = 0, count = 1 + draw(w, 6); i < count; i++) {
    bool is_deeper = i > 0 && draw(w, 4) == 0;
    uint32_t blank = i > 0 && draw(w, 3) == 0 ? 1 + draw(w, 2) : 0;
    if (i > 0 && (was_deeper || is_deeper)) {
      put_line_end(w);
    } else if (i > 0 && blank == 0) {
      put_as(w, " ", w->line_end);
    } else if (i > 0) {
      put_host(w, w->line_end);
    }
    for (; blank > 0; blank--) {
      put_line_end(w);
    }
    put_blanks(w, indent);
    put_both(w, is_deeper ? "  " : "");
    put_words(w, true);
    was_deeper = is_deeper;
  }
  put_host(w, w->line_end);
  put_host(w, draw(w, 2) == 0 ? "" : "next: 1\n");
}

/* A line end in a flow scalar, with the blanks around it, which are nothing. */
static void put_fold(guest_writer *w) {
  uint32_t blank = draw(w, 3) == 0 ? 1 + draw(w, 2) : 0;
  put_host(w, draw(w, 3) == 0 ? "  " : "");
  if (blank == 0) {
    put_as(w, " ", w->line_end);
  } else {
    put_host(w, w->line_end);
  }
  for (; blank > 0; blank--) {
    put_host(w, draw(w, 2) == 0 ? " " : "");
    put_line_end(w);
  }
  put_host(w, "  ");
}

static void write_plain(guest_writer *w) {
  put_head(w, "script: ");
  put_both(w, "az ");
  put_words(w, false);
  for (uint32_t n = draw(w, 3); n > 0; n--) {
    put_fold(w);
    put_words(w, false);
  }
  put_host(w, w->line_end);
  put_host(w, "next: 1\n");
}

static void write_single(guest_writer *w) {
  put_head(w, "script: '");
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    put_words(w, false);
    if (draw(w, 2) == 0) {
      put_as(w, "'", "''");
    }
    if (draw(w, 3) == 0) {
      put_fold(w);
    }
  }
  put_both(w, "x");
  put_host(w, "'");
  put_host(w, w->line_end);
  put_host(w, "next: 1\n");
}

typedef struct escape {
  const char *guest, *host;
} escape;

static void write_double(guest_writer *w) {
  static const escape escapes[] = {{"\n", "\\n"}, {"\t", "\\t"}, {"\"", "\\\""}, {"\\", "\\\\"},
      {"A", "\\x41"}, {"\xC3\xA9", "\\u00e9"}, {"\xF0\x9F\x98\x80", "\\U0001F600"}, {"\xC2\x85", "\\N"},
      {"\x1b", "\\e"}};
  put_head(w, "script: \"");
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    put_words(w, false);
    const escape *e = &PICK(w, escapes);
    put_as(w, e->guest, e->host);
    if (draw(w, 4) == 0) {
      put_host(w, "\\"); /* goes on in the next line, without its indentation */
      put_host(w, w->line_end);
      put_host(w, "   ");
    } else if (draw(w, 4) == 0) {
      put_fold(w);
    }
  }
  put_both(w, draw(w, 2) == 0 ? "x" : "");
  put_host(w, "\"");
  put_host(w, w->line_end);
  put_host(w, "next: 1\n");
}

static void put_json_text(guest_writer *w) {
  static const escape escapes[] = {{"\n", "\\n"}, {"\t", "\\t"}, {"\"", "\\\""}, {"\\", "\\\\"}, {"/", "\\/"},
      {"\xC3\xA9", "\\u00e9"}, {"\xF0\x9F\x98\x80", "\\uD83D\\ude00"}, {"\b", "\\b"}, {"'", "'"}};
  for (uint32_t n = draw(w, 6); n > 0; n--) {
    put_words(w, false);
    const escape *e = &PICK(w, escapes);
    put_as(w, e->guest, e->host);
  }
}

static void write_json(guest_writer *w) {
  static const char *const heads[] = {"{\"script\":\"", "{\n  \"a\": [\"\xC3\xA9\", 1],\n  \"script\": \""};
  put_host(w, PICK(w, heads));
  put_json_text(w);
  put_host(w, "\", \"next\": 1}");
}

static void write_notebook(guest_writer *w) {
  put_host(w, "{\n \"script\": [");
  uint32_t count = draw(w, 5);
  for (uint32_t i = 0; i < count; i++) {
    put_host(w, w->line_end);
    put_host(w, "  \"");
    put_json_text(w);
    if (i + 1 < count) {
      put_as(w, "\n", "\\n");
    }
    put_host(w, i + 1 < count ? "\"," : "\"");
  }
  put_host(w, "\n ], \"next\": 1}");
}

typedef struct kind {
  const char *name;
  aml_syntax syntax;
  void (*write)(guest_writer *w);
} kind;

static const kind kinds[] = {
    {"literal", AML_SYNTAX_YAML, write_literal},
    {"folded", AML_SYNTAX_YAML, write_folded},
    {"plain", AML_SYNTAX_YAML, write_plain},
    {"single quotes", AML_SYNTAX_YAML, write_single},
    {"double quotes", AML_SYNTAX_YAML, write_double},
    {"json", AML_SYNTAX_JSON, write_json},
    {"notebook", AML_SYNTAX_JSON, write_notebook},
};

static const aml_value *read_script(
    aml_arena *arena, const aml_source *source, aml_syntax syntax, bool *has_next) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_tree *tree = aml_tree_read_as(source, syntax, arena, &diags);
  if (diags.list.count > 0) {
    fail_msg("%.*s\n%.*s", AML_SV_ARG(diags.list.items[0].message.text), AML_SV_ARG(source->bytes));
  }
  *has_next = aml_object_find(tree->documents.items[0].root, AML_SV("next")) != NULL;
  return must_exist(aml_object_find(tree->documents.items[0].root, AML_SV("script")));
}

/* What cJSON makes of it. */
static aml_sv ask_cjson(aml_arena *arena, aml_sv text) {
  cJSON *root = cJSON_ParseWithLength(text.data, text.len);
  const cJSON *script = cJSON_GetObjectItemCaseSensitive(root, "script");
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  if (cJSON_IsString(script)) {
    aml_strbuf_add(&out, aml_sv_of(script->valuestring));
  }
  const cJSON *item;
  cJSON_ArrayForEach(item, script) {
    aml_strbuf_add(&out, aml_sv_of(item->valuestring));
  }
  cJSON_Delete(root);
  return aml_strbuf_view(&out);
}

static aml_sv text_of(aml_arena *arena, const aml_value *script) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, aml_value_text(script));
  for (size_t i = 0; script->kind == AML_ARRAY && i < script->as.array.count; i++) {
    aml_strbuf_add(&out, aml_value_text(script->as.array.items[i]));
  }
  return aml_strbuf_view(&out);
}

/* Replaces a stretch of the guest, and reads the host again. */
static bool try_edit(
    guest_writer *w, const kind *k, const aml_guest *guest, aml_guest_range range, aml_sv text) {
  aml_edit edit;
  aml_sv host = guest->host->text;
  if (!aml_guest_edit(guest, w->arena, range, text, &edit)) {
    return false;
  }
  aml_sv edited = do_edit(w->arena, host, &edit);
  bool had_next, has_next;
  (void)read_script(w->arena, source_of(w->arena, "before", host), k->syntax, &had_next);
  const aml_value *script = read_script(w->arena, source_of(w->arena, "after", edited), k->syntax, &has_next);
  assert_int_equal(had_next, has_next);
  aml_sv meant =
      aml_sv_format(w->arena, "%.*s%.*s%.*s", AML_SV_ARG(aml_sv_slice(guest->text, 0, range.begin)),
          AML_SV_ARG(text), AML_SV_ARG(aml_sv_slice(guest->text, range.end, guest->text.len)));
  assert_sv_equal(text_of(w->arena, script), meant);
  if (k->syntax == AML_SYNTAX_JSON) {
    assert_sv_equal(ask_cjson(w->arena, edited), meant);
  }
  assert_true(edit.span.begin >= guest->written.begin && edit.span.end <= guest->written.end);
  return true;
}

/* Any stretch and any text: refused, or done right. One word for another: done. */
static void edit_guest(guest_writer *w, const kind *k, const aml_guest *guest) {
  static const char *const texts[] = {"x", "", "a b", " ", "\n", "q\"'", "a\\b", "two\nlines", "\ttab",
      "k: v", " #c", "\xC3\xA9", "\x01", "\n\n  deep\n", "- x", "|", "\r\n"};
  for (int i = 0; i < 20; i++) {
    (void)try_edit(w, k, guest, draw_range(w, guest->text), aml_sv_of(PICK(w, texts)));
  }
  for (size_t at = 0; (at = aml_sv_find(guest->text, AML_SV("compute"), at)) != AML_NPOS; at++) {
    assert_true(try_edit(w, k, guest, (aml_guest_range){at, at + 7}, AML_SV("workspace")));
    assert_true(try_edit(w, k, guest, (aml_guest_range){at + 3, at + 3}, AML_SV("-")));
    assert_true(try_edit(w, k, guest, (aml_guest_range){at + 1, at + 7}, AML_SV("")));
  }
}

static void check_kind(aml_arena *arena, const kind *k) {
  size_t edited = 0;
  for (uint32_t seed = 1; seed <= HOSTS; seed++) {
    aml_arena_mark mark = aml_arena_set_mark(arena);
    guest_writer w = begin_writing(arena, seed * 7919U);
    k->write(&w);
    aml_source *source = source_of(arena, k->name, aml_strbuf_view(&w.host));
    bool has_next;
    const aml_value *script = read_script(arena, source, k->syntax, &has_next);
    assert_sv_equal(text_of(arena, script), aml_strbuf_view(&w.guest));
    if (k->syntax == AML_SYNTAX_JSON) {
      assert_sv_equal(ask_cjson(arena, source->bytes), aml_strbuf_view(&w.guest));
    }
    const aml_guest *guest = aml_guest_of_value(arena, aml_guest_whole(arena, source), k->syntax, script);
    if (guest == NULL) {
      fail_msg("%s: no guest in\n%.*s", k->name, AML_SV_ARG(source->bytes));
      return;
    }
    check_places(&w, source, guest);
    edited += aml_sv_find(guest->text, AML_SV("compute"), 0) != AML_NPOS;
    edit_guest(&w, k, guest);
    aml_arena_rewind(arena, &mark);
  }
  assert_true(edited > HOSTS / 4);
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
