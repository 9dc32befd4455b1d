/* Files that commands name. */
#ifndef AMLINT_SCRIPT_NAMED_H
#define AMLINT_SCRIPT_NAMED_H

#include "front/front_end.h"
#include "script/az.h"

/* The value that names the file which a call of the CLI takes what it makes from; NULL for none. */
const aml_value *aml_az_file_named(const aml_az_call *call);

/* The file that a command names: one that the host of the command writes by itself, or the only one of that
 * name in the folder of the host or in one above it. NULL where there is none, or it is not certain which. */
aml_file *aml_use_find(
    const aml_front_host *host, aml_arena *arena, const aml_file *file, const aml_value *name);

/* The same of a file that may be of a kind which no row reads. */
aml_file *aml_use_open(
    const aml_front_host *host, aml_arena *arena, const aml_file *file, const aml_value *name);

/* Says, as AML004, that what the call makes is not checked since the file that it names is not at hand, or is
 * not known. Of deployments only where `speaks`: the script is about Azure ML, and not about something else.
 */
void aml_use_say_missing(
    const aml_front_host *host, const aml_file *file, const aml_az_call *call, bool speaks, aml_diags *diags);

/* The value that names a file which holds the body, without its "@"; NULL for none. */
const aml_value *aml_request_file(const aml_az_call *call, aml_variables *variables);

#endif
