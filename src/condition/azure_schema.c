#include "condition/azure_schema.h"

#include "config/shape.h"

AML_EMBEDDED(aml_schema_of_policies)

const aml_value *aml_azure_schema(aml_arena *arena) {
  return aml_shape_schema(arena, aml_schema_of_policies, aml_schema_of_policies_size);
}
