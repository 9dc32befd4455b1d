/* Messages in parts: what of a format becomes an argument, and what becomes of hostile values. */
#include "base/message.h"
#include "base/shorten.h"
#include "test.h"

static void check_arguments(const aml_message *message, const char *const *expected) {
  size_t count = 0;
  for (; expected[count] != NULL; count++) {
    assert_true(count < message->argument_count);
    assert_sv_equal(aml_message_argument(message, count), aml_sv_of(expected[count]));
  }
  assert_int_equal(message->argument_count, count);
}

static void formats_tell_arguments_from_words(void **state) {
  aml_arena *arena = *state;
  static const aml_sv view = AML_SV_CONST("a'b");
  const struct {
    aml_message message;
    const char *text;
    const char *arguments[4];
  } cases[] = {
      {aml_message_of(arena, "Nothing."), "Nothing.", {NULL}},
      {aml_message_of(arena, "Key '%.*s' is odd.", AML_SV_ARG(view)), "Key 'a'b' is odd.", {"a'b", NULL}},
      {aml_message_of(arena, "'%s' has %zu node%s.", "c", (size_t)2, "s"), "'c' has 2 nodes.",
          {"c", "2", NULL}},
      {aml_message_of(arena, "'%s-%d' is %s.", "a", -1, "odd"), "'a--1' is odd.", {"a--1", NULL}},
      {aml_message_of(arena, "It isn't '%c': %.*s", 'x', AML_SV_ARG(view)), "It isn't 'x': a'b",
          {"x", "a'b", NULL}},
      {aml_message_of(arena, "Write 'type' for '%s'.", "x"), "Write 'type' for 'x'.", {"x", NULL}},
      {aml_message_of(arena, "%u%% of %lld", 3U, 7LL), "3% of 7", {"3", "7", NULL}},
      {aml_message_of(arena, "the byte '0x%02X', 'U+%04X'", 10U, 0xFEFFU), "the byte '0x0A', 'U+FEFF'",
          {"0x0A", "U+FEFF", NULL}},
      {aml_message_of(arena, "%.1f of '%s'", 1.5, "x"), "1.5 of 'x'", {NULL}}, /* not one of the known ones */
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(cases[i].message.text, aml_sv_of(cases[i].text));
    check_arguments(&cases[i].message, cases[i].arguments);
  }
}

static void pieces_make_lists(void **state) {
  aml_message_writer out;
  aml_message_begin(&out, *state);
  aml_message_addf(&out, "'%s' lacks ", "c");
  aml_message_add_item(&out, AML_ARGUMENT_TEXT, 0, AML_SV("owner"));
  aml_message_add_item(&out, AML_ARGUMENT_TEXT, 1, AML_SV("team"));
  aml_message_add(&out, AML_SV("; see "));
  aml_message inner = aml_message_of(*state, "line %d", 7);
  aml_message_append(&out, &inner);
  aml_message message = aml_message_end(&out);
  assert_sv_equal(message.text, AML_SV("'c' lacks 'owner', 'team'; see line 7"));
  static const char *const arguments[] = {"c", "owner", "team", "7", NULL};
  check_arguments(&message, arguments);
  assert_true(message.arguments[2].is_next && !message.arguments[1].is_next);
  assert_int_equal(message.arguments[3].kind, AML_ARGUMENT_COUNT);
}

static void values_are_masked_and_cut(void **state) {
  aml_sv key = AML_SV(
      "AccountKey=QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODk=");
  aml_message message = aml_message_of(*state, "Value '%.*s' is odd.", AML_SV_ARG(key));
  assert_int_equal(aml_sv_find(message.text, AML_SV("QUJD"), 0), AML_NPOS);
  char name[5000];
  for (size_t i = 0; i < sizeof name; i++) {
    name[i] = 'n';
  }
  message = aml_message_of(*state, "'%.*s' and '%s'.", (int)sizeof name, name, "b");
  assert_true(message.text.len < 300);
  assert_sv_equal(aml_message_argument(&message, 1), AML_SV("b"));
}

static void the_whole_is_bounded(void **state) {
  aml_message_writer out;
  aml_message_begin(&out, *state);
  for (int i = 0; i < 1000; i++) {
    aml_message_addf(&out, "'\xC3\xA4%d' ", i);
  }
  aml_message message = aml_message_end(&out);
  assert_true(message.text.len <= AML_SHOWN_TEXT + 3);
  assert_true(aml_sv_ends(message.text, AML_SV("…")));
  assert_true(message.arguments[message.argument_count - 1].end <= message.text.len);
}

static aml_sv shout(const void *ctx, aml_arena *arena, aml_sv text) {
  return aml_sv_eq(text, *(const aml_sv *)ctx) ? aml_sv_join(arena, text, AML_SV("!")) : text;
}

static void changes_keep_the_parts(void **state) {
  aml_message message = aml_message_of(*state, "'%s' is %d.", "a", 5);
  aml_sv what = AML_SV("a");
  aml_message changed = aml_message_changed(*state, &message, shout, &what);
  assert_sv_equal(changed.text, AML_SV("'a!' is 5."));
  static const char *const arguments[] = {"a!", "5", NULL};
  check_arguments(&changed, arguments);
  what = AML_SV("nothing of it");
  size_t used = ((aml_arena *)*state)->used;
  assert_ptr_equal(aml_message_changed(*state, &message, shout, &what).text.data, message.text.data);
  assert_int_equal(((aml_arena *)*state)->used, used);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(
          formats_tell_arguments_from_words, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(pieces_make_lists, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(values_are_masked_and_cut, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(the_whole_is_bounded, test_arena_setup, test_arena_teardown),
      cmocka_unit_test_setup_teardown(changes_keep_the_parts, test_arena_setup, test_arena_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
