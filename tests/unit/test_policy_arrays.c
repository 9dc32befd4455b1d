/* Azure Policy on arrays, absent fields, two resources and what the context says: one condition, one answer.
 *
 * The rows about arrays are those of Microsoft's page "Author policies for array properties on Azure
 * resources", each turned into a condition that only the documented answer makes true, with a counterpart
 * that the same answer makes false. */
#include "test.h"

#include "policy/policy_eval.h"
#include "tree/read.h"

#define T "Microsoft.Test/resourceType/"

static const char catalogue[] = "{\"namespace\": \"Microsoft.Test\", \"resourceTypes\": [{\"resourceType\": "
                                "\"resourceType\", \"aliases\": ["
                                "{\"name\": \"" T "missingArray[*].property\", \"defaultPath\": "
                                "\"properties.missingArray[*].property\"},"
                                "{\"name\": \"" T "stringArray[*]\", \"defaultPath\": "
                                "\"properties.stringArray[*]\"},"
                                "{\"name\": \"" T "objectArray[*]\", \"defaultPath\": "
                                "\"properties.objectArray[*]\"},"
                                "{\"name\": \"" T "objectArray[*].property\", \"defaultPath\": "
                                "\"properties.objectArray[*].property\"},"
                                "{\"name\": \"" T "objectArray[*].nestedArray[*]\", \"defaultPath\": "
                                "\"properties.objectArray[*].nestedArray[*]\"},"
                                "{\"name\": \"" T "missing\", \"defaultPath\": \"properties.missing\"},"
                                "{\"name\": \"" T "missingArray[*]\", \"defaultPath\": "
                                "\"properties.missingArray[*]\"}]}]}";

/* The page's own example. */
static const char example[] =
    "{\"type\": \"Microsoft.Test/resourceType\", \"name\": \"one\", \"location\": \"westeurope\", \"tags\": "
    "{\"env\": \"prod\"}, \"properties\": {\"stringArray\": [\"a\", \"b\", \"c\"], \"objectArray\": "
    "[{\"property\": \"value1\", \"nestedArray\": [1, 2]}, {\"property\": \"value2\", \"nestedArray\": [3, "
    "4]}]}}";

static const char surroundings[] =
    "{\"resourceGroup\": {\"id\": \"/subscriptions/s1/resourceGroups/rg1\", \"name\": \"rg1\", \"tags\": "
    "{\"other\": \"x\"}}, \"subscription\": {\"id\": \"/subscriptions/s1\"}}";

static const aml_value *json(aml_arena *arena, const char *text) {
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(arena, aml_sv_of(text), AML_NO_SPAN, &error_at);
  if (value == NULL) {
    fail_msg("no JSON at %zu: %s", error_at, text);
  }
  return value;
}

typedef struct setting {
  const char *resource, *related, *context;
} setting;

/* `then` is all that follows the condition. */
static aml_truth judge(aml_arena *arena, const setting *where, const char *condition, const char *then) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_sv policy = aml_sv_format(arena, "{\"if\": %s, \"then\": %s}", condition, then);
  size_t error_at = 0;
  aml_policy_eval_input input = {.policy = aml_json_text_read(arena, policy, AML_NO_SPAN, &error_at),
      .resource = json(arena, where->resource),
      .related = where->related == NULL ? NULL : json(arena, where->related),
      .context = where->context == NULL ? NULL : json(arena, where->context),
      .aliases = aml_aliases_read(arena, json(arena, catalogue), &diags),
      .as_of = aml_day_of(2026, 11, 28)};
  aml_verdict verdict;
  if (input.policy == NULL || !aml_policy_eval(arena, &input, &diags, &verdict)) {
    fail_msg("not usable: %s", condition);
  }
  return verdict.applies;
}

typedef struct answer {
  const char *condition;
  aml_truth wanted;
} answer;

static void hold(aml_arena *arena, const setting *where, const answer *answers, size_t count) {
  static const char *const words[] = {[AML_FALSE] = "false", [AML_TRUE] = "true", [AML_MAYBE] = "unknown"};
  for (size_t i = 0; i < count; i++) {
    aml_truth truth = judge(arena, where, answers[i].condition, "{\"effect\": \"audit\"}");
    if (truth != answers[i].wanted) {
      fail_msg("%s is %s, not %s", answers[i].condition, words[truth], words[answers[i].wanted]);
    }
  }
}

#define FIELD(name, test)           "{\"field\": \"" T name "\", " test "}"
#define VALUE(expression, test)     "{\"value\": \"[" expression "]\", " test "}"
#define COUNT_OF(name, where, test) "{\"count\": {\"field\": \"" T name "\"" where "}, " test "}"
#define WHERE(condition)            ", \"where\": " condition

static void condition_field_tests_each_selected_value(void **state) {
  static const answer answers[] = {
      {FIELD("missingArray", "\"exists\": false"), AML_TRUE},
      {FIELD("missingArray", "\"exists\": true"), AML_FALSE},
      {COUNT_OF("missingArray[*]", "", "\"equals\": 0"), AML_TRUE},
      {COUNT_OF("missingArray[*].property", "", "\"equals\": 0"), AML_TRUE},
      {FIELD("stringArray", "\"exists\": true"), AML_TRUE},
      {FIELD("stringArray", "\"equals\": \"a\""), AML_FALSE},
      {FIELD("stringArray[*]", "\"in\": [\"a\", \"b\", \"c\"]"), AML_TRUE},
      {FIELD("stringArray[*]", "\"in\": [\"a\", \"b\"]"), AML_FALSE},
      {FIELD("objectArray[*]", "\"containsKey\": \"nestedArray\""), AML_TRUE},
      {FIELD("objectArray[*]", "\"containsKey\": \"other\""), AML_FALSE},
      {FIELD("objectArray[*].property", "\"in\": [\"value1\", \"value2\"]"), AML_TRUE},
      {FIELD("objectArray[*].property", "\"equals\": \"value1\""), AML_FALSE},
      {FIELD("objectArray[*].nestedArray", "\"exists\": true"), AML_TRUE},
      {FIELD("objectArray[*].nestedArray[*]", "\"greater\": 0"), AML_TRUE},
      {FIELD("objectArray[*].nestedArray[*]", "\"greater\": 1"), AML_FALSE},
      {FIELD("objectArray[*].nestedArray[*]", "\"less\": 4"), AML_FALSE},
  };
  hold(*state, &(setting){.resource = example}, answers, COUNT(answers));
}

static void function_field_gives_the_value_as_it_is(void **state) {
  static const answer answers[] = {
      {VALUE("field('" T "missingArray')", "\"equals\": \"\""), AML_TRUE},
      {VALUE("empty(field('" T "missingArray'))", "\"equals\": true"), AML_TRUE},
      {VALUE("length(field('" T "missing'))", "\"equals\": 0"), AML_TRUE},
      {VALUE("concat('x', field('" T "missing'), 'y')", "\"equals\": \"xy\""), AML_TRUE},
      {VALUE("length(split(field('tags.team'), ','))", "\"equals\": 1"), AML_TRUE},
      {VALUE("string(field('" T "missingArray[*]'))", "\"equals\": \"[[]\""), AML_TRUE},
      {VALUE("string(field('" T "missingArray[*].property'))", "\"equals\": \"[[]\""), AML_TRUE},
      {VALUE("string(field('" T "stringArray'))", "\"equals\": \"[[\\\"a\\\",\\\"b\\\",\\\"c\\\"]\""),
          AML_TRUE},
      {VALUE("string(field('" T "stringArray[*]'))", "\"equals\": \"[[\\\"a\\\",\\\"b\\\",\\\"c\\\"]\""),
          AML_TRUE},
      {VALUE("field('" T "objectArray[*]')[1].property", "\"equals\": \"value2\""), AML_TRUE},
      {VALUE("length(field('" T "objectArray[*]'))", "\"equals\": 2"), AML_TRUE},
      {VALUE("string(field('" T "objectArray[*].property'))",
           "\"equals\": \"[[\\\"value1\\\",\\\"value2\\\"]\""),
          AML_TRUE},
      {VALUE("string(field('" T "objectArray[*].nestedArray'))", "\"equals\": \"[[[1,2],[3,4]]\""), AML_TRUE},
      {VALUE("string(field('" T "objectArray[*].nestedArray[*]'))", "\"equals\": \"[[1,2,3,4]\""), AML_TRUE},
  };
  hold(*state, &(setting){.resource = example}, answers, COUNT(answers));
}

static void count_makes_the_item_the_only_one(void **state) {
  static const answer answers[] = {
      {COUNT_OF("stringArray[*]", "", "\"equals\": 3"), AML_TRUE},
      {COUNT_OF("objectArray[*].nestedArray[*]", "", "\"equals\": 4"), AML_TRUE},
      {COUNT_OF("stringArray[*]", WHERE(FIELD("stringArray[*]", "\"equals\": \"a\"")), "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]",
           WHERE("{\"allOf\": [" FIELD("objectArray[*].property", "\"equals\": \"value2\"") ", " FIELD(
               "objectArray[*].nestedArray[*]", "\"greater\": 2") "]}"),
           "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]", WHERE("{\"field\": \"tags.env\", \"equals\": \"prod\"}"), "\"equals\": 2"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]",
           WHERE(COUNT_OF("objectArray[*].nestedArray[*]",
               WHERE(FIELD("objectArray[*].nestedArray[*]", "\"equals\": 3")), "\"greater\": 0")),
           "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("stringArray[*]",
           WHERE(FIELD("stringArray[*]", "\"equals\": \"[field('" T "stringArray[*]')]\"")), "\"equals\": 0"),
          AML_TRUE},
      {COUNT_OF("stringArray[*]",
           WHERE(FIELD("stringArray[*]", "\"equals\": \"[first(field('" T "stringArray[*]'))]\"")),
           "\"equals\": 3"),
          AML_TRUE},
      {COUNT_OF("stringArray[*]", WHERE(VALUE("length(field('" T "stringArray[*]'))", "\"equals\": 1")),
           "\"equals\": 3"),
          AML_TRUE},
  };
  hold(*state, &(setting){.resource = example}, answers, COUNT(answers));
}

static void old_aliases_that_skip_the_star_answer_where_all_agree(void **state) {
  static const answer answers[] = {
      {"{\"field\": \"A.B/cs/logs.on\", \"equals\": \"true\"}", AML_TRUE},
      {"{\"field\": \"A.B/cs/logs.keep.days\", \"equals\": 7}", AML_TRUE},
      {"{\"field\": \"A.B/cs/mixed.on\", \"equals\": \"true\"}", AML_MAYBE},
      {"{\"field\": \"A.B/cs/partly.on\", \"equals\": \"true\"}", AML_MAYBE},
      {"{\"field\": \"A.B/cs/condition.source\", \"equals\": \"s\"}", AML_TRUE},
      {"{\"field\": \"A.B/cs/scope\", \"equals\": \"/here\"}", AML_TRUE},
  };
  static const char resource[] =
      "{\"type\": \"A.B/cs\", \"name\": \"x\", \"properties\": {\"logs\": [{\"on\": true, \"keep\": "
      "{\"days\": 7}}, "
      "{\"on\": true, \"keep\": {\"days\": 7}}], \"mixed\": [{\"on\": true}, {\"on\": false}], \"partly\": "
      "[{\"on\": true}, {}], \"condition\": {\"source\": \"s\"}, \"scope\": \"/here\"}}";
  hold(*state, &(setting){.resource = resource}, answers, COUNT(answers));
}

static void effects_of_actions_and_settings_are_known(void **state) {
  static const char *const effects[] = {"auditAction", "denyAction", "enforceSetting"};
  for (size_t i = 0; i < COUNT(effects); i++) {
    aml_sv then = aml_sv_format(*state, "{\"effect\": \"%s\"}", effects[i]);
    assert_int_equal(judge(*state, &(setting){.resource = example},
                         "{\"field\": \"location\", \"equals\": \"westeurope\"}", then.data),
        AML_TRUE);
  }
}

#define CURRENT(path) "current('" T path "')"

static void current_undoes_only_the_counted_stars(void **state) {
  static const answer answers[] = {
      {COUNT_OF(
           "stringArray[*]", WHERE(VALUE(CURRENT("stringArray[*]"), "\"equals\": \"a\"")), "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]", WHERE(VALUE(CURRENT("objectArray[*].property"), "\"like\": \"value*\"")),
           "\"equals\": 2"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]",
           WHERE(VALUE("string(" CURRENT("objectArray[*].nestedArray[*]") ")", "\"equals\": \"[[3,4]\"")),
           "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]",
           WHERE(COUNT_OF("objectArray[*].nestedArray[*]",
               WHERE(VALUE(CURRENT("objectArray[*].nestedArray[*]"), "\"greaterOrEquals\": 3")),
               "\"equals\": 2")),
           "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]",
           WHERE(COUNT_OF("objectArray[*].nestedArray[*]",
               WHERE(VALUE(CURRENT("objectArray[*].property"), "\"equals\": \"value1\"")), "\"equals\": 2")),
           "\"equals\": 1"),
          AML_TRUE},
      {COUNT_OF("objectArray[*]", WHERE(VALUE("length(" CURRENT("stringArray[*]") ")", "\"equals\": 3")),
           "\"equals\": 2"),
          AML_TRUE},
  };
  hold(*state, &(setting){.resource = example}, answers, COUNT(answers));
}

static const char relatives[] =
    "[{\"type\": \"Microsoft.Test/resourceType/part\", \"name\": \"one/p\", \"location\": \"eastus\", "
    "\"properties\": {\"parts\": [{\"v\": \"eastus\"}, {\"v\": \"westeurope\"}, {\"v\": \"eastus\"}]}}]";

static void existence_conditions_have_two_resources(void **state) {
  static const struct {
    const char *condition;
    bool exists;
  } cases[] = {
      {"{\"field\": \"location\", \"equals\": \"eastus\"}", true},
      {"{\"field\": \"location\", \"equals\": \"[field('location')]\"}", false},
      {"{\"value\": \"[field('location')]\", \"equals\": \"westeurope\"}", true},
      {"{\"value\": \"[field('fullName')]\", \"equals\": \"one\"}", true},
      {"{\"value\": \"[field('tags.env')]\", \"equals\": \"prod\"}", true},
      {"{\"field\": \"tags.env\", \"exists\": false}", true},
      {"{\"field\": \"[concat('na', 'me')]\", \"equals\": \"p\"}", true},
      {"{\"count\": {\"field\": \"" T "part/parts[*]\", \"where\": {\"field\": \"" T
       "part/parts[*].v\", \"equals\": \"[field('location')]\"}}, \"equals\": 1}",
          true},
      {"{\"count\": {\"field\": \"" T "part/parts[*]\", \"where\": {\"value\": \"[current('" T
       "part/parts[*].v')]\", \"equals\": \"eastus\"}}, \"equals\": 2}",
          true},
      {"{\"count\": {\"value\": [1, 2], \"name\": \"n\", \"where\": {\"value\": "
       "\"[length(field('" T "objectArray[*]'))]\", \"equals\": \"[current('n')]\"}}, \"equals\": 1}",
          true},
  };
  setting where = {.resource = example, .related = relatives};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv then = aml_sv_format(*state,
        "{\"effect\": \"auditIfNotExists\", \"details\": {\"type\": \"" T
        "part\", \"existenceCondition\": %s}}",
        cases[i].condition);
    aml_truth applies =
        judge(*state, &where, "{\"field\": \"location\", \"equals\": \"westeurope\"}", then.data);
    if (applies != (cases[i].exists ? AML_FALSE : AML_TRUE)) {
      fail_msg("%s: %d", cases[i].condition, (int)applies);
    }
  }
}

static void ids_follow_from_the_context(void **state) {
  static const struct {
    const char *resource, *id;
  } cases[] = {
      {"{\"type\": \"A.B/cs\", \"name\": \"x\"}", "/subscriptions/s1/resourceGroups/rg1/providers/A.B/cs/x"},
      {"{\"type\": \"A.B/cs/ds\", \"name\": \"x/y\"}",
          "/subscriptions/s1/resourceGroups/rg1/providers/A.B/cs/x/ds/y"},
      {"{\"type\": \"A.B/cs\", \"name\": \"x\", \"id\": \"/own\"}", "/own"},
      {"{\"type\": \"Microsoft.Authorization/locks\", \"name\": \"l\", \"scope\": \"A.B/cs/x\"}",
          "/subscriptions/s1/resourceGroups/rg1/providers/A.B/cs/x/providers/Microsoft.Authorization/locks/"
          "l"},
      {"{\"type\": \"A.B/cs/providers/locks\", \"name\": \"x/Microsoft.Authorization/l\"}",
          "/subscriptions/s1/resourceGroups/rg1/providers/A.B/cs/x/providers/Microsoft.Authorization/locks/"
          "l"},
      {"{\"type\": \"Microsoft.Resources/subscriptions/resourceGroups\", \"name\": \"g\"}",
          "/subscriptions/s1/resourceGroups/g"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    setting where = {.resource = cases[i].resource, .context = surroundings};
    aml_sv condition = aml_sv_format(*state, "{\"field\": \"id\", \"equals\": \"%s\"}", cases[i].id);
    if (judge(*state, &where, condition.data, "{\"effect\": \"audit\"}") != AML_TRUE) {
      fail_msg("%s", cases[i].id);
    }
  }
  setting nowhere = {.resource = cases[0].resource};
  assert_int_equal(
      judge(*state, &nowhere, "{\"field\": \"id\", \"contains\": \"rg1\"}", "{\"effect\": \"audit\"}"),
      AML_MAYBE);
}

static void members_of_known_objects_are_empty_where_absent(void **state) {
  static const answer answers[] = {
      {VALUE("resourceGroup().tags['owner']", "\"notEquals\": \"\""), AML_FALSE},
      {VALUE("resourceGroup().tags.owner", "\"equals\": \"\""), AML_TRUE},
      {VALUE("resourceGroup().tags['other']", "\"equals\": \"x\""), AML_TRUE},
      {VALUE("resourceGroup().managedBy.name", "\"equals\": \"\""), AML_TRUE},
      {VALUE("subscription().tags['owner']", "\"notEquals\": \"\""), AML_FALSE},
      {VALUE("field('tags').team", "\"equals\": \"\""), AML_TRUE},
      {VALUE("resourceGroup().name.first", "\"equals\": \"\""), AML_MAYBE},
  };
  static const answer unknown[] = {
      {VALUE("resourceGroup().tags['owner']", "\"notEquals\": \"\""), AML_MAYBE},
  };
  hold(*state, &(setting){.resource = example, .context = surroundings}, answers, COUNT(answers));
  hold(*state, &(setting){.resource = example}, unknown, COUNT(unknown));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(condition_field_tests_each_selected_value),
      TEST_CASE(function_field_gives_the_value_as_it_is),
      TEST_CASE(count_makes_the_item_the_only_one),
      TEST_CASE(current_undoes_only_the_counted_stars),
      TEST_CASE(old_aliases_that_skip_the_star_answer_where_all_agree),
      TEST_CASE(effects_of_actions_and_settings_are_known),
      TEST_CASE(existence_conditions_have_two_resources),
      TEST_CASE(ids_follow_from_the_context),
      TEST_CASE(members_of_known_objects_are_empty_where_absent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
