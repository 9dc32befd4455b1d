/* What is said alike of many places, such as the names that one call or command has and should not have: of
 * the first ones each, of further ones how many they are. So twenty thousand of them leave room for whatever
 * else is to be said of the file. */
#ifndef AMLINT_SOURCE_DIAG_CAP_H
#define AMLINT_SOURCE_DIAG_CAP_H

#include "source/diag.h"

typedef struct aml_diag_cap { /* begins zeroed */
  size_t count;
  aml_span next; /* the first one that is only counted */
} aml_diag_cap;

/* Counts another one; whether it is to be said. */
bool aml_diag_cap_take(aml_diag_cap *cap, aml_span span);
/* Says how many more there are, if any, by the rule; `what` they are: "unknown options of this command". */
void aml_diag_cap_end(const aml_diag_cap *cap, aml_diags *diags, const char *rule, const char *what);

#endif
