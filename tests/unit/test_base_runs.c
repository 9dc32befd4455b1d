/* Runs are found as a loop over single bytes finds them, wherever in a step of the vector code they end. */
#include "base/runs.h"

#include <string.h>

#include "test.h"

enum { LENGTH = 70 };

static size_t next_plain_end(aml_sv text, size_t at, char quote) {
  while (at < text.len && text.data[at] != quote && text.data[at] != '\\' && text.data[at] != '\n') {
    at++;
  }
  return at;
}

static void finds_ends_of_strings(void **state) {
  (void)state;
  static const char ends[] = {'"', '\'', '\\', '\n', '\x80', '\0', '\xA2', '\xDC'};
  char bytes[LENGTH];
  for (size_t i = 0; i < sizeof ends; i++) {
    for (size_t place = 0; place < LENGTH; place++) {
      memset(bytes, 'x', sizeof bytes);
      bytes[place] = ends[i];
      aml_sv text = {bytes, sizeof bytes};
      for (size_t at = 0; at <= LENGTH; at++) {
        assert_int_equal(aml_run_plain_end(text, at, '"'), next_plain_end(text, at, '"'));
        assert_int_equal(aml_run_plain_end(text, at, '\''), next_plain_end(text, at, '\''));
      }
    }
  }
}

static void skips_spaces_and_nothing_else(void **state) {
  (void)state;
  static const char ends[] = {'x', '\t', '\n', '\xA0', '\0'};
  char bytes[LENGTH];
  for (size_t i = 0; i < sizeof ends; i++) {
    for (size_t place = 0; place < LENGTH; place++) {
      memset(bytes, ' ', sizeof bytes);
      bytes[place] = ends[i];
      for (size_t at = 0; at <= place; at++) {
        size_t end = aml_run_skip_spaces((aml_sv){bytes, sizeof bytes}, at);
        assert_true(end >= at && end <= place);
        assert_true(end == place || LENGTH - end < 16); /* the few at the end are left to others */
      }
    }
  }
}

static size_t next_needle(aml_sv text, size_t at, aml_sv needle) {
  for (; at + needle.len <= text.len; at++) {
    size_t same = 0;
    while (same < needle.len && aml_ascii_lower(text.data[at + same]) == aml_ascii_lower(needle.data[same])) {
      same++;
    }
    if (same == needle.len) {
      return at;
    }
  }
  return AML_NPOS;
}

/* Beside what is equal but for a bit that tells letters from other bytes. */
static void finds_letters_in_either_case(void **state) {
  (void)state;
  static const char *const needles[] = {"aml", "a", "AM", "[x", "az ml compute create", "secretName"};
  static const char *const texts[] = {"aml", "AML", "aMl", "am", "a-ml", "AM\x0C", "A\x0DL", "\x01ML", "[X",
      "{x", "[\x18", "AZ ml Compute CREATE", "az ml compute\0create", "secretname", "SECRETNAME",
      "sEcretNam"};
  char bytes[LENGTH];
  for (size_t i = 0; i < COUNT(texts); i++) {
    for (size_t place = 0; place + strlen(texts[i]) <= LENGTH; place++) {
      memset(bytes, i % 2 == 0 ? 'a' : 'x', sizeof bytes);
      memcpy(bytes + place, texts[i], strlen(texts[i]));
      aml_sv text = {bytes, sizeof bytes};
      for (size_t k = 0; k < COUNT(needles); k++) {
        aml_sv needle = aml_sv_of(needles[k]);
        assert_int_equal(aml_sv_ifind(text, needle, 0), next_needle(text, 0, needle));
        assert_int_equal(aml_sv_ifind(text, needle, place), next_needle(text, place, needle));
        assert_int_equal(aml_sv_ifind(text, needle, place + 1), next_needle(text, place + 1, needle));
      }
    }
  }
  assert_int_equal(aml_sv_ifind(AML_SV(""), AML_SV("aml"), 0), AML_NPOS);
  assert_int_equal(aml_sv_ifind(AML_SV("am"), AML_SV(""), 2), 2);
}

static size_t next_of_any(aml_sv text, size_t at, const aml_run_needle *needles, size_t *which) {
  size_t first = AML_NPOS;
  for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
    size_t place = next_needle(text, at, needles[i].word);
    if (place < first) {
      first = place;
      *which = i;
    }
  }
  return first;
}

/* Beside texts that have both of the letters that are looked for, and not the word. */
static void finds_the_first_of_several_words(void **state) {
  (void)state;
  static const aml_run_needle needles[AML_RUN_NEEDLES] = {
      {AML_SV_CONST("az"), 1}, {AML_SV_CONST("compute"), 4}, {AML_SV_CONST("machine"), 2}};
  static const char *const texts[] = {"az", "AZ", "a", "Compute", "cOMPUTE", "compile", "counu", "machine",
      "MACHINE", "macaz", "mac", "machincompute", "A\x1A", "\x1Az", "comput", "az compute"};
  enum { LONG = 2 * LENGTH + 10 }; /* for the widest step, and what follows it */
  char bytes[LONG];
  for (size_t i = 0; i < COUNT(texts); i++) {
    for (size_t place = 0; place + strlen(texts[i]) <= LONG; place++) {
      memset(bytes, "acm\x80"[place % 4], sizeof bytes);
      memcpy(bytes + place, texts[i], strlen(texts[i]));
      aml_sv text = {bytes, sizeof bytes};
      for (size_t at = 0; at <= LONG; at++) {
        size_t which = AML_RUN_NEEDLES;
        size_t expected = AML_RUN_NEEDLES;
        size_t first = next_of_any(text, at, needles, &expected);
        assert_int_equal(aml_run_ifind_any(text, at, needles, &which), first);
        assert_true(first == AML_NPOS || which == expected);
      }
    }
  }
}

static void skips_ascii_and_nothing_else(void **state) {
  (void)state;
  enum { LONG = 3 * LENGTH };
  char bytes[LONG];
  for (size_t place = 0; place < LONG; place++) {
    memset(bytes, "\x7F\0a"[place % 3], sizeof bytes);
    bytes[place] = place % 2 == 0 ? '\x80' : '\xFF';
    for (size_t at = 0; at <= LONG; at++) {
      size_t end = at <= place ? place : LONG;
      assert_int_equal(aml_run_skip_ascii((aml_sv){bytes, sizeof bytes}, at), end);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(finds_ends_of_strings),
      TEST_CASE(skips_spaces_and_nothing_else), TEST_CASE(finds_letters_in_either_case),
      TEST_CASE(finds_the_first_of_several_words), TEST_CASE(skips_ascii_and_nothing_else)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
