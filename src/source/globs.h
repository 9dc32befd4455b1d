/* Many patterns of paths at once: which of them match a path is found without trying each, for most begin or
 * end with plain text. */
#ifndef AMLINT_SOURCE_GLOBS_H
#define AMLINT_SOURCE_GLOBS_H

#include "base/map.h"
#include "base/vec.h"

enum { AML_GLOBS_LONGEST = 255 /* bytes of plain text that are looked at */ };

typedef struct aml_glob { /* private */
  aml_sv pattern;
  size_t next; /* the one before with the same plain text: its index + 1 */
} aml_glob;

typedef struct aml_globs { /* private; adding is for one thread, matching for many */
  AML_VEC(aml_glob) list;
  aml_map plain, heads, tails;                                           /* text to an index + 1 */
  bool has_head[AML_GLOBS_LONGEST + 1], has_tail[AML_GLOBS_LONGEST + 1]; /* of that length */
  size_t loose; /* the last that has neither: its index + 1 */
} aml_globs;

void aml_globs_init(aml_globs *globs, aml_arena *arena);
/* A pattern of aml_glob_match, whose text outlives the list. Its index is how many were added before. */
void aml_globs_add(aml_globs *globs, aml_sv pattern);

/* Calls visit for each that matches, in no order, until it answers false. `payer` is charged for patterns
 * that had to be tried; NULL: nobody is. */
typedef bool aml_globs_visit(void *ctx, size_t index);
void aml_globs_each(const aml_globs *globs, aml_arena *payer, aml_sv path, aml_globs_visit *visit, void *ctx);

/* The index of the last that matches; AML_NPOS for none. */
size_t aml_globs_last(const aml_globs *globs, aml_arena *payer, aml_sv path);

#endif
