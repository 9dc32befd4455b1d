/* What is asked of git about a change: which files differ, and what of that the run cannot see. */
#ifndef AMLINT_ENGINE_CHANGE_SEARCH_H
#define AMLINT_ENGINE_CHANGE_SEARCH_H

#include "engine/changes.h"
#include "source/git.h"

typedef struct aml_change_search {
  const aml_request *request;
  const aml_git *git;
  aml_inputs *inputs; /* whose view is filled */
  aml_changes *changes;
  aml_remarks *remarks;
} aml_change_search;

/* --staged: gives the run its view, of what the index holds in place of the working tree's texts, and what
 * the command line names to it although it is not tracked. `staged`: what differs from HEAD. */
AML_MUST_USE aml_status aml_engine_view_staged(
    const aml_change_search *search, const aml_git_changes *staged, aml_error *error);

/* --changed-since: adds to the changes since the commit what files hold that git was told not to look at, and
 * every edit in repositories inside, all of which counts as new, for what was there before is theirs to know.
 * What is not on disk since the checkout is sparse is read from the index. */
AML_MUST_USE aml_status aml_engine_add_unwatched(
    const aml_change_search *search, aml_git_changes *changes, aml_error *error);

/* --staged: adds such files to those that differ from the index, whose text is then the index's. */
AML_MUST_USE aml_status aml_engine_add_unwatched_staged(
    const aml_change_search *search, aml_git_changes *unstaged, aml_error *error);

/* Tells of what the change holds and the run cannot see. The run is incomplete where files are in conflict,
 * where a submodule that the change sets is not checked out, and where one stands in place of files; what
 * another commit of a submodule holds is, for --staged, that repository's to check, which a notice says. */
void aml_engine_tell_unseen(const aml_change_search *search, const aml_git_changes *changes);

#endif
