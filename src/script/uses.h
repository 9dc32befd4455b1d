/* Commands that name a file: what there is stands in the file, and the command is one way to evaluate it. */
#ifndef AMLINT_SCRIPT_USES_H
#define AMLINT_SCRIPT_USES_H

#include "front/front_end.h"
#include "script/az.h"

/* The definition in a file of the CLI, which `file` uses at the span with settings over it: it is in the run,
 * with a unit for this use. Nothing where the file holds none. For `bring`. */
void aml_use_definition(
    const aml_front_host *host, aml_file *file, aml_file *used, const aml_value *settings, aml_span span);

/* `bring` of every row whose content is aml_scripts: the files that its commands name are in the run, with a
 * unit for each command that says more than the file. */
void aml_scripts_bring(const aml_front_host *host, aml_file *file);

/* The same with what its host knows of the variables around the scripts. */
void aml_scripts_bring_in(
    const aml_front_host *host, aml_file *file, aml_environment *environment, const void *ctx);

/* For a template: what the --parameters of `az deployment ... create` give. `use` has `by` and `span`; the
 * rest is filled in. The only parameter file; NULL where there are several or none. */
aml_file *aml_use_of_template(const aml_front_host *host, const aml_file *script, const aml_az_call *call,
    const aml_file *template_file, aml_use *use);

#endif
