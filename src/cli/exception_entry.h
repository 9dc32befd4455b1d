/* The exception that the options of `amlint exceptions add` describe. */
#ifndef AMLINT_CLI_EXCEPTION_ENTRY_H
#define AMLINT_CLI_EXCEPTION_ENTRY_H

#include "cli/app.h"
#include "rule/ruleset.h"
#include "waiver/govern.h"

/* The text of an option; empty where it is not given. */
aml_sv aml_app_option_text(const aml_app *app, aml_option_id id);

/* The day that an option names, or `otherwise` where it is not given. False for what is no date, with the
 * trouble said. */
bool aml_app_option_day(aml_app *app, aml_option_id id, aml_day otherwise, aml_day *out);

/* False where something is missing or wrong, with the trouble said. */
bool aml_exception_entry_make(aml_app *app, aml_sv id, aml_waiver *out);

/* Whether its rules exist and it would cover what it says on the day it is made, by the governance; else the
 * trouble is said. */
bool aml_exception_entry_check(
    aml_app *app, aml_waiver *entry, const aml_governance *governance, const aml_ruleset *rules);

#endif
