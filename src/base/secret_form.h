/* Texts that are secrets by their form, wherever they stand. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_FORM_H
#define AMLINT_BASE_SECRET_FORM_H

#include "base/secret.h"

/* Whether a form is recognised by its byte at `at`, and which bytes give it away: they may begin before `at`.
 * Looks at no more than the secret and 200 bytes before it. */
bool aml_secret_find_form(aml_sv text, size_t at, aml_secret_range *out);

/* Whether a token may begin at `at`: behind what is no letter or digit, or is one of an escape ("%20", "\n",
 * "\u0020"). */
bool aml_secret_begins_token(aml_sv text, size_t at);

#endif
