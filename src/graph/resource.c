#include "graph/resource.h"

void aml_resources_init(aml_resources *resources, aml_arena *arena) {
  *resources = (aml_resources){.arena = arena};
}

aml_resource *aml_resources_add(aml_resources *resources) {
  aml_resource *resource = AML_NEW(resources->arena, aml_resource);
  AML_VEC_PUSH(resources->arena, &resources->list, resource);
  return resource;
}

bool aml_resource_sees(const aml_resource *resource, const aml_resource *other) {
  return other->condition != AML_CONDITION_OFF_BY_DEFAULT ||
         resource->condition == AML_CONDITION_OFF_BY_DEFAULT;
}
