/* The part of `amlint eval` that judges resources by a policy. */
#ifndef AMLINT_CLI_EVAL_POLICY_H
#define AMLINT_CLI_EVAL_POLICY_H

#include "cli/formats.h"

/* --policy on what --resource holds: one resource in the shape of Azure Resource Manager, or whatever a file
 * of any form that amlint reads declares. Returns the exit status. */
int aml_app_eval_policy(aml_app *app, const aml_output_requests *requests);

#endif
