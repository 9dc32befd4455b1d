/* All resources of a run, linked: parents, children, workspaces, locks, references by id. Built once, then
 * read by all threads. */
#ifndef AMLINT_GRAPH_GRAPH_H
#define AMLINT_GRAPH_GRAPH_H

#include "graph/resource.h"

typedef struct aml_graph aml_graph;

/* Empty; lives in the arena, as all that linking makes. */
aml_graph *aml_graph_new(aml_arena *arena);

/* Adds resources of one document and parameter set, in the order of the run. Pointers stay the caller's. */
void aml_graph_add(aml_graph *graph, aml_resource *const *resources, size_t count);

/* Links everything, on so many threads at most; n log n. After this the graph is immutable. */
void aml_graph_link(aml_graph *graph, size_t threads);

/* The resources in the order of adding; i is below the count. */
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
 * same scope. Names that are the same unknown expression are the same name. *is_certain is false when an
 * unknown name or scope leaves another answer open: then the result is the first resource that may be the
 * parent, or NULL. NULL with *is_certain: the run does not hold it, or the type has no parent. */
const aml_resource *aml_graph_parent(const aml_graph *graph, const aml_resource *resource, bool *is_certain);
/* Those whose parent it certainly is, in order. */
aml_resource_range aml_graph_children(const aml_graph *graph, const aml_resource *resource);

typedef enum aml_kinship {
  AML_KIN_SAME, /* certainly the same name, in the same group; but a command and a file are two ways to one
                   thing unless one script goes both, and a command given again changes what there is */
  AML_KIN_MAYBE_SAME, /* certainly the same name, in a group that is not known and may be the same */
  AML_KIN_ELSEWHERE,  /* the same last part of the name, certainly below another parent */
} aml_kinship;

/* Other resources of the same type that are akin so, declared and not merely referred to; at most `max` of
 * them, and of many namesakes the first few alone are looked at. Returns how many there are in `out`. */
size_t aml_graph_namesakes(const aml_graph *graph, aml_arena *arena, const aml_resource *resource,
    aml_kinship kinship, const aml_resource **out, size_t max);

/* Resolves a resource id: a string or an unknown whose expression says enough, such as
 * "[resourceId('Microsoft.Network/virtualNetworks', parameters('v'))]"; in full ("/subscriptions/...") or
 * "Type/name" relative to the scope of `from`. *certainty: AML_TRUE with the resource; AML_MAYBE with the
 * first that may be meant, or NULL when anything could be; AML_FALSE with NULL: not in the run. Nothing of
 * `scratch` stays in use. */
const aml_resource *aml_graph_by_reference(const aml_graph *graph, aml_arena *scratch,
    const aml_resource *from, const aml_value *id, aml_truth *certainty);
/* The same for the parent of what the id names: the network of a subnet, which need not be a resource itself.
 */
const aml_resource *aml_graph_parent_by_reference(const aml_graph *graph, aml_arena *scratch,
    const aml_resource *from, const aml_value *id, aml_truth *certainty);
/* The same for a text; NULL unless certain. */
const aml_resource *aml_graph_by_id(
    const aml_graph *graph, aml_arena *scratch, const aml_resource *from, aml_sv id);

/* The full id of a resource as far as it is known; an unknown value with prefix and suffix otherwise. */
const aml_value *aml_graph_id(const aml_graph *graph, aml_arena *arena, const aml_resource *resource);

/* The segment of an id that follows the segment `name` (any case): the name of a group after
 * "resourceGroups". Empty where there is none. */
aml_sv aml_id_segment(aml_sv id, aml_sv name);

/* Whether a lock (or any other resource that acts on its scope: a policy assignment, a role) holds for
 * `resource`: it stands on the same group, on the subscription or management group above it, or on the
 * resource or one of its ancestors as an extension. Says nothing about the lock's own condition. */
aml_truth aml_graph_scope_covers(
    const aml_graph *graph, const aml_resource *lock, const aml_resource *resource);

/* The same for what an id names, seen from `from`, whether or not the run holds it: a subnet of a network
 * that is declared elsewhere. */
aml_truth aml_graph_scope_covers_id(const aml_graph *graph, aml_arena *arena, const aml_resource *lock,
    const aml_resource *from, const aml_value *id);

/* Calls visit for resources of a type that hold for `resource`, which must be in the graph: first all that
 * certainly do, then some that may, at least one where there is any; until visit returns false. Does not look
 * at each resource of the type. Scratch work is done in `arena`. */
typedef bool aml_graph_visit(void *ctx, const aml_resource *resource, aml_truth holds);
void aml_graph_walk_covering(const aml_graph *graph, aml_arena *arena, aml_sv type,
    const aml_resource *resource, aml_graph_visit *visit, void *ctx);

/* Whether a lock stands on a resource group, subscription or management group (AML_TRUE), or on one resource
 * (AML_FALSE). */
aml_truth aml_graph_is_scope_wide(const aml_graph *graph, const aml_resource *lock);

/* Two groups of the default subscription, which one of them may name, are the same by name; "the group
 * deployed to" is the same where the deployments are. */
aml_truth aml_scope_same_group(const aml_scope_path *a, const aml_scope_path *b);
/* Two that name none are the same where the deployments are; MAYBE where one of them does not say. */
aml_truth aml_scope_same_subscription(const aml_scope_path *a, const aml_scope_path *b);

#endif
