#include "test.h"

#include <stdio.h>

#include "facts/table.h"

static const aml_sv table = AML_SV_CONST("key,one,two\n"
                                         "A8_A11,x,\"with, comma\"\n"
                                         "a_basic,y,\n"
                                         "B,\"quoted\",last\n");

static void test_find(void **state) {
  (void)state;
  static const struct {
    const char *key, *two;
  } cases[] = {{"a8_a11", "with, comma"}, {"A_BASIC", ""}, {"b", "last"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv row;
    assert_true(aml_table_find(table, aml_sv_of(cases[i].key), &row));
    assert_sv_equal(aml_row_field(row, 2), aml_sv_of(cases[i].two));
    assert_int_equal(aml_row_width(row), 3);
    assert_sv_equal(aml_row_field(row, 3), AML_SV(""));
  }
}

static void test_find_nothing(void **state) {
  (void)state;
  static const char *const keys[] = {"", "key", "a", "A8_A1", "A8_A111", "c", "b,"};
  aml_sv row;
  for (size_t i = 0; i < COUNT(keys); i++) {
    assert_false(aml_table_find(table, aml_sv_of(keys[i]), &row));
  }
  assert_false(aml_table_find(AML_SV("key,one\n"), AML_SV("a"), &row));
  assert_false(aml_table_find((aml_sv){0}, AML_SV("a"), &row));
}

/* Every size of table, every place of the key: the search must not depend on where the halves fall. */
static void test_find_everywhere(void **state) {
  aml_arena *arena = *state;
  aml_sv text = AML_SV("key,value\n");
  for (int count = 1; count <= 40; count++) {
    text = aml_sv_join(arena, text, aml_sv_format(arena, "k%03d,%.*s\n", count, count % 7, "xxxxxxx"));
    for (int i = 0; i <= count + 1; i++) {
      aml_sv row;
      bool is_found = aml_table_find(text, aml_sv_format(arena, "K%03d", i), &row);
      assert_int_equal(is_found, i >= 1 && i <= count);
    }
  }
}

static void test_range(void **state) {
  (void)state;
  static const aml_sv keys = AML_SV_CONST("key,n\na,1\nA1,2\na1_c,3\na1b,4\na2,5\nb,6\n");
  static const struct {
    const char *prefix, *rows;
  } cases[] = {{"a1", "A1,2\na1_c,3\na1b,4\n"}, {"A", "a,1\nA1,2\na1_c,3\na1b,4\na2,5\n"}, {"b", "b,6\n"},
      {"a1B", "a1b,4\n"}, {"c", ""}, {"0", ""}, {"a11", ""}, {"", "a,1\nA1,2\na1_c,3\na1b,4\na2,5\nb,6\n"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_table_range(keys, aml_sv_of(cases[i].prefix)), aml_sv_of(cases[i].rows));
  }
  assert_int_equal(aml_table_range((aml_sv){0}, AML_SV("a")).len, 0);
}

static void test_read_sorts(void **state) {
  aml_arena *arena = *state;
  aml_sv out;
  char note[AML_TABLE_NOTE_MAX];
  aml_sv text = AML_SV("# ours\r\nkey,one\r\n\r\nb,2\r\nA,\"1,5\"\r\n");
  assert_true(aml_table_read(arena, text, AML_SV("key,one"), &out, note));
  assert_sv_equal(out, AML_SV("key,one\nA,\"1,5\"\nb,2\n"));
}

static void test_read_refuses(void **state) {
  aml_arena *arena = *state;
  static const struct {
    const char *text, *note;
  } cases[] = {
      {"", "line 1: the header is missing"},
      {"# only a comment\n", "line 1: the header is missing"},
      {"key,two\na,1\n", "line 1: the header is not that of the built-in table"},
      {"key,one\na,1\nb\n", "line 3: the number of columns differs from the header's"},
      {"key,one\n,1\n", "line 2: the first column must be a plain key"},
      {"key,one\n\"a\",1\n", "line 2: the first column must be a plain key"},
      {"key,one\na,1\nA,2\n", "'A' appears twice"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv out;
    char note[AML_TABLE_NOTE_MAX] = "";
    assert_false(aml_table_read(arena, aml_sv_of(cases[i].text), AML_SV("key,one"), &out, note));
    assert_sv_equal(aml_sv_lower(arena, aml_sv_of(note)), aml_sv_lower(arena, aml_sv_of(cases[i].note)));
  }
}

/* Numbers, dates and flags that are none, in the columns that hold them. */
static void test_read_refuses_cells(void **state) {
  static const struct {
    const char *column, *cell, *wanted; /* NULL: right */
  } cases[] = {{"vcpus", "four", "a whole number"}, {"vcpus", "-1", "a whole number"}, {"vcpus", "64", NULL},
      {"vcpus", "", NULL}, {"gpu_count", "1/6", NULL},
      {"gpu_count", "1/x", "a whole number, or a share such as '1/6'"}, {"memory_gib", "0.75", NULL},
      {"memory_gib", "much", "a number"}, {"zones", "3.5", "a whole number"},
      {"retires", "2026-02-31", "a date, YYYY-MM-DD"}, {"retires", "2026-02", NULL},
      {"retires", "2026", NULL}, {"as_of", "26-02-01", "a date, YYYY-MM-DD"},
      {"first", "2023-08-01-preview", NULL}, {"first", "v1", "an API version"},
      {"pattern", "^Standard_(", "a pattern of names"}, {"verified", "true", NULL},
      {"verified", "yes", "'true' or 'false'"}, {"note", "anything", NULL}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv out;
    char note[AML_TABLE_NOTE_MAX] = "";
    aml_sv header = aml_sv_format(*state, "key,%s", cases[i].column);
    aml_sv text = aml_sv_format(*state, "%.*s\nA,%s\n", AML_SV_ARG(header), cases[i].cell);
    assert_int_equal(aml_table_read(*state, text, header, &out, note), cases[i].wanted == NULL);
    aml_sv expected = cases[i].wanted == NULL ? AML_SV("")
                                              : aml_sv_format(*state, "line 2: '%s' is '%s'; expected %s",
                                                    cases[i].column, cases[i].cell, cases[i].wanted);
    assert_sv_equal(aml_sv_of(note), expected);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_find_nothing),
      TEST_CASE(test_find_everywhere),
      TEST_CASE(test_range),
      TEST_CASE(test_read_sorts),
      TEST_CASE(test_read_refuses),
      TEST_CASE(test_read_refuses_cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
