/* The resources that the commands of a script make. */
#ifndef AMLINT_SCRIPT_RESOURCES_H
#define AMLINT_SCRIPT_RESOURCES_H

#include "azureml/azureml.h"
#include "script/variables.h"

/* Of resources that options of `az ml` describe: messages name the options. */
extern const aml_resource_form aml_form_az;

/* Adds, in the order of the script, what its calls of the Azure CLI make, with each value where it is
 * written; and says what the CLI refuses (AML001, AML005 to AML009). What earlier commands set as defaults
 * (`az configure`, `az account set`) holds for later ones. `around` is what the configuration knows of the
 * workspace. A command that names a file makes nothing of its own: the file does. */
void aml_script_resources(
    aml_variables *variables, const aml_azureml_context *around, aml_resources *resources, aml_diags *diags);

#endif
