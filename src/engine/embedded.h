/* Files that are compiled in for users: the JSON schemas of what they write, which their editors complete by,
 * and a configuration to start from. */
#ifndef AMLINT_ENGINE_EMBEDDED_H
#define AMLINT_ENGINE_EMBEDDED_H

#include "base/sv.h"

typedef struct aml_embedded_schema {
  const char *name; /* as `amlint schema` takes it */
  aml_sv text;      /* a NUL that is not counted follows */
} aml_embedded_schema;

/* The schemas, in the order of their names; false past the last. Tests compare each with the code that reads
 * such files. */
bool aml_embedded_schema_at(size_t index, aml_embedded_schema *out);

/* src/config/example.yml, which `amlint init` writes; a NUL that is not counted follows. Every line that is
 * commented out is valid once its "# " is taken away; a test reads it both ways. */
aml_sv aml_embedded_example(void);

#endif
