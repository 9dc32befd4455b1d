/* Which fixes are offered: none of a copy, none that changes a parameter or variable which is used a second
 * time, since what fixes one use may break the other, or a parameter whose declaration says which values it
 * may have. */
#include "engine/conclude.h"
#include "engine/copies_of_modules.h"
#include "expr/lift.h"
#include "source/paths.h"

typedef struct uses {            /* of the parameters and variables of one source */
  aml_map parameters, variables; /* name to size_t */
} uses;

typedef struct census {
  const aml_reading *reading;
  uses **by_source; /* by id; made when asked for */
  aml_copies copies;
} census;

static void count_call(void *ctx, const aml_expr *call) {
  uses *all = ctx;
  aml_sv name;
  if (!aml_expr_is_reference(call, &name)) {
    return;
  }
  bool is_parameter = aml_expr_referred(call, AML_SV("parameters")).len > 0;
  aml_map *counts = is_parameter ? &all->parameters : &all->variables;
  size_t *count = aml_map_find(counts, name);
  if (count == NULL) {
    count = AML_NEW(counts->arena, size_t);
    (void)aml_map_put(counts, name, count);
  }
  ++*count;
}

static void count_in_expression(const aml_value *value, uses *all) {
  if (aml_value_is(value, AML_EXPRESSION)) {
    aml_expr_each_call(value->as.expression.tree, count_call, all);
  }
}

/* Counts what a tree as read refers to, in values and in names of members; there is no lifter for one whose
 * expressions are values. Depth is bounded by the readers. */
static void count_uses(aml_lifter *lifter, const aml_value *value, uses *all) {
  count_in_expression(lifter == NULL ? value : aml_lift(lifter, value), all);
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    count_uses(lifter, value->as.array.items[i], all);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    count_in_expression(lifter == NULL ? NULL : aml_lift_name(lifter, member), all);
    count_uses(lifter, member->value, all);
  }
}

/* The file of a source; NULL where it was not read as one of the run. */
static const aml_file *file_of(const census *c, aml_source_id source) {
  return aml_map_find(
      &c->reading->inputs->files_by_path, aml_sources_get(c->reading->inputs->sources, source)->path);
}

static const uses *uses_in(census *c, aml_source_id source) {
  aml_arena *arena = c->reading->inputs->arena;
  if (c->by_source == NULL) {
    c->by_source = AML_NEW_ARRAY(arena, uses *, aml_sources_count(c->reading->inputs->sources) + 1);
  }
  if (c->by_source[source] == NULL) {
    uses *made = AML_NEW(arena, uses);
    aml_map_init(&made->parameters, arena, AML_MAP_IGNORE_CASE);
    aml_map_init(&made->variables, arena, AML_MAP_IGNORE_CASE);
    const aml_file *file = file_of(c, source);
    aml_lifter lifter = {.arena = arena};
    if (file != NULL) {
      const aml_value *root = aml_file_root(file);
      count_uses(aml_value_has(root, AML_VALUE_LOWERED) ? NULL : &lifter, root, made);
    }
    c->by_source[source] = made;
  }
  return c->by_source[source];
}

static bool is_used_again(census *c, const aml_origin *step) {
  bool is_parameter = step->step == AML_STEP_PARAMETER;
  if ((!is_parameter && step->step != AML_STEP_VARIABLE) || aml_span_is_none(step->span)) {
    return false;
  }
  const uses *all = uses_in(c, step->span.source);
  const size_t *count = aml_map_find(is_parameter ? &all->parameters : &all->variables, step->name);
  return count != NULL && *count > 1;
}

/* The member of a tree as read, or the item, that stands last before an offset; it may hold it. */
static const aml_value *step_towards(const aml_value *at, uint32_t offset, const aml_member **member) {
  size_t low = 0;
  size_t high = at->kind == AML_OBJECT ? at->as.object.count : at->as.array.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint32_t begin = at->kind == AML_OBJECT ? at->as.object.members[middle].name_span.begin
                                            : at->as.array.items[middle]->span.begin;
    if (begin <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *member = low > 0 && at->kind == AML_OBJECT ? &at->as.object.members[low - 1] : NULL;
  return low == 0 ? NULL : *member != NULL ? (*member)->value : at->as.array.items[low - 1];
}

/* What the member named at this place holds; NULL where there is none. */
static const aml_value *find_named(const census *c, aml_span name) {
  const aml_file *file = file_of(c, name.source);
  const aml_value *at = file == NULL ? NULL : aml_file_root(file);
  while (at != NULL && (at->kind == AML_OBJECT || at->kind == AML_ARRAY)) {
    const aml_member *member;
    at = step_towards(at, name.begin, &member);
    if (member != NULL && member->name_span.begin == name.begin) {
      return at;
    }
  }
  return NULL;
}

static bool is_restricted(const census *c, const aml_origin *step) {
  static const char *const words[] = {"allowedValues", "minValue", "maxValue", "minLength", "maxLength"};
  if (step->step != AML_STEP_PARAMETER || aml_span_is_none(step->span)) {
    return false;
  }
  const aml_value *declaration = find_named(c, step->span);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_object_find(declaration, aml_sv_of(words[i])) != NULL) {
      return true;
    }
  }
  return false;
}

static bool edits_copy(census *c, const aml_fix *fix) {
  bool is_found = false;
  for (size_t i = 0; i < fix->edit_count; i++) {
    const aml_file *file = file_of(c, fix->edits[i].span.source);
    is_found = is_found || (file != NULL && aml_copies_has(&c->copies, file));
  }
  return is_found;
}

static bool changes_more(census *c, const aml_fix *fix) {
  for (const aml_origin *step = fix->shared; step != NULL; step = step->from) {
    if (is_used_again(c, step) || is_restricted(c, step)) {
      return true;
    }
  }
  return false;
}

void aml_engine_withdraw_fixes(const aml_reading *reading, aml_findings *findings) {
  census c = {.reading = reading};
  aml_copies_init(&c.copies, reading);
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    bool is_bad = false;
    for (size_t k = 0; k < finding->fix_count && !is_bad; k++) {
      is_bad = changes_more(&c, &finding->fixes[k]) || edits_copy(&c, &finding->fixes[k]);
    }
    finding->fix_count = is_bad ? 0 : finding->fix_count;
  }
}
