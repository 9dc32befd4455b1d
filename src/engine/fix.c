#include "engine/fix.h"

#include "base/sort.h"
#include "edit/edit.h"
#include "source/lines.h"

static int compare_edits(const void *a, const void *b) {
  const aml_edit *x = a;
  const aml_edit *y = b;
  if (x->span.begin != y->span.begin) {
    return x->span.begin < y->span.begin ? -1 : 1;
  }
  return (x->span.end > y->span.end) - (x->span.end < y->span.end);
}

/* One fix as a candidate for its file. */
typedef struct candidate {
  const aml_fix *fix;
  uint32_t first; /* offset of its first edit */
  size_t order;
} candidate;

typedef struct file_plan {
  aml_fixed_file *file;
  AML_VEC(candidate) candidates;
} file_plan;

static int compare_candidates(const void *a, const void *b) {
  const candidate *x = a;
  const candidate *y = b;
  if (x->first != y->first) {
    return x->first < y->first ? -1 : 1;
  }
  return (x->order > y->order) - (x->order < y->order);
}

static bool is_in_one_source(const aml_fix *fix) {
  for (size_t i = 1; i < fix->edit_count; i++) {
    if (fix->edits[i].span.source != fix->edits[0].span.source) {
      return false;
    }
  }
  return fix->edit_count > 0;
}

static const aml_fix *choose_fix(const aml_finding *finding, aml_fix_safety safety, aml_fixed *out) {
  if (finding->status != AML_ACTIVE) {
    return NULL;
  }
  for (size_t i = 0; i < finding->fix_count; i++) {
    bool is_safe_enough = finding->fixes[i].is_safe || safety == AML_FIX_UNSAFE_TOO;
    if (is_safe_enough && is_in_one_source(&finding->fixes[i])) {
      return &finding->fixes[i];
    }
  }
  out->unsafe += finding->fix_count > 0 ? 1 : 0;
  return NULL;
}

static uint32_t first_offset(const aml_fix *fix) {
  uint32_t first = fix->edits[0].span.begin;
  for (size_t i = 1; i < fix->edit_count; i++) {
    first = fix->edits[i].span.begin < first ? fix->edits[i].span.begin : first;
  }
  return first;
}

static bool is_same_edit(const aml_edit *a, const aml_edit *b) {
  return compare_edits(a, b) == 0 && aml_sv_eq(a->text, b->text);
}

/* Whether the edit touches one that is there: shares bytes, or inserts at the same place. Edits are sorted
 * and disjoint, and the new one comes late, so the search goes from the end. */
static bool touches(const aml_fixed_file *file, const aml_edit *edit) {
  for (size_t i = file->edits.count; i > 0; i--) {
    const aml_edit *other = &file->edits.items[i - 1];
    bool shares = other->span.begin < edit->span.end && edit->span.begin < other->span.end;
    bool inserts = other->span.begin == edit->span.begin || other->span.end == edit->span.begin;
    if (shares || inserts) {
      return true;
    }
    if (other->span.end < edit->span.begin) {
      return false;
    }
  }
  return false;
}

/* Whether all edits of the fix are there already: two findings may be fixed by one edit. */
static bool is_done(const aml_fixed_file *file, const aml_fix *fix) {
  for (size_t i = 0; i < fix->edit_count; i++) {
    bool is_there = false;
    for (size_t k = file->edits.count; k > 0 && !is_there; k--) {
      is_there = is_same_edit(&file->edits.items[k - 1], &fix->edits[i]);
      if (file->edits.items[k - 1].span.end < fix->edits[i].span.begin) {
        break;
      }
    }
    if (!is_there) {
      return false;
    }
  }
  return true;
}

/* Keeps the order. Fixes come by offset, so an edit seldom moves far. */
static void insert_edit(aml_arena *arena, aml_fixed_file *file, aml_edit edit) {
  AML_VEC_PUSH(arena, &file->edits, edit);
  aml_edit *edits = file->edits.items;
  for (size_t i = file->edits.count - 1; i > 0 && compare_edits(&edits[i - 1], &edits[i]) > 0; i--) {
    aml_edit former = edits[i - 1];
    edits[i - 1] = edits[i];
    edits[i] = former;
  }
}

static void take(aml_arena *arena, file_plan *plan, const aml_fix *fix, aml_fixed *out) {
  aml_fixed_file *file = plan->file;
  if (is_done(file, fix)) {
    return;
  }
  for (size_t i = 0; i < fix->edit_count; i++) {
    if (touches(file, &fix->edits[i])) {
      out->overlapping++;
      return;
    }
  }
  for (size_t i = 0; i < fix->edit_count; i++) {
    insert_edit(arena, file, fix->edits[i]);
  }
  file->applied++;
  out->applied++;
}

static file_plan *plan_of(const aml_run *run, aml_map *plans, aml_source *source) {
  file_plan *plan = aml_map_find(plans, source->path);
  if (plan == NULL) {
    plan = AML_NEW(run->arena, file_plan);
    plan->file = AML_NEW(run->arena, aml_fixed_file);
    plan->file->run = run;
    plan->file->source = source;
    plan->file->before = source->bytes;
    aml_map_put(plans, source->path, plan);
  }
  return plan;
}

void aml_fix_collect(const aml_run *run, aml_fix_safety safety, aml_fixed *out) {
  aml_arena *arena = run->arena;
  *out = (aml_fixed){0};
  aml_map plans;
  aml_map_init(&plans, arena, AML_MAP_EXACT);
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_fix *fix = choose_fix(run->findings->list.items[i], safety, out);
    if (fix != NULL) {
      aml_source *source = aml_sources_get(run->sources, fix->edits[0].span.source);
      file_plan *plan = plan_of(run, &plans, source);
      candidate found = {fix, first_offset(fix), i};
      AML_VEC_PUSH(arena, &plan->candidates, found);
    }
  }
  for (size_t i = 0; i < plans.count; i++) {
    file_plan *plan = plans.entries[i].value;
    aml_sort(arena, plan->candidates.items, plan->candidates.count, sizeof(candidate), compare_candidates);
    for (size_t k = 0; k < plan->candidates.count; k++) {
      take(arena, plan, plan->candidates.items[k].fix, out);
    }
    plan->file->after = aml_edits_apply(
        arena, plan->file->before, plan->file->source->id, plan->file->edits.items, plan->file->edits.count);
    AML_VEC_PUSH(arena, &out->files, plan->file);
  }
}

bool aml_fix_encode(aml_arena *arena, const aml_fixed_file *file, aml_sv *out) {
  if (file->source->encoding == AML_ENCODING_UTF8_BOM) {
    *out = aml_sv_join(arena, AML_SV("\xEF\xBB\xBF"), file->after);
    return true;
  }
  *out = file->after;
  return file->source->encoding == AML_ENCODING_UTF8;
}
