/* Any texts as exports of what runs, apart by lines of "====": read, expanded, joined with a declaration, and
 * compared with it. An engine, which has run once, lends its rules and facts. */
#include "drift/drift.h"
#include "engine/core.h"
#include "engine/unit.h"
#include "inventory/quota.h"

#include "fuzz_documents.h"

enum { EXPORTS_MAX = 8 };

static const char cluster[] =
    "name: a\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 0\nmax_instances: 4\n"
    "idle_time_before_scale_down: 120\nidentity: {type: system_assigned}\ntags: {team: research}\n";

static aml_engine *get_engine(void) {
  static aml_engine *core;
  if (core == NULL) {
    amlint_options options = AMLINT_OPTIONS_INIT;
    options.as_of = "2026-11-01";
    options.isolated = true;
    options.jobs = 1;
    amlint_engine *engine = amlint_engine_new(&options, NULL);
    fuzz_check(engine != NULL &&
               amlint_add_text(engine, "a.yml", cluster, sizeof cluster - 1, NULL) == AMLINT_OK &&
               amlint_run(engine, NULL) == AMLINT_OK);
    core = aml_engine_core(engine);
  }
  return core;
}

static aml_file *open_none(void *ctx, aml_sv path) {
  (void)ctx;
  (void)path;
  return NULL;
}

static const aml_texts *list_none(void *ctx, aml_sv folder) {
  static const aml_texts none;
  (void)ctx;
  (void)folder;
  return &none;
}

static aml_file *read_file(fuzz_documents *d, const char *path, aml_sv text, bool is_evidence) {
  aml_source *source = aml_sources_add(d->sources, aml_sv_of(path), (aml_sv){0});
  uint32_t bad_at;
  if (aml_source_fill(source, d->arena, text, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return NULL;
  }
  aml_source_index_lines(source, d->arena);
  aml_file *file = AML_NEW(d->arena, aml_file);
  *file = (aml_file){.source = source,
      .name = source->path,
      .front_ends = get_engine()->inputs.front_ends,
      .memory = d->arena,
      .diags = &d->diags,
      .exported = AML_DAY_NONE,
      .is_said_complete = AML_MAYBE,
      .is_evidence = is_evidence,
      .is_loaded = true};
  return aml_front_ends_read(file) ? file : NULL;
}

static void release_arena(void *arena) {
  aml_arena_release(arena);
}

static const aml_resources *expand(fuzz_documents *d, aml_file *file) {
  const aml_file_list given = {0};
  const aml_front_host host = {.ctx = d,
      .sources = d->sources,
      .facts = get_engine()->criteria.facts,
      .arena = d->arena,
      .given = &given,
      .open = open_none,
      .list = list_none};
  aml_unit_group(&host, file);
  fuzz_check(file->units.count == 1);
  aml_unit *unit = file->units.items[0];
  aml_arena_defer(d->arena, release_arena, &unit->arena);
  aml_arena_share_guard(&unit->arena, d->arena);
  const aml_surroundings around = {0};
  aml_unit_expand(&host, unit, &around);
  return &unit->resources;
}

static void add_exports(fuzz_documents *d, aml_drift *drift) {
  static const char *const paths[] = {
      "0.json", "1.yml", "2.json", "3.yml", "4.json", "5.yml", "6.json", "7.yml"};
  aml_quotas quotas = {0};
  aml_sv rest = d->bytes;
  for (size_t i = 0; i < EXPORTS_MAX && rest.len > 0; i++) {
    aml_file *file = read_file(d, paths[i], fuzz_next_part(&rest), true);
    if (file == NULL) {
      continue;
    }
    fuzz_check(file->export != NULL);
    aml_drift_add(drift, file, expand(d, file));
    if (file->export->sort == AML_EXPORT_QUOTAS) {
      aml_export_quotas(d->arena, file->export, &quotas);
    }
  }
  int64_t limit;
  const aml_scope_path scope = {0};
  (void)aml_quotas_find(&quotas, d->arena, &scope, (aml_sv){NULL, 0}, AML_SV(AML_QUOTA_LOW_PRIORITY), &limit);
}

static void compare(fuzz_documents *d) {
  aml_drift drift;
  aml_drift_init(&drift, d->arena);
  add_exports(d, &drift);
  aml_file *declared = read_file(d, "cluster.yml", aml_sv_of(cluster), false);
  fuzz_check(declared != NULL);
  const aml_resources *resources = expand(d, declared);
  aml_graph *graph = aml_graph_new(d->arena);
  aml_graph_add(graph, resources->list.items, resources->list.count);
  aml_graph_link(graph, 1);
  aml_drift_join(&drift, graph);
  aml_findings findings;
  aml_findings_init(&findings, d->arena);
  aml_drift_find(&drift, graph, d->sources, get_engine()->criteria.rules, &findings);
  aml_drift_find_health(&drift, get_engine()->criteria.rules, &findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  (void)get_engine();
  fuzz_parts_with(data, size, compare);
  return 0;
}
