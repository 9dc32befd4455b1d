#include "rule/finding.h"

#include "test.h"

typedef struct fixture {
  aml_sources *sources;
  aml_findings findings;
} fixture;

static const aml_rule first_rule = {.id = AML_SV_CONST("AML001")};
static const aml_rule second_rule = {.id = AML_SV_CONST("AML002")};

static fixture make_fixture(aml_arena *arena) {
  fixture f = {.sources = aml_sources_new(arena)};
  (void)aml_sources_add(f.sources, AML_SV("b.yml"), AML_SV(""));
  (void)aml_sources_add(f.sources, AML_SV("a.yml"), AML_SV(""));
  aml_findings_init(&f.findings, arena);
  return f;
}

static aml_finding *add(fixture *f, const aml_rule *rule, aml_span span, const char *message) {
  aml_finding *finding = aml_findings_add(&f->findings);
  finding->rule = rule;
  finding->span = span;
  finding->message.text = aml_sv_of(message);
  return finding;
}

static void sorts_by_all_that_tells_findings_apart(void **state) {
  fixture f = make_fixture(*state);
  aml_resource one = {.order = 1};
  aml_resource two = {.order = 2};
  const aml_finding *expected[9];
  expected[8] = add(&f, &first_rule, (aml_span){1, 0, 1}, "m"); /* b.yml */
  expected[7] = add(&f, &first_rule, (aml_span){2, 10, 11}, "a");
  expected[6] = add(&f, &second_rule, (aml_span){2, 9, 12}, "a");
  expected[5] = add(&f, &second_rule, (aml_span){2, 9, 11}, "b");
  aml_finding *of_second = add(&f, &second_rule, (aml_span){2, 9, 11}, "a");
  of_second->resource = &two;
  expected[4] = of_second;
  aml_finding *of_first = add(&f, &second_rule, (aml_span){2, 9, 11}, "a");
  of_first->resource = &one;
  expected[3] = of_first;
  expected[1] = add(&f, &first_rule, (aml_span){2, 9, 11}, "z");
  expected[2] = add(&f, &first_rule, (aml_span){2, 9, 11}, "z"); /* equal: the order of adding */
  expected[0] = add(&f, &second_rule, AML_NO_SPAN, "z");         /* no file comes first */
  aml_findings_sort(&f.findings, f.sources);
  for (size_t i = 0; i < COUNT(expected); i++) {
    if (f.findings.list.items[i] != expected[i]) {
      fail_msg("place %zu", i);
    }
  }
}

static void fingerprints_follow_the_recipe(void **state) {
  fixture f = make_fixture(*state);
  aml_resource cluster = {.type = AML_SV("Microsoft.X/Y"), .shown_name = AML_SV("gpu")};
  for (int i = 0; i < 2; i++) {
    aml_finding *finding = add(&f, &first_rule, (aml_span){2, (uint32_t)i, 9}, "any");
    finding->resource = &cluster;
    finding->property = AML_SV("p.q");
    finding->value = AML_SV("2");
  }
  aml_findings_fingerprint(&f.findings, f.sources);
  /* printf 'AML001\0a.yml\0microsoft.x/y\0gpu\0p.q\0%s' 2 | sha256sum */
  assert_sv_equal(f.findings.list.items[0]->fingerprint,
      AML_SV("c88150474245e5964e5188918c5be9f0e6b99fa7803b42fd38329e77380c980a"));
  /* printf '%s#2' DIGEST | sha256sum */
  assert_sv_equal(f.findings.list.items[1]->fingerprint,
      AML_SV("5e1447270abeca1ef76989126aa405d3cc89fbafb60a8f7c81191334bccf1d9d"));
}

static void fingerprints_ignore_place_and_message_but_not_identity(void **state) {
  fixture f = make_fixture(*state);
  aml_finding *base = add(&f, &first_rule, (aml_span){1, 0, 1}, "m");
  aml_finding *other_rule = add(&f, &second_rule, (aml_span){1, 0, 1}, "m");
  aml_finding *other_value = add(&f, &first_rule, (aml_span){1, 0, 1}, "m");
  other_value->value = AML_SV("x");
  aml_finding *shifted = add(&f, &first_rule, (aml_span){1, 0, 1}, "m");
  shifted->property = AML_SV("x"); /* the same text in another field */
  aml_findings_fingerprint(&f.findings, f.sources);
  assert_false(aml_sv_eq(base->fingerprint, other_rule->fingerprint));
  assert_false(aml_sv_eq(other_value->fingerprint, shifted->fingerprint));
  aml_sv before = base->fingerprint;
  base->span = (aml_span){1, 50, 60};
  base->message.text = AML_SV("other words");
  aml_findings_fingerprint(&f.findings, f.sources);
  assert_sv_equal(base->fingerprint, before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(sorts_by_all_that_tells_findings_apart),
      TEST_CASE(fingerprints_follow_the_recipe),
      TEST_CASE(fingerprints_ignore_place_and_message_but_not_identity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
