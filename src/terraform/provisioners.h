/* Commands of provisioners. Private to src/terraform. */
#ifndef AMLINT_TERRAFORM_PROVISIONERS_H
#define AMLINT_TERRAFORM_PROVISIONERS_H

#include "front/front_end.h"

/* Hands the commands of "local-exec" in a body to whoever reads scripts, as guests of the file, where they
 * are written as they stand. A command that makes Azure ML compute and cannot be handed on is AML014; so is
 * one that a local value or the default of a variable holds. `is_native`: in HCL's own syntax. */
void aml_tf_read_provisioners(aml_file *file, const aml_value *body, bool is_native);

#endif
