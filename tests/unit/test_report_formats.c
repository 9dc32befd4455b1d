/* What the golden files cannot show of single formats: order, bounds, uniqueness, and the text layout at its
 * edges. */
#include <cjson/cJSON.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "kept_bytes.h"
#include "report/csv_cell.h"
#include "report/preview.h"
#include "report/xml.h"
#include "sample_run.h"
#include "test.h"

static aml_sv render(
    aml_arena *arena, const char *format, const aml_run *run, const aml_report_options *options) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  assert_true(aml_reporter_find(aml_sv_of(format))->write(run, options, keep, &text));
  return aml_strbuf_view(&text);
}

static const aml_report_options everything = {.show_suppressed = true, .show_undecided = true};

/* A run of `count` findings of all severities in one file. */
static aml_run *make_many(aml_arena *arena, size_t count) {
  aml_run *run = sample_run_new(arena, SAMPLE_CLEAN);
  aml_source *source = aml_sources_add(run->sources, AML_SV("many.yml"), AML_SV(""));
  source->bytes = AML_SV("a: b\n");
  aml_findings *findings = AML_NEW(arena, aml_findings);
  aml_findings_init(findings, arena);
  for (size_t i = 0; i < count; i++) {
    aml_finding *finding = aml_findings_add(findings);
    finding->rule = run->rules->list.items[0];
    finding->severity = (aml_severity)(1 + i % 3);
    finding->span = (aml_span){source->id, 3, 4};
    finding->message.text =
        AML_SV("Value 'b' is odd, and this sentence is long enough to be worth cutting off at some "
               "point, since nobody reads comments of this length on a pull request; but it goes on "
               "and on and on, as some do, until at last it comes to an end, somewhere about here.");
  }
  aml_findings_fingerprint(findings, run->sources);
  run->findings = findings;
  return run;
}

static void gitlab_fingerprints_are_unique(void **state) {
  cJSON *report = cJSON_Parse(render(*state, "gitlab", make_many(*state, 300), &everything).data);
  assert_int_equal(cJSON_GetArraySize(report), 300);
  aml_map seen;
  aml_map_init(&seen, *state, AML_MAP_EXACT);
  cJSON *entry;
  cJSON_ArrayForEach(entry, report) {
    aml_sv fingerprint = aml_sv_of(cJSON_GetObjectItem(entry, "fingerprint")->valuestring);
    assert_null(aml_map_put(&seen, fingerprint, entry));
  }
  cJSON_Delete(report);
}

static size_t count_lines(aml_sv text, aml_sv begin) {
  size_t count = 0;
  while (text.len > 0) {
    count += aml_sv_starts(aml_sv_split(&text, '\n'), begin);
  }
  return count;
}

static void github_puts_the_worst_first_and_counts_the_rest(void **state) {
  static const struct {
    size_t each, hidden; /* findings of each severity; annotations that GitHub does not show */
  } cases[] = {{0, 0}, {1, 0}, {9, 0}, {10, 0}, {11, 4}, {12, 7}, {1000, 2971}};
  static const char *const order[] = {"::error ", "::warning ", "::notice title=", "::notice file="};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv text = render(*state, "github", make_many(*state, 3 * cases[i].each), &everything);
    size_t rank = 0;
    for (aml_sv rest = text; rest.len > 0;) {
      aml_sv line = aml_sv_split(&rest, '\n');
      while (rank < COUNT(order) && !aml_sv_starts(line, aml_sv_of(order[rank]))) {
        rank++;
      }
      assert_true(rank < COUNT(order));
    }
    assert_int_equal(count_lines(text, AML_SV("::error ")), cases[i].each);
    aml_sv told = aml_sv_format(*state, "::notice title=amlint::%zu more messages are", cases[i].hidden);
    assert_int_equal(count_lines(text, told), cases[i].hidden > 0);
    assert_int_equal(count_lines(text, AML_SV("::notice title")), cases[i].hidden > 0);
  }
}

/* A log without a file: neither properties of a place nor a place in the text. */
static void github_tells_what_has_no_place(void **state) {
  aml_run *run = make_many(*state, 1);
  run->findings->list.items[0]->span = AML_NO_SPAN;
  run->findings->list.items[0]->message.text = AML_SV("It is odd.");
  aml_sv id = run->rules->list.items[0]->id;
  assert_sv_equal(render(*state, "github", run, &everything),
      aml_sv_format(*state, "::notice title=amlint(%.*s)::It is odd.\n", AML_SV_ARG(id)));
  run->rules->list.items[0]->id = AML_SV("A:B,C%");
  assert_sv_equal(render(*state, "github", run, &everything),
      AML_SV("::notice title=amlint(A%3AB%2CC%25)::It is odd.\n"));
}

/* Tests of a file are counted and listed only where any of them is shown. */
static void junit_leaves_out_files_without_tests(void **state) {
  static const aml_report_options least = {0};
  aml_run *run = make_many(*state, 1);
  assert_true(aml_sv_find(render(*state, "junit", run, &least), AML_SV("<testsuite "), 0) != AML_NPOS);
  run->findings->list.items[0]->status = AML_SUPPRESSED;
  aml_sv text = render(*state, "junit", run, &least);
  assert_true(aml_sv_find(text, AML_SV("many.yml"), 0) == AML_NPOS);
  assert_true(
      aml_sv_find(text, AML_SV("<testsuites name=\"amlint\" tests=\"1\" failures=\"0\""), 0) != AML_NPOS);
}

/* "The class is the path without its suffix"; a dot in a folder's name is none. */
static void junit_names_classes(void **state) {
  static const struct {
    const char *path, *name;
  } cases[] = {{"many.yml", "many"}, {"v1.2/many.yml", "v1.2/many"}, {"v1.2/Makefile", "v1.2/Makefile"},
      {"v1.2/.many", "v1.2/.many"}, {".many", ".many"}, {"a/b.c.tf", "a/b.c"}, {"Makefile", "Makefile"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_run *run = make_many(*state, 1);
    aml_sources_find(run->sources, AML_SV("many.yml"))->path = aml_sv_of(cases[i].path);
    aml_sv wanted = aml_sv_format(*state, " classname=\"%s\"", cases[i].name);
    if (aml_sv_find(render(*state, "junit", run, &everything), wanted, 0) == AML_NPOS) {
      fail_msg("%s", cases[i].path);
    }
  }
}

/* XML 1.0, section 2.2: a character is #x9, #xA, #xD, #x20 to #xD7FF, #xE000 to #xFFFD or #x10000 to
 * #x10FFFF. */
static void xml_holds_characters_only(void **state) {
  static const struct {
    const char *text, *written;
  } cases[] = {{"\xEF\xBF\xBD", "\xEF\xBF\xBD"}, {"\xEF\xBF\xBE", "\xEF\xBF\xBD"},
      {"\xEF\xBF\xBF", "\xEF\xBF\xBD"}, {"\xF0\x90\x80\x80", "\xF0\x90\x80\x80"},
      {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"}, {"\xED\x9F\xBF", "\xED\x9F\xBF"},
      {"\xEE\x80\x80", "\xEE\x80\x80"}, {"\x1F", "\xEF\xBF\xBD"}, {" \t\n\r", " &#9;&#10;&#13;"},
      {"\x7F", "\x7F"}, {"\xFF", "\xEF\xBF\xBD"}, {"a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    aml_out out;
    aml_out_init(&out, keep, &text);
    aml_xml_text(&out, aml_sv_of(cases[i].text));
    assert_true(aml_out_finish(&out));
    assert_sv_equal(aml_strbuf_view(&text), aml_sv_of(cases[i].written));
  }
}

/* GitHub keeps ten tags of a rule: "azureml", its category, "security", and of a long list as many as fit. */
static void sarif_has_ten_tags_at_most(void **state) {
  static const size_t counts[] = {0, 1, 7, 8, 9, 30};
  for (size_t i = 0; i < COUNT(counts); i++) {
    aml_run *run = make_many(*state, 1);
    aml_rule *rule = run->rules->list.items[0];
    aml_mapping *mappings = AML_NEW_ARRAY(*state, aml_mapping, 2 * counts[i] + 1);
    for (size_t k = 0; k < 2 * counts[i]; k++) { /* each twice, which counts once */
      mappings[k] =
          (aml_mapping){.framework = AML_SV("CWE"), .id = aml_sv_format(*state, "%zu", 100 + k / 2)};
    }
    rule->mappings = mappings;
    rule->mapping_count = 2 * counts[i];
    rule->category = AML_SV("cost");
    rule->security_severity = (aml_sv){0};
    cJSON *log = cJSON_Parse(render(*state, "sarif", run, &everything).data);
    cJSON *driver = cJSON_GetObjectItem(
        cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(log, "runs"), 0), "tool"), "driver");
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(driver, "rules"), 0);
    cJSON *tags = cJSON_GetObjectItem(cJSON_GetObjectItem(first, "properties"), "tags");
    assert_int_equal(cJSON_GetArraySize(tags), counts[i] + 2 < 10 ? counts[i] + 2 : 10);
    cJSON_Delete(log);
  }
}

/* Where no rule is mapped to a framework there is nothing to say of any. */
static void sarif_has_no_empty_taxonomies(void **state) {
  aml_run *run = make_many(*state, 1);
  for (size_t i = 0; i < run->rules->list.count; i++) {
    run->rules->list.items[i]->mapping_count = 0;
  }
  aml_sv log = render(*state, "sarif", run, &everything);
  assert_true(aml_sv_find(log, AML_SV("\"taxonomies\""), 0) == AML_NPOS);
}

static aml_sv without_blanks(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] != ' ' && text.data[i] != '\n') {
      aml_strbuf_add_char(&out, text.data[i]);
    }
  }
  return aml_strbuf_view(&out);
}

/* SARIF 2.1.0, section 3.11.6: "[words](target)" is a link; what comes from a file must not become one. */
static void sarif_makes_no_links(void **state) {
  static const struct {
    const char *text, *written; /* in JSON */
  } cases[] = {{"see [a](b) and [c](d)", "see [a\\\\](b) and [c\\\\](d)"}, {"a] (b)", "a] (b)"},
      {"a](", "a\\\\]("}, {"]", "]"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_run *run = make_many(*state, 1);
    run->findings->list.items[0]->message.text = aml_sv_of(cases[i].text);
    aml_sv wanted = aml_sv_format(*state, "\"text\":\"%s: 'many.yml'.\"", cases[i].written);
    aml_sv log = render(*state, "sarif", run, &everything);
    assert_true(aml_sv_find(without_blanks(*state, log), without_blanks(*state, wanted), 0) != AML_NPOS);
  }
}

typedef struct shown_lines {
  size_t count, old, cut;
  bool is_over; /* a line behind the one that says that lines are left out */
} shown_lines;

static void count_shown(void *ctx, bool is_new, aml_sv line) {
  shown_lines *shown = ctx;
  shown->is_over = shown->is_over || shown->cut > 0;
  shown->count++;
  shown->old += !is_new;
  shown->cut += aml_sv_eq(line, AML_SV("..."));
}

static void join_shown(void *ctx, bool is_new, aml_sv line) {
  aml_strbuf_add_char(ctx, is_new ? '+' : '-');
  aml_strbuf_add(ctx, line);
}

/* Twelve lines of a fix at most, of which the last says that there are more. */
static void previews_end_somewhere(void **state) {
  static const struct {
    size_t lines, shown, cut; /* lines that the fix writes in place of "b" */
  } cases[] = {{1, 2, 0}, {10, 11, 0}, {11, 12, 1}, {12, 12, 1}, {300, 12, 1}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_run *run = make_many(*state, 1);
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    for (size_t k = 0; k < cases[i].lines; k++) {
      aml_strbuf_add(&text, k == 0 ? AML_SV("x") : AML_SV("\nx"));
    }
    aml_edit edit = {.span = run->findings->list.items[0]->span, .text = aml_strbuf_view(&text)};
    const aml_fix fix = {.edits = &edit, .edit_count = 1, .is_safe = true};
    const aml_secrets none = {NULL, 0};
    shown_lines shown = {0};
    aml_fix_preview(run, &fix, &none, count_shown, &shown);
    if (shown.count != cases[i].shown || shown.cut != cases[i].cut || shown.is_over || shown.old != 1) {
      fail_msg("%zu lines: %zu shown, %zu of them cut", cases[i].lines, shown.count, shown.cut);
    }
  }
}

/* Lines that stay are not shown, neither before nor behind what changes. */
static void previews_show_what_changes(void **state) {
  static const struct {
    uint32_t begin, end;
    const char *text, *shown;
  } cases[] = {{3, 4, "x", "-a: b+a: x"}, {3, 4, "b\nc: d", "+c: d"}, {0, 0, "x: y\n", "+x: y"},
      {0, 4, "x: y\na: b\nc: d", "-a: b+x: y+a: b+c: d"}, {0, 4, "a: b\nx: y\na: b", "+x: y+a: b"},
      {3, 4, "", "-a: b+a: "}, {5, 5, "\nx", "++x"}, {5, 5, "", ""}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_run *run = make_many(*state, 1);
    aml_source_id source = run->findings->list.items[0]->span.source;
    aml_edit edit = {.span = {source, cases[i].begin, cases[i].end}, .text = aml_sv_of(cases[i].text)};
    const aml_fix fix = {.edits = &edit, .edit_count = 1, .is_safe = true};
    const aml_secrets none = {NULL, 0};
    aml_strbuf shown;
    aml_strbuf_init(&shown, *state, SIZE_MAX);
    aml_fix_preview(run, &fix, &none, join_shown, &shown);
    assert_sv_equal(aml_strbuf_view(&shown), aml_sv_of(cases[i].shown));
  }
}

/* A tool for reviews puts a suggestion where the finding is: what edits another file is none. */
static void rdjson_suggests_edits_of_the_same_file(void **state) {
  aml_run *run = make_many(*state, 1);
  aml_finding *finding = run->findings->list.items[0];
  aml_source *other = aml_sources_add(run->sources, AML_SV("other.yml"), AML_SV(""));
  other->bytes = AML_SV("a: b\n");
  for (int is_same = 0; is_same < 2; is_same++) {
    aml_edit edit = {.span = {is_same ? finding->span.source : other->id, 3, 4}, .text = AML_SV("x")};
    aml_fix fix = {.edits = &edit, .edit_count = 1, .is_safe = true};
    finding->fixes = &fix;
    finding->fix_count = 1;
    aml_sv text = render(*state, "rdjson", run, &everything);
    assert_int_equal(aml_sv_find(text, AML_SV("\"suggestions\""), 0) != AML_NPOS, is_same);
  }
}

/* What is shown is the first safe fix that changes anything. */
static void shows_the_first_safe_fix(void **state) {
  aml_run *run = make_many(*state, 1);
  aml_finding *finding = run->findings->list.items[0];
  aml_edit edit = {.span = finding->span, .text = AML_SV("x")};
  aml_fix fixes[] = {{.edits = &edit, .edit_count = 1, .is_safe = false}, {.is_safe = true},
      {.edits = &edit, .edit_count = 1, .is_safe = true}, {.edits = &edit, .edit_count = 1, .is_safe = true}};
  finding->fixes = fixes;
  for (size_t count = 0; count <= COUNT(fixes); count++) {
    finding->fix_count = count;
    assert_ptr_equal(aml_fix_to_show(finding), count < 3 ? NULL : &fixes[2]);
  }
}

/* A run that could not check all is not taken for a clean one. */
static void junit_tells_errors_of_the_run(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
  const aml_notice notice = {
      AML_SEVERITY_ERROR, AML_SV("'x' cannot be opened."), AML_NO_SPAN, AML_SV("x"), false, false};
  run->notices = &notice;
  run->notice_count = 1;
  aml_sv text = render(*state, "junit", run, &everything);
  assert_true(aml_sv_find(text, AML_SV("tests=\"1\" failures=\"0\" errors=\"1\""), 0) != AML_NPOS);
  assert_true(
      aml_sv_find(text, AML_SV("<error type=\"error\" message=\"'x' cannot be opened.\"/>"), 0) != AML_NPOS);
}

/* SARIF 2.1.0, section 3.20.21: a notification at level "error" says that the run failed. */
static void sarif_tells_errors_of_the_run(void **state) {
  for (int is_error = 0; is_error < 2; is_error++) {
    aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
    const aml_notice notice = {is_error ? AML_SEVERITY_ERROR : AML_SEVERITY_WARNING,
        AML_SV("'x' cannot be opened."), AML_NO_SPAN, AML_SV("x"), false, false};
    run->notices = &notice;
    run->notice_count = 1;
    aml_sv log = without_blanks(*state, render(*state, "sarif", run, &everything));
    aml_sv wanted =
        is_error ? AML_SV("\"executionSuccessful\":false") : AML_SV("\"executionSuccessful\":true");
    assert_true(aml_sv_find(log, wanted, 0) != AML_NPOS);
  }
}

static void markdown_fits_into_a_comment(void **state) {
  aml_sv text = render(*state, "markdown", make_many(*state, 5000), &everything);
  assert_true(text.len < 65536);
  assert_true(aml_sv_find(text, AML_SV("<details><summary>4980 more</summary>"), 0) != AML_NPOS);
  aml_sv left_out = AML_SV("\n4900 findings are not shown here; the full report has them.\n");
  assert_true(aml_sv_find(text, left_out, 0) != AML_NPOS);
  aml_run *run = make_many(*state, 5000);
  for (size_t i = 0; i < 5000; i++) { /* what grows most by being escaped */
    run->findings->list.items[i]->message.text =
        aml_sv_of("@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                  "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                  "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                  "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@");
    run->findings->list.items[i]->help = run->findings->list.items[i]->message.text;
  }
  text = render(*state, "markdown", run, &everything);
  assert_true(text.len < 65536);
  assert_true(aml_sv_find(text, AML_SV(" findings are not shown here;"), 0) != AML_NPOS);
}

/* Every fold is closed, and the worst come first in the part that is not folded away. */
static void markdown_folds_what_counts_less(void **state) {
  static const size_t counts[] = {0, 1, 20, 21, 100, 101, 3000};
  for (size_t i = 0; i < COUNT(counts); i++) {
    aml_run *run = make_many(*state, counts[i]);
    for (size_t k = 0; k < counts[i]; k += 7) {
      run->findings->list.items[k]->status = AML_SUPPRESSED;
    }
    aml_sv rest = render(*state, "markdown", run, &everything);
    int depth = 0;
    bool has_note = false;
    while (rest.len > 0) {
      aml_sv line = aml_sv_split(&rest, '\n');
      depth += aml_sv_starts(line, AML_SV("<details>"));
      depth -= aml_sv_eq(line, AML_SV("</details>"));
      assert_true(depth == 0 || depth == 1);
      has_note = has_note || aml_sv_starts(line, AML_SV("| note "));
      assert_false(depth == 0 && has_note && aml_sv_starts(line, AML_SV("| **error** ")));
    }
    assert_int_equal(depth, 0);
  }
}

static void formats_grow_with_findings_only(void **state) {
  for (size_t i = 0; aml_reporter_at(i) != NULL; i++) {
    const char *name = aml_reporter_at(i)->name;
    size_t few = render(*state, name, make_many(*state, 100), &everything).len;
    size_t many = render(*state, name, make_many(*state, 1000), &everything).len;
    assert_true(many < few * 11);
  }
}

/* ---- safe text ---- */

static void makes_text_safe(void **state) {
  static const struct {
    aml_sv text, safe;
  } cases[] = {
      {AML_SV_CONST("plain \xC3\xA4"), AML_SV_CONST("plain \xC3\xA4")},
      {AML_SV_CONST("a\nb\r\tc"), AML_SV_CONST("a b  c")},
      {AML_SV_CONST("\x1b[0m\0\x7f"), AML_SV_CONST("\\x1b[0m\\x00\\x7f")},
      {AML_SV_CONST("\xFF\xC3"), AML_SV_CONST("\\xff\\xc3")},
      {AML_SV_CONST("\xC2\x85"), AML_SV_CONST("\\u0085")},
      {AML_SV_CONST("\xE2\x80\xAE\xE2\x80\x8B\xEF\xBB\xBF"), AML_SV_CONST("\\u202e\\u200b\\ufeff")},
      {AML_SV_CONST("x ##[a ##vso[b ##VSO[c ## d"), AML_SV_CONST("x \\x23#[a \\x23#vso[b \\x23#VSO[c ## d")},
      {AML_SV_CONST("  ::error::x ::"), AML_SV_CONST("  \\x3a:error::x ::")},
      {AML_SV_CONST("###[x"), AML_SV_CONST("#\\x23#[x")},
      {AML_SV_CONST(""), AML_SV_CONST("")},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_text_safe(*state, cases[i].text), cases[i].safe);
  }
}

/* What a spreadsheet takes for a formula is text: OWASP, "CSV Injection". A negative number is none. */
/* Ten thousand places on a line of eight megabytes: the time is in the width, not in the line. */
static void does_not_walk_long_lines(void **state) {
  enum { LENGTH = 8 << 20 };
  char *bytes = AML_NEW_ARRAY(*state, char, LENGTH);
  memset(bytes, 'x', LENGTH);
  aml_run *run = make_many(*state, 10000);
  aml_source *source = aml_sources_find(run->sources, AML_SV("many.yml"));
  source->bytes = (aml_sv){bytes, LENGTH};
  for (size_t i = 0; i < run->findings->list.count; i++) {
    run->findings->list.items[i]->span = (aml_span){source->id, (uint32_t)i * 800, (uint32_t)i * 800 + 5};
  }
  assert_true(render(*state, "text", run, &everything).len > 0);
  assert_true(render(*state, "sarif", run, &everything).len > 0);
}

static void makes_no_formulas(void **state) {
  static const struct {
    const char *text, *cell;
  } cases[] = {{"=1+1", "\"'=1+1\""}, {"+1", "\"'+1\""}, {"@SUM(A1)", "\"'@SUM(A1)\""}, {"-A1", "\"'-A1\""},
      {"-", "\"'-\""}, {"\t=1", "\"'\t=1\""}, {"\r=1", "\"'\r=1\""}, {"-12", "\"-12\""}, {"", "\"\""},
      {"a=1", "\"a=1\""}, {"say \"a\", b", "\"say \"\"a\"\", b\""}, {"=\"a\"", "\"'=\"\"a\"\"\""}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    aml_out out;
    aml_out_init(&out, keep, &text);
    aml_csv_cell(&out, *state, aml_sv_of(cases[i].text));
    assert_true(aml_out_finish(&out));
    assert_true(aml_sv_eq(aml_strbuf_view(&text), aml_sv_of(cases[i].cell)));
  }
}

typedef struct fragile { /* refuses its first write, and would take the next */
  size_t calls;
} fragile;

static bool refuse_once(void *ctx, const char *data, size_t len) {
  (void)data;
  (void)len;
  return ((fragile *)ctx)->calls++ > 0;
}

/* "The first refusal sticks": what came after it would be a report with a hole. */
static void writes_nothing_after_a_refusal(void **state) {
  (void)state;
  fragile sink = {0};
  aml_out out;
  aml_out_init(&out, refuse_once, &sink);
  for (size_t i = 0; i < 100000; i++) {
    aml_out_str(&out, "ten bytes.");
  }
  assert_false(aml_out_finish(&out));
  assert_int_equal(sink.calls, 1);
  assert_int_equal(out.total, 1000000);
  fragile unused = {0};
  aml_out_init(&out, refuse_once, &unused);
  assert_true(aml_out_finish(&out)); /* nothing to write is no reason to call */
  assert_int_equal(unused.calls, 0);
}

/* Secrets that touch or overlap are one place; what is between two is shown. */
static void keeps_secrets_apart(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
  aml_span spans[] = {{2, 10, 20}, {1, 40, 50}, {1, 10, 20}, {1, 20, 30}, {1, 12, 15}, {1, 31, 32}};
  static const aml_span joined[] = {{1, 10, 30}, {1, 31, 32}, {1, 40, 50}, {2, 10, 20}};
  aml_run_set_secrets(run, spans, COUNT(spans));
  assert_int_equal(run->secret_count, COUNT(joined));
  for (size_t i = 0; i < COUNT(joined); i++) {
    assert_int_equal(run->secrets[i].source, joined[i].source);
    assert_int_equal(run->secrets[i].begin, joined[i].begin);
    assert_int_equal(run->secrets[i].end, joined[i].end);
  }
  assert_int_equal(((const aml_span *)must_exist(aml_run_secret_at(run, 1, 29)))->begin, 10);
  assert_int_equal(((const aml_span *)must_exist(aml_run_secret_at(run, 1, 30)))->begin, 31);
  assert_int_equal(((const aml_span *)must_exist(aml_run_secret_at(run, 1, 49)))->begin, 40);
  assert_null(aml_run_secret_at(run, 1, 50));
  assert_null(aml_run_secret_at(run, 3, 0));
}

/* "The spans of findings that say so, with their related ones": report/place.h. */
static void hides_what_a_secret_is_related_to(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_FULL);
  size_t before = aml_secrets_of(run).count;
  aml_related related[] = {{AML_NO_SPAN, AML_SV("in no file")}, {AML_NO_SPAN, AML_SV("it is written here")}};
  aml_finding *hidden = NULL;
  aml_finding *open = NULL;
  for (size_t i = 0; i < run->findings->list.count; i++) {
    aml_finding *finding = run->findings->list.items[i];
    hidden = finding->is_secret ? finding : hidden;
    open = finding->is_secret || finding->related_count > 0 ? open : finding;
  }
  must_exist(hidden);
  must_exist(open);
  related[1].span = (aml_span){hidden->span.source, 0, 4}; /* "type", well before the secret */
  open->related = related;
  open->related_count = COUNT(related);
  assert_int_equal(aml_secrets_of(run).count, before);
  hidden->related = related;
  hidden->related_count = COUNT(related);
  aml_secrets secrets = aml_secrets_of(run);
  assert_int_equal(secrets.count, before + 1);
  const aml_span *first = must_exist(aml_secrets_find(&secrets, hidden->span.source, 0));
  assert_int_equal(first->begin, 0);
  assert_int_equal(first->end, 4);
  const aml_span *second = must_exist(aml_secrets_find(&secrets, hidden->span.source, 4));
  assert_int_equal(second->begin, hidden->span.begin);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(gitlab_fingerprints_are_unique),
      TEST_CASE(github_puts_the_worst_first_and_counts_the_rest),
      TEST_CASE(github_tells_what_has_no_place),
      TEST_CASE(junit_leaves_out_files_without_tests),
      TEST_CASE(junit_names_classes),
      TEST_CASE(xml_holds_characters_only),
      TEST_CASE(sarif_has_ten_tags_at_most),
      TEST_CASE(sarif_has_no_empty_taxonomies),
      TEST_CASE(sarif_makes_no_links),
      TEST_CASE(previews_end_somewhere),
      TEST_CASE(previews_show_what_changes),
      TEST_CASE(rdjson_suggests_edits_of_the_same_file),
      TEST_CASE(shows_the_first_safe_fix),
      TEST_CASE(junit_tells_errors_of_the_run),
      TEST_CASE(sarif_tells_errors_of_the_run),
      TEST_CASE(markdown_fits_into_a_comment),
      TEST_CASE(markdown_folds_what_counts_less),
      TEST_CASE(formats_grow_with_findings_only),
      TEST_CASE(makes_text_safe),
      TEST_CASE(does_not_walk_long_lines),
      TEST_CASE(makes_no_formulas),
      TEST_CASE(writes_nothing_after_a_refusal),
      TEST_CASE(keeps_secrets_apart),
      TEST_CASE(hides_what_a_secret_is_related_to),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
