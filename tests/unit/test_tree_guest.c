/* Texts of YAML and JSON as guests: cases that a generator does not think of. */
#include "guest_writer.h"

#include "source/heredoc.h"
#include "tree/guest_value.h"
#include "tree/read.h"

/* The part of a source that bytes [begin, end) of a string's text stand for. */
static void finds_bytes_in_the_source(void **state) {
  static const struct {
    const char *source, *text;
    uint32_t begin, end;
    const char *part;
  } cases[] = {
      {"\"[f(xy)]\"", "[f(xy)]", 3, 5, "xy"},
      {"\"[f('a\\\"b', xy)]\"", "[f('a\"b', xy)]", 10, 12, "xy"},
      {"\"[f('\\u00e9', xy)]\"", "[f('\xC3\xA9', xy)]", 9, 11, "xy"},
      {"\"[f('\\ud83d\\ude00', xy)]\"", "[f('\xF0\x9F\x98\x80', xy)]", 11, 13, "xy"},
      {"\"[f(\\n xy)]\"", "[f(\n xy)]", 5, 7, "xy"},
      {"'[f(''a'', xy)]'", "[f('a', xy)]", 8, 10, "xy"},
      {"'[f(\\'a\\', xy)]'", "[f('a', xy)]", 8, 10, "xy"},
      {"[f('a', xy)]", "[f('a', xy)]", 8, 10, "xy"},
      {"\"[f('a',\n  xy)]\"", "[f('a', xy)]", 8, 10, "xy"},     /* YAML folds */
      {"\"[f('a',\n  xy)]\"", "[f('a',\n  xy)]", 10, 12, "xy"}, /* JSON keeps */
      {"\"[f(\\\n   xy)]\"", "[f(xy)]", 3, 5, "xy"},
      {"\"[f(xy)]\"", "[f(xy)]", 7, 9, ""},
      {"\"other\"", "[f(xy)]", 3, 5, "\"other\""},
  };
  aml_sources *sources = aml_sources_new(*state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source = aml_sources_add(sources, aml_sv_format(*state, "%zu.json", i), AML_SV(""));
    source->bytes = aml_sv_of(cases[i].source);
    aml_span span = {source->id, 0, (uint32_t)source->bytes.len};
    const aml_value *string = aml_value_string(*state, aml_sv_of(cases[i].text), span);
    aml_span found = aml_value_part(*state, sources, string, (aml_guest_range){cases[i].begin, cases[i].end});
    assert_sv_equal(aml_span_text(sources, found), aml_sv_of(cases[i].part));
  }
}

static const aml_guest *read_member(
    aml_arena *arena, aml_source *source, aml_syntax syntax, const char *path) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_tree *tree = aml_tree_read_as(source, syntax, arena, &diags);
  const aml_value *value = must_exist(aml_value_path(tree->documents.items[0].root, aml_sv_of(path)));
  return aml_guest_of_value(arena, aml_guest_whole(arena, source), syntax, value);
}

/* Where "HERE" of the text inside stands: line and column, as an editor shows them. */
static void finds_places(void **state) {
  static const struct {
    aml_syntax syntax;
    const char *host;
    uint32_t line, column;
  } cases[] = {
      {AML_SYNTAX_YAML, "t: HERE", 1, 4},
      {AML_SYNTAX_YAML, "\xEF\xBB\xBFt: |\n  HERE\n", 2, 3},
      {AML_SYNTAX_YAML, "t: |\r\n\r\n   a\r\n   HERE\r\n", 4, 4},
      {AML_SYNTAX_YAML, "t: |2\n    HERE", 2, 5},
      {AML_SYNTAX_YAML, "t: |2+ # note\n\n  a\n    HERE\n\n", 4, 5},
      {AML_SYNTAX_YAML, "- t\n- |\n HERE\n- u\n", 3, 2},
      {AML_SYNTAX_YAML, "t:\n  >-\n  a\n  b\n\n  c HERE\n", 6, 5},
      {AML_SYNTAX_YAML, "t: >\n  a\n   deeper\n  HERE", 4, 3},
      {AML_SYNTAX_YAML, "t: |\n  a\xE2\x80\xA8  HERE\n", 2, 7}, /* U+2028 ends a line of YAML, of no editor */
      {AML_SYNTAX_YAML, "t: \"a\\\n  \\  HERE\"", 2, 6},
      {AML_SYNTAX_YAML, "t: &a !!str 'it''s\n\n  HERE'", 3, 3},
      {AML_SYNTAX_YAML, "{t: a\n   HERE, u: 1}", 2, 4},
      {AML_SYNTAX_JSON, "{\"t\": \"\\ud83d\\ude00HERE\"}", 1, 20},
      {AML_SYNTAX_JSON, "{\"t\": \"\\q\\u12HERE\"}", 1, 14},
      {AML_SYNTAX_JSON, "{'t': 'it\\'s\n HERE'}", 2, 2},
      {AML_SYNTAX_JSON, "{\"t\": [\"a\\n\",\n\n \"\", \"\\tHERE\"]}", 3, 9},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source = source_of(*state, "t", aml_sv_of(cases[i].host));
    const char *path = cases[i].host[0] == '-' ? NULL : "t";
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_tree *tree = aml_tree_read_as(source, cases[i].syntax, *state, &diags);
    const aml_value *root = tree->documents.items[0].root;
    const aml_value *value = path == NULL ? root->as.array.items[1] : aml_object_find(root, AML_SV("t"));
    const aml_guest *guest =
        aml_guest_of_value(*state, aml_guest_whole(*state, source), cases[i].syntax, must_exist(value));
    if (guest == NULL) {
      fail_msg("no guest in %s", cases[i].host);
      return;
    }
    aml_source_index_lines(source, *state);
    size_t at = aml_sv_find(guest->text, AML_SV("HERE"), 0);
    aml_span span = aml_guest_span(guest, at, at + 4);
    aml_position position = aml_source_locate(source, span.begin);
    assert_sv_equal(aml_sv_slice(source->bytes, span.begin, span.end), AML_SV("HERE"));
    assert_int_equal(position.line, cases[i].line);
    assert_int_equal(position.column, cases[i].column);
  }
}

/* What has no place of its own: aliases, placeholders, arrays of more than strings, values that were
 * computed. */
static void refuses_what_is_not_written_there(void **state) {
  aml_source *source = source_of(*state, "t", AML_SV("{\"a\": [\"x\", 1], \"b\": \"x\"}"));
  assert_null(read_member(*state, source, AML_SYNTAX_JSON, "a"));
  const aml_value *computed = aml_value_string(*state, AML_SV("y"), (aml_span){source->id, 21, 24});
  const aml_guest *host = aml_guest_whole(*state, source);
  assert_null(aml_guest_of_value(*state, host, AML_SYNTAX_JSON, computed));
  const aml_value *elsewhere = aml_value_string(*state, AML_SV("x"), (aml_span){source->id, 21, 4000});
  assert_null(aml_guest_of_value(*state, host, AML_SYNTAX_JSON, elsewhere));
  assert_null(aml_guest_of_value(*state, host, AML_SYNTAX_JSON, aml_value_null(*state, AML_NO_SPAN)));
}

/* A here-document in a script in a block scalar; and that script as a line of a notebook. */
static void composes(void **state) {
  aml_arena *arena = *state;
  aml_source *source = source_of(arena, "w.yml",
      AML_SV("steps:\n- run: |\n    cat <<-'EOF' > c.yml\n    \tmin_instances: 2\n    EOF\n"));
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_value *root = aml_tree_read_as(source, AML_SYNTAX_YAML, arena, &diags)->documents.items[0].root;
  const aml_value *step = aml_object_find(root, AML_SV("steps"))->as.array.items[0];
  const aml_guest *script = must_exist(aml_guest_of_value(
      arena, aml_guest_whole(arena, source), AML_SYNTAX_YAML, aml_object_find(step, AML_SV("run"))));
  aml_heredoc heredoc;
  size_t at = aml_sv_find(script->text, AML_SV("<<"), 0);
  assert_true(aml_heredoc_open(arena, script->text, &at, &heredoc));
  at = aml_sv_find_char(script->text, '\n', at) + 1;
  const aml_guest *inner = must_exist(aml_heredoc_guest(arena, script, &heredoc, &at));
  assert_sv_equal(inner->text, AML_SV("min_instances: 2\n"));
  aml_span two = aml_guest_span(inner, 15, 16);
  assert_sv_equal(aml_sv_slice(source->bytes, two.begin, two.end), AML_SV("2"));
  aml_source_index_lines(source, arena);
  assert_int_equal(aml_source_locate(source, two.begin).line, 4);
  assert_int_equal(aml_source_locate(source, two.begin).column, 21);
  aml_edit edit;
  assert_true(aml_guest_edit(inner, arena, (aml_guest_range){15, 16}, AML_SV("0\nmax_instances: 3"), &edit));
  assert_sv_equal(
      do_edit(arena, source->bytes, &edit), AML_SV("steps:\n- run: |\n    cat <<-'EOF' > c.yml\n    "
                                                   "\tmin_instances: 0\n    max_instances: 3\n    EOF\n"));
  assert_false(aml_guest_edit(inner, arena, (aml_guest_range){0, 16}, AML_SV("EOF"), &edit));
}

/* What is left of U+00B0 and U+5500 without the bytes between them is U+0080, which YAML refuses. */
static void leaves_characters_whole(void **state) {
  aml_arena *arena = *state;
  const aml_source *source = source_of(arena, "x.yml", AML_SV("a\xC2\xB0`\xE5\x94\x80"));
  const aml_guest *whole = aml_guest_whole(arena, source);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_guest_read_tree(whole, AML_SYNTAX_YAML, arena, &diags);
  const aml_guest *text =
      must_exist(aml_guest_of_value(arena, whole, AML_SYNTAX_YAML, tree->documents.items[0].root));
  aml_edit edit;
  assert_false(aml_guest_edit(text, arena, (aml_guest_range){2, 6}, AML_SV(""), &edit));
  assert_false(aml_guest_edit(text, arena, (aml_guest_range){1, 6}, AML_SV("x"), &edit));
  assert_true(aml_guest_edit(text, arena, (aml_guest_range){1, 7}, AML_SV("x"), &edit));
  assert_sv_equal(do_edit(arena, source->bytes, &edit), AML_SV("ax"));
}

typedef struct comparison {
  const aml_guest *guest;
  size_t values;
} comparison;

static void assert_moved(const comparison *c, aml_span plain, aml_span found) {
  aml_span moved = aml_span_is_none(plain) ? plain : aml_guest_span(c->guest, plain.begin, plain.end);
  assert_int_equal(found.source, moved.source);
  assert_int_equal(found.begin, moved.begin);
  assert_int_equal(found.end, moved.end);
}

static void assert_same(comparison *c, const aml_value *plain, const aml_value *found) {
  c->values++;
  assert_int_equal(plain->kind, found->kind);
  assert_moved(c, plain->span, found->span);
  assert_int_equal(plain->origin == NULL, found->origin == NULL);
  if (plain->origin != NULL) {
    assert_moved(c, plain->origin->span, found->origin->span);
  }
  for (size_t i = 0; plain->kind == AML_ARRAY && i < plain->as.array.count; i++) {
    assert_same(c, plain->as.array.items[i], found->as.array.items[i]);
  }
  for (size_t i = 0; plain->kind == AML_OBJECT && i < plain->as.object.count; i++) {
    const aml_member *a = &plain->as.object.members[i];
    const aml_member *b = &found->as.object.members[i];
    assert_sv_equal(b->name, a->name);
    assert_moved(c, a->name_span, b->name_span);
    assert_same(c, a->value, b->value);
  }
}

/* The text as a guest: in a block of YAML, or in a string of JSON. */
static const aml_guest *make_guest(aml_arena *arena, aml_sv text, bool is_json) {
  guest_writer w = begin_writing(arena, 1);
  put_host(&w, is_json ? "{\"t\": \"" : "t: |\n");
  for (aml_sv rest = text; rest.len > 0;) {
    aml_sv line = aml_sv_split(&rest, '\n');
    put_host(&w, is_json ? "" : "    ");
    for (size_t k = 0; k < line.len; k++) {
      put_host(&w, is_json && (line.data[k] == '"' || line.data[k] == '\\') ? "\\" : "");
      aml_strbuf_add_char(&w.host, line.data[k]);
    }
    put_host(&w, is_json ? "\\n" : "\n");
  }
  put_host(&w, is_json ? "\"}" : "");
  aml_source *source = source_of(arena, "host", aml_strbuf_view(&w.host));
  const aml_guest *guest = read_member(arena, source, is_json ? AML_SYNTAX_JSON : AML_SYNTAX_YAML, "t");
  assert_sv_equal(((const aml_guest *)must_exist(guest))->text, text);
  return guest;
}

static void assert_same_diags(const comparison *c, const aml_diags *plain, const aml_diags *found) {
  assert_int_equal(plain->list.count, found->list.count);
  for (size_t k = 0; k < plain->list.count; k++) {
    assert_sv_equal(found->list.items[k].message.text, plain->list.items[k].message.text);
    assert_moved(c, plain->list.items[k].span, found->list.items[k].span);
    assert_moved(c, plain->list.items[k].related, found->list.items[k].related);
  }
}

static void compare_trees(aml_arena *arena, const aml_guest *guest, aml_syntax syntax) {
  aml_diags of_plain, of_guest;
  aml_diags_init(&of_plain, arena);
  aml_diags_init(&of_guest, arena);
  aml_tree *plain = aml_tree_read_as(source_of(arena, "plain", guest->text), syntax, arena, &of_plain);
  aml_tree *found = aml_guest_read_tree(guest, syntax, arena, &of_guest);
  comparison c = {.guest = guest};
  assert_int_equal(plain->documents.count, found->documents.count);
  assert_int_equal(plain->is_broken, found->is_broken);
  for (size_t k = 0; k < plain->documents.count; k++) {
    assert_same(&c, plain->documents.items[k].root, found->documents.items[k].root);
  }
  assert_int_equal(plain->comments.count, found->comments.count);
  for (size_t k = 0; k < plain->comments.count; k++) {
    assert_moved(&c, plain->comments.items[k].span, found->comments.items[k].span);
  }
  assert_same_diags(&c, &of_plain, &of_guest);
  assert_true(c.values > 1);
}

/* A tree read from a guest is the tree of its text, with places of the file: of sound and of broken texts. */
static void reads_trees_of_guests(void **state) {
  static const struct {
    aml_syntax syntax;
    const char *text;
  } cases[] = {
      {AML_SYNTAX_YAML, "name: cpu # note\nsize: 'it''s'\nlist:\n- \xC3\xA9\n- [a, {b: c}]\nempty:\n"},
      {AML_SYNTAX_YAML, "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\ne: &y 12\n*y : f\n"},
      {AML_SYNTAX_YAML, "a: 1\nb: [1, 2\n---\nc: |\n  d\n"},
      {AML_SYNTAX_YAML, "a: 1\na: 2\n? [x]\n: y\nb: *none\n"},
      {AML_SYNTAX_YAML, "a: {{ x }}\n"},
      {AML_SYNTAX_JSON, "{\"a\": [1, \"\\u00e9\"], /* c */ 'b': {\"c\": null}}\n"},
      {AML_SYNTAX_JSON, "{\"a\": 1,, \"b\" 2, \"c\": [}\n"},
      {AML_SYNTAX_JSON, "{\"a\": 010, \"b\": \"open\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    for (int is_json = 0; is_json < 2; is_json++) {
      const aml_guest *guest = make_guest(*state, aml_sv_of(cases[i].text), is_json == 1);
      compare_trees(*state, guest, cases[i].syntax);
    }
  }
}

/* Edits that a host cannot take in place, and how the ones that it can are written. */
static void writes_as_the_host_wants(void **state) {
  static const struct {
    aml_syntax syntax;
    const char *host, *old, *text, *expected; /* NULL: refused */
  } cases[] = {
      {AML_SYNTAX_YAML, "t: az -n 2", "2", "0", "t: az -n 0"},
      {AML_SYNTAX_YAML, "t: az -n 2", "2", "0 # no", NULL},
      {AML_SYNTAX_YAML, "t: az -n 2", "2", "a: b", NULL},
      {AML_SYNTAX_YAML, "t: az", "az", "true", NULL}, /* would be no string */
      {AML_SYNTAX_YAML, "t: az", "az", "12", NULL},
      {AML_SYNTAX_YAML, "t: az", "az", "- x", NULL},
      {AML_SYNTAX_YAML, "t: [az b, c]", "b", "b, d", NULL},
      /* NEL, U+2028 and U+2029 end lines of YAML 1.1: "---" behind one is the mark of a document */
      {AML_SYNTAX_YAML, "t: az\xC2\x85 list -n 2", "2", "0", "t: az\xC2\x85 list -n 0"},
      {AML_SYNTAX_YAML, "a|\xC2\x85----", "-", "", NULL},
      {AML_SYNTAX_YAML, "a|\xC2\x85-x-", "x", "-", NULL},
      {AML_SYNTAX_YAML, "a|\xE2\x80\xA8-x-", "x", "-", NULL},
      {AML_SYNTAX_YAML, "a|\xE2\x80\xA9..x", "x", ".", NULL},
      {AML_SYNTAX_YAML, "'a\xC2\x85-x-'", "x", "-", NULL},
      {AML_SYNTAX_YAML, "t: az b", "b", "\xE2\x80\xA8", NULL},
      {AML_SYNTAX_YAML, "t: |\n  a\xC2\x85u: 1", "\n", "", NULL}, /* 'u' is no line of the text */
      {AML_SYNTAX_YAML, "t: 'az b'", "b", "it's", "t: 'az it''s'"},
      {AML_SYNTAX_YAML, "t: 'az b'", "b", "two\nlines", NULL},
      {AML_SYNTAX_YAML, "t: \"az b\"", "b", "\"two\"\nlines\\", "t: \"az \\\"two\\\"\\nlines\\\\\""},
      {AML_SYNTAX_YAML, "t: \"az b\"", "b", "\xC2\x85", "t: \"az \\u0085\""},
      {AML_SYNTAX_YAML, "t: \"\"", "", "x", "t: \"x\""},
      {AML_SYNTAX_YAML, "t: |\n  a\n  b\nu: 1", "b", "b\nc", "t: |\n  a\n  b\n  c\nu: 1"},
      {AML_SYNTAX_YAML, "t: |\r\n  a\r\n  b\r\nu: 1", "b", "b\nc", "t: |\r\n  a\r\n  b\r\n  c\r\nu: 1"},
      {AML_SYNTAX_YAML, "t: |\n  a\n  b\nu: 1", "a\n", "", "t: |\n  b\nu: 1"},
      {AML_SYNTAX_YAML, "t: |\n  a\n  b\nu: 1", "a", "  a", NULL}, /* the first line says how deep all are */
      {AML_SYNTAX_YAML, "t: |\n  a\nu: 1", "a", "\x01", NULL},
      {AML_SYNTAX_YAML, "t: |\nu: 1", "", "x", NULL},
      {AML_SYNTAX_YAML, "t: |2+\n\n\nu: 1", "\n", "x\n", NULL}, /* how deep? */
      {AML_SYNTAX_YAML, "t: >\n  a\n  b\n", "b", "c d", "t: >\n  a\n  c d\n"},
      {AML_SYNTAX_YAML, "t: >\n  a\n  b\n", "b", "c\nd", NULL},
      {AML_SYNTAX_JSON, "{\"t\": \"a\\nb\"}", "b", "\"\xC3\xA9\t", "{\"t\": \"a\\n\\\"\xC3\xA9\\t\"}"},
      {AML_SYNTAX_JSON, "{\"t\": \"a\\u00e9b\"}", "a\xC3\xA9", "x", "{\"t\": \"xb\"}"},
      {AML_SYNTAX_JSON, "{\"t\": [\"a\\n\", \"b\"]}", "b", "c", "{\"t\": [\"a\\n\", \"c\"]}"},
      {AML_SYNTAX_JSON, "{\"t\": [\"a\\n\", \"b\"]}", "\nb", "c", NULL}, /* of two strings */
      {AML_SYNTAX_JSON, "{\"t\": []}", "", "c", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source = source_of(*state, "t", aml_sv_of(cases[i].host));
    aml_diags diags;
    aml_diags_init(&diags, *state);
    const aml_value *root =
        aml_tree_read_as(source, cases[i].syntax, *state, &diags)->documents.items[0].root;
    const aml_value *value = root->kind == AML_OBJECT ? must_exist(aml_object_find(root, AML_SV("t"))) : root;
    bool is_list = cases[i].syntax == AML_SYNTAX_YAML && value->kind == AML_ARRAY;
    value = is_list ? value->as.array.items[0] : value;
    const aml_guest *host = aml_guest_whole(*state, source);
    const aml_guest *guest = must_exist(aml_guest_of_value(*state, host, cases[i].syntax, value));
    size_t at = aml_sv_find(guest->text, aml_sv_of(cases[i].old), 0);
    aml_guest_range range = {at, at + strlen(cases[i].old)};
    aml_edit edit;
    bool is_done = aml_guest_edit(guest, *state, range, aml_sv_of(cases[i].text), &edit);
    aml_sv got = is_done ? do_edit(*state, source->bytes, &edit) : AML_SV("refused");
    assert_sv_equal(got, aml_sv_of(cases[i].expected == NULL ? "refused" : cases[i].expected));
  }
}

/* A deep, a long and a strange text take time and memory by their length. */
static void is_bounded(void **state) {
  enum { LENGTH = 2 << 20 };
  static const char *const units[] = {"\\n", " \n", "\\\n ", "a\n ", "''"};
  for (size_t i = 0; i < COUNT(units); i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_strbuf host;
    aml_strbuf_init(&host, &arena, SIZE_MAX);
    aml_strbuf_add(&host, i == 4 ? AML_SV("t: '") : AML_SV("t: \""));
    while (host.len < LENGTH) {
      aml_strbuf_add(&host, aml_sv_of(units[i]));
    }
    aml_strbuf_add(&host, i == 4 ? AML_SV("'") : AML_SV("\""));
    aml_source *source = source_of(&arena, "t", aml_strbuf_view(&host));
    aml_diags diags;
    aml_diags_init(&diags, &arena);
    const aml_value *root =
        aml_tree_read_as(source, AML_SYNTAX_YAML, &arena, &diags)->documents.items[0].root;
    size_t before = arena.used;
    const aml_guest *guest = must_exist(aml_guest_of_value(
        &arena, aml_guest_whole(&arena, source), AML_SYNTAX_YAML, aml_object_find(root, AML_SV("t"))));
    assert_int_equal(guest->text.len == 0, i == 2); /* lines that are joined to nothing */
    assert_true(arena.used - before < (size_t)40 * LENGTH);
    aml_arena_release(&arena);
  }
  (void)state;
}

typedef struct reading {
  aml_arena *arena;
  bool is_done;
} reading;

static void read_and_edit(void *ctx) {
  reading *r = ctx;
  aml_source source = {.id = 1, .bytes = AML_SV("t: |\n  az ml\n  compute \\n create\n")};
  aml_span span = {1, 3, 32};
  const aml_value *value = aml_value_string(r->arena, AML_SV("az ml\ncompute \\n create\n"), span);
  const aml_guest *guest =
      aml_guest_of_value(r->arena, aml_guest_whole(r->arena, &source), AML_SYNTAX_YAML, value);
  aml_edit edit;
  r->is_done = guest != NULL && aml_guest_edit(guest, r->arena, (aml_guest_range){0, 2}, AML_SV("AZ"), &edit);
}

/* Memory may end at any point. */
static void survives_exhaustion(void **state) {
  size_t failures = 0;
  for (size_t limit = 0; limit < 8192; limit += 16) {
    aml_arena arena;
    aml_arena_init(&arena, limit);
    reading r = {.arena = &arena};
    aml_status status = aml_guard_run(&arena, read_and_edit, &r);
    assert_true(status == AML_OK ? r.is_done : status == AML_ERR_LIMIT);
    failures += status != AML_OK;
    aml_arena_release(&arena);
  }
  assert_true(failures > 3 && failures < 512);
  (void)state;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_bytes_in_the_source),
      TEST_CASE(leaves_characters_whole),
      TEST_CASE(finds_places),
      TEST_CASE(refuses_what_is_not_written_there),
      TEST_CASE(composes),
      TEST_CASE(reads_trees_of_guests),
      TEST_CASE(writes_as_the_host_wants),
      TEST_CASE(is_bounded),
      TEST_CASE(survives_exhaustion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
