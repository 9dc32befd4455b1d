/* Placeholders in values that were read: what another tool fills in is not known. */
#ifndef AMLINT_TREE_PLACEHOLDER_VALUES_H
#define AMLINT_TREE_PLACEHOLDER_VALUES_H

#include "tree/value.h"

/* The unknown value that stands for a placeholder, with the reason that it is one. */
const aml_value *aml_placeholder_value(aml_arena *arena, aml_sv written, aml_span span);

/* The value with every text that is a placeholder unknown, at any depth (which the readers bound); the value
 * itself where it holds none. */
const aml_value *aml_value_placeholders(aml_arena *arena, const aml_value *value);

#endif
