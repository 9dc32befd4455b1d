/* Unicode's normal form C: of the ways to write a character, the shortest one. */
#ifndef AMLINT_BASE_NORMAL_FORM_H
#define AMLINT_BASE_NORMAL_FORM_H

#include "base/sv.h"

/* The text in normal form C; the very text where it is in that form already, or is no UTF-8. What is made is
 * in the arena. Takes n log n steps at most. */
aml_sv aml_normal_form(aml_arena *arena, aml_sv text);

#endif
