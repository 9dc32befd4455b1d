/* Names that tell of a secret, by their last letters: nearly all others are told from them so. Private to
 * base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_TAIL_H
#define AMLINT_BASE_SECRET_TAIL_H

#include "base/secret.h"

/* Whether a name that ends before `end` may tell of a secret, in whatever way base/secret*.c goes by names:
 * by all of it, by how it ends, or by what stands beside it. Where this says no, none of them does. Looks at
 * the last four letters, over separators and digits. */
bool aml_secret_may_tell(aml_sv text, size_t end);

/* The same of the name before a separator, where its last letters are easily found: right before it, or
 * within double quotes. Where they are not, it may tell. */
bool aml_secret_may_tell_before(aml_sv text, size_t separator);

#endif
