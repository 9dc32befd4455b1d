/* Source: Unicode Standard Annex 15, figures 3 to 6, and its rules for Hangul and composition exclusions. */
#include "base/normal_form.h"
#include "base/strbuf.h"

#include "test.h"

static aml_arena arena;

static const char *normal(const char *text) {
  return aml_sv_cstr(&arena, aml_normal_form(&arena, aml_sv_of(text)));
}

static void characters_have_one_form(void **state) {
  (void)state;
  static const struct {
    const char *text, *want;
  } cases[] = {
      {"e\xCC\x81", "\xC3\xA9"},             /* e, acute */
      {"\xE2\x84\xAB", "\xC3\x85"},          /* ångström sign: a character of its own is replaced */
      {"\xE2\x84\xA6", "\xCE\xA9"},          /* ohm sign */
      {"s\xCC\xA3\xCC\x87", "\xE1\xB9\xA9"}, /* s, dot below, dot above */
      {"s\xCC\x87\xCC\xA3", "\xE1\xB9\xA9"}, /* the same in another order */
      {"\xE1\xB8\x8B\xCC\xA3", "\xE1\xB8\x8D\xCC\x87"}, /* d with dot above, dot below */
      {"q\xCC\x87\xCC\xA3", "q\xCC\xA3\xCC\x87"},       /* nothing to put together, but an order */
      {"a\xCC\x95\xCC\x80", "\xC3\xA0\xCC\x95"}, /* a mark of another class between them does not block */
      {"a\xD6\xAE\xCC\x80\xCC\x81", "\xC3\xA0\xD6\xAE\xCC\x81"}, /* one of the same class does */
      {"\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8", "\xEA\xB0\x81"},  /* Hangul: lead, vowel, tail */
      {"\xEA\xB0\x80\xE1\x86\xA8", "\xEA\xB0\x81"},              /* a syllable without a tail, and one */
      {"\xEA\xB0\x81\xE1\x86\xA8", "\xEA\xB0\x81\xE1\x86\xA8"},  /* it has one */
      {"\xE0\xA5\x98", "\xE0\xA4\x95\xE0\xA4\xBC"},              /* excluded from composition */
      {"\xEF\xA4\x80", "\xE8\xB1\x88"},                          /* a compatibility ideograph */
      {"\xE1\xBA\xA4", "\xE1\xBA\xA4"},                          /* has parts that have parts */
      {"\xEF\xAC\x81", "\xEF\xAC\x81"},                          /* a ligature stays: form C is no form KC */
      {"\xCC\x81"
       "e",
          "\xCC\x81"
          "e"}, /* nothing before the mark */
      {"plain, gr\xC3\xBC\xC3\x9F"
       "e",
          "plain, gr\xC3\xBC\xC3\x9F"
          "e"},
      {"", ""}, {"\xFF\xCC\x81", "\xFF\xCC\x81"}, /* no UTF-8 */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_string_equal(normal(cases[i].text), cases[i].want);
    assert_string_equal(normal(cases[i].want), cases[i].want);
  }
}

static void many_marks_take_no_long(void **state) {
  (void)state;
  enum { MARKS = 400000 };
  aml_strbuf text;
  aml_strbuf_init(&text, &arena, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("q"));
  for (size_t i = 0; i < MARKS; i++) {
    aml_strbuf_add(&text, i % 2 == 0 ? AML_SV("\xCC\x87") : AML_SV("\xCC\xA3"));
  }
  aml_sv made = aml_normal_form(&arena, aml_strbuf_view(&text));
  assert_int_equal(made.len, 1 + 2 * MARKS);
  assert_true(aml_sv_starts(made, AML_SV("q\xCC\xA3\xCC\xA3")));
  assert_true(aml_sv_ends(made, AML_SV("\xCC\x87\xCC\x87")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(characters_have_one_form), cmocka_unit_test(many_marks_take_no_long)};
  aml_arena_init(&arena, SIZE_MAX);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  aml_arena_release(&arena);
  return failed;
}
