/* Names and values in texts for people: what is too long to be read is cut, and it is said how long it was:
 * "xxxx… (20,000,000 bytes)". Fingerprints and comparisons take what is whole. */
#ifndef AMLINT_BASE_SHORTEN_H
#define AMLINT_BASE_SHORTEN_H

#include "base/sv.h"

enum {
  AML_SHOWN_NAME = 256, /* bytes of a name that are shown whole; Azure has none of more than 260 */
  AML_SHOWN_TEXT = 4096 /* of a whole message */
};

/* The first code points, with an ellipsis and the size where something is missing; else the same view. */
aml_sv aml_shorten_to(aml_arena *arena, aml_sv text, size_t code_points);

/* A name or a value as it stands; the same view where it is short. */
aml_sv aml_shorten(aml_arena *arena, aml_sv name);

/* Sentences: of what stands in single quotes as of a name, and in the end of all of it. */
aml_sv aml_shorten_quoted(aml_arena *arena, aml_sv text);

#endif
