#include "report/gather.h"

#include "base/map.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "report/copies.h"
#include "report/place.h"
#include "report/preview.h"
#include "tree/reason.h"

enum {
  MANY = 3, /* a rule that speaks of so many resources is one entry */
  FEW = 2,  /* so many lines make a block */
};

typedef struct told_list { /* in the order of the run */
  aml_told *items;
  size_t count;
} told_list;

typedef struct gatherer {
  const aml_run *run;
  aml_arena *arena;
  bool is_by_resource;              /* causes are apart for each resource */
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
  case AML_ENTRY_CAUSE:
    return finding->status == AML_UNDECIDED && finding->resource != NULL && !aml_span_is_none(finding->span);
  case AML_ENTRY_ONE:
    break;
  }
  return false;
}

/* Lines that have nothing to show but themselves: notes, and what is absent. */
static bool is_of_bare_lines(const aml_entry *entry) {
  bool is_bare = entry->kind == AML_ENTRY_LINES;
  for (size_t i = 0; is_bare && i < entry->told.count && i < MANY; i++) {
    const aml_finding *finding = entry->told.items[i]->finding;
    is_bare = finding->severity == AML_SEVERITY_NOTE || finding->is_absence;
  }
  return is_bare;
}

static bool is_enough(const aml_entry *entry) {
  bool are_few_enough =
      entry->kind == AML_ENTRY_RESOURCE || entry->kind == AML_ENTRY_CAUSE || is_of_bare_lines(entry);
  return entry->told.count >= (are_few_enough ? FEW : MANY);
}

/* The message with the name of its resource left out, and what else must agree. */
static aml_sv key_of_words(gatherer *g, const aml_finding *finding) {
  aml_sv name = aml_finding_resource_name(g->arena, finding);
  return aml_sv_format(g->arena, "%.*s\n%d\n%.*s\n%.*s", AML_SV_ARG(finding->rule->id),
      (int)finding->severity, AML_SV_ARG(finding->condition),
      AML_SV_ARG(aml_message_without(g->arena, &finding->message, name)));
}

/* Which of the run's resources it is, as readers tell them apart. */
static aml_sv key_of_resource(aml_arena *arena, const aml_finding *finding) {
  return aml_sv_format(arena, "%u %u %u %.*s", finding->span.source, finding->resource->span.begin,
      finding->resource->span.end, AML_SV_ARG(finding->resource->shown_name));
}

static aml_sv key_of_cause(gatherer *g, const aml_finding *finding) {
  aml_strbuf key;
  aml_strbuf_init(&key, g->arena, SIZE_MAX);
  aml_strbuf_add(&key, aml_reason_cause(finding->undecided_reason));
  aml_strbuf_addf(&key, "\n%.*s", AML_SV_ARG(finding->condition));
  for (size_t i = 0; i < finding->parameter_file_count; i++) {
    aml_strbuf_addf(&key, "\n%.*s", AML_SV_ARG(finding->parameter_files[i]));
  }
  if (g->is_by_resource) {
    aml_strbuf_addf(&key, "\n%.*s", AML_SV_ARG(key_of_resource(g->arena, finding)));
  }
  return aml_strbuf_view(&key);
}

static aml_sv key_of(gatherer *g, aml_entry_kind kind, const aml_finding *finding) {
  if (kind == AML_ENTRY_CAUSE) {
    return key_of_cause(g, finding);
  }
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
  aml_arena_mark mark = aml_arena_set_mark(g->arena);
  aml_sv key = key_of(g, kind, told->finding);
  aml_entry *entry = aml_map_find(&g->entries[kind], key);
  if (entry != NULL) {
    aml_arena_rewind(g->arena, &mark);
  } else {
    entry = AML_NEW(g->arena, aml_entry);
    entry->kind = kind;
    (void)aml_map_put(&g->entries[kind], key, entry);
  }
  AML_VEC_PUSH(g->arena, &entry->told, told);
  return entry;
}

static int compare_told(const void *left, const void *right) {
  const aml_told *a = *(const aml_told *const *)left;
  const aml_told *b = *(const aml_told *const *)right;
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
    if (is_enough(entry) && kind != AML_ENTRY_CAUSE) {
      aml_sort(g->arena, entry->told.items, entry->told.count, sizeof *entry->told.items, compare_told);
    }
    if (is_enough(entry)) {
      AML_VEC_PUSH(g->arena, &out->list, entry);
    }
  }
  size_t added = out->list.count - before;
  if (added > 1 && kind != AML_ENTRY_CAUSE) {
    aml_sort(g->arena, out->list.items + before, added, sizeof *out->list.items, compare_entries);
  }
}

static aml_entry *make_single(aml_arena *arena, const aml_told *told) {
  struct single {
    aml_entry entry;
    const aml_told *told;
  } *made = AML_NEW(arena, struct single);
  made->told = told;
  made->entry.told.items = &made->told;
  made->entry.told.count = made->entry.told.capacity = 1;
  return &made->entry;
}

static told_list gather_copies(const aml_run *run, const aml_report_options *options) {
  const aml_findings *findings = run->findings;
  told_list out = {.items = AML_NEW_ARRAY(run->arena, aml_told, findings->list.count)};
  for (size_t i = 0, count; i < findings->list.count; i += count) {
    count = aml_copies_count(findings, i);
    if (aml_report_shows(options, findings->list.items[i])) {
      out.items[out.count++] =
          (aml_told){findings->list.items[i], aml_copies_text(run->arena, findings, i, count), count};
    }
  }
  return out;
}

/* What does not gather enough in one way is tried in the next. */
static aml_entry **choose_entries(
    gatherer *g, const told_list *all, const aml_entry_kind *ways, size_t way_count) {
  aml_entry **chosen = AML_NEW_ARRAY(g->arena, aml_entry *, all->count);
  for (size_t k = 0; k < way_count; k++) {
    aml_map_init(&g->entries[ways[k]], g->arena, AML_MAP_EXACT);
    for (size_t i = 0; i < all->count; i++) {
      if (chosen[i] == NULL || !is_enough(chosen[i])) {
        chosen[i] = add_to(g, ways[k], &all->items[i]);
      }
    }
  }
  return chosen;
}

aml_entries aml_gather(const aml_run *run, const aml_report_options *options) {
  static const aml_entry_kind ways[] = {AML_ENTRY_RULE, AML_ENTRY_RESOURCE, AML_ENTRY_LINES, AML_ENTRY_CAUSE};
  told_list all = gather_copies(run, options);
  gatherer g = {.arena = run->arena};
  size_t way_count = options->is_verbose ? 0 : sizeof ways / sizeof ways[0];
  aml_entry **chosen = choose_entries(&g, &all, ways, way_count);
  aml_entries out = {0};
  for (size_t i = 0; i < all.count; i++) {
    if (chosen[i] == NULL || !is_enough(chosen[i])) {
      AML_VEC_PUSH(g.arena, &out.list, make_single(g.arena, &all.items[i]));
    }
  }
  append(&g, AML_ENTRY_LINES, &out);
  append(&g, AML_ENTRY_RULE, &out);
  append(&g, AML_ENTRY_RESOURCE, &out);
  append(&g, AML_ENTRY_CAUSE, &out);
  return out;
}

aml_entries aml_gather_lines(const aml_run *run, const aml_report_options *options) {
  static const aml_entry_kind way = AML_ENTRY_CAUSE;
  told_list all = gather_copies(run, options);
  gatherer g = {.arena = run->arena, .is_by_resource = true};
  aml_entry **chosen = choose_entries(&g, &all, &way, options->is_verbose ? 0 : 1);
  aml_entries out = {0};
  for (size_t i = 0; i < all.count; i++) {
    bool is_gathered = chosen[i] != NULL && is_enough(chosen[i]);
    if (!is_gathered) {
      AML_VEC_PUSH(g.arena, &out.list, make_single(g.arena, &all.items[i]));
    } else if (chosen[i]->told.items[0] == &all.items[i]) {
      AML_VEC_PUSH(g.arena, &out.list, chosen[i]);
    }
  }
  return out;
}

static int compare_ids(const void *left, const void *right) {
  return aml_sv_cmp(*(const aml_sv *)left, *(const aml_sv *)right);
}

aml_rule_ids aml_entry_rules(aml_arena *arena, const aml_entry *entry) {
  aml_rule_ids rules = {0};
  aml_map seen;
  aml_map_init(&seen, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < entry->told.count; i++) {
    const aml_told *told = entry->told.items[i];
    if (aml_map_put(&seen, told->finding->rule->id, &seen) == NULL) {
      AML_VEC_PUSH(arena, &rules.list, told->finding->rule->id);
    }
  }
  aml_sort(arena, rules.list.items, rules.list.count, sizeof *rules.list.items, compare_ids);
  return rules;
}

aml_told_list aml_entry_resources(aml_arena *arena, const aml_entry *entry) {
  aml_told_list resources = {0};
  aml_map seen;
  aml_map_init(&seen, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < entry->told.count; i++) {
    const aml_told *told = entry->told.items[i];
    if (aml_map_put(&seen, key_of_resource(arena, told->finding), &seen) == NULL) {
      AML_VEC_PUSH(arena, &resources.list, told);
    }
  }
  return resources;
}

static size_t count_resources(aml_arena *arena, const aml_entry *entry) {
  aml_told_list resources = aml_entry_resources(arena, entry);
  size_t count = 0;
  for (size_t i = 0; i < resources.list.count; i++) {
    count += resources.list.items[i]->count;
  }
  return count;
}

aml_sv aml_cause_text(aml_arena *arena, const aml_entry *entry) {
  const aml_finding *first = entry->told.items[0]->finding;
  size_t rules = aml_entry_rules(arena, entry).list.count;
  size_t others = count_resources(arena, entry) - 1;
  aml_sv cause = aml_reason_cause(first->undecided_reason);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  if (rules == 1) {
    aml_strbuf_add(&out, AML_SV("Not decided for '"));
  } else {
    aml_strbuf_addf(&out, "%zu rules are not decided for '", rules);
  }
  aml_strbuf_add(&out, aml_finding_resource_name(arena, first));
  aml_strbuf_add_char(&out, '\'');
  if (others > 0) {
    aml_strbuf_addf(&out, " and %zu other resource%s", others, others == 1 ? "" : "s");
  }
  aml_strbuf_addf(&out, ": %.*s%s", AML_SV_ARG(cause), aml_sv_ends(cause, AML_SV(".")) ? "" : ".");
  return aml_strbuf_view(&out);
}

/* "... (AML101, AML102, AML103, ...)", as the copies of a loop are named. */
static aml_sv cause_line(aml_arena *arena, const aml_entry *entry) {
  enum { RULES_SHOWN = 3 };
  aml_rule_ids rules = aml_entry_rules(arena, entry);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, aml_cause_text(arena, entry));
  for (size_t i = 0; rules.list.count > 1 && i < rules.list.count && i < RULES_SHOWN; i++) {
    aml_strbuf_addf(&out, "%s%.*s", i == 0 ? " (" : ", ", AML_SV_ARG(rules.list.items[i]));
  }
  if (rules.list.count > 1) {
    aml_strbuf_add(&out, rules.list.count > RULES_SHOWN ? AML_SV(", ...)") : AML_SV(")"));
  }
  return aml_strbuf_view(&out);
}

aml_sv aml_entry_line(aml_arena *arena, const aml_entry *entry) {
  const aml_told *told = entry->told.items[0];
  return entry->kind == AML_ENTRY_CAUSE ? cause_line(arena, entry)
                                        : aml_sv_join(arena, told->finding->message.text, told->copies);
}
