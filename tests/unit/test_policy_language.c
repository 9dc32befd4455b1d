/* Conditions in three-valued logic, one at a time: what is known, what is not, and what is said of mistakes.
 */
#include "test.h"

#include "base/limits.h"
#include "base/strbuf.h"
#include "condition/check.h"
#include "engine/rule_test.h"
#include "rule/rule_body.h"
#include "tree/read.h"

static const aml_value *json(aml_arena *arena, const char *text) {
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(arena, aml_sv_of(text), AML_NO_SPAN, &error_at);
  if (value == NULL) {
    fail_msg("no JSON at %zu: %s", error_at, text);
  }
  return value;
}

static const aml_value *with_kind(aml_arena *arena, const aml_value *value);

/* Replaces {"unknown": [kinds], "prefix": p, "suffix": s} and {"open": value} by what they stand for. */
static const aml_value *make_unknown(aml_arena *arena, const aml_value *spec) {
  aml_unknown *what = AML_NEW(arena, aml_unknown);
  aml_value *value = AML_NEW(arena, aml_value);
  aml_sv kind = aml_value_text(aml_object_find(spec, AML_SV("unknown")));
  what->reason = AML_SV("it is not known");
  what->kinds = aml_sv_eq(kind, AML_SV("string")) ? 1U << AML_STRING : AML_KINDS_ANY;
  what->prefix = aml_value_text(aml_object_find(spec, AML_SV("prefix")));
  what->suffix = aml_value_text(aml_object_find(spec, AML_SV("suffix")));
  *value = (aml_value){.kind = AML_UNKNOWN, .as.unknown = what};
  return value;
}

static const aml_value *with_kind(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
    for (size_t i = 0; i < value->as.array.count; i++) {
      items[i] = with_kind(arena, value->as.array.items[i]);
    }
    return aml_value_array(arena, items, value->as.array.count, AML_NO_SPAN);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  if (aml_object_find(value, AML_SV("unknown")) != NULL) {
    return make_unknown(arena, value);
  }
  const aml_value *inner = aml_object_find(value, AML_SV("open"));
  if (inner != NULL) {
    return aml_value_moved(arena, with_kind(arena, inner), AML_NO_SPAN, NULL, AML_VALUE_OPEN);
  }
  aml_object_builder object;
  aml_object_begin(&object, arena);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    aml_object_add(&object, member->name, AML_NO_SPAN, with_kind(arena, member->value));
  }
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

typedef struct truth_case {
  const char *condition, *body;
  aml_truth wanted;
} truth_case;

static aml_truth judge(aml_arena *arena, const truth_case *c) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_compiler compiler = {.arena = arena, .diags = &diags, .dialect = AML_DIALECT_RULE};
  const aml_condition_node *node = aml_condition_compile(&compiler, json(arena, c->condition));
  if (node == NULL) {
    fail_msg("%s: %.*s", c->condition, AML_SV_ARG(diags.list.items[0].message.text));
  }
  aml_resource resource = {.form = &aml_form_arm,
      .type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes"),
      .body = with_kind(arena, json(arena, c->body))};
  resource.name = aml_object_find(resource.body, AML_SV("name"));
  aml_check_context context = {.as_of = aml_day_of(2026, 11, 27)};
  aml_check *check = AML_NEW(arena, aml_check);
  check->arena = arena;
  check->context = &context;
  check->dialect = AML_DIALECT_RULE;
  aml_check_begin(check, &resource);
  aml_truth truth = aml_check_condition(check, node);
  assert_true(truth != AML_MAYBE || check->reason.len > 0);
  return truth;
}

static void run_cases(aml_arena *arena, const truth_case *cases, size_t count) {
  static const char *const words[] = {[AML_FALSE] = "false", [AML_TRUE] = "true", [AML_MAYBE] = "unknown"};
  for (size_t i = 0; i < count; i++) {
    aml_truth truth = judge(arena, &cases[i]);
    if (truth != cases[i].wanted) {
      fail_msg(
          "%s on %s is %s, not %s", cases[i].condition, cases[i].body, words[truth], words[cases[i].wanted]);
    }
  }
}

#define UNKNOWN "{\"properties\": {\"a\": {\"unknown\": \"any\"}, \"b\": 1}}"
#define TEXT                                                                                                 \
  "{\"properties\": {\"a\": {\"unknown\": \"string\", \"prefix\": \"prod-\", \"suffix\": \"-vm\"}}}"
#define LIST "{\"properties\": {\"list\": [\"a\", \"b\"], \"b\": true}}"
#define OPEN "{\"properties\": {\"open\": {\"b\": 1}}}"
#define A    "{\"field\": \"properties.a\", "
#define B    "{\"field\": \"properties.b\", "

static void follows_the_unknown(void **state) {
  static const truth_case cases[] = {
      {A "\"equals\": 1}", UNKNOWN, AML_MAYBE},
      /* places of a list by their number */
      {"{\"field\": \"properties.list[1]\", \"equals\": \"b\"}", LIST, AML_TRUE},
      {"{\"field\": \"properties.list[0]\", \"equals\": \"b\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties.list[2]\", \"exists\": false}", LIST, AML_TRUE},
      {"{\"field\": \"properties.b[0]\", \"exists\": false}", LIST, AML_TRUE},
      {"{\"field\": \"zones[1]\", \"equals\": \"2\"}", "{\"zones\": [\"1\", \"2\"]}", AML_TRUE},
      /* what has no order is neither less nor greater */
      {B "\"less\": \"x\"}", LIST, AML_FALSE},
      {B "\"greaterOrEquals\": \"x\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties.list\", \"greater\": \"x\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties.list\", \"lessOrEquals\": \"x\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties.list\", \"like\": \"*\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties.list\", \"equals\": \"a\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties\", \"like\": \"*\"}", LIST, AML_FALSE},
      {"{\"field\": \"properties\", \"equals\": \"a\"}", LIST, AML_FALSE},
      {A "\"notEquals\": 1}", UNKNOWN, AML_MAYBE},
      {B "\"greater\": \"[workspace().name]\"}", UNKNOWN, AML_MAYBE},
      {B "\"lessOrEquals\": \"[workspace().name]\"}", UNKNOWN, AML_MAYBE},
      {A "\"less\": 1}", UNKNOWN, AML_MAYBE},
      {A "\"containsKey\": \"[workspace().name]\"}", UNKNOWN, AML_MAYBE},
      {A "\"containsKey\": \"[workspace().name]\"}", "{\"properties\": {\"a\": {\"k\": 1}}}", AML_MAYBE},
      {A "\"containsKey\": \"[workspace().name]\"}", "{\"properties\": {\"a\": [1]}}", AML_FALSE},
      /* an object contains nothing, whatever it is asked for: no string, no list */
      {A "\"contains\": \"[workspace().name]\"}", "{\"properties\": {\"a\": {\"k\": 1}}}", AML_FALSE},
      {A "\"contains\": \"k\"}", "{\"properties\": {\"a\": {\"k\": 1}}}", AML_FALSE},
      {A "\"contains\": \"[workspace().name]\"}", "{\"properties\": {\"a\": \"x\"}}", AML_MAYBE},
      {A "\"contains\": \"[field('properties.absent')]\"}", UNKNOWN, AML_FALSE},
      {A "\"exists\": true}", UNKNOWN, AML_MAYBE},
      {"{\"not\": " A "\"equals\": 1}}", UNKNOWN, AML_MAYBE},
      {"{\"allOf\": [" A "\"equals\": 1}, " B "\"equals\": 2}]}", UNKNOWN, AML_FALSE},
      {"{\"allOf\": [" A "\"equals\": 1}, " B "\"equals\": 1}]}", UNKNOWN, AML_MAYBE},
      {"{\"anyOf\": [" A "\"equals\": 1}, " B "\"equals\": 1}]}", UNKNOWN, AML_TRUE},
      {"{\"anyOf\": [" A "\"equals\": 1}, " B "\"equals\": 2}]}", UNKNOWN, AML_MAYBE},
      {"{\"field\": \"properties.a.c\", \"exists\": true}", UNKNOWN, AML_MAYBE},
      {A "\"exists\": true}", TEXT, AML_TRUE},
      {A "\"exists\": false}", TEXT, AML_FALSE},
      {A "\"equals\": \"prod-1-vm\"}", TEXT, AML_MAYBE},
      {A "\"equals\": \"dev-1-vm\"}", TEXT, AML_FALSE},
      {A "\"equals\": \"prod-1\"}", TEXT, AML_FALSE},
      {A "\"notEquals\": \"dev\"}", TEXT, AML_TRUE},
      {A "\"in\": [\"x\", \"y\"]}", TEXT, AML_FALSE},
      {A "\"in\": [\"x\", \"PROD-y-VM\"]}", TEXT, AML_MAYBE},
      {A "\"like\": \"prod*\"}", TEXT, AML_TRUE},
      {A "\"like\": \"dev*\"}", TEXT, AML_FALSE},
      {A "\"like\": \"prod-1*\"}", TEXT, AML_MAYBE},
      {A "\"contains\": \"od-\"}", TEXT, AML_TRUE},
      {A "\"contains\": \"x\"}", TEXT, AML_MAYBE},
      {A "\"containsKey\": \"x\"}", TEXT, AML_FALSE},
      {A "\"equals\": null}", TEXT, AML_FALSE},
      {A "\"exists\": true}", OPEN, AML_MAYBE},
      {B "\"exists\": true}", OPEN, AML_TRUE},
      {"{\"field\": \"properties\", \"containsKey\": \"z\"}", OPEN, AML_MAYBE},
  };
  run_cases(*state, cases, COUNT(cases));
}

#define ITEMS "{\"properties\": {\"items\": [{\"v\": 1}, {\"v\": {\"unknown\": \"any\"}}, {\"v\": 3}]}}"
#define MORE  "{\"properties\": {\"items\": {\"open\": [{\"v\": 1}, {\"v\": 2}]}}}"
#define COUNT_ITEMS(where, op)                                                                               \
  "{\"count\": {\"field\": \"properties.items[*]\", \"where\": {\"field\": "                                 \
  "\"properties.items[*].v\", " where "}}, " op "}"

static void counts_what_is_certain_and_what_is_possible(void **state) {
  static const truth_case cases[] = {
      {COUNT_ITEMS("\"greater\": 0", "\"greaterOrEquals\": 2"), ITEMS, AML_TRUE},
      {COUNT_ITEMS("\"greater\": 0", "\"equals\": 3"), ITEMS, AML_MAYBE},
      {COUNT_ITEMS("\"greater\": 0", "\"greater\": 3"), ITEMS, AML_FALSE},
      {COUNT_ITEMS("\"greater\": 5", "\"equals\": 0"), ITEMS, AML_MAYBE},
      {COUNT_ITEMS("\"greater\": 5", "\"equals\": 2"), ITEMS, AML_FALSE},
      {COUNT_ITEMS("\"greater\": 0", "\"greater\": 1"), MORE, AML_TRUE},
      {COUNT_ITEMS("\"greater\": 0", "\"equals\": 2"), MORE, AML_MAYBE},
      {COUNT_ITEMS("\"greater\": 0", "\"less\": 2"), MORE, AML_FALSE},
      {"{\"field\": \"properties.items[*].v\", \"greater\": 0}", ITEMS, AML_MAYBE},
      {"{\"field\": \"properties.items[*].v\", \"greater\": 1}", ITEMS, AML_FALSE},
      {"{\"field\": \"properties.items[*].v\", \"greater\": 0}", MORE, AML_MAYBE},
      {"{\"field\": \"properties.items[*].v\", \"greater\": 1}", MORE, AML_FALSE},
      {"{\"value\": \"[length(field('properties.items[*]'))]\", \"equals\": 3}", ITEMS, AML_TRUE},
      {"{\"value\": \"[length(field('properties.items[*]'))]\", \"equals\": 2}", MORE, AML_MAYBE},
  };
  run_cases(*state, cases, COUNT(cases));
}

#define CLUSTER                                                                                              \
  "{\"name\": \"ws/c\", \"location\": \"West Europe\", \"tags\": {\"a.b\": \"x\", \"n\": \"1\"}, "           \
  "\"properties\": "                                                                                         \
  "{\"computeType\": \"AmlCompute\", \"properties\": {\"vmSize\": \"Standard_DS3_v2\", \"nodes\": \"10\", "  \
  "\"since\": \"2026-01-31T10:00:00Z\"}}}"

static void finds_properties_and_compares_them(void **state) {
  static const truth_case cases[] = {
      {"{\"field\": \"vmSize\", \"equals\": \"standard_ds3_v2\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"computeType\", \"equals\": \"amlcompute\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"Microsoft.MachineLearningServices/workspaces/computes/vmSize\", \"exists\": true}",
          CLUSTER, AML_TRUE},
      {"{\"field\": \"Microsoft.MachineLearningServices/workspaces/sku.name\", \"exists\": true}", CLUSTER,
          AML_FALSE},
      {"{\"field\": \"properties.properties.VMSIZE\", \"exists\": true}", CLUSTER, AML_TRUE},
      {"{\"field\": \"name\", \"equals\": \"c\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"fullName\", \"equals\": \"ws/c\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"location\", \"in\": [\"westeurope\"]}", CLUSTER, AML_TRUE},
      {"{\"field\": \"location\", \"equals\": \"west  europe\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"tags.a.b\", \"equals\": \"X\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"tags['a.b']\", \"equals\": \"X\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"tags[n]\", \"equals\": 1}", CLUSTER, AML_TRUE},
      {"{\"field\": \"nodes\", \"greater\": 9}", CLUSTER, AML_TRUE},
      {"{\"field\": \"nodes\", \"less\": \"9\"}", CLUSTER, AML_TRUE}, /* two texts compare as texts */
      {"{\"field\": \"since\", \"less\": \"2026-01-31T11:30:00+01:00\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"vmSize\", \"greater\": 5}", CLUSTER, AML_FALSE},
      {"{\"field\": \"vmSize\", \"lessOrEquals\": 5}", CLUSTER, AML_FALSE},
      {"{\"field\": \"vmSize\", \"matches\": \"_v\\\\d$\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"vmSize\", \"notMatches\": \"^Basic\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"vmSize\", \"matches\": \"(?i)STANDARD\"}", CLUSTER, AML_TRUE},
      {"{\"field\": \"vmSize\", \"matches\": \"^(([a-zA-Z_0-9]+)+)+!$\"}", CLUSTER, AML_FALSE},
      {"{\"value\": \"[daysUntil('2026-11-30')]\", \"equals\": 3}", CLUSTER, AML_TRUE},
      {"{\"value\": \"[asOf()]\", \"equals\": \"2026-11-27\"}", CLUSTER, AML_TRUE},
      {"{\"value\": \"[sameRegion('West Europe', 'westeurope')]\", \"equals\": true}", CLUSTER, AML_TRUE},
      {"{\"value\": \"[seconds('PT2M')]\", \"equals\": 120}", CLUSTER, AML_TRUE},
      {"{\"value\": \"[known(workspace(), 'none')]\", \"equals\": \"none\"}", CLUSTER, AML_TRUE},
      {"{\"value\": \"[resourceGroupOf('/subscriptions/s/resourceGroups/g/providers/A.B/c/d')]\", "
       "\"equals\": \"g\"}",
          CLUSTER, AML_TRUE},
      {"{\"value\": \"[workspace().name]\", \"equals\": \"ws\"}", CLUSTER, AML_MAYBE},
  };
  run_cases(*state, cases, COUNT(cases));
}

static void says_what_is_wrong_and_what_was_meant(void **state) {
  static const struct {
    const char *condition, *message, *help;
  } cases[] = {
      {"{\"field\": \"name\", \"equal\": 1}", "'equal' is not an operator of conditions.",
          "Did you mean 'equals'?"},
      {"{\"field\": \"name\", \"notEqals\": 1}", "'notEqals' is not an operator of conditions.",
          "Did you mean 'notEquals'?"},
      {"{\"allof\": [{\"field\": \"name\", \"exists\": true}], \"x\": 1}", "'x' is not expected here.", ""},
      {"{\"anyOf\": []}", "'anyOf' must not be empty.", ""},
      {"{\"field\": \"name\"}", "The condition has no operator, such as 'equals'.", ""},
      {"{\"field\": \"name\", \"equals\": 1, \"less\": 2}", "The condition has more than one operator.", ""},
      {"{\"field\": \"a..b\", \"exists\": true}", "The field 'a..b' has an empty name between dots.", ""},
      {"{\"field\": \"a[\", \"exists\": true}", "The field 'a[' has a malformed '[...]'.", ""},
      {"{\"field\": \"name\", \"in\": \"x\"}", "'in' must be given a list, not string.", ""},
      {"{\"field\": \"name\", \"exists\": 3}", "'exists' must be given true or false.", ""},
      {"{\"field\": \"name\", \"matches\": 3}", "'matches' must be given a regular expression, not integer.",
          ""},
      {"{\"field\": \"name\", \"notMatches\": [\"[field('id')]\"]}",
          "'notMatches' must be given a regular expression, not array.", ""},
      {"{\"field\": \"name\", \"like\": null}", "'like' must be given a string or a number, not null.", ""},
      {"{\"field\": \"name\", \"greater\": {\"a\": \"[field('id')]\"}}",
          "'greater' must be given a string or a number, not object.", ""},
      {"{\"field\": \"name\", \"containsKey\": [\"a\"]}",
          "'containsKey' must be given a string or a number, not array.", ""},
      {"{\"value\": \"[facts.sise('x')]\", \"equals\": 1}", "The function 'facts.sise' does not exist.",
          "Did you mean 'facts.size'?"},
      {"{\"value\": \"[let('x')]\", \"equals\": 1}", "The name 'x' is not declared.", ""},
      {"{\"value\": \"[daysUntil()]\", \"equals\": 1}",
          "The function 'daysUntil' takes 1 to 1 arguments, but is given 0.", ""},
      {"{\"count\": {\"field\": \"a[*]\", \"were\": 1}, \"equals\": 1}", "'were' is not expected here.",
          "Did you mean 'where'?"},
      {"{\"count\": {\"related\": \"A/b\", \"covering\": \"that\"}, \"equals\": 1}",
          "Expected 'this', 'workspace', 'parent' or an expression that returns a resource id.", ""},
      {"{\"count\": {\"related\": \"A/b\", \"childOf\": \"this\", \"covering\": \"this\"}, \"equals\": 1}",
          "Only one relation can be asked for at a time.", ""},
      {"{\"count\": {\"related\": \"\"}, \"equals\": 1}", "'related' must name a resource type.", ""},
      {"{\"count\": {\"value\": 3}, \"equals\": 1}", "Expected a list, not integer.", ""},
      {"{\"count\": {\"name\": \"x\"}, \"equals\": 1}",
          "Exactly one of 'field' and 'value' and 'related' is required here.", ""},
      {"{\"count\": {\"field\": \"a[*]\", \"value\": [1]}, \"equals\": 1}",
          "Exactly one of 'field' and 'value' and 'related' is required here.", ""},
      {"[1]", "A condition must be an object, not array.", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_compiler compiler = {.arena = *state, .diags = &diags, .dialect = AML_DIALECT_RULE};
    assert_null(aml_condition_compile(&compiler, json(*state, cases[i].condition)));
    assert_int_equal(compiler.errors, 1);
    assert_sv_equal(diags.list.items[0].message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(diags.list.items[0].help, aml_sv_of(cases[i].help));
  }
}

/* A path may be as deep as a file may be, and no deeper. */
static void bounds_the_depth_of_paths(void **state) {
  for (size_t depth = AML_LIMIT_DEPTH; depth <= AML_LIMIT_DEPTH + 1; depth++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    aml_strbuf_add(&text, AML_SV("{\"exists\": true, \"field\": \"properties"));
    for (size_t i = 1; i < depth; i++) {
      aml_strbuf_add(&text, AML_SV(".a"));
    }
    aml_strbuf_add(&text, AML_SV("\"}"));
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_compiler compiler = {.arena = *state, .diags = &diags, .dialect = AML_DIALECT_RULE};
    (void)aml_condition_compile(&compiler, json(*state, aml_strbuf_view(&text).data));
    assert_int_equal(compiler.errors, depth > AML_LIMIT_DEPTH ? 1 : 0);
  }
}

/* The messages of the library for patterns are its own; nesting is bounded where recursion would be. */
static void refuses_bad_patterns_and_deep_conditions(void **state) {
  enum { DEEP = 3000 };
  const aml_value *condition = json(*state, "{\"field\": \"name\", \"exists\": true}");
  for (int i = 0; i < DEEP; i++) {
    aml_object_builder outer;
    aml_object_begin(&outer, *state);
    aml_object_add(&outer, AML_SV("not"), AML_NO_SPAN, condition);
    condition = aml_object_end(&outer, AML_NO_SPAN, 0);
  }
  const struct {
    const aml_value *condition;
    const char *message;
  } cases[] = {
      {json(*state, "{\"field\": \"name\", \"matches\": \"(\"}"), "The regular expression is malformed: "},
      {json(*state, "{\"field\": \"name\", \"notMatches\": \"x[z-a]\"}"),
          "The regular expression is malformed: "},
      {condition, "Conditions are nested more than "}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_compiler compiler = {.arena = *state, .diags = &diags, .dialect = AML_DIALECT_RULE};
    assert_null(aml_condition_compile(&compiler, cases[i].condition));
    if (compiler.errors != 1 ||
        !aml_sv_starts(diags.list.items[0].message.text, aml_sv_of(cases[i].message))) {
      fail_msg(
          "case %zu: %zu errors: %.*s", i, compiler.errors, AML_SV_ARG(diags.list.items[0].message.text));
    }
  }
}

static void keeps_its_own_words_out_of_azure_files(void **state) {
  static const char *const conditions[] = {"{\"field\": \"name\", \"matches\": \"x\"}",
      "{\"value\": \"[workspace()]\", \"exists\": true}",
      "{\"value\": \"[reference('x')]\", \"exists\": true}",
      "{\"count\": {\"related\": \"A/b\"}, \"equals\": 1}"};
  for (size_t i = 0; i < COUNT(conditions); i++) {
    aml_diags diags;
    aml_diags_init(&diags, *state);
    aml_compiler compiler = {.arena = *state, .diags = &diags, .dialect = AML_DIALECT_AZURE};
    assert_null(aml_condition_compile(&compiler, json(*state, conditions[i])));
  }
}

/* Names that `each` filters by are not those of the item before. */
static void judges_each_item_by_itself(void **state) {
  static const char text[] =
      "{\"id\": \"T1\", \"name\": \"t\", \"title\": \"T\", \"category\": \"c\", \"severity\": \"note\", "
      "\"let\": {\"long\": \"[greater(length(current('tag').value), let('limit'))]\", \"limit\": 3}, "
      "\"each\": {\"value\": \"[field('tags')]\", \"name\": \"tag\", \"where\": {\"value\": "
      "\"[let('limit')]\", "
      "\"equals\": 3}}, \"if\": {\"value\": \"[let('long')]\", \"equals\": true}, "
      "\"message\": \"'{current.key}' is long.\", \"tests\": [{\"name\": \"n\", \"broken\": [\"a: long\", "
      "\"c: longer\"], "
      "\"yaml\": \"name: c\\ntype: amlcompute\\ntags:\\n  a: long\\n  b: s\\n  c: longer\\n\"}]}";
  const aml_value *root = json(*state, text);
  aml_rule_tests tests = aml_rule_tests_of(*state, root);
  aml_rule_test_result result =
      aml_rule_test_run(*state, root, &tests.items[0], NULL, aml_day_of(2026, 11, 27));
  if (!result.has_passed) {
    fail_msg("%.*s", AML_SV_ARG(result.problem));
  }
}

/* A name that needs itself has no value: nothing is decided by it, and the reason says so. */
static void leaves_open_what_is_defined_by_itself(void **state) {
  static const char text[] =
      "{\"id\": \"T1\", \"name\": \"t\", \"title\": \"T\", \"category\": \"c\", \"severity\": \"note\", "
      "\"let\": {\"a\": \"[let('b')]\", \"b\": \"[let('a')]\"}, \"if\": {\"value\": \"[let('a')]\", "
      "\"equals\": 1}, "
      "\"message\": \"m\", \"tests\": [{\"name\": \"n\", \"undecided\": \"defined in terms of itself\", "
      "\"yaml\": \"name: c\\ntype: amlcompute\\n\"}]}";
  const aml_value *root = json(*state, text);
  aml_rule_tests tests = aml_rule_tests_of(*state, root);
  aml_rule_test_result result =
      aml_rule_test_run(*state, root, &tests.items[0], NULL, aml_day_of(2026, 11, 27));
  if (!result.has_passed) {
    fail_msg("%.*s", AML_SV_ARG(result.problem));
  }
}

/* A pattern that cannot be decided within its limits is not taken to fail. */
static void takes_a_regex_limit_as_unknown(void **state) {
  static const truth_case cases[] = {{"{\"field\": \"name\", \"matches\": \"^(a+)+$\"}",
      "{\"name\": \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"}",
      AML_MAYBE}};
  run_cases(*state, cases, COUNT(cases));
}

static const aml_value *schema_part(const aml_value *schema, const char *path) {
  const aml_value *found = aml_value_path(schema, aml_sv_of(path));
  assert_non_null(found);
  return found;
}

/* The schema that editors get knows the keys and operators that the reader knows. */
static void has_a_schema_that_agrees_with_the_reader(void **state) {
  const aml_value *schema = aml_rule_schema(*state);
  const aml_value *keys = schema_part(schema, "properties");
  assert_true(keys->as.object.count >= 20);
  for (size_t i = 0; i < keys->as.object.count; i++) {
    aml_diags diags;
    aml_rule rule = {0};
    aml_diags_init(&diags, *state);
    aml_sv name = keys->as.object.members[i].name;
    (void)aml_rule_read(*state, &rule, schema,
        json(*state, aml_sv_format(*state, "{\"%.*s\": []}", AML_SV_ARG(name)).data), &diags);
    for (size_t k = 0; k < diags.list.count; k++) {
      assert_false(aml_sv_starts(diags.list.items[k].message.text, AML_SV("A rule has no key")));
    }
  }
  const aml_value *condition = schema_part(schema, "definitions.condition.properties");
  size_t operators = 0;
  for (; aml_operator_at(operators) != NULL; operators++) {
    assert_non_null(aml_object_find_exact(condition, aml_sv_of(aml_operator_at(operators)->name)));
  }
  assert_int_equal(condition->as.object.count, operators + 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(follows_the_unknown),
      TEST_CASE(counts_what_is_certain_and_what_is_possible),
      TEST_CASE(finds_properties_and_compares_them),
      TEST_CASE(says_what_is_wrong_and_what_was_meant),
      TEST_CASE(bounds_the_depth_of_paths),
      TEST_CASE(refuses_bad_patterns_and_deep_conditions),
      TEST_CASE(keeps_its_own_words_out_of_azure_files),
      TEST_CASE(leaves_open_what_is_defined_by_itself),
      TEST_CASE(judges_each_item_by_itself),
      TEST_CASE(takes_a_regex_limit_as_unknown),
      TEST_CASE(has_a_schema_that_agrees_with_the_reader),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
