/* What exports hold of people. Private to inventory/. */
#ifndef AMLINT_INVENTORY_PERSONAL_H
#define AMLINT_INVENTORY_PERSONAL_H

#include "tree/value.h"

/* The value without what it holds of people, which is unknown then, and without members that are null: what a
 * tool prints as null is not there. */
const aml_value *aml_export_without_people(aml_arena *arena, const aml_value *value);

#endif
