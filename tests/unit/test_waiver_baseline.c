/* Baselines: what they hold, what they cover, and that the file is written whole or not at all. */
#include "base/json.h"
#include "base/strbuf.h"
#include "failing_disk.h"
#include "waiver/baseline.h"
#include "waiver_text.h"

static const aml_rule cost = {.id = AML_SV_CONST("AML101")};
static const aml_rule security = {.id = AML_SV_CONST("AML301")};
static const aml_rule own = {.id = AML_SV_CONST("AML901")};

typedef struct fixture {
  aml_arena *arena;
  aml_sources *sources;
  aml_findings findings;
  aml_baseline baseline;
} fixture;

static fixture make_fixture(aml_arena *arena) {
  fixture f = {.arena = arena, .sources = aml_sources_new(arena)};
  (void)aml_sources_add(f.sources, AML_SV("b.yml"), AML_SV(""));
  (void)aml_sources_add(f.sources, AML_SV("a.yml"), AML_SV(""));
  aml_findings_init(&f.findings, arena);
  aml_baseline_init(&f.baseline, arena);
  return f;
}

static aml_finding *add(
    fixture *f, const aml_rule *rule, aml_source_id source, uint32_t begin, const char *value) {
  aml_finding *finding = aml_findings_add(&f->findings);
  finding->rule = rule;
  finding->span = (aml_span){source, begin, begin + 1};
  finding->property = AML_SV("minNodeCount");
  finding->value = aml_sv_of(value);
  finding->message.text = AML_SV("m");
  return finding;
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

static aml_sv write_text(fixture *f, aml_baseline_change change, const char *day) {
  aml_strbuf text;
  aml_strbuf_init(&text, f->arena, SIZE_MAX);
  aml_json json;
  aml_json_init(&json, append, &text, AML_JSON_PRETTY);
  (void)aml_baseline_write(&json, &f->baseline, change, &f->findings, f->sources, day_of(day));
  assert_true(aml_json_finish(&json));
  return aml_strbuf_view(&text);
}

static void fingerprint(fixture *f) {
  aml_findings_sort(&f->findings, f->sources);
  aml_findings_fingerprint(&f->findings, f->sources);
}

/* Reads the text into the fixture's baseline and applies it; how many complaints there are. */
static size_t take(fixture *f, aml_sv text) {
  waiver_text file = read_waiver_text(f->arena, "baseline.json", text);
  aml_baseline_read(&f->baseline, root_of(&file), &file.diags);
  aml_baseline_apply(&f->baseline, &f->findings);
  return file.diags.list.count;
}

static void covers_what_moved_and_not_what_changed(void **state) {
  fixture before = make_fixture(*state);
  (void)add(&before, &cost, 1, 10, "1");
  (void)add(&before, &cost, 2, 10, "1");
  (void)add(&before, &security, 2, 5, "true");
  fingerprint(&before);
  aml_sv text = write_text(&before, AML_BASELINE_CREATE, "2026-11-27");

  fixture after = make_fixture(*state);
  aml_finding *moved = add(&after, &cost, 1, 99, "1");
  aml_finding *changed = add(&after, &cost, 2, 10, "2");
  aml_finding *again = add(&after, &cost, 1, 120, "1"); /* the same defect a second time is new */
  fingerprint(&after);
  assert_int_equal(take(&after, text), 0);
  assert_int_equal(moved->status, AML_SUPPRESSED);
  assert_true(moved->is_baselined);
  assert_int_equal(moved->suppressions->kind, AML_BASELINE);
  assert_int_equal(changed->status, AML_ACTIVE);
  assert_int_equal(again->status, AML_ACTIVE);
  size_t gone = 0;
  for (size_t i = 0; i < after.baseline.list.count; i++) {
    gone += after.baseline.list.items[i]->finding == NULL ? 1 : 0;
  }
  assert_int_equal(gone, 2);
}

/* Two branches that take up the same finding are merged by git into a file that holds it twice. */
static void counts_an_entry_that_stands_twice_once(void **state) {
  fixture f = make_fixture(*state);
  const aml_finding *finding = add(&f, &cost, 1, 10, "1");
  fingerprint(&f);
  aml_sv entry = aml_sv_format(
      *state, "{\"fingerprint\": \"%.*s\", \"since\": \"2026-11-27\"}", AML_SV_ARG(finding->fingerprint));
  aml_sv text = aml_sv_format(
      *state, "{\"version\": 1, \"findings\": [%.*s, %.*s]}", AML_SV_ARG(entry), AML_SV_ARG(entry));
  assert_int_equal(take(&f, text), 0);
  assert_int_equal(f.baseline.list.count, 1);
  assert_ptr_equal(f.baseline.list.items[0]->finding, finding);
}

static void never_takes_up_what_must_be_fixed(void **state) {
  fixture f = make_fixture(*state);
  add(&f, &cost, 1, 1, "broken")->is_incomplete = true;
  add(&f, &cost, 1, 2, "undecided")->status = AML_UNDECIDED;
  add(&f, &cost, 1, 3, "waived")->status = AML_SUPPRESSED;
  aml_finding *violation = add(&f, &own, 1, 4, "EX-1");
  fingerprint(&f);
  aml_sv text = write_text(&f, AML_BASELINE_CREATE, "2026-11-27");
  assert_true(aml_sv_find(text, AML_SV("fingerprint"), 0) == AML_NPOS);
  aml_sv forged = aml_sv_format(*state,
      "{\"version\": 1, \"findings\": [{\"fingerprint\": \"%.*s\", \"since\": "
      "\"2026-11-27\"}]}",
      AML_SV_ARG(violation->fingerprint));
  assert_int_equal(take(&f, forged), 0);
  assert_int_equal(violation->status, AML_ACTIVE);
}

static void is_sorted_and_keeps_dates(void **state) {
  fixture f = make_fixture(*state);
  (void)add(&f, &cost, 1, 1, "1");
  (void)add(&f, &security, 2, 1, "1");
  (void)add(&f, &cost, 2, 9, "1");
  fingerprint(&f);
  aml_sv first = write_text(&f, AML_BASELINE_CREATE, "2026-11-01");
  size_t a = aml_sv_find(first, AML_SV("a.yml"), 0);
  size_t b = aml_sv_find(first, AML_SV("b.yml"), 0);
  assert_true(a < b);
  assert_true(aml_sv_find(first, AML_SV("AML101"), a) < aml_sv_find(first, AML_SV("AML301"), a));
  assert_int_equal(take(&f, first), 0);
  /* An update that finds nothing new changes no byte, whatever the day. */
  assert_sv_equal(write_text(&f, AML_BASELINE_UPDATE, "2027-01-01"), first);
  assert_sv_equal(write_text(&f, AML_BASELINE_PRUNE, "2027-01-01"), first);
  /* A new finding adds lines and changes none of an entry that was there. */
  (void)add(&f, &cost, 1, 50, "7");
  fingerprint(&f);
  assert_sv_equal(write_text(&f, AML_BASELINE_PRUNE, "2027-01-01"), first);
  aml_sv more = write_text(&f, AML_BASELINE_UPDATE, "2027-01-01");
  size_t at = 0;
  for (aml_sv rest = first; rest.len > 0;) {
    aml_sv line = aml_sv_split(&rest, '\n');
    aml_sv bare = line.len > 0 && line.data[line.len - 1] == ',' ? aml_sv_slice(line, 0, line.len - 1) : line;
    size_t found = aml_sv_find(more, bare, at);
    if (found == AML_NPOS) {
      fail_msg("'%.*s' is lost", AML_SV_ARG(line));
    }
    at = found + bare.len;
  }
  assert_true(aml_sv_find(more, AML_SV("2027-01-01"), 0) != AML_NPOS);
}

static void refuses_what_is_no_baseline(void **state) {
  static const char *const texts[] = {"{}", "[]", "{\"version\": 2, \"findings\": []}", "{\"version\": 1}",
      "{\"version\": \"1\", \"findings\": []}", "{\"version\": 1, \"findings\": {}}",
      "{\"version\": 1, \"findings\": [1]}", "{\"version\": 1, \"findings\": [{\"fingerprint\": \"12\"}]}"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    fixture f = make_fixture(*state);
    if (take(&f, aml_sv_of(texts[i])) == 0 || f.baseline.list.count != 0) {
      fail_msg("%s", texts[i]);
    }
  }
}

static bool write_baseline(aml_replacement *file, void *ctx) {
  fixture *f = ctx;
  aml_json json;
  aml_json_init(&json, aml_replacement_write, file, AML_JSON_PRETTY);
  (void)aml_baseline_write(
      &json, &f->baseline, AML_BASELINE_CREATE, &f->findings, f->sources, day_of("2026-11-27"));
  return aml_json_finish(&json);
}

static void is_the_old_or_the_new_file(void **state) {
  fixture f = make_fixture(*state);
  (void)add(&f, &cost, 1, 1, "1");
  fingerprint(&f);
  aml_sv new = write_text(&f, AML_BASELINE_CREATE, "2026-11-27");
  replace_on_failing_disk(*state, AML_SV("old"), new, write_baseline, &f);
}

/* An alias without an anchor, say: it has any shape, and covers nothing. */
static void takes_nothing_of_what_is_not_known(void **state) {
  fixture f = make_fixture(*state);
  aml_diags diags;
  aml_diags_init(&diags, *state);
  aml_baseline_read(
      &f.baseline, aml_value_unknown(*state, AML_SV("it is not read"), AML_KINDS_ANY, AML_NO_SPAN), &diags);
  (void)add(&f, &cost, 1, 0, "1");
  fingerprint(&f);
  aml_baseline_apply(&f.baseline, &f.findings);
  assert_false(f.findings.list.items[0]->is_baselined);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(takes_nothing_of_what_is_not_known),
      TEST_CASE(covers_what_moved_and_not_what_changed), TEST_CASE(counts_an_entry_that_stands_twice_once),
      TEST_CASE(never_takes_up_what_must_be_fixed), TEST_CASE(is_sorted_and_keeps_dates),
      TEST_CASE(refuses_what_is_no_baseline), TEST_CASE(is_the_old_or_the_new_file)};
  return cmocka_run_group_tests_name("waiver_baseline", tests, NULL, NULL);
}
