/* Bodies of requests that change something. */
#ifndef AMLINT_GRAPH_UPDATE_BODY_H
#define AMLINT_GRAPH_UPDATE_BODY_H

#include "tree/value.h"

/* The same, of which each object may hold more, however deep: an update says nothing of what it leaves out.
 */
const aml_value *aml_body_left_open(aml_arena *arena, const aml_value *value);

/* The body of an update: left open, and with the type of compute that it can only be of where it says none.
 */
const aml_value *aml_body_of_update(aml_arena *arena, const aml_value *body);

#endif
