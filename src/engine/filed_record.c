#include "engine/filed_record.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/shorten.h"
#include "base/sort.h"
#include "engine/drift_record.h"
#include "engine/evidence.h"
#include "source/git.h"
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

typedef struct listing {
  const aml_inputs *inputs;
  aml_evidence_record *out;
  aml_map seen; /* sources by path: a file may serve several others */
} listing;

static void add_source(listing *l, const aml_source *source, const char *kind) {
  if (aml_map_find(&l->seen, source->path) == NULL) {
    (void)aml_map_put(&l->seen, source->path, l);
    AML_VEC_PUSH(l->inputs->arena, &l->out->inputs, file_of(l->inputs->arena, source, kind));
  }
}

static void add_configuration(listing *l, const aml_config *config) {
  if (config != NULL && config->source != 0) {
    add_source(l, aml_sources_get(l->inputs->sources, config->source), "configuration");
  }
}

/* What findings are accepted by. */
static void add_acceptance(listing *l, const aml_acceptance *acceptance) {
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waiver_set *set = acceptance->waivers.items[i];
    add_configuration(l, set->config);
    for (size_t k = 0; k < set->exception_files.count; k++) {
      add_source(l, set->exception_files.items[k], "exceptions");
    }
  }
  for (size_t i = 0; i < acceptance->baseline.list.count; i++) {
    aml_span span = acceptance->baseline.list.items[i]->span;
    if (!aml_span_is_none(span)) {
      add_source(l, aml_sources_get(l->inputs->sources, span.source), "baseline");
    }
  }
}

static void add_inputs(const aml_criteria *criteria, const aml_inputs *inputs,
    const aml_acceptance *acceptance, aml_evidence_record *out) {
  listing l = {.inputs = inputs, .out = out};
  aml_map_init(&l.seen, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (!file->is_evidence && file->front != NULL && file->source->disk.len > 0) {
      add_source(&l, file->source, "declaration");
    }
    add_configuration(&l, file->config);
  }
  add_configuration(&l, aml_engine_config_for(criteria, (aml_sv){NULL, 0}));
  add_acceptance(&l, acceptance);
  aml_sort(inputs->arena, out->inputs.items, out->inputs.count, sizeof *out->inputs.items, compare_files);
}

/* ---- commits ---- */

/* The id that git gives to a text. */
static aml_sv blob_id(aml_arena *arena, aml_sv text, size_t length) {
  unsigned char digest[AML_SHA256_SIZE];
  char out[AML_SHA256_HEX_SIZE];
  bool is_long = length > (size_t)2 * AML_SHA1_SIZE;
  aml_sv head = aml_sv_format(arena, "blob %zu", text.len);
  head.len++; /* with the NUL that ends it */
  aml_sv whole = aml_sv_join(arena, head, text);
  if (is_long) {
    aml_sha256(whole, digest);
  } else {
    aml_sha1(whole, digest);
  }
  aml_digest_text(digest, is_long ? AML_SHA256_SIZE : AML_SHA1_SIZE, out);
  return aml_sv_dup(arena, aml_sv_of(out));
}

/* By text and not by what git remembers of the working tree, which a copy of it has lost. Where git does not
 * answer, no commit is said to have a file. */
static void add_commits(const aml_inputs *inputs, aml_sv commit, aml_evidence_record *out) {
  aml_arena *scratch = aml_arena_new_scratch(inputs->arena);
  aml_git git;
  aml_git_entries entries = {0};
  aml_error error;
  aml_map objects;
  aml_map_init(&objects, scratch, AML_MAP_EXACT);
  if (commit.len > 0 && aml_git_open(&git, scratch, inputs->discovery.root, &error) == AML_OK &&
      aml_git_tree(&git, commit, &entries, &error) == AML_OK) {
    for (size_t i = 0; i < entries.count; i++) {
      (void)aml_map_put(&objects, entries.items[i].path, &entries.items[i]);
    }
  }
  for (size_t i = 0; i < out->inputs.count && objects.count > 0; i++) {
    aml_record_file *file = &out->inputs.items[i];
    const aml_git_entry *entry = aml_map_find(&objects, file->path);
    const aml_source *source = aml_sources_find(inputs->sources, file->path);
    bool is_same = entry != NULL && source != NULL &&
                   aml_sv_eq(entry->object, blob_id(scratch, source->disk, entry->object.len));
    file->commit = is_same ? commit : file->commit;
  }
  aml_arena_release(scratch);
}

/* ---- verdicts ---- */

typedef struct said { /* of one resource */
  AML_VEC(const aml_finding *) findings;
  const aml_passes *passes; /* NULL: none */
} said;

/* Of evidence, and without a condition that could pass. The first is of everything, the others of computes.
 */
static const aml_sv evidence_rules[] = {AML_SV_CONST("AML801"), AML_SV_CONST("AML802"),
    AML_SV_CONST("AML803"), AML_SV_CONST("AML804"), AML_SV_CONST("AML807")};
enum { EVIDENCE_RULES = sizeof evidence_rules / sizeof evidence_rules[0] };

typedef struct telling {
  aml_arena *arena;
  const aml_criteria *criteria;
  const aml_estate *estate;
  const aml_findings *findings;
  said *declared, *running; /* by order in the two graphs */
  aml_map held;             /* paths, to held_rules: most resources of a file hold the same rules */
  size_t *at;               /* by the number of a rule: 1 + the place of its verdict in `all`, 0 for none */
  aml_record_verdicts all;  /* of the resource under way */
  const aml_rule *of_evidence[EVIDENCE_RULES]; /* NULL: there is none of that id */
} telling;

typedef struct held_rules {
  const aml_config *config;  /* of the path */
  unsigned char *severities; /* by the number of a rule: 1 + its severity, 0 where nobody asked yet */
} held_rules;

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
    const aml_passes *passes = &t->findings->passes.items[i];
    said *of = said_of(t, passes->resource);
    if (of != NULL) {
      of->passes = passes;
    }
  }
}

/* The worse of two verdicts stays. */
static void put(telling *t, const aml_record_verdict *one) {
  size_t *at = &t->at[one->rule->number];
  if (*at == 0) {
    AML_VEC_PUSH(t->arena, &t->all, *one);
    *at = t->all.count;
  } else if (one->judgement > t->all.items[*at - 1].judgement) {
    t->all.items[*at - 1] = *one;
  }
}

static void put_finding(telling *t, const aml_finding *finding) {
  aml_record_grounds *grounds = AML_NEW(t->arena, aml_record_grounds);
  aml_record_verdict one = {.rule = finding->rule,
      .severity = finding->severity,
      .judgement = AML_RECORD_BROKEN,
      .grounds = grounds};
  if (finding->status == AML_UNDECIDED) {
    one.judgement = AML_RECORD_UNDECIDED;
    grounds->reason = aml_reason_what(finding->undecided_reason);
  } else if (finding->status == AML_SUPPRESSED) {
    one.judgement = AML_RECORD_ACCEPTED;
    grounds->accepted_by = aml_suppression_name(finding->suppressions);
  }
  put(t, &one);
}

static const held_rules *held_at(telling *t, aml_sv path) {
  held_rules *held = aml_map_find(&t->held, path);
  if (held == NULL) {
    held = AML_NEW(t->arena, held_rules);
    held->config = aml_engine_config_for(t->criteria, path);
    held->severities = AML_NEW_ARRAY(t->arena, unsigned char, t->criteria->rules->put);
    (void)aml_map_put(&t->held, path, held);
  }
  return held;
}

static void put_clean(telling *t, const held_rules *held, const aml_rule *rule, aml_sv path) {
  unsigned char *severity = &held->severities[rule->number];
  if (*severity == 0) {
    *severity =
        (unsigned char)(1 + aml_engine_severity(t->criteria, held->config, path, rule, rule->severity));
  }
  if (t->at[rule->number] == 0 && *severity != 1 + AML_SEVERITY_NONE) {
    const aml_record_verdict one = {
        .rule = rule, .severity = (aml_severity)(*severity - 1), .judgement = AML_RECORD_CLEAN};
    put(t, &one);
  }
}

static void put_all(telling *t, const aml_resource *resource, aml_sv path) {
  const said *of = said_of(t, resource);
  for (size_t i = 0; of != NULL && i < of->findings.count; i++) {
    put_finding(t, of->findings.items[i]);
  }
  const aml_passes *passes = of == NULL ? NULL : of->passes;
  const held_rules *held = passes == NULL ? NULL : held_at(t, path);
  for (size_t i = 0; passes != NULL && i < passes->count; i++) {
    if (passes->items[i].is_concerned) {
      put_clean(t, held, passes->items[i].rule, path);
    }
  }
}

/* A cluster that is declared and runs complies with the rules of evidence unless a finding says otherwise. */
static void put_evidence(telling *t, const aml_drift_entry *entry) {
  if (entry->declared_as == NULL || entry->runs_as == NULL) {
    return;
  }
  const held_rules *held = held_at(t, entry->declared_file);
  size_t count = aml_drift_is_cluster(entry->runs_as) ? EVIDENCE_RULES : 1;
  for (size_t i = 0; i < count; i++) {
    if (t->of_evidence[i] != NULL) {
      put_clean(t, held, t->of_evidence[i], entry->declared_file);
    }
  }
}

static int compare_verdicts(const void *a, const void *b) {
  const aml_record_verdict *x = a;
  const aml_record_verdict *y = b;
  return aml_sv_cmp(x->rule->id, y->rule->id);
}

static aml_record_verdicts verdicts_of(telling *t, const aml_drift_entry *entry) {
  t->all.count = 0;
  put_all(t, entry->declared_as, entry->declared_file);
  put_all(t, entry->runs_as, entry->evidence_file);
  put_evidence(t, entry);
  aml_record_verdicts own = {.items = AML_NEW_ARRAY(t->arena, aml_record_verdict, t->all.count),
      .count = t->all.count,
      .capacity = t->all.count};
  for (size_t i = 0; i < own.count; i++) {
    own.items[i] = t->all.items[i];
    t->at[own.items[i].rule->number] = 0;
  }
  aml_sort(t->arena, own.items, own.count, sizeof *own.items, compare_verdicts);
  return own;
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
      .findings = &engine->findings,
      .at = AML_NEW_ARRAY(arena, size_t, engine->criteria.rules->put)};
  aml_map_init(&t.held, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < EVIDENCE_RULES; i++) {
    t.of_evidence[i] = aml_ruleset_find(t.criteria->rules, evidence_rules[i]);
  }
  index_verdicts(&t);
  aml_record_verdicts *verdicts = AML_NEW_ARRAY(arena, aml_record_verdicts, drift->entries.count);
  for (size_t i = 0; i < drift->entries.count; i++) {
    verdicts[i] = verdicts_of(&t, &drift->entries.items[i]);
  }
  out->verdicts = verdicts;
  add_evidence(&engine->inputs, out);
  add_inputs(&engine->criteria, &engine->inputs, &engine->acceptance, out);
  add_commits(&engine->inputs, audit->commit, out);
}
