/* What deployments know of their surroundings: subscription(), resourceGroup() and so on. Whatever neither
 * the context nor the template says is unknown, member by member. */
#include "arm/template_expansion.h"

static const aml_arm_context *context_of(const aml_arm_frame *frame) {
  static const aml_arm_context empty;
  return frame->run->input->context != NULL ? frame->run->input->context : &empty;
}

static const aml_value *known_text(aml_arena *arena, aml_sv text) {
  return aml_value_string(arena, text, AML_NO_SPAN);
}

static void add(aml_object_builder *object, const char *name, const aml_value *value) {
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, value);
}

/* "resourceGroup().location" and the like. */
static aml_sv known_when_deployed(aml_arena *arena, const char *function, const char *dot, const char *name) {
  return aml_sv_format(arena,
      "%s%s%s is known only where the template is deployed; describe it under 'context:' in amlint.yml, or "
      "with '--context FILE'",
      function, dot, name);
}

/* A text that is known only when the template is deployed. */
static void add_unknown(aml_object_builder *object, const char *name, const char *whose) {
  aml_sv reason = known_when_deployed(object->arena, whose, ".", name);
  add(object, name, aml_value_unknown_text(object->arena, reason, AML_SV(""), AML_SV(""), AML_NO_SPAN));
}

static const aml_value *subscription_id(aml_arm_frame *names) {
  aml_arena *arena = names->run->arena;
  if (names->place.subscription.len > 0) {
    return known_text(arena, names->place.subscription);
  }
  return aml_value_unknown_text(arena, known_when_deployed(arena, "subscription()", ".", "subscriptionId"),
      AML_SV(""), AML_SV(""), AML_NO_SPAN);
}

static const aml_value *group_name(aml_arm_frame *names) {
  aml_arena *arena = names->run->arena;
  if (names->place.resource_group.len > 0) {
    return known_text(arena, names->place.resource_group);
  }
  return aml_value_unknown_text(
      arena, known_when_deployed(arena, "resourceGroup()", ".", "name"), AML_SV(""), AML_SV(""), AML_NO_SPAN);
}

static const aml_value *subscription_path(aml_arm_frame *names) {
  aml_arm_text text;
  aml_arm_text_init(&text, names->run->arena);
  aml_arm_text_add(&text, AML_SV("/subscriptions/"));
  aml_arm_text_add_value(&text, subscription_id(names));
  return aml_arm_text_end(&text, AML_NO_SPAN, NULL);
}

static const aml_value *group_path(aml_arm_frame *names) {
  aml_arm_text text;
  aml_arm_text_init(&text, names->run->arena);
  aml_arm_text_add_value(&text, subscription_path(names));
  aml_arm_text_add(&text, AML_SV("/resourceGroups/"));
  aml_arm_text_add_value(&text, group_name(names));
  return aml_arm_text_end(&text, AML_NO_SPAN, NULL);
}

static const aml_value *management_group_path(aml_arm_frame *names) {
  aml_arena *arena = names->run->arena;
  aml_sv prefix = AML_SV("/providers/Microsoft.Management/managementGroups/");
  aml_sv name = names->place.management_group;
  if (name.len == 0) {
    name = aml_value_text(aml_object_find(context_of(names)->management_group, AML_SV("name")));
  }
  return name.len > 0
             ? known_text(arena, aml_sv_join(arena, prefix, name))
             : aml_value_unknown_text(arena, known_when_deployed(arena, "managementGroup()", ".", "id"),
                   prefix, AML_SV(""), AML_NO_SPAN);
}

static const aml_value *make_base_id(aml_arm_frame *names, aml_base_id which) {
  switch (which) {
  case AML_BASE_SUBSCRIPTION:
    return subscription_path(names);
  case AML_BASE_RESOURCE_GROUP:
    return group_path(names);
  case AML_BASE_MANAGEMENT_GROUP:
    return management_group_path(names);
  case AML_BASE_DEPLOYMENT:
    break;
  }
  if (names->level == AML_ARM_GROUP) {
    return group_path(names);
  }
  return names->level == AML_ARM_SUBSCRIPTION ? subscription_path(names)
                                              : known_text(names->run->arena, AML_SV(""));
}

const aml_value *aml_arm_base_id(void *ctx, aml_eval *eval, aml_base_id which) {
  (void)eval;
  aml_arm_frame *names = ctx;
  if (names->base_ids[which] == NULL) {
    names->base_ids[which] = make_base_id(names, which);
  }
  return names->base_ids[which];
}

/* What is known of an object, with the context's members in the place of what the template alone tells.
 * Members that neither names are unknown. */
static const aml_value *complete(aml_object_builder *object, const aml_value *given) {
  aml_object_set_all(object, given);
  return aml_object_end(object, given == NULL ? AML_NO_SPAN : given->span, AML_VALUE_OPEN);
}

/* Whether the context's object speaks of the place where this frame is deployed. */
static bool is_context_of(const aml_value *object, const char *member, aml_sv place) {
  aml_sv own = aml_value_text(aml_object_find(object, aml_sv_of(member)));
  return aml_value_is(object, AML_OBJECT) && (place.len == 0 || aml_sv_ieq(own, place));
}

static const aml_value *make_subscription(aml_arm_frame *names) {
  const aml_arm_context *context = context_of(names);
  bool is_own = is_context_of(context->subscription, "subscriptionId", names->place.subscription);
  aml_object_builder object;
  aml_object_begin(&object, names->run->arena);
  add(&object, "id", subscription_path(names));
  add(&object, "subscriptionId", subscription_id(names));
  add_unknown(&object, "tenantId", "subscription()");
  add_unknown(&object, "displayName", "subscription()");
  return complete(&object, is_own ? context->subscription : NULL);
}

static const aml_value *make_group(aml_arm_frame *names) {
  const aml_arm_context *context = context_of(names);
  aml_arena *arena = names->run->arena;
  bool is_root = aml_sv_ieq(names->place.subscription,
      aml_value_text(aml_object_find(context->subscription, AML_SV("subscriptionId"))));
  bool is_own = is_root && is_context_of(context->resource_group, "name", names->place.resource_group);
  aml_object_builder object;
  aml_object_begin(&object, arena);
  add(&object, "id", group_path(names));
  add(&object, "name", group_name(names));
  add(&object, "type", known_text(arena, AML_SV("Microsoft.Resources/resourceGroups")));
  add_unknown(&object, "location", "resourceGroup()");
  aml_sv reason = known_when_deployed(arena, "resourceGroup()", ".", "tags");
  add(&object, "tags", aml_value_unknown(arena, reason, 1U << AML_OBJECT, AML_NO_SPAN));
  return complete(&object, is_own ? context->resource_group : NULL);
}

static const aml_value *make_management_group(aml_arm_frame *names) {
  const aml_value *known = context_of(names)->management_group;
  bool is_own = is_context_of(known, "name", names->place.management_group);
  aml_object_builder object;
  aml_object_begin(&object, names->run->arena);
  add(&object, "id", management_group_path(names));
  if (names->place.management_group.len > 0) {
    add(&object, "name", known_text(names->run->arena, names->place.management_group));
  } else {
    add_unknown(&object, "name", "managementGroup()");
  }
  return complete(&object, is_own ? known : NULL);
}

static const aml_value *make_template_summary(const aml_arm_frame *names) {
  aml_object_builder object;
  aml_object_begin(&object, names->run->arena);
  const aml_value *version = aml_object_find(names->template_, AML_SV("contentVersion"));
  if (version != NULL) {
    add(&object, "contentVersion", version);
  }
  return aml_object_end(&object, AML_NO_SPAN, AML_VALUE_OPEN);
}

static const aml_value *make_deployment(aml_arm_frame *names) {
  aml_arena *arena = names->run->arena;
  aml_object_builder link;
  aml_object_begin(&link, arena);
  add(&link, "uri", aml_value_unknown_text(arena, AML_ARM_OWN_URI, AML_SV(""), AML_SV(""), AML_NO_SPAN));
  aml_object_builder properties;
  aml_object_begin(&properties, arena);
  add(&properties, "template", make_template_summary(names));
  add(&properties, "templateLink", aml_object_end(&link, AML_NO_SPAN, AML_VALUE_OPEN));
  aml_object_builder object;
  aml_object_begin(&object, arena);
  if (names->deployment_name != NULL) {
    add(&object, "name", names->deployment_name);
  } else {
    add_unknown(&object, "name", "deployment()");
  }
  if (names->level != AML_ARM_GROUP) {
    add_unknown(&object, "location", "deployment()");
  }
  add(&object, "properties", aml_object_end(&properties, AML_NO_SPAN, AML_VALUE_OPEN));
  return complete(&object, names->parent == NULL ? context_of(names)->deployment : NULL);
}

static const aml_value *known_or_unknown(
    const aml_arm_frame *names, const aml_value *known, const char *function) {
  if (known != NULL) {
    return known;
  }
  aml_sv reason = known_when_deployed(names->run->arena, function, "", "");
  return aml_value_unknown(names->run->arena, reason, 1U << AML_OBJECT, AML_NO_SPAN);
}

static const aml_value *make_tenant(aml_arm_frame *names) {
  return known_or_unknown(names, context_of(names)->tenant, "tenant()");
}

static const aml_value *make_environment(aml_arm_frame *names) {
  const aml_value *cloud = aml_arm_cloud(names->run->arena, context_of(names)->environment);
  return known_or_unknown(names, cloud, "environment()");
}

static const aml_value *make_deployer(aml_arm_frame *names) {
  return known_or_unknown(names, context_of(names)->deployer, "deployer()");
}

const aml_value *aml_arm_call_surroundings(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const struct {
    aml_sv name;
    const aml_value *(*make)(aml_arm_frame *names);
  } functions[AML_ARM_SURROUNDINGS] = {
      {AML_SV_CONST("resourceGroup"), make_group},
      {AML_SV_CONST("subscription"), make_subscription},
      {AML_SV_CONST("deployment"), make_deployment},
      {AML_SV_CONST("managementGroup"), make_management_group},
      {AML_SV_CONST("tenant"), make_tenant},
      {AML_SV_CONST("environment"), make_environment},
      {AML_SV_CONST("deployer"), make_deployer},
  };
  size_t which = 0;
  while (which < AML_ARM_SURROUNDINGS && !aml_sv_ieq(functions[which].name, call->name)) {
    which++;
  }
  if (which == AML_ARM_SURROUNDINGS) {
    return NULL;
  }
  if (call->arg_count > 0) {
    return aml_eval_fail(
        eval, call, "The function '%.*s' takes no arguments.", AML_SV_ARG(functions[which].name));
  }
  if (names->surroundings[which] == NULL) {
    names->surroundings[which] = functions[which].make(names);
  }
  return names->surroundings[which];
}
