/* Bodies of HCL: blocks, places, comments, and what is left of a text with mistakes. */
#include "hcl_text.h"

#include "test.h"

static const aml_value *read_text(hcl_text *t, const char *text) {
  hcl_text_init(t);
  const aml_hcl_input input = hcl_text_input(t, aml_sv_of(text));
  return aml_hcl_read(&input);
}

static void assert_written(const hcl_text *t, const aml_value *value, const char *wanted) {
  aml_sv written = aml_span_text(t->sources, value->span);
  if (!aml_sv_eq(written, aml_sv_of(wanted))) {
    fail_msg("'%.*s' is written there, not '%s'", AML_SV_ARG(written), wanted);
  }
}

static void places_are_exact(void **state) {
  (void)state;
  hcl_text t;
  const aml_value *root = read_text(&t, "a \"b\" c {\n"
                                        "  text = \"x y\" # amlint why\n"
                                        "  sum  = 1 +\t2\n"
                                        "  list = [\n    \"p\", var.q\n  ] // AML two\n"
                                        "  one { n = -3 }\n"
                                        "}\n");
  assert_int_equal(t.diags.list.count, 0);
  const aml_value *body = aml_value_path(root, AML_SV("a.b.c"));
  assert_non_null(body);
  assert_written(&t, aml_object_find(body, AML_SV("text")), "\"x y\"");
  assert_written(&t, aml_object_find(body, AML_SV("sum")), "1 +\t2");
  assert_written(&t, aml_object_find(body, AML_SV("list")), "[\n    \"p\", var.q\n  ]");
  const aml_value *number = aml_value_path(body, AML_SV("one.n"));
  assert_int_equal(number->kind, AML_INT);
  assert_int_equal(number->as.integer, -3);
  assert_written(&t, number, "-3");
  assert_int_equal(t.tree.comments.count, 2);
  assert_true(aml_sv_eq(t.tree.comments.items[0].text, AML_SV("amlint why")));
  assert_false(t.tree.comments.items[0].is_alone);
  aml_arena_release(&t.arena);
}

/* Those that name this program, or follow one that is kept. */
static void comments_are_found(void **state) {
  (void)state;
  hcl_text t;
  (void)read_text(&t, "# before\n# amlint: one\n\n/* two\n   lines */\na = [ // other\n  1,\n  # Aml three\n "
                      " // four\n]\nb = \"# aml\"\n");
  assert_int_equal(t.diags.list.count, 0);
  assert_int_equal(t.tree.comments.count, 4);
  assert_true(t.tree.comments.items[1].is_alone);
  assert_true(aml_sv_eq(t.tree.comments.items[1].text, AML_SV("two\n   lines")));
  assert_true(aml_sv_eq(t.tree.comments.items[3].text, AML_SV("four")));
  aml_arena_release(&t.arena);
}

/* Each text has one mistake; `kept` is an attribute that is read nevertheless. */
static void mistakes_cost_themselves(void **state) {
  (void)state;
  static const struct {
    const char *text, *kept, *at; /* at: what stands where the mistake is told */
  } cases[] = {
      {"a {\n  x = \"open\n  y = 1\n}\nb = 2\n", "a.y", "\n"},
      {"a {\n  x = \"open\n  y = 1\n}\nb = 2\n", "b", "\n"},
      {"a {\n  x = 1 2\n  y = 1\n}\n", "a.y", "2"},
      {"a {\n  x = {\n    p = 1 q\n    r = 2\n  }\n  y = 1\n}\n", "a.y", "q"},
      {"a {\n  x = [1,\n  y = 1\n}\nb = 2\n", "b", "="},
      {"a {\n  x = (1\n  y = 1\n}\nb = 2\n", "b", "y"},
      {"a {\n  y = 1\n\nb = 2\n", "b", "{"},
      {"a {\n  b {\n    y = 1\n  z = 2\n}\nc = 3\n", "a.z", "{"},
      {"a {\n  b {\n    y = 1\n  z = 2\n}\nc = 3\n", "c", "{"},
      {"}\nb = 2\n", "b", "}"},
      {"a = <<EOT\nx\nb = 2\n", NULL, "<<EOT\n"},
      {"a = \"${1\"\nb = 2\n", "b", NULL},
      {"a = @\nb = 2\n", "b", "@"},
      {"a = \"\\q\"\nb = 2\n", "b", "\\q"},
      {"a \"x${y}\" {\n}\nb = 2\n", "b", "\"x${y}\""},
      {"a\nb = 2\n", "b", "\n"},
      {"a = 1 /* open\nb = 2\n", NULL, "/*"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    hcl_text t;
    const aml_value *root = read_text(&t, cases[i].text);
    if (t.diags.list.count == 0 ||
        (cases[i].kept != NULL && aml_value_path(root, aml_sv_of(cases[i].kept)) == NULL)) {
      fail_msg("%s: %zu mistakes, root %s", cases[i].text, t.diags.list.count,
          aml_value_json(&t.arena, root, false).data);
    }
    aml_sv at = aml_span_text(t.sources, t.diags.list.items[0].span);
    if (cases[i].at != NULL && !aml_sv_eq(at, aml_sv_of(cases[i].at))) {
      fail_msg("%s: the mistake is told at '%.*s'", cases[i].text, AML_SV_ARG(at));
    }
    aml_arena_release(&t.arena);
  }
}

static void depth_is_bounded(void **state) {
  (void)state;
  static const char *const pieces[] = {
      "a = [", "a = {b = ", "a = (", "a = !", "a = \"${\"", "a {\n", "a = x ? 1 : "};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    hcl_text t;
    hcl_text_init(&t);
    aml_strbuf text;
    aml_strbuf_init(&text, &t.arena, SIZE_MAX);
    aml_sv piece = aml_sv_of(pieces[i]);
    size_t repeated = piece.data[2] == '=' ? 4 : 0;
    aml_strbuf_add(&text, piece);
    for (int k = 0; k < 20000; k++) {
      aml_strbuf_add(&text, aml_sv_slice(piece, repeated, piece.len));
    }
    const aml_hcl_input input = hcl_text_input(&t, aml_strbuf_view(&text));
    (void)aml_hcl_read(&input);
    assert_true(t.diags.list.count > 0);
    aml_arena_release(&t.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_are_exact),
      cmocka_unit_test(comments_are_found),
      cmocka_unit_test(mistakes_cost_themselves),
      cmocka_unit_test(depth_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
