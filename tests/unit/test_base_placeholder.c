#include "test.h"

#include "base/placeholder.h"

static void knows_placeholders(void **state) {
  (void)state;
  static const char *const placeholders[] = {"${{ variables.size }}", "$(size)", "${SIZE}", "a-{{x}}-b",
      "#{size}#", "$LOCATION", "/x/$vm_size", "<NAME>", "/subscriptions/<subscription-id>/x", "__SIZE__",
      "rg-__env__-01", "%SIZE%", "@@size@@", "#{ group.name }#"};
  static const char *const texts[] = {"Standard_DS3_v2", "a < b", "$5", "US$", "$a", "Pa$sword1", "P@$$w0rd",
      "{x}", "", "a>b<c", "<>", "src/__init__.py", "from 5% to 10%", "a__b", "____", "#{x}", "me@@here"};
  for (size_t i = 0; i < COUNT(placeholders); i++) {
    assert_true(aml_is_placeholder(aml_sv_of(placeholders[i])));
  }
  for (size_t i = 0; i < COUNT(texts); i++) {
    assert_false(aml_is_placeholder(aml_sv_of(texts[i])));
  }
}

static void knows_where_placeholders_end(void **state) {
  (void)state;
  assert_int_equal(aml_placeholder_end(AML_SV("a-{{ x }}-b"), 2), 9);
  assert_int_equal(aml_placeholder_end(AML_SV("a-{{ x }}-b"), 1), 0);
  assert_int_equal(aml_placeholder_end(AML_SV("{{ x\n}}"), 0), 0);
  assert_int_equal(aml_placeholder_end(AML_SV("%X%"), 0), 3);
}

static void leaves_scripts_alone(void **state) {
  (void)state;
  assert_true(aml_is_lone_placeholder(AML_SV(" rg-#{ env }#-01 ")));
  assert_true(aml_is_lone_placeholder(AML_SV("/subscriptions/{{ sub }}/resourceGroups/{{ group }}/x")));
  assert_false(aml_is_lone_placeholder(AML_SV("{{ a }} {{ b }}")));
  assert_false(aml_is_lone_placeholder(AML_SV("python train.py --data ${DATA}")));
  assert_false(aml_is_lone_placeholder(AML_SV("$HOME")));
}

static void finds_further_styles(void **state) {
  aml_arena *arena = *state;
  aml_placeholder_styles styles = {0};
  AML_VEC_PUSH(arena, &styles.list, aml_regex_new(arena, AML_SV("~[a-z]+~"), AML_REGEX_DEFAULT, NULL));
  AML_VEC_PUSH(arena, &styles.list, aml_regex_new(arena, AML_SV("b~[^x]*?c"), AML_REGEX_DEFAULT, NULL));
  aml_sv text = AML_SV("~a~ ~ab~c d~\xC3\xA9~ b~\nc ~z~");
  aml_placeholder_spots spots;
  assert_true(aml_placeholder_spots_find(&styles, arena, text, &spots));
  /* "~a~", "~ab~c" of two that overlap, "~z~"; not the one over two lines. */
  assert_int_equal(spots.list.count, 3);
  assert_int_equal(aml_placeholder_spots_end(&spots, 0), 3);
  assert_int_equal(aml_placeholder_spots_end(&spots, 4), 9);
  assert_int_equal(aml_placeholder_spots_end(&spots, 5), 0);
  assert_true(aml_placeholder_spots_fill(&spots, text, 4, 9));
  assert_false(aml_placeholder_spots_fill(&spots, text, 0, 9)); /* a blank between them */
  assert_false(aml_placeholder_spots_fill(&spots, text, 10, 16));
}

static void tells_where_finding_ends(void **state) {
  aml_placeholder_styles styles = {0};
  AML_VEC_PUSH(
      *state, &styles.list, aml_regex_new(*state, AML_SV("(a+)+(?:b|c){2}$"), AML_REGEX_DEFAULT, NULL));
  aml_placeholder_spots spots;
  assert_false(aml_placeholder_spots_find(
      &styles, *state, AML_SV("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), &spots));
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(knows_placeholders), TEST_CASE(knows_where_placeholders_end),
      TEST_CASE(leaves_scripts_alone), TEST_CASE(finds_further_styles), TEST_CASE(tells_where_finding_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
