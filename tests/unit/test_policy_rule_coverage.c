/* Every rule with a condition shows in its own file what it finds, what it passes and what it leaves open, in
 * YAML and in templates. What a rule cannot show stands below with the reason. */
#include "test.h"

#include "engine/rule_test.h"
#include "rule_files.h"

enum {
  YAML_BROKEN = 1,
  YAML_CLEAN = 2,
  YAML_UNDECIDED = 4,
  ARM_BROKEN = 8,
  ARM_CLEAN = 16,
  ARM_UNDECIDED = 32,
  YAML_ALL = YAML_BROKEN | YAML_CLEAN | YAML_UNDECIDED,
  UNDECIDED = YAML_UNDECIDED | ARM_UNDECIDED,
  KIND_COUNT = 6
};

static const char *const kind_names[KIND_COUNT] = {
    "YAML broken", "YAML clean", "YAML undecided", "ARM broken", "ARM clean", "ARM undecided"};

static const struct {
  const char *id;
  unsigned kinds;
  const char *reason;
} exemptions[] = {
    {"AML207", UNDECIDED, "a name that is not known is no wrong name: the rule is silent"},
    {"AML208", UNDECIDED, "a twin that is not known for one is none: the rule is silent"},
    {"AML209", UNDECIDED, "a region that is not known is no misspelt one: the rule is silent"},
    {"AML210", UNDECIDED, "a twin that is not known for one is none: the rule is silent"},
    {"AML211", UNDECIDED, "a key from outside the file cannot be read: the rule is silent"},
    {"AML217", ARM_BROKEN | ARM_UNDECIDED, "templates have one way to name a subnet"},
    {"AML303", UNDECIDED, "a password from outside the file is what the rule asks for"},
    {"AML304", YAML_BROKEN | YAML_UNDECIDED, "no key of the command line's files says it"},
    {"AML309", UNDECIDED, "a key from outside the file cannot be read: the rule is silent"},
    {"AML314", YAML_ALL, "no key of the command line's files says it"},
    {"AML316", UNDECIDED, "a text from outside the file is what the rule asks for"},
    {"AML318", UNDECIDED, "a command from outside the file cannot be read: the rule is silent"},
    {"AML321", YAML_ALL, "custom applications of the command line's files have no privileged containers"},
    {"AML212", YAML_BROKEN | UNDECIDED,
        "the CLI states no API version, and a version that is computed is not known"},
    {"AML407", YAML_UNDECIDED, "a description may hold any text, also one that looks like a placeholder"},
    {"AML408", YAML_BROKEN | YAML_UNDECIDED, "no file of the command line declares diagnostic settings"},
    {"AML603", YAML_ALL, "the rule looks at locks, which templates alone declare"},
    {"AML701", UNDECIDED, "a target that is not known may be declared elsewhere: the rule is silent"},
};

static unsigned exempt_kinds(aml_sv id) {
  unsigned kinds = 0;
  for (size_t i = 0; i < COUNT(exemptions); i++) {
    kinds |= aml_sv_eq(id, aml_sv_of(exemptions[i].id)) ? exemptions[i].kinds : 0;
  }
  return kinds;
}

static unsigned kinds_of_case(const aml_value *tree) {
  const aml_value *files = aml_object_find(tree, AML_SV("files"));
  bool has_yaml = aml_object_find(tree, AML_SV("yaml")) != NULL;
  bool has_template = aml_object_find(tree, AML_SV("template")) != NULL;
  for (size_t i = 0; aml_value_is(files, AML_OBJECT) && i < files->as.object.count; i++) {
    const aml_member *file = &files->as.object.members[i];
    bool is_template = file->value->kind == AML_OBJECT || aml_sv_ends(file->name, AML_SV(".json"));
    has_template |= is_template;
    has_yaml |= !is_template;
  }
  unsigned verdict = aml_object_find(tree, AML_SV("broken")) != NULL      ? YAML_BROKEN
                     : aml_object_find(tree, AML_SV("undecided")) != NULL ? YAML_UNDECIDED
                                                                          : YAML_CLEAN;
  return (has_yaml ? verdict : 0) | (has_template ? verdict * ARM_BROKEN : 0);
}

static unsigned kinds_of_rule(aml_arena *arena, const aml_value *root) {
  aml_rule_tests tests = aml_rule_tests_of(arena, root);
  unsigned kinds = 0;
  for (size_t i = 0; i < tests.count; i++) {
    kinds |= kinds_of_case(tests.items[i].tree);
  }
  return kinds;
}

typedef struct tally {
  size_t rules, missing;
} tally;

static void check_rule(aml_arena *arena, const char *path, const aml_value *root, void *ctx) {
  tally *t = ctx;
  (void)path;
  if (aml_object_find(root, AML_SV("if")) == NULL) {
    return; /* found by the program itself, and tested there */
  }
  aml_sv id = aml_value_text(aml_object_find(root, AML_SV("id")));
  unsigned kinds = kinds_of_rule(arena, root);
  unsigned exempt = exempt_kinds(id);
  t->rules++;
  for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
    if (((kinds | exempt) >> kind & 1U) == 0) {
      print_error("%.*s has no case: %s\n", AML_SV_ARG(id), kind_names[kind]);
      t->missing++;
    }
  }
}

static void every_rule_shows_its_verdicts(void **state) {
  tally t = {0};
  for_each_rule_file(*state, aml_sources_new(*state), check_rule, &t);
  assert_true(t.rules > 60);
  assert_int_equal(t.missing, 0);
}

/* An exemption that a case has made needless goes, lest the next one hide behind it. */
static void check_exemption(aml_arena *arena, const char *path, const aml_value *root, void *ctx) {
  tally *t = ctx;
  (void)path;
  aml_sv id = aml_value_text(aml_object_find(root, AML_SV("id")));
  unsigned needless = kinds_of_rule(arena, root) & exempt_kinds(id);
  t->rules += exempt_kinds(id) != 0;
  for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
    if ((needless >> kind & 1U) != 0) {
      print_error("%.*s is needlessly exempt: %s\n", AML_SV_ARG(id), kind_names[kind]);
      t->missing++;
    }
  }
}

static void no_exemption_is_needless(void **state) {
  tally t = {0};
  for_each_rule_file(*state, aml_sources_new(*state), check_exemption, &t);
  assert_int_equal(t.rules, COUNT(exemptions)); /* each names a rule that exists, once */
  assert_int_equal(t.missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(every_rule_shows_its_verdicts),
      TEST_CASE(no_exemption_is_needless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
