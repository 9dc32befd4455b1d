/* What the page of a record says of its rows taken together. */
#include "base/map.h"
#include "base/sort.h"
#include "report/evidence_record.h"
#include "report/html_page.h"

/* ---- the filter ---- */

typedef struct choices {
  aml_arena *arena;
  aml_map seen;
  aml_texts texts;
} choices;

static void add_choice(choices *c, aml_sv text) {
  if (text.len > 0 && aml_map_put(&c->seen, text, c) == NULL) {
    AML_VEC_PUSH(c->arena, &c->texts, text);
  }
}

static int compare_texts(const void *a, const void *b) {
  return aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static choices begin_choices(const aml_evidence_record *record) {
  choices c = {.arena = record->drift->arena};
  aml_map_init(&c.seen, c.arena, AML_MAP_EXACT);
  return c;
}

static void print_choices(aml_out *out, choices *c, const char *id, const char *label) {
  aml_sort(c->arena, c->texts.items, c->texts.count, sizeof *c->texts.items, compare_texts);
  aml_html_begin_select(out, id, label);
  for (size_t i = 0; i < c->texts.count; i++) {
    aml_html_option(out, c->arena, c->texts.items[i]);
  }
  aml_html_end_select(out);
}

static void print_states(aml_out *out, const aml_evidence_record *record) {
  aml_html_begin_select(out, "state", "State");
  aml_drift_html_states(out, record->drift);
  for (int i = AML_RECORD_BROKEN; i > AML_RECORD_CLEAN; i--) {
    const char *name = aml_record_judgement_name((aml_record_judgement)i);
    aml_html_option(out, record->drift->arena, aml_sv_of(name));
  }
  for (size_t i = 0; i < record->audit->by_state.count; i++) {
    aml_html_option(out, record->drift->arena, record->audit->by_state.items[i].key);
  }
  aml_html_end_select(out);
}

void aml_record_html_filter(aml_out *out, const aml_evidence_record *record) {
  choices workspaces = begin_choices(record);
  choices rules = begin_choices(record);
  choices owners = begin_choices(record);
  for (size_t i = 0; i < record->drift->entries.count; i++) {
    add_choice(&workspaces, record->drift->entries.items[i].workspace);
    for (size_t k = 0; k < record->verdicts[i].count; k++) {
      add_choice(&rules, record->verdicts[i].items[k].rule->id);
    }
  }
  for (size_t i = 0; i < record->audit->entries.count; i++) {
    add_choice(&owners, record->audit->entries.items[i].owner);
  }
  aml_html_begin_filter(out);
  print_states(out, record);
  print_choices(out, &workspaces, "workspace", "Workspace");
  print_choices(out, &rules, "rule", "Rule");
  print_choices(out, &owners, "owner", "Owner");
  aml_html_begin_select(out, "severity", "Severity");
  for (int severity = AML_SEVERITY_ERROR; severity >= AML_SEVERITY_NOTE; severity--) {
    aml_html_option(out, record->drift->arena, aml_sv_of(aml_severity_name((aml_severity)severity)));
  }
  aml_html_end_select(out);
  aml_html_end_filter(out);
}

/* ---- sums ---- */

typedef struct sum {
  const aml_rule *rule;
  size_t counts[AML_RECORD_JUDGEMENTS];
} sum;

typedef AML_VEC(sum *) sums;

static int compare_sums(const void *a, const void *b) {
  const sum *const *x = a;
  const sum *const *y = b;
  return aml_sv_cmp((*x)->rule->id, (*y)->rule->id);
}

static void add_verdict(aml_arena *arena, aml_map *by_rule, sums *all, const aml_record_verdict *one) {
  sum *of = aml_map_find(by_rule, one->rule->id);
  if (of == NULL) {
    of = AML_NEW(arena, sum);
    of->rule = one->rule;
    AML_VEC_PUSH(arena, all, of);
    (void)aml_map_put(by_rule, one->rule->id, of);
  }
  of->counts[one->judgement]++;
}

static void print_sum(aml_out *out, aml_arena *arena, const sum *of) {
  aml_out_str(out, "<tr><th scope=\"row\">");
  aml_html_text(out, arena, of->rule->id);
  aml_out_str(out, "</th><td><details><summary>");
  aml_html_text(out, arena, of->rule->title);
  aml_out_str(out, "</summary><p>");
  aml_html_text(out, arena, of->rule->why);
  aml_out_str(out, "</p></details></td>");
  for (int i = AML_RECORD_BROKEN; i >= AML_RECORD_CLEAN; i--) {
    aml_out_str(out, "<td class=\"number\">");
    aml_out_int(out, (int64_t)of->counts[i]);
    aml_out_str(out, "</td>");
  }
  aml_out_str(out, "</tr>\n");
}

void aml_record_html_sums(aml_out *out, const aml_evidence_record *record) {
  aml_arena *arena = record->drift->arena;
  aml_map by_rule;
  sums all = {0};
  aml_map_init(&by_rule, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < record->drift->entries.count; i++) {
    for (size_t k = 0; k < record->verdicts[i].count; k++) {
      add_verdict(arena, &by_rule, &all, &record->verdicts[i].items[k]);
    }
  }
  if (all.count == 0) {
    return;
  }
  aml_sort(arena, all.items, all.count, sizeof *all.items, compare_sums);
  aml_out_str(out, "<h2>Sums</h2>\n");
  aml_html_begin_wide(out, "Sums");
  aml_out_str(out,
      "<table><thead><tr><th scope=\"col\">Rule</th><th scope=\"col\">"
      "What it reports, and why</th><th scope=\"col\" class=\"number\">Broken</th><th scope=\"col\" "
      "class=\"number\">Accepted</th><th scope=\"col\" class=\"number\">Undecided</th><th "
      "scope=\"col\" class=\"number\">Clean</th></tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < all.count; i++) {
    print_sum(out, arena, all.items[i]);
  }
  aml_out_str(out, "</tbody></table></div>\n");
  if (record->audit->by_owner.count > 0) {
    aml_out_str(out, "<div class=\"totals\">\n");
    aml_audit_html_totals(out, record->audit, "Owner", &record->audit->by_owner);
    aml_out_str(out, "</div>\n");
  }
}

/* ---- the timeline ---- */

typedef AML_VEC(const aml_audit_entry *) ending;

static int compare_ends(const void *a, const void *b) {
  const aml_audit_entry *const *x = a;
  const aml_audit_entry *const *y = b;
  if ((*x)->until != (*y)->until) {
    return (*x)->until < (*y)->until ? -1 : 1;
  }
  return aml_sv_cmp((*x)->id, (*y)->id);
}

/* A bar as long as what is left, of what is left of the last one. */
static void print_end(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry, int32_t longest) {
  int32_t left = aml_audit_days_left(audit, entry);
  aml_out_str(out, "<tr><th scope=\"row\">");
  aml_html_text(out, audit->arena, aml_audit_day(audit, entry->until));
  aml_out_str(out, "</th><td class=\"number\">");
  aml_out_int(out, left);
  aml_out_str(out, "</td><td>");
  aml_html_breakable(out, audit->arena, aml_audit_name(audit, entry));
  aml_out_str(out, "</td><td>");
  aml_html_breakable(out, audit->arena, entry->owner);
  aml_out_str(out, "</td><td>");
  if (left >= 0) {
    aml_out_str(out, "<span class=\"bar\" style=\"width:");
    aml_out_int(out, (int64_t)left * 100 / (longest > 0 ? longest : 1));
    aml_out_str(out, "%\"></span>");
  } else {
    aml_out_str(out, "<span class=\"bad\">ended</span>");
  }
  aml_out_str(out, "</td></tr>\n");
}

void aml_record_html_timeline(aml_out *out, const aml_audit *audit) {
  ending all = {0};
  for (size_t i = 0; i < audit->entries.count; i++) {
    if (audit->entries.items[i].until != AML_DAY_NONE) {
      AML_VEC_PUSH(audit->arena, &all, &audit->entries.items[i]);
    }
  }
  if (all.count == 0) {
    return;
  }
  aml_sort(audit->arena, all.items, all.count, sizeof *all.items, compare_ends);
  int32_t longest = aml_audit_days_left(audit, all.items[all.count - 1]);
  aml_out_str(out, "<h2>Expiries</h2>\n");
  aml_html_begin_wide(out, "Expiries");
  aml_out_str(out, "<table><thead><tr><th scope=\"col\">Last day</th><th "
                   "scope=\"col\" class=\"number\">Days left</th><th scope=\"col\">Exception</th><th "
                   "scope=\"col\">Owner</th><th scope=\"col\">Until then</th></tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < all.count; i++) {
    print_end(out, audit, all.items[i], longest);
  }
  aml_out_str(out, "</tbody></table></div>\n");
}
