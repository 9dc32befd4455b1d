/* Where git keeps what it knows of a working tree. */
#ifndef AMLINT_SOURCE_GIT_FOLDER_H
#define AMLINT_SOURCE_GIT_FOLDER_H

#include "base/sv.h"

/* The folder of the working tree whose top is `top`: `top`/.git, or where the file of that name leads
 * ("gitdir: PATH": linked worktrees and submodules; gitrepository-layout(5)). Nobody says that it is there.
 */
aml_sv aml_git_folder(aml_arena *arena, aml_sv top);
/* A path that git wrote in `folder`, which may be relative to it. */
aml_sv aml_git_resolve(aml_arena *arena, aml_sv folder, aml_sv path);
/* The text of a file below it, trimmed, in the arena; empty where it is not there, is no plain file, is no
 * text or is longer than 32 MiB. */
aml_sv aml_git_folder_text(aml_arena *arena, aml_sv folder, aml_sv name);

#endif
