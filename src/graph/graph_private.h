/* What the files of graph/ share. Private to graph/. */
#ifndef AMLINT_GRAPH_GRAPH_PRIVATE_H
#define AMLINT_GRAPH_GRAPH_PRIVATE_H

#include "graph/graph.h"
#include "graph/name.h"
#include "graph/reference.h"

enum { AML_GRAPH_CANDIDATES = 16 }; /* resources looked at one by one when no key decides; more: uncertain */

typedef struct aml_graph_list {
  AML_VEC(const aml_resource *) items;
} aml_graph_list;

/* What a resource acts on: the resource it extends, else the scope it is deployed to. */
typedef struct aml_anchor {
  aml_reach reach;
  aml_scope_path scope;
  aml_sv type; /* RESOURCE: lower case */
  aml_name names[AML_SYMBOLS_COUNT];
} aml_anchor;

typedef struct aml_graph_node { /* of the resource at the same position */
  aml_name names[AML_SYMBOLS_COUNT];
  const aml_resource *parent;
  bool is_parent_certain;
  const aml_anchor *anchor; /* NULL: the scope it is deployed to */
  aml_graph_list children;
} aml_graph_node;

typedef struct aml_graph_type {
  uint32_t number;
  aml_graph_list all, vague; /* those whose names are not known */
  size_t covering;           /* how many are in the index of that name */
} aml_graph_type;

typedef struct aml_namesake aml_namesake; /* of resources with one name */
struct aml_namesake {
  const aml_resource *resource;
  aml_namesake *next, *last; /* last: of the first one only */
};

struct aml_graph {
  aml_arena *arena;
  AML_VEC(const aml_resource *) resources;
  aml_graph_node *nodes;
  AML_VEC(const aml_resource *) first_of_type;
  aml_map by_type;           /* type -> aml_graph_type */
  aml_map by_scope;          /* a place as text -> its number */
  aml_map by_name;           /* type, name -> aml_namesake; names that are known or have symbols throughout */
  aml_map by_last;           /* type, last part of a known name below a parent -> aml_namesake */
  aml_map by_place;          /* place, type, name -> aml_resource; the declaring one before an existing one */
  aml_map covering;          /* what extensions stand on -> aml_namesake; see covering.c */
  aml_scope_path last_scope; /* while indexing */
  bool has_last_scope;
  uint32_t last_place;
};

/* Puts a resource into the indexes and fills its node's names. */
void aml_graph_index(aml_graph *graph, const aml_resource *resource);

/* After all anchors are set. */
void aml_graph_index_covering(aml_graph *graph, const aml_resource *resource);

/* The number of a place, from 1; 0 or NULL where it cannot be said or, for `find`, does not occur. */
uint32_t aml_graph_number_place(aml_graph *graph, const aml_scope_path *scope);
const uint32_t *aml_graph_find_place(const aml_graph *graph, aml_arena *arena, const aml_scope_path *scope);

/* A group whose subscription is named by the deployment alone is a place by that, and one with those that
 * name none: *out. False for others. */
bool aml_graph_other_place(const aml_scope_path *scope, aml_scope_path *out);

/* The answer to "which resource has this type and name in this scope". Scratch work is done in `arena`, so
 * that several threads may ask. */
typedef struct aml_graph_query {
  aml_sv type; /* lower case */
  aml_name names[AML_SYMBOLS_COUNT];
  const aml_scope_path *scope;
  const aml_resource *except; /* not this one; may be NULL */
} aml_graph_query;
const aml_resource *aml_graph_find(
    const aml_graph *graph, aml_arena *arena, const aml_graph_query *query, aml_truth *certainty);

/* "Microsoft.Authorization/locks" for the old form "Microsoft.X/a/providers/locks"; empty for every other. */
aml_sv aml_graph_extension_type(aml_arena *arena, const aml_resource *resource);
aml_anchor aml_graph_anchor_of(const aml_graph *graph, const aml_resource *resource);
void aml_graph_set_anchor(aml_graph *graph, const aml_resource *resource);

/* Whether two names are the same, taking the better of the two kinds of symbols. */
aml_truth aml_names_equal(const aml_name a[AML_SYMBOLS_COUNT], const aml_name b[AML_SYMBOLS_COUNT]);

/* A parent that a condition switched off is not held, nor is what a caller made up to ask about. */
bool aml_graph_holds(const aml_graph *graph, const aml_resource *resource);
/* Of a resource that the graph holds. */
const aml_graph_node *aml_graph_node_of(const aml_graph *graph, const aml_resource *resource);

#endif
