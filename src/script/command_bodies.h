/* JSON that a command is given: in a word, a variable, a here-document or a file. Private to script/. */
#ifndef AMLINT_SCRIPT_COMMAND_BODIES_H
#define AMLINT_SCRIPT_COMMAND_BODIES_H

#include "script/filled.h"
#include "script/requests.h"

/* What the argument of the call holds; unknown, with a reason, where that is not certain. Never NULL. */
const aml_value *aml_body_read(aml_filling *filling, const aml_request_place *place, const aml_az_call *call,
    const aml_shell_argument *argument, aml_diags *diags);

#endif
