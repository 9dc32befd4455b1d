/* Applies the fixes of a run's findings to the texts they belong to. Nothing is written here: the caller gets
 * the new texts. */
#ifndef AMLINT_ENGINE_FIX_H
#define AMLINT_ENGINE_FIX_H

#include "report/report.h"

typedef enum aml_fix_safety { AML_FIX_SAFE_ONLY, AML_FIX_UNSAFE_TOO } aml_fix_safety;

typedef struct aml_fixed_file {
  const aml_run *run; /* that the source and the edits are of */
  aml_source *source;
  aml_sv before, after;    /* UTF-8 without a byte order mark */
  size_t applied;          /* fixes */
  AML_VEC(aml_edit) edits; /* that were applied, in order; spans refer to `before` */
} aml_fixed_file;

typedef struct aml_fixed {
  AML_VEC(aml_fixed_file *) files; /* those that change, in order of path */
  size_t applied;
  size_t unsafe;      /* fixes left out because they are not safe */
  size_t overlapping; /* left out because they touch what another fix touches: another pass may take them */
} aml_fixed;

/* The first fix of each active finding that is safe enough; a fix is taken whole or not at all. Allocates in
 * the run's arena. */
void aml_fix_collect(const aml_run *run, aml_fix_safety safety, aml_fixed *out);

/* Adds to a file what a later pass did to it: `next` was made of the text that `file` ends with. `file` then
 * tells all of it as edits of the text that it begins with. */
void aml_fix_merge(aml_arena *arena, aml_fixed_file *file, const aml_fixed_file *next);

/* The changes of one file as a unified diff with three lines of context; the run's secrets read "***". */
aml_sv aml_fix_diff(aml_arena *arena, const aml_fixed_file *file);

/* The bytes to write: `after` in the file's own encoding. False for encodings that are not written (UTF-16).
 */
bool aml_fix_encode(aml_arena *arena, const aml_fixed_file *file, aml_sv *out);

#endif
