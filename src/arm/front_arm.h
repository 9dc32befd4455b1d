/* The rows of ARM: templates, and the parameter files that they are evaluated with. */
#ifndef AMLINT_ARM_FRONT_ARM_H
#define AMLINT_ARM_FRONT_ARM_H

#include "front/front_end.h"

extern const aml_front_end aml_front_template, aml_front_parameters;

/* Parts of the rows, also of others whose reading makes templates: in front_arm.c, */
void aml_arm_expand_unit(const aml_front_host *host, aml_unit *unit);
/* the same where modules may be named in other words than by their paths: `find` gives the path, as shown, of
 * the one that the file at `from` calls `reference`, or an empty text; */
typedef aml_sv aml_arm_find_module(const aml_front_host *host, aml_unit *unit, aml_sv from, aml_sv reference);
void aml_arm_expand_unit_with(const aml_front_host *host, aml_unit *unit, aml_arm_find_module *find);
/* and in pairs.c. */
void aml_arm_bring_template(const aml_front_host *host, aml_file *parameters);
void aml_arm_pair_parameters(const aml_front_host *host, aml_file *file);
/* A unit of the template with the parameter file, unless it has one. For `bring` and `group`. */
void aml_arm_pair(const aml_front_host *host, aml_file *file, aml_file *parameters);

#endif
