/* The row of Azure ML CLI v2 files. */
#ifndef AMLINT_AZUREML_FRONT_H
#define AMLINT_AZUREML_FRONT_H

#include "azureml/azureml.h"
#include "front/front_end.h"

extern const aml_front_end aml_front_cli_yaml;

/* What the configuration knows of the workspace that a unit's file belongs to, whichever language says what
 * the CLI is told. In the unit's arena. */
aml_azureml_context aml_azureml_context_of(aml_unit *unit);

#endif
