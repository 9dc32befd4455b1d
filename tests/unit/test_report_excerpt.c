#include "report/excerpt.h"

#include "base/strbuf.h"
#include "kept_bytes.h"
#include "test.h"

static aml_sv excerpt_of(aml_arena *arena, aml_sv bytes, uint32_t begin, uint32_t end, size_t width) {
  aml_source source = {.id = 1, .bytes = bytes};
  aml_source_index_lines(&source, arena);
  const aml_secrets none = {NULL, 0};
  const aml_excerpt excerpt = {.source = &source,
      .span = {1, begin, end},
      .gutter = 1,
      .width = width,
      .mark = '^',
      .gutter_on = "",
      .mark_on = "",
      .off = "",
      .secrets = &none};
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_out out;
  aml_out_init(&out, keep, &text);
  aml_excerpt_write(&out, &excerpt);
  assert_true(aml_out_finish(&out));
  return aml_strbuf_view(&text);
}

static void underlines_what_people_see(void **state) {
  static const struct {
    aml_sv bytes;
    uint32_t begin, end;
    const char *shown;
  } cases[] = {
      {AML_SV_CONST("ab: cd\n"), 4, 6, "1 | ab: cd\n  |     ^^\n"},
      {AML_SV_CONST("ab"), 2, 2, "1 | ab\n  |   ^\n"},
      {AML_SV_CONST(""), 0, 0, "1 |\n  | ^\n"},
      {AML_SV_CONST("a\n"), 2, 2, "2 |\n  | ^\n"},
      {AML_SV_CONST("a\tb"), 2, 3, "1 | a   b\n  |     ^\n"},
      {AML_SV_CONST("\xE4\xB8\xAD"
                    "x"),
          3, 4,
          "1 | \xE4\xB8\xAD"
          "x\n  |   ^\n"},
      {AML_SV_CONST("e\xCC\x81x"), 3, 4, "1 | e\xCC\x81x\n  |  ^\n"},
      {AML_SV_CONST("\x1b"
                    "x"),
          1, 2, "1 | \\x1bx\n  |     ^\n"},
      {AML_SV_CONST("ab\ncd\n"), 0, 5, "1 | ab\n  | ^^ to line 2\n"},
      {AML_SV_CONST("ab\ncd\n"), 0, 3, "1 | ab\n  | ^^\n"},
      {AML_SV_CONST("ab\r\ncd"), 4, 6, "2 | cd\n  | ^^\n"},
      {AML_SV_CONST("ab\rcd"), 3, 4, "2 | cd\n  | ^\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(
        excerpt_of(*state, cases[i].bytes, cases[i].begin, cases[i].end, 80), aml_sv_of(cases[i].shown));
  }
}

/* Wherever the place is, its beginning is in view and no line is wider than the terminal. */
static void cuts_long_lines_around_the_place(void **state) {
  aml_strbuf line;
  aml_strbuf_init(&line, *state, SIZE_MAX);
  for (int i = 0; i < 2000; i++) {
    aml_strbuf_add_char(&line, (char)('a' + i % 26));
  }
  aml_sv bytes = aml_strbuf_view(&line);
  for (uint32_t begin = 0; begin < bytes.len; begin += 37) {
    for (size_t width = 30; width <= 120; width += 45) {
      aml_sv rest = excerpt_of(*state, bytes, begin, begin + 2, width);
      aml_sv shown = aml_sv_split(&rest, '\n');
      aml_sv marks = aml_sv_split(&rest, '\n');
      assert_true(shown.len <= width && marks.len <= width);
      size_t at = aml_sv_find_char(marks, '^', 0);
      assert_true(at != AML_NPOS && at < shown.len);
      assert_int_equal(shown.data[at], bytes.data[begin]);
    }
  }
}

/* A line is cut on the right only where it goes on: of 40 cells 3 tell that it is cut on the left, and 13
 * stand before the place. */
static void shows_a_rest_that_just_fits(void **state) {
  enum { WIDTH = 44, PLACE = 30, FITS = PLACE - 13 + 40 - 3 };
  for (uint32_t length = FITS - 1; length <= FITS + 1; length++) {
    char line[FITS + 1];
    memset(line, 'x', sizeof line);
    line[length - 1] = 'z';
    aml_sv rest = excerpt_of(*state, (aml_sv){line, length}, PLACE, PLACE + 1, WIDTH);
    aml_sv shown = aml_sv_split(&rest, '\n');
    assert_true(aml_sv_ends(shown, length <= FITS ? AML_SV("z") : AML_SV("x...")));
  }
}

static void counts_digits(void **state) {
  (void)state;
  static const struct {
    uint32_t number;
    size_t digits;
  } cases[] = {{0, 1}, {9, 1}, {10, 2}, {11, 2}, {99, 2}, {100, 3}, {UINT32_MAX, 10}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(aml_digit_count(cases[i].number), cases[i].digits);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(underlines_what_people_see),
      TEST_CASE(cuts_long_lines_around_the_place),
      TEST_CASE(shows_a_rest_that_just_fits),
      TEST_CASE(counts_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
