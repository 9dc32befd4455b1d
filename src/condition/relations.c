#include "condition/relations.h"

#include "base/limits.h"
#include "condition/targets.h"
#include "condition/workspace.h"

/* The resource of the run whose body this is; NULL when it is none. */
static const aml_resource *find_by_body(const aml_check *check, const aml_value *body) {
  aml_sv type = aml_value_text(aml_object_find(body, AML_SV("type")));
  aml_resource_range all = aml_graph_of_type(check->context->graph, type);
  for (size_t i = 0; i < all.count; i++) {
    if (all.items[i]->body == body) {
      return all.items[i];
    }
  }
  return NULL;
}

bool aml_relations_scope_of_id(aml_sv id, aml_scope_path *scope) {
  *scope = (aml_scope_path){0};
  if (!aml_sv_starts(id, AML_SV("/"))) {
    return false;
  }
  aml_sv rest = aml_sv_slice(id, 1, id.len);
  while (rest.len > 0) {
    aml_sv key = aml_sv_split(&rest, '/');
    if (aml_sv_ieq(key, AML_SV("providers"))) {
      break;
    }
    aml_sv value = aml_sv_split(&rest, '/');
    if (aml_sv_ieq(key, AML_SV("subscriptions"))) {
      scope->subscription = value;
    } else if (aml_sv_ieq(key, AML_SV("resourceGroups"))) {
      scope->resource_group = value;
      scope->has_resource_group = true;
    }
  }
  return scope->subscription.len > 0;
}

static const aml_resource *find_anchor_by_id(
    aml_check *check, const aml_related_query *query, bool *is_certain) {
  const aml_value *id = aml_check_operand(check, &query->id);
  *is_certain = true;
  if (id->kind == AML_OBJECT) {
    return find_by_body(check, id);
  }
  if (id->kind != AML_STRING && id->kind != AML_UNKNOWN) {
    return NULL;
  }
  aml_truth certainty;
  const aml_resource *found =
      aml_graph_by_reference(check->context->graph, check->arena, check->root, id, &certainty);
  *is_certain = certainty != AML_MAYBE;
  if (certainty == AML_MAYBE) {
    aml_check_note(check, id);
    return NULL;
  }
  return found;
}

/* The resource that the relation starts from; NULL: none, certainly or not. */
static const aml_resource *find_anchor(aml_check *check, const aml_related_query *query, bool *is_certain) {
  *is_certain = true;
  switch (query->anchor) {
  case AML_ANCHOR_THIS:
    return check->root;
  case AML_ANCHOR_WORKSPACE:
    return aml_workspace_of(check->context->graph, check->arena, check->root, is_certain);
  case AML_ANCHOR_PARENT:
    return aml_graph_parent(check->context->graph, check->root, is_certain);
  case AML_ANCHOR_ID:
    return find_anchor_by_id(check, query, is_certain);
  }
  return NULL;
}

static aml_truth relates(
    aml_check *check, aml_relation relation, const aml_resource *candidate, const aml_resource *anchor) {
  bool is_certain;
  const aml_resource *parent;
  switch (relation) {
  case AML_RELATION_ANY:
    return AML_TRUE;
  case AML_RELATION_CHILDREN:
    parent = aml_graph_parent(check->context->graph, candidate, &is_certain);
    return !is_certain ? AML_MAYBE : parent == anchor ? AML_TRUE : AML_FALSE;
  case AML_RELATION_GROUP:
    return aml_scope_same_group(&candidate->scope, &anchor->scope);
  case AML_RELATION_TARGETING:
  case AML_RELATION_COVERING:
  case AML_RELATION_TWINS:
  case AML_RELATION_LIKELY_TWINS:
  case AML_RELATION_NAMESAKES:
    break; /* walked by an index, not one by one */
  }
  return AML_FALSE;
}

/* What an id names need not be in the run for its scope to be known. */
static bool walk_covering_id(aml_check *check, const aml_related_query *query, const aml_resource_range *all,
    bool (*visit)(void *ctx, const aml_resource *resource, aml_truth holds), void *ctx) {
  const aml_value *id = aml_check_operand(check, &query->id);
  const aml_resource *body = id->kind == AML_OBJECT ? find_by_body(check, id) : NULL;
  if (id->kind != AML_STRING && id->kind != AML_UNKNOWN && body == NULL) {
    return false;
  }
  for (size_t i = 0; i < all->count; i++) {
    const aml_resource *lock = all->items[i];
    aml_truth holds =
        body != NULL ? aml_graph_scope_covers(check->context->graph, lock, body)
                     : aml_graph_scope_covers_id(check->context->graph, check->arena, lock, check->root, id);
    if (holds == AML_MAYBE) {
      aml_check_note(check, id);
    }
    if (holds != AML_FALSE && !visit(ctx, lock, holds)) {
      break;
    }
  }
  return false;
}

enum { TWINS_MAX = 16 };

static bool is_twins(aml_relation relation) {
  return relation == AML_RELATION_TWINS || relation == AML_RELATION_LIKELY_TWINS ||
         relation == AML_RELATION_NAMESAKES;
}

static void walk_twins(aml_check *check, const aml_resource *anchor, const aml_related_query *query,
    bool (*visit)(void *ctx, const aml_resource *resource, aml_truth holds), void *ctx) {
  const aml_resource *twins[TWINS_MAX];
  aml_kinship kinship = query->relation == AML_RELATION_TWINS          ? AML_KIN_SAME
                        : query->relation == AML_RELATION_LIKELY_TWINS ? AML_KIN_MAYBE_SAME
                                                                       : AML_KIN_ELSEWHERE;
  size_t count = aml_graph_namesakes(check->context->graph, check->arena, anchor, kinship, twins, TWINS_MAX);
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_ieq(twins[i]->type, query->type) && !visit(ctx, twins[i], AML_TRUE)) {
      return;
    }
  }
}

/* Made beforehand for the rules of a run; a rule that is evaluated alone makes its own. */
static const aml_targets *find_targets(aml_check *check, aml_sv type) {
  const aml_targets *known = check->targets == NULL ? NULL : aml_map_find(check->targets, type);
  return known != NULL ? known : aml_targets_new(check->arena, check->context->graph, type);
}

typedef struct others { /* visits all but the rule's subject */
  const aml_resource *subject;
  bool (*visit)(void *ctx, const aml_resource *resource, aml_truth holds);
  void *ctx;
} others;

static bool visit_other(void *ctx, const aml_resource *resource, aml_truth holds) {
  others *self = ctx;
  return resource == self->subject || self->visit(self->ctx, resource, holds);
}

bool aml_relations_walk(aml_check *check, const aml_related_query *query,
    bool (*visit)(void *ctx, const aml_resource *resource, aml_truth holds), void *ctx) {
  const aml_resource *anchor = check->root;
  bool is_certain = true;
  if (check->context->graph == NULL) {
    return true;
  }
  /* Where no resource of the type occurs, it does not matter whether the anchor is known. */
  aml_resource_range all = aml_graph_of_type(check->context->graph, query->type);
  if (all.count > 0) {
    aml_verdicts_saw_other(check->verdicts);
  }
  if (query->relation == AML_RELATION_COVERING && query->anchor == AML_ANCHOR_ID) {
    return walk_covering_id(check, query, &all, visit, ctx);
  }
  if (all.count > 0 && query->relation != AML_RELATION_ANY) {
    anchor = find_anchor(check, query, &is_certain);
    if (anchor == NULL || !is_certain) {
      return !is_certain;
    }
  }
  if (all.count > 0 && is_twins(query->relation)) {
    walk_twins(check, anchor, query, visit, ctx);
    return false;
  }
  others all_others = {check->root, visit, ctx};
  if (all.count > 0 && query->relation == AML_RELATION_COVERING) {
    aml_graph_walk_covering(
        check->context->graph, check->arena, query->type, anchor, visit_other, &all_others);
    return false;
  }
  if (all.count > 0 && query->relation == AML_RELATION_TARGETING) {
    return aml_targets_walk(find_targets(check, query->type), anchor, visit_other, &all_others);
  }
  for (size_t i = 0; i < all.count; i++) {
    if (all.items[i] == check->root) {
      continue;
    }
    aml_truth holds = relates(check, query->relation, all.items[i], anchor);
    if (holds != AML_FALSE && !visit(ctx, all.items[i], holds)) {
      break;
    }
  }
  return false;
}
