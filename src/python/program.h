/* What a program defines, in ARM's vocabulary. Private to python/. */
#ifndef AMLINT_PYTHON_PROGRAM_H
#define AMLINT_PYTHON_PROGRAM_H

#include "python/follow.h"

extern const aml_resource_form aml_form_sdk_1, aml_form_sdk_2;

/* Adds the resources that the calls of a program make, and diagnostics of their arguments. */
void aml_py_resources(
    const aml_py_run *run, const aml_azureml_context *around, aml_resources *resources, aml_diags *diags);

/* What the arguments of one say, as an object in the keys of the CLI's YAML; `name` is that of its resource
 * where the call does not say it, NULL for none. */
const aml_value *aml_py_settings(aml_arena *arena, const aml_py_made *made, const aml_value *name);

/* What is said over the file that a call loads, by its params_override and by attributes that are set
 * afterwards, in the keys of the file; open where it may be more. */
const aml_value *aml_py_overrides(aml_arena *arena, const aml_py_made *made);

#endif
