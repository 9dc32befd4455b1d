/* What operators, comparisons and indexes make of values that are known: as CPython does, or not known. */
#include <stdio.h>

#include "python_made.h"

#include "expr/value_text.h"
#include "tree/read.h"

#define FILE_NAME AMLINT_SOURCE_DIR "/tests/data/python/expressions.jsonl"

static aml_sv read_cases(aml_arena *arena) {
  enum { ROOM = 1 << 16 };
  char *text = AML_NEW_ARRAY(arena, char, ROOM);
  FILE *file = fopen(FILE_NAME, "rb");
  assert_non_null(file);
  size_t length = fread(text, 1, ROOM, file);
  assert_true(feof(file) && fclose(file) == 0);
  return (aml_sv){text, length};
}

/* What a program that ends with `x = EXPRESSION` has in x, by the tag of a cluster. */
static const aml_value *value_of(aml_arena *arena, aml_sv expression) {
  made out;
  aml_sv text = aml_sv_format(arena,
      "from azure.ai.ml.entities import *\nN = 3\nM = -4\nT = 'text'\nF = 0.25\nNAMES = ['x', 'yz']\nYES = "
      "True\n"
      "NONE = None\nAmlCompute(name='c', tags={'t': %.*s})\n",
      AML_SV_ARG(expression));
  run(arena, aml_sv_cstr(arena, text), &out);
  assert_int_equal(out.resources.list.count, 1);
  return aml_value_path(out.resources.list.items[0]->body, AML_SV("tags.t"));
}

/* Of one type and value; a number of JSON without a fraction may be a float of Python's. */
static bool is_same(const aml_value *got, const aml_value *wanted) {
  bool is_whole = got->kind == AML_INT && wanted->kind == AML_FLOAT;
  return (got->kind == wanted->kind || is_whole) && aml_value_equal(got, wanted) == AML_TRUE;
}

typedef struct tally {
  size_t cases, values, known, wrong;
} tally;

/* A case is the expression and its value, which is missing where CPython fails or JSON has no word for it. */
static void check_case(aml_arena *arena, const aml_value *one, tally *t) {
  const aml_value *const *items = one->as.array.items;
  const aml_value *wanted = one->as.array.count > 1 ? items[1] : NULL;
  const aml_value *got = value_of(arena, items[0]->as.string);
  bool is_known = got != NULL && got->kind != AML_UNKNOWN;
  t->cases++;
  t->values += wanted != NULL;
  t->known += is_known;
  if (is_known && (wanted == NULL || !is_same(got, wanted))) {
    print_error(
        "%.*s is %.*s\n", AML_SV_ARG(items[0]->as.string), AML_SV_ARG(aml_value_json(arena, got, false)));
    t->wrong++;
  }
}

/* The answers were recorded from CPython 3.11. What is known is right, and most of what has a value is known.
 */
static void folds_as_python_does(void **state) {
  aml_sv rest = read_cases(*state);
  tally t = {0};
  while (rest.len > 0) {
    size_t error_at = 0;
    aml_sv line = aml_sv_split(&rest, '\n');
    const aml_value *one = line.len == 0 ? NULL : aml_json_text_read(*state, line, AML_NO_SPAN, &error_at);
    if (one != NULL) {
      check_case(*state, one, &t);
    }
  }
  print_message("%zu cases, %zu values, %zu known\n", t.cases, t.values, t.known);
  assert_true(t.cases > 500);
  assert_int_equal(t.wrong, 0);
  assert_true(t.known * 10 > t.values * 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(folds_as_python_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
