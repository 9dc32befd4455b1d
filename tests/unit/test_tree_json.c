#include <string.h>

#include "base/limits.h"

#include "tree_outcome.h"
#include "tree_text.h"

static outcome read_json(aml_arena *arena, aml_sv text) {
  outcome out = read_as(arena, AML_SYNTAX_JSON, text);
  assert_int_equal(out.tree->documents.count, 1);
  return out;
}

static size_t count_last_commas(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) {
    count += text[0] == ',' && (text[1] == ']' || text[1] == '}' || strncmp(text + 1, " //", 3) == 0) ? 1 : 0;
  }
  return count;
}

static void reads_what_arm_accepts(void **state) {
  static const struct {
    const char *text, *value;
  } cases[] = {
      {"", "null"},
      {" // nothing\n", "null"},
      {"null", "null"},
      {" true ", "true"},
      {"-0", "0"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "~9223372036854776000"},
      {"1.5e3", "~1500"},
      {"0.0", "~0"},
      {"1e2", "~100"},
      {"{}", "{}"},
      {"[]", "[]"},
      {"[1, 2,]", "[1,2]"},
      {"{\"a\": 1, /* c */ 'b': [true, null,], // d\n}", "{'a':1,'b':[true,null]}"},
      {"\"a\nb\"", "'a\nb'"},
      {"'it\"s'", "'it\"s'"},
      {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\'\"", "'\"\\/\b\f\n\r\t''"},
      {"\"\\u00e9\\u20AC\"", "'\xC3\xA9\xE2\x82\xAC'"},
      {"\"\\ud83d\\ude00\"", "'\xF0\x9F\x98\x80'"},
      {"{\"\":\"\"}", "{'':''}"},
      {"\"0123456789abcdef0123456789\\n\"", "'0123456789abcdef0123456789\n'"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_json(*state, aml_sv_of(cases[i].text));
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i].value));
    /* A comma before a bracket is read, and noted at its place. */
    for (size_t k = 0; k < out.diags.list.count; k++) {
      const aml_diag *diag = &out.diags.list.items[k];
      assert_string_equal(diag->rule, "AML015");
      assert_int_equal(cases[i].text[diag->span.begin], ',');
    }
    assert_int_equal(out.diags.list.count, count_last_commas(cases[i].text));
    assert_false(out.tree->is_broken);
  }
}

/* Each text with the diagnostics at their bytes, the first one's words, and what is still understood. */
static void says_what_is_wrong_and_goes_on(void **state) {
  static const struct {
    const char *text, *diags, *message, *value;
  } cases[] = {
      {"{\"a\": 1 \"b\": 2}", "AML001@8-11", "Expected ',' or '}', found '\"b\"'.", "{'a':1,'b':2}"},
      {"[1 2, 3]", "AML001@3-4", "Expected ',' or ']', found '2'.", "[1,3]"},
      {"{\"a\" 1}", "AML001@5-6", "Expected ':' after the name 'a', found '1'.", "{'a':1}"},
      {"{\"a\" = 1}", "AML001@5-6", "Expected ':' after the name 'a', found '='.", "{'a':1}"},
      {"{\"a\"}", "AML001@4-5", "Expected ':' after the name 'a', found '}'.", "{'a':?}"},
      {"{\"a\": , \"b\": 2}", "AML001@6-7", "Expected a value, found ','.", "{'a':?,'b':2}"},
      {"{\"a\": True, \"b\": 2}", "AML001@6-10", "Expected a value, found 'True'.", "{'a':?,'b':2}"},
      {"{a: 1}", "AML001@1-2", "Expected the name of a member in quotes, found 'a' without quotes.",
          "{'a':1}"},
      {"{,\"a\":1}", "AML001@1-2", "Expected the name of a member or '}', found ','.", "{'a':1}"},
      {"[1,,2]", "AML001@3-4", "Expected a value, found ','.", "[1,?,2]"},
      {"{\"a\": [1, 2}, \"b\": 3}", "AML001@11-12 AML001@12-13", "Expected ']', found '}'.", "{'a':[1,2]}"},
      {"{\"a\": {\"b\": 1], \"c\": 2}", "AML001@13-14", "Expected '}', found ']'.", "{'a':{'b':1},'c':2}"},
      {"[{\"b\": 1], 2", "AML001@8-9 AML001@9-10", "Expected '}', found ']'.", "[{'b':1}]"},
      {"{\"a\": {\"b\": [1", "AML001@14-14", "Expected ']', found the end of the file.", "{'a':{'b':[1]}}"},
      {"{\"a\": \"b", "AML001@6-7",
          "Expected a closing quotation mark for the string that begins here, found the end of the file.",
          "{'a':'b'}"},
      {"{} {}", "AML001@3-4", "Expected the end of the file after its value, found '{'.", "{}"},
      {"{\"a\": 1}}", "AML001@8-9", "Expected the end of the file after its value, found '}'.", "{'a':1}"},
      {"[007, 1]", "AML001@1-4", "'007' is not a number: JSON has no leading zeros.", "[?,1]"},
      {"[+1]", "AML001@1-3", "'+1' is not a number: JSON has no plus sign before a number.", "[1]"},
      {"[.5]", "AML001@1-3", "'.5' is not a number: JSON requires a digit before the point.", "[?]"},
      {"[0x1F]", "AML001@1-5", "'0x1F' is not a number: JSON has no hexadecimal numbers.", "[?]"},
      {"[1e999]", "AML001@1-6", "The number '1e999' is too large.", "[?]"},
      {"[1.]", "AML001@1-3", "'1.' is not a number: a number was expected.", "[?]"},
      {"\"a\\qb\"", "AML001@2-3", "Expected an escape after '\\', found 'q'.", "'a\\qb'"},
      {"\"\\u12\"", "AML001@1-3", "Expected four hexadecimal digits after '\\u'.", "'\\u12'"},
      {"\"\\ud83d!\"", "AML001@1-7",
          "The escape '\\ud83d' is one half of a surrogate pair and does not represent a character.",
          "'\xEF\xBF\xBD!'"},
      {"{\n<<<<<<< HEAD\n\"a\": 1}", "AML001@2-9",
          "Expected the name of a member or '}', found the mark '<<<<<<<' of a merge conflict.", "{}"},
      {"{\xE2\x80\x9C"
       "a\xE2\x80\x9D: 1}",
          "AML001@1-4", "Expected the name of a member or '}', found '\xE2\x80\x9C'.", "{}"},
      {"[1, \xC2\xA0 2]", "AML001@4-6", "Expected a value, found the invisible character 'U+00A0'.", "[1,?]"},
      {"[\x01]", "AML001@1-2", "Expected a value, found the byte '0x01'.", "[?]"},
      {"/* open", "AML001@0-2", "Expected '*/' to end this comment, found the end of the file.", "null"},
      {"[1, ...]", "AML001@4-7", "Expected a value, found '...'.", "[1,?]"},
      {"[-]", "AML001@1-2", "Expected a value, found '-'.", "[?]"},
      {"hello", "AML001@0-5", "Expected a value, found 'hello'.", "?"},
      {"{\"a\": 1, \"a\": 2}", "AML002@9-12",
          "The name 'a' appears twice in this object, and only the last one counts.", "{'a':1,'a':2}"},
      {"{\"a\": 1, \"A\": 2}", "AML002@9-12",
          "The names 'a' and 'A' differ in case only, which Azure Resource Manager ignores, so only the last "
          "one counts.",
          "{'a':1,'A':2}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_json(*state, aml_sv_of(cases[i].text));
    assert_sv_equal(text_of_diags(*state, &out.diags), aml_sv_of(cases[i].diags));
    assert_sv_equal(out.diags.list.items[0].message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(text_of_value(*state, root_of(&out)), aml_sv_of(cases[i].value));
  }
}

static void marks_what_it_could_not_read_in_full(void **state) {
  outcome out = read_json(*state, AML_SV("{\"a\": {\"b\": [1 2]}, \"c\": {\"d\": }, \"e\": {\"f\": 1"));
  const aml_value *root = root_of(&out);
  assert_true(aml_value_has(root, AML_VALUE_OPEN));
  assert_false(aml_value_has(aml_object_find(root, AML_SV("a")), AML_VALUE_OPEN));
  assert_true(aml_value_has(aml_value_path(root, AML_SV("a.b")), AML_VALUE_OPEN));
  assert_false(aml_value_has(aml_object_find(root, AML_SV("c")), AML_VALUE_OPEN));
  assert_true(aml_value_has(aml_object_find(root, AML_SV("e")), AML_VALUE_OPEN));
}

static void points_at_an_open_text(void **state) {
  outcome out = read_json(*state, AML_SV("{\"a\": \"b,\n \"c\": 1}"));
  assert_sv_equal(text_of_diags(*state, &out.diags), AML_SV("AML001@12-13"));
  assert_int_equal(out.diags.list.items[0].related.begin, 6);
}

static void stops_at_a_nul(void **state) {
  outcome out = read_json(*state, AML_SV("{\0\"\0"));
  assert_sv_equal(text_of_diags(*state, &out.diags), AML_SV("AML001@1-2"));
  assert_true(aml_sv_find(out.diags.list.items[0].help, AML_SV("UTF-16"), 0) != AML_NPOS);
  assert_true(out.tree->is_broken);
}

static void knows_where_things_stand(void **state) {
  outcome out = read_json(*state, AML_SV(" {\"name\" : \"a\\nb\", \"list\":[ -12 ,false]}"));
  const aml_value *root = root_of(&out);
  const aml_member *name = aml_object_member(root, AML_SV("NAME"));
  const aml_value *list = aml_object_find(root, AML_SV("list"));
  assert_int_equal(root->span.begin, 1);
  assert_int_equal(root->span.end, 40);
  assert_int_equal(name->name_span.begin, 2);
  assert_int_equal(name->name_span.end, 8);
  assert_int_equal(name->value->span.begin, 11);
  assert_int_equal(name->value->span.end, 17);
  assert_true(aml_value_has(name->value, AML_VALUE_BLOCK));
  assert_int_equal(list->span.begin, 26);
  assert_int_equal(list->as.array.items[0]->span.begin, 28);
  assert_int_equal(list->as.array.items[0]->span.end, 31);
  assert_int_equal(list->as.array.items[1]->span.end, 38);
  assert_int_equal(root->span.source, 1);
}

static void shares_the_bytes_of_plain_strings(void **state) {
  aml_sv text = AML_SV("[\"plain text\"]");
  outcome out = read_json(*state, text);
  const aml_value *item = root_of(&out)->as.array.items[0];
  assert_ptr_equal(item->as.string.data, text.data + 2);
  assert_int_equal(item->flags, 0);
}

static void collects_comments(void **state) {
  outcome out = read_json(*state, AML_SV("// one\n{ \"a\": 1, /* two\n*/ \"b\": \"// no\" // three  \n}//"));
  static const struct {
    uint32_t begin, end;
    const char *text;
    bool is_alone;
  } expected[] = {{0, 6, "one", true}, {17, 26, "two", false}, {40, 48, "three", false}, {52, 54, "", false}};
  assert_int_equal(out.tree->comments.count, COUNT(expected));
  for (size_t i = 0; i < COUNT(expected); i++) {
    const aml_comment *comment = &out.tree->comments.items[i];
    assert_int_equal(comment->span.begin, expected[i].begin);
    assert_int_equal(comment->span.end, expected[i].end);
    assert_sv_equal(comment->text, aml_sv_of(expected[i].text));
    assert_int_equal(comment->is_alone, expected[i].is_alone);
  }
}

static void bounds_the_depth(void **state) {
  static const struct {
    const char *unit, *rule;
  } cases[] = {{"[", "AML003"}, {"{\"a\":", "AML003"}, {"[{\"a\":", "AML003"},
      {"{", "AML001"} /* a brace where a name belongs is wrong before it is deep */};
  for (size_t i = 0; i < COUNT(cases); i++) {
    outcome out = read_json(*state, repeat(*state, cases[i].unit, 1000000));
    assert_string_equal(out.diags.list.items[0].rule, cases[i].rule);
    assert_true(out.tree->is_broken);
  }
  aml_sv open = repeat(*state, "[", AML_LIMIT_DEPTH);
  aml_sv closed = repeat(*state, "]", AML_LIMIT_DEPTH);
  outcome good = read_json(*state, aml_sv_join(*state, open, closed));
  assert_int_equal(good.diags.list.count, 0);
  outcome bad = read_json(*state, aml_sv_format(*state, "[%.*s%.*s]", AML_SV_ARG(open), AML_SV_ARG(closed)));
  assert_sv_equal(text_of_diags(*state, &bad.diags), AML_SV("AML003@256-257"));
}

static void finds_members_of_large_objects(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  enum { MANY = 20000 };
  for (int i = 0; i < MANY; i++) {
    aml_strbuf_addf(&text, "%c\"Name%d\":%d", i == 0 ? '{' : ',', i, i);
  }
  aml_strbuf_add(&text, AML_SV(",\"name7\":-7}"));
  outcome out = read_json(*state, aml_strbuf_view(&text));
  const aml_value *root = root_of(&out);
  assert_int_equal(out.diags.list.count, 1);
  assert_string_equal(out.diags.list.items[0].rule, "AML002");
  assert_true(aml_object_find(root, AML_SV("NAME19999"))->as.integer == 19999);
  assert_true(aml_object_find(root, AML_SV("Name7"))->as.integer == -7);
  assert_true(aml_object_find_exact(root, AML_SV("Name7"))->as.integer == 7);
  assert_null(aml_object_find(root, AML_SV("Name20000")));
}

static void reads_texts_inside_values(void **state) {
  aml_span span = {3, 10, 20};
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(*state, AML_SV("{'a': [1, // x\n2,]}"), span, &error_at);
  assert_sv_equal(text_of_value(*state, value), AML_SV("{'a':[1,2]}"));
  assert_int_equal(aml_object_find(value, AML_SV("a"))->span.begin, 10);
  assert_null(aml_json_text_read(*state, AML_SV("{\"a\": oops}"), span, &error_at));
  assert_int_equal(error_at, 6);
  assert_null(aml_json_text_read(*state, AML_SV(" "), span, &error_at));
  assert_null(aml_json_text_read(*state, AML_SV("[1"), span, &error_at));
  assert_int_equal(error_at, 2);
}

static void guesses_the_syntax(void **state) {
  (void)state;
  static const struct {
    const char *path, *text;
    aml_syntax syntax;
  } cases[] = {
      {"a.json", "a: 1", AML_SYNTAX_JSON},
      {"a.yml", "{\"a\": 1}", AML_SYNTAX_JSON},
      {"a.yml", " // c\n /* d */ {\n \"a\": 1}", AML_SYNTAX_JSON},
      {"a.yml", "{a: 1}", AML_SYNTAX_YAML},
      {"a.yml", "{{ jinja }}", AML_SYNTAX_YAML},
      {"a.yml", "{% if x %}", AML_SYNTAX_YAML},
      {"a.yaml", "[1]", AML_SYNTAX_YAML},
      {"-", "[1]", AML_SYNTAX_JSON},
      {"-", "{a", AML_SYNTAX_JSON},
      {"-", "a: 1", AML_SYNTAX_YAML},
      {"-", "", AML_SYNTAX_YAML},
      {"-", "/* open", AML_SYNTAX_YAML},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source source = {.path = aml_sv_of(cases[i].path), .bytes = aml_sv_of(cases[i].text)};
    assert_int_equal(aml_syntax_guess(&source), cases[i].syntax);
  }
}

static void survives_exhaustion(void **state) {
  (void)state;
  assert_survives_exhaustion(
      AML_SYNTAX_JSON, "{\"a\": [1, \"t\\t\", {'b': 1.5}], /* c */ \"a\": 2, \"x\" 3}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_what_arm_accepts),
      TEST_CASE(says_what_is_wrong_and_goes_on),
      TEST_CASE(marks_what_it_could_not_read_in_full),
      TEST_CASE(points_at_an_open_text),
      TEST_CASE(stops_at_a_nul),
      TEST_CASE(knows_where_things_stand),
      TEST_CASE(shares_the_bytes_of_plain_strings),
      TEST_CASE(collects_comments),
      TEST_CASE(bounds_the_depth),
      TEST_CASE(finds_members_of_large_objects),
      TEST_CASE(reads_texts_inside_values),
      TEST_CASE(guesses_the_syntax),
      TEST_CASE(survives_exhaustion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
