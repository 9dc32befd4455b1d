/* What git knows of a working tree, asked of the `git` program: see git_run.h for what such a run leaves
 * alone. Nothing else of amlint runs a program, and this only where --changed-since, --staged or
 * --config-from asks for it, evidence has a day of export, a record states commits, a rule of .gitignore
 * names a file, or the working tree is a sparse checkout.
 *
 * Every path is relative to the top of the working tree. Every call fails with a sentence in *error, git's
 * own words where it has some. */
#ifndef AMLINT_SOURCE_GIT_H
#define AMLINT_SOURCE_GIT_H

#include "base/date.h"
#include "base/sv.h"
#include "base/vec.h"

/* A working tree that can be asked; filled by aml_git_open. */
typedef struct aml_git {
  aml_arena *arena;  /* of all answers */
  aml_sv top;        /* absolute */
  aml_texts filters; /* keys of the configuration that name programs to convert texts: private */
} aml_git;

/* A file of a tree or of the index. */
typedef struct aml_git_entry {
  aml_sv path;
  aml_sv object;  /* the id of its text, to be read by aml_git_texts; empty where there is no text */
  bool is_folder; /* another repository inside this one, of which only the commit is known; no text */
  bool is_link;   /* a symbolic link; its text is where it leads */
  bool is_torn;   /* of the index, in conflict: no text is the one that will be committed; no text */
} aml_git_entry;
typedef AML_VEC(aml_git_entry) aml_git_entries;

/* What differs at a path between two states: an entry without text was not there, or is there no more. */
typedef struct aml_git_change {
  aml_sv path;
  aml_git_entry before, after; /* after.object is empty also where the working tree's text counts */
  bool is_deleted;
} aml_git_change;
typedef AML_VEC(aml_git_change) aml_git_changes;

/* Fails unless the absolute folder `top` is the top of a working tree. */
AML_MUST_USE aml_status aml_git_open(aml_git *git, aml_arena *arena, aml_sv top, aml_error *error);

/* The commit from which the history of `revision` and of HEAD parted. Fails where the revision is a name that
 * more than one of a tag, a branch and a remote branch bears, as aml_git_tree does. */
AML_MUST_USE aml_status aml_git_merge_base(
    const aml_git *git, aml_sv revision, aml_sv *out, aml_error *error);

/* The last commit of HEAD's history by the end of a day (UTC); empty where there was none. Fails where the
 * clone does not hold so much of the history. */
AML_MUST_USE aml_status aml_git_commit_by(const aml_git *git, aml_day day, aml_sv *out, aml_error *error);

/* What differs between a commit and the working tree, deleted files and those that are not tracked (and not
 * ignored) included. A file that was touched is in it even where its text is the same: texts are not
 * compared, for that runs filters. A rename is a deletion and an addition. */
AML_MUST_USE aml_status aml_git_changed(
    const aml_git *git, aml_sv commit, aml_git_changes *out, aml_error *error);

/* What differs between HEAD (nothing, before the first commit) and the index. */
AML_MUST_USE aml_status aml_git_staged(const aml_git *git, aml_git_changes *out, aml_error *error);

/* What differs between the index and the working tree; untracked files are not in it. */
AML_MUST_USE aml_status aml_git_unstaged(const aml_git *git, aml_git_changes *out, aml_error *error);

/* Every file of a commit, a tag or a tree; and of the index. */
AML_MUST_USE aml_status aml_git_tree(
    const aml_git *git, aml_sv revision, aml_git_entries *out, aml_error *error);
AML_MUST_USE aml_status aml_git_index(const aml_git *git, aml_git_entries *out, aml_error *error);

/* What of the index the lists of changes do not look at in the working tree: files with the bits
 * assume-unchanged or skip-worktree, as those outside of a sparse checkout have, and repositories inside. */
AML_MUST_USE aml_status aml_git_unwatched(const aml_git *git, aml_git_entries *out, aml_error *error);

/* The texts of objects, in their order, by one process; at most AML_LIMIT_GIT_BYTES in all. Fails where one
 * is missing, as in a partial clone. An empty id gives an empty text. */
AML_MUST_USE aml_status aml_git_texts(
    const aml_git *git, const aml_sv *objects, size_t count, aml_sv *out, aml_error *error);

/* What the index holds below the folder `top`, relative to it; submodules as their folder. Also asked of a
 * repository of another owner: it reads the index and runs nothing. */
AML_MUST_USE aml_status aml_git_tracked(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error);

/* The same of the files only that a sparse checkout leaves out: those with the bit skip-worktree, whether or
 * not something stands in their place. */
AML_MUST_USE aml_status aml_git_skipped(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error);

#endif
