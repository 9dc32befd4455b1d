/* What rules say about what they could not decide, and where they point: over every case of the rule files
 * and every scenario and page. */
#include "test.h"

#include <glob.h>

#include "base/limits.h"
#include "base/strbuf.h"
#include "engine/rule_test.h"
#include "rule_files.h"
#include "source/lines.h"

/* Words of the program's inside, which say nothing to who reads a reason. */
static const char *const inner_words[] = {"sibling", "siblings", "item", "items", "member", "members", "null",
    "anchor", "operand", "evidence", "wildcard", "let", "array", "object", "bool", "which there is not",
    "told"};

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A quote inside of what is quoted is followed by more of it. */
static size_t find_close(aml_sv text, size_t from) {
  size_t at = aml_sv_find_char(text, '\'', from);
  while (at != AML_NPOS && at + 1 < text.len && strchr(" ;,.:", text.data[at + 1]) == NULL) {
    at = aml_sv_find_char(text, '\'', at + 1);
  }
  return at;
}

/* Names and values stand in quotes, and may be any word. */
static aml_sv without_quoted(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    bool opens = text.data[i] == '\'' && (i == 0 || !is_word_char(text.data[i - 1]));
    size_t close = opens ? find_close(text, i + 1) : AML_NPOS;
    i = close != AML_NPOS ? close : i;
    aml_strbuf_add_char(&out, close != AML_NPOS ? '_' : text.data[i]);
  }
  return aml_strbuf_view(&out);
}

static bool has_word(aml_sv text, aml_sv word) {
  for (size_t at = aml_sv_find(text, word, 0); at != AML_NPOS; at = aml_sv_find(text, word, at + 1)) {
    bool begins = at == 0 || !is_word_char(text.data[at - 1]);
    bool ends = at + word.len == text.len || !is_word_char(text.data[at + word.len]);
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

/* How many of the demands a reason fails: no inner words, and after "; " what to do. */
static size_t judge_reason(aml_arena *arena, const char *where, aml_sv reason) {
  aml_sv plain = without_quoted(arena, reason);
  size_t bad = 0;
  for (size_t i = 0; i < sizeof inner_words / sizeof inner_words[0]; i++) {
    if (has_word(plain, aml_sv_of(inner_words[i]))) {
      print_error("%s: '%s' in \"%.*s\"\n", where, inner_words[i], AML_SV_ARG(reason));
      bad++;
    }
  }
  if (aml_sv_find(plain, AML_SV("; "), 0) == AML_NPOS) {
    print_error("%s: \"%.*s\" does not say what to do\n", where, AML_SV_ARG(reason));
    bad++;
  }
  return bad;
}

typedef void (*judge_case)(
    aml_arena *arena, const char *path, const aml_rule_test_result *result, size_t *seen, size_t *bad);

typedef struct trial {
  aml_sources *sources;
  aml_facts *facts;
  judge_case judge;
  size_t seen, bad;
} trial;

static void run_file(aml_arena *arena, const char *path, const aml_value *root, void *ctx) {
  trial *t = ctx;
  aml_rule_tests tests = aml_rule_tests_of(arena, root);
  for (size_t i = 0; i < tests.count; i++) {
    aml_rule_test_result result =
        aml_rule_test_run(arena, root, &tests.items[i], t->facts, aml_day_of(2026, 11, 27));
    if (result.findings != NULL) {
      t->judge(arena, path, &result, &t->seen, &t->bad);
    }
  }
}

static trial try_rules(aml_arena *arena, judge_case judge) {
  aml_error error;
  trial t = {
      .sources = aml_sources_new(arena), .facts = aml_facts_new(arena, (aml_sv){0}, &error), .judge = judge};
  for_each_rule_file(arena, t.sources, run_file, &t);
  return t;
}

static void judge_reasons(
    aml_arena *arena, const char *path, const aml_rule_test_result *result, size_t *seen, size_t *bad) {
  for (size_t i = 0; i < result->findings->list.count; i++) {
    const aml_finding *finding = result->findings->list.items[i];
    if (finding->status == AML_UNDECIDED) {
      *bad += judge_reason(arena, path, finding->undecided_reason);
      ++*seen;
    }
  }
}

static void says_what_to_do_in_rule_cases(void **state) {
  trial t = try_rules(*state, judge_reasons);
  assert_true(t.seen > 100);
  assert_int_equal(t.bad, 0);
}

/* "Not decided for 'NAME': REASON." */
static size_t judge_text(aml_arena *arena, const char *path, size_t *seen) {
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  uint32_t bad_at;
  assert_int_equal(aml_source_read(source, arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL), AML_OK);
  size_t bad = 0;
  for (aml_sv rest = source->bytes; rest.len > 0;) {
    aml_sv line = aml_sv_split(&rest, '\n');
    size_t at = aml_sv_find(line, AML_SV("Not decided for '"), 0);
    size_t from = at == AML_NPOS ? AML_NPOS : aml_sv_find(line, AML_SV("': "), at);
    if (from != AML_NPOS) {
      bad += judge_reason(arena, path, aml_sv_slice(line, from + 3, line.len));
      ++*seen;
    }
  }
  return bad;
}

static void says_what_to_do_in_scenarios_and_pages(void **state) {
  static const char *const patterns[] = {"/tests/scenarios/*.txt", "/docs/*.md", "/README.md"};
  size_t seen = 0;
  size_t bad = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    glob_t files;
    const char *pattern = aml_sv_format(*state, "%s%s", AMLINT_SOURCE_DIR, patterns[i]).data;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t k = 0; k < files.gl_pathc; k++) {
      bad += judge_text(*state, files.gl_pathv[k], &seen);
    }
    globfree(&files);
  }
  assert_true(seen > 15);
  assert_int_equal(bad, 0);
}

/* Whether what stands before the span on its line is the key `name`. */
static bool is_a_name(aml_arena *arena, aml_source *source, aml_span span) {
  aml_source_index_lines(source, arena);
  uint32_t begin;
  (void)aml_source_line(source, aml_source_locate(source, span.begin).line, &begin);
  aml_sv before = aml_sv_trim(aml_sv_slice(source->bytes, begin, span.begin));
  return aml_sv_ends(before, AML_SV("name:")) || aml_sv_ends(before, AML_SV("\"name\":"));
}

/* Related places are the values that were compared, not the heads of the resources that hold them. */
static void judge_places(
    aml_arena *arena, const char *path, const aml_rule_test_result *result, size_t *seen, size_t *bad) {
  bool is_about_names = strstr(path, "AML208") != NULL;
  for (size_t i = 0; i < result->findings->list.count; i++) {
    const aml_finding *finding = result->findings->list.items[i];
    for (size_t k = 0; k < finding->related_count; k++) {
      aml_span span = finding->related[k].span;
      bool is_default = aml_sv_starts(finding->related[k].text, AML_SV("It is '")); /* written nowhere */
      bool is_in_case = !aml_span_is_none(span) && span.source <= aml_sources_count(result->sources);
      if (is_default || !is_in_case) { /* a case's workspace is written in the rule file */
        continue;
      }
      aml_source *source = aml_sources_get(result->sources, span.source);
      if (!is_about_names && is_a_name(arena, source, span)) {
        print_error("%s: '%.*s' points at a name\n", path, AML_SV_ARG(finding->related[k].text));
        ++*bad;
      }
      ++*seen;
    }
  }
}

static void points_at_what_was_judged(void **state) {
  trial t = try_rules(*state, judge_places);
  assert_true(t.seen > 30);
  assert_int_equal(t.bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(says_what_to_do_in_rule_cases),
      TEST_CASE(says_what_to_do_in_scenarios_and_pages),
      TEST_CASE(points_at_what_was_judged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
