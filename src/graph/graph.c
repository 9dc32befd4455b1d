/* Storage and indexes of the resource graph, and linking. */
#include "graph/graph_private.h"

#include <assert.h>
#include <string.h>

aml_graph *aml_graph_new(aml_arena *arena) {
  aml_graph *graph = AML_NEW(arena, aml_graph);
  graph->arena = arena;
  aml_map_init(&graph->by_type, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&graph->by_name, arena, AML_MAP_EXACT);
  aml_map_init(&graph->by_place, arena, AML_MAP_EXACT);
  aml_map_init(&graph->vague, arena, AML_MAP_IGNORE_CASE);
  return graph;
}

void aml_graph_add(aml_graph *graph, aml_resource *const *resources, size_t count) {
  for (size_t i = 0; i < count; i++) {
    resources[i]->order = graph->resources.count;
    AML_VEC_PUSH(graph->arena, &graph->resources, resources[i]);
  }
}

size_t aml_graph_count(const aml_graph *graph) {
  return graph->resources.count;
}

const aml_resource *aml_graph_at(const aml_graph *graph, size_t i) {
  assert(i < graph->resources.count);
  return graph->resources.items[i];
}

bool aml_graph_holds(const aml_graph *graph, const aml_resource *resource) {
  return resource->order < graph->resources.count && graph->resources.items[resource->order] == resource;
}

const aml_graph_node *aml_graph_node_of(const aml_graph *graph, const aml_resource *resource) {
  assert(aml_graph_holds(graph, resource));
  return &graph->nodes.items[resource->order];
}

static void put_in_list(aml_graph *graph, aml_map *map, aml_sv key, const aml_resource *resource) {
  aml_graph_list *list = aml_map_find(map, key);
  if (list == NULL) {
    list = AML_NEW(graph->arena, aml_graph_list);
    aml_map_put(map, key, list);
  }
  AML_VEC_PUSH(graph->arena, &list->items, resource);
}

static aml_resource_range range_of(const aml_graph_list *list) {
  return list == NULL ? (aml_resource_range){0} : (aml_resource_range){list->items.items, list->items.count};
}

aml_resource_range aml_graph_of_type(const aml_graph *graph, aml_sv type) {
  return range_of(aml_map_find(&graph->by_type, type));
}

aml_resource_range aml_graph_types(const aml_graph *graph) {
  return (aml_resource_range){graph->first_of_type.items, graph->first_of_type.count};
}

aml_resource_range aml_graph_children(const aml_graph *graph, const aml_resource *resource) {
  return range_of(&aml_graph_node_of(graph, resource)->children);
}

static aml_sv concat(aml_arena *arena, const aml_sv *parts, size_t count) {
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    len += parts[i].len;
  }
  char *text = aml_arena_alloc(arena, len + 1, 1);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (parts[i].len > 0) {
      memcpy(text + at, parts[i].data, parts[i].len);
    }
    at += parts[i].len;
  }
  return (aml_sv){text, len};
}

/* Where a resource is, as a key; empty where that cannot be said. */
static aml_sv place_key(aml_arena *arena, const aml_scope_path *scope) {
  bool is_named_group = scope->has_resource_group && scope->resource_group.len > 0;
  bool is_named_subscription = !scope->has_resource_group && scope->subscription.len > 0;
  bool is_named = is_named_group || is_named_subscription;
  if ((is_named_group && scope->subscription.len == 0 && scope->is_uncertain) ||
      (!is_named && scope->deployment.len == 0)) {
    return (aml_sv){0};
  }
  const aml_sv parts[] = {
      scope->has_resource_group ? AML_SV("\ngroup\n") : AML_SV("\nsubscription\n"),
      aml_sv_lower(arena, scope->subscription),
      is_named ? AML_SV("\n") : AML_SV("\n@"),
      is_named ? aml_sv_lower(arena, scope->resource_group) : scope->deployment,
  };
  return concat(arena, parts, sizeof parts / sizeof parts[0]);
}

/* Type and name as a key; empty for a name that equals nothing for certain. */
static aml_sv name_key(aml_arena *arena, aml_sv type, aml_name name) {
  aml_sv text = aml_name_join(arena, name, name.count);
  if (aml_symbolic_is_vague(text)) {
    return (aml_sv){0};
  }
  const aml_sv parts[] = {aml_sv_lower(arena, type), AML_SV("\n"), text};
  return concat(arena, parts, sizeof parts / sizeof parts[0]);
}

static aml_sv place_name_key(aml_arena *arena, aml_sv name, aml_sv place) {
  const aml_sv parts[] = {name, place};
  return concat(arena, parts, sizeof parts / sizeof parts[0]);
}

static bool is_same_text(aml_sv a, aml_sv b) { /* the very bytes, not equal ones: cheap */
  return a.data == b.data && a.len == b.len;
}

/* Resources of one file come in a row and mostly go to one place. */
static aml_sv cached_place_key(aml_graph *graph, const aml_scope_path *scope) {
  const aml_scope_path *last = &graph->last_scope;
  bool is_same = graph->has_last_scope && last->has_resource_group == scope->has_resource_group &&
                 last->is_uncertain == scope->is_uncertain &&
                 is_same_text(last->subscription, scope->subscription) &&
                 is_same_text(last->resource_group, scope->resource_group) &&
                 is_same_text(last->deployment, scope->deployment);
  if (!is_same) {
    graph->last_scope = *scope;
    graph->has_last_scope = true;
    graph->last_place = place_key(graph->arena, scope);
  }
  return graph->last_place;
}

static void index_place(aml_graph *graph, aml_sv name, const aml_resource *resource) {
  aml_sv place = cached_place_key(graph, &resource->scope);
  if (place.len == 0) {
    return;
  }
  aml_sv key = place_name_key(graph->arena, name, place);
  const aml_resource *const *former = aml_map_find(&graph->by_place, key);
  if (former == NULL || ((*former)->is_existing && !resource->is_existing)) {
    aml_map_put(&graph->by_place, key, graph->resources.items + resource->order);
  }
}

static void index_name(aml_graph *graph, const aml_resource *resource, const aml_name names[]) {
  aml_sv former = {0};
  bool is_known = true;
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    if (i > 0 && names[i].segments == names[0].segments) {
      break; /* a known name has no symbols to tell apart */
    }
    aml_sv key = name_key(graph->arena, resource->type, names[i]);
    is_known = is_known && key.len > 0 && aml_symbolic_is_known(key);
    if (key.len == 0 || aml_sv_eq(key, former)) {
      continue;
    }
    former = key;
    put_in_list(graph, &graph->by_name, key, resource);
    index_place(graph, key, resource);
  }
  if (!is_known) {
    put_in_list(graph, &graph->vague, resource->type, resource);
  }
}

static void index_resource(aml_graph *graph, const aml_resource *resource) {
  aml_graph_node node = {0};
  aml_sv extension_type = aml_graph_extension_type(graph->arena, resource);
  aml_names_of(graph->arena, resource, node.names);
  AML_VEC_PUSH(graph->arena, &graph->nodes, node);
  if (aml_graph_of_type(graph, resource->type).count == 0) {
    AML_VEC_PUSH(graph->arena, &graph->first_of_type, resource);
  }
  put_in_list(graph, &graph->by_type, resource->type, resource);
  if (extension_type.len > 0) {
    put_in_list(graph, &graph->by_type, extension_type, resource);
  }
  index_name(graph, resource, node.names);
}

aml_truth aml_names_equal(const aml_name a[AML_SYMBOLS_COUNT], const aml_name b[AML_SYMBOLS_COUNT]) {
  aml_truth result = AML_MAYBE;
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    aml_truth one = aml_name_equal(a[i], b[i]);
    if (one != AML_MAYBE) {
      return one;
    }
  }
  return result;
}

/* The first of a list that may be meant; *is_open when there is one, or when the list is too long to tell. */
static const aml_resource *find_possible(
    const aml_graph *graph, const aml_graph_list *list, const aml_graph_query *query, bool *is_open) {
  size_t count = list == NULL ? 0 : list->items.count;
  for (size_t i = 0; i < count && i < AML_GRAPH_CANDIDATES; i++) {
    const aml_resource *candidate = list->items.items[i];
    if (candidate != query->except && aml_scope_same_group(&candidate->scope, query->scope) != AML_FALSE &&
        aml_names_equal(aml_graph_node_of(graph, candidate)->names, query->names) != AML_FALSE) {
      *is_open = true;
      return candidate;
    }
  }
  *is_open = *is_open || count > AML_GRAPH_CANDIDATES;
  return NULL;
}

/* A resource with the same name, or the same symbols, at the same known place. */
static const aml_resource *find_exact(
    const aml_graph *graph, aml_arena *arena, const aml_graph_query *query, const aml_sv keys[]) {
  aml_sv place = place_key(arena, query->scope);
  for (int i = 0; i < AML_SYMBOLS_COUNT && place.len > 0; i++) {
    if (keys[i].len == 0) {
      continue;
    }
    const aml_resource *const *found = aml_map_find(&graph->by_place, place_name_key(arena, keys[i], place));
    if (found != NULL && *found != query->except) {
      return *found;
    }
  }
  return NULL;
}

const aml_resource *aml_graph_find(
    const aml_graph *graph, aml_arena *arena, const aml_graph_query *query, aml_truth *certainty) {
  aml_sv keys[AML_SYMBOLS_COUNT];
  bool is_known = true;
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    bool is_repeated = i > 0 && query->names[i].segments == query->names[0].segments;
    keys[i] = is_repeated ? keys[0] : name_key(arena, query->type, query->names[i]);
    is_known = is_known && keys[i].len > 0 && aml_symbolic_is_known(keys[i]);
  }
  const aml_resource *found = find_exact(graph, arena, query, keys);
  if (found != NULL) {
    *certainty = AML_TRUE;
    return found;
  }
  bool is_open = false;
  for (int i = 0; i < AML_SYMBOLS_COUNT && found == NULL; i++) {
    found = find_possible(graph, aml_map_find(&graph->by_name, keys[i]), query, &is_open);
  }
  if (found == NULL) {
    found = find_possible(
        graph, aml_map_find(is_known ? &graph->vague : &graph->by_type, query->type), query, &is_open);
  }
  *certainty = is_open ? AML_MAYBE : AML_FALSE;
  return found;
}

static void link_parent(aml_graph *graph, const aml_resource *resource) {
  aml_graph_node *node = &graph->nodes.items[resource->order];
  aml_sv type = aml_type_parent(resource->type);
  bool is_nested = resource->parent != NULL && aml_graph_holds(graph, resource->parent);
  node->parent = is_nested ? resource->parent : NULL;
  node->is_parent_certain = true;
  if (is_nested || type.len == 0) {
    return;
  }
  size_t depth = aml_type_depth(type);
  aml_graph_query query = {
      .type = aml_sv_lower(graph->arena, type), .scope = &resource->scope, .except = resource};
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    query.names[i] = node->names[i];
    if (node->names[i].count <= depth) {
      return; /* a name that is too short for its type lies below nothing */
    }
    query.names[i].count = depth;
  }
  aml_truth certainty;
  node->parent = aml_graph_find(graph, graph->arena, &query, &certainty);
  node->is_parent_certain = certainty != AML_MAYBE;
}

void aml_graph_link(aml_graph *graph) {
  for (size_t i = 0; i < graph->resources.count; i++) {
    index_resource(graph, graph->resources.items[i]);
  }
  for (size_t i = 0; i < graph->resources.count; i++) {
    const aml_resource *resource = graph->resources.items[i];
    link_parent(graph, resource);
    aml_graph_set_anchor(graph, resource);
    const aml_graph_node *node = aml_graph_node_of(graph, resource);
    if (node->parent != NULL && node->is_parent_certain) {
      AML_VEC_PUSH(graph->arena, &graph->nodes.items[node->parent->order].children.items, resource);
    }
  }
}

const aml_resource *aml_graph_parent(const aml_graph *graph, const aml_resource *resource, bool *is_certain) {
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  *is_certain = node->is_parent_certain;
  return node->parent;
}
