/* Which lines differ, held against reconstruction: what no hunk names stands in both texts in one order. */
#include "source/hunks.h"

#include "test.h"

static aml_sv tell(aml_arena *arena, const char *before, const char *after) {
  aml_hunks hunks = {0};
  aml_hunks_find(arena, aml_sv_of(before), aml_sv_of(after), &hunks);
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < hunks.count; i++) {
    out = aml_sv_format(arena, "%.*s%zu-%zu ", AML_SV_ARG(out), hunks.items[i].begin, hunks.items[i].end);
  }
  return out;
}

static void tells_lines_that_differ(void **state) {
  static const struct {
    const char *before, *after, *hunks;
  } cases[] = {{"", "", ""}, {"a\nb\n", "a\nb\n", ""}, {"a\r\nb\r\n", "a\nb\n", ""}, {"", "a\n", "0-2 "},
      {"a\n", "", "0-0 "}, {"a\nb\nc\n", "a\nx\nc\n", "2-4 "}, {"a\nb\nc\n", "a\nc\n", "2-2 "},
      {"a\nb\n", "a\nb\nc\n", "4-6 "}, {"a\nb", "a\nb\n", ""}, {"a\nb\nc\n", "a\nb\n", "4-4 "},
      {"a\nb\na\nb\n", "a\nb\na\nc\n", "6-8 "},
      {"x\n1\n}\ny\n1\n}\nz\n1\n}\n", "x\n2\n}\ny\n1\n}\nz\n3\n}\n", "2-4 14-16 "},
      {"p\nq\nr\n", "r\np\nq\n", "0-2 6-6 "}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(tell(*state, cases[i].before, cases[i].after), aml_sv_of(cases[i].hunks));
  }
}

static void meets_what_lies_in_between(void **state) {
  (void)state;
  aml_hunk items[] = {{10, 20}, {30, 30}};
  const aml_hunks hunks = {.items = items, .count = 2};
  assert_false(aml_hunks_touch(&hunks, 0, 8));
  assert_true(aml_hunks_touch(&hunks, 0, 11));
  assert_true(aml_hunks_touch(&hunks, 19, 25));
  assert_false(aml_hunks_touch(&hunks, 20, 28));
  assert_true(aml_hunks_touch(&hunks, 22, 30));
  assert_true(aml_hunks_touch(&hunks, 22, 29)); /* the line behind it is gone */
  assert_false(aml_hunks_touch(&hunks, 31, 40));
}

/* For each line of the text before: where it is, with '-' in front where it was taken out. */
static void finds_places_of_lines(void **state) {
  static const struct {
    const char *before, *after, *places;
  } cases[] = {{"", "a\n", ""}, {"a\nb\n", "a\nb\n", "0 2 "}, {"a\nb\nc\n", "a\nc\n", "0 -2 2 "},
      {"a\nb\nc\n", "a\nx\nc\n", "0 -2 4 "}, {"a\nb\n", "x\na\nb\n", "2 4 "}, {"a\n", "", "-0 "},
      {"a\nb\nc\n", "a\n", "0 -0 -0 "}, {"p\nq\nr\n", "r\np\nq\n", "2 4 -4 "}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_line_places places;
    aml_hunks_find_places(*state, aml_sv_of(cases[i].before), aml_sv_of(cases[i].after), &places);
    aml_sv out = {NULL, 0};
    for (size_t k = 0; k < places.count; k++) {
      const aml_line_place *one = aml_hunks_place(&places, places.items[k].begin + 1);
      assert_ptr_equal(one, &places.items[k]);
      out = aml_sv_format(*state, "%.*s%s%zu ", AML_SV_ARG(out), one->is_taken_out ? "-" : "", one->place);
    }
    assert_sv_equal(out, aml_sv_of(cases[i].places));
  }
  assert_null(aml_hunks_place(&(aml_line_places){0}, 0));
}

static bool takes(aml_sv *rest, aml_sv line) {
  while (rest->len > 0) {
    if (aml_sv_eq(aml_sv_split(rest, '\n'), line)) {
      return true;
    }
  }
  return false;
}

/* 2,000 pairs of texts of few different lines: what is outside of the hunks is a subsequence of the text
 * before. */
static void leaves_only_what_was_there(void **state) {
  unsigned seed = 7;
  for (size_t round = 0; round < 2000; round++) {
    char texts[2][41] = {{0}};
    for (size_t t = 0; t < 2; t++) {
      size_t count = (seed = seed * 1103515245U + 12345U) >> 16 & 15U;
      for (size_t i = 0; i < count; i++) {
        texts[t][2 * i] = (char)('a' + (((seed = seed * 1103515245U + 12345U) >> 16) & 3U));
        texts[t][2 * i + 1] = '\n';
      }
    }
    aml_hunks hunks = {0};
    aml_hunks_find(*state, aml_sv_of(texts[0]), aml_sv_of(texts[1]), &hunks);
    aml_sv before = aml_sv_of(texts[0]);
    size_t at = 0;
    for (size_t i = 0; i <= hunks.count; i++) {
      size_t end = i == hunks.count ? strlen(texts[1]) : hunks.items[i].begin;
      assert_true(at <= end);
      for (; at < end; at += 2) {
        assert_true(takes(&before, (aml_sv){texts[1] + at, 1}));
      }
      at = i == hunks.count ? end : hunks.items[i].end;
    }
    if (hunks.count == 0) {
      assert_string_equal(texts[0], texts[1]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(tells_lines_that_differ), TEST_CASE(finds_places_of_lines),
      TEST_CASE(meets_what_lies_in_between), TEST_CASE(leaves_only_what_was_there)};
  return cmocka_run_group_tests_name("source_hunks", tests, NULL, NULL);
}
