/* Sentences that quote a text between single marks, and keep their shape when the text is masked. Private to
 * base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_SENTENCE_H
#define AMLINT_BASE_SECRET_SENTENCE_H

#include "base/secret.h"

/* Whether the text ends as a sentence does: with a full stop, or with the mark that closes a quotation. */
bool aml_secret_is_sentence(aml_sv text);

/* Whether what stands at `at` is a mark that closes a quotation, and not one that a value of the text begins
 * with: "Option 'password=' is empty." */
bool aml_secret_closes_quotation(aml_sv text, size_t at);

/* What the sentence quotes: from behind the first opening mark to the last closing one, for what stands in
 * between may hold marks itself. Empty, at the text's end, where it quotes nothing. */
aml_secret_range aml_secret_quoted_part(aml_sv sentence);

/* Where a secret ends that no mark of its own ends, and that was therefore taken to reach to the end of a
 * line: before the mark that closes the quotation it begins in, and before the full stop. Takes time in
 * the length of the secret. */
size_t aml_secret_end_in_sentence(aml_sv text, size_t begin, size_t end);

#endif
