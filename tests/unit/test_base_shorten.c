#include "base/shorten.h"

#include <string.h>

#include "test.h"

static aml_sv repeat(aml_arena *arena, const char *what, size_t count) {
  size_t size = strlen(what);
  char *out = AML_NEW_ARRAY(arena, char, size *count);
  for (size_t i = 0; i < count; i++) {
    memcpy(out + i * size, what, size);
  }
  return (aml_sv){out, size * count};
}

static void a_name_is_cut_and_its_size_said(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv whole = repeat(&arena, "x", AML_SHOWN_NAME);
  assert_ptr_equal(aml_shorten(&arena, whole).data, whole.data);
  aml_sv cut = aml_shorten(&arena, repeat(&arena, "x", 20000000));
  assert_true(aml_sv_ends(cut, AML_SV("x… (20,000,000 bytes)")));
  assert_true(cut.len < AML_SHOWN_NAME);
  assert_true(aml_sv_ends(aml_shorten(&arena, repeat(&arena, "x", 300)), AML_SV("x…")));
  aml_arena_release(&arena);
}

/* 200 is no multiple of three. */
static void no_code_point_is_torn(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv cut = aml_shorten(&arena, repeat(&arena, "\xE2\x82\xAC", 1000));
  assert_true(aml_sv_ends(cut, AML_SV("\xE2\x82\xAC… (3,000 bytes)")));
  cut = aml_shorten_to(&arena, repeat(&arena, "\xE2\x82\xAC", 1000), 2);
  assert_true(aml_sv_eq(cut, AML_SV("\xE2\x82\xAC\xE2\x82\xAC… (3,000 bytes)")));
  aml_arena_release(&arena);
}

static void a_sentence_keeps_its_end(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv name = repeat(&arena, "x", 5000);
  aml_sv text =
      aml_sv_format(&arena, "A person's '%.*s' and '%.*s' are one.", AML_SV_ARG(name), AML_SV_ARG(name));
  aml_sv cut = aml_shorten_quoted(&arena, text);
  assert_true(aml_sv_starts(cut, AML_SV("A person's 'xxx")));
  assert_true(aml_sv_ends(cut, AML_SV("x… (5,000 bytes)' are one.")));
  assert_true(cut.len < 600);
  cut = aml_shorten_quoted(&arena, name);
  assert_true(aml_sv_ends(cut, AML_SV("x… (5,000 bytes)")));
  assert_ptr_equal(aml_shorten_quoted(&arena, aml_sv_slice(text, 0, 900)).data, text.data);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_is_cut_and_its_size_said),
      cmocka_unit_test(no_code_point_is_torn),
      cmocka_unit_test(a_sentence_keeps_its_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
