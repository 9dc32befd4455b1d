/* Waivers in comments of YAML and JSON, and in the metadata of plain JSON. */
#include "waiver_text.h"

#define GOOD "[AML101] owner=team-a until=2026-12-31 reason=\"demo on the 9th\""

typedef struct place_case {
  const char *name, *path, *text;
  aml_waiver_reach reach;
  uint32_t line, head;
} place_case;

static const place_case places[] = {
    {"behind a value", "a.yml", "a: 1\nb: 2 # amlint: ignore" GOOD "\n", AML_REACH_LINE, 2, 0},
    {"before a value", "a.yml", "a: 1\n# amlint: ignore" GOOD "\nb: 2\n", AML_REACH_RESOURCE, 3, 0},
    {"blank lines and comments between", "a.yml", "# amlint: ignore" GOOD "\n\n# more\n\nb: 2\n",
        AML_REACH_RESOURCE, 5, 0},
    {"at the head of a document", "a.yml", "a: 1\n# amlint: ignore" GOOD "\n---\nb: 2\n", AML_REACH_RESOURCE,
        4, 0},
    {"for the file, anywhere", "a.yml", "a: 1\n# amlint: ignore-file" GOOD "\n", AML_REACH_FILE, 0, 0},
    {"Windows line ends", "a.yml", "a: 1\r\n# amlint: ignore" GOOD "\r\nb: 2\r\n", AML_REACH_RESOURCE, 3, 0},
    {"in a list of YAML", "a.yml", "a:\n  - 1 # amlint: ignore" GOOD "\n", AML_REACH_LINE, 2, 0},
    {"JSON, behind a value", "a.json", "{\n \"a\": 1 // amlint: ignore" GOOD "\n}\n", AML_REACH_LINE, 2, 0},
    {"JSON, in a block", "a.json", "{\n \"b\": [],\n \"a\": 1 /* amlint: ignore" GOOD " */\n}\n",
        AML_REACH_LINE, 3, 0},
    {"JSON, the line before", "a.json", "{\n \"a\": 1,\n // amlint: ignore" GOOD "\n \"b\": 2\n}\n",
        AML_REACH_RESOURCE, 4, 0},
    {"JSON, behind the brace", "a.json", "[\n { // amlint: ignore" GOOD "\n \"a\": 1\n}]\n",
        AML_REACH_RESOURCE, 2, 0},
    {"JSON, first in the braces", "a.json", "[\n {\n // amlint: ignore" GOOD "\n \"a\": 1\n}]\n",
        AML_REACH_RESOURCE, 4, 2},
    {"JSON, second in the braces", "a.json", "[\n {\n // why\n\n // amlint: ignore" GOOD "\n \"a\": 1\n}]\n",
        AML_REACH_RESOURCE, 6, 2},
    {"JSON, before the resource", "a.json", "[\n // amlint: ignore" GOOD "\n {\n \"a\": 1\n}]\n",
        AML_REACH_RESOURCE, 3, 0},
    {"JSON, no head of a value inside", "a.json", "{\"x\": {\n // amlint: ignore" GOOD "\n \"a\": 1\n}}\n",
        AML_REACH_RESOURCE, 3, 0},
};

static void finds_the_place(void **state) {
  for (size_t i = 0; i < COUNT(places); i++) {
    waiver_text text = read_waiver_text(*state, places[i].path, aml_sv_of(places[i].text));
    aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
    if (text.waivers.list.count != 1 || text.diags.list.count != 0) {
      fail_msg(
          "%s: %zu waivers, %zu complaints", places[i].name, text.waivers.list.count, text.diags.list.count);
    }
    const aml_waiver *waiver = text.waivers.list.items[0];
    bool is_line = places[i].reach == AML_REACH_FILE || waiver->line == places[i].line;
    if (waiver->reach != places[i].reach || !is_line || waiver->head != places[i].head) {
      fail_msg(
          "%s: reach %d, line %u, head %u", places[i].name, (int)waiver->reach, waiver->line, waiver->head);
    }
    assert_int_equal(waiver->flags, 0);
  }
}

/* Comments of one run cover what comes after the run; each run by itself. */
static void places_many_comments_in_a_row(void **state) {
  waiver_text text = read_waiver_text(*state, "a.json",
      AML_SV("[\n {\n // amlint: ignore" GOOD "\n // why\n // amlint: ignore" GOOD "\n\n \"a\": 1,\n"
             " // amlint: ignore" GOOD "\n // amlint: ignore" GOOD "\n \"b\": 2\n}]\n"));
  static const struct { uint32_t line, head; } expected[] = {{7, 2}, {7, 2}, {10, 0}, {10, 0}};
  aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
  assert_int_equal(text.waivers.list.count, COUNT(expected));
  for (size_t i = 0; i < COUNT(expected); i++) {
    assert_int_equal(text.waivers.list.items[i]->line, expected[i].line);
    assert_int_equal(text.waivers.list.items[i]->head, expected[i].head);
  }
}

static void reads_all_fields(void **state) {
  waiver_text text = read_waiver_text(*state, "a.yml",
      AML_SV("a: 1 # amlint: ignore[ AML101 ,idle-nodes] OWNER=\"team a\" approver=bob\tticket=OPS-1 "
             "until=2028-02-29 created=2026-11-01 risk=accepted reason=\"it's 5 > 4, isn't it\"\n"));
  aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
  assert_int_equal(text.diags.list.count, 0);
  const aml_waiver *waiver = text.waivers.list.items[0];
  assert_int_equal(waiver->kind, AML_IN_SOURCE);
  assert_int_equal(waiver->rules.count, 2);
  assert_sv_equal(waiver->rules.items[0], AML_SV("AML101"));
  assert_sv_equal(waiver->rules.items[1], AML_SV("idle-nodes"));
  assert_sv_equal(waiver->owner, AML_SV("team a"));
  assert_sv_equal(waiver->approver, AML_SV("bob"));
  assert_sv_equal(waiver->ticket, AML_SV("OPS-1"));
  assert_sv_equal(waiver->risk, AML_SV("accepted"));
  assert_sv_equal(waiver->reason, AML_SV("it's 5 > 4, isn't it"));
  assert_int_equal(waiver->until, day_of("2028-02-29"));
  assert_int_equal(waiver->created, day_of("2026-11-01"));
  assert_int_equal(waiver->review, AML_DAY_NONE);
}

typedef struct mistake_case {
  const char *comment, *complaint;
} mistake_case;

static const mistake_case mistakes[] = {
    {"ignore", "expected rules in brackets, as in ignore[AML101], not ''"},
    {"ignore AML101", "expected rules in brackets, as in ignore[AML101], not ' AML101'"},
    {"ignore[AML101 owner=a", "expected rules in brackets, as in ignore[AML101], not '[AML101 owner=a'"},
    {"ignore[] owner=a", "no rules are listed in '[]'"},
    {"ignore[ , ] owner=a", "no rules are listed in '[ , ]'"},
    {"ignroe[AML101]", "expected 'ignore' or 'ignore-file' after 'amlint:', not 'ignroe[AML101]'"},
    {"", "expected 'ignore' or 'ignore-file' after 'amlint:', not ''"},
    {"ignore[AML101] ownr=a", "unknown field 'ownr'; the nearest is 'owner'"},
    {"ignore[AML101] untill=2026-12-31", "unknown field 'untill'; the nearest is 'until'"},
    {"ignore[AML101] colour=red", "unknown field 'colour'"},
    {"ignore[AML101] because",
        "expected fields as name=value, with double quotes around values that contain spaces, not 'because'"},
    {"ignore[AML101] reason", "a field needs '=' and a value, as in 'reason=...'"},
    {"ignore[AML101] reason: \"x\"", "a field needs '=' and a value, as in 'reason=...'"},
    {"ignore[AML101] until 2026-12-31", "a field needs '=' and a value, as in 'until=YYYY-MM-DD'"},
    {"ignore[AML101] reson \"x\"", "unknown field 'reson'; the nearest is 'reason'"},
    {"ignore[AML101] reason=\"no end", "missing closing quote after '\"no end'"},
    {"ignore[AML101] until=31.12.2026", "expected a date, YYYY-MM-DD, not '31.12.2026'"},
    {"ignore[AML101] until=2026-02-29", "expected a date, YYYY-MM-DD, not '2026-02-29'"},
    {"ignore[AML101] until=2100-02-29", "expected a date, YYYY-MM-DD, not '2100-02-29'"},
    {"ignore[AML101] until=2026-04-31", "expected a date, YYYY-MM-DD, not '2026-04-31'"},
    {"ignore[AML101] until=2026-13-01", "expected a date, YYYY-MM-DD, not '2026-13-01'"},
    {"ignore[AML101] created=", "expected a date, YYYY-MM-DD, not ''"},
};

/* Each in YAML and in JSON. */
static void tells_what_cannot_be_read(void **state) {
  for (size_t i = 0; i < 2 * COUNT(mistakes); i++) {
    const mistake_case *one = &mistakes[i / 2];
    bool is_yaml = i % 2 == 0;
    aml_sv text_of_file = is_yaml ? aml_sv_format(*state, "a: 1 # amlint: %s\n", one->comment)
                                  : aml_sv_format(*state, "{\"a\": 1 // amlint: %s\n}\n", one->comment);
    waiver_text text = read_waiver_text(*state, is_yaml ? "a.yml" : "a.json", text_of_file);
    aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
    if (text.diags.list.count != 1 || text.waivers.list.count != 1) {
      fail_msg("%s: %zu complaints", one->comment, text.diags.list.count);
    }
    const aml_diag *diag = &text.diags.list.items[0];
    assert_string_equal(diag->rule, "AML902");
    assert_sv_equal(diag->message.text, aml_sv_format(*state, "This waiver is ignored: %s.", one->complaint));
    assert_true(aml_sv_starts(diag->help, AML_SV("Write: amlint: ignore[AML101] owner=TEAM")));
    assert_int_equal(text.waivers.list.items[0]->flags, AML_WAIVER_MALFORMED);
  }
}

/* What was most likely meant to be a waiver is none, and is told to be none. */
static void tells_near_misses(void **state) {
  static const char *const misses[] = {"amlint-ignore[AML101]", "amlint ignore AML101",
      "amlint ignore[AML101]", "AMLINT: ignore[AML101]", "amlint disable=AML101",
      "amlint_ignore-file[AML101]", "ignore[AML101]", "noqa: AML401", "disable-next-line AML301",
      "nolint:AML101", "skip AML101 because"};
  for (size_t i = 0; i < COUNT(misses); i++) {
    waiver_text text = read_waiver_text(*state, "a.yml", aml_sv_format(*state, "a: 1 # %s\n", misses[i]));
    aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
    if (text.diags.list.count != 1 || text.waivers.list.count != 1) {
      fail_msg("%s: %zu complaints", misses[i], text.diags.list.count);
    }
    assert_true(aml_sv_find(text.diags.list.items[0].message.text, AML_SV("expected 'amlint: ignore['"), 0) !=
                AML_NPOS);
    assert_int_equal(text.waivers.list.items[0]->flags, AML_WAIVER_MALFORMED);
    assert_int_equal(text.waivers.list.items[0]->problems.count, 1);
  }
}

/* Both words for the last day, and the day of the review. */
static void reads_dates_by_both_names(void **state) {
  static const char *const texts[] = {"a: 1 # amlint: ignore[AML101] until=2027-01-31 review=2026-12-01\n",
      "a: 1 # amlint: ignore[AML101] expires=2027-01-31 review=2026-12-01\n"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    waiver_text text = read_waiver_text(*state, "a.yml", aml_sv_of(texts[i]));
    aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
    assert_int_equal(text.waivers.list.count, 1);
    assert_int_equal(text.waivers.list.items[0]->until, day_of("2027-01-31"));
    assert_int_equal(text.waivers.list.items[0]->review, day_of("2026-12-01"));
  }
}

typedef struct head_case {
  const char *name, *text;
  uint32_t line, head;
} head_case;

static const head_case heads[] = {
    {"before the resource", "# W\n$schema: x\nname: a\n", 2, 0},
    {"between $schema and name", "$schema: x\n# W\nname: a\nsize: s\n", 3, 1},
    {"between name and type", "$schema: x\nname: a\n\n# W\n# more\ntype: amlcompute\n", 6, 1},
    {"in the second document", "a: 1\n---\nname: b\n# W\ntype: amlcompute\n", 5, 3},
    {"in an item of a list", "list:\n  - name: b\n    # W\n    type: amlcompute\n", 4, 2},
    {"before a setting, that line only", "name: a\ntype: amlcompute\n# W\nsize: s\n", 4, 0},
    {"behind a setting, that line only", "size: s\n# W\nname: a\n", 3, 0},
    {"JSON, between type and name", "{\n  \"type\": \"x\",\n  // W\n  \"name\": \"y\"\n}\n", 4, 1},
    {"JSON, behind a setting", "{\n  \"tags\": {},\n  // W\n  \"name\": \"y\"\n}\n", 4, 0},
};

/* W stands for the waiver. */
static void finds_the_head_of_a_resource(void **state) {
  for (size_t i = 0; i < COUNT(heads); i++) {
    aml_sv text = aml_sv_of(heads[i].text);
    size_t at = aml_sv_find(text, AML_SV("W"), 0);
    text = aml_sv_format(*state, "%.*samlint: ignore[AML101]%.*s", AML_SV_ARG(aml_sv_slice(text, 0, at)),
        AML_SV_ARG(aml_sv_slice(text, at + 1, text.len)));
    waiver_text read = read_waiver_text(*state, text.data[0] == '{' ? "a.jsonc" : "a.yml", text);
    aml_waivers_read_comments(&read.waivers, read.source, read.tree, &read.diags);
    assert_int_equal(read.waivers.list.count, 1);
    const aml_waiver *waiver = read.waivers.list.items[0];
    if (waiver->line != heads[i].line || waiver->head != heads[i].head ||
        waiver->reach != AML_REACH_RESOURCE) {
      fail_msg("%s: line %u, head %u", heads[i].name, waiver->line, waiver->head);
    }
  }
}

static void leaves_other_comments_alone(void **state) {
  static const char *const others[] = {"a: 1 # see amlint: ignore[AML101]\n",
      "a: \"# amlint: ignore[AML101]\"\n", "a: |\n  # amlint: ignore[AML101]\n",
      "a: 1 # amlint has a rule for this\n", "a: 1 # AML101 says why\n", "a: 1 # noqa: E501\n",
      "a: 1 # ignored by AML101\n", "a: 1 # checkov:skip=CKV_AZURE_1\n", "a: 1 # skip AML10\n",
      "a: 1 # amlintignore\n"};
  for (size_t i = 0; i < COUNT(others); i++) {
    waiver_text text = read_waiver_text(*state, "a.yml", aml_sv_of(others[i]));
    aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
    if (text.waivers.list.count != 0 || text.diags.list.count != 0) {
      fail_msg("%s", others[i]);
    }
  }
}

static void reads_metadata(void **state) {
  waiver_text text = read_waiver_text(*state, "a.json",
      AML_SV(
          "{\n\"metadata\": {\"amlint\": [{\"ignore\": [\"AML303\"], \"owner\": \"o\"}]},\n\"resources\": [\n"
          "{\"name\": \"x\", \"metadata\": {\"other\": 1, \"amlint\": [\n"
          " {\"ignore\": [\"AML101\", \"idle-nodes\"], \"owner\": \"a\", \"approver\": \"b\", \"ticket\": "
          "\"t\","
          " \"reason\": \"r\", \"risk\": \"accepted\", \"until\": \"2026-12-31\", \"created\": "
          "\"2026-01-01\"},\n"
          " {\"ignore\": [\"AML102\"]}]}}]}\n"));
  aml_waivers_read_metadata(&text.waivers, text.source, root_of(&text), &text.diags);
  assert_int_equal(text.diags.list.count, 0);
  assert_int_equal(text.waivers.list.count, 3);
  assert_int_equal(text.waivers.list.items[0]->reach, AML_REACH_FILE);
  const aml_waiver *waiver = text.waivers.list.items[1];
  assert_int_equal(waiver->reach, AML_REACH_RESOURCE);
  assert_int_equal(waiver->line, 4);
  assert_int_equal(waiver->rules.count, 2);
  assert_sv_equal(waiver->owner, AML_SV("a"));
  assert_sv_equal(waiver->approver, AML_SV("b"));
  assert_sv_equal(waiver->ticket, AML_SV("t"));
  assert_sv_equal(waiver->reason, AML_SV("r"));
  assert_sv_equal(waiver->risk, AML_SV("accepted"));
  assert_int_equal(waiver->until, day_of("2026-12-31"));
  assert_int_equal(waiver->created, day_of("2026-01-01"));
  assert_int_equal(text.waivers.list.items[2]->line, 4);
}

static const mistake_case metadata_mistakes[] = {
    {"1", "expected a list for 'amlint'"},
    {"{\"ignore\": [\"AML101\"]}", "expected a list for 'amlint'"},
    {"[\"AML101\"]", "expected an object with the key 'ignore'"},
    {"[{\"owner\": \"a\"}]", "it has no key 'ignore'"},
    {"[{\"ignore\": []}]", "no rules are listed in 'ignore'"},
    {"[{\"ignore\": \"AML101\"}]", "no rules are listed in 'ignore'"},
    {"[{\"ignore\": [101]}]", "expected only strings in 'ignore'"},
    {"[{\"ignore\": [\"AML101\"], \"ownr\": \"a\"}]", "unknown key 'ownr'; the nearest is 'owner'"},
    {"[{\"ignore\": [\"AML101\"], \"colour\": \"a\"}]", "unknown key 'colour'"},
    {"[{\"ignore\": [\"AML101\"], \"until\": \"soon\"}]", "expected a date, YYYY-MM-DD, not 'soon'"},
    {"[{\"ignore\": [\"AML101\"], \"created\": 2026}]", "expected a date, YYYY-MM-DD, not ''"},
};

static void tells_what_metadata_is_wrong(void **state) {
  for (size_t i = 0; i < COUNT(metadata_mistakes); i++) {
    waiver_text text = read_waiver_text(*state, "a.json",
        aml_sv_format(*state, "{\"metadata\": {\"amlint\": %s}}", metadata_mistakes[i].comment));
    aml_waivers_read_metadata(&text.waivers, text.source, root_of(&text), &text.diags);
    if (text.diags.list.count != 1) {
      fail_msg("%s: %zu complaints", metadata_mistakes[i].comment, text.diags.list.count);
    }
    assert_sv_equal(text.diags.list.items[0].message.text,
        aml_sv_format(*state, "This waiver is ignored: %s.", metadata_mistakes[i].complaint));
    for (size_t k = 0; k < text.waivers.list.count; k++) {
      assert_int_equal(text.waivers.list.items[k]->flags, AML_WAIVER_MALFORMED);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(finds_the_place), TEST_CASE(places_many_comments_in_a_row),
      TEST_CASE(reads_all_fields), TEST_CASE(tells_what_cannot_be_read),
      TEST_CASE(leaves_other_comments_alone), TEST_CASE(tells_near_misses),
      TEST_CASE(reads_dates_by_both_names), TEST_CASE(finds_the_head_of_a_resource),
      TEST_CASE(reads_metadata), TEST_CASE(tells_what_metadata_is_wrong)};
  return cmocka_run_group_tests_name("waiver_comments", tests, NULL, NULL);
}
