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

/* The first hunk that meets the bytes [begin, end], lines that were taken out between them or right behind
 * included; NULL for none. */
const aml_hunk *aml_hunks_at(const aml_hunks *hunks, size_t begin, size_t end);
bool aml_hunks_touch(const aml_hunks *hunks, size_t begin, size_t end);

/* Where a line of the earlier text is in the later one. */
typedef struct aml_line_place {
  size_t begin;      /* of the line, in the earlier text */
  size_t place;      /* of the same line in the later text, or of what stands where it was taken out */
  bool is_taken_out; /* it is not in the later text */
} aml_line_place;
typedef AML_VEC(aml_line_place) aml_line_places;

/* For every line of the earlier text, in order. Time as aml_hunks_find. */
void aml_hunks_find_places(aml_arena *arena, aml_sv before, aml_sv after, aml_line_places *out);

/* That of the line which holds the byte; NULL for a text without lines. */
const aml_line_place *aml_hunks_place(const aml_line_places *places, size_t offset);

#endif
