/* Runs an Azure policy in force on a resource of the graph. */
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "policy/binding.h"
#include "rule/spot.h"

enum { SHOWN_MAX = 80, HELP_MAX = 1024 };

/* Types that have tags and a location are what mode Indexed is about. A resource that names either has them,
 * and so do those of Azure Machine Learning that people declare. */
static bool is_indexed(const aml_resource *resource) {
  static const aml_sv types[] = {AML_SV_CONST("Microsoft.MachineLearningServices/workspaces"),
      AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/computes"),
      AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/onlineEndpoints"),
      AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/batchEndpoints"),
      AML_SV_CONST("Microsoft.MachineLearningServices/registries")};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (aml_sv_ieq(resource->type, types[i])) {
      return true;
    }
  }
  return aml_object_find(resource->body, AML_SV("tags")) != NULL ||
         aml_object_find(resource->body, AML_SV("location")) != NULL;
}

/* The judge is the first member of its policy. */
static const aml_policy *policy_of(const aml_judge *judge) {
  return (const aml_policy *)(const void *)judge;
}

static bool concerns(
    const aml_judge *self, aml_arena *arena, const aml_check_context *context, const aml_resource *resource) {
  const aml_policy *policy = policy_of(self);
  if (policy->definition->mode == AML_MODE_OTHER ||
      (policy->definition->mode == AML_MODE_INDEXED && !is_indexed(resource))) {
    return false;
  }
  return policy->assignment == NULL || aml_assignment_concerns(arena, policy->assignment, context, resource);
}

/* The last property that the verdict rests on: policies put what they object to behind what they select by.
 */
static aml_spot find_spot(aml_arena *arena, const aml_check *check) {
  for (size_t i = check->evidence_count; i > 0; i--) {
    const aml_evidence *evidence = &check->evidence[i - 1];
    if (evidence->path != NULL) {
      return aml_spot_of(arena, evidence);
    }
  }
  return aml_spot_of_resource(check->root);
}

static aml_message make_message(aml_arena *arena, const aml_rule *rule, const aml_check *check,
    const aml_verdict *verdict, const aml_spot *spot) {
  aml_message_writer out;
  aml_message_begin(&out, arena);
  aml_message_addf(&out, "'%.*s' does not comply with '%.*s'", AML_SV_ARG(check->root->shown_name),
      AML_SV_ARG(rule->title));
  if (spot->property.len > 0) {
    aml_message_addf(&out, ": '%.*s' is ", AML_SV_ARG(spot->property));
    bool is_known = spot->value != NULL && spot->value->kind != AML_UNKNOWN;
    aml_sv words = spot->value == NULL ? AML_SV("not set") : AML_SV("not known");
    aml_message_add_argument(&out, is_known ? AML_ARGUMENT_TEXT : AML_ARGUMENT_WORDS,
        is_known ? aml_value_show(arena, spot->value, SHOWN_MAX) : words);
  }
  aml_message_addf(&out, " (effect '%.*s').", AML_SV_ARG(verdict->effect_text));
  if (policy_of(rule->body->judge)->message.len > 0) {
    aml_message_addf(&out, " %.*s", AML_SV_ARG(policy_of(rule->body->judge)->message));
  }
  return aml_message_end(&out);
}

/* What modify and append would do says what to write. */
static aml_sv make_help(aml_arena *arena, const aml_verdict *verdict) {
  const aml_value *list = verdict->details;
  if (aml_value_is(list, AML_OBJECT)) {
    list = aml_object_find(list, AML_SV("operations"));
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, HELP_MAX);
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    const aml_value *field = aml_object_find(list->as.array.items[i], AML_SV("field"));
    const aml_value *value = aml_object_find(list->as.array.items[i], AML_SV("value"));
    if (field != NULL && value != NULL && value->kind != AML_UNKNOWN) {
      aml_sv shown = aml_value_show(arena, value, SHOWN_MAX);
      aml_strbuf_addf(&out, "%sSet '%.*s' to '%.*s'.", out.len > 0 ? " " : "",
          AML_SV_ARG(aml_value_text(field)), AML_SV_ARG(shown));
    }
  }
  return aml_strbuf_view(&out);
}

static aml_severity severity_of(const aml_rule *rule, const aml_verdict *verdict) {
  const aml_assignment *assignment = policy_of(rule->body->judge)->assignment;
  if (verdict->applies == AML_MAYBE) {
    return rule->effective;
  }
  if (verdict->effect == AML_EFFECT_DENY && assignment != NULL && !assignment->is_enforced) {
    return AML_SEVERITY_WARNING;
  }
  return aml_effect_severity(verdict->effect);
}

static void report(
    const aml_rule *rule, aml_check *check, const aml_verdict *verdict, aml_findings *findings) {
  aml_arena *arena = findings->arena;
  const aml_resource *resource = check->root;
  aml_spot spot = find_spot(arena, check);
  aml_related_list related = {0};
  aml_finding *finding = aml_spot_add_finding(findings, rule, resource, &spot);
  bool is_sure = verdict->applies == AML_TRUE && resource->condition != AML_CONDITION_OFF_BY_DEFAULT;
  finding->severity = severity_of(rule, verdict);
  if (is_sure) {
    finding->message = make_message(arena, rule, check, verdict, &spot);
    finding->help = make_help(arena, verdict);
    finding->suppressions = aml_exemption_find(arena, policy_of(rule->body->judge), check->context, resource);
    finding->status = finding->suppressions != NULL ? AML_SUPPRESSED : AML_ACTIVE;
  } else {
    finding->is_incomplete = check->eval.hit_limit;
    bool is_off = verdict->applies == AML_TRUE;
    aml_finding_undecide(finding, arena, is_off ? aml_resource_when(arena, resource) : verdict->reason);
  }
  aml_spot_explain(arena, resource, &spot, &related);
  finding->related = related.items;
  finding->related_count = related.count;
}

static size_t judge(const aml_judge *self, const aml_rule *rule, const aml_check_context *context,
    const aml_resource *resource, aml_evidence *evidence, aml_findings *findings) {
  const aml_policy *policy = policy_of(self);
  aml_arena *arena = findings->arena;
  if (!concerns(self, arena, context, resource)) {
    return 0;
  }
  aml_check check = {.arena = arena,
      .context = context,
      .dialect = AML_DIALECT_AZURE,
      .aliases = policy->definition->aliases,
      .parameters = policy->values,
      .policy = policy->policy,
      .evidence = evidence};
  aml_check_begin(&check, resource);
  aml_verdict verdict = aml_definition_judge(
      &check, policy->definition, aml_assignment_effect(arena, policy, resource), AML_RELATED_PARTIAL);
  if (verdict.applies == AML_FALSE) {
    return 0;
  }
  report(rule, &check, &verdict, findings);
  return 1;
}

const aml_judge aml_policy_judge = {.concerns = concerns, .check = judge};
