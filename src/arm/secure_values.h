/* Values that are secret because a template declares their parameters so, whatever the parameters are called.
 */
#ifndef AMLINT_ARM_SECURE_VALUES_H
#define AMLINT_ARM_SECURE_VALUES_H

#include "tree/value.h"

typedef void aml_arm_visit_secret(void *ctx, const aml_value *value);

/* Of one object in the tree of any file: where it declares a secure parameter, the default; where it holds a
 * template and parameters for it, as a nested deployment does, the values of the secure ones. Values may be
 * NULL. Neither looks into the members of the object. */
void aml_arm_visit_secure(const aml_value *object, aml_arm_visit_secret *visit, void *ctx);

/* Of the values that the `parameters` of a parameter file give to a template, the secure ones. Either may be
 * NULL. */
void aml_arm_visit_given(
    const aml_value *template_, const aml_value *given, aml_arm_visit_secret *visit, void *ctx);

#endif
