/* Rules on what runs: what a declaration breaks as well is one finding. */
#include "engine/engine.h"
#include "rule/spot.h"

static const aml_sv computes = AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/computes");

typedef struct merging {
  aml_engine *engine;
  aml_map actual;   /* a resource that runs, by its address, to its aml_actual */
  aml_map verdicts; /* a declared resource and a rule, by their addresses, to the finding */
  aml_map absences; /* a declared resource and a property that it lacks, to the finding on that */
  aml_map dropped;  /* findings, by their addresses */
  aml_map said;     /* a declared resource and a rule that says something of what runs, broken or undecided */
} merging;

static aml_sv key_of(aml_arena *arena, const void *resource, const void *other, aml_sv text) {
  return aml_sv_format(arena, "%p %p %.*s", resource, other, AML_SV_ARG(text));
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
  (void)aml_map_put(&m->dropped, key_of(m->dropped.arena, finding, NULL, (aml_sv){NULL, 0}), m->engine);
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
    relate(&m->engine->arena, same, finding->span, "This is what runs.");
    drop(m, finding);
    return;
  }
  relate(&m->engine->arena, finding, declared->name_span, "It is declared here.");
  const aml_finding *open = aml_map_find(&m->absences, key_of(scratch, declared, NULL, finding->property));
  if (open != NULL) {
    drop(m, open);
  }
}

/* What only the declaration breaks runs otherwise, which whoever reads the finding wants to know. */
static void relate_difference(merging *m, aml_finding *finding) {
  const aml_resource *declared = finding->resource;
  const aml_drift *drift = m->engine->estate.drift;
  bool is_judged = declared != NULL && finding->status == AML_ACTIVE && finding->rule->body != NULL &&
                   declared->order < aml_graph_count(m->engine->estate.declared) &&
                   aml_graph_at(m->engine->estate.declared, declared->order) == declared;
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
  aml_sv text = aml_sv_format(&m->engine->arena, "Not so in the evidence%s%s.", is_dated ? " of " : "", day);
  relate(&m->engine->arena, finding, actual->resource->name_span, text.data);
}

static void sweep(merging *m) {
  size_t kept = 0;
  for (size_t i = 0; i < m->engine->findings.list.count; i++) {
    aml_finding *finding = m->engine->findings.list.items[i];
    if (aml_map_find(&m->dropped, key_of(m->dropped.arena, finding, NULL, (aml_sv){NULL, 0})) == NULL) {
      m->engine->findings.list.items[kept++] = finding;
    }
  }
  m->engine->findings.list.count = kept;
}

/* Findings from `begin` on are those of what runs. */
static void merge(aml_engine *engine, size_t begin) {
  aml_arena *scratch = aml_arena_new_scratch(&engine->arena);
  merging m = {.engine = engine};
  aml_map *maps[] = {&m.actual, &m.verdicts, &m.absences, &m.dropped, &m.said};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    aml_map_init(maps[i], scratch, AML_MAP_EXACT);
  }
  for (size_t i = 0; i < engine->estate.drift->actual.count; i++) {
    aml_actual *actual = engine->estate.drift->actual.items[i];
    aml_map_put(&m.actual, key_of(scratch, actual->resource, NULL, (aml_sv){NULL, 0}), actual);
  }
  for (size_t i = 0; i < begin; i++) {
    index_declared(&m, engine->findings.list.items[i]);
  }
  for (size_t i = begin; i < engine->findings.list.count; i++) {
    merge_one(&m, engine->findings.list.items[i]);
  }
  for (size_t i = 0; i < begin; i++) {
    relate_difference(&m, engine->findings.list.items[i]);
  }
  sweep(&m);
  aml_arena_release(scratch);
}

static aml_finding *add_finding(aml_engine *engine, const aml_rule *rule, aml_span span) {
  aml_finding *finding = aml_findings_add(&engine->findings);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->status = AML_ACTIVE;
  finding->span = span;
  return finding;
}

/* It would never be stale. */
static void tell_future(aml_engine *engine, const aml_file *file) {
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(file->exported, day);
  aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, file->source->path,
      "'%.*s' is said to be exported on %s, which is after the day of this run.",
      AML_SV_ARG(file->source->path), day);
}

/* As of the day of the run. */
static void tell_stale(aml_engine *engine) {
  const aml_rule *rule = aml_ruleset_find(engine->criteria.rules, AML_SV("AML806"));
  for (size_t i = 0; i < engine->inputs.files.count && rule != NULL; i++) {
    const aml_file *file = engine->inputs.files.items[i];
    if (file->is_evidence && file->exported != AML_DAY_NONE &&
        file->exported > engine->request.options.as_of) {
      tell_future(engine, file);
    }
    if (!file->is_evidence || file->exported == AML_DAY_NONE ||
        engine->request.options.as_of - file->exported <= file->config->max_age_days) {
      continue;
    }
    aml_finding *finding = add_finding(engine, rule, (aml_span){file->source->id, 0, 0});
    finding->message = aml_message_of(&engine->arena, "This evidence is %d days old.",
        (int)(engine->request.options.as_of - file->exported));
  }
}

void aml_engine_check_evidence(aml_engine *engine) {
  if (engine->estate.drift == NULL) {
    return;
  }
  size_t begin = engine->findings.list.count;
  aml_engine_check_graph(engine, engine->estate.running);
  merge(engine, begin);
  aml_drift_find(engine->estate.drift, engine->estate.declared, engine->inputs.sources,
      engine->criteria.rules, &engine->findings);
  aml_drift_find_health(engine->estate.drift, engine->criteria.rules, &engine->findings);
  aml_engine_check_policy_states(engine);
  tell_stale(engine);
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
static bool names_compute(const aml_engine *engine, const aml_waiver *waiver) {
  bool is_of_entry = waiver->reach == AML_REACH_ENTRY && waiver->resource_name.len > 0 &&
                     !aml_waiver_is_pattern(waiver->resource_name);
  if (!is_of_entry || waiver->resource_type.len > 0) {
    return is_of_entry && aml_sv_ieq(waiver->resource_type, computes);
  }
  for (size_t i = 0; i < waiver->rules.count; i++) {
    const aml_rule *rule = aml_ruleset_find(engine->criteria.rules, waiver->rules.items[i]);
    if (rule == NULL || !is_for_computes_alone(rule)) {
      return false;
    }
  }
  return waiver->rules.count > 0;
}

/* Whether no compute of that name is declared, none may be by a name that is not known, and the evidence is
 * complete for every workspace that computes are declared in. */
static bool is_surely_gone(const aml_engine *engine, aml_sv name) {
  bool is_gone = !aml_drift_runs(engine->estate.drift, name) && engine->estate.drift->complete.count > 0;
  aml_resource_range all = aml_graph_of_type(engine->estate.declared, computes);
  for (size_t i = 0; i < all.count && is_gone; i++) {
    const aml_resource *resource = all.items[i];
    is_gone = resource->name->kind == AML_STRING && !aml_sv_ieq(resource->shown_name, name) &&
              aml_drift_is_complete_for(engine->estate.drift, resource);
  }
  return is_gone;
}

void aml_engine_check_waived_resources(aml_engine *engine) {
  const aml_rule *rule = aml_ruleset_find(engine->criteria.rules, AML_SV("AML805"));
  for (size_t i = 0; i < engine->acceptance.waivers.count && engine->estate.drift != NULL && rule != NULL;
       i++) {
    const aml_waivers *waivers = &engine->acceptance.waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count; k++) {
      const aml_waiver *waiver = waivers->list.items[k];
      if (!names_compute(engine, waiver) || !is_surely_gone(engine, waiver->resource_name)) {
        continue;
      }
      aml_finding *finding = add_finding(engine, rule, waiver->span);
      finding->message = aml_message_of(&engine->arena,
          "This exception names the cluster '%.*s', which is neither declared nor in the evidence.",
          AML_SV_ARG(waiver->resource_name));
    }
  }
}
