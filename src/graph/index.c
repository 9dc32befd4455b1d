/* The indexes of the graph: by type, by name, and by name and place. Keys hold numbers for types and places,
 * so that they are short. */
#include <string.h>

#include "base/concat.h"
#include "graph/graph_private.h"

static aml_graph_type *type_of(aml_graph *graph, aml_sv type) {
  aml_graph_type *found = aml_map_find(&graph->by_type, type);
  if (found == NULL) {
    found = AML_NEW(graph->arena, aml_graph_type);
    found->number = (uint32_t)graph->by_type.count;
    aml_map_put(&graph->by_type, type, found);
  }
  return found;
}

/* Where a resource is, as a text; empty where that cannot be said. */
static aml_sv place_text(aml_arena *arena, const aml_scope_path *scope) {
  bool is_named_group = scope->has_resource_group && scope->resource_group.len > 0;
  bool is_named_subscription = !scope->has_resource_group && scope->subscription.len > 0;
  bool is_named = is_named_group || is_named_subscription;
  if ((is_named_group && scope->subscription.len == 0 && scope->is_uncertain) ||
      (!is_named && scope->deployment.len == 0)) {
    return (aml_sv){0};
  }
  aml_sv level = scope->has_resource_group ? AML_SV("group\n") : AML_SV("subscription\n");
  aml_sv subscription = aml_sv_lower(arena, scope->subscription);
  aml_sv place = is_named ? aml_sv_lower(arena, scope->resource_group) : scope->deployment;
  return AML_SV_CONCAT(arena, level, subscription, is_named ? AML_SV("\n") : AML_SV("\n@"), place);
}

const uint32_t *aml_graph_find_place(const aml_graph *graph, aml_arena *arena, const aml_scope_path *scope) {
  aml_sv text = place_text(arena, scope);
  return text.len == 0 ? NULL : aml_map_find(&graph->by_scope, text);
}

static bool is_same_text(aml_sv a, aml_sv b) { /* the very bytes, not equal ones: cheap */
  return a.data == b.data && a.len == b.len;
}

static bool is_same_scope(const aml_scope_path *a, const aml_scope_path *b) {
  return a->has_resource_group == b->has_resource_group && a->is_uncertain == b->is_uncertain &&
         a->is_default_subscription == b->is_default_subscription &&
         is_same_text(a->subscription, b->subscription) &&
         is_same_text(a->resource_group, b->resource_group) && is_same_text(a->deployment, b->deployment);
}

bool aml_graph_other_place(const aml_scope_path *scope, aml_scope_path *out) {
  *out = *scope;
  out->subscription = (aml_sv){0};
  out->is_default_subscription = false;
  return scope->is_default_subscription && scope->has_resource_group && scope->resource_group.len > 0;
}

/* Resources of one file come in a row and mostly go
 * to one place, so the last answer is kept. */
uint32_t aml_graph_number_place(aml_graph *graph, const aml_scope_path *scope) {
  if (graph->has_last_scope && is_same_scope(&graph->last_scope, scope)) {
    return graph->last_place;
  }
  uint32_t *number = NULL;
  aml_sv text = place_text(graph->arena, scope);
  if (text.len > 0) {
    number = aml_map_find(&graph->by_scope, text);
    if (number == NULL) {
      number = AML_NEW(graph->arena, uint32_t);
      *number = (uint32_t)graph->by_scope.count + 1;
      aml_map_put(&graph->by_scope, text, number);
    }
  }
  graph->last_scope = *scope;
  graph->has_last_scope = true;
  graph->last_place = number == NULL ? 0 : *number;
  return graph->last_place;
}

/* "pppp tttt name": the key by name is the same without its first four bytes. */
enum { NUMBER_SIZE = sizeof(uint32_t) };

static aml_sv make_key(aml_arena *arena, uint32_t place, uint32_t type, aml_name name) {
  aml_sv text = aml_name_join(arena, name, name.count);
  if (aml_symbolic_is_vague(text)) {
    return (aml_sv){0}; /* equals nothing for certain */
  }
  char *key = aml_arena_alloc(arena, 2 * NUMBER_SIZE + text.len + 1, 1);
  memcpy(key, &place, NUMBER_SIZE);
  memcpy(key + NUMBER_SIZE, &type, NUMBER_SIZE);
  if (text.len > 0) {
    memcpy(key + 2 * NUMBER_SIZE, text.data, text.len);
  }
  return (aml_sv){key, 2 * NUMBER_SIZE + text.len};
}

static aml_sv without_place(aml_sv key) {
  return aml_sv_slice(key, NUMBER_SIZE, key.len);
}

static bool is_known(aml_name name) {
  for (size_t i = 0; i < name.count; i++) {
    if (!aml_symbolic_is_known(name.segments[i])) {
      return false;
    }
  }
  return true;
}

static void put_name(aml_graph *graph, aml_map *map, aml_sv key, const aml_resource *resource) {
  aml_namesake *link = AML_NEW(graph->arena, aml_namesake);
  link->resource = resource;
  link->last = link;
  aml_namesake *first = aml_map_find(map, key);
  if (first == NULL) {
    aml_map_put(map, key, link);
  } else {
    first->last->next = link;
    first->last = link;
  }
}

/* By the last part of a known name that has a parent's before it; empty for other names. */
static aml_sv make_last_key(aml_arena *arena, uint32_t type, const aml_value *name) {
  aml_sv text = aml_value_text(name);
  size_t slash = aml_sv_rfind_char(text, '/');
  if (slash == AML_NPOS || slash + 1 == text.len) {
    return (aml_sv){0};
  }
  aml_sv last = aml_sv_lower(arena, aml_sv_slice(text, slash + 1, text.len));
  return aml_sv_format(arena, "%u %.*s", type, AML_SV_ARG(last));
}

/* Of two in one place the one that is deployed here counts. */
static bool counts_more(const aml_resource *one, const aml_resource *other) {
  return one->is_existing != other->is_existing ? other->is_existing : !aml_resource_sees(one, other);
}

static void put_place(aml_graph *graph, aml_sv key, const aml_resource *resource) {
  const aml_resource *const *former = aml_map_find(&graph->by_place, key);
  if (former == NULL || counts_more(resource, *former)) {
    aml_map_put(&graph->by_place, key, graph->resources.items + resource->order);
  }
}

void aml_graph_index(aml_graph *graph, const aml_resource *resource) {
  const aml_graph_node *node = &graph->nodes[resource->order];
  aml_graph_type *type = type_of(graph, resource->type);
  if (type->all.items.count == 0) {
    AML_VEC_PUSH(graph->arena, &graph->first_of_type, resource);
  }
  AML_VEC_PUSH(graph->arena, &type->all.items, resource);
  aml_sv extension_type = aml_graph_extension_type(graph->arena, resource);
  if (extension_type.len > 0) {
    AML_VEC_PUSH(graph->arena, &type_of(graph, extension_type)->all.items, resource);
  }
  if (!is_known(node->names[0])) {
    AML_VEC_PUSH(graph->arena, &type->vague.items, resource);
  }
  aml_sv last = make_last_key(graph->arena, type->number, resource->name);
  if (last.len > 0) {
    put_name(graph, &graph->by_last, last, resource);
  }
  aml_scope_path other;
  bool has_other = aml_graph_other_place(&resource->scope, &other);
  uint32_t second = has_other ? aml_graph_number_place(graph, &other) : 0;
  uint32_t place = aml_graph_number_place(graph, &resource->scope);
  aml_sv former = {0};
  for (int i = 0; i < AML_SYMBOLS_COUNT && (i == 0 || node->names[i].segments != node->names[0].segments);
       i++) {
    aml_sv key = make_key(graph->arena, place, type->number, node->names[i]);
    if (key.len == 0 || aml_sv_eq(key, former)) {
      continue;
    }
    former = key;
    put_name(graph, &graph->by_name, without_place(key), resource);
    if (place != 0) {
      put_place(graph, key, resource);
    }
    if (second != 0) {
      put_place(graph, make_key(graph->arena, second, type->number, node->names[i]), resource);
    }
  }
}

aml_truth aml_names_equal(const aml_name a[AML_SYMBOLS_COUNT], const aml_name b[AML_SYMBOLS_COUNT]) {
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    aml_truth one = aml_name_equal(a[i], b[i]);
    if (one != AML_MAYBE) {
      return one;
    }
  }
  return AML_MAYBE;
}

static bool is_possible(const aml_graph *graph, const aml_graph_query *query, const aml_resource *candidate) {
  return candidate != query->except && aml_scope_same_group(&candidate->scope, query->scope) != AML_FALSE &&
         aml_names_equal(aml_graph_node_of(graph, candidate)->names, query->names) != AML_FALSE;
}

/* The first with that name that may be meant; *is_open when there is one, or when there are too many to tell.
 */
static const aml_resource *find_named(
    const aml_graph *graph, const aml_graph_query *query, aml_sv key, bool *is_open) {
  const aml_namesake *link = aml_map_find(&graph->by_name, key);
  for (int i = 0; link != NULL; i++, link = link->next) {
    if (i == AML_GRAPH_CANDIDATES) {
      *is_open = true;
      return NULL;
    }
    if (is_possible(graph, query, link->resource)) {
      *is_open = true;
      return link->resource;
    }
  }
  return NULL;
}

static const aml_resource *find_listed(
    const aml_graph *graph, const aml_graph_query *query, const aml_graph_list *list, bool *is_open) {
  for (size_t i = 0; i < list->items.count; i++) {
    if (i == AML_GRAPH_CANDIDATES) {
      *is_open = true;
      return NULL;
    }
    if (is_possible(graph, query, list->items.items[i])) {
      *is_open = true;
      return list->items.items[i];
    }
  }
  return NULL;
}

/* Where nobody names the subscription of the query's place, which it has from the deployment. */
static const aml_resource *find_unnamed(
    const aml_graph *graph, aml_arena *arena, const aml_graph_query *query, uint32_t type) {
  aml_scope_path other;
  bool has_other = aml_graph_other_place(query->scope, &other);
  const uint32_t *place = has_other ? aml_graph_find_place(graph, arena, &other) : NULL;
  for (int i = 0; place != NULL && i < AML_SYMBOLS_COUNT; i++) {
    aml_sv key = make_key(arena, *place, type, query->names[i]);
    const aml_resource *const *exact = key.len == 0 ? NULL : aml_map_find(&graph->by_place, key);
    if (exact != NULL && *exact != query->except && (*exact)->scope.subscription.len == 0) {
      return *exact;
    }
  }
  return NULL;
}

const aml_resource *aml_graph_find(
    const aml_graph *graph, aml_arena *arena, const aml_graph_query *query, aml_truth *certainty) {
  *certainty = AML_FALSE;
  const aml_graph_type *type = aml_map_find(&graph->by_type, query->type);
  if (type == NULL) {
    return NULL;
  }
  const uint32_t *place = aml_graph_find_place(graph, arena, query->scope);
  aml_sv keys[AML_SYMBOLS_COUNT];
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    keys[i] = make_key(arena, place == NULL ? 0 : *place, type->number, query->names[i]);
    const aml_resource *const *exact =
        place == NULL || keys[i].len == 0 ? NULL : aml_map_find(&graph->by_place, keys[i]);
    if (exact != NULL && *exact != query->except) {
      *certainty = AML_TRUE;
      return *exact;
    }
  }
  const aml_resource *found = find_unnamed(graph, arena, query, type->number);
  if (found != NULL) {
    *certainty = AML_TRUE;
    return found;
  }
  bool is_open = false;
  for (int i = 0; i < AML_SYMBOLS_COUNT && found == NULL; i++) {
    found = keys[i].len == 0 ? NULL : find_named(graph, query, without_place(keys[i]), &is_open);
  }
  if (found == NULL) {
    found = find_listed(graph, query, is_known(query->names[0]) ? &type->vague : &type->all, &is_open);
  }
  *certainty = is_open ? AML_MAYBE : AML_FALSE;
  return found;
}

static bool is_listed(const aml_resource *const *list, size_t count, const aml_resource *resource) {
  for (size_t i = 0; i < count; i++) {
    if (list[i] == resource) {
      return true;
    }
  }
  return false;
}

typedef struct kin {
  const aml_graph *graph;
  const aml_resource *resource;
  aml_kinship kinship;
  const aml_resource **out;
  size_t count, max;
} kin;

/* Whether no deployment makes both as two: a command and a file are two ways to one thing, unless one script
 * goes both; and a command that is given again changes what there is. */
static bool is_alternative(const aml_resource *a, const aml_resource *b) {
  if (!a->form->is_command && !b->form->is_command) {
    return false;
  }
  bool is_one_run = aml_sv_eq(a->made_by, b->made_by); /* every command has its file there */
  return !is_one_run || a->form->is_command == b->form->is_command;
}

static bool is_akin(const kin *k, const aml_resource *other) {
  aml_truth is_same_group = aml_scope_same_group(&other->scope, &k->resource->scope);
  bool is_seen = k->resource->form->is_evidence || other->form->is_evidence;
  if (is_seen || (k->kinship == AML_KIN_SAME && is_alternative(k->resource, other))) {
    return false;
  }
  if (k->kinship != AML_KIN_ELSEWHERE) {
    return is_same_group == (k->kinship == AML_KIN_SAME ? AML_TRUE : AML_MAYBE);
  }
  const aml_graph_node *a = aml_graph_node_of(k->graph, k->resource);
  const aml_graph_node *b = aml_graph_node_of(k->graph, other);
  return is_same_group == AML_FALSE || aml_names_equal(a->names, b->names) == AML_FALSE;
}

static void add_kin(kin *k, const aml_namesake *link) {
  for (int seen = 0; link != NULL && seen < AML_GRAPH_CANDIDATES && k->count < k->max;
       seen++, link = link->next) {
    const aml_resource *other = link->resource;
    if (other != k->resource && !other->is_existing && !is_listed(k->out, k->count, other) &&
        aml_resource_sees(k->resource, other) && is_akin(k, other)) {
      k->out[k->count++] = other;
    }
  }
}

size_t aml_graph_namesakes(const aml_graph *graph, aml_arena *arena, const aml_resource *resource,
    aml_kinship kinship, const aml_resource **out, size_t max) {
  const aml_graph_type *type = aml_map_find(&graph->by_type, resource->type);
  const aml_graph_node *node = aml_graph_node_of(graph, resource);
  kin k = {graph, resource, kinship, out, 0, max};
  if (type != NULL && kinship == AML_KIN_ELSEWHERE) {
    aml_sv key = make_last_key(arena, type->number, resource->name);
    add_kin(&k, key.len == 0 ? NULL : aml_map_find(&graph->by_last, key));
    return k.count;
  }
  for (int i = 0; type != NULL && i < AML_SYMBOLS_COUNT; i++) {
    aml_sv key = make_key(arena, 0, type->number, node->names[i]);
    add_kin(&k, key.len == 0 ? NULL : aml_map_find(&graph->by_name, without_place(key)));
  }
  return k.count;
}
