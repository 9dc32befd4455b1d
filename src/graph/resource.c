#include "graph/resource.h"

void aml_resources_init(aml_resources *resources, aml_arena *arena) {
  *resources = (aml_resources){.arena = arena};
}

aml_resource *aml_resources_add(aml_resources *resources) {
  aml_resource *resource = AML_NEW(resources->arena, aml_resource);
  AML_VEC_PUSH(resources->arena, &resources->list, resource);
  return resource;
}
