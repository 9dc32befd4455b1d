/* The resources that the commands of a script make. */
#ifndef AMLINT_SCRIPT_COMMAND_RESOURCES_H
#define AMLINT_SCRIPT_COMMAND_RESOURCES_H

#include "azureml/azureml.h"
#include "front/front_end.h"
#include "script/variables.h"

/* Of resources that options of `az ml` describe: messages name the options. */
extern const aml_resource_form aml_form_az;
/* Of those whose bodies a command sends in ARM's words. */
extern const aml_resource_form aml_form_az_body;

typedef struct aml_script_defaults { /* what commands have set for later ones; NULL where none has */
  const aml_value *group, *workspace, *location, *subscription;
  const aml_value *groups; /* regions of the resource groups that were made, by their names */
} aml_script_defaults;

typedef struct aml_script_place {    /* what stands around a script */
  const aml_azureml_context *around; /* what the configuration knows of the workspace */
  aml_script_defaults *defaults;     /* that hold before it, and afterwards */
  const aml_front_host *host;        /* opens files that commands name; NULL: nobody does */
  const aml_file *file;              /* that holds the script; NULL together with the host */
} aml_script_place;

/* Adds, in the order of the script, what its calls of the Azure CLI make, with each value where it is
 * written; and says what the CLI refuses (AML001, AML005 to AML009). What earlier commands set as defaults
 * (`az configure`, `az account set`) holds for later ones. A command that names a file makes nothing of its
 * own: the file does (script/uses.h). */
void aml_script_resources(
    aml_variables *variables, const aml_script_place *place, aml_resources *resources, aml_diags *diags);

#endif
