/* The patterns that say which VM sizes belong to a series: a small part of regular expressions.
 *
 * `^` and `$` at the ends, letters, digits and `_` for themselves, `-` outside brackets for itself, `[0-4x]`,
 * `\d`, groups
 * `(?:a|b)`, `?` after any of these, `+` after all but a group. Letter case is ignored. A match costs at most
 * O(pattern * name^2), whatever the two are, and nothing is compiled or kept, so any number of threads may
 * match. */
#ifndef AMLINT_FACTS_PATTERN_H
#define AMLINT_FACTS_PATTERN_H

#include "base/sv.h"

#define AML_SIZE_NAME_MAX 63 /* characters; longer names match nothing */

/* Whether all of `name` fits the pattern. */
bool aml_size_pattern_match(aml_sv pattern, aml_sv name);

/* What every name that fits begins with, as far as that is a plain text; in any letter case. */
aml_sv aml_size_pattern_beginning(aml_sv pattern);

/* Whether the text is such a pattern, with groups nested at most four deep. */
bool aml_size_pattern_is_valid(aml_sv pattern);

#endif
