/* Which locks (or other extensions) hold for a resource, without looking at each: they are kept by what they
 * stand on.
 *
 * A lock that certainly holds is found under the place or the target that both share. Those that may hold are
 * found in short lists: scopes without a name, groups of the same name, targets of the same type. Each list
 * is looked at up to a bound; a longer one ends with one that is said to hold perhaps. */
#include <string.h>

#include "graph/graph_private.h"

typedef enum tag {  /* what follows in a key */
  AT_PLACE,         /* place */
  IN_GROUP,         /* name of the group */
  ON_TARGET,        /* place, type and name of the target */
  ON_TARGET_NAME,   /* type and name of the target, wherever it is */
  ON_UNSURE_TARGET, /* type of the target, whose name is not known */
  ON_ANY_TARGET,    /* type of the target */
  WITHOUT_NAME,     /* nothing: scopes that have no name, and what is not known at all */
  NAMED_GROUPS,
  NAMED_SUBSCRIPTIONS,
} tag;

typedef struct key {
  uint32_t type;
  tag tag;
  uint32_t place;
  aml_sv target, name;
} key;

static aml_sv make_key(aml_arena *arena, const key *k) {
  size_t size = sizeof k->type + sizeof k->tag + sizeof k->place + k->target.len + 1 + k->name.len;
  char *text = aml_arena_alloc(arena, size, 1);
  size_t at = 0;
  memcpy(text, &k->type, sizeof k->type);
  at += sizeof k->type;
  memcpy(text + at, &k->tag, sizeof k->tag);
  at += sizeof k->tag;
  memcpy(text + at, &k->place, sizeof k->place);
  at += sizeof k->place;
  for (size_t i = 0; i < k->target.len; i++) {
    text[at++] = aml_ascii_lower(k->target.data[i]);
  }
  text[at++] = '\n';
  for (size_t i = 0; i < k->name.len; i++) {
    text[at++] = aml_ascii_lower(k->name.data[i]);
  }
  return (aml_sv){text, size};
}

static void put(aml_graph *graph, key k, const aml_resource *resource) {
  aml_namesake *link = AML_NEW(graph->arena, aml_namesake);
  link->resource = resource;
  link->last = link;
  aml_sv text = make_key(graph->arena, &k);
  aml_namesake *first = aml_map_find(&graph->covering, text);
  if (first == NULL) {
    aml_map_put(&graph->covering, text, link);
  } else {
    first->last->next = link;
    first->last = link;
  }
}

static void index_target(
    aml_graph *graph, uint32_t type, const aml_anchor *anchor, const aml_resource *resource) {
  aml_scope_path other;
  bool has_other = aml_graph_other_place(&anchor->scope, &other);
  uint32_t places[2] = {aml_graph_number_place(graph, &anchor->scope)};
  places[1] = has_other ? aml_graph_number_place(graph, &other) : 0;
  put(graph, (key){.type = type, .tag = ON_ANY_TARGET, .target = anchor->type}, resource);
  bool is_known = true;
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    aml_sv name = aml_name_join(graph->arena, anchor->names[i], anchor->names[i].count);
    is_known = is_known && aml_symbolic_is_known(name);
    if (aml_symbolic_is_vague(name) || (i > 0 && is_known)) {
      continue;
    }
    for (size_t k = 0; k < 2 && places[k] != 0; k++) {
      put(graph, (key){type, ON_TARGET, places[k], anchor->type, name}, resource);
    }
    put(graph, (key){.type = type, .tag = ON_TARGET_NAME, .target = anchor->type, .name = name}, resource);
  }
  if (!is_known) {
    put(graph, (key){.type = type, .tag = ON_UNSURE_TARGET, .target = anchor->type}, resource);
  }
}

static void index_scope(
    aml_graph *graph, uint32_t type, const aml_anchor *anchor, const aml_resource *resource) {
  aml_scope_path other;
  uint32_t place = aml_graph_number_place(graph, &anchor->scope);
  if (place != 0) {
    put(graph, (key){.type = type, .tag = AT_PLACE, .place = place}, resource);
  }
  if (aml_graph_other_place(&anchor->scope, &other)) {
    place = aml_graph_number_place(graph, &other);
    put(graph, (key){.type = type, .tag = AT_PLACE, .place = place}, resource);
  }
  tag named = WITHOUT_NAME;
  if (anchor->reach == AML_REACH_GROUP && anchor->scope.resource_group.len > 0) {
    named = NAMED_GROUPS;
    put(graph, (key){.type = type, .tag = IN_GROUP, .name = anchor->scope.resource_group}, resource);
  } else if (anchor->reach == AML_REACH_SUBSCRIPTION && anchor->scope.subscription.len > 0) {
    named = NAMED_SUBSCRIPTIONS;
  }
  put(graph, (key){.type = type, .tag = named}, resource);
}

void aml_graph_index_covering(aml_graph *graph, const aml_resource *resource) {
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  aml_sv extension_type = aml_graph_extension_type(graph->arena, resource);
  aml_sv type_name = extension_type.len > 0 ? extension_type : resource->type;
  if (node->anchor == NULL && !aml_sv_istarts(resource->type, AML_SV("Microsoft.Authorization/"))) {
    return;
  }
  aml_graph_type *type = aml_map_find(&graph->by_type, type_name);
  aml_anchor anchor = aml_graph_anchor_of(graph, resource);
  type->covering++;
  if (anchor.reach == AML_REACH_RESOURCE && aml_symbolic_is_known(anchor.type)) {
    index_target(graph, type->number, &anchor, resource);
  } else {
    index_scope(graph, type->number, &anchor, resource);
  }
}

enum { VISITED_MAX = 256 };

typedef struct walk {
  const aml_graph *graph;
  aml_arena *arena;
  uint32_t type;
  const aml_resource *resource;
  aml_graph_visit *visit;
  void *ctx;
  const aml_resource *visited[VISITED_MAX];
  size_t visited_count;
  bool is_over;
} walk;

static bool was_visited(const walk *w, const aml_resource *lock) {
  for (size_t i = 0; i < w->visited_count; i++) {
    if (w->visited[i] == lock) {
      return true;
    }
  }
  return false;
}

static void tell(walk *w, const aml_resource *lock, aml_truth holds) {
  if (holds == AML_FALSE || lock == w->resource || w->is_over || was_visited(w, lock)) {
    return;
  }
  if (w->visited_count < VISITED_MAX) {
    w->visited[w->visited_count++] = lock;
  }
  w->is_over = !w->visit(w->ctx, lock, holds);
}

static const aml_namesake *find(const walk *w, key k) {
  k.type = w->type;
  return aml_map_find(&w->graph->covering, make_key(w->arena, &k));
}

/* Those that are sure to hold: all of them. */
static void tell_certain(walk *w, const aml_namesake *link) {
  for (; link != NULL && !w->is_over; link = link->next) {
    if (aml_graph_scope_covers(w->graph, link->resource, w->resource) == AML_TRUE) {
      tell(w, link->resource, AML_TRUE);
    }
  }
}

static void tell_possible(walk *w, const aml_namesake *link) {
  for (int i = 0; link != NULL && !w->is_over; i++, link = link->next) {
    if (i == AML_GRAPH_CANDIDATES) {
      tell(w, link->resource, AML_MAYBE);
      return;
    }
    tell(w, link->resource, aml_graph_scope_covers(w->graph, link->resource, w->resource));
  }
}

typedef struct level { /* the resource or one of its ancestors, as named */
  aml_sv type;
  aml_sv names[AML_SYMBOLS_COUNT];
} level;

/* One step up; false above the top. */
static bool climb(walk *w, level *at, size_t *depth) {
  const aml_graph_node *node = aml_graph_node_of(w->graph, w->resource);
  at->type = *depth == 0 ? w->resource->type : aml_type_parent(at->type);
  if (at->type.len == 0) {
    return false;
  }
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    size_t count = node->names[i].count;
    at->names[i] = aml_name_join(w->arena, node->names[i], count > *depth ? count - *depth : 0);
  }
  (*depth)++;
  return true;
}

static void walk_place(walk *w, const aml_scope_path *scope) {
  const uint32_t *place = aml_graph_find_place(w->graph, w->arena, scope);
  if (place != NULL) {
    tell_certain(w, find(w, (key){.tag = AT_PLACE, .place = *place}));
  }
  aml_scope_path above = *scope;
  above.has_resource_group = false;
  above.resource_group = (aml_sv){0};
  const uint32_t *subscription = aml_graph_find_place(w->graph, w->arena, &above);
  if (subscription != NULL && subscription != place) {
    tell_certain(w, find(w, (key){.tag = AT_PLACE, .place = *subscription}));
  }
  level at = {0};
  for (size_t depth = 0; place != NULL && climb(w, &at, &depth);) {
    for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
      tell_certain(
          w, find(w, (key){.tag = ON_TARGET, .place = *place, .target = at.type, .name = at.names[i]}));
    }
  }
}

static void walk_certain(walk *w) {
  aml_scope_path other;
  walk_place(w, &w->resource->scope);
  if (aml_graph_other_place(&w->resource->scope, &other)) {
    walk_place(w, &other);
  }
}

static void walk_possible(walk *w) {
  const aml_scope_path *scope = &w->resource->scope;
  tell_possible(w, find(w, (key){.tag = WITHOUT_NAME}));
  if (scope->subscription.len == 0) {
    tell_possible(w, find(w, (key){.tag = NAMED_SUBSCRIPTIONS}));
  }
  key group = {.tag = NAMED_GROUPS};
  if (scope->resource_group.len > 0) {
    group = (key){.tag = IN_GROUP, .name = scope->resource_group};
  }
  tell_possible(w, find(w, group));
  level at = {0};
  for (size_t depth = 0; climb(w, &at, &depth);) {
    bool is_known = aml_symbolic_is_known(at.names[0]);
    tell_possible(w, find(w, (key){.tag = ON_TARGET_NAME, .target = at.type, .name = at.names[0]}));
    tell_possible(w, find(w, (key){.tag = is_known ? ON_UNSURE_TARGET : ON_ANY_TARGET, .target = at.type}));
  }
}

void aml_graph_walk_covering(const aml_graph *graph, aml_arena *arena, aml_sv type_name,
    const aml_resource *resource, aml_graph_visit *visit, void *ctx) {
  const aml_graph_type *type = aml_map_find(&graph->by_type, type_name);
  if (type == NULL) {
    return;
  }
  walk w = {
      .graph = graph, .arena = arena, .type = type->number, .resource = resource, .visit = visit, .ctx = ctx};
  const aml_anchor *own = aml_graph_node_of(graph, resource)->anchor;
  bool is_extension = own != NULL && own->reach == AML_REACH_RESOURCE;
  if (type->covering == type->all.items.count && !is_extension) {
    walk_certain(&w);
    walk_possible(&w);
    return;
  }
  for (size_t i = 0; i < type->all.items.count && !w.is_over; i++) {
    const aml_resource *candidate = type->all.items.items[i];
    tell(&w, candidate, aml_graph_scope_covers(graph, candidate, resource));
  }
}
