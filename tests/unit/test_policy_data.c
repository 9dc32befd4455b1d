/* Runs tests/data/policy: each file names a page of Microsoft's documentation and lists cases that it
 * answers.
 *
 * A case says in `says` which sentence of the page that is, and is of one of two kinds.
 *
 * One policy on one resource, as `amlint eval` runs it:
 *   policy, resource, related, parameters, context, aliases, api_version: what goes in; `policy_rule` in
 * place of `policy` is an `if`, to which the effect audit is added; `given` of the file is what cases leave
 * out verdict: true, false or unknown; with effect, details, reason (a part of it) mistake: a part of the
 * first one; without a verdict the policy, or the catalogue, cannot be used
 *
 * Policy objects in force over what is deployed, as a run of the engine has them:
 *   objects: definitions, initiatives, assignments, exemptions
 *   deployed: [{subscription, group, parameters, resources}]
 *   findings: "RULE RESOURCE STATUS SEVERITY" each, in order; `message` and `help` are parts of the first
 * one's, `related` are the texts of its further places mistake: as above */
#include <glob.h>

#include "arm/template.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "policy/policies.h"
#include "policy/policy_eval.h"
#include "tree/read.h"

#include "test.h"

typedef struct desk { /* of one case */
  aml_arena *arena;
  aml_sources *sources;
  const aml_value *test, *given;
  aml_diags diags;
  aml_sv found; /* where the case does not hold: what came out */
} desk;

static const aml_value *read_file(desk *d, const char *path) {
  aml_source *source = aml_sources_add(d->sources, aml_sv_of(path), aml_sv_of(path));
  aml_error error;
  uint32_t bad_at;
  if (aml_source_read(source, d->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK) {
    fail_msg("%s: %s", path, error.text);
  }
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, d->arena, &d->diags);
  if (d->diags.list.count > 0) {
    fail_msg("%s at byte %u: %.*s", path, d->diags.list.items[0].span.begin,
        AML_SV_ARG(d->diags.list.items[0].message.text));
  }
  return tree->documents.items[0].root;
}

/* A member of the case, else of the file's `given`; NULL for neither, and for null. */
static const aml_value *part(const desk *d, const char *name) {
  const aml_value *found = aml_object_find(d->test, aml_sv_of(name));
  if (found == NULL && d->given != NULL) {
    found = aml_object_find(d->given, aml_sv_of(name));
  }
  return aml_value_is(found, AML_NULL) ? NULL : found;
}

static aml_sv part_text(const desk *d, const char *name) {
  return aml_value_text(part(d, name));
}

static bool holds(aml_sv text, aml_sv wanted) {
  return aml_sv_find(text, wanted, 0) != AML_NPOS;
}

/* Whether the first mistake is the one that the case expects; none where it expects none. */
static bool check_mistakes(desk *d) {
  aml_sv wanted = part_text(d, "mistake");
  aml_sv first = d->diags.list.count == 0 ? (aml_sv){0} : d->diags.list.items[0].message.text;
  d->found = first.len > 0 ? first : AML_SV("no mistake");
  for (size_t i = 0; i < d->diags.list.count; i++) {
    assert_true(d->diags.list.items[i].is_incomplete); /* the exit status is 2 */
  }
  return wanted.len == 0 ? first.len == 0 : first.len > 0 && holds(first, wanted);
}

static const aml_value *audit(aml_arena *arena, const aml_value *condition) {
  aml_object_builder then;
  aml_object_builder rule;
  aml_object_begin(&then, arena);
  aml_object_add(&then, AML_SV("effect"), AML_NO_SPAN, aml_value_string(arena, AML_SV("audit"), AML_NO_SPAN));
  aml_object_begin(&rule, arena);
  aml_object_add(&rule, AML_SV("if"), AML_NO_SPAN, condition);
  aml_object_add(&rule, AML_SV("then"), AML_NO_SPAN, aml_object_end(&then, AML_NO_SPAN, 0));
  return aml_object_end(&rule, condition->span, 0);
}

static bool take(void *ctx, const char *data, size_t size) {
  aml_strbuf_add(ctx, (aml_sv){data, size});
  return true;
}

/* What `eval` prints: effect and details are null unless the effect applies for certain. */
static bool is_written_so(aml_arena *arena, const aml_verdict *verdict, const char *word) {
  aml_strbuf out;
  aml_json json;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_json_init(&json, take, &out, AML_JSON_COMPACT);
  aml_verdict_write(&json, verdict);
  assert_true(aml_json_finish(&json));
  bool applies = verdict->applies == AML_TRUE;
  aml_sv head = applies ? aml_sv_format(arena, "{\"effect\":\"%.*s\",\"verdict\":\"true\",\"details\":%s",
                              AML_SV_ARG(verdict->effect_text), verdict->details == NULL ? "null}" : "")
                        : aml_sv_format(arena, "{\"effect\":null,\"verdict\":\"%s\",\"details\":null", word);
  return aml_sv_starts(aml_strbuf_view(&out), head);
}

static bool check_verdict(desk *d, const aml_verdict *verdict) {
  static const char *const words[] = {[AML_FALSE] = "false", [AML_TRUE] = "true", [AML_MAYBE] = "unknown"};
  const aml_value *wanted = part(d, "verdict");
  const aml_value *effect = part(d, "effect");
  const aml_value *details = part(d, "details");
  aml_sv word =
      aml_value_is(wanted, AML_BOOL) ? aml_sv_of(words[wanted->as.boolean]) : aml_value_text(wanted);
  aml_sv got = verdict->details == NULL ? AML_SV("none") : aml_value_json(d->arena, verdict->details, false);
  d->found = aml_sv_format(d->arena, "verdict %s, effect '%.*s', details %.*s, reason '%.*s'",
      words[verdict->applies], AML_SV_ARG(verdict->effect_text), AML_SV_ARG(got),
      AML_SV_ARG(verdict->reason));
  return aml_sv_eq(aml_sv_of(words[verdict->applies]), word) &&
         is_written_so(d->arena, verdict, words[verdict->applies]) &&
         (effect == NULL || aml_sv_eq(verdict->effect_text, aml_value_text(effect))) &&
         (details == NULL || aml_sv_eq(got, aml_value_json(d->arena, details, false))) &&
         holds(verdict->reason, part_text(d, "reason"));
}

static bool check_eval(desk *d) {
  const aml_value *condition = aml_object_find(d->test, AML_SV("policy_rule"));
  const aml_value *catalogue = part(d, "aliases");
  aml_policy_eval_input input = {.policy = condition != NULL ? audit(d->arena, condition) : part(d, "policy"),
      .resource = must_exist(part(d, "resource")),
      .parameters = part(d, "parameters"),
      .context = part(d, "context"),
      .related = part(d, "related"),
      .aliases = catalogue == NULL ? NULL : aml_aliases_read(d->arena, catalogue, &d->diags),
      .api_version = part_text(d, "api_version"),
      .sources = d->sources,
      .as_of = aml_day_of(2026, 11, 28)};
  aml_verdict verdict = {0};
  bool is_used =
      (catalogue == NULL || input.aliases != NULL) && aml_policy_eval(d->arena, &input, &d->diags, &verdict);
  if (!check_mistakes(d)) {
    return false;
  }
  return is_used ? check_verdict(d, &verdict) : part(d, "verdict") == NULL;
}

static const aml_value *make_template(aml_arena *arena, const aml_value *deployment) {
  const aml_value *resources = must_exist(aml_object_find(deployment, AML_SV("resources")));
  const aml_value *parameters = aml_object_find(deployment, AML_SV("parameters"));
  static const char schema[] =
      "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";
  aml_object_builder root;
  aml_object_begin(&root, arena);
  aml_object_add(
      &root, AML_SV("$schema"), AML_NO_SPAN, aml_value_string(arena, aml_sv_of(schema), AML_NO_SPAN));
  aml_object_add(
      &root, AML_SV("contentVersion"), AML_NO_SPAN, aml_value_string(arena, AML_SV("1.0.0.0"), AML_NO_SPAN));
  if (parameters != NULL) {
    aml_object_add(&root, AML_SV("parameters"), AML_NO_SPAN, parameters);
  }
  aml_object_add(&root, AML_SV("resources"), AML_NO_SPAN, resources);
  return aml_object_end(&root, resources->span, 0);
}

/* The resources of one deployment, whose group or subscription is unknown where the case names none. */
static void deploy(desk *d, const aml_value *deployment, aml_resources *all) {
  const aml_arm_context where = {.deployment_key = AML_SV("here")};
  const aml_arm_input input = {.template_ = make_template(d->arena, deployment),
      .template_path = AML_SV("main.json"),
      .sources = d->sources,
      .context = &where};
  aml_arm_stats stats = {0};
  size_t first = all->list.count;
  aml_arm_expand(&input, all, &d->diags, &stats);
  for (size_t i = first; i < all->list.count; i++) {
    aml_scope_path *scope = &all->list.items[i]->scope;
    scope->subscription = aml_value_text(aml_object_find(deployment, AML_SV("subscription")));
    scope->resource_group = scope->has_resource_group
                                ? aml_value_text(aml_object_find(deployment, AML_SV("group")))
                                : (aml_sv){0};
  }
}

static const aml_graph *deploy_all(desk *d) {
  const aml_value *deployed = must_exist(part(d, "deployed"));
  aml_resources resources;
  aml_resources_init(&resources, d->arena);
  for (size_t i = 0; i < deployed->as.array.count; i++) {
    deploy(d, deployed->as.array.items[i], &resources);
  }
  aml_graph *graph = aml_graph_new(d->arena);
  aml_graph_add(graph, resources.list.items, resources.list.count);
  aml_graph_link(graph, 1);
  return graph;
}

static aml_sv finding_line(aml_arena *arena, const aml_finding *finding) {
  static const char *const states[] = {
      [AML_ACTIVE] = "active", [AML_SUPPRESSED] = "suppressed", [AML_UNDECIDED] = "undecided"};
  static const char *const weights[] = {"none", "note", "warning", "error"};
  return aml_sv_format(arena, "%.*s %.*s %s %s", AML_SV_ARG(finding->rule->id),
      AML_SV_ARG(finding->resource->shown_name), states[finding->status], weights[finding->severity]);
}

/* Whether the first finding has the help and the further places that the case names. */
static bool check_advice(desk *d, const aml_findings *findings) {
  const aml_value *related = part(d, "related");
  if (findings->list.count == 0) {
    return true;
  }
  const aml_finding *first = findings->list.items[0];
  bool is_same = related == NULL || related->as.array.count == first->related_count;
  for (size_t i = 0; is_same && related != NULL && i < first->related_count; i++) {
    is_same = aml_sv_eq(first->related[i].text, aml_value_text(related->as.array.items[i]));
  }
  aml_sv last = first->related_count > 0 ? first->related[first->related_count - 1].text : (aml_sv){0};
  d->found = aml_sv_format(d->arena, "%.*s\n    help: %.*s\n    related: %zu, the last '%.*s'",
      AML_SV_ARG(d->found), AML_SV_ARG(first->help), first->related_count, AML_SV_ARG(last));
  return is_same && holds(first->help, part_text(d, "help"));
}

static bool check_findings(desk *d, const aml_findings *findings) {
  const aml_value *wanted = part(d, "findings");
  size_t count = aml_value_is(wanted, AML_ARRAY) ? wanted->as.array.count : 0;
  bool is_same = count == findings->list.count;
  d->found = aml_sv_format(d->arena, "%zu findings", findings->list.count);
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    aml_sv line = finding_line(d->arena, finding);
    d->found = aml_sv_format(d->arena, "%.*s\n    %.*s: %.*s%.*s", AML_SV_ARG(d->found), AML_SV_ARG(line),
        AML_SV_ARG(finding->message.text), AML_SV_ARG(finding->undecided_reason));
    is_same = is_same && aml_sv_eq(line, aml_value_text(wanted->as.array.items[i]));
  }
  is_same = is_same && (count == 0 || holds(d->found, part_text(d, "message")));
  return check_advice(d, findings) && is_same;
}

static bool check_run(desk *d) {
  const aml_value *catalogue = part(d, "aliases");
  const aml_aliases *aliases = catalogue == NULL ? NULL : aml_aliases_read(d->arena, catalogue, &d->diags);
  aml_policies *policies = aml_policies_new(d->arena, d->sources, aliases);
  aml_ruleset rules = {.arena = d->arena, .sources = d->sources};
  aml_findings findings;
  aml_findings_init(&findings, d->arena);
  const aml_graph *graph = deploy_all(d);
  (void)aml_policies_add(policies, part(d, "objects"), AML_SV("policies.yml"), &d->diags);
  aml_policies_build(policies, &rules, &d->diags);
  aml_check_context context = {.sources = d->sources, .graph = graph, .as_of = aml_day_of(2026, 11, 28)};
  aml_rules_prepare(&rules, &context, &d->diags);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    aml_rules_check(&rules, &context, i, &findings);
  }
  return check_mistakes(d) && check_findings(d, &findings);
}

/* Returns whether the case holds; else says what it gives. */
static bool check_case(desk *d, const char *path, size_t index) {
  aml_sv name = part_text(d, "name");
  if (name.len == 0 || part_text(d, "says").len == 0) {
    fail_msg("%s: case %zu lacks a name, or what the page says", path, index);
  }
  aml_diags_init(&d->diags, d->arena);
  if (part(d, "objects") != NULL ? check_run(d) : check_eval(d)) {
    return true;
  }
  print_error("%s: %.*s: %.*s\n", strrchr(path, '/') + 1, AML_SV_ARG(name), AML_SV_ARG(d->found));
  return false;
}

static void check_file(aml_arena *arena, const char *path, size_t *bad, size_t *count) {
  desk d = {.arena = arena, .sources = aml_sources_new(arena)};
  aml_diags_init(&d.diags, arena);
  const aml_value *root = read_file(&d, path);
  const aml_value *cases = aml_object_find(root, AML_SV("cases"));
  if (!aml_sv_starts(aml_value_text(aml_object_find(root, AML_SV("page"))),
          AML_SV("https://learn.microsoft.com/azure/"))) {
    fail_msg("%s names no page", path);
  }
  assert_true(aml_value_is(cases, AML_ARRAY) && cases->as.array.count > 0);
  d.given = aml_object_find(root, AML_SV("given"));
  for (size_t i = 0; i < cases->as.array.count; i++) {
    d.test = cases->as.array.items[i];
    *bad += !check_case(&d, path, i);
    ++*count;
  }
}

static void gives_what_the_documentation_says(void **state) {
  glob_t files;
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/policy/*.yml", 0, NULL, &files), 0);
  size_t bad = 0;
  size_t count = 0;
  for (size_t i = 0; i < files.gl_pathc; i++) {
    check_file(*state, files.gl_pathv[i], &bad, &count);
  }
  globfree(&files);
  print_message("%zu cases\n", count);
  assert_true(count > 60);
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(gives_what_the_documentation_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
