/* Edits of the exceptions file: what is not asked for stays as it is, byte for byte, and what comes out reads
 * back. */
#include "failing_disk.h"
#include "waiver/exceptions_edit.h"
#include "waiver_text.h"

static const char *const bodies[] = {
    /* each holds the entries A and B, in different clothes */
    "exceptions:\n  - id: A\n    rules: [AML101]\n    paths: [a.yml]\n    expires: 2026-12-31\n  - id: B\n   "
    " rules: "
    "[AML102]\n    paths: [b.yml]\n    expires: 2026-12-31\n",
    "# head: of the file\nexceptions:\n# about A\n- id: A # behind\n  rules:\n    - AML101\n  paths: "
    "[a.yml]\n  expires: "
    "'2026-12-31' # soon\n\n# about B: more\n# and more\n- id: B\n  expires: \"2026-12-31\"\n  rules: "
    "[AML102]\n  paths: "
    "[b.yml]\n# the end\n",
    "exceptions:\r\n  - {id: A, rules: [AML101], paths: [a.yml], expires: 2026-12-31}\r\n  - id: 'B'\r\n    "
    "rules: "
    "[AML102]\r\n    paths: [b.yml]\r\n    expires: 2026-12-31\r\n",
    "exceptions:\n- rules: [AML101]\n  id: A\n  paths: [a.yml]\n  reason: |\n    - id: B\n    two lines\n  "
    "expires: "
    "2026-12-31\n- rules: [AML102]\n  id: B\n  paths: [b.yml]\n  expires: 2026-12-31\n  reason: >-\n    no "
    "end\n    at all",
};

typedef struct edited {
  waiver_text text;
  const aml_value *root;
} edited;

static edited read_file_text(aml_arena *arena, aml_sv text) {
  edited out = {.text = read_waiver_text(arena, "e.yml", text)};
  assert_int_equal(out.text.diags.list.count, 0);
  out.root = root_of(&out.text);
  return out;
}

/* The ids, dates and number of entries, and that nothing is wrong with them. */
static aml_sv sum_up(aml_arena *arena, aml_sv text) {
  edited file = read_file_text(arena, text);
  aml_exceptions_read(&file.text.waivers, file.root, AML_SV("e.yml"), (aml_sv){NULL, 0}, &file.text.diags);
  if (file.text.diags.list.count != 0) {
    fail_msg("%.*s in\n%.*s", AML_SV_ARG(file.text.diags.list.items[0].message.text), AML_SV_ARG(text));
  }
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < file.text.waivers.list.count; i++) {
    const aml_waiver *one = file.text.waivers.list.items[i];
    char day[AML_DAY_TEXT_SIZE];
    aml_day_text(one->until, day);
    out = aml_sv_format(arena, "%.*s%.*s %s;", AML_SV_ARG(out), AML_SV_ARG(one->id), day);
  }
  return out;
}

static aml_waiver make_entry(aml_arena *arena, const char *id, const char *owner, const char *reason) {
  aml_waiver entry = {.id = aml_sv_of(id),
      .owner = aml_sv_of(owner),
      .reason = aml_sv_of(reason),
      .created = day_of("2026-11-27"),
      .until = day_of("2027-02-28"),
      .review = AML_DAY_NONE};
  AML_VEC_PUSH(arena, &entry.rules, AML_SV("AML101"));
  AML_VEC_PUSH(arena, &entry.paths, AML_SV("c.yml"));
  return entry;
}

static aml_sv add(aml_arena *arena, aml_sv text, const aml_waiver *entry) {
  edited file = read_file_text(arena, text);
  aml_sv out = {NULL, 0};
  aml_error error = {0};
  if (aml_exceptions_text_add(arena, text, file.root, entry, &out, &error) != AML_OK) {
    fail_msg("%s", error.text);
  }
  return out;
}

static aml_sv remove_entry(aml_arena *arena, aml_sv text, const char *id) {
  edited file = read_file_text(arena, text);
  aml_sv out = {NULL, 0};
  aml_error error = {0};
  if (aml_exceptions_text_remove(arena, text, file.root, aml_sv_of(id), &out, &error) != AML_OK) {
    fail_msg("%s", error.text);
  }
  return out;
}

static void adds_at_the_end_and_keeps_the_rest(void **state) {
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  for (size_t i = 0; i < COUNT(bodies); i++) {
    aml_sv text = aml_sv_of(bodies[i]);
    aml_sv out = add(*state, text, &entry);
    assert_sv_equal(sum_up(*state, out), AML_SV("A 2026-12-31;B 2026-12-31;C 2027-02-28;"));
    /* What was there is there, in its order, around the new entry. */
    size_t begin = 0;
    while (begin < text.len && text.data[begin] == out.data[begin]) {
      begin++;
    }
    size_t tail = text.len - begin;
    assert_sv_equal(aml_sv_slice(out, out.len - tail, out.len), aml_sv_slice(text, begin, text.len));
    bool has_lone_line_feed = aml_sv_find(out, AML_SV("\r\n"), 0) != AML_NPOS && i != 2;
    assert_false(has_lone_line_feed);
  }
}

/* Behind the last line of the last entry, also where a text in lines ends it: what follows is not its own. */
static void adds_before_what_follows_the_list(void **state) {
  static const char *const ends[] = {"    expires: 2026-12-31\n", "    reason: |\n      ten letters\n",
      "    reason: >-\n      ten\n      letters\n", "    evidence:\n      - a link\n",
      "    evidence: [a link] # here\n", "    evidence:\n", "    reason: |+\n      ten letters\n"};
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  for (size_t i = 0; i < COUNT(ends); i++) {
    aml_sv head =
        aml_sv_format(*state, "exceptions:\n  - id: A\n    rules: [AML101]\n    paths: [a.yml]\n%s", ends[i]);
    aml_sv out = add(*state, aml_sv_format(*state, "%.*s# the end\n# of it\n", AML_SV_ARG(head)), &entry);
    assert_true(aml_sv_starts(out, aml_sv_format(*state, "%.*s  - id: C\n", AML_SV_ARG(head))));
    assert_true(aml_sv_ends(out, AML_SV("    expires: 2027-02-28\n# the end\n# of it\n")));
  }
}

static void keeps_windows_line_ends(void **state) {
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  aml_sv out = add(*state, aml_sv_of(bodies[2]), &entry);
  for (size_t i = 0; i < out.len; i++) {
    assert_true(out.data[i] != '\n' || out.data[i - 1] == '\r');
  }
}

static void takes_back_what_it_added(void **state) {
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  for (size_t i = 0; i + 1 < COUNT(bodies); i++) {
    assert_sv_equal(
        remove_entry(*state, add(*state, aml_sv_of(bodies[i]), &entry), "C"), aml_sv_of(bodies[i]));
  }
}

static void begins_an_empty_list(void **state) {
  static const struct {
    const char *text, *expected;
  } cases[] = {{"", "exceptions:\n  - id: C\n"}, {"# only words\n", "# only words\nexceptions:\n  - id: C\n"},
      {"exceptions: []\n", "exceptions:\n  - id: C\n"}, {"exceptions:\n", "exceptions:\n  - id: C\n"},
      {"exceptions: [] # none\n# end\n", "exceptions: # none\n  - id: C\n"},
      {"exceptions: []", "exceptions:\n  - id: C\n"}, {"exceptions: null\n", "exceptions:\n  - id: C\n"},
      {"exceptions: [] # none", "exceptions: # none\n  - id: C\n"},
      {"exceptions: []\r\n", "exceptions:\r\n  - id: C\r\n"}};
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv out = add(*state, aml_sv_of(cases[i].text), &entry);
    if (!aml_sv_starts(out, aml_sv_of(cases[i].expected))) {
      fail_msg("'%s' became\n%.*s", cases[i].text, AML_SV_ARG(out));
    }
    assert_sv_equal(sum_up(*state, out), AML_SV("C 2027-02-28;"));
  }
}

static void leaves_an_empty_list(void **state) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"exceptions:\n  - id: A\n    rules: [AML101]\n    paths: [a]\n", "exceptions: []\n"},
      {"x: 1\n# a: b\nexceptions: # c: d\n# about: A\n- id: A\n  rules: [AML101]\n# e: f\n",
          "x: 1\n# a: b\nexceptions: [] # c: d\n# e: f\n"},
      {"exceptions:\n# kept: yes\n\n# about: A\n- id: A\n  rules: [AML101]",
          "exceptions: []\n# kept: yes\n\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(remove_entry(*state, aml_sv_of(cases[i].text), "A"), aml_sv_of(cases[i].expected));
  }
}

/* Every text comes back as it went in, whatever it means to YAML. */
static void writes_words_that_read_back(void **state) {
  static const char *const words[] = {"NO", "no", "Yes", "on", "OFF", "null", "~", "true", "y", "1e3", "0x1F",
      "2026-11-27", "12:30:45", "-", "- a", "a: b", "a #b", "#a", "&a", "*a", "!a", "%a", "@a", "`a", "{a}",
      "[a]", "a, b", "'a'", "\"a\"", "\\n", "a\nb", "a\tb", " a ", "\xC3\xA9\xE2\x82\xAC", "\xF0\x9F\x98\x80",
      "..", "---", "...", "=", "<<", ".inf", ".NaN", "\x01\x7F", "\xC2\x85", "\xE2\x80\xA8"};
  for (size_t i = 0; i < COUNT(words); i++) {
    aml_waiver entry = make_entry(*state, "C", words[i], words[i]);
    aml_sv out = add(*state, aml_sv_of(bodies[0]), &entry);
    edited file = read_file_text(*state, out);
    aml_exceptions_read(&file.text.waivers, file.root, AML_SV("e.yml"), (aml_sv){NULL, 0}, &file.text.diags);
    assert_int_equal(file.text.diags.list.count, 0);
    assert_sv_equal(file.text.waivers.list.items[2]->owner, aml_sv_of(words[i]));
    assert_sv_equal(file.text.waivers.list.items[2]->reason, aml_sv_of(words[i]));
  }
}

static void renews_one_date_only(void **state) {
  for (size_t i = 0; i < COUNT(bodies); i++) {
    edited file = read_file_text(*state, aml_sv_of(bodies[i]));
    aml_sv out = {NULL, 0};
    assert_int_equal(aml_exceptions_text_renew(*state, aml_sv_of(bodies[i]), file.root, AML_SV("B"),
                         day_of("2028-02-29"), &out, NULL),
        AML_OK);
    assert_sv_equal(sum_up(*state, out), AML_SV("A 2026-12-31;B 2028-02-29;"));
    assert_int_equal(out.len, strlen(bodies[i]));
    size_t changed = 0;
    for (size_t k = 0; k < out.len; k++) {
      changed += out.data[k] != bodies[i][k] ? 1 : 0;
    }
    assert_int_equal(changed, 4); /* 2026-12-31 to 2028-02-29 */
  }
}

static void removes_one_with_its_comment(void **state) {
  static const char *const expected[] = {"A 2026-12-31;", "B 2026-12-31;"};
  for (size_t i = 0; i < COUNT(bodies); i++) {
    assert_sv_equal(sum_up(*state, remove_entry(*state, aml_sv_of(bodies[i]), "B")), aml_sv_of(expected[0]));
    assert_sv_equal(sum_up(*state, remove_entry(*state, aml_sv_of(bodies[i]), "A")), aml_sv_of(expected[1]));
  }
  aml_sv out = remove_entry(*state, aml_sv_of(bodies[1]), "B");
  assert_int_equal(aml_sv_find(out, AML_SV("about B"), 0), AML_NPOS);
  assert_int_equal(aml_sv_find(out, AML_SV("and more"), 0), AML_NPOS);
  assert_true(aml_sv_find(out, AML_SV("# about A"), 0) != AML_NPOS);
  assert_true(aml_sv_ends(out, AML_SV("# the end\n")));
}

static void refuses_what_it_cannot_edit(void **state) {
  aml_waiver entry = make_entry(*state, "A", "team", "ten letters");
  static const struct {
    const char *text, *problem;
  } cases[] = {{"exceptions: [{id: B, rules: [AML101]}]\n",
                   "The list 'exceptions' is not written with dashes, so nothing was added."},
      {"exceptions:\n- id: A\n", "The exception 'A' already exists."},
      {"exception: []\n", "This is not an exceptions file: it has no list 'exceptions'."},
      {"exceptions: {}\n", "This is not an exceptions file: it has no list 'exceptions'."}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    edited file = read_file_text(*state, aml_sv_of(cases[i].text));
    aml_sv out;
    aml_error error = {0};
    assert_int_equal(
        aml_exceptions_text_add(*state, aml_sv_of(cases[i].text), file.root, &entry, &out, &error),
        AML_ERR_INPUT);
    assert_string_equal(error.text, cases[i].problem);
  }
  edited file = read_file_text(*state, aml_sv_of(bodies[0]));
  aml_sv out;
  aml_error error = {0};
  assert_int_equal(
      aml_exceptions_text_remove(*state, aml_sv_of(bodies[0]), file.root, AML_SV("Z"), &out, &error),
      AML_ERR_INPUT);
  assert_string_equal(error.text, "The exception 'Z' does not exist.");
}

/* Ways to write YAML that an edit of lines would break: the result is read before it is given out. */
static void refuses_what_the_edit_would_break(void **state) {
  typedef enum edit { ADD, RENEW, REMOVE } edit;
  static const struct {
    edit edit;
    const char *text;
  } cases[] = {{REMOVE, "exceptions:\n- id: A\n  reason: &r x\n- id: B\n  reason: *r\n"},
      {REMOVE, "exceptions: &e\n- id: A\n- id: B\nother: *e\n"},
      {RENEW, "exceptions:\n- id: A\n  expires: &d 2026-12-31\n- id: B\n  expires: *d\n"},
      {RENEW, "exceptions:\n- &a\n  id: A\n  expires: 2026-12-31\n- <<: *a\n  id: B\n"},
      {ADD, "exceptions:\n- id: B\n---\nexceptions: []\n"},
      {ADD, "exceptions:\n- id: B\n  reason: |+\n    x\n\n"}, {ADD, "{exceptions: }\n"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    edited file = read_file_text(*state, aml_sv_of(cases[i].text));
    aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
    aml_sv text = aml_sv_of(cases[i].text);
    aml_sv out;
    aml_error error = {0};
    aml_status status = cases[i].edit == ADD
                            ? aml_exceptions_text_add(*state, text, file.root, &entry, &out, &error)
                        : cases[i].edit == RENEW
                            ? aml_exceptions_text_renew(
                                  *state, text, file.root, AML_SV("A"), day_of("2027-01-31"), &out, &error)
                            : aml_exceptions_text_remove(*state, text, file.root, AML_SV("A"), &out, &error);
    assert_int_equal(status, AML_ERR_INPUT);
    assert_string_equal(
        error.text, "The edit would break the layout of the file, so nothing was changed: edit it by hand.");
  }
}

static bool write_text(aml_replacement *file, void *ctx) {
  const aml_sv *text = ctx;
  return aml_replacement_write(file, text->data, text->len);
}

static void holds_the_old_or_the_new_file(void **state) {
  aml_waiver entry = make_entry(*state, "C", "team", "ten letters");
  aml_sv old = aml_sv_of(bodies[0]);
  aml_sv new = add(*state, old, &entry);
  replace_on_failing_disk(*state, old, new, write_text, &new);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(adds_at_the_end_and_keeps_the_rest),
      TEST_CASE(adds_before_what_follows_the_list), TEST_CASE(keeps_windows_line_ends),
      TEST_CASE(takes_back_what_it_added), TEST_CASE(begins_an_empty_list), TEST_CASE(leaves_an_empty_list),
      TEST_CASE(writes_words_that_read_back), TEST_CASE(renews_one_date_only),
      TEST_CASE(removes_one_with_its_comment), TEST_CASE(refuses_what_it_cannot_edit),
      TEST_CASE(refuses_what_the_edit_would_break), TEST_CASE(holds_the_old_or_the_new_file)};
  return cmocka_run_group_tests_name("waiver_edit", tests, NULL, NULL);
}
