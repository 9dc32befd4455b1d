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

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(knows_placeholders), TEST_CASE(knows_where_placeholders_end),
      TEST_CASE(leaves_scripts_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
