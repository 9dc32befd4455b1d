/* Messages that quote a file near a secret: what they quote of it is masked, by the very bytes. */
#ifndef AMLINT_BASE_SECRET_QUOTE_H
#define AMLINT_BASE_SECRET_QUOTE_H

#include "base/message.h"
#include "base/secret.h"
#include "base/secret_memo.h"

enum { AML_SECRET_QUOTES = 32 };

typedef struct aml_secret_quotes { /* {0} is empty */
  aml_sv items[AML_SECRET_QUOTES]; /* borrowed */
  size_t count;
  aml_secret_memo *memo; /* of what is masked by form alone; NULL for none */
} aml_secret_quotes;

/* Adds a secret as it is written; what does not fit is dropped. */
void aml_secret_quotes_add(aml_secret_quotes *quotes, aml_sv secret);

/* Adds the secrets of a file that stand around an offset, and what is left of the one that holds it, for a
 * reader stumbles in the middle. Looks at a few thousand bytes. */
void aml_secret_quotes_find(aml_secret_quotes *quotes, aml_sv file, size_t at);

/* The text with what it shows of these secrets masked, and any other by its form; the same view where there
 * is nothing. A secret that is cut, as messages cut, is masked from six bytes on, and a shorter one only as a
 * whole word. A sentence keeps its shape: outside of what it quotes its words are its own, so only what is
 * long and no word is masked there. */
aml_sv aml_secret_quotes_mask(aml_arena *arena, const aml_secret_quotes *quotes, aml_sv text);
/* The same for a message, in all its parts. */
aml_message aml_secret_quotes_mask_message(
    aml_arena *arena, const aml_secret_quotes *quotes, const aml_message *message);

#endif
