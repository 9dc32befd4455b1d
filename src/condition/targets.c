#include "condition/targets.h"

#include "base/sort.h"

enum { POSSIBLE_MAX = 16 }; /* of those that may name anything, so many are shown */

typedef struct arrow {
  size_t to, from; /* orders of resources */
} arrow;

struct aml_targets {
  const aml_graph *graph;
  AML_VEC(arrow) arrows; /* sorted; each once */
  AML_VEC(const aml_resource *) unsure;
};

typedef struct search {
  aml_arena *arena;
  aml_targets *targets;
  const aml_resource *from;
  bool is_sure;
} search;

/* Depth is bounded by the reader. */
static void find_ids(search *s, const aml_value *value) {
  bool is_text = value->kind == AML_STRING && aml_sv_find_char(value->as.string, '/', 0) != AML_NPOS;
  bool may_be_text = value->kind == AML_UNKNOWN && (value->as.unknown->kinds & (1U << AML_STRING)) != 0;
  if (is_text || may_be_text) {
    aml_truth certainty;
    const aml_resource *found =
        aml_graph_by_reference(s->targets->graph, s->arena, s->from, value, &certainty);
    s->is_sure = s->is_sure && certainty != AML_MAYBE;
    if (certainty == AML_TRUE) {
      arrow one = {found->order, s->from->order};
      AML_VEC_PUSH(s->arena, &s->targets->arrows, one);
    }
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    find_ids(s, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    find_ids(s, value->as.object.members[i].value);
  }
}

static int compare_arrows(const void *a, const void *b) {
  const arrow *x = a;
  const arrow *y = b;
  int order = (x->to > y->to) - (x->to < y->to);
  return order != 0 ? order : (x->from > y->from) - (x->from < y->from);
}

static void sort_arrows(aml_arena *arena, aml_targets *targets) {
  size_t kept = 0;
  aml_sort(
      arena, targets->arrows.items, targets->arrows.count, sizeof *targets->arrows.items, compare_arrows);
  for (size_t i = 0; i < targets->arrows.count; i++) {
    const arrow *one = &targets->arrows.items[i];
    if (kept == 0 || compare_arrows(one, &targets->arrows.items[kept - 1]) != 0) {
      targets->arrows.items[kept++] = *one;
    }
  }
  targets->arrows.count = kept;
}

aml_targets *aml_targets_new(aml_arena *arena, const aml_graph *graph, aml_sv type) {
  aml_targets *targets = AML_NEW(arena, aml_targets);
  targets->graph = graph;
  aml_resource_range all = aml_graph_of_type(graph, type);
  for (size_t i = 0; i < all.count; i++) {
    search s = {arena, targets, all.items[i], true};
    const aml_value *properties = aml_object_find(all.items[i]->body, AML_SV("properties"));
    if (properties != NULL) {
      find_ids(&s, properties);
    }
    if (!s.is_sure) {
      AML_VEC_PUSH(arena, &targets->unsure, all.items[i]);
    }
  }
  sort_arrows(arena, targets);
  return targets;
}

/* The first arrow that is not before `wanted`. */
static size_t find_arrow(const aml_targets *targets, arrow wanted) {
  size_t begin = 0;
  size_t end = targets->arrows.count;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (compare_arrows(&targets->arrows.items[middle], &wanted) < 0) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

static bool has_arrow(const aml_targets *targets, arrow wanted) {
  size_t at = find_arrow(targets, wanted);
  return at < targets->arrows.count && compare_arrows(&targets->arrows.items[at], &wanted) == 0;
}

bool aml_targets_walk(
    const aml_targets *targets, const aml_resource *target, aml_graph_visit *visit, void *ctx) {
  for (size_t i = find_arrow(targets, (arrow){target->order, 0});
       i < targets->arrows.count && targets->arrows.items[i].to == target->order; i++) {
    if (!visit(ctx, aml_graph_at(targets->graph, targets->arrows.items[i].from), AML_TRUE)) {
      return false;
    }
  }
  size_t shown = 0;
  for (size_t i = 0; i < targets->unsure.count; i++) {
    const aml_resource *from = targets->unsure.items[i];
    if (has_arrow(targets, (arrow){target->order, from->order})) {
      continue;
    }
    if (shown++ == POSSIBLE_MAX) {
      return true;
    }
    (void)visit(ctx, from, AML_MAYBE); /* who looks for one is not content with what may be one */
  }
  return false;
}
