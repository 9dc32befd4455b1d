/* AML808: states of Azure Policy in the evidence against our verdicts on the same policies. */
#include "engine/check_resources.h"
#include "engine/evidence.h"
#include "source/paths.h"

typedef struct judging {
  const aml_criteria *criteria;
  const aml_estate *estate;
  aml_findings *findings;
  aml_arena *scratch;
  aml_map resources; /* "subscription/group/type/name", in lower case, to a judged */
} judging;

typedef struct judged { /* a resource, as declared and as it runs */
  const aml_resource *resource;
  AML_VEC(const aml_finding *) findings; /* of policies */
} judged;

static aml_sv key_of(aml_arena *arena, const aml_scope_path *scope, aml_sv type, aml_sv name) {
  return aml_sv_format(arena, "%.*s/%.*s/%.*s/%.*s", AML_SV_ARG(scope->subscription),
      AML_SV_ARG(scope->resource_group), AML_SV_ARG(type), AML_SV_ARG(name));
}

static judged *judged_of(judging *j, const aml_resource *resource) {
  aml_sv name = resource == NULL ? (aml_sv){NULL, 0} : aml_value_text(resource->name);
  if (name.len == 0 || resource->is_existing) {
    return NULL;
  }
  aml_sv key = key_of(j->scratch, &resource->scope, resource->type, name);
  judged *one = aml_map_find(&j->resources, key);
  if (one == NULL) {
    one = AML_NEW(j->scratch, judged);
    one->resource = resource;
    (void)aml_map_put(&j->resources, key, one);
  }
  return one;
}

static void index_all(judging *j) {
  const aml_graph *graphs[] = {j->estate->declared, j->estate->running};
  for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++) {
    for (size_t k = 0; k < aml_graph_count(graphs[i]); k++) {
      (void)judged_of(j, aml_graph_at(graphs[i], k));
    }
  }
  for (size_t i = 0; i < j->findings->list.count; i++) {
    const aml_finding *finding = j->findings->list.items[i];
    judged *one = finding->rule->origin == AML_RULE_AZURE_POLICY ? judged_of(j, finding->resource) : NULL;
    if (one != NULL) {
      AML_VEC_PUSH(j->scratch, &one->findings, finding);
    }
  }
}

/* The rule of the definition that a state names by its id. */
static const aml_rule *rule_of(const judging *j, const aml_value *state) {
  aml_sv name = aml_path_name(aml_value_text(aml_object_find(state, AML_SV("policyDefinitionId"))));
  for (size_t i = 0; name.len > 0 && i < j->criteria->rules->list.count; i++) {
    const aml_rule *rule = j->criteria->rules->list.items[i];
    bool is_same = rule->origin == AML_RULE_AZURE_POLICY && aml_sv_ieq(rule->id, name);
    if (is_same && rule->effective != AML_SEVERITY_NONE) {
      return rule;
    }
  }
  return NULL;
}

/* Whether the resource breaks the rule; MAYBE where that is not decided. */
static aml_truth is_broken(const judged *one, const aml_rule *rule) {
  aml_truth found = AML_FALSE;
  for (size_t i = 0; i < one->findings.count && found != AML_TRUE; i++) {
    if (one->findings.items[i]->rule == rule) {
      found = one->findings.items[i]->status == AML_UNDECIDED ? AML_MAYBE : AML_TRUE;
    }
  }
  return found;
}

static aml_finding *add_finding(
    aml_findings *findings, const aml_rule *rule, aml_span span, const judged *one) {
  aml_finding *finding = aml_findings_add(findings);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->status = AML_ACTIVE;
  finding->span = span;
  finding->resource = one->resource;
  return finding;
}

static const judged *resource_of(judging *j, const aml_value *state) {
  aml_azure_id id;
  aml_sv text = aml_value_text(aml_object_find(state, AML_SV("resourceId")));
  if (!aml_azure_id_read(j->scratch, text, &id)) {
    return NULL;
  }
  const aml_scope_path scope = {.subscription = id.subscription, .resource_group = id.resource_group};
  aml_sv type = aml_sv_format(j->scratch, "%.*s/%.*s", AML_SV_ARG(id.provider), AML_SV_ARG(id.types));
  return aml_map_find(&j->resources, key_of(j->scratch, &scope, type, id.names));
}

static void judge(judging *j, const aml_rule *rule, const aml_value *state) {
  const aml_value *word = aml_object_find(state, AML_SV("complianceState"));
  const aml_rule *policy = rule_of(j, state);
  const judged *one = policy == NULL ? NULL : resource_of(j, state);
  if (one == NULL || word == NULL) {
    return;
  }
  aml_truth broken = is_broken(one, policy);
  bool is_compliant = aml_sv_ieq(aml_value_text(word), AML_SV("Compliant"));
  bool is_said = is_compliant || aml_sv_ieq(aml_value_text(word), AML_SV("NonCompliant"));
  if (!is_said || broken == AML_MAYBE || (broken == AML_TRUE) != is_compliant) {
    return;
  }
  aml_arena *arena = j->findings->arena;
  aml_sv name = one->resource->shown_name;
  aml_finding *finding = add_finding(j->findings, rule, word->span, one);
  finding->message =
      is_compliant
          ? aml_message_of(arena,
                "Azure Policy reports that '%.*s' complies with '%.*s', but amlint finds a violation.",
                AML_SV_ARG(name), AML_SV_ARG(policy->id))
          : aml_message_of(arena,
                "Azure Policy reports that '%.*s' violates '%.*s', but amlint finds no violation.",
                AML_SV_ARG(name), AML_SV_ARG(policy->id));
}

void aml_engine_check_policy_states(const aml_inputs *inputs, const aml_criteria *criteria,
    const aml_estate *estate, aml_findings *findings) {
  const aml_rule *rule = aml_ruleset_find(criteria->rules, AML_SV("AML808"));
  judging j = {.criteria = criteria,
      .estate = estate,
      .findings = findings,
      .scratch = aml_arena_new_scratch(findings->arena)};
  aml_map_init(&j.resources, j.scratch, AML_MAP_IGNORE_CASE);
  aml_file_list files = aml_engine_evidence_files(inputs);
  bool is_indexed = false;
  for (size_t i = 0; i < files.count && rule != NULL; i++) {
    const aml_export *export = files.items[i]->export;
    if (export->sort == AML_EXPORT_STATES && !is_indexed) {
      index_all(&j);
      is_indexed = true;
    }
    for (size_t k = 0; export->sort == AML_EXPORT_STATES && k < export->count; k++) {
      judge(&j, rule, export->items[k]);
    }
  }
  aml_arena_release(j.scratch);
}
