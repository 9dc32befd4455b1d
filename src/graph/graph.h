/* All resources of a run, linked: parents, children, workspaces, locks, references by id. Built once, then
 * read by all threads. */
#ifndef AMLINT_GRAPH_GRAPH_H
#define AMLINT_GRAPH_GRAPH_H

#include "graph/resource.h"

typedef struct aml_graph aml_graph;

aml_graph *aml_graph_new(aml_arena *arena);

/* Adds resources of one document and parameter set, in the order of the run. Pointers stay the caller's. */
void aml_graph_add(aml_graph *graph, aml_resource *const *resources, size_t count);

/* Links everything; n log n. After this the graph is immutable. */
void aml_graph_link(aml_graph *graph);

size_t aml_graph_count(const aml_graph *graph);
const aml_resource *aml_graph_at(const aml_graph *graph, size_t i);

/* Resources of a type (any case), in order. */
typedef struct aml_resource_range {
  const aml_resource *const *items;
  size_t count;
} aml_resource_range;
aml_resource_range aml_graph_of_type(const aml_graph *graph, aml_sv type);
aml_resource_range aml_graph_types(const aml_graph *graph); /* one resource of each type that occurs */

/* The parent by nesting, or the one of the parent type whose name is the leading part of this one's, in the
 * same deployment or scope; NULL when the run does not hold it. *is_certain is false when an unknown name or
 * scope could also match. */
const aml_resource *aml_graph_parent(const aml_graph *graph, const aml_resource *resource, bool *is_certain);
aml_resource_range aml_graph_children(const aml_graph *graph, const aml_resource *resource);

/* Resolves a resource id text ("/subscriptions/.../providers/Type/name", or "Type/name" relative to `from`)
 * to a resource of the run; NULL when it is not there. */
const aml_resource *aml_graph_by_id(const aml_graph *graph, const aml_resource *from, aml_sv id);

/* The full id of a resource as far as it is known; an unknown value with a prefix otherwise. */
const aml_value *aml_graph_id(const aml_graph *graph, aml_arena *arena, const aml_resource *resource);

/* Whether scope a holds b: same group, or a is the subscription or management group above it, or an extension
 * of it or its ancestors. */
aml_truth aml_graph_scope_covers(
    const aml_graph *graph, const aml_resource *lock, const aml_resource *resource);
aml_truth aml_scope_same_group(const aml_scope_path *a, const aml_scope_path *b);

#endif
