/* Which rules need not run again. The last case runs the built-in rules on clusters of many kinds, with what
 * was found out before and without: both must find the same. */
#include "condition/verdicts.h"

#include "rule/ruleset.h"
#include "tree/read.h"

#include "test.h"

#define COMPUTES "Microsoft.MachineLearningServices/workspaces/computes"

enum { RULE, OTHER_RULE, RULES };

static aml_resource resource_of(aml_arena *arena, const char *properties) {
  size_t error_at;
  aml_sv body = aml_sv_format(arena, "{\"properties\":{\"properties\":%s}}", properties);
  return (aml_resource){.form = &aml_form_arm,
      .type = AML_SV(COMPUTES),
      .name = aml_value_string(arena, AML_SV("w/c"), AML_NO_SPAN),
      .shown_name = AML_SV("c"),
      .api_version = AML_SV("2024-04-01"),
      .body = aml_json_text_read(arena, body, AML_NO_SPAN, &error_at)};
}

typedef struct watcher {
  aml_arena *arena;
  aml_verdicts *verdicts;
  aml_check_context context;
  aml_field_values fields;
} watcher;

static watcher *new_watcher(aml_arena *arena) {
  watcher *w = AML_NEW(arena, watcher);
  w->arena = arena;
  w->verdicts = aml_verdicts_new(arena, RULES);
  return w;
}

static void begin(watcher *w, const aml_resource *resource) {
  aml_field_values_begin(&w->fields, resource);
  aml_verdicts_begin(w->verdicts, &w->context, NULL, &w->fields);
}

static aml_field field_of(watcher *w, const char *text) {
  return aml_field_of(w->arena, AML_DIALECT_RULE, NULL, aml_sv_of(text));
}

/* A rule that reads a field and finds nothing. */
static void pass(watcher *w, const aml_resource *resource, const char *text) {
  begin(w, resource);
  assert_true(aml_verdicts_watch(w->verdicts, RULE));
  const aml_field field = field_of(w, text);
  aml_verdicts_saw_field(w->verdicts, &field);
  aml_verdicts_end(w->verdicts, RULE, false);
}

static bool is_passed(watcher *w, const aml_resource *resource) {
  begin(w, resource);
  return aml_verdicts_is_passed(w->verdicts, RULE);
}

static bool is_alike(aml_arena *arena, const char *field, const char *before, const char *now) {
  watcher *w = new_watcher(arena);
  aml_resource *one = AML_NEW(arena, aml_resource);
  aml_resource *other = AML_NEW(arena, aml_resource);
  *one = resource_of(arena, before);
  *other = resource_of(arena, now);
  pass(w, one, field);
  return is_passed(w, one) && is_passed(w, other);
}

static void what_is_the_same_where_the_rule_looks_passes(void **state) {
  assert_true(is_alike(*state, "vmSize", "{\"vmSize\":\"a\",\"x\":1}", "{\"x\":2,\"vmSize\":\"a\"}"));
  assert_true(is_alike(*state, "subnet.id", "{\"x\":1}", "{\"x\":2}"));
  assert_true(
      is_alike(*state, "s", "{\"s\":{\"a\":[1,null,true,0.5]}}", "{\"s\":{\"a\":[1,null,true,0.5]}}"));
  assert_true(is_alike(*state, "list[*].a", "{\"x\":1}", "{\"x\":2}"));
  assert_true(is_alike(*state, "list[*].a", "{\"list\":[{\"a\":1}]}", "{\"list\":[{\"a\":1}]}"));
}

static void what_differs_there_does_not(void **state) {
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":\"a\"}", "{\"vmSize\":\"b\"}"));
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":\"a\"}", "{\"vmSize\":\"A\"}"));
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":\"1\"}", "{\"vmSize\":1}"));
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":1}", "{\"vmSize\":1.0}"));
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":null}", "{}"));
  assert_false(is_alike(*state, "vmSize", "{\"vmSize\":true}", "{\"vmSize\":false}"));
  assert_false(is_alike(*state, "s", "{\"s\":{\"a\":[1]}}", "{\"s\":{\"a\":[1,1]}}"));
  assert_false(is_alike(*state, "s", "{\"s\":{\"a\":1}}", "{\"s\":{\"b\":1}}"));
  assert_false(is_alike(*state, "list[*].a", "{\"list\":[{\"a\":1}]}", "{\"list\":[{\"a\":2}]}"));
  assert_false(is_alike(*state, "list[*].a", "{}", "{\"list\":[]}"));
}

/* Comparing values must cost little whatever files hold. */
static void large_values_are_like_no_other(void **state) {
  enum { MANY = 300 };
  aml_arena *arena = *state;
  char text[MANY + 1];
  memset(text, 'x', MANY);
  text[MANY] = 0;
  const char *body = aml_sv_format(arena, "{\"vmSize\":\"%s\"}", text).data;
  assert_false(is_alike(arena, "vmSize", body, body));
  aml_sv items = aml_sv_format(arena, "[1");
  for (int i = 0; i < MANY; i++) {
    items = aml_sv_format(arena, "%.*s,1", AML_SV_ARG(items));
  }
  body = aml_sv_format(arena, "{\"s\":%.*s]}", AML_SV_ARG(items)).data;
  assert_false(is_alike(arena, "s", body, body));
}

/* Of what is not known it must be the same that is not. */
static bool are_unknowns_alike(aml_arena *arena, const aml_unknown *a, const aml_unknown *b) {
  watcher *w = new_watcher(arena);
  aml_value values[] = {{.kind = AML_UNKNOWN, .as.unknown = a}, {.kind = AML_UNKNOWN, .as.unknown = b}};
  aml_resource resources[2];
  for (size_t i = 0; i < COUNT(resources); i++) {
    const aml_member member = {.name = AML_SV("location"), .value = &values[i]};
    aml_member *members = AML_NEW(arena, aml_member);
    *members = member;
    resources[i] = resource_of(arena, "{}");
    resources[i].body = aml_value_object(arena, members, 1, AML_NO_SPAN, NULL, NULL);
  }
  pass(w, &resources[0], "location");
  return is_passed(w, &resources[1]);
}

static void unknowns_are_alike_that_leave_the_same_open(void **state) {
  const aml_unknown base = {.reason = AML_SV("r"), .kinds = 1U << AML_STRING, .prefix = AML_SV("w")};
  aml_unknown other = base;
  assert_true(are_unknowns_alike(*state, &base, &other));
  other.prefix = AML_SV("v");
  assert_false(are_unknowns_alike(*state, &base, &other));
  other = base;
  other.kinds = AML_KINDS_ANY;
  assert_false(are_unknowns_alike(*state, &base, &other));
  other = base;
  other.reason = AML_SV("another");
  assert_false(are_unknowns_alike(*state, &base, &other));
}

/* A rule that found something, or looked elsewhere, says nothing of the next resource. */
static void only_what_passed_by_itself_is_kept(void **state) {
  enum { MANY = 20 };
  watcher *w = new_watcher(*state);
  const aml_resource one = resource_of(*state, "{\"vmSize\":\"a\"}");
  begin(w, &one);
  assert_true(aml_verdicts_watch(w->verdicts, RULE));
  aml_verdicts_end(w->verdicts, RULE, true);
  assert_false(is_passed(w, &one));
  assert_true(aml_verdicts_watch(w->verdicts, RULE));
  aml_verdicts_saw_other(w->verdicts);
  aml_verdicts_end(w->verdicts, RULE, false);
  assert_false(is_passed(w, &one));
  pass(w, &one, "vmSize");
  assert_true(is_passed(w, &one));
  assert_false(aml_verdicts_is_passed(w->verdicts, OTHER_RULE));
  bool is_watched = true;
  for (int i = 0; i < MANY && is_watched; i++) { /* and in the end nobody looks any more */
    is_watched = aml_verdicts_watch(w->verdicts, OTHER_RULE);
    aml_verdicts_saw_other(w->verdicts);
    aml_verdicts_end(w->verdicts, OTHER_RULE, false);
  }
  assert_false(is_watched);
}

/* A name tells resources apart. */
static void a_rule_that_reads_a_name_is_run_each_time(void **state) {
  watcher *w = new_watcher(*state);
  const aml_resource one = resource_of(*state, "{}");
  pass(w, &one, "name");
  assert_false(is_passed(w, &one));
}

/* Another configuration, another form of file, another type. */
static void what_holds_elsewhere_does_not_count(void **state) {
  static const aml_resource_form form = {.name = "other"};
  watcher *w = new_watcher(*state);
  aml_resource one = resource_of(*state, "{\"vmSize\":\"a\"}");
  pass(w, &one, "vmSize");
  const aml_check_context other = {.graph = NULL};
  aml_field_values_begin(&w->fields, &one);
  aml_verdicts_begin(w->verdicts, &other, NULL, &w->fields);
  assert_false(aml_verdicts_is_passed(w->verdicts, RULE));
  aml_verdicts_begin(w->verdicts, &w->context, &other, &w->fields);
  assert_false(aml_verdicts_is_passed(w->verdicts, RULE));
  assert_true(is_passed(w, &one));
  one.form = &form;
  assert_false(is_passed(w, &one));
  one.form = &aml_form_arm;
  one.type = AML_SV("Microsoft.Other/types");
  assert_false(is_passed(w, &one));
}

static void what_else_a_rule_reads_counts_too(void **state) {
  size_t error_at;
  watcher *w = new_watcher(*state);
  aml_resource one = resource_of(*state, "{}");
  one.written = aml_json_text_read(*state, AML_SV("{\"a\":{\"b\":1}}"), AML_NO_SPAN, &error_at);
  begin(w, &one);
  assert_true(aml_verdicts_watch(w->verdicts, RULE));
  aml_verdicts_saw(w->verdicts, AML_THING_WRITTEN, AML_SV("a.b"));
  aml_verdicts_saw(w->verdicts, AML_THING_INEFFECTIVE, (aml_sv){0});
  const aml_field version = field_of(w, "apiVersion");
  aml_verdicts_saw_field(w->verdicts, &version);
  aml_verdicts_end(w->verdicts, RULE, false);
  assert_true(is_passed(w, &one));
  aml_resource other = one;
  other.written = NULL;
  assert_false(is_passed(w, &other));
  other = one;
  other.ineffective = one.written;
  assert_false(is_passed(w, &other));
  other = one;
  other.api_version = AML_SV("2025-12-01");
  assert_false(is_passed(w, &other));
}

/* ---- all rules on many clusters ---- */

static const char *const variants[] = {"\"vmSize\":\"Standard_DS3_v2\"", "\"vmSize\":\"Standard_NC6\"",
    "\"vmPriority\":\"LowPriority\"", "\"scaleSettings\":{\"minNodeCount\":2,\"maxNodeCount\":4}",
    "\"scaleSettings\":{\"minNodeCount\":0,\"maxNodeCount\":0}", "\"enableNodePublicIp\":false",
    "\"remoteLoginPortPublicAccess\":\"Enabled\"", "\"subnet\":{\"id\":\"\"}",
    "\"userAccountCredentials\":{\"adminUserName\":\"root\",\"adminUserPassword\":\"x\"}"};

/* Bit i of `which`: has variants[i]. */
static aml_resource *make_cluster(aml_arena *arena, size_t which) {
  size_t error_at;
  aml_sv inner = {NULL, 0};
  for (size_t i = 0; i < COUNT(variants); i++) {
    if ((which >> i & 1) != 0) {
      inner = aml_sv_format(arena, "%.*s%s%s", AML_SV_ARG(inner), inner.len > 0 ? "," : "", variants[i]);
    }
  }
  aml_sv body = aml_sv_format(arena,
      "{\"location\":\"%s\",\"tags\":{\"env\":\"dev\"},\"properties\":{\"computeType\":\"%s\",\"properties\":"
      "{%.*s}}}",
      which % 2 == 0 ? "westeurope" : "nowhere", which % 5 == 4 ? "ComputeInstance" : "AmlCompute",
      AML_SV_ARG(inner));
  aml_resource *resource = AML_NEW(arena, aml_resource);
  *resource = resource_of(arena, "{}");
  resource->shown_name = aml_sv_format(arena, "cluster-%zu", which);
  resource->name =
      aml_value_string(arena, aml_sv_format(arena, "w/%.*s", AML_SV_ARG(resource->shown_name)), AML_NO_SPAN);
  resource->body = aml_json_text_read(arena, body, AML_NO_SPAN, &error_at);
  assert_true(aml_value_is(resource->body, AML_OBJECT));
  return resource;
}

static void assert_same(const aml_findings *a, size_t from_a, const aml_findings *b) {
  assert_int_equal(a->list.count - from_a, b->list.count);
  for (size_t i = 0; i < b->list.count; i++) {
    const aml_finding *one = a->list.items[from_a + i];
    const aml_finding *other = b->list.items[i];
    assert_ptr_equal(one->rule, other->rule);
    assert_int_equal(one->status, other->status);
    assert_int_equal(one->severity, other->severity);
    assert_sv_equal(one->message.text, other->message.text);
    assert_sv_equal(one->property, other->property);
  }
}

static void rules_find_the_same_with_what_is_known_and_without(void **state) {
  enum { CLUSTERS = 200, STEP = 37 };
  aml_arena *arena = *state;
  aml_error error;
  aml_diags diags;
  aml_findings together;
  aml_resource *all[CLUSTERS];
  aml_ruleset *rules = aml_ruleset_new(arena);
  aml_graph *graph = aml_graph_new(arena);
  for (size_t i = 0; i < CLUSTERS; i++) {
    all[i] = make_cluster(arena, i * STEP);
  }
  aml_graph_add(graph, all, CLUSTERS);
  aml_graph_link(graph, 1);
  aml_diags_init(&diags, arena);
  const aml_check_context context = {.graph = graph, .facts = aml_facts_new(arena, (aml_sv){0}, &error)};
  aml_rules_prepare(rules, &context, &diags);
  aml_findings_init(&together, arena);
  aml_answers *answers = aml_answers_new(arena);
  for (size_t i = 0; i < CLUSTERS; i++) {
    aml_findings alone;
    size_t before = together.list.count;
    aml_rules_check_part(rules, &context, i, AML_REACHED, answers, &together);
    aml_findings_init(&alone, arena);
    aml_rules_check(rules, &context, i, &alone);
    assert_same(&together, before, &alone);
  }
  assert_true(together.list.count > CLUSTERS);
  aml_answers_end(answers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(what_is_the_same_where_the_rule_looks_passes),
      TEST_CASE(what_differs_there_does_not),
      TEST_CASE(large_values_are_like_no_other),
      TEST_CASE(unknowns_are_alike_that_leave_the_same_open),
      TEST_CASE(only_what_passed_by_itself_is_kept),
      TEST_CASE(a_rule_that_reads_a_name_is_run_each_time),
      TEST_CASE(what_holds_elsewhere_does_not_count),
      TEST_CASE(what_else_a_rule_reads_counts_too),
      TEST_CASE(rules_find_the_same_with_what_is_known_and_without),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
