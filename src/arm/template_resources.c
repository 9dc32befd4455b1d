/* From instances to resources of the run. */
#include "arm/template_expansion.h"

/* Members of a declaration that say how to deploy, not what. */
static bool is_directive(aml_sv name) {
  static const aml_sv names[] = {
      AML_SV_CONST("resources"),
      AML_SV_CONST("copy"),
      AML_SV_CONST("condition"),
      AML_SV_CONST("dependsOn"),
      AML_SV_CONST("comments"),
      AML_SV_CONST("existing"),
      AML_SV_CONST("extension"),
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(names[i], name)) {
      return true;
    }
  }
  return false;
}

/* A deployment's properties without the template in them, whose expressions are not this frame's. */
static const aml_value *evaluate_deployment_properties(
    aml_arm_instance *instance, const aml_value *declared) {
  if (declared->kind != AML_OBJECT) {
    return aml_arm_evaluate_at(instance->site, declared);
  }
  aml_object_builder builder;
  aml_object_begin(&builder, instance->site.frame->run->arena);
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *member = &declared->as.object.members[i];
    if (!aml_sv_ieq(member->name, AML_SV("template"))) {
      aml_object_add(&builder, member->name, member->name_span, member->value);
    }
  }
  const aml_value *rest = aml_object_end(&builder, declared->span, declared->flags | AML_VALUE_OPEN);
  return aml_arm_evaluate_at(instance->site, rest);
}

static const aml_value *type_value(const aml_arm_instance *instance, const aml_value *declared) {
  if (declared->kind == AML_STRING && aml_sv_eq(declared->as.string, instance->type)) {
    return declared;
  }
  aml_arena *arena = instance->site.frame->run->arena;
  const aml_value *value = aml_value_string(arena, instance->type, declared->span);
  return aml_value_moved(arena, value, declared->span, declared->origin, AML_VALUE_BLOCK);
}

/* Of an existing resource the template tells what it is called; the rest stands in Azure. */
static void add_undescribed(const aml_arm_instance *instance, aml_object_builder *builder) {
  static const aml_sv names[] = {AML_SV_CONST("properties"), AML_SV_CONST("location")};
  bool is_workspace = aml_sv_ieq(instance->type, AML_SV("Microsoft.MachineLearningServices/workspaces"));
  aml_sv reason = is_workspace ? AML_SV("the template refers to an existing workspace without describing it; "
                                        "add it under 'workspaces:' in amlint.yml")
                               : AML_SV("the template refers to an existing resource without describing it; "
                                        "check the file that declares it");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_object_find(instance->declared, names[i]) == NULL) {
      aml_object_add(builder, names[i], AML_NO_SPAN,
          aml_value_unknown(builder->arena, reason, AML_KINDS_ANY, AML_NO_SPAN));
    }
  }
}

static const aml_value *evaluate_body(aml_arm_instance *instance) {
  const aml_value *declared = instance->declared;
  aml_object_builder builder;
  aml_object_begin_sized(&builder, instance->site.frame->run->arena, declared->as.object.count);
  bool is_deployment = aml_arm_instance_is_deployment(instance);
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *member = &declared->as.object.members[i];
    const aml_value *value = NULL;
    if (is_directive(member->name)) {
      continue;
    }
    if (aml_sv_ieq(member->name, AML_SV("type"))) {
      value = type_value(instance, member->value);
    } else if (aml_sv_ieq(member->name, AML_SV("name"))) {
      value = instance->name;
    } else if (aml_sv_ieq(member->name, AML_SV("metadata")) && !instance->site.frame->is_lowered) {
      value = member->value; /* as written */
    } else if (is_deployment && aml_sv_ieq(member->name, AML_SV("properties"))) {
      value = evaluate_deployment_properties(instance, member->value);
    } else {
      value = aml_arm_evaluate_at(instance->site, member->value);
    }
    aml_object_set(&builder, member->name, member->name_span, value);
  }
  unsigned open = instance->is_existing ? AML_VALUE_OPEN : 0;
  if (instance->is_existing) {
    add_undescribed(instance, &builder);
  }
  return aml_object_end(&builder, declared->span, declared->flags | open);
}

const aml_value *aml_arm_instance_body(aml_arm_instance *instance) {
  if (instance->state == AML_ARM_BUSY) {
    return NULL;
  }
  if (instance->state == AML_ARM_NEW) {
    /* In earnest, even where it is asked for on trial, unless the resource is switched off. */
    aml_eval *eval = instance->site.frame->run->eval;
    size_t silence = eval->silence;
    eval->silence = instance->is_off || instance->site.frame->run->silence > 0 ? 1 : 0;
    instance->state = AML_ARM_BUSY;
    instance->body = evaluate_body(instance);
    instance->state = AML_ARM_DONE;
    eval->silence = silence;
  }
  return instance->body;
}

/* Outer loops first, as one reads them: "silos[1], nodes[0]". */
static aml_sv join_labels(const aml_arm_instance *instance, aml_arm_loop *loop) {
  aml_arm_frame *frame = instance->site.frame;
  if (loop == NULL || loop == frame->loops) {
    return frame->iteration;
  }
  aml_sv label = aml_arm_loop_label(frame->run->arena, loop);
  aml_sv outer = frame->iteration;
  if (loop->outer != NULL && loop->outer != frame->loops) {
    outer = join_labels(instance, loop->outer);
  }
  return outer.len == 0
             ? label
             : aml_sv_format(frame->run->arena, "%.*s, %.*s", AML_SV_ARG(outer), AML_SV_ARG(label));
}

aml_sv aml_arm_iteration_text(const aml_arm_instance *instance) {
  return join_labels(instance, instance->site.loops);
}

static void fill_place(aml_arm_instance *instance, aml_resource *resource) {
  aml_arm_frame *frame = instance->site.frame;
  aml_arm_level level = frame->level;
  resource->scope = frame->place;
  if (!aml_arm_instance_is_deployment(instance)) {
    aml_arm_place_move(instance, instance->body, &resource->scope, &level);
  }
  resource->scope.has_resource_group = level == AML_ARM_GROUP;
}

static void add_resource(aml_arm_instance *instance) {
  aml_arm_frame *frame = instance->site.frame;
  aml_arm_instance_body(instance);
  aml_resource *resource = aml_resource_new(frame->run->resources);
  const aml_value *declared_name = aml_object_find(instance->declared, AML_SV("name"));
  resource->type = instance->type;
  resource->name = instance->name;
  resource->shown_name = aml_arm_shown_name(instance);
  resource->symbolic_name = instance->symbol;
  resource->api_version = aml_value_text(aml_object_find(instance->body, AML_SV("apiVersion")));
  resource->body = instance->body;
  resource->span = instance->declared->span;
  resource->name_span = declared_name != NULL ? declared_name->span : instance->declared->span;
  resource->parent =
      instance->parent != NULL && instance->extends == NULL ? instance->parent->resource : NULL;
  resource->extends = instance->extends;
  resource->condition = instance->condition;
  resource->condition_text = instance->condition_text;
  resource->condition_when = instance->condition_when;
  resource->is_existing = instance->is_existing;
  resource->iteration = aml_arm_iteration_text(instance);
  resource->parameters = frame->parameters_path;
  resource->frame = frame->names->number;
  fill_place(instance, resource);
  aml_resources_add(frame->run->resources, resource);
  instance->resource = resource;
}

static void add_with_nested(aml_arm_instance *instance) {
  add_resource(instance);
  if (aml_arm_instance_is_deployment(instance) && !instance->is_existing) {
    aml_arm_frame *nested = aml_arm_deployment_frame(instance);
    if (nested != NULL) {
      aml_arm_resources_add(nested);
    }
  }
}

void aml_arm_resources_add(aml_arm_frame *frame) {
  aml_arm_run *run = frame->run;
  aml_arm_instances_list(frame);
  for (size_t i = 0; i < frame->instances.count; i++) {
    aml_arm_instance *instance = frame->instances.items[i];
    if (instance->is_off && !instance->is_off_by_default) {
      continue;
    }
    bool is_silent = instance->is_off || aml_arm_instance_is_lazy(instance);
    run->silence += is_silent;
    run->eval->silence += is_silent;
    add_with_nested(instance);
    run->eval->silence -= is_silent;
    run->silence -= is_silent;
  }
}
