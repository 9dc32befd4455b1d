/* Values that are secrets by the name of what holds them. */
#ifndef AMLINT_TREE_SECRET_H
#define AMLINT_TREE_SECRET_H

#include "base/secret.h"
#include "tree/value.h"

/* The value of something of that name, marked AML_VALUE_SECURE where it is a text, the name tells of a secret
 * and the text is none of the references that give nothing away; else the value as it is. */
const aml_value *aml_value_hide_named(aml_arena *arena, aml_sv name, const aml_value *value);

/* The same where it is known that the value is a secret. */
const aml_value *aml_value_hide(aml_arena *arena, const aml_value *value);

#endif
