#include "report/gather.h"

#include "base/map.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "report/copies.h"
#include "report/place.h"
#include "report/preview.h"

/* A rule that says the same of so many places is one entry; fewer are told with the rest of their resources.
 */
enum { MANY = 3 };

typedef struct gatherer {
  const aml_run *run;
  aml_arena *arena;
  aml_map by_rule, by_place; /* to aml_entry */
} gatherer;

static bool is_calm(const aml_finding *finding) {
  return finding->status == AML_ACTIVE && finding->severity < AML_SEVERITY_ERROR &&
         finding->resource != NULL && !aml_span_is_none(finding->span) && aml_fix_to_show(finding) == NULL;
}

static bool can_gather_by_rule(const aml_finding *finding) {
  return is_calm(finding) && (finding->is_absence || finding->severity == AML_SEVERITY_NOTE);
}

static bool can_gather_by_place(const aml_finding *finding) {
  return is_calm(finding) && finding->is_absence;
}

/* The message with every quoted name of the resource left out, and what else must agree. */
static aml_sv key_of_rule(gatherer *g, const aml_finding *finding) {
  aml_sv name = aml_sv_format(g->arena, "'%.*s'", AML_SV_ARG(aml_finding_resource_name(g->arena, finding)));
  aml_strbuf key;
  aml_strbuf_init(&key, g->arena, SIZE_MAX);
  aml_strbuf_addf(&key, "%.*s\n%d\n%.*s\n", AML_SV_ARG(finding->rule->id), (int)finding->severity,
      AML_SV_ARG(finding->condition));
  for (size_t at = 0; at < finding->message.len;) {
    size_t next = aml_sv_find(finding->message, name, at);
    aml_strbuf_add(&key, aml_sv_slice(finding->message, at, next));
    aml_strbuf_add_char(&key, '\n');
    at = next == AML_NPOS ? finding->message.len : next + name.len;
  }
  return aml_strbuf_view(&key);
}

static aml_sv key_of_place(gatherer *g, const aml_finding *finding) {
  return aml_sv_format(g->arena, "%u %u %u\n%.*s\n%.*s", finding->span.source, finding->span.begin,
      finding->span.end, AML_SV_ARG(finding->resource->shown_name), AML_SV_ARG(finding->condition));
}

/* The entry of that key, where a thing told is added. */
static aml_entry *add_to(gatherer *g, aml_map *map, aml_sv key, const aml_told *told) {
  aml_entry *entry = aml_map_find(map, key);
  if (entry == NULL) {
    entry = AML_NEW(g->arena, aml_entry);
    entry->kind = map == &g->by_rule ? AML_ENTRY_RULE : AML_ENTRY_RESOURCE;
    (void)aml_map_put(map, key, entry);
  }
  AML_VEC_PUSH(g->arena, &entry->told, *told);
  return entry;
}

static int compare_told(const void *left, const void *right) {
  const aml_told *a = left;
  const aml_told *b = right;
  return (int)b->finding->severity - (int)a->finding->severity;
}

static int compare_entries(const void *left, const void *right) {
  const aml_entry *a = *(aml_entry *const *)left;
  const aml_entry *b = *(aml_entry *const *)right;
  return compare_told(&a->told.items[0], &b->told.items[0]);
}

/* Entries of the map that gather enough, the worst first, behind the others. */
static void append(gatherer *g, const aml_map *map, size_t least, aml_entries *out) {
  size_t before = out->list.count;
  for (size_t i = 0; i < map->count; i++) {
    aml_entry *entry = map->entries[i].value;
    if (entry->told.count >= least) {
      aml_sort(g->arena, entry->told.items, entry->told.count, sizeof *entry->told.items, compare_told);
      AML_VEC_PUSH(g->arena, &out->list, entry);
    }
  }
  size_t added = out->list.count - before;
  if (added > 1) {
    aml_sort(g->arena, out->list.items + before, added, sizeof *out->list.items, compare_entries);
  }
}

aml_entries aml_gather_copies(const aml_run *run, const aml_report_options *options) {
  aml_entries out = {0};
  const aml_findings *findings = run->findings;
  for (size_t i = 0, count; i < findings->list.count; i += count) {
    count = aml_copies_count(findings, i);
    if (aml_report_shows(options, findings->list.items[i])) {
      aml_entry *entry = AML_NEW(run->arena, aml_entry);
      const aml_told told = {findings->list.items[i], aml_copies_text(run->arena, findings, i, count), count};
      AML_VEC_PUSH(run->arena, &entry->told, told);
      AML_VEC_PUSH(run->arena, &out.list, entry);
    }
  }
  return out;
}

aml_entries aml_gather(const aml_run *run, const aml_report_options *options) {
  aml_entries all = aml_gather_copies(run, options);
  if (options->is_verbose) {
    return all;
  }
  gatherer g = {.run = run, .arena = run->arena};
  aml_map_init(&g.by_rule, g.arena, AML_MAP_EXACT);
  aml_map_init(&g.by_place, g.arena, AML_MAP_EXACT);
  aml_entry **group = AML_NEW_ARRAY(g.arena, aml_entry *, all.list.count);
  for (size_t i = 0; i < all.list.count; i++) {
    const aml_told *told = &all.list.items[i]->told.items[0];
    group[i] = can_gather_by_rule(told->finding)
                   ? add_to(&g, &g.by_rule, key_of_rule(&g, told->finding), told)
                   : NULL;
  }
  for (size_t i = 0; i < all.list.count; i++) {
    const aml_told *told = &all.list.items[i]->told.items[0];
    if (group[i] != NULL && group[i]->told.count < MANY) {
      bool is_absence = can_gather_by_place(told->finding);
      group[i] = is_absence ? add_to(&g, &g.by_place, key_of_place(&g, told->finding), told) : NULL;
    }
  }
  aml_entries out = {0};
  for (size_t i = 0; i < all.list.count; i++) {
    if (group[i] == NULL || group[i]->told.count < 2) {
      AML_VEC_PUSH(g.arena, &out.list, all.list.items[i]);
    }
  }
  append(&g, &g.by_rule, MANY, &out);
  append(&g, &g.by_place, 2, &out);
  return out;
}
