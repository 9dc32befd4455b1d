/* Resources whose bodies are said in ARM's words: `az resource create`, `az rest`. */
#ifndef AMLINT_SCRIPT_REQUESTS_H
#define AMLINT_SCRIPT_REQUESTS_H

#include "front/front_end.h"
#include "script/az.h"

typedef struct aml_request_place {
  aml_variables *variables;   /* of the script that holds the call */
  const aml_front_host *host; /* opens files; NULL: nobody does */
  const aml_file *file;       /* that holds the script; NULL together with the host */
  aml_scope_path scope;       /* where the request takes place, as far as it does not say */
} aml_request_place;

/* Adds the resource that the call puts, with each value where it is written: in the command, in a variable,
 * in a here-document or in a file. Requests that put nothing, and those of which nothing says that they
 * concern Azure ML, add none. What is wrong with the body's JSON is a diagnostic (AML001). */
void aml_request_take(
    const aml_request_place *place, const aml_az_call *call, aml_resources *resources, aml_diags *diags);

#endif
