#include "base/suggest.h"

#include "test.h"

static void measures_distances(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    size_t distance;
  } cases[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"abc", "", 3},
      {"size", "size", 0},
      {"Size", "sIZE", 0},
      {"kitten", "sitting", 3},
      {"min_instances", "min_instnaces", 1},
      {"ca", "abc", 3}, /* optimal string alignment does not edit within a swap */
      {"ab", "ba", 1},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(
        aml_edit_distance(aml_sv_of(cases[i].a), aml_sv_of(cases[i].b), SIZE_MAX), cases[i].distance);
  }
  char longest[65];
  memset(longest, 'a', sizeof longest);
  assert_true(aml_edit_distance((aml_sv){longest, 65}, AML_SV("a"), SIZE_MAX) == SIZE_MAX);
  assert_true(aml_edit_distance((aml_sv){longest, 64}, (aml_sv){longest, 64}, SIZE_MAX) == 0);
}

/* By the definition, without regard to time: what the last letters cost, and what is left before them. */
static size_t define_distance(aml_sv a, aml_sv b) {
  if (a.len == 0 || b.len == 0) {
    return a.len + b.len;
  }
  aml_sv x = aml_sv_slice(a, 0, a.len - 1);
  aml_sv y = aml_sv_slice(b, 0, b.len - 1);
  bool is_same = a.data[x.len] == b.data[y.len];
  bool is_swap =
      x.len > 0 && y.len > 0 && a.data[x.len] == b.data[y.len - 1] && a.data[x.len - 1] == b.data[y.len];
  size_t found[] = {define_distance(x, b) + 1, define_distance(a, y) + 1,
      define_distance(x, y) + (is_same ? 0 : 1),
      is_swap ? define_distance(aml_sv_slice(a, 0, x.len - 1), aml_sv_slice(b, 0, y.len - 1)) + 1 : SIZE_MAX};
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < COUNT(found); i++) {
    least = found[i] < least ? found[i] : least;
  }
  return least;
}

/* Every word of up to five letters, of two, against every seventh: within each bound the distance is that of
 * the definition, and beyond it none. */
static void is_exact_within_each_bound(void **state) {
  (void)state;
  enum { WORDS = 1 << 6, LONGEST = 5 };
  char words[WORDS][LONGEST + 1];
  size_t count = 0;
  for (unsigned length = 0; length <= LONGEST; length++) {
    for (unsigned bits = 0; bits < 1U << length; bits++, count++) {
      for (unsigned i = 0; i < length; i++) {
        words[count][i] = (bits >> i & 1U) == 0 ? 'a' : 'b';
      }
      words[count][length] = '\0';
    }
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t k = i % 7; k < count; k += 7) {
      aml_sv a = aml_sv_of(words[i]);
      aml_sv b = aml_sv_of(words[k]);
      size_t distance = define_distance(a, b);
      for (size_t most = 0; most <= LONGEST; most++) {
        assert_int_equal(aml_edit_distance(a, b, most), distance > most ? SIZE_MAX : distance);
      }
    }
  }
}

static aml_sv word_at(const void *ctx, size_t i) {
  return aml_sv_of(((const char *const *)ctx)[i]);
}

static void suggests_the_nearest(void **state) {
  (void)state;
  static const char *const words[] = {"size", "tier", "min_instances", "max_instances", "location"};
  static const struct {
    const char *word;
    size_t index;
  } cases[] = {
      {"siez", 0},
      {"min_instanecs", 2},
      {"mx_instances", 3},
      {"Location", 4},
      {"colour", AML_NPOS},
      {"x", AML_NPOS},
      {"", AML_NPOS},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_true(aml_suggest(aml_sv_of(cases[i].word), COUNT(words), word_at, words) == cases[i].index);
  }
}

static void compares_words_whatever_their_style(void **state) {
  (void)state;
  assert_true(aml_same_word(AML_SV("minInstances"), AML_SV("min_instances")));
  assert_true(aml_same_word(AML_SV("min-instances"), AML_SV("MIN_INSTANCES_")));
  assert_true(aml_same_word(AML_SV(""), AML_SV("_")));
  assert_false(aml_same_word(AML_SV("minInstance"), AML_SV("min_instances")));
  assert_false(aml_same_word(AML_SV("abc"), AML_SV("ab")));
}

static void respells_only_what_is_certain(void **state) {
  (void)state;
  static const char *const words[] = {
      "size", "min_instances", "max_instances", "low_priority", "eastus", "eastus2", "max_instances"};
  static const struct {
    const char *word;
    size_t index;
  } cases[] = {
      {"min_instance", 1},
      {"maxInstances", 2}, /* which stands in the list twice, and is one word */
      {"low-priority", 3},
      {"lowpriorty", 3},
      {"eastsu", 4},
      {"eastus-2", 5},
      {"eastuss", AML_NPOS},     /* of two that are as near */
      {"mx_instances", 2},       /* one slip against two */
      {"m_instances", AML_NPOS}, /* two slips of each */
      {"mn_instancs_", 1},
      {"eastus22", AML_NPOS}, /* another number */
      {"siz", AML_NPOS},      /* too short to have a slip */
      {"priority", AML_NPOS},
      {"", AML_NPOS},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    size_t index = aml_respell(aml_sv_of(cases[i].word), COUNT(words), word_at, words);
    if (index != cases[i].index) {
      print_message("%s: %zu\n", cases[i].word, index);
    }
    assert_true(index == cases[i].index);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_distances),
      cmocka_unit_test(is_exact_within_each_bound),
      cmocka_unit_test(suggests_the_nearest),
      cmocka_unit_test(respells_only_what_is_certain),
      cmocka_unit_test(compares_words_whatever_their_style),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
