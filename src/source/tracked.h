/* What git's index holds: no ignore rule of git hides that. */
#ifndef AMLINT_SOURCE_TRACKED_H
#define AMLINT_SOURCE_TRACKED_H

#include "base/sv.h"
#include "base/vec.h"

typedef struct aml_tracked {
  bool is_asked;
  bool is_unknown; /* git could not say: everything counts as tracked, so that nothing is hidden */
  aml_sv why;      /* where it is unknown: git's words */
  aml_texts paths; /* relative to the folder that was asked about, sorted bytewise */
} aml_tracked;

/* Whether the path, relative to the folder `top`, is tracked, or a folder that holds something tracked or is
 * a submodule. Asks git at the first call, once, where `top` is in a repository; elsewhere nothing is
 * tracked. */
bool aml_tracked_holds(aml_tracked *tracked, aml_arena *arena, aml_sv top, aml_sv path);
/* Whether the index lists the very path, as it does a file or a submodule; false where git could not say. */
bool aml_tracked_lists(aml_tracked *tracked, aml_arena *arena, aml_sv top, aml_sv path);

#endif
