#include "report/text_plan.h"

#include "base/map.h"
#include "base/spread.h"
#include "report/copies.h"
#include "report/place.h"
#include "report/preview.h"

enum {
  SLICE = 64,         /* findings that are one job */
  PLACES_A_TEXT = 16, /* places of a list that take as long to print as one finding */
};

typedef struct planner {
  const aml_run *run;
  const aml_report_options *options;
  aml_map explained; /* rule ids whose "see" is printed */
  aml_map helped;    /* rule ids whose help is printed for a gathered finding */
  bool has_told_how; /* that "amlint explain" explains a rule */
} planner;

aml_sv aml_told_place(const aml_run *run, const aml_told *told) {
  aml_place place = aml_place_of(run, told->finding->span);
  aml_sv path = aml_place_path(run, told->finding->span);
  aml_sv name = aml_finding_resource_name(run->arena, told->finding);
  aml_sv text = aml_sv_format(run->arena, "%.*s:%u:%u '%.*s'%.*s", AML_SV_ARG(path), place.begin.line,
      place.begin.column, AML_SV_ARG(name), AML_SV_ARG(told->copies));
  return aml_text_safe(run->arena, text);
}

/* ---- what is said once ---- */

/* Whoever has read once how a built-in rule is explained can ask for the others. */
static bool tells_rule(planner *p, const aml_rule *rule) {
  bool is_known = rule->origin == AML_RULE_BUILT_IN && p->has_told_how && !p->options->is_verbose;
  if (is_known || aml_map_put(&p->explained, rule->id, p) != NULL) {
    return false;
  }
  p->has_told_how = p->has_told_how || rule->origin == AML_RULE_BUILT_IN;
  return true;
}

static bool is_of_one_rule(const aml_entry *entry) {
  aml_sv id = entry->told.items[0]->finding->rule->id;
  for (size_t i = 1; i < entry->told.count; i++) {
    if (!aml_sv_eq(entry->told.items[i]->finding->rule->id, id)) {
      return false;
    }
  }
  return true;
}

/* "help[AML305]: ...", once for each rule. */
static const bool *choose_helps(planner *p, const aml_entry *entry) {
  bool *has_help = AML_NEW_ARRAY(p->run->arena, bool, entry->told.count);
  for (size_t i = 0; i < entry->told.count; i++) {
    has_help[i] = aml_map_put(&p->helped, entry->told.items[i]->finding->rule->id, p) == NULL;
  }
  return has_help;
}

static void plan_words(planner *p, aml_planned *planned) {
  const aml_entry *entry = planned->entry;
  const aml_rule *rule = entry->told.items[0]->finding->rule;
  bool may_have_see =
      entry->kind != AML_ENTRY_RESOURCE && (entry->kind != AML_ENTRY_CAUSE || is_of_one_rule(entry));
  planned->has_see = may_have_see && tells_rule(p, rule);
  planned->has_help = entry->kind == AML_ENTRY_RESOURCE ? choose_helps(p, entry) : NULL;
}

/* ---- line tables ---- */

static void index_finding(const aml_run *run, const aml_finding *finding) {
  (void)aml_place_source(run, finding->span);
  for (size_t i = 0; i < finding->related_count; i++) {
    (void)aml_place_source(run, finding->related[i].span);
  }
  const aml_fix *fix = aml_fix_to_show(finding);
  for (size_t i = 0; fix != NULL && i < fix->edit_count; i++) {
    (void)aml_place_source(run, fix->edits[i].span);
  }
  if (finding->rule->origin != AML_RULE_BUILT_IN) {
    (void)aml_place_source(run, finding->rule->span);
  }
}

/* ---- what is said of each finding of an entry ---- */

typedef struct slice {
  aml_planned *of;
  aml_sv *places; /* NULL for LINES */
  size_t begin, end;
  bool has_one_help;
} slice;

typedef struct slices {
  const aml_run *run;
  AML_VEC(slice) list;
} slices;

static bool has_help_of(const aml_finding *first, const aml_finding *other) {
  return aml_same_but_names(first, aml_finding_help(first), other, aml_finding_help(other));
}

static void fill_slice(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  (void)worker;
  const slices *self = ctx;
  slice *one = &self->list.items[i];
  const aml_entry *entry = one->of->entry;
  aml_run run = *self->run;
  run.arena = arena;
  one->has_one_help = true;
  for (size_t k = one->begin; k < one->end; k++) {
    if (one->places != NULL) {
      one->places[k] = aml_told_place(&run, entry->told.items[k]);
    } else if (one->has_one_help) {
      one->has_one_help = has_help_of(entry->told.items[0]->finding, entry->told.items[k]->finding);
    }
  }
}

static void add_slices(slices *self, aml_planned *planned) {
  const aml_entry *entry = planned->entry;
  if (entry->kind != AML_ENTRY_RULE && entry->kind != AML_ENTRY_LINES) {
    return;
  }
  slice one = {.of = planned, .begin = 1};
  if (entry->kind == AML_ENTRY_RULE) {
    planned->places = one.places = AML_NEW_ARRAY(self->run->arena, aml_sv, entry->told.count);
  }
  for (; one.begin < entry->told.count; one.begin = one.end) {
    one.end = entry->told.count - one.begin < SLICE ? entry->told.count : one.begin + SLICE;
    AML_VEC_PUSH(self->run->arena, &self->list, one);
  }
}

static void fill_slices(slices *self) {
  const aml_spread spread = {self->run->jobs, self->list.count, fill_slice, self};
  aml_spread_run(self->run->arena, &spread);
  for (size_t i = 0; i < self->list.count; i++) {
    const slice *one = &self->list.items[i];
    one->of->has_one_help = one->of->has_one_help && one->has_one_help;
  }
}

/* ---- parts and pieces ---- */

static void add_part(const planner *p, aml_text_plan *plan, const aml_planned_part *part, size_t *weight) {
  if (*weight >= SLICE) {
    AML_VEC_PUSH(p->run->arena, &plan->pieces, plan->parts.count);
    *weight = 0;
  }
  AML_VEC_PUSH(p->run->arena, &plan->parts, *part);
  size_t count = part->end - part->begin;
  bool is_list = part->of->entry->kind == AML_ENTRY_RULE;
  *weight += is_list ? 1 + count / PLACES_A_TEXT : count;
}

static void add_parts(const planner *p, aml_text_plan *plan, const aml_planned *planned, size_t *weight) {
  size_t count = planned->entry->told.count;
  aml_planned_part part = {.of = planned};
  for (; part.begin < count; part.begin = part.end) {
    bool is_rest = planned->entry->kind != AML_ENTRY_LINES || count - part.begin < SLICE;
    part.end = is_rest ? count : part.begin + SLICE;
    add_part(p, plan, &part, weight);
  }
}

aml_text_plan aml_text_plan_of(const aml_run *run, const aml_report_options *options) {
  planner p = {.run = run, .options = options};
  aml_map_init(&p.explained, run->arena, AML_MAP_EXACT);
  aml_map_init(&p.helped, run->arena, AML_MAP_EXACT);
  aml_entries entries = aml_gather(run, options);
  aml_planned *planned = AML_NEW_ARRAY(run->arena, aml_planned, entries.list.count);
  aml_text_plan plan = {0};
  slices all = {.run = run};
  size_t weight = SLICE;
  for (size_t i = 0; i < entries.list.count; i++) {
    planned[i] = (aml_planned){.entry = entries.list.items[i], .has_one_help = true};
    plan_words(&p, &planned[i]);
    for (size_t k = 0; k < planned[i].entry->told.count; k++) {
      index_finding(run, planned[i].entry->told.items[k]->finding);
    }
    add_slices(&all, &planned[i]);
    add_parts(&p, &plan, &planned[i], &weight);
  }
  fill_slices(&all);
  AML_VEC_PUSH(run->arena, &plan.pieces, plan.parts.count);
  return plan;
}
