/* "Did you mean": the closest of several known words. */
#ifndef AMLINT_BASE_SUGGEST_H
#define AMLINT_BASE_SUGGEST_H

#include "base/sv.h"

/* Edit distance with transpositions, ignoring ASCII case, of at most 64 characters each; SIZE_MAX beyond. */
size_t aml_edit_distance(aml_sv a, aml_sv b);

/* Equal but for letter case and the characters '_', '-' and ' ': "minInstances" and "min_instances". */
bool aml_same_word(aml_sv a, aml_sv b);

/* The index of the candidate nearest to `word` whose distance is at most max(1, length / 3), the first where
 * several are as near; AML_NPOS where none is near. `at(ctx, i)` gives candidate i. */
size_t aml_suggest(aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx);

#endif
