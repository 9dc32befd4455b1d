/* The engine over our own fixtures: what it finds is what was written down by hand, no more and no less. */
#include "read_text.h"

#include <dirent.h>
#include <stdio.h>

#include <amlint/amlint.h>

#include "base/number.h"
#include "base/vec.h"

typedef AML_VEC(aml_sv) sv_list;

static void add_expected(aml_arena *arena, sv_list *list, aml_sv file, int64_t line, aml_sv rule) {
  aml_sv text = aml_sv_format(arena, "%.*s:%d %.*s", AML_SV_ARG(file), (int)line, AML_SV_ARG(rule));
  AML_VEC_PUSH(arena, list, text);
}

static int compare_texts(const void *a, const void *b) {
  return aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static void sort_list(sv_list *list) {
  if (list->count > 1) {
    qsort(list->items, list->count, sizeof *list->items, compare_texts);
  }
}

/* "file:line rule" of each active finding at or above a severity; files relative to `folder`. */
static void run_engine(aml_arena *arena, const char *folder, const char *path, const char *config,
    amlint_severity least, sv_list *found) {
  amlint_error error;
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.folder = folder;
  options.config = config;
  options.isolated = config == NULL;
  options.as_of = "2026-11-27";
  amlint_engine *engine = amlint_engine_new(&options, &error);
  assert_non_null(engine);
  assert_int_equal(amlint_add_path(engine, path, &error), AMLINT_OK);
  assert_int_equal(amlint_run(engine, &error), AMLINT_OK);
  amlint_finding finding;
  for (size_t i = 0; amlint_finding_at(engine, i, &finding); i++) {
    /* Files are shown relative to the repository around them, which an installed source need not have. */
    aml_sv file = aml_sv_of(finding.location.file);
    size_t at = aml_sv_find(file, AML_SV("fixtures/"), 0);
    file = at == AML_NPOS ? file : aml_sv_slice(file, aml_sv_find_char(file, '/', at + 9) + 1, file.len);
    if (finding.status == AMLINT_ACTIVE && finding.severity >= least) {
      add_expected(arena, found, file, finding.location.line, aml_sv_of(finding.rule));
    }
  }
  amlint_engine_free(engine);
  sort_list(found);
}

static void compare(const sv_list *expected, const sv_list *found) {
  size_t failures = 0;
  size_t i = 0;
  size_t j = 0;
  while (i < expected->count || j < found->count) {
    int order = i == expected->count ? 1
                : j == found->count  ? -1
                                     : aml_sv_cmp(expected->items[i], found->items[j]);
    if (order != 0) {
      aml_sv text = order < 0 ? expected->items[i] : found->items[j];
      print_error("%s: %.*s\n", order < 0 ? "missing" : "not expected", AML_SV_ARG(text));
      failures++;
    }
    i += order <= 0;
    j += order >= 0;
  }
  assert_int_equal(failures, 0);
}

static void test_estate(void **state) {
  aml_arena *arena = *state;
  const char *folder = AMLINT_SOURCE_DIR "/fixtures/estate";
  sv_list expected = {0};
  sv_list found = {0};
  aml_sv rest = read_text(arena, AML_SV(AMLINT_SOURCE_DIR "/fixtures/estate/expected.csv"));
  aml_sv_split(&rest, '\n');
  while (rest.len > 0) {
    aml_sv row = aml_sv_split(&rest, '\n');
    aml_sv file = aml_sv_split(&row, ',');
    int64_t line = 0;
    assert_true(aml_int_parse(aml_sv_split(&row, ','), &line));
    add_expected(arena, &expected, file, line, aml_sv_split(&row, ','));
    assert_true(row.len > 0); /* the reason */
  }
  sort_list(&expected);
  run_engine(
      arena, folder, ".", AMLINT_SOURCE_DIR "/fixtures/estate/amlint.yml", AMLINT_SEVERITY_NOTE, &found);
  compare(&expected, &found);
}

/* "# expect: AML101 AML401" at the end of a line; notes are not marked. */
static void read_marks(aml_arena *arena, aml_sv folder, aml_sv name, sv_list *expected) {
  static const aml_sv mark = AML_SV_CONST("# expect: ");
  aml_sv rest = read_text(arena, aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(name)));
  for (int line = 1; rest.len > 0; line++) {
    aml_sv text = aml_sv_split(&rest, '\n');
    size_t at = aml_sv_find(text, mark, 0);
    aml_sv rules = at == AML_NPOS ? (aml_sv){0} : aml_sv_slice(text, at + mark.len, text.len);
    while (rules.len > 0) {
      add_expected(arena, expected, name, line, aml_sv_split(&rules, ' '));
    }
  }
}

static void test_clusters(void **state) {
  aml_arena *arena = *state;
  const char *folder = AMLINT_SOURCE_DIR "/fixtures/clusters";
  sv_list expected = {0};
  sv_list found = {0};
  DIR *dir = opendir(folder);
  assert_non_null(dir);
  for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
    if (entry->d_name[0] != '.') {
      read_marks(arena, aml_sv_of(folder), aml_sv_dup(arena, aml_sv_of(entry->d_name)), &expected);
    }
  }
  (void)closedir(dir);
  assert_true(expected.count > 15);
  sort_list(&expected);
  run_engine(arena, folder, ".", NULL, AMLINT_SEVERITY_WARNING, &found);
  compare(&expected, &found);
}

/* Each template by itself: "line rule" of what is more than a note. */
static void test_templates(void **state) {
  aml_arena *arena = *state;
  static const struct {
    const char *file, *expected[8];
  } cases[] = {
      {"everything-wrong.json",
          {"14 AML207", "14 AML601", "18 AML501", "19 AML304", "21 AML201", "22 AML301", "23 AML101"}},
      {"same-region.json", {NULL}}, {"kubernetes.json", {NULL}}, {"both-identities.json", {NULL}},
      {"private-endpoint.json", {"41 AML501", "41 AML503"}}, {"tags-unknown.json", {NULL}},
      {"nullable-subnet.json", {"12 AML302"}}, {"existing-workspace.json", {NULL}},
      {"access.json", {"16 AML310"}}, /* with the lab's parameter file, not with the other */
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    sv_list expected = {0};
    sv_list found = {0};
    for (size_t k = 0; k < COUNT(cases[i].expected) && cases[i].expected[k] != NULL; k++) {
      aml_sv text = aml_sv_format(arena, "%s:%s", cases[i].file, cases[i].expected[k]);
      AML_VEC_PUSH(arena, &expected, text);
    }
    sort_list(&expected);
    run_engine(
        arena, AMLINT_SOURCE_DIR "/fixtures/templates", cases[i].file, NULL, AMLINT_SEVERITY_WARNING, &found);
    compare(&expected, &found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(test_estate),
      TEST_CASE(test_clusters),
      TEST_CASE(test_templates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
