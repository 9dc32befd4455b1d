/* Where in a text a secret may be recognised. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_OPENING_H
#define AMLINT_BASE_SECRET_OPENING_H

#include "base/secret.h"

/* The first place at or behind `at` whose two bytes may give a secret away, by its form or by the name before
 * it: nearly all are passed by, for the price of a look into a table. The first byte of a text, which begins
 * a line, is always one; text.len where there is none. */
size_t aml_secret_next_opening(aml_sv text, size_t at);

/* Whether such two bytes are at a place that aml_secret_next_opening returned: only the first byte of a text
 * may be none of them. */
bool aml_secret_is_opening(aml_sv text, size_t at);

#endif
