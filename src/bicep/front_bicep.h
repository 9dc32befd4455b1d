/* The rows of Bicep: files, and the parameter files that they are evaluated with. */
#ifndef AMLINT_BICEP_FRONT_BICEP_H
#define AMLINT_BICEP_FRONT_BICEP_H

#include "front/front_end.h"

extern const aml_front_end aml_front_bicep, aml_front_bicepparam;

#endif
