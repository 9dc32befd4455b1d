#include <string.h>

#include "rule/finding.h"
#include "test.h"

enum { WASTE = 100000 };

/* Work whose memory is nothing to the finding, before and after. */
static void waste(aml_arena *arena) {
  memset(AML_NEW_ARRAY(arena, char, WASTE), 'z', WASTE);
}

static aml_sv text(aml_arena *arena, const char *what) {
  return aml_sv_dup(arena, aml_sv_of(what));
}

static aml_finding *add(aml_findings *findings) {
  aml_arena *arena = findings->arena;
  aml_edit *edits = AML_NEW(arena, aml_edit);
  *edits = (aml_edit){.span = {1, 2, 3}, .text = text(arena, "edit")};
  aml_fix *fix = AML_NEW(arena, aml_fix);
  *fix = (aml_fix){.description = text(arena, "description"), .edits = edits, .edit_count = 1};
  aml_related *related = AML_NEW_ARRAY(arena, aml_related, 2);
  related[0] = (aml_related){.text = text(arena, "first")};
  related[1] = (aml_related){.text = text(arena, "second")};
  aml_finding *finding = aml_findings_add(findings);
  finding->message.text = text(arena, "message");
  finding->property = text(arena, "property");
  finding->value = text(arena, "value");
  finding->undecided_reason = text(arena, "reason");
  finding->related = related;
  finding->related_count = 2;
  finding->fixes = fix;
  finding->fix_count = 1;
  return finding;
}

static void assert_whole(const aml_finding *finding) {
  assert_true(aml_sv_eq(finding->message.text, AML_SV("message")));
  assert_true(aml_sv_eq(finding->property, AML_SV("property")));
  assert_true(aml_sv_eq(finding->value, AML_SV("value")));
  assert_true(aml_sv_eq(finding->undecided_reason, AML_SV("reason")));
  assert_int_equal(finding->help.len, 0);
  assert_true(aml_sv_eq(finding->related[0].text, AML_SV("first")));
  assert_true(aml_sv_eq(finding->related[1].text, AML_SV("second")));
  assert_true(aml_sv_eq(finding->fixes[0].description, AML_SV("description")));
  assert_int_equal(finding->fixes[0].edits[0].span.end, 3);
  assert_true(aml_sv_eq(finding->fixes[0].edits[0].text, AML_SV("edit")));
}

static void findings_are_kept_whole_and_the_rest_is_given_back(void **state) {
  (void)state;
  aml_arena arena;
  aml_findings findings;
  aml_arena_init(&arena, SIZE_MAX);
  aml_findings_init(&findings, &arena);
  for (size_t i = 0; i < 50; i++) {
    aml_findings_mark mark = aml_findings_set_mark(&findings);
    waste(&arena);
    for (size_t k = 0; k < i % 3; k++) {
      (void)add(&findings);
      waste(&arena);
    }
    assert_true(aml_findings_keep(&findings, &mark, NULL));
  }
  waste(&arena);
  assert_int_equal(findings.list.count, 49);
  assert_true(arena.used < 49 * 1024 + 2 * WASTE);
  for (size_t i = 0; i < findings.list.count; i++) {
    assert_whole(findings.list.items[i]);
  }
  aml_arena_release(&arena);
}

/* What leads to a value of the rule's own, is long, or is one of many, stays where it is. */
static void what_cannot_be_moved_stays(void **state) {
  (void)state;
  static const aml_value secret = {.kind = AML_NULL};
  for (size_t kind = 0; kind < 3; kind++) {
    aml_arena arena;
    aml_findings findings;
    aml_arena_init(&arena, SIZE_MAX);
    aml_findings_init(&findings, &arena);
    aml_findings_mark mark = aml_findings_set_mark(&findings);
    for (size_t i = 0; i < (kind == 0 ? 100 : 1); i++) {
      aml_finding *finding = add(&findings);
      finding->secret = kind == 1 ? &secret : NULL;
      finding->help = (aml_sv){AML_NEW_ARRAY(&arena, char, WASTE), kind == 2 ? WASTE : 0};
    }
    aml_finding *first = findings.list.items[0];
    assert_false(aml_findings_keep(&findings, &mark, NULL));
    assert_ptr_equal(findings.list.items[0], first);
    waste(&arena);
    first->help.len = 0;
    assert_whole(first);
    aml_arena_release(&arena);
  }
}

/* Many stay, also where the list has room for them, and they are small enough to be moved. */
static void many_stay_where_the_list_has_room(void **state) {
  enum { MANY = 24 };
  (void)state;
  aml_arena arena;
  aml_findings findings;
  aml_arena_init(&arena, SIZE_MAX);
  aml_findings_init(&findings, &arena);
  do {
    (void)aml_findings_add(&findings);
  } while (findings.list.capacity - findings.list.count < MANY);
  aml_findings_mark mark = aml_findings_set_mark(&findings);
  for (size_t i = 0; i < MANY; i++) {
    (void)aml_findings_add(&findings);
  }
  assert_ptr_equal(findings.list.items, mark.items);
  const aml_finding *first = findings.list.items[mark.count];
  const aml_finding *last = findings.list.items[mark.count + MANY - 1];
  waste(&arena);
  assert_false(aml_findings_keep(&findings, &mark, NULL));
  assert_ptr_equal(findings.list.items[mark.count], first);
  assert_ptr_equal(findings.list.items[mark.count + MANY - 1], last);
  aml_arena_release(&arena);
}

/* Neither constants nor what is older than the mark is copied. */
static void texts_from_elsewhere_stay(void **state) {
  (void)state;
  aml_arena arena;
  aml_findings findings;
  aml_arena_init(&arena, SIZE_MAX);
  aml_findings_init(&findings, &arena);
  aml_sv older = text(&arena, "older");
  aml_findings_mark mark = aml_findings_set_mark(&findings);
  aml_finding *added = add(&findings);
  added->cli = older;
  added->condition = AML_SV("constant");
  const char *constant = added->condition.data;
  assert_true(aml_findings_keep(&findings, &mark, NULL));
  waste(&arena);
  const aml_finding *kept = findings.list.items[0];
  assert_ptr_equal(kept->cli.data, older.data);
  assert_ptr_equal(kept->condition.data, constant);
  assert_whole(kept);
  aml_arena_release(&arena);
}

/* The memory of an arena that ends sooner may hold anything afterwards. */
static void texts_of_an_arena_that_ends_are_copied(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena shorter;
  aml_findings findings;
  aml_arena_init(&arena, SIZE_MAX);
  aml_arena_init(&shorter, SIZE_MAX);
  aml_findings_init(&findings, &arena);
  aml_sv day = text(&shorter, "2027-01-31");
  waste(&shorter);
  aml_sv region = text(&shorter, "westeurope");
  aml_findings_mark mark = aml_findings_set_mark(&findings);
  aml_finding *added = add(&findings);
  added->condition = day;
  added->cli = region;
  assert_true(aml_findings_keep(&findings, &mark, &shorter));
  memset((char *)(uintptr_t)day.data, 'z', day.len);
  memset((char *)(uintptr_t)region.data, 'z', region.len);
  const aml_finding *kept = findings.list.items[0];
  assert_true(aml_sv_eq(kept->condition, AML_SV("2027-01-31")));
  assert_true(aml_sv_eq(kept->cli, AML_SV("westeurope")));
  assert_whole(kept);
  aml_arena_release(&shorter);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(findings_are_kept_whole_and_the_rest_is_given_back),
      cmocka_unit_test(what_cannot_be_moved_stays),
      cmocka_unit_test(many_stay_where_the_list_has_room),
      cmocka_unit_test(texts_from_elsewhere_stay),
      cmocka_unit_test(texts_of_an_arena_that_ends_are_copied),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
