#include "base/regex.h"

#include <pthread.h>
#include <string.h>

#include "base/limits.h"
#include "base/strbuf.h"
#include "test.h"

static void matches(void **state) {
  static const struct {
    const char *pattern;
    aml_regex_flags flags;
    aml_sv text;
    aml_regex_answer answer;
  } cases[] = {
      {"b", AML_REGEX_DEFAULT, AML_SV_CONST("abc"), AML_REGEX_YES},
      {"^b", AML_REGEX_DEFAULT, AML_SV_CONST("abc"), AML_REGEX_NO},
      {"B", AML_REGEX_DEFAULT, AML_SV_CONST("abc"), AML_REGEX_NO},
      {"B", AML_REGEX_IGNORE_CASE, AML_SV_CONST("abc"), AML_REGEX_YES},
      {"\xC3\x84", AML_REGEX_IGNORE_CASE, AML_SV_CONST("\xC3\xA4"), AML_REGEX_YES},
      {"^.$", AML_REGEX_DEFAULT, AML_SV_CONST("\xF0\x9F\x98\x80"), AML_REGEX_YES},
      {"^a\\x00b$", AML_REGEX_DEFAULT, AML_SV_CONST("a\0b"), AML_REGEX_YES},
      {"", AML_REGEX_DEFAULT, AML_SV_CONST(""), AML_REGEX_YES},
      {"x", AML_REGEX_DEFAULT, {NULL, 0}, AML_REGEX_NO},
      {"b", AML_REGEX_DEFAULT,
          AML_SV_CONST("\xFF"
                       "b"),
          AML_REGEX_YES},
      {"^\\d+$", AML_REGEX_DEFAULT, AML_SV_CONST("\xD9\xA1"), AML_REGEX_NO}, /* an Arabic digit */
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_error error;
    aml_regex *regex = aml_regex_new(*state, aml_sv_of(cases[i].pattern), cases[i].flags, &error);
    assert_non_null(regex);
    if (aml_regex_match(regex, *state, cases[i].text) != cases[i].answer) {
      fail_msg("case %zu, '%s'", i, cases[i].pattern);
    }
  }
}

static void says_what_is_wrong_with_a_pattern(void **state) {
  aml_error error = {0};
  assert_null(aml_regex_new(*state, AML_SV("\xC3\xA4(b"), AML_REGEX_DEFAULT, &error));
  assert_int_equal(error.status, AML_ERR_INPUT);
  assert_non_null(strstr(error.text, "at character 4"));
  assert_null(aml_regex_new(*state, AML_SV("\\C"), AML_REGEX_DEFAULT, NULL));
  aml_sv huge = {AML_NEW_ARRAY(*state, char, AML_LIMIT_REGEX_PATTERN + 1), AML_LIMIT_REGEX_PATTERN + 1};
  assert_null(aml_regex_new(*state, huge, AML_REGEX_DEFAULT, &error));
  assert_int_equal(error.status, AML_ERR_LIMIT);
  assert_null(aml_regex_new(*state, AML_SV("((a{1,500}){1,500}){1,500}"), AML_REGEX_DEFAULT, &error));
}

static void stops_at_the_limit(void **state) {
  aml_regex *regex = aml_regex_new(*state, AML_SV("^(a+)+$"), AML_REGEX_DEFAULT, NULL);
  assert_int_equal(
      aml_regex_match(regex, *state, AML_SV("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")),
      AML_REGEX_LIMIT);
  aml_regex *looser =
      aml_regex_new(*state, AML_SV("(*LIMIT_MATCH=4000000000)^(a+)+$"), AML_REGEX_DEFAULT, NULL);
  assert_int_equal(
      aml_regex_match(looser, *state, AML_SV("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")),
      AML_REGEX_LIMIT);
}

/* Deeper than the stack of compiled patterns: the interpreter answers, or says "limit", never "no". */
static void never_takes_a_limit_for_no(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  for (int i = 0; i < 200000; i++) {
    aml_strbuf_add(&text, AML_SV("ab"));
  }
  aml_regex *regex = aml_regex_new(*state, AML_SV("^(?:(a)|b)*$"), AML_REGEX_DEFAULT, NULL);
  assert_int_not_equal(aml_regex_match(regex, *state, aml_strbuf_view(&text)), AML_REGEX_NO);
}

static size_t steps_of(aml_arena *arena, const aml_regex *regex, aml_sv text, aml_regex_answer *answer) {
  enum { PLENTY = 1000000 };
  aml_budget budget = aml_budget_of(PLENTY, SIZE_MAX, 0);
  arena->budget = &budget;
  *answer = aml_regex_match(regex, arena, text);
  arena->budget = NULL;
  return PLENTY - aml_budget_steps(&budget);
}

/* PCRE2's own limits hold for each place that a match begins at, of which a text has many. */
static void charges_for_all_places_that_a_match_begins_at(void **state) {
  enum { LENGTH = 65536 };
  aml_regex *regex = aml_regex_new(*state, AML_SV("a*[bc]d"), AML_REGEX_DEFAULT, NULL);
  char *bytes = AML_NEW_ARRAY(*state, char, LENGTH);
  memset(bytes, 'a', LENGTH);
  bytes[LENGTH - 1] = 'd';
  aml_regex_answer answer;
  size_t steps = steps_of(*state, regex, (aml_sv){bytes, LENGTH}, &answer);
  assert_int_equal(answer, AML_REGEX_LIMIT);
  assert_true(steps > LENGTH);
  for (int i = 0; i < 20; i++) {
    assert_int_equal(steps_of(*state, regex, (aml_sv){bytes, LENGTH}, &answer), steps);
  }
  assert_true(steps_of(*state, regex, AML_SV("aaabd"), &answer) < 10);
  assert_int_equal(answer, AML_REGEX_YES);
}

static void *match_often(void *regex) {
  size_t wrong = 0;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  for (int i = 0; i < 2000; i++) {
    wrong += aml_regex_match(regex, &arena, AML_SV("team-vision-07")) != AML_REGEX_YES;
    wrong += aml_regex_match(regex, &arena, AML_SV("team-vision-")) != AML_REGEX_NO;
  }
  aml_arena_release(&arena);
  return wrong == 0 ? regex : NULL;
}

static void serves_several_threads(void **state) {
  aml_regex *regex = aml_regex_new(*state, AML_SV("^(?:[a-z]+-)+[0-9]{2}$"), AML_REGEX_DEFAULT, NULL);
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT(threads); i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, match_often, regex), 0);
  }
  for (size_t i = 0; i < COUNT(threads); i++) {
    void *result;
    assert_int_equal(pthread_join(threads[i], &result), 0);
    assert_ptr_equal(result, regex);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(matches),
      TEST_CASE(says_what_is_wrong_with_a_pattern),
      TEST_CASE(stops_at_the_limit),
      TEST_CASE(never_takes_a_limit_for_no),
      TEST_CASE(charges_for_all_places_that_a_match_begins_at),
      TEST_CASE(serves_several_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
