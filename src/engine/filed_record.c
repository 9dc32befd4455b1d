#include "engine/filed_record.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/shorten.h"
#include "base/sort.h"
#include "engine/drift_record.h"
#include "engine/evidence.h"
#include "tree/reason.h"

/* ---- files ---- */

static int compare_files(const void *a, const void *b) {
  const aml_record_file *x = a;
  const aml_record_file *y = b;
  int order = aml_sv_cmp(x->path, y->path);
  return order != 0 ? order : aml_sv_cmp(x->kind, y->kind);
}

static aml_record_file file_of(aml_arena *arena, const aml_source *source, const char *kind) {
  return (aml_record_file){.path = source->path,
      .digest = aml_sha256_hex(arena, source->disk),
      .kind = aml_sv_of(kind),
      .exported = AML_DAY_NONE};
}

/* "S/G/w": the workspace that all computes are in; else the group, or the subscription, that all have. */
static aml_sv scope_of(aml_arena *arena, const aml_resources *resources) {
  aml_sv parts[3] = {{NULL, 0}};
  size_t shared = 0;
  for (size_t i = 0; i < resources->list.count; i++) {
    const aml_resource *resource = resources->list.items[i];
    aml_sv rest = aml_value_text(resource->name);
    bool is_in_workspace =
        aml_sv_istarts(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces"));
    const aml_sv own[3] = {resource->scope.subscription, resource->scope.resource_group,
        is_in_workspace ? aml_sv_split(&rest, '/') : (aml_sv){NULL, 0}};
    shared = i == 0 ? 3 : shared;
    for (size_t k = 0; k < shared; k++) {
      parts[k] = i == 0 ? own[k] : parts[k];
      shared = own[k].len == 0 || !aml_sv_ieq(own[k], parts[k]) ? k : shared;
    }
  }
  aml_sv text = {NULL, 0};
  for (size_t k = 0; k < shared; k++) {
    aml_sv part = aml_shorten(arena, parts[k]);
    text = k == 0 ? part : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(text), AML_SV_ARG(part));
  }
  return text;
}

static void add_evidence(const aml_inputs *inputs, aml_evidence_record *out) {
  aml_file_list files = aml_engine_evidence_files(inputs);
  for (size_t i = 0; i < files.count; i++) {
    const aml_file *file = files.items[i];
    const aml_export *export = file->export;
    aml_record_file one =
        file_of(inputs->arena, file->source, export->kind == NULL ? "not read" : export->kind);
    one.exported = file->exported;
    one.by = file->exported_by;
    for (size_t k = 0; k < file->units.count; k++) {
      const aml_resources *resources = &file->units.items[k]->resources;
      one.resources += resources->list.count;
      one.scope = scope_of(inputs->arena, resources);
      one.is_complete = aml_drift_tells_all(file, resources);
    }
    AML_VEC_PUSH(inputs->arena, &out->evidence, one);
  }
}

static void add_inputs(const aml_inputs *inputs, const aml_acceptance *acceptance, aml_evidence_record *out) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (!file->is_evidence && file->front != NULL && file->source->disk.len > 0) {
      AML_VEC_PUSH(inputs->arena, &out->inputs, file_of(inputs->arena, file->source, "declaration"));
    }
  }
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waiver_set *set = acceptance->waivers.items[i];
    if (set->config->source != 0) {
      const aml_source *source = aml_sources_get(inputs->sources, set->config->source);
      AML_VEC_PUSH(inputs->arena, &out->inputs, file_of(inputs->arena, source, "configuration"));
    }
    for (size_t k = 0; k < set->exception_files.count; k++) {
      AML_VEC_PUSH(
          inputs->arena, &out->inputs, file_of(inputs->arena, set->exception_files.items[k], "exceptions"));
    }
  }
  aml_sort(inputs->arena, out->inputs.items, out->inputs.count, sizeof *out->inputs.items, compare_files);
}

/* ---- verdicts ---- */

typedef struct said { /* of one resource */
  AML_VEC(const aml_finding *) findings;
  AML_VEC(const aml_rule *) passed;
} said;

typedef struct telling {
  aml_arena *arena;
  const aml_criteria *criteria;
  const aml_estate *estate;
  const aml_findings *findings;
  said *declared, *running; /* by order in the two graphs */
} telling;

static said *said_of(const telling *t, const aml_resource *resource) {
  if (resource == NULL) {
    return NULL;
  }
  bool is_declared = resource->order < aml_graph_count(t->estate->declared) &&
                     aml_graph_at(t->estate->declared, resource->order) == resource;
  bool is_running = !is_declared && t->estate->running != NULL &&
                    resource->order < aml_graph_count(t->estate->running) &&
                    aml_graph_at(t->estate->running, resource->order) == resource;
  return is_declared ? &t->declared[resource->order] : is_running ? &t->running[resource->order] : NULL;
}

static void index_verdicts(telling *t) {
  t->declared = AML_NEW_ARRAY(t->arena, said, aml_graph_count(t->estate->declared));
  t->running =
      t->estate->running == NULL ? NULL : AML_NEW_ARRAY(t->arena, said, aml_graph_count(t->estate->running));
  for (size_t i = 0; i < t->findings->list.count; i++) {
    const aml_finding *finding = t->findings->list.items[i];
    said *of = said_of(t, finding->resource);
    if (of != NULL) {
      AML_VEC_PUSH(t->arena, &of->findings, finding);
    }
  }
  for (size_t i = 0; i < t->findings->passes.count; i++) {
    const aml_pass *pass = &t->findings->passes.items[i];
    said *of = pass->is_concerned ? said_of(t, pass->resource) : NULL;
    if (of != NULL) {
      AML_VEC_PUSH(t->arena, &of->passed, pass->rule);
    }
  }
}

/* The worse of two verdicts stays. */
static const char *const ranks[] = {"clean", "undecided", "accepted", "broken"};

static size_t rank_of(const char *verdict) {
  size_t rank = 0;
  while (ranks[rank] != verdict) {
    rank++;
  }
  return rank;
}

static void put(const telling *t, aml_map *seen, const aml_record_verdict *one) {
  aml_record_verdict *former = aml_map_find(seen, one->rule);
  if (former == NULL) {
    former = AML_NEW(t->arena, aml_record_verdict);
    (void)aml_map_put(seen, one->rule, former);
    *former = *one;
  } else if (rank_of(one->verdict) > rank_of(former->verdict)) {
    *former = *one;
  }
}

static aml_record_verdict verdict_of(const aml_rule *rule, const char *verdict) {
  return (aml_record_verdict){.rule = rule->id, .title = rule->title, .why = rule->why, .verdict = verdict};
}

static void put_finding(const telling *t, aml_map *seen, const aml_finding *finding) {
  aml_record_verdict one = verdict_of(finding->rule, ranks[3]);
  one.severity = finding->severity;
  if (finding->status == AML_UNDECIDED) {
    one.verdict = ranks[1];
    one.reason = aml_reason_what(finding->undecided_reason);
  } else if (finding->status == AML_SUPPRESSED) {
    one.verdict = ranks[2];
    one.accepted_by = aml_suppression_name(finding->suppressions);
  }
  put(t, seen, &one);
}

static void put_clean(const telling *t, aml_map *seen, const aml_rule *rule, aml_sv path) {
  const aml_config *config = aml_engine_config_for(t->criteria, path);
  aml_record_verdict one = verdict_of(rule, ranks[0]);
  one.severity = aml_engine_severity(t->criteria, config, path, rule, rule->severity);
  if (one.severity != AML_SEVERITY_NONE) {
    put(t, seen, &one);
  }
}

static void put_all(const telling *t, aml_map *seen, const aml_resource *resource, aml_sv path) {
  const said *of = said_of(t, resource);
  for (size_t i = 0; of != NULL && i < of->findings.count; i++) {
    put_finding(t, seen, of->findings.items[i]);
  }
  for (size_t i = 0; of != NULL && i < of->passed.count; i++) {
    put_clean(t, seen, of->passed.items[i], path);
  }
}

/* Rules of evidence have no condition that could pass: a cluster that is declared and runs complies with them
 * unless a finding says otherwise. */
static void put_evidence(const telling *t, aml_map *seen, const aml_drift_entry *entry) {
  static const char *const ids[] = {"AML801", "AML802", "AML803", "AML804", "AML807"};
  bool is_both = entry->declared_as != NULL && entry->runs_as != NULL;
  for (size_t i = 0; is_both && i < sizeof ids / sizeof ids[0]; i++) {
    const aml_rule *rule = aml_ruleset_find(t->criteria->rules, aml_sv_of(ids[i]));
    if (rule != NULL && (i == 0 || aml_drift_is_cluster(entry->runs_as))) {
      put_clean(t, seen, rule, entry->declared_file);
    }
  }
}

static int compare_verdicts(const void *a, const void *b) {
  const aml_record_verdict *x = a;
  const aml_record_verdict *y = b;
  return aml_sv_cmp(x->rule, y->rule);
}

static aml_record_verdicts verdicts_of(const telling *t, const aml_drift_entry *entry) {
  aml_record_verdicts all = {0};
  aml_map seen;
  aml_map_init(&seen, t->arena, AML_MAP_EXACT);
  put_all(t, &seen, entry->declared_as, entry->declared_file);
  put_all(t, &seen, entry->runs_as, entry->evidence_file);
  put_evidence(t, &seen, entry);
  for (size_t i = 0; i < seen.count; i++) {
    AML_VEC_PUSH(t->arena, &all, *(const aml_record_verdict *)seen.entries[i].value);
  }
  aml_sort(t->arena, all.items, all.count, sizeof *all.items, compare_verdicts);
  return all;
}

void aml_engine_record(const aml_engine *engine, const aml_audit *audit, aml_evidence_record *out) {
  aml_arena *arena = engine->result.arena;
  aml_drift_report *drift = AML_NEW(arena, aml_drift_report);
  aml_engine_report_drift(&engine->result.run, engine->estate.drift, &engine->remarks, drift);
  *out = (aml_evidence_record){.drift = drift,
      .audit = audit,
      .facts_digest = aml_facts_digest(arena, engine->criteria.facts),
      .errors = engine->result.counts.errors,
      .warnings = engine->result.counts.warnings,
      .notes = engine->result.counts.notes,
      .accepted = engine->result.counts.suppressed,
      .undecided = engine->result.counts.undecided};
  telling t = {.arena = arena,
      .criteria = &engine->criteria,
      .estate = &engine->estate,
      .findings = &engine->findings};
  index_verdicts(&t);
  aml_record_verdicts *verdicts = AML_NEW_ARRAY(arena, aml_record_verdicts, drift->entries.count);
  for (size_t i = 0; i < drift->entries.count; i++) {
    verdicts[i] = verdicts_of(&t, &drift->entries.items[i]);
  }
  out->verdicts = verdicts;
  add_evidence(&engine->inputs, out);
  add_inputs(&engine->inputs, &engine->acceptance, out);
}
