/* What git's lists of changes pass over. */
#ifndef AMLINT_ENGINE_UNWATCHED_H
#define AMLINT_ENGINE_UNWATCHED_H

#include "engine/engine.h"
#include "source/git.h"

/* --changed-since: adds to the changes since the commit what files hold that git was told not to look at, and
 * every edit in repositories inside, all of which counts as new, for what was there before is theirs to know.
 * What is not on disk since the checkout is sparse is read from the index. */
AML_MUST_USE aml_status aml_engine_add_unwatched(
    aml_engine *engine, const aml_git *git, aml_git_changes *changes, aml_error *error);

/* --staged: adds such files to those that differ from the index, whose text is then the index's. */
AML_MUST_USE aml_status aml_engine_add_unwatched_staged(
    aml_engine *engine, const aml_git *git, aml_git_changes *unstaged, aml_error *error);

/* Tells of what the change holds and the run cannot see. The run is incomplete where files are in conflict,
 * where a submodule that the change sets is not checked out, and where one stands in place of files; what
 * another commit of a submodule holds is, for --staged, that repository's to check, which a notice says. */
void aml_engine_tell_unseen(aml_engine *engine, const aml_git_changes *changes);

#endif
