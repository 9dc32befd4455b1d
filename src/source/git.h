/* What git knows of a working tree, asked of the `git` program, which is run without hooks, external diffs or
 * a file-system monitor. Nothing else of amlint runs a program, and this only where --changed-since,
 * --staged or --config-from asks for it, or a rule of .gitignore names a file. */
#ifndef AMLINT_SOURCE_GIT_H
#define AMLINT_SOURCE_GIT_H

#include "base/sv.h"
#include "base/vec.h"

/* Paths, relative to the folder `top` (the top of the working tree), that differ between the merge base of
 * `revision` with HEAD and the working tree, untracked files that are not ignored included. Deleted files are
 * not in it. Fails with git's own words. */
AML_MUST_USE aml_status aml_git_changed(
    aml_arena *arena, aml_sv top, aml_sv revision, aml_texts *out, aml_error *error);

/* Paths whose staged content differs from HEAD (everything, before the first commit); deleted ones left out.
 */
AML_MUST_USE aml_status aml_git_staged(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error);

/* Paths whose content in the working tree is not the staged one. */
AML_MUST_USE aml_status aml_git_unstaged(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error);

/* The staged content of a path, at most `max` bytes. */
AML_MUST_USE aml_status aml_git_staged_text(
    aml_arena *arena, aml_sv top, aml_sv path, size_t max, aml_sv *out, aml_error *error);

/* What the index holds below the folder `top`, relative to it; submodules as their folder. Also asked of a
 * repository of another owner: it reads the index and runs nothing. */
AML_MUST_USE aml_status aml_git_tracked(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error);

#endif
