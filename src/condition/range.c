/* Walks what count, each and queries range over: items of an array, values, related resources. */
#include "condition/check.h"
#include "condition/relations.h"

typedef bool (*visitor)(void *ctx, const aml_frame *item, aml_truth holds);

typedef struct range_walk {
  aml_check *check;
  const aml_range *range;
  visitor visit;
  void *ctx;
  bool is_open;
  bool has_held;   /* `where` took an item, or may have */
  aml_truth holds; /* for the last item */
} range_walk;

/* Why it is not certain that a resource is meant. */
static void note_doubt(const range_walk *w, const aml_resource *resource) {
  aml_check *check = w->check;
  if (check->reason.len > 0) {
    return;
  }
  check->reason = resource->condition == AML_CONDITION_UNKNOWN
                      ? aml_sv_format(check->arena, "'%.*s' is %.*s", AML_SV_ARG(resource->shown_name),
                            AML_SV_ARG(aml_resource_when(check->arena, resource)))
                      : aml_relations_why_doubtful(check, &w->range->related, resource);
}

/* Runs `where` with the item in force and tells the visitor. `exists` is MAYBE for an item that may not be
 * there. */
static bool visit_item(range_walk *w, aml_frame *item, aml_truth exists) {
  aml_check *check = w->check;
  aml_arena_spend(check->arena, 1);
  item->outer = check->frame;
  item->name = w->range->name;
  check->frame = item;
  size_t mark = check->evidence_count;
  aml_truth holds = w->range->where == NULL ? AML_TRUE : aml_check_condition(check, w->range->where);
  if (holds != AML_TRUE) {
    check->evidence_count = mark;
  }
  if (holds == AML_TRUE && exists == AML_MAYBE) {
    note_doubt(w, check->subject);
  }
  holds = holds == AML_TRUE ? exists : holds;
  w->holds = holds;
  bool goes_on = holds == AML_FALSE || w->visit(w->ctx, item, holds);
  check->frame = item->outer;
  return goes_on;
}

/* Visits an item of a field, which is evidence where `where` takes it. Of a field none of whose items it
 * takes the last one stays, which shows where the list is. `begin` is how much evidence there was before the
 * first item. */
static bool visit_item_of_field(range_walk *w, aml_sv prefix, aml_frame *item, size_t begin) {
  aml_check *check = w->check;
  size_t mark = w->has_held ? check->evidence_count : begin;
  check->evidence_count = mark;
  if (mark < AML_EVIDENCE_MAX && item->path != NULL) {
    check->evidence[check->evidence_count++] = (aml_evidence){item->path, prefix, item->hit, check->subject};
  }
  w->holds = AML_FALSE;
  bool goes_on = visit_item(w, item, AML_TRUE);
  if (w->has_held && w->holds == AML_FALSE) {
    check->evidence_count = mark;
  }
  w->has_held = w->has_held || w->holds != AML_FALSE;
  return goes_on;
}

static void walk_field(range_walk *w) {
  aml_hit local;
  aml_hits hits = {&local, 0, 1};
  const aml_path *path;
  aml_sv prefix;
  size_t begin = w->check->evidence_count;
  aml_check_field(w->check, &w->range->field, AML_WALK_SKIP_ABSENT, &hits, &w->is_open, &path, &prefix);
  if (path != NULL && path->wildcards == 0 && hits.count == 1 &&
      aml_value_is(hits.items[0].value, AML_NULL)) {
    return;
  }
  for (size_t i = 0; i < hits.count; i++) {
    aml_hit *hit = &hits.items[i];
    if (hit->value == NULL) {
      continue;
    }
    if (hit->value->kind == AML_UNKNOWN && path == NULL) {
      aml_check_note(w->check, hit->value);
      w->is_open = true;
      continue;
    }
    aml_frame item = {.value = hit->value, .path = path, .hit = *hit};
    if (!visit_item_of_field(w, prefix, &item, begin)) {
      return;
    }
  }
}

/* An object is walked as {key, value} items. */
static void walk_members(range_walk *w, const aml_value *object) {
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_object_builder pair;
    aml_object_begin_sized(&pair, w->check->arena, 2);
    aml_object_add(&pair, AML_SV("key"), member->name_span,
        aml_value_string(w->check->arena, member->name, member->name_span));
    aml_object_add(&pair, AML_SV("value"), member->name_span, member->value);
    aml_frame item = {.value = aml_object_end(&pair, member->value->span, 0)};
    if (!visit_item(w, &item, AML_TRUE)) {
      return;
    }
  }
}

static void walk_value(range_walk *w) {
  const aml_value *value = aml_check_operand(w->check, &w->range->value);
  if (value->kind == AML_UNKNOWN) {
    aml_check_note(w->check, value);
    w->is_open = true;
    return;
  }
  w->is_open = aml_value_has(value, AML_VALUE_OPEN);
  if (value->kind == AML_OBJECT && w->check->dialect == AML_DIALECT_RULE) {
    walk_members(w, value);
    return;
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    aml_frame item = {.value = value->as.array.items[i]};
    if (!visit_item(w, &item, AML_TRUE)) {
      return;
    }
  }
}

static bool visit_related(void *ctx, const aml_resource *resource, aml_truth holds) {
  range_walk *w = ctx;
  aml_check *check = w->check;
  const aml_resource *subject = check->subject;
  if (!aml_resource_sees(check->root, resource)) {
    return true;
  }
  check->subject = resource;
  aml_frame item = {.value = resource->body, .changes_subject = true};
  bool goes_on = visit_item(
      w, &item, resource->condition == AML_CONDITION_UNKNOWN && holds == AML_TRUE ? AML_MAYBE : holds);
  check->subject = subject;
  return goes_on;
}

/* Why more may be found than was. */
static void note_open(range_walk *w) {
  aml_check *check = w->check;
  const aml_range *range = w->range;
  if (check->reason.len > 0) {
    return;
  }
  if (range->kind == AML_RANGE_FIELD) {
    aml_hits hits = {0};
    const aml_path *path;
    aml_sv prefix;
    aml_check_field(check, &range->field, AML_WALK_REPORT_ABSENT, &hits, &w->is_open, &path, &prefix);
    for (size_t i = 0; i < hits.count; i++) {
      aml_check_note(check, hits.items[i].value);
    }
  } else if (range->kind == AML_RANGE_VALUE) {
    check->reason = check->doubt;
  } else if (range->kind == AML_RANGE_RELATED && range->related.anchor == AML_ANCHOR_WORKSPACE) {
    check->reason = AML_SV(AML_REASON_WORKSPACE);
  } else if (range->kind == AML_RANGE_RELATED) {
    check->reason = aml_sv_format(check->arena,
        "the files checked may not contain everything that concerns '%.*s'; check the files that declare it, "
        "too",
        AML_SV_ARG(check->root->shown_name));
  }
}

bool aml_check_range(aml_check *check, const aml_range *range, visitor visit, void *ctx) {
  range_walk w = {.check = check, .range = range, .visit = visit, .ctx = ctx};
  switch (range->kind) {
  case AML_RANGE_FIELD:
    walk_field(&w);
    break;
  case AML_RANGE_VALUE:
    walk_value(&w);
    break;
  case AML_RANGE_RELATED:
    w.is_open = aml_relations_walk(check, &range->related, visit_related, &w);
    break;
  }
  if (w.is_open) {
    note_open(&w);
  }
  return w.is_open;
}
