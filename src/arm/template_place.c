/* The place in Azure at which a deployment or a resource goes. */
#include "arm/template_expansion.h"
#include "graph/graph.h"

aml_arm_level aml_arm_template_level(const aml_value *template_) {
  static const struct {
    aml_sv name;
    aml_arm_level level;
  } schemas[] = {
      {AML_SV_CONST("subscriptionDeploymentTemplate.json"), AML_ARM_SUBSCRIPTION},
      {AML_SV_CONST("managementGroupDeploymentTemplate.json"), AML_ARM_MANAGEMENT_GROUP},
      {AML_SV_CONST("tenantDeploymentTemplate.json"), AML_ARM_TENANT},
  };
  aml_sv schema = aml_value_text(aml_object_find(template_, AML_SV("$schema")));
  for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++) {
    if (aml_sv_ifind(schema, schemas[i].name, 0) != AML_NPOS) {
      return schemas[i].level;
    }
  }
  return AML_ARM_GROUP;
}

aml_scope_path aml_arm_root_place(const aml_arm_run *run, aml_arm_level level) {
  const aml_arm_context *context = run->input->context;
  aml_scope_path place = {.has_resource_group = level == AML_ARM_GROUP};
  place.deployment = run->input->template_path;
  if (context == NULL) {
    return place;
  }
  if (context->deployment_key.len > 0) {
    place.deployment = context->deployment_key;
  }
  if (level == AML_ARM_GROUP || level == AML_ARM_SUBSCRIPTION) {
    place.subscription = aml_value_text(aml_object_find(context->subscription, AML_SV("subscriptionId")));
  }
  if (level == AML_ARM_GROUP) {
    place.resource_group = aml_value_text(aml_object_find(context->resource_group, AML_SV("name")));
  }
  if (level == AML_ARM_MANAGEMENT_GROUP) {
    place.management_group = aml_value_text(aml_object_find(context->management_group, AML_SV("name")));
  }
  return place;
}

/* Whether an unknown value is the very name or id of the place deployed to, which that property of that
 * function gives, passed through parameters and variables only. */
static bool is_plainly(const aml_value *value, aml_sv function, aml_sv property) {
  for (const aml_origin *step = value->origin; step != NULL; step = step->from) {
    if (step->step != AML_STEP_EXPRESSION) {
      continue;
    }
    const aml_expr *expr = step->expression->as.expression.tree;
    aml_sv name;
    if (aml_expr_is_property_of(expr, function, property)) {
      return true;
    }
    if (!aml_expr_is_reference(expr, &name)) {
      return false;
    }
  }
  return false;
}

/* A computed group or subscription has no name to go by; its expression tells it from others. */
static void move_to_unknown(const aml_arm_instance *instance, const aml_value *value, aml_scope_path *place) {
  const aml_arm_frame *frame = instance->site.frame;
  const aml_value *expression = value->origin != NULL ? value->origin->expression : NULL;
  aml_sv text = aml_expr_text(frame->run->arena, expression);
  bool is_counted = expression != NULL && aml_expr_calls(expression->as.expression.tree, AML_SV("copyIndex"));
  aml_sv iteration = is_counted ? aml_arm_iteration_text(instance) : AML_SV("");
  place->is_uncertain = true;
  place->deployment = aml_sv_format(frame->run->arena, "%.*s?%zu%.*s%.*s", AML_SV_ARG(place->deployment),
      frame->names->number, AML_SV_ARG(text), AML_SV_ARG(iteration));
}

static void move_to_group(const aml_arm_instance *instance, const aml_value *group, aml_scope_path *place) {
  const aml_scope_path *own = &instance->site.frame->names->place;
  if (group->kind == AML_STRING) {
    place->resource_group = group->as.string;
  } else if (is_plainly(group, AML_SV("resourceGroup"), AML_SV("name"))) {
    place->resource_group = own->resource_group;
  } else {
    place->resource_group = AML_SV("");
    move_to_unknown(instance, group, place);
  }
}

static void move_to_subscription(
    const aml_arm_instance *instance, const aml_value *subscription, aml_scope_path *place) {
  const aml_scope_path *own = &instance->site.frame->names->place;
  if (subscription->kind == AML_STRING) {
    place->subscription = subscription->as.string;
  } else if (is_plainly(subscription, AML_SV("subscription"), AML_SV("subscriptionId"))) {
    place->subscription = own->subscription;
  } else {
    place->subscription = AML_SV("");
    move_to_unknown(instance, subscription, place);
  }
}

/* A `scope` that is the text of a subscription, a group, a management group or the tenant. */
static void move_to_scope(aml_sv scope, aml_scope_path *place, aml_arm_level *level) {
  aml_sv subscription = aml_id_segment(scope, AML_SV("subscriptions"));
  aml_sv group = aml_id_segment(scope, AML_SV("resourceGroups"));
  aml_sv management_group = aml_id_segment(scope, AML_SV("managementGroups"));
  if (aml_sv_eq(scope, AML_SV("/"))) {
    *level = AML_ARM_TENANT;
    *place = (aml_scope_path){.deployment = place->deployment};
  } else if (management_group.len > 0) {
    *level = AML_ARM_MANAGEMENT_GROUP;
    *place = (aml_scope_path){.deployment = place->deployment, .management_group = management_group};
  } else if (aml_sv_istarts(scope, AML_SV("/subscriptions/")) && subscription.len > 0) {
    *level = group.len > 0 ? AML_ARM_GROUP : AML_ARM_SUBSCRIPTION;
    *place = (aml_scope_path){
        .deployment = place->deployment, .subscription = subscription, .resource_group = group};
  }
}

void aml_arm_place_move(
    const aml_arm_instance *instance, const aml_value *body, aml_scope_path *place, aml_arm_level *level) {
  const aml_value *group = aml_object_find(body, AML_SV("resourceGroup"));
  const aml_value *subscription = aml_object_find(body, AML_SV("subscriptionId"));
  const aml_value *scope = aml_object_find(body, AML_SV("scope"));
  if (subscription != NULL && subscription->kind != AML_NULL) {
    move_to_subscription(instance, subscription, place);
    bool has_location = aml_object_find(body, AML_SV("location")) != NULL;
    if (*level != AML_ARM_GROUP || has_location) {
      *level = AML_ARM_SUBSCRIPTION;
    }
  }
  if (group != NULL && group->kind != AML_NULL) {
    move_to_group(instance, group, place);
    *level = AML_ARM_GROUP;
  }
  if (aml_value_is(scope, AML_STRING)) {
    move_to_scope(scope->as.string, place, level);
  } else if (aml_value_is(scope, AML_UNKNOWN) && aml_arm_instance_is_deployment(instance)) {
    place->subscription = AML_SV("");
    place->resource_group = AML_SV("");
    move_to_unknown(instance, scope, place);
  }
}
