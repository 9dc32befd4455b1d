/* Rules on what runs: what a declaration breaks as well is one finding. */
#include <string.h>

#include "engine/apply.h"
#include "engine/check_resources.h"
#include "rule/spot.h"

static const aml_sv computes = AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/computes");

typedef struct merging {
  const aml_estate *estate;
  aml_findings *findings;
  aml_map actual;   /* a resource that runs, by its address, to its aml_actual */
  aml_map verdicts; /* a declared resource and a rule, by their addresses, to the finding */
  aml_map absences; /* a declared resource and a property that it lacks, to the finding on that */
  aml_map dropped;  /* findings, by their addresses */
  aml_map said;     /* a declared resource and a rule that says something of what runs, broken or undecided */
} merging;

/* Two addresses, and a text. */
static aml_sv key_of(aml_arena *arena, const void *resource, const void *other, aml_sv text) {
  const void *const both[] = {resource, other};
  char *key = AML_NEW_ARRAY(arena, char, sizeof both + text.len);
  memcpy(key, both, sizeof both);
  memcpy(key + sizeof both, aml_sv_bytes(text), text.len);
  return (aml_sv){key, sizeof both + text.len};
}

static void index_declared(merging *m, aml_finding *finding) {
  aml_arena *arena = m->verdicts.arena;
  if (finding->resource == NULL || finding->status != AML_ACTIVE) {
    return;
  }
  (void)aml_map_put(
      &m->verdicts, key_of(arena, finding->resource, finding->rule, (aml_sv){NULL, 0}), finding);
  if (finding->is_absence) {
    (void)aml_map_put(&m->absences, key_of(arena, finding->resource, NULL, finding->property), finding);
  }
}

static void relate(aml_arena *arena, aml_finding *finding, aml_span span, const char *text) {
  aml_related *related = AML_NEW_ARRAY(arena, aml_related, finding->related_count + 1);
  for (size_t i = 0; i < finding->related_count; i++) {
    related[i] = finding->related[i];
  }
  related[finding->related_count] = (aml_related){span, aml_sv_of(text)};
  finding->related = related;
  finding->related_count++;
}

static void drop(merging *m, const aml_finding *finding) {
  (void)aml_map_put(&m->dropped, key_of(m->dropped.arena, finding, NULL, (aml_sv){NULL, 0}), m);
}

/* What the declaration breaks as well is said there; what it leaves open, and runs wrong, is said of what
 * runs. */
static void merge_one(merging *m, aml_finding *finding) {
  aml_arena *scratch = m->verdicts.arena;
  const aml_actual *actual =
      aml_map_find(&m->actual, key_of(scratch, finding->resource, NULL, (aml_sv){NULL, 0}));
  const aml_resource *declared = actual == NULL ? NULL : actual->declared;
  finding->fix_count = 0; /* nobody mends an export */
  if (declared == NULL) {
    return;
  }
  (void)aml_map_put(&m->said, key_of(scratch, declared, finding->rule, (aml_sv){NULL, 0}), finding);
  if (finding->status == AML_UNDECIDED) { /* the export does not hold what the declaration says */
    drop(m, finding);
    return;
  }
  aml_finding *same = aml_map_find(&m->verdicts, key_of(scratch, declared, finding->rule, (aml_sv){NULL, 0}));
  if (same != NULL) {
    relate(m->findings->arena, same, finding->span, "This is what runs.");
    drop(m, finding);
    return;
  }
  relate(m->findings->arena, finding, declared->name_span, "It is declared here.");
  const aml_finding *open = aml_map_find(&m->absences, key_of(scratch, declared, NULL, finding->property));
  if (open != NULL) {
    drop(m, open);
  }
}

/* What only the declaration breaks runs otherwise, which whoever reads the finding wants to know. */
static void relate_difference(merging *m, aml_finding *finding) {
  const aml_resource *declared = finding->resource;
  const aml_drift *drift = m->estate->drift;
  bool is_judged = declared != NULL && finding->status == AML_ACTIVE && finding->rule->body != NULL &&
                   declared->order < aml_graph_count(m->estate->declared) &&
                   aml_graph_at(m->estate->declared, declared->order) == declared;
  const aml_actual *actual = is_judged ? drift->of_declared[declared->order] : NULL;
  if (actual == NULL ||
      aml_map_find(&m->said, key_of(m->said.arena, declared, finding->rule, (aml_sv){NULL, 0})) != NULL) {
    return;
  }
  char day[AML_DAY_TEXT_SIZE] = "";
  bool is_dated = actual->file->exported != AML_DAY_NONE;
  if (is_dated) {
    aml_day_text(actual->file->exported, day);
  }
  aml_sv text =
      aml_sv_format(m->findings->arena, "The evidence%s%s has no such finding.", is_dated ? " of " : "", day);
  relate(m->findings->arena, finding, actual->resource->name_span, text.data);
}

static void sweep(merging *m) {
  size_t kept = 0;
  for (size_t i = 0; i < m->findings->list.count; i++) {
    aml_finding *finding = m->findings->list.items[i];
    if (aml_map_find(&m->dropped, key_of(m->dropped.arena, finding, NULL, (aml_sv){NULL, 0})) == NULL) {
      m->findings->list.items[kept++] = finding;
    }
  }
  m->findings->list.count = kept;
}

/* Findings from `begin` on are those of what runs. */
static void merge(const aml_estate *estate, aml_findings *findings, size_t begin) {
  aml_arena *scratch = aml_arena_new_scratch(findings->arena);
  merging m = {.estate = estate, .findings = findings};
  aml_map *maps[] = {&m.actual, &m.verdicts, &m.absences, &m.dropped, &m.said};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    aml_map_init(maps[i], scratch, AML_MAP_EXACT);
  }
  for (size_t i = 0; i < estate->drift->actual.count; i++) {
    aml_actual *actual = estate->drift->actual.items[i];
    aml_map_put(&m.actual, key_of(scratch, actual->resource, NULL, (aml_sv){NULL, 0}), actual);
  }
  for (size_t i = 0; i < begin; i++) {
    index_declared(&m, findings->list.items[i]);
  }
  for (size_t i = begin; i < findings->list.count; i++) {
    merge_one(&m, findings->list.items[i]);
  }
  for (size_t i = 0; i < begin; i++) {
    relate_difference(&m, findings->list.items[i]);
  }
  sweep(&m);
  aml_arena_release(scratch);
}

static aml_finding *add_finding(aml_findings *findings, const aml_rule *rule, aml_span span) {
  aml_finding *finding = aml_findings_add(findings);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->status = AML_ACTIVE;
  finding->span = span;
  return finding;
}

/* It would never be stale. */
static void tell_future(aml_remarks *remarks, const aml_file *file) {
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(file->exported, day);
  aml_engine_notice(remarks, AML_SEVERITY_WARNING, file->source->path,
      "'%.*s' is said to be exported on %s, which is after the day of this run.",
      AML_SV_ARG(file->source->path), day);
}

/* As of the day of the run. */
static void tell_stale(const aml_checking *on) {
  const aml_rule *rule = aml_ruleset_find(on->criteria->rules, AML_SV("AML806"));
  for (size_t i = 0; i < on->inputs->files.count && rule != NULL; i++) {
    const aml_file *file = on->inputs->files.items[i];
    if (file->is_evidence && file->exported != AML_DAY_NONE && file->exported > on->request->options.as_of) {
      tell_future(on->remarks, file);
    }
    if (!file->is_evidence || file->exported == AML_DAY_NONE ||
        on->request->options.as_of - file->exported <= file->config->max_age_days) {
      continue;
    }
    aml_finding *finding = add_finding(on->findings, rule, (aml_span){file->source->id, 0, 0});
    finding->message = aml_message_of(on->inputs->arena, "This evidence is %d days old.",
        (int)(on->request->options.as_of - file->exported));
  }
}

void aml_engine_check_evidence(const aml_checking *on) {
  if (on->estate->drift == NULL) {
    return;
  }
  size_t begin = on->findings->list.count;
  aml_engine_check_graph(on, on->estate->running);
  merge(on->estate, on->findings, begin);
  aml_drift_find(
      on->estate->drift, on->estate->declared, on->inputs->sources, on->criteria->rules, on->findings);
  aml_drift_find_health(on->estate->drift, on->criteria->rules, on->findings);
  aml_engine_check_policy_states(on->inputs, on->criteria, on->estate, on->findings);
  tell_stale(on);
}

/* Rules of evidence have no condition, which would say what they are for. */
static bool is_for_computes_alone(const aml_rule *rule) {
  static const char *const of_clusters[] = {"AML802", "AML803", "AML804", "AML807"};
  for (size_t i = 0; i < sizeof of_clusters / sizeof of_clusters[0]; i++) {
    if (aml_sv_eq(rule->id, aml_sv_of(of_clusters[i]))) {
      return true;
    }
  }
  return rule->body != NULL && aml_rule_is_for(rule, computes) &&
         !aml_rule_is_for(rule, AML_SV("Microsoft.MachineLearningServices/workspaces"));
}

/* Whether what an entry names can only be a compute: it says so, or its rules are for nothing else. */
static bool names_compute(const aml_criteria *criteria, const aml_waiver *waiver) {
  bool is_of_entry = waiver->reach == AML_REACH_ENTRY && waiver->resource_name.len > 0 &&
                     !aml_waiver_is_pattern(waiver->resource_name);
  if (!is_of_entry || waiver->resource_type.len > 0) {
    return is_of_entry && aml_sv_ieq(waiver->resource_type, computes);
  }
  for (size_t i = 0; i < waiver->rules.count; i++) {
    const aml_rule *rule = aml_ruleset_find(criteria->rules, waiver->rules.items[i]);
    if (rule == NULL || !is_for_computes_alone(rule)) {
      return false;
    }
  }
  return waiver->rules.count > 0;
}

/* Whether no compute of that name is declared, none may be by a name that is not known, and the evidence is
 * complete for every workspace that computes are declared in. */
static bool is_surely_gone(const aml_estate *estate, aml_sv name) {
  bool is_gone = !aml_drift_runs(estate->drift, name) && estate->drift->complete.count > 0;
  aml_resource_range all = aml_graph_of_type(estate->declared, computes);
  for (size_t i = 0; i < all.count && is_gone; i++) {
    const aml_resource *resource = all.items[i];
    is_gone = resource->name->kind == AML_STRING && !aml_sv_ieq(resource->shown_name, name) &&
              aml_drift_is_complete_for(estate->drift, resource);
  }
  return is_gone;
}

void aml_engine_check_waived_resources(const aml_criteria *criteria, const aml_estate *estate,
    const aml_acceptance *acceptance, aml_findings *findings) {
  const aml_rule *rule = aml_ruleset_find(criteria->rules, AML_SV("AML805"));
  for (size_t i = 0; i < acceptance->waivers.count && estate->drift != NULL && rule != NULL; i++) {
    const aml_waivers *waivers = &acceptance->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      const aml_waiver *waiver = waivers->list.items[k];
      if (!names_compute(criteria, waiver) || !is_surely_gone(estate, waiver->resource_name)) {
        continue;
      }
      aml_finding *finding = add_finding(findings, rule, waiver->span);
      finding->message = aml_message_of(findings->arena,
          "This exception names the cluster '%.*s', which is neither declared nor in the evidence.",
          AML_SV_ARG(waiver->resource_name));
    }
  }
}
