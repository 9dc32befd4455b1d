/* Words by which a text concerns Azure ML compute, in whatever form it is written. */
#ifndef AMLINT_FRONT_MARKS_H
#define AMLINT_FRONT_MARKS_H

#include "base/sv.h"

/* A text that concerns Azure ML in whatever way holds one of these, in any letter case: all is looked for
 * around them, in one pass. */
typedef enum aml_anchor { AML_ANCHOR_COMPUTE, AML_ANCHOR_MACHINE, AML_ANCHOR_AZ } aml_anchor;

/* The place of the first of them at or behind `at`; AML_NPOS where there is none. */
size_t aml_marks_next_anchor(aml_sv text, size_t at, aml_anchor *anchor);

/* The first place where the text concerns Azure ML compute: *begin and *end in bytes. False where there is
 * none. `only_commands`: what names much in passing concerns it by commands alone. Letter case does not
 * count. Time is linear in the text; nothing is copied. */
bool aml_marks_find(aml_sv text, bool only_commands, size_t *begin, size_t *end);

/* Whether a word is a type of compute, as a member `computeType` has it. */
bool aml_marks_is_compute_type(aml_sv word);

#endif
