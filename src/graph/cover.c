/* What locks and other extensions act on. */
#include "base/limits.h"
#include "graph/graph_private.h"

/* The old form of an extension is a child: type "Microsoft.X/a/providers/locks" with the name
 * "n/Microsoft.Authorization/l". */
static size_t find_providers(aml_sv type) {
  return aml_sv_ifind(type, AML_SV("/providers/"), 0);
}

aml_sv aml_graph_extension_type(aml_arena *arena, const aml_resource *resource) {
  size_t at = find_providers(resource->type);
  if (at == AML_NPOS) {
    return (aml_sv){0};
  }
  aml_name name = aml_name_of(arena, resource, AML_SYMBOLS_BY_TEXT);
  size_t depth = aml_type_depth(aml_sv_slice(resource->type, 0, at));
  if (name.count <= depth || !aml_symbolic_is_known(name.segments[depth])) {
    return (aml_sv){0};
  }
  aml_sv rest = aml_sv_slice(resource->type, at + sizeof "/providers/" - 1, resource->type.len);
  return aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(name.segments[depth]), AML_SV_ARG(rest));
}

static aml_anchor anchor_of_scope(const aml_scope_path *scope) {
  aml_anchor anchor = {.reach = AML_REACH_SUBSCRIPTION, .scope = *scope};
  if (scope->has_resource_group) {
    anchor.reach = AML_REACH_GROUP;
  } else if (scope->management_group.len > 0 && scope->subscription.len == 0) {
    anchor.reach = AML_REACH_MANAGEMENT_GROUP;
  }
  return anchor;
}

static aml_anchor anchor_of_value(aml_arena *arena, const aml_resource *owner, const aml_value *value) {
  aml_anchor anchor = {.reach = AML_REACH_UNKNOWN, .scope = owner->scope};
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    aml_sv text = aml_symbolic_text(arena, owner, value, (aml_symbols)i);
    aml_reference reference = aml_reference_read(arena, text, &owner->scope);
    anchor.reach = reference.reach;
    anchor.scope = reference.scope;
    anchor.type = reference.type;
    anchor.names[i] = reference.name;
  }
  return anchor;
}

static aml_anchor anchor_of_leading_names(aml_graph *graph, const aml_resource *resource, size_t type_end) {
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  aml_anchor anchor = {.reach = AML_REACH_RESOURCE, .scope = resource->scope};
  anchor.type = aml_sv_lower(graph->arena, aml_sv_slice(resource->type, 0, type_end));
  size_t depth = aml_type_depth(anchor.type);
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    anchor.names[i] = node->names[i];
    if (node->names[i].count < depth) {
      anchor.reach = AML_REACH_UNKNOWN;
    }
    anchor.names[i].count = depth;
  }
  return anchor;
}

static aml_anchor anchor_of_parent(aml_graph *graph, const aml_resource *parent) {
  aml_anchor anchor = {.reach = AML_REACH_RESOURCE, .scope = parent->scope};
  anchor.type = aml_sv_lower(graph->arena, parent->type);
  aml_names_of(graph->arena, parent, anchor.names);
  return anchor;
}

void aml_graph_set_anchor(aml_graph *graph, const aml_resource *resource) {
  size_t providers = find_providers(resource->type);
  aml_anchor anchor;
  if (resource->extends != NULL) {
    anchor = anchor_of_value(graph->arena, resource, resource->extends);
  } else if (providers != AML_NPOS) {
    anchor = anchor_of_leading_names(graph, resource, providers);
  } else if (resource->parent != NULL && !aml_sv_istarts(resource->type, resource->parent->type)) {
    anchor = anchor_of_parent(graph, resource->parent);
  } else {
    return;
  }
  aml_anchor *kept = AML_NEW(graph->arena, aml_anchor);
  *kept = anchor;
  graph->nodes[resource->order].anchor = kept;
}

aml_anchor aml_graph_anchor_of(const aml_graph *graph, const aml_resource *resource) {
  const aml_anchor *kept = aml_graph_node_of(graph, resource)->anchor;
  return kept != NULL ? *kept : anchor_of_scope(&resource->scope);
}

static aml_truth and_truth(aml_truth a, aml_truth b) {
  if (a == AML_FALSE || b == AML_FALSE) {
    return AML_FALSE;
  }
  return a == AML_TRUE && b == AML_TRUE ? AML_TRUE : AML_MAYBE;
}

typedef struct place { /* a resource or one of its ancestors, as named */
  aml_sv type;
  aml_name names[AML_SYMBOLS_COUNT];
  const aml_scope_path *scope;
} place;

static aml_truth is_anchored_at(const aml_anchor *anchor, const place *at) {
  if (!aml_sv_ieq(anchor->type, at->type)) {
    return aml_symbolic_is_known(anchor->type) ? AML_FALSE : AML_MAYBE;
  }
  return and_truth(
      aml_names_equal(anchor->names, at->names), aml_scope_same_group(&anchor->scope, at->scope));
}

/* Compares with the place and what its name says lies above it. */
static aml_truth is_anchored_above(const aml_anchor *anchor, place at) {
  aml_truth result = AML_FALSE;
  while (at.type.len > 0) {
    aml_truth one = is_anchored_at(anchor, &at);
    if (one == AML_TRUE) {
      return AML_TRUE;
    }
    result = one == AML_MAYBE ? AML_MAYBE : result;
    at.type = aml_type_parent(at.type);
    for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
      at.names[i].count -= at.names[i].count > 0;
    }
  }
  return result;
}

static bool is_nested_below(const aml_resource *resource, const aml_resource *ancestor) {
  for (int depth = 0; resource != NULL && depth < AML_LIMIT_DEPTH; depth++) {
    if (resource == ancestor) {
      return true;
    }
    resource = resource->parent;
  }
  return false;
}

static aml_truth covers_held(const aml_graph *graph, const aml_anchor *anchor, const aml_resource *resource) {
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  place at = {resource->type, {node->names[0], node->names[1]}, &resource->scope};
  aml_truth result = is_anchored_above(anchor, at);
  const aml_anchor *target = node->anchor;
  if (result != AML_TRUE && target != NULL && target->reach == AML_REACH_RESOURCE) {
    /* an extension inherits from what it extends */
    at = (place){target->type, {target->names[0], target->names[1]}, &target->scope};
    aml_truth inherited = is_anchored_above(anchor, at);
    result = inherited == AML_FALSE ? result : inherited;
  }
  return result;
}

static aml_truth covers_resource(const aml_graph *graph, const aml_resource *lock, const aml_anchor *anchor,
    const aml_resource *resource) {
  if (lock->extends == NULL && lock->parent != NULL && is_nested_below(resource, lock->parent)) {
    return AML_TRUE;
  }
  return covers_held(graph, anchor, resource);
}

static aml_truth covers_management_group(const aml_scope_path *lock, const aml_scope_path *resource) {
  bool is_same =
      lock->management_group.len > 0 && aml_sv_ieq(lock->management_group, resource->management_group);
  return is_same ? AML_TRUE : AML_MAYBE; /* which subscriptions it holds is written nowhere */
}

aml_truth aml_graph_scope_covers(
    const aml_graph *graph, const aml_resource *lock, const aml_resource *resource) {
  aml_anchor anchor = aml_graph_anchor_of(graph, lock);
  switch (anchor.reach) {
  case AML_REACH_MANAGEMENT_GROUP:
    return covers_management_group(&anchor.scope, &resource->scope);
  case AML_REACH_SUBSCRIPTION:
    return aml_scope_same_subscription(&anchor.scope, &resource->scope);
  case AML_REACH_GROUP:
    return aml_scope_same_group(&anchor.scope, &resource->scope);
  case AML_REACH_RESOURCE:
    return covers_resource(graph, lock, &anchor, resource);
  case AML_REACH_UNKNOWN:
    break;
  }
  return AML_MAYBE;
}

aml_truth aml_graph_scope_covers_id(const aml_graph *graph, aml_arena *arena, const aml_resource *lock,
    const aml_resource *from, const aml_value *id) {
  aml_anchor anchor = aml_graph_anchor_of(graph, lock);
  const aml_anchor target = anchor_of_value(arena, from, id);
  if (anchor.reach == AML_REACH_UNKNOWN || target.reach == AML_REACH_UNKNOWN) {
    return AML_MAYBE;
  }
  switch (anchor.reach) {
  case AML_REACH_MANAGEMENT_GROUP:
    return covers_management_group(&anchor.scope, &target.scope);
  case AML_REACH_SUBSCRIPTION:
    return aml_scope_same_subscription(&anchor.scope, &target.scope);
  case AML_REACH_GROUP:
    return aml_scope_same_group(&anchor.scope, &target.scope);
  case AML_REACH_RESOURCE:
  case AML_REACH_UNKNOWN:
    break;
  }
  place at = {target.type, {target.names[0], target.names[1]}, &target.scope};
  return target.reach == AML_REACH_RESOURCE ? is_anchored_above(&anchor, at) : AML_FALSE;
}

aml_truth aml_graph_is_scope_wide(const aml_graph *graph, const aml_resource *lock) {
  aml_reach reach = aml_graph_anchor_of(graph, lock).reach;
  return reach == AML_REACH_UNKNOWN ? AML_MAYBE : reach == AML_REACH_RESOURCE ? AML_FALSE : AML_TRUE;
}
