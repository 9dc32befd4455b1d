#include "tree/draft.h"

#include <assert.h>

typedef struct node node;
struct node {
  aml_sv name;
  size_t index; /* in an array */
  aml_span name_span, span;
  bool is_array;
  unsigned flags;
  const aml_value *value; /* a leaf */
  AML_VEC(node *) children;
  aml_map *by_name; /* of an object's children, once there are many */
};

enum { FEW_CHILDREN = 8 };

struct aml_draft {
  aml_arena *arena;   /* of the body */
  aml_arena *scratch; /* of the nodes, which are given back when the body is made */
  node *root;
  unsigned flags; /* of every object */
};

static node *make_node(aml_draft *draft, aml_span name_span) {
  node *made = AML_NEW(draft->scratch, node);
  made->name_span = name_span;
  return made;
}

aml_draft *aml_draft_new(aml_arena *arena) {
  aml_draft *draft = AML_NEW(arena, aml_draft);
  draft->arena = arena;
  draft->scratch = aml_arena_new_scratch(arena);
  draft->root = make_node(draft, AML_NO_SPAN);
  return draft;
}

static node *find_child(const node *parent, aml_sv name) {
  if (parent->children.count > FEW_CHILDREN) {
    return aml_map_find(parent->by_name, name);
  }
  for (size_t i = 0; i < parent->children.count; i++) {
    if (aml_sv_eq(parent->children.items[i]->name, name)) {
      return parent->children.items[i];
    }
  }
  return NULL;
}

static void index_children(aml_draft *draft, node *parent) {
  size_t count = parent->children.count;
  if (count == FEW_CHILDREN + 1) {
    parent->by_name = AML_NEW(draft->scratch, aml_map);
    aml_map_init(parent->by_name, draft->scratch, AML_MAP_EXACT);
  }
  for (size_t i = count == FEW_CHILDREN + 1 ? 0 : count - 1; i < count && count > FEW_CHILDREN; i++) {
    aml_map_put(parent->by_name, parent->children.items[i]->name, parent->children.items[i]);
  }
}

static node *child_named(aml_draft *draft, node *parent, aml_sv name, aml_span name_span) {
  node *found = find_child(parent, name);
  if (found == NULL) {
    found = make_node(draft, name_span);
    found->name = name;
    AML_VEC_PUSH(draft->scratch, &parent->children, found);
    index_children(draft, parent);
  }
  return found;
}

/* Items are visited in order, so only the last one can be met again. */
static node *child_at(aml_draft *draft, node *parent, size_t index, aml_span name_span) {
  parent->is_array = true;
  if (parent->children.count > 0 && parent->children.items[parent->children.count - 1]->index == index) {
    return parent->children.items[parent->children.count - 1];
  }
  node *made = make_node(draft, name_span);
  made->index = index;
  AML_VEC_PUSH(draft->scratch, &parent->children, made);
  return made;
}

static node *reach(aml_draft *draft, aml_sv path, const aml_star *stars, aml_span name_span) {
  node *at = draft->root;
  while (path.len > 0) {
    aml_sv step = aml_sv_split(&path, '.');
    bool is_item = aml_sv_ends(step, AML_SV("[]"));
    if (aml_sv_eq(step, AML_SV("*"))) {
      at = child_named(draft, at, (stars++)->name, name_span);
    } else {
      at = child_named(draft, at, aml_sv_slice(step, 0, step.len - (is_item ? 2 : 0)), name_span);
    }
    if (is_item) {
      at = child_at(draft, at, (stars++)->index, name_span);
    }
  }
  return at;
}

void aml_draft_put(
    aml_draft *draft, aml_sv path, const aml_star *stars, aml_span name_span, const aml_value *value) {
  node *at = reach(draft, path, stars, name_span);
  at->value = value;
  at->name_span = name_span;
}

void aml_draft_open(
    aml_draft *draft, aml_sv path, const aml_star *stars, aml_span name_span, const aml_value *like) {
  node *at = reach(draft, path, stars, name_span);
  at->is_array = like->kind == AML_ARRAY;
  at->name_span = name_span;
  at->span = like->span;
  at->flags = like->flags & (unsigned)AML_VALUE_OPEN;
}

/* No deeper than the longest path of a table. */
static const aml_value *finish(aml_draft *draft, node *at) {
  if (at->value != NULL) {
    return at->value;
  }
  aml_arena *arena = at->is_array ? draft->arena : draft->scratch; /* an array takes over its items */
  const aml_value **values = AML_NEW_ARRAY(arena, const aml_value *, at->children.count);
  aml_span span = AML_NO_SPAN;
  for (size_t i = 0; i < at->children.count; i++) {
    values[i] = finish(draft, at->children.items[i]);
    aml_span one = values[i]->span;
    if (!aml_span_is_none(one)) {
      span = aml_span_is_none(span) ? one : aml_span_cover(span, one);
    }
  }
  span = aml_span_is_none(at->span) ? span : at->span;
  unsigned flags = at->flags | draft->flags;
  if (at->is_array) {
    const aml_value *array = aml_value_array(draft->arena, values, at->children.count, span);
    return flags == 0 ? array : aml_value_moved(draft->arena, array, span, NULL, flags);
  }
  aml_member *members = AML_NEW_ARRAY(draft->arena, aml_member, at->children.count);
  for (size_t i = 0; i < at->children.count; i++) {
    node *child = at->children.items[i];
    members[i] = (aml_member){child->name, child->name_span, values[i]};
  }
  const aml_value *object = aml_value_object(draft->arena, members, at->children.count, span, NULL, NULL);
  return flags == 0 ? object : aml_value_moved(draft->arena, object, span, NULL, flags);
}

const aml_value *aml_draft_finish(aml_draft *draft, const aml_value *like) {
  draft->root->span = like->span;
  draft->flags = like->flags & (unsigned)AML_VALUE_OPEN;
  const aml_value *body = finish(draft, draft->root);
  aml_arena_release(draft->scratch);
  return body;
}
