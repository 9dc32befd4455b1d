/* What is a secret by the name of the member that holds it. */
#ifndef AMLINT_TREE_SECRET_H
#define AMLINT_TREE_SECRET_H

#include "tree/value.h"

/* Whether a member of that name holds a password, a token or a key, in ARM's words or the CLI's; ignores
 * case. */
bool aml_secret_is_named(aml_sv name);

#endif
