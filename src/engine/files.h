/* The files of a run: each read by the row of its front end, in an arena of its own. */
#ifndef AMLINT_ENGINE_FILES_H
#define AMLINT_ENGINE_FILES_H

#include "config/config.h"
#include "front/front_end.h"

/* Reads by the row that takes the file, or, of a form that is not read, searches for its marks and gives the
 * bytes back; never fails: what is wrong is in state, status and diags. The arena must be initialised. Uses
 * nothing but the file, so files can be loaded by several threads at once. */
void aml_file_load(aml_file *file);
/* Frees all that was made for the file and its units. */
void aml_file_release(aml_file *file);

/* Whether the text speaks of Azure ML at all, so that its syntax errors are worth a finding even where it
 * lies in a searched folder. */
bool aml_file_is_of_interest(const aml_file *file);

/* The mark of a marked file, whose bytes are read again into the arena where they were not kept; the file's
 * start where it is there no more. */
aml_span aml_file_find_mark(aml_file *file, aml_arena *arena);

#endif
