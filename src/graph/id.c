/* Resource ids: reading them to find resources, and writing them. */
#include "base/strbuf.h"
#include "graph/graph_private.h"

typedef struct search {
  const aml_graph *graph;
  const aml_resource *from;
  const aml_value *id;
  bool wants_parent; /* of what the id names */
  aml_arena *arena;
  const aml_resource *found;
  aml_truth certainty;
} search;

static void run_search(search *s) {
  aml_reference references[AML_SYMBOLS_COUNT];
  for (int i = 0; i < AML_SYMBOLS_COUNT; i++) {
    aml_sv text = aml_symbolic_text(s->arena, s->from, s->id, (aml_symbols)i);
    references[i] = aml_reference_read(s->arena, text, &s->from->scope);
    if (s->wants_parent && references[i].name.count > 0) {
      references[i].type = aml_type_parent(references[i].type);
      references[i].name.count--;
    }
  }
  if (references[0].reach != AML_REACH_RESOURCE || !aml_symbolic_is_known(references[0].type)) {
    s->certainty = s->id->kind == AML_UNKNOWN ? AML_MAYBE : AML_FALSE;
    return;
  }
  bool is_own_group = s->from->form->has_ids_of_own_group && references[0].scope.is_uncertain;
  aml_graph_query query = {
      .type = references[0].type,
      .names = {references[0].name, references[1].name},
      .scope = is_own_group ? &s->from->scope : &references[0].scope,
  };
  s->found = aml_graph_find(s->graph, s->arena, &query, &s->certainty);
}

static const aml_resource *find_reference(const aml_graph *graph, aml_arena *scratch,
    const aml_resource *from, const aml_value *id, bool wants_parent, aml_truth *certainty) {
  *certainty = AML_FALSE;
  if (id->kind != AML_STRING && id->kind != AML_UNKNOWN) {
    return NULL;
  }
  search s = {.graph = graph, .from = from, .id = id, .wants_parent = wants_parent, .arena = scratch};
  aml_arena_mark mark = aml_arena_set_mark(scratch);
  run_search(&s);
  aml_arena_rewind(scratch, &mark);
  *certainty = s.certainty;
  return s.found;
}

const aml_resource *aml_graph_by_reference(const aml_graph *graph, aml_arena *scratch,
    const aml_resource *from, const aml_value *id, aml_truth *certainty) {
  return find_reference(graph, scratch, from, id, false, certainty);
}

const aml_resource *aml_graph_parent_by_reference(const aml_graph *graph, aml_arena *scratch,
    const aml_resource *from, const aml_value *id, aml_truth *certainty) {
  return find_reference(graph, scratch, from, id, true, certainty);
}

const aml_resource *aml_graph_by_id(
    const aml_graph *graph, aml_arena *scratch, const aml_resource *from, aml_sv id) {
  aml_value text = {.kind = AML_STRING, .as.string = id};
  aml_truth certainty;
  const aml_resource *found = aml_graph_by_reference(graph, scratch, from, &text, &certainty);
  return certainty == AML_TRUE ? found : NULL;
}

/* "/providers/Microsoft.X/a/n/b/m"; false when a part of the name is not known. */
static bool add_provider_part(aml_strbuf *out, aml_sv type, aml_sv name) {
  aml_strbuf_add(out, AML_SV("/providers/"));
  aml_strbuf_add(out, aml_sv_split(&type, '/'));
  while (type.len > 0 && name.len > 0) {
    aml_strbuf_add_char(out, '/');
    aml_strbuf_add(out, aml_sv_split(&type, '/'));
    aml_strbuf_add_char(out, '/');
    aml_strbuf_add(out, aml_sv_split(&name, '/'));
  }
  return type.len == 0 && name.len == 0;
}

/* The id of the scope; false when it is not known in full, with as much of its beginning as is. */
static bool add_scope(aml_strbuf *out, const aml_scope_path *scope) {
  if (scope->management_group.len > 0 && scope->subscription.len == 0 && !scope->has_resource_group) {
    aml_strbuf_add(out, AML_SV("/providers/Microsoft.Management/managementGroups/"));
    aml_strbuf_add(out, scope->management_group);
    return true;
  }
  aml_strbuf_add(out, AML_SV("/subscriptions/"));
  if (scope->subscription.len == 0) {
    return false;
  }
  aml_strbuf_add(out, scope->subscription);
  if (!scope->has_resource_group) {
    return true;
  }
  aml_strbuf_add(out, AML_SV("/resourceGroups/"));
  aml_strbuf_add(out, scope->resource_group);
  return scope->resource_group.len > 0;
}

/* Where the id begins: the scope, or for an extension the id of what it extends. */
static bool add_head(aml_strbuf *out, const aml_graph *graph, const aml_resource *resource) {
  const aml_resource *parent = resource->parent;
  const aml_value *extends = resource->extends;
  if (extends == NULL && parent != NULL && !aml_sv_istarts(resource->type, parent->type)) {
    extends = aml_graph_id(graph, out->arena, parent); /* as deep as the file nests */
  }
  if (extends == NULL || aml_graph_is_scope_wide(graph, resource) == AML_TRUE) {
    return add_scope(out, &resource->scope);
  }
  if (extends->kind != AML_STRING) {
    return false;
  }
  if (!aml_sv_starts(extends->as.string, AML_SV("/"))) {
    if (!add_scope(out, &resource->scope)) {
      return false;
    }
    aml_strbuf_add(out, AML_SV("/providers/"));
  }
  aml_strbuf_add(out, extends->as.string);
  return true;
}

/* The rest of it: "/resourceGroups/g" for a group, "/providers/..." for others. */
static bool add_tail(aml_strbuf *out, const aml_resource *resource) {
  if (resource->name->kind != AML_STRING) {
    return false;
  }
  aml_sv name = resource->name->as.string;
  if (aml_sv_ieq(resource->type, AML_SV("Microsoft.Resources/subscriptions/resourceGroups")) ||
      aml_sv_ieq(resource->type, AML_SV("Microsoft.Resources/resourceGroups"))) {
    aml_strbuf_add(out, AML_SV("/resourceGroups/"));
    aml_strbuf_add(out, name);
    return name.len > 0;
  }
  return add_provider_part(out, resource->type, name);
}

static aml_sv reason_of_name(const aml_value *name) {
  return name->kind == AML_UNKNOWN ? name->as.unknown->reason
                                   : AML_SV("the name of the resource is not known; correct it");
}

static aml_sv reason_of_scope(const aml_resource_form *form) {
  return form->where_to_name_scope != NULL
             ? aml_sv_of(form->where_to_name_scope)
             : AML_SV("the subscription or resource group of the deployment is not known; name them under "
                      "'context:' in amlint.yml");
}

const aml_value *aml_graph_id(const aml_graph *graph, aml_arena *arena, const aml_resource *resource) {
  aml_strbuf head;
  aml_strbuf tail;
  aml_strbuf_init(&head, arena, SIZE_MAX);
  aml_strbuf_init(&tail, arena, SIZE_MAX);
  bool is_scope_known = add_head(&head, graph, resource);
  bool is_name_known = add_tail(&tail, resource);
  if (is_scope_known && is_name_known) {
    aml_sv id = aml_sv_join(arena, aml_strbuf_view(&head), aml_strbuf_view(&tail));
    return aml_value_string(arena, id, resource->name_span);
  }
  aml_sv reason = is_scope_known ? reason_of_name(resource->name) : reason_of_scope(resource->form);
  aml_sv suffix = is_name_known ? aml_strbuf_view(&tail) : (aml_sv){0};
  return aml_value_unknown_text(arena, reason, aml_strbuf_view(&head), suffix, resource->name_span);
}

aml_sv aml_id_segment(aml_sv id, aml_sv name) {
  while (id.len > 0) {
    if (aml_sv_ieq(aml_sv_split(&id, '/'), name)) {
      return aml_sv_split(&id, '/');
    }
  }
  return (aml_sv){0};
}
