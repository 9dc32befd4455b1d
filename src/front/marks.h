/* Words by which a text concerns Azure ML compute, in whatever form it is written. */
#ifndef AMLINT_FRONT_MARKS_H
#define AMLINT_FRONT_MARKS_H

#include "base/sv.h"

/* The first place where the text concerns Azure ML compute: *begin and *end in bytes. False where there is
 * none. `only_commands`: what names much in passing concerns it by commands alone. Letter case does not
 * count. Time is linear in the text; nothing is copied. */
bool aml_marks_find(aml_sv text, bool only_commands, size_t *begin, size_t *end);

/* Whether a word is a type of compute, as a member `computeType` has it. */
bool aml_marks_is_compute_type(aml_sv word);

#endif
