#include "config/context_file.h"

#include "config/shape.h"

AML_EMBEDDED(aml_schema_of_contexts)

bool aml_context_has_shape(aml_arena *arena, const aml_value *context, const char *key, aml_diags *diags) {
  const aml_shape shape = {
      .schema = aml_shape_schema(arena, aml_schema_of_contexts, aml_schema_of_contexts_size),
      .rule = "AML012",
      .noun = "The context",
      .is_azure = true};
  return aml_shape_check(&shape, NULL, context, key, arena, diags) == 0;
}
