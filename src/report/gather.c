#include "report/gather.h"

#include "base/map.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "report/copies.h"
#include "report/place.h"
#include "report/preview.h"

enum {
  MANY = 3, /* a rule that speaks of so many resources is one entry */
  FEW = 2,  /* so many lines make a block */
};

typedef struct gatherer {
  aml_arena *arena;
  aml_map entries[AML_ENTRY_KINDS]; /* by key: aml_entry */
} gatherer;

static bool is_calm(const aml_finding *finding) {
  return finding->status == AML_ACTIVE && finding->severity < AML_SEVERITY_ERROR &&
         finding->resource != NULL && !aml_span_is_none(finding->span);
}

static bool can_gather(aml_entry_kind kind, const aml_finding *finding) {
  switch (kind) {
  case AML_ENTRY_RULE:
    return is_calm(finding) && (finding->is_absence || finding->severity == AML_SEVERITY_NOTE);
  case AML_ENTRY_RESOURCE:
    return is_calm(finding) && finding->is_absence && aml_fix_to_show(finding) == NULL;
  case AML_ENTRY_LINES:
    return is_calm(finding) && finding->related_count == 0 && finding->condition.len == 0;
  case AML_ENTRY_ONE:
    break;
  }
  return false;
}

static bool is_enough(const aml_entry *entry) {
  bool is_lines_of_notes =
      entry->kind == AML_ENTRY_LINES && entry->told.items[0].finding->severity == AML_SEVERITY_NOTE;
  return entry->told.count >= (entry->kind == AML_ENTRY_RESOURCE || is_lines_of_notes ? FEW : MANY);
}

/* The message with the name of its resource left out, and what else must agree. */
static aml_sv key_of_words(gatherer *g, const aml_finding *finding) {
  aml_sv name = aml_finding_resource_name(g->arena, finding);
  return aml_sv_format(g->arena, "%.*s\n%d\n%.*s\n%.*s", AML_SV_ARG(finding->rule->id),
      (int)finding->severity, AML_SV_ARG(finding->condition),
      AML_SV_ARG(aml_message_without(g->arena, &finding->message, name)));
}

static aml_sv key_of(gatherer *g, aml_entry_kind kind, const aml_finding *finding) {
  if (kind == AML_ENTRY_RULE) {
    return key_of_words(g, finding);
  }
  if (kind == AML_ENTRY_LINES) {
    return aml_sv_format(g->arena, "%.*s\n%d", AML_SV_ARG(finding->rule->id), (int)finding->severity);
  }
  return aml_sv_format(g->arena, "%u %u %u\n%.*s\n%.*s", finding->span.source, finding->span.begin,
      finding->span.end, AML_SV_ARG(finding->resource->shown_name), AML_SV_ARG(finding->condition));
}

/* The entry of that kind to which what is told belongs, where it is added; NULL where it cannot be gathered
 * so. */
static aml_entry *add_to(gatherer *g, aml_entry_kind kind, const aml_told *told) {
  if (!can_gather(kind, told->finding)) {
    return NULL;
  }
  aml_sv key = key_of(g, kind, told->finding);
  aml_entry *entry = aml_map_find(&g->entries[kind], key);
  if (entry == NULL) {
    entry = AML_NEW(g->arena, aml_entry);
    entry->kind = kind;
    (void)aml_map_put(&g->entries[kind], key, entry);
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

/* Entries of a kind that gather enough, the worst first, behind the others. */
static void append(gatherer *g, aml_entry_kind kind, aml_entries *out) {
  const aml_map *map = &g->entries[kind];
  size_t before = out->list.count;
  for (size_t i = 0; i < map->count; i++) {
    aml_entry *entry = map->entries[i].value;
    if (is_enough(entry)) {
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

/* What does not gather enough in one way is tried in the next. */
static aml_entry **choose_entries(gatherer *g, const aml_entries *all) {
  static const aml_entry_kind ways[] = {AML_ENTRY_RULE, AML_ENTRY_RESOURCE, AML_ENTRY_LINES};
  aml_entry **chosen = AML_NEW_ARRAY(g->arena, aml_entry *, all->list.count);
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
    aml_map_init(&g->entries[ways[k]], g->arena, AML_MAP_EXACT);
    for (size_t i = 0; i < all->list.count; i++) {
      if (chosen[i] == NULL || !is_enough(chosen[i])) {
        chosen[i] = add_to(g, ways[k], &all->list.items[i]->told.items[0]);
      }
    }
  }
  return chosen;
}

aml_entries aml_gather(const aml_run *run, const aml_report_options *options) {
  aml_entries all = aml_gather_copies(run, options);
  if (options->is_verbose) {
    return all;
  }
  gatherer g = {.arena = run->arena};
  aml_entry **chosen = choose_entries(&g, &all);
  aml_entries out = {0};
  for (size_t i = 0; i < all.list.count; i++) {
    if (chosen[i] == NULL || !is_enough(chosen[i])) {
      AML_VEC_PUSH(g.arena, &out.list, all.list.items[i]);
    }
  }
  append(&g, AML_ENTRY_LINES, &out);
  append(&g, AML_ENTRY_RULE, &out);
  append(&g, AML_ENTRY_RESOURCE, &out);
  return out;
}
