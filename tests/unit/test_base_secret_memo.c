/* A text that was searched before is masked as if it had not been. */
#include "base/secret_memo.h"
#include "test.h"

static void check(aml_secret_memo *memo, aml_arena *arena, const char *text) {
  aml_sv own = aml_sv_of(text);
  aml_sv masked = aml_secret_memo_mask(memo, arena, own);
  assert_string_equal(aml_sv_cstr(arena, masked), aml_sv_cstr(arena, aml_secret_mask(arena, own)));
}

/* Those of one group have the same length and the same first and last bytes. */
static void test_same_ends(void **state) {
  (void)state;
  static const char *const texts[] = {
      "Set what 'cluster' needs: a name and a purpose, in here.",
      "Set what 'cluster' needs: password=Hunter2Hunter2, here.",
      "Set what 'cluster' needs: a name, or the other, in here.",
      "Set what 'cluster' needs: AccountKey=aB3dE6gH9jK,  here.",
      "",
      "a",
      "pwd=Ab1",
      "pwd=Abc1",
      "short 12",
  };
  enum { COUNT = sizeof texts / sizeof texts[0], ROUNDS = 3 };
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_secret_memo *memo = AML_NEW(&arena, aml_secret_memo);
  *memo = (aml_secret_memo){0};
  for (size_t i = 0; i < (size_t)COUNT * ROUNDS; i++) {
    check(memo, &arena, texts[i % COUNT]);
  }
  aml_sv masked = aml_secret_memo_mask(memo, &arena, aml_sv_of(texts[1]));
  assert_true(aml_sv_find(masked, AML_SV("Hunter2"), 0) == AML_NPOS);
  aml_arena_release(&arena);
}

/* More texts than it has places for. */
static void test_many(void **state) {
  (void)state;
  enum { COUNT = 3 * AML_SECRET_MEMO };
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_secret_memo *memo = AML_NEW(&arena, aml_secret_memo);
  *memo = (aml_secret_memo){0};
  for (unsigned i = 0; i < COUNT; i++) {
    const char *end = i % 7 == 0 ? "token=aB3dE6gH9jK1" : "no limit at all";
    aml_sv text = aml_sv_format(&arena, "The job %u runs with %s", i / 2, end);
    check(memo, &arena, aml_sv_cstr(&arena, text));
    check(memo, &arena, aml_sv_cstr(&arena, text));
  }
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_ends),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
