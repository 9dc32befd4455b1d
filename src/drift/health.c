/* What exports say of how clusters do: those that fail, and those that wait for work. */
#include "drift/drift.h"
#include "rule/spot.h"

typedef struct looking {
  aml_findings *findings;
  const aml_resource *cluster;
} looking;

static const aml_value *at(const looking *l, const char *path) {
  return aml_value_path(l->cluster->body, aml_sv_of(path));
}

/* A number of nodes; 0 where the export does not say it. */
static int64_t count_at(const looking *l, const char *path) {
  const aml_value *value = at(l, path);
  return aml_value_is(value, AML_INT) ? value->as.integer : 0;
}

static aml_finding *add_finding(const looking *l, const aml_rule *rule, const aml_value *value) {
  const aml_spot spot = aml_spot_of_value(l->findings->arena, l->cluster, value);
  aml_finding *finding = aml_spot_add_finding(l->findings, rule, l->cluster, &spot);
  finding->severity = rule->severity;
  finding->status = AML_ACTIVE;
  return finding;
}

/* The code of the first error: the CLI prints it alone, ARM's list holds {"error": {"code"}}. Its message is
 * free text, and not shown. */
static aml_sv code_of(const aml_value *errors) {
  if (!aml_value_is(errors, AML_ARRAY)) {
    return aml_value_text(errors);
  }
  const aml_value *first = errors->as.array.count == 0 ? NULL : errors->as.array.items[0];
  const aml_value *error = aml_object_find(first, AML_SV("error"));
  return aml_value_text(aml_object_find(error != NULL ? error : first, AML_SV("code")));
}

/* Whether there are errors; a list of unknown length is no news. */
static bool has_errors(const aml_value *errors) {
  return (aml_value_is(errors, AML_ARRAY) && errors->as.array.count > 0) || aml_value_text(errors).len > 0;
}

static void find_failing(const looking *l, const aml_rule *rule) {
  const aml_value *state = at(l, "properties.provisioningState");
  const aml_value *lists[] = {at(l, "properties.provisioningErrors"), at(l, "properties.properties.errors")};
  const aml_value *errors = has_errors(lists[0]) ? lists[0] : has_errors(lists[1]) ? lists[1] : NULL;
  const aml_value *unusable = at(l, "properties.properties.nodeStateCounts.unusableNodeCount");
  aml_sv word = aml_value_text(state);
  bool has_failed = aml_sv_ieq(word, AML_SV("Failed")) || aml_sv_ieq(word, AML_SV("Canceled"));
  bool has_unusable = aml_value_is(unusable, AML_INT) && unusable->as.integer > 0;
  if (!has_failed && errors == NULL && !has_unusable) {
    return;
  }
  aml_arena *arena = l->findings->arena;
  aml_sv name = l->cluster->shown_name;
  aml_sv code = code_of(errors);
  aml_finding *finding = add_finding(l, rule, has_failed ? state : errors != NULL ? errors : unusable);
  finding->message =
      has_failed && code.len > 0
          ? aml_message_of(arena, "Cluster '%.*s' has the provisioning state '%.*s', with the error '%.*s'.",
                AML_SV_ARG(name), AML_SV_ARG(word), AML_SV_ARG(code))
      : has_failed     ? aml_message_of(arena, "Cluster '%.*s' has the provisioning state '%.*s'.",
                             AML_SV_ARG(name), AML_SV_ARG(word))
      : errors != NULL ? aml_message_of(arena, "Cluster '%.*s' reports the error '%.*s'.", AML_SV_ARG(name),
                             AML_SV_ARG(code.len > 0 ? code : AML_SV("unknown")))
                       : aml_message_of(arena, "Cluster '%.*s' has %lld unusable node%s.", AML_SV_ARG(name),
                             (long long)unusable->as.integer, unusable->as.integer == 1 ? "" : "s");
}

/* Idle nodes are those that no job uses; where other nodes run or prepare one, the minimum may be of use. */
static void find_idle(const looking *l, const aml_rule *rule) {
  const aml_value *idle = at(l, "properties.properties.nodeStateCounts.idleNodeCount");
  const aml_value *least = at(l, "properties.properties.scaleSettings.minNodeCount");
  bool is_idle = aml_value_is(idle, AML_INT) && idle->as.integer > 0;
  bool is_kept = aml_value_is(least, AML_INT) && least->as.integer > 0;
  if (!is_idle || !is_kept || count_at(l, "properties.properties.nodeStateCounts.runningNodeCount") > 0 ||
      count_at(l, "properties.properties.nodeStateCounts.preparingNodeCount") > 0) {
    return;
  }
  aml_finding *finding = add_finding(l, rule, idle);
  finding->message = aml_message_of(l->findings->arena,
      "Cluster '%.*s' had %lld idle node%s and no job when it was exported; its minimum is %lld.",
      AML_SV_ARG(l->cluster->shown_name), (long long)idle->as.integer, idle->as.integer == 1 ? "" : "s",
      (long long)least->as.integer);
}

void aml_drift_find_health(const aml_drift *drift, const aml_ruleset *rules, aml_findings *findings) {
  const aml_rule *failing = aml_ruleset_find(rules, AML_SV("AML804"));
  const aml_rule *idle = aml_ruleset_find(rules, AML_SV("AML807"));
  for (size_t i = 0; i < drift->actual.count; i++) {
    const looking l = {findings, drift->actual.items[i]->resource};
    if (failing != NULL && aml_drift_is_cluster(l.cluster)) {
      find_failing(&l, failing);
    }
    if (idle != NULL && aml_drift_is_cluster(l.cluster)) {
      find_idle(&l, idle);
    }
  }
}
