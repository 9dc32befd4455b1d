/* Secrets that words before them give away, without a mark between: "ENV DB_PASSWORD x", "wandb login x",
 * "password is x", "IDENTIFIED BY 'x'". Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_PHRASE_H
#define AMLINT_BASE_SECRET_PHRASE_H

#include "base/secret.h"

/* Whether the word at `at` may open such a phrase, by its first three bytes. */
bool aml_secret_may_open_phrase(aml_sv text, size_t at);
/* `at` is where a word begins that may. */
bool aml_secret_find_phrase(aml_sv text, size_t at, aml_secret_range *out);

/* `at` is a quotation mark: "password 'x'", "{password, 'x'}". */
bool aml_secret_find_quoted(aml_sv text, size_t at, aml_secret_range *out);

/* What a command is given to read: `at` is the '|' of "echo x | wandb login", or the first '<' of "<<< x" or
 * of a here-document. */
bool aml_secret_find_input(aml_sv text, size_t at, aml_secret_range *out);

#endif
