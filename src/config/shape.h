/* The shapes of files that users write, held against the JSON schemas that editors get too. What a schema
 * cannot say is checked by whoever reads the file. */
#ifndef AMLINT_CONFIG_SHAPE_H
#define AMLINT_CONFIG_SHAPE_H

#include "base/embed.h"
#include "source/diag.h"
#include "tree/value.h"

typedef struct aml_shape {
  const aml_value
      *schema;      /* of JSON Schema: type, enum, const, oneOf, properties, additionalProperties, required,
                       items, minItems, minLength, pattern, $ref to #/definitions; the rest is not looked at */
  const char *rule; /* of the diagnostics: "AML011" */
  const char *noun; /* what the file holds: "The rule" */
  const char *const *read_elsewhere; /* definitions that others check, NULL at the end; may be NULL */
  /* Names and words ignore letter case, null is as good as absent, and a text "[...]" is an expression that
   * may give any shape. */
  bool is_azure;
} aml_shape;

/* A schema that is compiled in; NULL-free: these are ours. */
const aml_value *aml_shape_schema(aml_arena *arena, const unsigned char *bytes, size_t size);

/* Says what of `value` has not the shape, each at its place and incomplete; returns how much. `definition` is
 * a name below the schema's definitions, or NULL for the schema itself; `key` is that under which the value
 * stands in its file, empty for all of it. */
size_t aml_shape_check(const aml_shape *shape, const char *definition, const aml_value *value,
    const char *key, aml_arena *arena, aml_diags *diags);

#endif
