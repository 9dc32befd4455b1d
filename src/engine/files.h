/* The files of a run: each read by the row of its front end, in an arena of its own. */
#ifndef AMLINT_ENGINE_FILES_H
#define AMLINT_ENGINE_FILES_H

#include "config/config.h"
#include "front/front_end.h"

/* What reading a file may take. */
typedef struct aml_allowance {
  size_t memory;     /* bytes, */
  size_t for_a_byte; /* and as many more for each byte of the file; 0: its text counts as all else does */
  int64_t finish;    /* by aml_budget_clock */
} aml_allowance;

/* Reads by the row that takes the file, or, of a form that is not read, searches for its marks and gives the
 * bytes back; never fails: what is wrong is in state, status and diags. The arena must be initialised; of a
 * file that was loaded before, nothing is left. Where the status is not AML_OK, nothing is kept, not even the
 * text. Uses nothing but the file, so files can be loaded by several threads at once. */
void aml_file_load(aml_file *file, const aml_allowance *allowance);
/* Whether it was refused, and is not with an allowance of more memory. */
bool aml_file_needs_more(const aml_file *file);
/* Frees all that was made for the file and its units. */
void aml_file_release(aml_file *file);

/* Whether the text speaks of Azure ML at all, so that its syntax errors are worth a finding even where it
 * lies in a searched folder. */
bool aml_file_is_of_interest(const aml_file *file);

/* The mark of a marked file, whose bytes are read again into the arena where they were not kept; the file's
 * start where it is there no more. */
aml_span aml_file_find_mark(aml_file *file, aml_arena *arena);

#endif
