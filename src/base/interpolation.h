/* "${expression}" in a text that is evaluated before others see it: where it ends. */
#ifndef AMLINT_BASE_INTERPOLATION_H
#define AMLINT_BASE_INTERPOLATION_H

#include "base/sv.h"

static inline bool aml_interpolation_begins(aml_sv text) {
  return aml_sv_starts(text, AML_SV("${"));
}

/* The length of the interpolation that begins the text, up to its closing brace, over strings in it, which
 * have interpolations of their own; 0 where it does not end, or is too deep. O(its length). */
size_t aml_interpolation_length(aml_sv text);

#endif
