/* What subscription(), resourceGroup() and their like answer, as users give it. */
#ifndef AMLINT_CONFIG_CONTEXT_FILE_H
#define AMLINT_CONFIG_CONTEXT_FILE_H

#include "source/diag.h"
#include "tree/value.h"

/* False after AML012 for each member that is not as the service documents it. `key` is that under which the
 * context stands in its file; empty: it is the file. */
bool aml_context_has_shape(aml_arena *arena, const aml_value *context, const char *key, aml_diags *diags);

#endif
