/* "Did you mean": the closest of several known words. */
#ifndef AMLINT_BASE_SUGGEST_H
#define AMLINT_BASE_SUGGEST_H

#include "base/sv.h"

/* Edit distance with transpositions, ignoring ASCII case, of at most 64 characters each; SIZE_MAX beyond, and
 * where the distance is more than `most`: the less that is, the faster. */
size_t aml_edit_distance(aml_sv a, aml_sv b, size_t most);

/* Equal but for letter case and the characters '_', '-' and ' ': "minInstances" and "min_instances". */
bool aml_same_word(aml_sv a, aml_sv b);

/* Whether both have the same digits in the same order, whatever stands between. */
bool aml_same_digits(aml_sv a, aml_sv b);

/* The index of the candidate nearest to `word` whose distance is at most max(1, length / 3), the first where
 * several are as near; AML_NPOS where none is near. `at(ctx, i)` gives candidate i. */
size_t aml_suggest(aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx);

/* The one word that a misspelt one stands for, for those who write it without asking. It is nearer than all
 * others, by at most a quarter of the letters, three at most, and has the same digits: another number is
 * another thing, not a slip. */
typedef struct aml_spelling {
  aml_sv written;
  aml_sv meant;    /* private from here on */
  size_t distance; /* of `meant` */
  bool is_rivalled;
} aml_spelling;

aml_spelling aml_spelling_of(aml_sv written);
/* Considers a known word. `part` is what of it is compared, the whole of it where it is empty. */
void aml_spelling_consider(aml_spelling *spelling, aml_sv known, aml_sv part);
/* The word; empty where none is certain. */
aml_sv aml_spelling_result(const aml_spelling *spelling);

/* The same over a list, as aml_suggest has it; empty candidates do not count. AML_NPOS: none is certain. */
size_t aml_respell(aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx);

#endif
