/* Secrets among the arguments of a call, in whatever language: AzureKeyCredential("x"), auth=("u", "x"),
 * os.putenv("DB_PASSWORD", "x"). Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_CALL_H
#define AMLINT_BASE_SECRET_CALL_H

#include "base/secret.h"

/* `at` is the parenthesis that opens the arguments. Looks at no more than 700 bytes. */
bool aml_secret_find_argument(aml_sv text, size_t at, aml_secret_range *out);

#endif
