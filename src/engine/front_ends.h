/* The languages that a run reads, and the forms that it knows of. */
#ifndef AMLINT_ENGINE_FRONT_ENDS_H
#define AMLINT_ENGINE_FRONT_ENDS_H

#include "front/front_end.h"

/* In the order in which they are tried, and in which reports name them. */
extern const aml_front_ends aml_all_front_ends;

/* The bodies of requests to Azure in JSON and YAML of no kind that is read: what marks one is a member
 * `computeType` whose text is a type of compute. */
extern const aml_front_end aml_unread_payload;

#endif
