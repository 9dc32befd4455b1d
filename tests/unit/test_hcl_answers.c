/* Runs tests/data/hcl: expressions with the answers of hashicorp/hcl and go-cty, which ran them, and those
 * where amlint is known to differ (README.md there). */
#include <glob.h>

#include "hcl_answer.h"
#include "read_text.h"
#include "tree/read.h"

#include "test.h"

static void check_file(const char *path, size_t *count, size_t *bad) {
  aml_arena arena;
  bool is_difference = strstr(path, "differences") != NULL;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv rest = read_text(&arena, aml_sv_of(path));
  while (rest.len > 0) {
    size_t error_at = 0;
    aml_sv line = aml_sv_split(&rest, '\n');
    const aml_value *row = aml_json_text_read(&arena, line, AML_NO_SPAN, &error_at);
    assert_non_null(row);
    bool is_same = hcl_check_row(row, is_difference);
    if (is_difference && is_same) {
      print_error("no longer different: %.*s\n", AML_SV_ARG(line));
    }
    *bad += is_same == is_difference ? 1 : 0;
    ++*count;
  }
  aml_arena_release(&arena);
}

static void answers_are_those_of_hcl(void **state) {
  (void)state;
  glob_t files;
  size_t count = 0;
  size_t bad = 0;
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/hcl/*.jsonl", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    check_file(files.gl_pathv[i], &count, &bad);
  }
  globfree(&files);
  print_message("%zu expressions, %zu with another answer than recorded\n", count, bad);
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_those_of_hcl)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
