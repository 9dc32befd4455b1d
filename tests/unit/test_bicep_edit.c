/* Edits of Bicep: what is written, in the style of what stands there, and what is left alone. */
#include "bicep/edit_bicep.h"
#include "edit/edit.h"
#include "tree/read.h"

#include "test.h"

typedef struct edited {            /* a text under test; `value` is JSON */
  const char *text, *value, *want; /* want NULL: no edit is made */
} edited;

static const aml_value *read_value(aml_arena *arena, const char *json) {
  aml_source *source = aml_sources_add(aml_sources_new(arena), AML_SV("value.json"), (aml_sv){0});
  source->bytes = aml_sv_of(json);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_JSON, arena, &diags);
  assert_int_equal(diags.list.count, 0);
  return tree->documents.items[0].root;
}

static aml_edit_text begin(aml_arena *arena, const char *text, aml_source **source) {
  aml_sources *sources = aml_sources_new(arena);
  *source = aml_sources_add(sources, AML_SV("main.bicep"), (aml_sv){0});
  (*source)->bytes = aml_sv_of(text);
  return (aml_edit_text){.arena = arena, .sources = sources};
}

static void check(
    aml_arena *arena, const aml_source *source, bool is_made, const aml_edit *edit, const char *want) {
  if (!is_made || want == NULL) {
    if (is_made != (want != NULL)) {
      fail_msg("%.*s: the edit is %s", AML_SV_ARG(source->bytes), is_made ? "made" : "refused");
    }
    return;
  }
  aml_sv after = aml_edits_apply(arena, source->bytes, source->id, edit, 1);
  if (!aml_sv_eq(after, aml_sv_of(want))) {
    fail_msg("%.*s: becomes\n%.*s", AML_SV_ARG(source->bytes), AML_SV_ARG(after));
  }
}

static aml_span span_of(const aml_source *source, aml_sv part) {
  size_t at = aml_sv_find(source->bytes, part, 0);
  assert_true(at != AML_NPOS);
  return (aml_span){source->id, (uint32_t)at, (uint32_t)(at + part.len)};
}

/* The first object of the text gets 'a.b'. */
static void inserts_members(void **state) {
  static const edited cases[] = {
      {"x: {}", "1", "x: { a: { b: 1 } }"},
      {"x: { c: 2 }", "true", "x: { a: { b: true }, c: 2 }"},
      {"x: {\n  c: 2\n}\n", "null", "x: {\n  a: {\n    b: null\n  }\n  c: 2\n}\n"},
      {"x: {\r\n\tc: 2\r\n}", "\"t\"", "x: {\r\n\ta: {\r\n\t\tb: 't'\r\n\t}\r\n\tc: 2\r\n}"},
      {"  x: {\n  }", "1", "  x: {\n    a: {\n      b: 1\n    }\n  }"},
      {"\tx: {\n\t}", "1", "\tx: {\n\t\ta: {\n\t\t\tb: 1\n\t\t}\n\t}"},
      {"x: { // why\n    c: 2\n}", "1", "x: { // why\n    a: {\n        b: 1\n    }\n    c: 2\n}"},
      {"x: {\n\n  c: 2\n}", "1", "x: {\n  a: {\n    b: 1\n  }\n\n  c: 2\n}"},
      {"x: {}", "1.5", NULL},
      {"x: { /* why */ c: 2 }", "1", NULL},
      {"x: {", "1", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, cases[i].text, &source);
    aml_edit edit;
    bool is_made = aml_bicep_editor.insert(
        &text, span_of(source, AML_SV("{")), AML_SV("a.b"), read_value(*state, cases[i].value), &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

/* 'x' is what the text says now. */
static void replaces_literals(void **state) {
  static const edited cases[] = {
      {"v: 'x'", "\"it's\"", "v: 'it\\'s'"},
      {"v: 'x'", "\"a\\tb\\nc\\r\\\\ ${d} $e\"", "v: 'a\\tb\\nc\\r\\\\ \\${d} $e'"},
      {"v: 'x'", "[1, \"y\", {}]", "v: [1, 'y', {}]"},
      {"v: 'x'", "{\"a-b\": -1, \"c\": [true, null]}", "v: { 'a-b': -1, c: [true, null] }"},
      {"v: 'x'", "1.5", NULL},
      {"v: '''x'''", "\"y\"", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, cases[i].text, &source);
    aml_span place = {source->id, 3, (uint32_t)source->bytes.len};
    aml_edit edit;
    bool is_made = aml_bicep_editor.replace(
        &text, place, read_value(*state, "\"x\""), read_value(*state, cases[i].value), &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

/* The member 'gone' with the value 1. */
static void removes_members(void **state) {
  static const edited cases[] = {
      {"{\n  a: 2\n  gone: 1\n  b: 3\n}", NULL, "{\n  a: 2\n  b: 3\n}"},
      {"{\r\n  gone: 1 \r\n}", NULL, "{\r\n}"},
      {"{ gone: 1, a: 2 }", NULL, "{ a: 2 }"},
      {"{ a: 2, gone: 1 }", NULL, "{ a: 2 }"},
      {"{ a: 2, gone: 1, b: 3 }", NULL, "{ a: 2, b: 3 }"},
      {"{ gone: 1 }", NULL, "{ }"},
      {"{\n  gone: 1 // why\n}", NULL, NULL},
      {"{\n  gone: (1)\n}", NULL, NULL},
      {"{\n  gone: /* why */ 1\n}", NULL, NULL},
      {"{ a: 2, gone: 1\n}", NULL, NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, cases[i].text, &source);
    aml_member member = {.name = AML_SV("gone"),
        .name_span = span_of(source, AML_SV("gone")),
        .value = aml_value_int(*state, 1, span_of(source, AML_SV("1")))};
    aml_edit edit;
    bool is_made = aml_bicep_editor.remove(&text, &member, &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(inserts_members), TEST_CASE(replaces_literals), TEST_CASE(removes_members)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
