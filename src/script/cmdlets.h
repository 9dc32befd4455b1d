/* Cmdlets of PowerShell that make computes or locks, read as calls like those of the Azure CLI. */
#ifndef AMLINT_SCRIPT_CMDLETS_H
#define AMLINT_SCRIPT_CMDLETS_H

#include "script/az.h"

/* Whether the command is one that is read: a cmdlet that makes something, or one whose object another takes.
 */
bool aml_cmdlet_is(const aml_command *command);

/* Reads command `index` of the variables' script; false where it is no cmdlet that makes something. Options
 * that say where it works have the names that the CLI's have; the keys of others are paths of ARM's body.
 * What a splatted table holds counts as given. A parameter that does not exist is AML005 where it is a slip
 * of one that does; others leave the call open. */
bool aml_cmdlet_read(aml_variables *variables, uint32_t index, aml_diags *diags, aml_az_call *out);

/* The body that New-AzMLWorkspaceCompute or Update-AzMLWorkspaceCompute sends, in ARM's words: its own
 * parameters, and those of the cmdlet whose object it takes. What cannot be followed leaves it open. */
const aml_value *aml_cmdlet_body(aml_variables *variables, const aml_az_call *call, aml_diags *diags);

/* The parameter that says what stands at a path of the body; empty for none. */
aml_sv aml_cmdlet_parameter_of(aml_sv path);

#endif
