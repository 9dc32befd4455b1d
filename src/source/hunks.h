/* Which lines of a text are not those of an earlier text. */
#ifndef AMLINT_SOURCE_HUNKS_H
#define AMLINT_SOURCE_HUNKS_H

#include "base/sv.h"
#include "base/vec.h"

typedef struct aml_hunk { /* bytes of whole lines of the later text; empty: before `begin` lines were taken
                             out */
  size_t begin, end;
} aml_hunk;
typedef AML_VEC(aml_hunk) aml_hunks;

/* In the order of the text, disjoint. Line ends of either kind are the same. What is not in it has the same
 * lines in both texts, in the same order; the hunks are not always the fewest. Time n log n. */
void aml_hunks_find(aml_arena *arena, aml_sv before, aml_sv after, aml_hunks *out);

/* Whether a hunk meets the bytes [begin, end], or lines were taken out between them or right behind. */
bool aml_hunks_touch(const aml_hunks *hunks, size_t begin, size_t end);

#endif
