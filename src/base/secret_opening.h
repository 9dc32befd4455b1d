/* Where in a text a secret may be recognised. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_OPENING_H
#define AMLINT_BASE_SECRET_OPENING_H

#include "base/secret.h"

typedef struct aml_secret_openings { /* {.text} is at the beginning */
  aml_sv text;
  size_t begin, end; /* private: of what `found` speaks of */
  uint64_t found;    /* private: a bit for each byte in there that may be one */
} aml_secret_openings;

/* The first place at or behind `at` whose bytes may give a secret away, by its form or by the name before it:
 * nearly all are passed by, many at a time. The first byte of a text, which begins a line, is always one;
 * text.len where there is none. Asked again and again for places further on, takes time in the length of the
 * text. */
size_t aml_secret_next_opening(aml_secret_openings *self, size_t at);

/* Whether such bytes are at a place: at all those that aml_secret_next_opening returns, but perhaps for the
 * first byte of a text. */
bool aml_secret_is_opening(aml_sv text, size_t at);

#endif
