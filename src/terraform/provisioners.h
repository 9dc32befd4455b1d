/* Commands of provisioners: "local-exec". Private to src/terraform. */
#ifndef AMLINT_TERRAFORM_PROVISIONERS_H
#define AMLINT_TERRAFORM_PROVISIONERS_H

#include "terraform/module.h"

/* Makes scripts of the commands in a body, where their text is written there: guests of the file, which only
 * aml_tf_make_commands expands. A command that makes Azure ML compute and is no such text is AML014; so is
 * one that a local value or the default of a variable holds. `is_native`: in HCL's own syntax. */
void aml_tf_read_provisioners(aml_file *file, const aml_value *body, bool is_native);

/* Adds what the commands of an instance make, with the values of their interpolations. `is_further`: another
 * copy of its block was there before, so that what has no interpolations says nothing new. */
void aml_tf_make_commands(aml_tf_instance *instance, bool is_further);

#endif
