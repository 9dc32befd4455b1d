#include "engine/drift_record.h"

#include "base/limits.h"
#include "base/shorten.h"
#include "base/sort.h"
#include "source/lines.h"
#include "tree/reason.h"

enum { SHOWN_MAX = 200 };

typedef struct building {
  const aml_sources *sources;
  const aml_drift *drift;
  const aml_findings *findings;
  aml_drift_report *out;
  aml_map accepted; /* a resource and a property to the finding that something lets pass */
} building;

static aml_sv key_of(aml_arena *arena, const aml_resource *resource, aml_sv property) {
  return aml_sv_format(arena, "%p %.*s", (const void *)resource, AML_SV_ARG(property));
}

static void index_accepted(building *b) {
  aml_map_init(&b->accepted, b->out->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < b->findings->list.count; i++) {
    aml_finding *finding = b->findings->list.items[i];
    bool is_of_drift = aml_sv_eq(finding->rule->category, AML_SV("evidence"));
    if (is_of_drift && finding->status == AML_SUPPRESSED && finding->suppressions != NULL) {
      (void)aml_map_put(&b->accepted, key_of(b->out->arena, finding->resource, finding->property), finding);
    }
  }
}

static aml_sv accepted_by(const building *b, const aml_resource *resource, aml_sv property) {
  const aml_finding *finding =
      b->accepted.count == 0 ? NULL : aml_map_find(&b->accepted, key_of(b->out->arena, resource, property));
  if (finding == NULL) {
    return (aml_sv){NULL, 0};
  }
  return aml_suppression_name(finding->suppressions);
}

static void put_place(const building *b, aml_span span, aml_sv *file, uint32_t *line) {
  if (!aml_span_is_none(span)) {
    aml_source *source = aml_sources_get(b->sources, span.source);
    aml_source_index_lines(source, b->out->arena);
    *file = source->path;
    *line = aml_source_locate(source, span.begin).line;
  }
}

static void add_rows(
    const building *b, aml_drift_entry *entry, const aml_resource *declared, const aml_actual *actual) {
  aml_arena *arena = b->out->arena;
  const aml_drift_settings settings = aml_drift_settings_of(b->drift, arena, declared, actual);
  for (size_t i = 0; i < settings.count; i++) {
    const aml_drift_setting *one = &settings.items[i];
    const aml_drift_row row = {
        .setting = aml_drift_key(arena, declared != NULL ? declared : actual->resource, one->path),
        .property = one->path,
        .declared = aml_drift_show(arena, one, one->declared, SHOWN_MAX),
        .actual = aml_drift_show(arena, one, one->actual, SHOWN_MAX),
        .differs = one->differs,
        .reason = aml_reason_what(one->reason),
        .accepted_by = accepted_by(b, declared, one->path),
        .is_left = one->is_left,
        .is_declared = one->declared != NULL,
        .is_security = one->is_security};
    AML_VEC_PUSH(arena, &entry->rows, row);
    if (one->differs != AML_FALSE && entry->state != AML_DRIFT_DIFFERS) {
      entry->state = one->differs == AML_TRUE ? AML_DRIFT_DIFFERS : AML_DRIFT_MAY_DIFFER;
    }
  }
}

static void put_scope(const building *b, aml_drift_entry *entry, const aml_resource *resource) {
  entry->resource_group = aml_shorten(b->out->arena, resource->scope.resource_group);
  entry->subscription = aml_shorten(b->out->arena, resource->scope.subscription);
}

/* What is the same of both; `resource` is the declaration where there is one. */
static aml_drift_entry begin_entry(const building *b, const aml_resource *resource) {
  aml_sv rest = aml_value_text(resource->name);
  aml_drift_entry entry = {.state = AML_DRIFT_IN_STEP,
      .kind = aml_sv_of(aml_drift_noun(resource)),
      .name = aml_shorten(b->out->arena, resource->shown_name),
      .workspace = aml_shorten(b->out->arena, aml_sv_split(&rest, '/')),
      .exported = AML_DAY_NONE};
  put_scope(b, &entry, resource);
  return entry;
}

static void put_actual(const building *b, aml_drift_entry *entry, const aml_actual *actual) {
  entry->runs_as = actual->resource;
  put_place(b, actual->resource->name_span, &entry->evidence_file, &entry->evidence_line);
  entry->exported = actual->file->exported;
  entry->created = aml_shorten(
      b->out->arena, aml_value_text(aml_value_path(actual->resource->body, AML_SV("properties.createdOn"))));
  put_scope(b, entry, actual->resource);
}

static void add_declared(const building *b, const aml_resource *declared, const aml_actual *actual) {
  aml_drift_entry entry = begin_entry(b, declared);
  entry.declared_as = declared;
  put_place(b, declared->name_span, &entry.declared_file, &entry.declared_line);
  entry.accepted_by = accepted_by(b, declared, (aml_sv){NULL, 0});
  if (actual != NULL) {
    put_actual(b, &entry, actual);
    bool is_by_id = aml_scope_same_group(&declared->scope, &actual->resource->scope) == AML_TRUE;
    entry.why = is_by_id ? (aml_sv){NULL, 0}
                         : AML_SV("joined by the names of workspace and compute, which are all that is "
                                  "declared");
  }
  add_rows(b, &entry, declared, actual);
  if (actual == NULL) {
    aml_sv why;
    entry.state = aml_drift_judge_missing(b->drift, declared, &why);
    entry.why = aml_reason_what(why);
  }
  AML_VEC_PUSH(b->out->arena, &b->out->entries, entry);
}

static void add_undeclared(const building *b, const aml_actual *actual) {
  aml_drift_state state;
  aml_sv why;
  if (!aml_drift_judge_undeclared(b->drift, b->sources, actual, &state, &why)) {
    return;
  }
  aml_drift_entry entry = begin_entry(b, actual->resource);
  put_actual(b, &entry, actual);
  add_rows(b, &entry, NULL, actual);
  entry.state = state;
  entry.why = aml_reason_what(why);
  entry.accepted_by = accepted_by(b, actual->resource, (aml_sv){NULL, 0});
  AML_VEC_PUSH(b->out->arena, &b->out->entries, entry);
}

static int compare_entries(const void *a, const void *b) {
  const aml_drift_entry *x = a;
  const aml_drift_entry *y = b;
  if (x->state != y->state) {
    return x->state < y->state ? -1 : 1;
  }
  const aml_sv pairs[][2] = {{x->subscription, y->subscription}, {x->resource_group, y->resource_group},
      {x->workspace, y->workspace}, {x->name, y->name}, {x->declared_file, y->declared_file},
      {x->evidence_file, y->evidence_file}};
  int order = 0;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && order == 0; i++) {
    order = aml_sv_cmp(pairs[i][0], pairs[i][1]);
  }
  return order != 0 ? order : x->declared_line < y->declared_line ? -1 : x->declared_line > y->declared_line;
}

void aml_engine_report_drift(
    const aml_run *run, const aml_drift *drift, const aml_remarks *remarks, aml_drift_report *out) {
  *out =
      (aml_drift_report){.arena = run->arena, .as_of = run->as_of, .is_incomplete = remarks->is_incomplete};
  if (drift == NULL || drift->of_declared == NULL) {
    return;
  }
  building b = {run->sources, drift, run->findings, out, {0}};
  size_t most = remarks->has_ended ? AML_LIMIT_FINDINGS_AT_END : SIZE_MAX;
  index_accepted(&b);
  for (size_t i = 0; i < aml_graph_count(run->graph) && out->entries.count < most; i++) {
    const aml_resource *resource = aml_graph_at(run->graph, i);
    bool is_told = drift->of_declared[i] != NULL || aml_sv_iends(resource->type, AML_SV("/computes"));
    if (aml_drift_is_declaration(resource) && is_told) {
      add_declared(&b, resource, drift->of_declared[i]);
    }
  }
  for (size_t i = 0; i < drift->actual.count && out->entries.count < most; i++) {
    if (drift->actual.items[i]->declared == NULL) {
      add_undeclared(&b, drift->actual.items[i]);
    }
  }
  aml_sort(out->arena, out->entries.items, out->entries.count, sizeof(aml_drift_entry), compare_entries);
}
