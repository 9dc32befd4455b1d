/* --changed-since and --staged: what a change touches, and what it affects without touching it.
 *
 * Everything that the change reaches is checked as in any run; see engine/reach.h. A finding is then shown
 * where the change touches its place, and where a second run, over the files as they were before, does not
 * have it: so none that is new stays hidden, however it came about. A change of a file that says how to judge
 * (a role: configuration, rules, exceptions, facts, ignore files and so on) affects everything, and so does
 * what git cannot tell. */
#ifndef AMLINT_ENGINE_CHANGES_H
#define AMLINT_ENGINE_CHANGES_H

#include "engine/before.h"
#include "engine/inputs.h"
#include "source/hunks.h"

typedef struct aml_change {
  aml_sv path;
  aml_sv object;       /* of the text before; empty: there was none */
  aml_sv object_after; /* of what is staged; empty where the working tree's text counts */
  aml_sv before;
  bool is_deleted;
  bool is_compared; /* `hunks` are filled */
  aml_hunks hunks;  /* of the text after */
} aml_change;

typedef struct aml_rename { /* of a file that was read, to a name under which it is not */
  aml_sv from, to;
} aml_rename;

typedef struct aml_changes {
  aml_arena *arena;  /* of the run */
  bool is_asked;     /* only what changed is reported */
  bool is_all;       /* everything counts as changed */
  bool lacks_before; /* what changed files held before is not known */
  aml_sv base;       /* the commit that --changed-since compares with */
  aml_map by_path;   /* shown path to aml_change */
  AML_VEC(aml_rename) renames;
  aml_map roles;          /* shown paths, of files and of folders, that say how to judge */
  size_t weakening_count; /* what the change makes weaker, one notice each; see engine/weakening.h */
} aml_changes;

/* After discovery: what changed, and for --staged the view of what is staged. */
void aml_engine_find_changes(
    const aml_request *request, aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks);

/* The place of a file or folder on disk, all links followed, relative to the root; empty where it is not
 * there, outside, or what its path says. Where nobody can tell, it says so, and anything may have changed. */
aml_sv aml_engine_find_link(
    const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks, aml_sv absolute);

/* The same of a source, where there may be such a place: it is a link, somebody named it, or its folder is
 * reached through a link. `memo` starts as {0}, for one folder after the other. */
typedef struct aml_folder_memo {
  aml_sv folder;
  bool is_linked;
} aml_folder_memo;
aml_sv aml_engine_find_linked_source(const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks,
    const aml_source *source, aml_folder_memo *memo);

/* After the configuration: files that a rename keeps from being read; they are left out. */
void aml_engine_find_renames(const aml_request *request, aml_inputs *inputs, aml_changes *changes);

/* Whether the path says how to judge, or lies in a folder that does; see aml_engine_note_role. */
bool aml_engine_has_role(const aml_request *request, const aml_changes *changes, aml_sv path);

/* Whether everything counts as changed, as far as it is known by now. */
bool aml_engine_is_all_changed(const aml_request *request, const aml_changes *changes);
/* Whether anything that changed may make a finding of the run. */
bool aml_engine_may_be_affected(const aml_inputs *inputs, const aml_changes *changes);
/* Whether there is a file that changed, that the run has loaded since, and of which nobody knows what it held
 * before. */
bool aml_engine_lacks_former(const aml_inputs *inputs, const aml_changes *changes);

/* Leaves the findings that the change touches or makes. Once for the run's own, with the run before the
 * change; for others (rules that hold) only what is touched counts: `former` is NULL. */
void aml_engine_keep_changes(const aml_request *request, aml_inputs *inputs, aml_changes *changes,
    aml_remarks *remarks, aml_findings *findings, aml_former *former);

#endif
