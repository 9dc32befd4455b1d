/* What the resource graph holds, and the node of each resource. */
#include "graph/graph_private.h"

#include <assert.h>

aml_graph *aml_graph_new(aml_arena *arena) {
  aml_graph *graph = AML_NEW(arena, aml_graph);
  graph->arena = arena;
  aml_map_init(&graph->by_type, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&graph->by_name, arena, AML_MAP_EXACT);
  aml_map_init(&graph->by_last, arena, AML_MAP_EXACT);
  aml_map_init(&graph->by_place, arena, AML_MAP_EXACT);
  aml_map_init(&graph->by_scope, arena, AML_MAP_EXACT);
  aml_map_init(&graph->covering, arena, AML_MAP_EXACT);
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
  return &graph->nodes[resource->order];
}
