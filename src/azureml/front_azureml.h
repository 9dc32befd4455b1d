/* The row of Azure ML CLI v2 files. */
#ifndef AMLINT_AZUREML_FRONT_AZUREML_H
#define AMLINT_AZUREML_FRONT_AZUREML_H

#include "azureml/azureml.h"
#include "front/front_end.h"

extern const aml_front_end aml_front_cli_yaml;

/* What the configuration knows of the workspace that a unit's file belongs to, whichever language says what
 * the CLI is told. In the unit's arena. */
aml_azureml_context aml_azureml_context_of(aml_unit *unit);

/* The kind of the first document of a file; AML_YAML_NONE where it is none that the CLI takes. */
aml_yaml_kind aml_azureml_kind_of_file(const aml_file *file);

/* What a file says with what a command says over it: members of `settings` stand where the file has them, or
 * at its name, with the origin AML_STEP_COMMAND. */
const aml_value *aml_azureml_lay_over(aml_arena *arena, const aml_value *file, const aml_value *settings);

#endif
