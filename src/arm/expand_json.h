/* Expanded resources as JSON, for `amlint expand`. */
#ifndef AMLINT_ARM_EXPAND_JSON_H
#define AMLINT_ARM_EXPAND_JSON_H

#include "base/json.h"
#include "graph/resource.h"

/* Writes one array: an object for each resource, in order, with type, name, apiVersion, scope, what the
 * expansion knows besides (condition, existing, copy, parameters), and then the members of the body as
 * evaluated. Unknown values are {"$unknown": what is not known}; secrets are "***". */
void aml_arm_expand_json(const aml_resources *resources, aml_json *json);

#endif
