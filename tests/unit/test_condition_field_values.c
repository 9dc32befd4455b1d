#include "condition/field_values.h"

#include "test.h"

static aml_field field_of(aml_arena *arena, const char *text) {
  return aml_field_of(arena, AML_DIALECT_RULE, NULL, aml_sv_of(text));
}

static bool is_kept(aml_field_values *values, aml_arena *arena, const char *text, aml_hit hit) {
  const aml_field field = field_of(arena, text);
  aml_hit found;
  aml_sv prefix;
  aml_field_values_put(values, &field, &hit, AML_SV("properties"));
  return field.hash != 0 && aml_field_values_get(values, &field, &found, &prefix);
}

/* What the resource holds, or certainly lacks, is the same whoever asks. */
static void what_a_resource_holds_or_lacks_is_kept(void **state) {
  (void)state;
  static const aml_resource one, other;
  static const aml_value value = {.kind = AML_INT, .as.integer = 4};
  static const aml_value unknown = {.kind = AML_UNKNOWN};
  aml_arena arena;
  aml_field_values values;
  aml_arena_init(&arena, SIZE_MAX);
  aml_field_values_begin(&values, &one);
  assert_true(is_kept(&values, &arena, "vmSize", (aml_hit){.value = &value, .nearest = &value, .depth = 2}));
  assert_true(is_kept(&values, &arena, "subnet.id", (aml_hit){.nearest = &value, .depth = 1}));
  assert_true(is_kept(&values, &arena, "tags.env", (aml_hit){.value = &unknown, .nearest = &unknown}));
  const aml_field again = field_of(&arena, "vmSize");
  const aml_field absent = field_of(&arena, "subnet.id");
  aml_hit hit;
  aml_sv prefix;
  assert_true(aml_field_values_get(&values, &again, &hit, &prefix));
  assert_ptr_equal(hit.value, &value);
  assert_ptr_equal(hit.nearest, &value);
  assert_int_equal(hit.depth, 2);
  assert_true(aml_sv_eq(prefix, AML_SV("properties")));
  assert_true(aml_field_values_get(&values, &absent, &hit, &prefix));
  assert_null(hit.value);
  assert_int_equal(hit.depth, 1);
  aml_field_values_begin(&values, &other);
  assert_false(aml_field_values_get(&values, &again, &hit, &prefix));
  aml_arena_release(&arena);
}

/* Unknowns that were made on the way end with the rule, and of a list that may hold more a rule is to hear.
 */
static void what_was_made_on_the_way_is_not_kept(void **state) {
  (void)state;
  static const aml_resource resource;
  static const aml_value open = {.kind = AML_OBJECT, .flags = AML_VALUE_OPEN};
  static const aml_value unknown = {.kind = AML_UNKNOWN};
  aml_arena arena;
  aml_field_values values;
  aml_arena_init(&arena, SIZE_MAX);
  aml_field_values_begin(&values, &resource);
  assert_false(is_kept(&values, &arena, "tags", (aml_hit){.value = &open, .nearest = &open}));
  assert_false(
      is_kept(&values, &arena, "vmSize", (aml_hit){.value = &unknown, .nearest = &open, .is_hidden = true}));
  assert_false(is_kept(&values, &arena, "vmPriority", (aml_hit){.value = &unknown, .nearest = &open}));
  aml_arena_release(&arena);
}

/* Those whose values depend on more than their text, or are several. */
static void only_plain_fields_of_rules_are_kept(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  assert_int_not_equal(field_of(&arena, "scaleSettings.minNodeCount").hash, 0);
  assert_int_not_equal(field_of(&arena, "location").hash, 0);
  assert_int_equal(field_of(&arena, "name").hash, 0);
  assert_int_equal(field_of(&arena, "id").hash, 0);
  assert_int_equal(field_of(&arena, "setupScripts.scripts[*].data").hash, 0);
  assert_int_equal(field_of(&arena, "Microsoft.Compute/virtualMachines/storageProfile").hash, 0);
  assert_int_equal(aml_field_of(&arena, AML_DIALECT_AZURE, NULL, AML_SV("location")).hash, 0);
  aml_arena_release(&arena);
}

static void more_fields_than_there_is_room_for_are_not_mixed_up(void **state) {
  enum { MANY = 500 };
  (void)state;
  static const aml_resource resource;
  static const aml_value numbers[MANY];
  aml_arena arena;
  aml_field_values values;
  size_t kept = 0;
  aml_arena_init(&arena, SIZE_MAX);
  aml_field_values_begin(&values, &resource);
  for (size_t i = 0; i < MANY; i++) {
    const aml_sv text = aml_sv_format(&arena, "tags.t%zu", i);
    const aml_hit hit = {.value = &numbers[i], .nearest = &numbers[i]};
    (void)is_kept(&values, &arena, text.data, hit);
  }
  for (size_t i = 0; i < MANY; i++) {
    const aml_field field = field_of(&arena, aml_sv_format(&arena, "tags.t%zu", i).data);
    aml_hit hit;
    aml_sv prefix;
    if (aml_field_values_get(&values, &field, &hit, &prefix)) {
      kept++;
      assert_ptr_equal(hit.value, &numbers[i]);
    }
  }
  assert_in_range(kept, 1, AML_FIELD_VALUES);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_resource_holds_or_lacks_is_kept),
      cmocka_unit_test(what_was_made_on_the_way_is_not_kept),
      cmocka_unit_test(only_plain_fields_of_rules_are_kept),
      cmocka_unit_test(more_fields_than_there_is_room_for_are_not_mixed_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
