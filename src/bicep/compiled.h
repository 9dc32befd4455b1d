/* Templates that Bicep's compiler made of a file and put beside it: they say the same once more, unless
 * somebody has changed one of the two since. */
#ifndef AMLINT_BICEP_COMPILED_H
#define AMLINT_BICEP_COMPILED_H

#include "front/front_end.h"

/* The template beside the Bicep file whose metadata says that Bicep made it; NULL where there is none in the
 * run, or somebody named it. */
aml_file *aml_bicep_find_compiled(const aml_front_host *host, const aml_file *file);

/* Whether all that the template makes, the file makes as well, with the same defaults of parameters. Both are
 * expanded, with the same parameter files. What is not known of the template may be anything. */
bool aml_bicep_compiles_to(const aml_file *file, const aml_file *made);

#endif
