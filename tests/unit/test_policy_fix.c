/* Machine edits: what they change, what they leave, and where none is offered. */
#include "test.h"

#include "base/strbuf.h"
#include "edit/edit.h"
#include "engine/rule_test.h"
#include "tree/read.h"

typedef struct yaml_case {
  const char *before, *key, *value, *after; /* value NULL: remove; after NULL: no edit */
} yaml_case;

static const yaml_case yaml_cases[] = {
    {"a: 1\nb: 2\n", "b", "3", "a: 1\nb: 3\n"},
    {"a: 1 # why\nb: 2\n", "a", "3", "a: 3 # why\nb: 2\n"},
    {"a: 'x'\n", "a", "\"y\"", "a: 'y'\n"},
    {"a: \"x # y\"  # c\n", "a", "\"z\"", "a: \"z\"  # c\n"},
    {"a: x\n", "a", "\"z\"", "a: z\n"},
    /* what YAML does not take as it stands, or takes for a line end */
    {"a: x\n", "a", "\"\x7F\"", "a: \"\\u007F\"\n"},
    {"a: 'x'\n", "a", "\"b\xE2\x80\xA8\"", "a: \"b\\u2028\"\n"},
    {"a: 'x'\n", "a", "\"b\\nc\"", "a: \"b\\nc\"\n"},
    {"a: x\n", "b", "[\"\xC2\x85\"]", "a: x\nb: [\"\\u0085\"]\n"},
    {"a: x\n", "a", "\"yes\"", "a: \"yes\"\n"},
    {"a: x\n", "a", "\"1.0\"", "a: \"1.0\"\n"},
    {"a: x\n", "a", "true", "a: true\n"},
    {"a: 1\n", "c", "0", "a: 1\nc: 0\n"},
    {"a: 1", "c", "0", "a: 1\nc: 0\n"},
    {"a: 1\r\nb: 2\r\n", "c", "0", "a: 1\r\nb: 2\r\nc: 0\r\n"},
    {"a:\n  b: 1\nd: 2\n", "a.b", "3", "a:\n  b: 3\nd: 2\n"},
    {"a:\n    b: 1\n    c: 2\n\nd: 2\n", "a.e", "3", "a:\n    b: 1\n    c: 2\n    e: 3\n\nd: 2\n"},
    {"x: 1\n", "a.b", "3", "x: 1\na:\n  b: 3\n"},
    {"a:\n  b: 1\nc: 2\n", "b", "3", "a:\n  b: 1\nc: 2\nb: 3\n"},
    {"a: 1\nb: 2\nc: 3\n", "b", NULL, "a: 1\nc: 3\n"},
    {"a:\n  b: 1\n  c: 1\nd: 2\n", "a", NULL, "d: 2\n"},
    {"a: &x 1\n", "a", "3", NULL},
    {"a: |\n  text\n", "a", "\"b\"", NULL},
    {"a: 1\n", "b", NULL, NULL},
    /* keys in quotes, and with blanks before the colon */
    {"\"a\": 1\n'b' : 2\n", "a", "3", "\"a\": 3\n'b' : 2\n"},
    {"\"a\": 1\n'b' : 2\n", "b", "3", "\"a\": 1\n'b' : 3\n"},
    {"? a\n: 1\n", "a", "3", "? a\n: 3\n"},
    /* braces */
    {"a: {b: 1}\n", "a.b", "3", "a: {b: 3}\n"},
    {"{a: 1}\n", "a", "3", "{a: 3}\n"},
    {"{a: 1, b: x }\n", "c", "\"z\"", "{a: 1, b: x, c: z }\n"},
    {"{\"a\": 1}\n", "c", "\"y\"", "{\"a\": 1, \"c\": \"y\"}\n"},
    {"{a: 1,}\n", "c", "3", NULL},
    {"{a: 1 # why\n}\n", "c", "3", NULL},
    {"{}\n", "c", "3", NULL},
    {"a: {b: 1, c: 2}\n", "a.b", NULL, NULL},
    /* texts that only look like the key */
    {"a: |\n  b: 1\n", "b", "3", "a: |\n  b: 1\nb: 3\n"},
    {"a: \"x\n  b: 1\"\n", "b", "3", "a: \"x\n  b: 1\"\nb: 3\n"},
    {"c: 1\na: >-\n  b: 1", "b", "3", NULL},
    {"a: |+\n  x\n\n# c\n", "b", "3", NULL},
    {"a:\n  - |\n    x\n\n# c\n", "b", "3", "a:\n  - |\n    x\nb: 3\n\n# c\n"},
    {"a: x\n  y # z\n", "a", "\"w\"", "a: w # z\n"},
    /* no value, and the last of two */
    {"a:\nb: 1\n", "a", "3", "a: 3\nb: 1\n"},
    {"a: # why\n", "a", "3", "a: 3 # why\n"},
    {"a: ~\n", "a", "3", "a: 3\n"},
    {"a: 1\na: 2\n", "a", "3", "a: 1\na: 3\n"},
    {"a: 1\nb: 1\na: 2\n", "a", NULL, NULL},
    /* anchors, aliases and merge keys */
    {"x: &x 1\na: *x\n", "a", "3", NULL},
    {"x: &x {a: 1}\n<<: *x\n", "a", "3", "x: &x {a: 1}\n<<: *x\na: 3\n"},
    {"x: &x {a: {b: 1}}\n<<: *x\n", "a.b", "3", NULL},
    {"x: &x\n  b: 1\na: *x\n", "a.b", "3", NULL},
    {"x: &x\n  b: 1\na: *x\n", "x.b", "3", NULL},
    {"x: &x 1\na: *x\n", "x", NULL, NULL},
    {"<<: {a: 1}\nb: 2\n", "a", "3", "<<: {a: 3}\nb: 2\n"},
    /* tags, tabs, markers of documents */
    {"a: !!str 1\n", "a", "3", NULL},
    {"a:\t1\t# why\n", "a", "3", "a:\t3\t# why\n"},
    {"---\na: 1\n...\n---\na: 2\n", "b", "3", "---\na: 1\nb: 3\n...\n---\na: 2\n"},
    {"a:\n- b: 1\n  c: 2\nd: 1\n", "e", "3", "a:\n- b: 1\n  c: 2\nd: 1\ne: 3\n"},
    {"a: 1\n", "a", NULL, NULL},
    /* line ends that not every reader knows */
    {"a: 1\rb: 2\r", "a", "3", "a: 3\rb: 2\r"},
    {"a: 1\rb: 2\r", "c", "3", NULL},
    {"a: 1 # x\xE2\x80\xA8y\n", "c", "3", NULL},
    {"a: 1 # x\xE2\x80\xA9y\n", "c", "3", NULL},
    {"a: 1 # x\xC2\x85y\n", "c", "3", NULL},
    {"a: 1\nb: 2 # x\xE2\x80\xA8y\n", "b", NULL, NULL},
    /* block scalars go as a whole */
    {"a: |\n  x\nb: 1\n", "a", NULL, "b: 1\n"},
    {"b: 1\na: >-\n  x\n", "a", NULL, "b: 1\n"},
    {"a: |\n  x\n\nb: 1\n", "a", NULL, "\nb: 1\n"},
    {"a: |+\n  x\n\nb: 1\n", "a", NULL, "\nb: 1\n"},
    /* what may stand without quotes */
    {"a: 'x'\n", "a", "\"it's\"", "a: \"it's\"\n"},
    {"a: x\n", "a", "\"_b\"", "a: _b\n"},
    {"a: x\n", "a", "\"\"", "a: \"\"\n"},
    {"a: x\n", "a", "\"b c\"", "a: \"b c\"\n"},
    {"a: x\n", "a", "\"b-c.d/e_f\"", "a: b-c.d/e_f\n"},
    {"a: x\n", "a", "\"-b\"", "a: \"-b\"\n"},
    {"a: x\n", "a", "\"NO\"", "a: \"NO\"\n"},
    /* what has no place for a value, or one that is no scalar */
    {"? a\n", "a", "3", NULL},
    {"a : \nb: 1\n", "a", "3", "a : 3 \nb: 1\n"},
    {"\"a\":\n", "a", "3", "\"a\": 3\n"},
    {"a: {b: 1}\n", "a", "3", NULL},
    {"a: [1]\n", "a", "3", NULL},
    {"a: 1\n", "a.b", "3", NULL},
    {"a: {b: 1}\n", "a.c.d", "3", NULL},
    {"a: !t\n  b: 1\n", "a.b", "3", NULL},
    {"- 1\n", "a", "3", NULL},
    {"{a: 1,\n b: 2}\n", "b", NULL, NULL},
    {"? a\n: 1\nb: 2\n", "a", NULL, NULL},
    {"a: []\n", "b", "1", "a: []\nb: 1\n"},
    {"a:\n- {}\n", "b", "1", "a:\n- {}\nb: 1\n"},
};

static aml_sv apply(aml_arena *arena, aml_sv text, const aml_edit *edit) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, aml_sv_slice(text, 0, edit->span.begin));
  aml_strbuf_add(&out, edit->text);
  aml_strbuf_add(&out, aml_sv_slice(text, edit->span.end, text.len));
  return aml_strbuf_view(&out);
}

static aml_source *add_source(aml_arena *arena, aml_sources *sources, const char *path, const char *text) {
  uint32_t bad_at;
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), (aml_sv){0});
  assert_int_equal(aml_source_fill(source, arena, aml_sv_of(text), SIZE_MAX, &bad_at, NULL), AML_OK);
  return source;
}

static void edits_yaml_in_its_own_style(void **state) {
  for (size_t i = 0; i < COUNT(yaml_cases); i++) {
    const yaml_case *c = &yaml_cases[i];
    aml_sources *sources = aml_sources_new(*state);
    aml_source *source = add_source(*state, sources, "a.yml", c->before);
    aml_diags diags;
    aml_diags_init(&diags, *state);
    const aml_value *root = aml_tree_read(source, *state, &diags)->documents.items[0].root;
    size_t error_at;
    const aml_value *value =
        c->value == NULL ? NULL : aml_json_text_read(*state, aml_sv_of(c->value), AML_NO_SPAN, &error_at);
    aml_edit edit;
    bool is_made = aml_edit_yaml(*state, sources, root, aml_sv_of(c->key), value, &edit);
    if (is_made != (c->after != NULL)) {
      fail_msg("case %zu (%s): an edit is%s made", i, c->before, is_made ? "" : " not");
    }
    if (is_made) {
      assert_sv_equal(apply(*state, source->bytes, &edit), aml_sv_of(c->after));
    }
  }
}

typedef struct json_case {
  const char *before, *path, *value, *after;
} json_case;

static const json_case json_cases[] = {
    {"{}", "a", "1", "{\"a\": 1}"},
    {"{ }", "a", "1", "{\"a\": 1}"},
    {"{\n  \"b\": 2\n}", "a", "1", "{\n  \"a\": 1,\n  \"b\": 2\n}"},
    {"{ \"b\": 2 }", "a", "\"x\"", "{ \"a\": \"x\", \"b\": 2 }"},
    {"{\n  \"b\": 2\n}", "a.c", "true", "{\n  \"a\": { \"c\": true },\n  \"b\": 2\n}"},
    {"{ // why\n  \"b\": 2\n}", "a", "1", NULL},
    {"[1]", "a", "1", NULL},
    {"{", "a", "1", NULL},
    {"", "a", "1", NULL},
};

static void inserts_members_into_json(void **state) {
  for (size_t i = 0; i < COUNT(json_cases); i++) {
    const json_case *c = &json_cases[i];
    aml_sources *sources = aml_sources_new(*state);
    aml_source *source = add_source(*state, sources, "a.json", c->before);
    aml_span whole = {source->id, 0, (uint32_t)source->bytes.len};
    size_t error_at;
    const aml_value *value = aml_json_text_read(*state, aml_sv_of(c->value), AML_NO_SPAN, &error_at);
    aml_edit edit;
    bool is_made = aml_edit_json_insert(*state, sources, whole, aml_sv_of(c->path), value, &edit);
    assert_int_equal(is_made, c->after != NULL);
    if (is_made) {
      assert_sv_equal(apply(*state, source->bytes, &edit), aml_sv_of(c->after));
    }
  }
}

static void removes_members_with_their_comma(void **state) {
  static const struct {
    const char *before, *name, *after;
  } cases[] = {{"{\"a\": 1, \"b\": 2}", "a", "{ \"b\": 2}"}, {"{\"a\": 1, \"b\": 2}", "b", "{\"a\": 1}"},
      {"{\n  \"a\": 1,\n  \"b\": 2\n}", "b", "{\n  \"a\": 1\n}"}, {"{\"a\": 1}", "a", "{}"},
      {"{\"a\": 1 /* why */, \"b\": 2}", "a", NULL}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sources *sources = aml_sources_new(*state);
    aml_source *source = add_source(*state, sources, "a.json", cases[i].before);
    aml_diags diags;
    aml_diags_init(&diags, *state);
    const aml_value *root = aml_tree_read(source, *state, &diags)->documents.items[0].root;
    aml_edit edit;
    bool is_made = aml_edit_json_remove(sources, aml_object_member(root, aml_sv_of(cases[i].name)), &edit);
    assert_int_equal(is_made, cases[i].after != NULL);
    if (is_made) {
      assert_sv_equal(apply(*state, source->bytes, &edit), aml_sv_of(cases[i].after));
    }
  }
}

static void edits_nothing_that_is_not_written(void **state) {
  aml_sources *sources = aml_sources_new(*state);
  aml_source *source = add_source(*state, sources, "a.json", "{\"a\": [1], \"b\": 2}");
  aml_diags diags;
  aml_diags_init(&diags, *state);
  const aml_value *root = aml_tree_read(source, *state, &diags)->documents.items[0].root;
  const aml_value *number = aml_value_int(*state, 7, AML_NO_SPAN);
  const aml_member *list = aml_object_member(root, AML_SV("a"));
  const aml_member *two = aml_object_member(root, AML_SV("b"));
  aml_edit edit;
  assert_false(aml_edit_json_scalar(*state, sources, root->span, number, &edit));
  assert_false(aml_edit_json_scalar(*state, sources, list->value->span, number, &edit));
  assert_false(aml_edit_json_scalar(*state, sources, AML_NO_SPAN, number, &edit));
  assert_true(aml_edit_json_scalar(*state, sources, two->value->span, number, &edit));
  assert_sv_equal(apply(*state, source->bytes, &edit), AML_SV("{\"a\": [1], \"b\": 7}"));
  assert_false(aml_edit_json_remove(NULL, two, &edit));
  assert_false(aml_edit_json_insert(*state, NULL, root->span, AML_SV("c"), number, &edit));
  assert_false(aml_edit_json_insert(*state, sources, AML_NO_SPAN, AML_SV("c"), number, &edit));
  aml_member computed = {AML_SV("b"), two->name_span, number};
  assert_false(aml_edit_json_remove(sources, &computed, &edit));
  assert_false(aml_edit_yaml(*state, NULL, root, AML_SV("b"), number, &edit));
  assert_false(aml_edit_yaml(*state, sources, NULL, AML_SV("b"), number, &edit));
  assert_false(aml_edit_yaml(*state, sources, number, AML_SV("b"), number, &edit));
}

/* A rule that sets the minimum, on templates whose minimum comes from somewhere. */
static const char rule_text[] = "{\"id\": \"T1\", \"name\": \"t\", \"title\": \"T\", \"category\": \"c\", "
                                "\"severity\": \"note\", \"type\": "
                                "\"Microsoft.MachineLearningServices/workspaces/computes\", \"if\": "
                                "{\"field\": \"scaleSettings.minNodeCount\", "
                                "\"greater\": 0}, \"at\": \"scaleSettings.minNodeCount\", \"message\": "
                                "\"m\", \"fix\": {\"words\": \"w\", \"set\": "
                                "{\"scaleSettings.minNodeCount\": 0}, \"safe\": true}, \"tests\": "
                                "[{\"name\": \"n\", \"broken\": true, \"template\": %s%s}]}";
static const char template_text[] =
    "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\", "
    "\"contentVersion\": \"1.0.0.0\", \"parameters\": {\"min\": {\"type\": \"int\", \"defaultValue\": %s}}, "
    "\"variables\": {\"v\": %s}, \"resources\": [{\"type\": "
    "\"Microsoft.MachineLearningServices/workspaces/computes\", "
    "\"apiVersion\": \"2024-04-01\", \"name\": \"w/c\", \"properties\": {\"computeType\": \"AmlCompute\", "
    "\"properties\": "
    "{\"scaleSettings\": {\"minNodeCount\": %s}}}}]}";

static void edits_where_the_value_is_written(void **state) {
  static const struct {
    const char *before[3], *after[3]; /* the default, the variable, the property; after NULL: no fix */
  } cases[] = {
      {{"5", "7", "2"}, {"5", "7", "0"}},
      {{"2", "7", "\"[parameters('min')]\""}, {"0", "7", "\"[parameters('min')]\""}},
      {{"2", "\"[parameters('min')]\"", "\"[variables('v')]\""},
          {"0", "\"[parameters('min')]\"", "\"[variables('v')]\""}},
      {{"2", "3", "\"[variables('v')]\""}, {"2", "0", "\"[variables('v')]\""}},
      {{"2", "3", "\"[add(parameters('min'), 1)]\""}, {NULL}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *const *b = cases[i].before;
    const char *const *a = cases[i].after;
    aml_sv before = aml_sv_format(*state, template_text, b[0], b[1], b[2]);
    aml_sv after = {0};
    if (a[0] != NULL) {
      after = aml_sv_format(*state, template_text, a[0], a[1], a[2]);
      after = aml_sv_format(*state, ", \"fixed\": %.*s", AML_SV_ARG(after));
    }
    aml_sv rule =
        aml_sv_format(*state, rule_text, before.data, after.len > 0 ? after.data : ", \"fixed\": \"none\"");
    size_t error_at;
    const aml_value *root = aml_json_text_read(*state, rule, AML_NO_SPAN, &error_at);
    assert_non_null(root);
    aml_rule_tests tests = aml_rule_tests_of(*state, root);
    aml_rule_test_result result =
        aml_rule_test_run(*state, root, &tests.items[0], NULL, aml_day_of(2026, 11, 27));
    if (a[0] == NULL) {
      assert_sv_equal(result.problem, AML_SV("No fix is offered."));
    } else if (!result.has_passed) {
      fail_msg("case %zu: %.*s", i, AML_SV_ARG(result.problem));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(edits_yaml_in_its_own_style),
      TEST_CASE(inserts_members_into_json),
      TEST_CASE(removes_members_with_their_comma),
      TEST_CASE(edits_nothing_that_is_not_written),
      TEST_CASE(edits_where_the_value_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
