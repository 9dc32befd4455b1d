#include "graph/resource.h"

#include <assert.h>

void aml_resources_init(aml_resources *resources, aml_arena *arena) {
  *resources = (aml_resources){.arena = arena};
}

aml_resource *aml_resource_new(const aml_resources *resources) {
  aml_resource *resource = AML_NEW(resources->arena, aml_resource);
  resource->form = &aml_form_arm;
  return resource;
}

void aml_resources_add(aml_resources *resources, aml_resource *resource) {
  assert(resource->body != NULL && resource->name != NULL);
  AML_VEC_PUSH(resources->arena, &resources->list, resource);
}

bool aml_resource_sees(const aml_resource *resource, const aml_resource *other) {
  return other->condition != AML_CONDITION_OFF_BY_DEFAULT ||
         resource->condition == AML_CONDITION_OFF_BY_DEFAULT;
}

aml_sv aml_resource_when(aml_arena *arena, const aml_resource *resource) {
  return aml_sv_format(arena, "deployed only if %.*s; give the value with '--parameters FILE'",
      AML_SV_ARG(resource->condition_when));
}
