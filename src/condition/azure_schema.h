/* The schema of Azure Policy's objects, and of what the service answers about aliases; compiled in. */
#ifndef AMLINT_CONDITION_AZURE_SCHEMA_H
#define AMLINT_CONDITION_AZURE_SCHEMA_H

#include "tree/value.h"

/* Read into the arena; once for all that are checked. */
const aml_value *aml_azure_schema(aml_arena *arena);

#endif
