/* Links the resource graph: parents, anchors, indexes. */
#include "base/pool.h"
#include "base/spread.h"
#include "graph/graph_private.h"

static aml_resource_range range_of(const aml_graph_list *list) {
  return (aml_resource_range){list->items.items, list->items.count};
}

aml_resource_range aml_graph_of_type(const aml_graph *graph, aml_sv type) {
  const aml_graph_type *found = aml_map_find(&graph->by_type, type);
  return found == NULL ? (aml_resource_range){0} : range_of(&found->all);
}

aml_resource_range aml_graph_types(const aml_graph *graph) {
  return (aml_resource_range){graph->first_of_type.items, graph->first_of_type.count};
}

aml_resource_range aml_graph_children(const aml_graph *graph, const aml_resource *resource) {
  return range_of(&aml_graph_node_of(graph, resource)->children);
}

static void link_parent(aml_graph *graph, const aml_resource *resource) {
  aml_graph_node *node = &graph->nodes[resource->order];
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

enum { SLICE = 64 }; /* resources whose names are one job */

static void name_slice(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  (void)worker;
  const aml_graph *graph = ctx;
  size_t end = (i + 1) * SLICE < graph->resources.count ? (i + 1) * SLICE : graph->resources.count;
  for (size_t k = i * SLICE; k < end; k++) {
    aml_names_of(arena, graph->resources.items[k], graph->nodes[k].names);
  }
}

/* Which takes most of the time that linking takes. */
static void name_all(aml_graph *graph, size_t threads) {
  enum { FOR_A_THREAD = 256 }; /* resources that take as long to name as starting one */
  const aml_spread spread = {aml_pool_useful(threads, graph->resources.count, FOR_A_THREAD),
      (graph->resources.count + SLICE - 1) / SLICE, name_slice, graph};
  aml_spread_run(graph->arena, &spread);
}

void aml_graph_link(aml_graph *graph, size_t threads) {
  graph->nodes = AML_NEW_ARRAY(graph->arena, aml_graph_node, graph->resources.count);
  name_all(graph, threads);
  aml_map_reserve(&graph->by_name, graph->resources.count);
  aml_map_reserve(&graph->by_place, graph->resources.count);
  for (size_t i = 0; i < graph->resources.count; i++) {
    aml_graph_index(graph, graph->resources.items[i]);
  }
  for (size_t i = 0; i < graph->resources.count; i++) {
    const aml_resource *resource = graph->resources.items[i];
    link_parent(graph, resource);
    aml_graph_set_anchor(graph, resource);
    aml_graph_index_covering(graph, resource);
    const aml_graph_node *node = aml_graph_node_of(graph, resource);
    if (node->parent != NULL && node->is_parent_certain) {
      AML_VEC_PUSH(graph->arena, &graph->nodes[node->parent->order].children.items, resource);
    }
  }
}

const aml_resource *aml_graph_parent(const aml_graph *graph, const aml_resource *resource, bool *is_certain) {
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  *is_certain = node->is_parent_certain;
  return node->parent;
}
