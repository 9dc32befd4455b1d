/* Secrets whose name stands beside them: in the tag around them, or as the value of a neighbour. Private to
 * base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_MARKUP_H
#define AMLINT_BASE_SECRET_MARKUP_H

#include "base/secret.h"

/* `at` is the '>' of a tag: "<password>x</password>", "<entry key='password'>x</entry>". */
bool aml_secret_find_element(aml_sv text, size_t at, aml_secret_range *out);

/* Whether a value's key says nothing of its own ("value", "default"), and a neighbour names it: "name:
 * DB_PASSWORD", 'key="Password"', 'variable "db_password" {'. The key is [begin, end) of the text. Looks at
 * no more than 300 bytes either side. */
bool aml_secret_is_named_beside(aml_sv text, size_t begin, size_t end);

#endif
