/* Assignments: where they hold, and with which effect. */
#include "condition/relations.h"
#include "policy/binding.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

/* The scope is written out, or is the beginning of the assignment's own id. */
static aml_sv scope_of(aml_sv id, aml_sv written) {
  size_t end = aml_sv_ifind(id, AML_SV("/providers/Microsoft.Authorization/policy"), 0);
  return written.len > 0 || end == AML_NPOS ? written : aml_sv_slice(id, 0, end);
}

aml_scope_id aml_scope_id_read(aml_sv text) {
  aml_scope_id id = {.text = text, .is_resource = aml_sv_ifind(text, AML_SV("/providers/"), 0) != AML_NPOS};
  /* which subscriptions a management group holds is written nowhere */
  id.is_known = aml_relations_scope_of_id(text, &id.path);
  return id;
}

static void read_not_scopes(aml_arena *arena, const aml_value *list, aml_assignment *assignment) {
  size_t count = aml_value_is(list, AML_ARRAY) ? list->as.array.count : 0;
  aml_scope_id *scopes = AML_NEW_ARRAY(arena, aml_scope_id, count);
  for (size_t i = 0; i < count; i++) {
    scopes[i] = aml_scope_id_read(aml_value_text(list->as.array.items[i]));
  }
  assignment->not_scopes = scopes;
  assignment->not_scope_count = count;
}

const aml_assignment *aml_assignment_read(aml_compiler *compiler, const aml_value *root) {
  const aml_value *properties = member(root, "properties");
  const aml_value *body = aml_value_is(properties, AML_OBJECT) ? properties : root;
  aml_assignment *assignment = AML_NEW(compiler->arena, aml_assignment);
  *assignment = (aml_assignment){.id = aml_value_text(member(root, "id")),
      .name = aml_value_text(member(root, "name")),
      .display_name = aml_value_text(member(body, "displayName")),
      .target = aml_value_text(member(body, "policyDefinitionId")),
      .tree = root,
      .parameters = member(body, "parameters"),
      .overrides = member(body, "overrides"),
      .selectors = member(body, "resourceSelectors"),
      .messages = member(body, "nonComplianceMessages"),
      .is_enforced = !aml_sv_ieq(aml_value_text(member(body, "enforcementMode")), AML_SV("DoNotEnforce"))};
  assignment->scope = aml_scope_id_read(scope_of(assignment->id, aml_value_text(member(body, "scope"))));
  read_not_scopes(compiler->arena, member(body, "notScopes"), assignment);
  return assignment;
}

static aml_truth same_text(aml_sv a, aml_sv b) {
  return a.len == 0 || b.len == 0 ? AML_MAYBE : aml_sv_ieq(a, b) ? AML_TRUE : AML_FALSE;
}

static bool is_at_or_below(aml_sv id, aml_sv scope) {
  return aml_sv_istarts(id, scope) && (id.len == scope.len || id.data[scope.len] == '/');
}

aml_truth aml_scope_id_holds(aml_arena *arena, const aml_check_context *context, const aml_scope_id *scope,
    const aml_resource *resource) {
  const aml_scope_path *own = &resource->scope;
  if (!scope->is_known) {
    return AML_MAYBE;
  }
  aml_truth is_same = same_text(scope->path.subscription, own->subscription);
  if (is_same == AML_FALSE || !scope->path.has_resource_group) {
    return is_same;
  }
  if (!own->has_resource_group) {
    return AML_FALSE;
  }
  aml_truth is_same_group = same_text(scope->path.resource_group, own->resource_group);
  if (is_same_group == AML_FALSE) {
    return AML_FALSE;
  }
  is_same = is_same == AML_MAYBE ? AML_MAYBE : is_same_group;
  if (!scope->is_resource || context->graph == NULL) {
    return is_same;
  }
  const aml_value *id = aml_graph_id(context->graph, arena, resource);
  return id->kind != AML_STRING                       ? AML_MAYBE
         : is_at_or_below(id->as.string, scope->text) ? AML_TRUE
                                                      : AML_FALSE;
}

/* Lists of assignments may be long, and resources many: whatever goes through one is charged for that. */
enum { ITEMS_FOR_A_STEP = 8 };

bool aml_selector_lists(aml_arena *arena, const aml_value *list, aml_sv text) {
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    aml_arena_spend(arena, i % ITEMS_FOR_A_STEP == 0);
    if (aml_sv_ieq(aml_value_text(list->as.array.items[i]), text)) {
      return true;
    }
  }
  return false;
}

static bool is_region_listed(aml_arena *arena, const aml_value *list, aml_sv region) {
  aml_sv wanted = aml_region_normalise(arena, region);
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    aml_arena_spend(arena, 1);
    if (aml_sv_eq(aml_region_normalise(arena, aml_value_text(list->as.array.items[i])), wanted)) {
      return true;
    }
  }
  return false;
}

static aml_truth truth_of(bool holds) {
  return holds ? AML_TRUE : AML_FALSE;
}

/* One {kind, in | notIn}. Kinds that speak of the caller or of a share of the resources cannot be decided. */
static aml_truth selector_takes(
    aml_arena *arena, const aml_value *selector, aml_sv reference, const aml_resource *resource) {
  aml_arena_spend(arena, 2);
  aml_sv kind = aml_value_text(member(selector, "kind"));
  const aml_value *in = member(selector, "in");
  const aml_value *list = in != NULL ? in : member(selector, "notIn");
  const aml_value *location = aml_object_find(resource->body, AML_SV("location"));
  bool is_listed_there = false;
  if (aml_sv_ieq(kind, AML_SV("resourceLocation")) && aml_value_is(location, AML_STRING)) {
    is_listed_there = is_region_listed(arena, list, location->as.string);
  } else if (aml_sv_ieq(kind, AML_SV("resourceType"))) {
    is_listed_there = aml_selector_lists(arena, list, resource->type);
  } else if (aml_sv_ieq(kind, AML_SV("policyDefinitionReferenceId"))) {
    is_listed_there = aml_selector_lists(arena, list, reference);
  } else if (aml_sv_ieq(kind, AML_SV("resourceWithoutLocation"))) {
    return truth_of(location == NULL);
  } else {
    return AML_MAYBE;
  }
  return truth_of(is_listed_there == (in != NULL));
}

/* All of them; none at all take everything. */
static aml_truth group_takes(
    aml_arena *arena, const aml_value *selectors, aml_sv reference, const aml_resource *resource) {
  aml_truth all = AML_TRUE;
  for (size_t i = 0; aml_value_is(selectors, AML_ARRAY) && i < selectors->as.array.count; i++) {
    aml_truth one = selector_takes(arena, selectors->as.array.items[i], reference, resource);
    if (one == AML_FALSE) {
      return AML_FALSE;
    }
    all = one == AML_MAYBE ? AML_MAYBE : all;
  }
  return all;
}

aml_truth aml_selectors_take(
    aml_arena *arena, const aml_value *selectors, aml_sv reference, const aml_resource *resource) {
  if (!aml_value_is(selectors, AML_ARRAY) || selectors->as.array.count == 0) {
    return AML_TRUE;
  }
  aml_truth any = AML_FALSE;
  for (size_t i = 0; i < selectors->as.array.count; i++) {
    aml_arena_spend(arena, 1);
    aml_truth one =
        group_takes(arena, member(selectors->as.array.items[i], "selectors"), reference, resource);
    if (one == AML_TRUE) {
      return AML_TRUE;
    }
    any = one == AML_MAYBE ? AML_MAYBE : any;
  }
  return any;
}

bool aml_assignment_concerns(aml_arena *arena, const aml_assignment *assignment,
    const aml_check_context *context, const aml_resource *resource) {
  /* Where the scopes cannot be compared the assignment holds: it was given for this run. */
  if (assignment->scope.text.len > 0 &&
      aml_scope_id_holds(arena, context, &assignment->scope, resource) == AML_FALSE) {
    return false;
  }
  for (size_t i = 0; i < assignment->not_scope_count; i++) {
    aml_arena_spend(arena, i % ITEMS_FOR_A_STEP == 0);
    if (aml_scope_id_holds(arena, context, &assignment->not_scopes[i], resource) == AML_TRUE) {
      return false;
    }
  }
  return aml_selectors_take(arena, assignment->selectors, (aml_sv){0}, resource) != AML_FALSE;
}

aml_sv aml_assignment_effect(aml_arena *arena, const aml_policy *policy, const aml_resource *resource) {
  const aml_value *overrides = policy->assignment == NULL ? NULL : policy->assignment->overrides;
  for (size_t i = 0; aml_value_is(overrides, AML_ARRAY) && i < overrides->as.array.count; i++) {
    const aml_value *one = overrides->as.array.items[i];
    aml_arena_spend(arena, 1);
    if (aml_sv_ieq(aml_value_text(member(one, "kind")), AML_SV("policyEffect")) &&
        group_takes(arena, member(one, "selectors"), policy->reference, resource) == AML_TRUE) {
      return aml_value_text(member(one, "value"));
    }
  }
  return (aml_sv){0};
}
