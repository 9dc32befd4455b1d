/* azurerm_resource_group_template_deployment and its siblings: the template is evaluated as one that lies
 * alone would be. */
#include "arm/template.h"
#include "terraform/arguments.h"

bool aml_tf_is_deployment(const aml_tf_instance *instance) {
  aml_sv type = instance->block->type;
  return aml_sv_starts(type, AML_SV("azurerm_")) && aml_sv_ends(type, AML_SV("_template_deployment"));
}

static const aml_value *parameters_of(aml_tf_instance *instance) {
  aml_arena *arena = instance->frame->run->arena;
  const aml_value *content = aml_tf_document(instance, "parameters_content");
  if (!aml_value_is(content, AML_OBJECT)) {
    return NULL;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, 1);
  aml_object_add(&builder, AML_SV("parameters"), content->span, content);
  return aml_object_end(&builder, content->span, 0);
}

/* What is certain of the group that it deploys to. */
static const aml_value *group_of(aml_tf_instance *instance) {
  aml_arena *arena = instance->frame->run->arena;
  const aml_value *name = aml_tf_argument_of(instance->written, "resource_group_name", NULL);
  if (!aml_value_is(name, AML_STRING)) {
    return NULL;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, 1);
  aml_object_add(&builder, AML_SV("name"), name->span, name);
  return aml_object_end(&builder, name->span, AML_VALUE_OPEN);
}

void aml_tf_make_deployment(aml_tf_instance *instance) {
  aml_tf_run *run = instance->frame->run;
  (void)aml_tf_written(instance);
  const aml_value *template = aml_tf_document(instance, "template_content");
  if (!aml_value_is(template, AML_OBJECT)) {
    if (template != NULL) {
      aml_tf_report_unknown(instance, "template_content");
    }
    return;
  }
  size_t first = run->unit->resources.list.count;
  aml_arm_context context = {.resource_group = group_of(instance),
      .deployment_key = aml_sv_join(run->arena, run->deployment, instance->address)};
  aml_arm_input input = {.template_ = template,
      .template_path = instance->block->file->source->path,
      .parameters = parameters_of(instance),
      .sources = run->host->sources,
      .context = &context};
  aml_arm_expand(&input, &run->unit->resources, &run->unit->diags, NULL);
  for (size_t i = first; i < run->unit->resources.list.count; i++) {
    aml_resource *resource = run->unit->resources.list.items[i];
    if (resource->condition == AML_CONDITION_TRUE) {
      aml_tf_set_condition(instance, resource);
    }
  }
}
