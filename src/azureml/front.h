/* The row of Azure ML CLI v2 files. */
#ifndef AMLINT_AZUREML_FRONT_H
#define AMLINT_AZUREML_FRONT_H

#include "front/front_end.h"

extern const aml_front_end aml_front_cli_yaml;

#endif
