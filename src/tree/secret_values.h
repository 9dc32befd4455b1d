/* Values that are secrets by the name of what holds them. */
#ifndef AMLINT_TREE_SECRET_VALUES_H
#define AMLINT_TREE_SECRET_VALUES_H

#include "base/secret.h"
#include "tree/value.h"

/* The value of something of that name, marked AML_VALUE_SECURE where it is a text, the name tells of a secret
 * and the text is none of the references that give nothing away; else the value as it is. */
const aml_value *aml_value_hide_named(aml_arena *arena, aml_sv name, const aml_value *value);

/* The same where it is known that the value is a secret. */
const aml_value *aml_value_hide(aml_arena *arena, const aml_value *value);

/* How what a value holds stands to the names around it. */
typedef enum aml_secrecy {
  AML_NO_SECRET,
  AML_IN_SECRET, /* it is one, or everything below is: in credentials, in a list under a telling name */
  AML_IN_GIVEN,  /* an object whose `value` or `defaultValue` is one, as parameters have them */
} aml_secrecy;

/* Whether a member of that name holds what a parameter is given, or falls back on. */
bool aml_secret_is_given_key(aml_sv name);

/* That of a member's value in an object that stands as `in`; `is_named`: the name tells of a secret. */
aml_secrecy aml_secrecy_of_member(const aml_member *member, bool is_named, aml_secrecy in);

#endif
