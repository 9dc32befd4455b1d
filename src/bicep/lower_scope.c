/* Where resources and modules go, and the ids that come of it. */
#include "bicep/lower.h"

static bool is_type(aml_sv type, const char *name) {
  return aml_sv_ieq(type, aml_sv_of(name));
}

/* What a symbol says that stands behind `scope:`. */
static void take_target(aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target,
    aml_span span, aml_bicep_scope *out) {
  aml_sv type = aml_bicep_type_of(l, target.symbol);
  if (is_type(type, "Microsoft.Resources/resourceGroups")) {
    aml_bicep_scope around = aml_bicep_scope_of(l, aml_bicep_enter_body(l, place, target), target.symbol);
    out->group = aml_bicep_own_name(l, place, target);
    out->subscription = around.subscription;
  } else if (is_type(type, "Microsoft.Management/managementGroups")) {
    out->management_group = aml_bicep_own_name(l, place, target);
  } else {
    out->resource = aml_bicep_id(l, place, target, span);
  }
}

/* resourceGroup('g'), subscription('s') and their like. */
static void take_call(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *call, aml_bicep_scope *out) {
  size_t count = call->count - 1;
  const aml_expr *first = count > 0 ? aml_bicep_expr(l, place, call->parts[1]) : NULL;
  const aml_expr *second = count > 1 ? aml_bicep_expr(l, place, call->parts[2]) : NULL;
  if (aml_sv_eq(call->name, AML_SV("resourceGroup"))) {
    out->group = second != NULL ? second : first;
    out->subscription = second != NULL ? first : NULL;
  } else if (aml_sv_eq(call->name, AML_SV("subscription"))) {
    out->subscription = first;
    out->is_subscription = true;
  } else if (aml_sv_eq(call->name, AML_SV("managementGroup"))) {
    out->management_group = first;
  } else if (aml_sv_eq(call->name, AML_SV("tenant"))) {
    out->is_tenant = true;
  } else {
    out->group = aml_bicep_expr(l, place, call);
  }
}

aml_bicep_scope aml_bicep_scope_of(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_symbol *symbol) {
  aml_bicep_scope out = {.is_given = false};
  const aml_bicep_node *written = aml_bicep_bare(aml_bicep_property(symbol->body, "scope"));
  if (written == NULL) {
    return out;
  }
  out.is_given = true;
  aml_bicep_target target = aml_bicep_target_of(l, place, written);
  if (target.symbol == symbol) {
    return out;
  }
  if (target.symbol != NULL) {
    take_target(l, place, target, aml_bicep_span(l, written), &out);
  } else if (written->kind == AML_BICEP_CALL) {
    take_call(l, place, written, &out);
  } else {
    out.group = aml_bicep_expr(l, place, written);
  }
  return out;
}

/* ---- ids ---- */

static const aml_expr *property_of_call(
    const aml_bicep_lowering *l, const char *function, const char *property, aml_span span) {
  return aml_expr_property(l->arena, aml_bicep_make_call(l, function, span, NULL, NULL, NULL),
      (aml_expr_name){aml_sv_of(property), span}, false, span);
}

/* function(first, type, names ...), without `first` where that is NULL. */
static const aml_expr *make_id_call(aml_bicep_lowering *l, const char *function, const aml_expr *first,
    const aml_expr *type, const aml_expr *const *names, size_t count, aml_span span) {
  size_t before = first != NULL ? 2 : 1;
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, count + before);
  args[0] = first;
  args[before - 1] = type;
  for (size_t i = 0; i < count; i++) {
    args[before + i] = names[i];
  }
  return aml_expr_call(
      l->arena, (aml_expr_name){aml_sv_of(function), span}, (aml_expr_list){args, count + before}, span);
}

static const aml_expr *make_group_id(aml_bicep_lowering *l, const aml_bicep_scope *scope, aml_span span) {
  const aml_expr *subscription = scope->subscription != NULL
                                     ? scope->subscription
                                     : property_of_call(l, "subscription", "subscriptionId", span);
  return aml_bicep_make_call(l, "format", span,
      aml_bicep_make_text(l, AML_SV("/subscriptions/{0}/resourceGroups/{1}"), span), subscription,
      scope->group);
}

const aml_expr *aml_bicep_make_id(aml_bicep_lowering *l, const aml_bicep_scope *scope, aml_sv type,
    const aml_expr *const *names, size_t count, aml_span span) {
  const aml_expr *of_type = aml_bicep_make_text(l, type, span);
  const char *extension = "extensionResourceId";
  if (scope->resource != NULL) {
    return make_id_call(l, extension, scope->resource, of_type, names, count, span);
  }
  if (scope->group != NULL) {
    return make_id_call(l, extension, make_group_id(l, scope, span), of_type, names, count, span);
  }
  if (scope->management_group != NULL) {
    const aml_expr *group = aml_bicep_make_call(l, "tenantResourceId", span,
        aml_bicep_make_text(l, AML_SV("Microsoft.Management/managementGroups"), span),
        scope->management_group, NULL);
    return make_id_call(l, extension, group, of_type, names, count, span);
  }
  aml_sv target = scope->is_tenant         ? AML_SV("tenant")
                  : scope->is_subscription ? AML_SV("subscription")
                                           : l->target;
  if (aml_sv_eq(target, AML_SV("tenant"))) {
    return make_id_call(l, "tenantResourceId", NULL, of_type, names, count, span);
  }
  if (aml_sv_eq(target, AML_SV("subscription"))) {
    return make_id_call(l, "subscriptionResourceId", scope->subscription, of_type, names, count, span);
  }
  return aml_sv_eq(target, AML_SV("managementGroup"))
             ? make_id_call(l, extension, property_of_call(l, "managementGroup", "id", span), of_type, names,
                   count, span)
             : make_id_call(l, "resourceId", NULL, of_type, names, count, span);
}

/* ---- in the template ---- */

static void put(aml_bicep_lowering *l, aml_object_builder *out, const char *name, const aml_expr *value) {
  aml_object_add(out, aml_sv_of(name), value->span,
      value->kind == AML_EXPR_STRING ? aml_value_string(l->arena, value->name, value->span)
                                     : aml_bicep_computed(l, value, value->span));
}

static void put_level(
    aml_bicep_lowering *l, const aml_bicep_scope *scope, aml_span span, aml_object_builder *out) {
  if (scope->resource != NULL) {
    put(l, out, "scope", scope->resource);
  } else if (scope->group != NULL) {
    if (scope->subscription != NULL) {
      put(l, out, "subscriptionId", scope->subscription);
    }
    put(l, out, "resourceGroup", scope->group);
  } else if (scope->management_group != NULL) {
    put(l, out, "scope",
        aml_bicep_make_path(l, aml_bicep_make_text(l, AML_SV("Microsoft.Management/managementGroups"), span),
            scope->management_group, span));
  } else if (scope->is_tenant) {
    put(l, out, "scope", aml_bicep_make_text(l, AML_SV("/"), span));
  } else if (scope->is_subscription &&
             (scope->subscription != NULL || !aml_sv_eq(l->target, AML_SV("subscription")))) {
    put(l, out, "subscriptionId",
        scope->subscription != NULL ? scope->subscription
                                    : property_of_call(l, "subscription", "subscriptionId", span));
  }
}

/* A deployment that goes to no resource group says from where it is run. */
static void put_location(
    aml_bicep_lowering *l, const aml_bicep_scope *scope, aml_span span, aml_object_builder *out) {
  bool is_group_file = aml_sv_eq(l->target, AML_SV("resourceGroup"));
  bool is_elsewhere = scope->management_group != NULL || scope->is_tenant || scope->is_subscription;
  if (scope->group == NULL && (is_elsewhere || !is_group_file)) {
    put(l, out, "location",
        property_of_call(l, is_group_file ? "resourceGroup" : "deployment", "location", span));
  }
}

void aml_bicep_put_scope(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  static const aml_bicep_place outside = {0};
  const aml_bicep_place *place = &outside;
  aml_bicep_target top = aml_bicep_top(l, &place, (aml_bicep_target){symbol, NULL});
  aml_bicep_scope scope = aml_bicep_scope_of(l, aml_bicep_enter_body(l, place, top), top.symbol);
  const aml_bicep_node *written = aml_bicep_property(symbol->body, "scope");
  aml_span span = aml_bicep_span(l, written != NULL ? written : symbol->declared);
  put_level(l, &scope, span, out);
  if (symbol->declared->kind == AML_BICEP_MODULE) {
    put_location(l, &scope, span, out);
  }
}
