#include "condition/answers.h"

#include "test.h"

/* How often a question was answered. */
static size_t times;

static const aml_value *join(const aml_asked *asked) {
  times++;
  return aml_value_string(asked->arena, aml_sv_join(asked->arena, asked->a, asked->b), AML_NO_SPAN);
}

static const aml_value *count(const aml_asked *asked) {
  times++;
  return aml_value_int(asked->arena, (int64_t)(asked->a.len + asked->b.len), AML_NO_SPAN);
}

static aml_sv joined(aml_answers *answers, aml_arena *arena, const char *a, const char *b) {
  const aml_asked asked = {.arena = arena, .a = aml_sv_of(a), .b = aml_sv_of(b)};
  return aml_answers_get(answers, join, &asked)->as.string;
}

static void what_was_asked_before_is_not_asked_again(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_answers *answers = aml_answers_new(&arena);
  times = 0;
  for (int rule = 0; rule < 3; rule++) {
    aml_answers_begin_rule(answers);
    aml_arena_mark mark = aml_arena_set_mark(&arena);
    assert_true(aml_sv_eq(joined(answers, &arena, "a", "bc"), AML_SV("abc")));
    assert_true(aml_sv_eq(joined(answers, &arena, "ab", "c"), AML_SV("abc")));
    assert_true(aml_sv_eq(joined(answers, &arena, "", ""), AML_SV("")));
    const aml_asked asked = {.arena = &arena, .a = AML_SV("a"), .b = AML_SV("bc")};
    assert_int_equal(aml_answers_get(answers, count, &asked)->as.integer, 3);
    aml_arena_rewind(&arena, &mark);
  }
  assert_int_equal(times, 4);
  aml_answers_end(answers);
  aml_arena_release(&arena);
}

/* However many there are, each is right, and they take memory up to a bound. */
static void more_than_there_is_room_for_are_answered_all_the_same(void **state) {
  enum { MANY = 5000, ROOM = 512 * 1024 };
  (void)state;
  aml_arena arena;
  aml_arena scratch;
  aml_arena_init(&arena, SIZE_MAX);
  aml_arena_init(&scratch, SIZE_MAX);
  aml_answers *answers = aml_answers_new(&arena);
  aml_answers_begin_rule(answers);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < MANY; i++) {
      aml_sv name = aml_sv_format(&scratch, "name-%d", i);
      const aml_asked asked = {.arena = &scratch, .a = name, .b = AML_SV("!")};
      aml_sv wanted = aml_sv_join(&scratch, name, AML_SV("!"));
      assert_true(aml_sv_eq(aml_answers_get(answers, join, &asked)->as.string, wanted));
    }
  }
  assert_true(aml_answers_texts(answers)->used < ROOM);
  aml_answers_end(answers);
  aml_arena_release(&scratch);
  aml_arena_release(&arena);
}

static void what_somebody_points_at_outlives_the_answers(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_answers *answers = aml_answers_new(&arena);
  aml_answers_begin_rule(answers);
  assert_null(aml_answers_texts(answers));
  aml_sv kept = joined(answers, &arena, "kept", "");
  assert_non_null(aml_answers_texts(answers));
  aml_answers_hand_over(answers);
  aml_answers_begin_rule(answers);
  assert_null(aml_answers_texts(answers));
  assert_true(aml_sv_eq(joined(answers, &arena, "other", ""), AML_SV("other")));
  aml_answers_end(answers);
  assert_true(aml_sv_eq(kept, AML_SV("kept")));
  aml_arena_release(&arena);
}

static void without_answers_each_is_asked(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  times = 0;
  assert_true(aml_sv_eq(joined(NULL, &arena, "a", "b"), AML_SV("ab")));
  assert_true(aml_sv_eq(joined(NULL, &arena, "a", "b"), AML_SV("ab")));
  assert_int_equal(times, 2);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_asked_before_is_not_asked_again),
      cmocka_unit_test(more_than_there_is_room_for_are_answered_all_the_same),
      cmocka_unit_test(what_somebody_points_at_outlives_the_answers),
      cmocka_unit_test(without_answers_each_is_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
