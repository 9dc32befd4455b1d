/* Where resources stand, and their ids. */
#include "base/concat.h"
#include "terraform/arguments.h"
#include "tree/reason.h"

bool aml_tf_split_id(aml_sv id, aml_scope_path *scope, aml_sv *rest) {
  aml_sv parts = id;
  if (aml_sv_split(&parts, '/').len > 0 || !aml_sv_ieq(aml_sv_split(&parts, '/'), AML_SV("subscriptions"))) {
    return false;
  }
  *scope = (aml_scope_path){.subscription = aml_sv_split(&parts, '/')};
  aml_sv after = parts;
  if (aml_sv_ieq(aml_sv_split(&after, '/'), AML_SV("resourceGroups"))) {
    scope->resource_group = aml_sv_split(&after, '/');
    scope->has_resource_group = true;
    parts = after;
  }
  after = parts;
  bool has_more = aml_sv_ieq(aml_sv_split(&after, '/'), AML_SV("providers"));
  *rest = has_more ? after : (aml_sv){0};
  return scope->subscription.len > 0;
}

/* ---- where an id comes from ---- */

static bool hands_on(const aml_origin *step) {
  if (step->step != AML_STEP_EXPRESSION) {
    return true;
  }
  const aml_expr *tree = step->expression->as.expression.tree;
  while (tree->kind == AML_EXPR_PROPERTY || tree->kind == AML_EXPR_INDEX) {
    tree = tree->base;
  }
  aml_sv name;
  return aml_expr_is_reference(tree, &name) || tree->meaning == &aml_hcl_reference;
}

aml_tf_instance *aml_tf_source_of(const aml_tf_run *run, const aml_value *value) {
  bool is_text = value->kind == AML_STRING || value->kind == AML_UNKNOWN;
  for (const aml_origin *step = value->origin; is_text && step != NULL && hands_on(step); step = step->from) {
    if (step->step == AML_STEP_RESOURCE) {
      aml_tf_instance *found = aml_map_find(&run->instances, step->name);
      const aml_value *id =
          found == NULL || found->object == NULL ? NULL : aml_object_find_exact(found->object, AML_SV("id"));
      bool is_same =
          id != NULL && id->kind == value->kind &&
          (id->kind == AML_STRING ? aml_sv_eq(id->as.string, value->as.string)
                                  : aml_sv_eq(id->as.unknown->reason, value->as.unknown->reason) &&
                                        aml_sv_eq(id->as.unknown->suffix, value->as.unknown->suffix));
      return is_same ? found : NULL;
    }
  }
  return NULL;
}

/* ---- places ---- */

/* What stands for a text that is not known: where it comes from. */
static aml_sv identity_of(const aml_tf_run *run, const aml_value *value) {
  const aml_origin *last = value->origin;
  while (last != NULL && last->from != NULL) {
    last = last->from;
  }
  aml_span span = last != NULL && !aml_span_is_none(last->span) ? last->span : value->span;
  aml_sv name = last == NULL ? (aml_sv){0} : last->name;
  uint32_t place[] = {span.source, span.begin}; /* as bytes: people never see it */
  return AML_SV_CONCAT(
      run->arena, run->deployment, AML_SV("|"), ((aml_sv){(const char *)place, sizeof place}), name);
}

void aml_tf_set_group(const aml_tf_run *run, const aml_value *group, aml_scope_path *scope) {
  *scope = (aml_scope_path){.has_resource_group = true, .deployment = run->deployment};
  if (group != NULL && group->kind == AML_STRING) {
    scope->resource_group = group->as.string;
  } else {
    scope->is_uncertain = true;
    scope->deployment = group == NULL ? (aml_sv){0} : identity_of(run, group);
  }
}

static const aml_value *no_name(const aml_tf_instance *instance) {
  return aml_value_unknown(instance->frame->run->arena, AML_SV("the resource has no 'name'; add it"),
      1U << AML_STRING, instance->block->name_span);
}

static const aml_value *own_name(const aml_tf_instance *instance, const aml_value *written) {
  const aml_value *name = aml_tf_argument_of(written, "name", NULL);
  name = name == NULL ? no_name(instance) : aml_hcl_to_string(&instance->frame->run->eval, name);
  return name != NULL && (name->kind == AML_STRING || name->kind == AML_UNKNOWN) ? name : no_name(instance);
}

static aml_sv known_start(const aml_value *name) {
  return name->kind == AML_STRING ? name->as.string : name->as.unknown->prefix;
}

/* "w/c" of two names of which either may be unknown. */
static const aml_value *below(aml_arena *arena, const aml_value *parent, const aml_value *own) {
  if (parent->kind == AML_STRING && own->kind == AML_STRING) {
    const aml_value *full = aml_value_string(arena,
        aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(parent->as.string), AML_SV_ARG(own->as.string)),
        own->span);
    return aml_value_moved(arena, full, own->span, own->origin, AML_VALUE_BLOCK);
  }
  aml_sv prefix =
      parent->kind == AML_STRING
          ? aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(parent->as.string), AML_SV_ARG(known_start(own)))
          : parent->as.unknown->prefix;
  aml_sv suffix = own->kind == AML_STRING ? aml_sv_format(arena, "/%.*s", AML_SV_ARG(own->as.string))
                                          : own->as.unknown->suffix;
  const aml_value *unknown = own->kind == AML_UNKNOWN ? own : parent;
  const aml_value *made =
      aml_value_unknown_text(arena, unknown->as.unknown->reason, prefix, suffix, own->span);
  return aml_value_moved(arena, made, own->span, unknown->origin, made->flags);
}

/* Names out of what follows "/providers/": "Microsoft.X/a/w/b/c" are w and c. */
static aml_sv names_of(aml_arena *arena, aml_sv rest) {
  aml_sv names = {0};
  (void)aml_sv_split(&rest, '/');
  while (rest.len > 0) {
    (void)aml_sv_split(&rest, '/');
    aml_sv name = aml_sv_split(&rest, '/');
    names = names.len == 0 ? name : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(names), AML_SV_ARG(name));
  }
  return names;
}

/* Below the resource that an id names. */
static void place_below(aml_tf_place *place, const aml_tf_run *run, const aml_value *id) {
  aml_sv rest = {0};
  aml_scope_path scope = {0};
  aml_tf_instance *source = aml_tf_source_of(run, id);
  const aml_tf_type *type = source == NULL ? NULL : aml_tf_type_of(source);
  if (type != NULL) {
    const aml_tf_place above = aml_tf_place_of(source, type);
    place->scope = above.scope;
    place->parent = source;
    place->name = below(run->arena, above.name, place->name);
  } else if (id->kind == AML_STRING && aml_tf_split_id(id->as.string, &scope, &rest) && rest.len > 0) {
    place->scope = scope;
    place->name =
        below(run->arena, aml_value_string(run->arena, names_of(run->arena, rest), id->span), place->name);
  } else {
    const aml_value *parent =
        id->kind == AML_UNKNOWN
            ? aml_value_unknown(run->arena, id->as.unknown->reason, 1U << AML_STRING, id->span)
            : aml_value_unknown(run->arena, AML_SV("the parent is not given as an id; correct it"),
                  1U << AML_STRING, id->span);
    aml_tf_set_group(run, id, &place->scope);
    place->scope.resource_group = (aml_sv){0};
    place->scope.is_uncertain = true;
    place->name = below(run->arena, parent, place->name);
  }
}

/* In the group whose id that is. */
static void place_in(aml_tf_place *place, const aml_tf_run *run, const aml_value *group) {
  aml_sv rest = {0};
  aml_tf_instance *source = group == NULL ? NULL : aml_tf_source_of(run, group);
  if (source != NULL && aml_sv_eq(source->block->type, AML_SV("azurerm_resource_group"))) {
    aml_tf_set_group(run, aml_tf_argument_of(source->written, "name", NULL), &place->scope);
    aml_tf_set_subscription(source, &place->scope);
  } else if (group == NULL || group->kind != AML_STRING ||
             !aml_tf_split_id(group->as.string, &place->scope, &rest)) {
    aml_tf_set_group(run, group, &place->scope);
    place->scope.resource_group = (aml_sv){0};
    place->scope.is_uncertain = true;
  }
}

/* Where an id that is known says; false where there is none. */
static bool place_by_id(aml_tf_place *place, const aml_tf_run *run, const aml_value *id) {
  aml_sv rest = {0};
  bool is_id = aml_value_is(id, AML_STRING) && aml_tf_split_id(id->as.string, &place->scope, &rest);
  aml_sv names = is_id ? names_of(run->arena, rest) : (aml_sv){0};
  if (names.len > 0) {
    place->name = aml_value_moved(run->arena, aml_value_string(run->arena, names, place->name->span),
        place->name->span, place->name->origin, AML_VALUE_BLOCK);
  }
  return names.len > 0;
}

/* Where the resource stands that an update of azapi names; false where that is not known. */
static bool place_of_updated(aml_tf_place *place, const aml_tf_run *run, const aml_value *id) {
  aml_tf_instance *source = id == NULL ? NULL : aml_tf_source_of(run, id);
  const aml_tf_type *type = source == NULL ? NULL : aml_tf_type_of(source);
  bool is_other = type != NULL && aml_tf_argument_of(source->written, "resource_id", NULL) == NULL;
  if (is_other) { /* not itself an update, which could go in circles */
    *place = aml_tf_place_of(source, type);
  }
  return is_other || (id != NULL && place_by_id(place, run, id));
}

/* Where a resource stands that names no id of what is around it; its subscription is not set. */
static void place_by_provider(aml_tf_place *place, const aml_tf_instance *instance, const aml_tf_type *type) {
  const aml_tf_run *run = instance->frame->run;
  const aml_value *written = instance->written;
  if (aml_sv_eq(instance->block->type, AML_SV("azurerm_resource_group"))) {
    place->scope = (aml_scope_path){.deployment = run->deployment};
    return;
  }
  aml_tf_set_group(
      run, written == NULL ? NULL : aml_tf_argument_of(written, "resource_group_name", NULL), &place->scope);
  const aml_value *parent =
      type->parent == NULL || written == NULL ? NULL : aml_tf_argument_of(written, type->parent, NULL);
  if (parent != NULL && (parent->kind == AML_STRING || parent->kind == AML_UNKNOWN)) {
    place->name = below(run->arena, parent, place->name);
  }
}

aml_tf_place aml_tf_place_of(const aml_tf_instance *instance, const aml_tf_type *type) {
  aml_tf_run *run = instance->frame->run;
  const aml_value *written = instance->written;
  if (written == NULL) { /* asked for by itself */
    aml_object_builder none;
    aml_object_begin(&none, run->arena);
    written = aml_object_end(&none, instance->block->body->span, AML_VALUE_OPEN);
  }
  aml_tf_place place = {.name = own_name(instance, written)};
  if (instance->recorded != NULL && place_by_id(&place, run, aml_tf_argument_of(written, "id", NULL))) {
    return place;
  }
  bool has_id = type->arguments == NULL && instance->recorded == NULL;
  if (has_id && place_of_updated(&place, run, aml_tf_argument_of(written, "resource_id", NULL))) {
    return place;
  }
  if (type->parent != NULL && type->parent_type == NULL) {
    const aml_value *id = aml_tf_argument_of(written, type->parent, NULL);
    place_below(&place, run,
        id != NULL ? id
                   : aml_value_unknown(run->arena,
                         aml_sv_format(run->arena, "'%s' is missing; add it", type->parent), 1U << AML_STRING,
                         instance->block->name_span));
    return place;
  }
  if (type->arguments == NULL) {
    place_in(&place, run, aml_tf_argument_of(written, "parent_id", NULL));
    return place;
  }
  place_by_provider(&place, instance, type);
  aml_tf_set_subscription(instance, &place.scope);
  return place;
}

/* ---- ids ---- */

/* "Microsoft.X/a/w/b/c" of the type and the names. */
static aml_sv interleave(aml_arena *arena, aml_sv type, aml_sv names) {
  aml_sv out = aml_sv_split(&type, '/');
  while (type.len > 0) {
    aml_sv word = aml_sv_split(&type, '/');
    aml_sv name = aml_sv_split(&names, '/');
    out = AML_SV_CONCAT(arena, out, AML_SV("/"), word, AML_SV("/"), name);
  }
  return out;
}

/* The part of the id behind the subscription; empty where not all of it is known. */
static aml_sv ending_of(const aml_tf_run *run, const aml_tf_type *type, const aml_tf_place *place) {
  if (place->name->kind != AML_STRING) {
    return (aml_sv){0};
  }
  if (aml_sv_eq(type->name, AML_SV("azurerm_resource_group"))) {
    return aml_sv_join(run->arena, AML_SV("/resourceGroups/"), place->name->as.string);
  }
  if (place->scope.resource_group.len == 0) {
    return (aml_sv){0};
  }
  aml_sv path = interleave(run->arena, aml_sv_of(type->arm), place->name->as.string);
  return AML_SV_CONCAT(
      run->arena, AML_SV("/resourceGroups/"), place->scope.resource_group, AML_SV("/providers/"), path);
}

const aml_value *aml_tf_id(const aml_tf_instance *instance) {
  const aml_tf_type *type = aml_tf_type_of(instance);
  aml_tf_run *run = instance->frame->run;
  aml_span span = instance->block->name_span;
  aml_sv reason = AML_SV_CONCAT(run->arena, AML_SV("the id of '"), instance->address,
      AML_SV("' is known only after it has been applied; give a plan in JSON with '--parameters FILE'"));
  if (type == NULL) {
    bool is_azure = aml_sv_starts(instance->block->type, AML_SV("azurerm_")) ||
                    aml_sv_starts(instance->block->type, AML_SV("azapi_resource"));
    return is_azure ? aml_value_unknown_text(run->arena, reason, AML_SV("/"), (aml_sv){0}, span)
                    : aml_value_unknown(run->arena, reason, 1U << AML_STRING, span);
  }
  const aml_tf_place place = aml_tf_place_of(instance, type);
  aml_sv ending = ending_of(run, type, &place);
  if (place.scope.subscription.len > 0 && ending.len > 0) {
    return aml_value_string(run->arena,
        aml_sv_format(
            run->arena, "/subscriptions/%.*s%.*s", AML_SV_ARG(place.scope.subscription), AML_SV_ARG(ending)),
        span);
  }
  return aml_value_unknown_text(run->arena, reason, AML_SV("/subscriptions/"), ending, span);
}

/* The part of an id behind the subscription, where that is not known or goes without saying; empty where it
 * is not that of a resource of the run, or more of it is not known. */
static aml_sv ending_of_id(const aml_tf_run *run, const aml_value *id) {
  aml_tf_instance *source = aml_tf_source_of(run, id);
  const aml_tf_type *type = source == NULL ? NULL : aml_tf_type_of(source);
  if (type == NULL) {
    return (aml_sv){0};
  }
  const aml_tf_place place = aml_tf_place_of(source, type);
  bool is_said = place.scope.subscription.len > 0 && !place.scope.is_default_subscription;
  return is_said ? (aml_sv){0} : ending_of(run, type, &place);
}

const aml_value *aml_tf_property_id(const aml_tf_run *run, const aml_value *id) {
  aml_sv ending = id->kind == AML_UNKNOWN ? ending_of_id(run, id) : (aml_sv){0};
  if (ending.len == 0) {
    return id;
  }
  aml_value *made = AML_NEW(run->arena, aml_value);
  aml_unknown *unknown = AML_NEW(run->arena, aml_unknown);
  *unknown = *id->as.unknown;
  unknown->prefix = AML_SV("/subscriptions/");
  unknown->suffix = ending;
  unknown->lacks_subscription = true;
  *made = *id;
  made->flags |= (unsigned)AML_VALUE_BLOCK;
  made->as.unknown = unknown;
  return made;
}

const aml_value *aml_tf_reference(const aml_tf_run *run, const aml_value *id) {
  aml_sv ending = ending_of_id(run, id);
  if (ending.len == 0) {
    return id;
  }
  const aml_value *made = aml_value_string(
      run->arena, aml_sv_format(run->arena, "/subscriptions/%.*s", AML_SV_ARG(ending)), id->span);
  return aml_value_moved(run->arena, made, id->span, id->origin, AML_VALUE_BLOCK);
}
