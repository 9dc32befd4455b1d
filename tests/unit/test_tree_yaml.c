#include "base/limits.h"

#include "tree_outcome.h"
#include "tree_text.h"

static outcome read_yaml(aml_arena *arena, aml_sv text) {
  return read_as(arena, AML_SYNTAX_YAML, text);
}

static void reads_the_core_schema(void **state) {
  static const struct {
    const char *text, *value;
  } cases[] = {
      {"", "null"},
      {"# nothing\n", "null"},
      {"~", "null"},
      {"[null, Null, NULL, nULL, '~']", "[null,null,null,'nULL','~']"},
      {"[true, True, TRUE, tRUE, yes, no, on, off, y, n]",
          "[true,true,true,'tRUE','yes','no','on','off','y','n']"},
      {"[false, False, FALSE, 'false']", "[false,false,false,'false']"},
      {"[0, -1, +2, 007, 0x1F, 0o17, 1_000, 0b1, 12e]", "[0,-1,2,7,31,15,'1_000','0b1','12e']"},
      {"[9223372036854775807, 9223372036854775808]", "[9223372036854775807,~9223372036854776000]"},
      {"[1.5, .5, 1., +1.5e2, -.5E-1, 01.5, 1e3]", "[~1.5,~0.5,~1,~150,~-0.05,~1.5,~1000]"},
      {"[.inf, -.INF, .nan, 1.2.3, ., -, 1e]", "[~Infinity,~-Infinity,~NaN,'1.2.3','.','-','1e']"},
      {"[2026-01-01, 12:30:45, 0x, 0xG]", "['2026-01-01','12:30:45','0x','0xG']"},
      {"[!!str 1, !!int '3', ! 4, !custom 5, !!bool 'true']", "['1',3,'4','5',true]"},
      {"a: 1\nb:\n  - x\n  - y: z\n", "{'a':1,'b':['x',{'y':'z'}]}"},
      {"a:\r\n  b: c\r\nd: e\r\n", "{'a':{'b':'c'},'d':'e'}"},
      {"1: a\ntrue: b\n~: c\n? \n: d\n", "{'1':'a','true':'b','~':'c','':'d'}"},
      {"a: |\n  one\n  two\nb: >-\n  x\n  y\n", "{'a':'one\ntwo\n','b':'x y'}"},
      {"a: \"x\\ty\"\nb: 'it''s'\nc: p\n  q\n", "{'a':'x\ty','b':'it's','c':'p q'}"},
      {"- ${{ parameters.size }}\n- $[ variables.x ]\n- '{{ y }}'\n",
          "['${{ parameters.size }}','$[ variables.x ]','{{ y }}']"},
      {"{a: 1, b: [x, y]}", "{'a':1,'b':['x','y']}"},
      {"a:\nb: ''\n", "{'a':null,'b':''}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_yaml(*state, aml_sv_of(cases[i].text));
    assert_sv_equal(text_of_diags(*state, &out.diags), AML_SV(""));
    assert_int_equal(out.tree->documents.count, 1);
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i].value));
    assert_false(out.tree->is_broken);
  }
}

/* Of a mapping, only its own anchor and tag stand before it: those that follow are its first key's. */
static void begins_a_mapping_behind_its_own_properties(void **state) {
  static const struct {
    const char *text;
    uint32_t begin, end;
  } cases[] = {{"&h\n&d:\n", 3, 6}, {"&h\n&d a: 1\n", 3, 10}, {"!!map\n!t a: 1\n", 6, 13},
      {"&h !!map\n&d !t a: 1\n", 9, 19}, {"!!map &h # why\na: 1\n", 15, 19}, {"&h [&i a]\n", 3, 9}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_yaml(*state, aml_sv_of(cases[i].text));
    assert_int_equal(out.diags.list.count, 0);
    assert_int_equal(root_of(&out)->span.begin, cases[i].begin);
    assert_int_equal(root_of(&out)->span.end, cases[i].end);
  }
}

static void says_what_is_wrong_and_keeps_the_rest(void **state) {
  static const struct {
    const char *text, *diags, *message, *value;
  } cases[] = {
      {"a: 1\nb:\n\tc: 2\n", "AML001@8-9", "A tab is used for indentation, where YAML allows only spaces.",
          "{'a':1,'b':?}"},
      {"a: b: c\n", "AML001@4-5", "Expected the end of the value, found ':'.", "{'a':?}"},
      {"a: 1\n b: 2\n", "AML001@7-8", "Expected the end of the value, found ':'.", "{'a':?}"},
      {"a: [1, 2\nb: 3\n", "AML001@10-11", "Expected ',' or ']', found ':'.", "{'a':[1,?]}"},
      {"a: \"x\nb: 1\n", "AML001@3-4",
          "Expected a closing quotation mark for the string that begins here, found the end of the file.",
          "{'a':?}"},
      {"a: 1\nfoo\nb: 2\n", "AML001@5-8", "Expected a key with ':' and a value, found 'foo'.", "{'a':1}"},
      {"a:\n  - 1\n  b: 2\n", "AML001@11-13", "Expected '-' or less indentation, found 'b:'.", "{'a':[1]}"},
      {"a: @x\n", "AML001@3-5", "Expected a value, found '@x'.", "{'a':?}"},
      {"a: \"\\q\"\n", "AML001@4-7", "Expected an escape that YAML knows, found '\\q\"'.", "{'a':?}"},
      {"a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n", "AML001@5-12", "This is an unresolved merge conflict.",
          "{'a':1}"},
      {"{% if x %}\na: 1\n", "AML001@0-2", "Expected YAML, found '{%', which belongs to a template engine.",
          "null"},
      {"? [1, 2]\n: x\nb: 1\n", "AML001@2-8", "Expected a plain name as a key, found a list or a mapping.",
          "{'b':1}"},
      {"a: *x\nb: 1\n", "AML001@3-5", "The alias '*x' refers to nothing: no anchor '&x' precedes it.",
          "{'a':?,'b':1}"},
      {"a: &x [1, *x]\n", "AML001@10-12", "The alias '*x' is inside the value of its own anchor '&x'.",
          "{'a':[1,?]}"},
      {"a: 1\nb: 2\na: 3\n", "AML002@10-11",
          "The key 'a' appears twice in this mapping, and only the last one counts.", "{'a':1,'b':2,'a':3}"},
      {"a: 1\n<<: 5\n", "AML001@9-10",
          "Expected a mapping or a list of mappings after the merge key '<<', found a value of kind "
          "'integer'.",
          "{'a':1}"},
      {"a: x\001y\n", "AML001@4-5", "Expected text, found the byte '0x01'.", "null"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_yaml(*state, aml_sv_of(cases[i].text));
    assert_sv_equal(text_of_diags(*state, &out.diags), aml_sv_of(cases[i].diags));
    assert_sv_equal(out.diags.list.items[0].message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i].value));
  }
}

static void leaves_placeholders_unknown(void **state) {
  static const char *const cases[][2] = {
      {"a: {{ x }}\nb: 1\n", "{'a':?,'b':1}"},
      {"a: {{ x }}-y # z\nb: #{x}#\n", "{'a':?,'b':?}"},
      {"- %X%\n- [@@x@@, {{ y }}]\n- 5 #{x}\n", "[?,[?,?],5]"},
      {"a: |\n  b: {{ x }}\nc: 'd: {{ x }}'\n", "{'a':'b: {{ x }}\n','c':?}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_yaml(*state, aml_sv_of(cases[i][0]));
    assert_int_equal(out.diags.list.count, 0);
    assert_false(out.tree->is_broken);
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i][1]));
  }
}

static void reads_several_documents(void **state) {
  outcome out = read_yaml(*state, AML_SV("a: 1\n---\nb: [1\n---\nc: 3\n...\n---\n"));
  static const char *const values[] = {"{'a':1}", "{'b':[1]}", "{'c':3}", "null"};
  assert_int_equal(out.diags.list.count, 1);
  assert_true(out.tree->is_broken);
  assert_int_equal(out.tree->documents.count, COUNT(values));
  for (size_t i = 0; i < COUNT(values); i++) {
    assert_int_equal(out.tree->documents.items[i].index, i);
    assert_sv_equal(text_of_value(*state, out.tree->documents.items[i].root), aml_sv_of(values[i]));
  }
  const aml_value *cut = aml_object_find(out.tree->documents.items[1].root, AML_SV("b"));
  assert_true(aml_value_has(cut, AML_VALUE_OPEN));
}

typedef struct place {
  const char *path, *text; /* what the source holds at the value's span */
} place;

static void knows_where_things_stand(void **state) {
  aml_sv text = AML_SV("first: &a caf\xC3\xA9  # c\n"
                       "block: |\n  one\n  two\n\n"
                       "list:\n  - !!str 'x y'\n  - {p: \"q\"}\n  - \n"
                       "empty:\nmap: # d\n  k: v # e\n\n# f\nlast: *a\n");
  outcome out = read_yaml(*state, text);
  static const place places[] = {{"first", "caf\xC3\xA9"}, {"block", "|\n  one\n  two"},
      {"list", "- !!str 'x y'\n  - {p: \"q\"}\n  -"}, {"empty", ""}, {"map", "k: v"}, {"last", "*a"}};
  assert_int_equal(out.diags.list.count, 0);
  for (size_t i = 0; i < COUNT(places); i++) {
    const aml_value *value = aml_object_find(root_of(&out), aml_sv_of(places[i].path));
    assert_sv_equal(aml_sv_slice(text, value->span.begin, value->span.end), aml_sv_of(places[i].text));
  }
  const aml_value *list = aml_object_find(root_of(&out), AML_SV("list"));
  const aml_value *const *items = list->as.array.items;
  assert_sv_equal(aml_sv_slice(text, items[0]->span.begin, items[0]->span.end), AML_SV("'x y'"));
  assert_sv_equal(aml_sv_slice(text, items[1]->span.begin, items[1]->span.end), AML_SV("{p: \"q\"}"));
  assert_int_equal(items[2]->span.begin, items[2]->span.end);
  const aml_member *empty = aml_object_member(root_of(&out), AML_SV("empty"));
  assert_sv_equal(aml_sv_slice(text, empty->name_span.begin, empty->value->span.begin), AML_SV("empty:"));
  assert_int_equal(root_of(&out)->span.begin, 0);
  assert_int_equal(root_of(&out)->span.end, text.len - 1);
}

static void marks_styles(void **state) {
  outcome out =
      read_yaml(*state, AML_SV("a: x\nb: 'x'\nc: \"\\x41\"\nd: |\n  x\ne: 1\nf: p\n  q\ng: 'it''s'\n"));
  static const struct {
    const char *name;
    unsigned flags;
  } cases[] = {{"a", AML_VALUE_PLAIN}, {"b", 0}, {"c", AML_VALUE_BLOCK}, {"d", AML_VALUE_BLOCK},
      {"e", AML_VALUE_PLAIN}, {"f", AML_VALUE_PLAIN | AML_VALUE_BLOCK}, {"g", AML_VALUE_BLOCK}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(aml_object_find(root_of(&out), aml_sv_of(cases[i].name))->flags, cases[i].flags);
  }
  aml_sv plain = aml_value_text(aml_object_find(root_of(&out), AML_SV("a")));
  assert_ptr_equal(plain.data, out.source.bytes.data + 3);
}

static void follows_aliases(void **state) {
  outcome out = read_yaml(*state, AML_SV("base: &b {x: 1}\nuse: *b\nk: &n name\n*n : 5\n"));
  assert_sv_equal(
      text_of_value(*state, root_of(&out)), AML_SV("{'base':{'x':1},'use':{'x':1},'k':'name','name':5}"));
  const aml_value *use = aml_object_find(root_of(&out), AML_SV("use"));
  assert_int_equal(use->span.begin, 21);
  assert_int_equal(use->span.end, 23);
  assert_int_equal(use->origin->step, AML_STEP_ALIAS);
  assert_sv_equal(use->origin->name, AML_SV("b"));
  assert_int_equal(use->origin->span.begin, 9);
  assert_int_equal(use->origin->span.end, 15);
}

static void merges(void **state) {
  static const struct {
    const char *text, *value;
  } cases[] = {
      {"b: &b {x: 1, y: 2}\nu:\n  <<: *b\n  y: 3\n", "{'b':{'x':1,'y':2},'u':{'y':3,'x':1}}"},
      {"a: &a {x: 1}\nb: &b {x: 2, y: 2}\nu: {<<: [*a, *b], z: 3}\n",
          "{'a':{'x':1},'b':{'x':2,'y':2},'u':{'z':3,'x':1,'y':2}}"},
      {"u:\n  <<: {x: 1}\n  <<: {x: 2, y: 2}\n", "{'u':{'x':1,'y':2}}"},
      {"a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nu: {<<: *b}\n",
          "{'a':{'x':1},'b':{'y':2,'x':1},'u':{'y':2,'x':1}}"},
      {"u: {'<<': {x: 1}}\n", "{'u':{'<<':{'x':1}}}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_yaml(*state, aml_sv_of(cases[i].text));
    assert_int_equal(out.diags.list.count, 0);
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i].value));
  }
  outcome out = read_yaml(*state, aml_sv_of(cases[0].text));
  const aml_member *merged = aml_object_member(aml_object_find(root_of(&out), AML_SV("u")), AML_SV("x"));
  assert_int_equal(merged->value->origin->step, AML_STEP_MERGE);
  assert_int_equal(merged->value->origin->span.begin, 10);
  assert_int_equal(merged->value->span.begin, 28);
  assert_int_equal(merged->value->span.end, 30);
}

static void collects_comments(void **state) {
  aml_sv text = AML_SV("# head\r\n"
                       "a: 'x # no' # one\n"
                       "b: y#no\n"
                       "c: | # two\n  # text\n  x\n"
                       "# three  \n"
                       "d: !tx [ # four\n  1,# five\n  \"#\"#six\n]\n"
                       "##  seven\n"
                       "e: &x # eight\n  z\n"
                       "#");
  outcome out = read_yaml(*state, text);
  static const struct {
    const char *source, *text;
    bool is_alone;
  } expected[] = {{"# head", "head", true}, {"# one", "one", false}, {"# two", "two", false},
      {"# three", "three", true}, {"# four", "four", false}, {"# five", "five", false},
      {"#six", "six", false}, {"##  seven", "seven", true}, {"# eight", "eight", false}, {"#", "", true}};
  assert_sv_equal(text_of_diags(*state, &out.diags), AML_SV(""));
  assert_int_equal(out.tree->comments.count, COUNT(expected));
  for (size_t i = 0; i < COUNT(expected); i++) {
    const aml_comment *comment = &out.tree->comments.items[i];
    assert_sv_equal(
        aml_sv_slice(text, comment->span.begin, comment->span.end), aml_sv_of(expected[i].source));
    assert_sv_equal(comment->text, aml_sv_of(expected[i].text));
    assert_int_equal(comment->is_alone, expected[i].is_alone);
  }
}

/* Where libyaml ends a line, a comment ends too: what follows is read, or is a comment of its own. */
static void ends_comments_where_lines_end(void **state) {
  static const char *const ends[] = {"\n", "\r", "\r\n", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
  for (size_t i = 0; i < COUNT(ends); i++) {
    aml_sv text = aml_sv_format(*state, "# one%s# two%sa: &x # three%s 'y'%sb: |+ # four%s  z", ends[i],
        ends[i], ends[i], ends[i], ends[i]);
    outcome out = read_yaml(*state, text);
    assert_sv_equal(text_of_diags(*state, &out.diags), AML_SV(""));
    static const char *const expected[] = {"one", "two", "three", "four"};
    assert_int_equal(out.tree->comments.count, COUNT(expected));
    for (size_t k = 0; k < COUNT(expected); k++) {
      assert_sv_equal(out.tree->comments.items[k].text, aml_sv_of(expected[k]));
      assert_int_equal(out.tree->comments.items[k].is_alone, k < 2);
    }
    const aml_value *value = must_exist(aml_object_find(root_of(&out), AML_SV("a")));
    assert_sv_equal(aml_sv_slice(text, value->span.begin, value->span.end), AML_SV("'y'"));
  }
}

static void bounds_aliases(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"));
  for (int i = 1; i < 30; i++) {
    aml_strbuf_addf(&text, "a%d: &a%d [", i, i);
    for (int k = 0; k < 10; k++) {
      aml_strbuf_addf(&text, "%s*a%d", k == 0 ? "" : ", ", i - 1);
    }
    aml_strbuf_add(&text, AML_SV("]\n"));
  }
  outcome out = read_yaml(*state, aml_strbuf_view(&text));
  assert_int_equal(out.diags.list.count, 1);
  assert_string_equal(out.diags.list.items[0].rule, "AML003");
  assert_true(out.tree->is_broken);
  assert_int_equal(root_of(&out)->as.object.count, 30);
}

static void bounds_the_height_of_aliases(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("a0: &a0 [x]\n"));
  for (int i = 1; i < 1000; i++) {
    aml_strbuf_addf(&text, "a%d: &a%d [*a%d]\n", i, i, i - 1);
  }
  outcome out = read_yaml(*state, aml_strbuf_view(&text));
  assert_int_equal(out.diags.list.count, 1);
  assert_string_equal(out.diags.list.items[0].rule, "AML003");
  const aml_value *value = aml_object_find(root_of(&out), AML_SV("a999"));
  int height = 0;
  for (; value->kind == AML_ARRAY; value = value->as.array.items[0]) {
    height++;
  }
  assert_true(height <= AML_LIMIT_DEPTH);
}

static void bounds_the_depth(void **state) {
  static const char *const units[] = {"[", "{", "- ", "{a: ", "[{a: ", "? ", "[\n"};
  for (size_t i = 0; i < COUNT(units); i++) {
    outcome out = read_yaml(*state, repeat(*state, units[i], 1000000));
    assert_true(out.diags.list.count >= 1);
    assert_string_equal(out.diags.list.items[out.diags.list.count - 1].rule, "AML003");
    assert_true(out.tree->is_broken);
  }
}

static void survives_exhaustion(void **state) {
  (void)state;
  assert_survives_exhaustion(AML_SYNTAX_YAML,
      "# c\na: &x [1, 'two', {b: x}]\nb: *x\nc: {<<: {d: 1}}\nf: |\n  text\n---\ne: \"\\t\"\n--- [\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_the_core_schema),
      TEST_CASE(begins_a_mapping_behind_its_own_properties),
      TEST_CASE(says_what_is_wrong_and_keeps_the_rest),
      TEST_CASE(leaves_placeholders_unknown),
      TEST_CASE(reads_several_documents),
      TEST_CASE(knows_where_things_stand),
      TEST_CASE(marks_styles),
      TEST_CASE(follows_aliases),
      TEST_CASE(merges),
      TEST_CASE(collects_comments),
      TEST_CASE(ends_comments_where_lines_end),
      TEST_CASE(bounds_aliases),
      TEST_CASE(bounds_the_height_of_aliases),
      TEST_CASE(bounds_the_depth),
      TEST_CASE(survives_exhaustion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
