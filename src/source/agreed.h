/* The files by which a run judges: configurations and what they extend, rules, policies, exceptions,
 * baselines, facts, ignore files, CODEOWNERS. They come from the working tree, from git's index, which is
 * what will be committed, or, so that a pull request cannot change them, from a revision. Every reader of
 * such a file goes through here. */
#ifndef AMLINT_SOURCE_AGREED_H
#define AMLINT_SOURCE_AGREED_H

#include "base/vec.h"
#include "source/git.h"
#include "source/paths.h"
#include "source/source.h"

/* The files of a revision or of the index. NULL stands for the working tree in every function. */
typedef struct aml_agreed aml_agreed;

/* The files of a revision of the working tree whose top is the absolute folder `root`. Contents are read when
 * they are asked for. NULL with git's words in *error. Lives in the arena; not for several threads at once.
 */
aml_agreed *aml_agreed_new(aml_arena *arena, aml_sv root, aml_sv revision, aml_error *error);

/* The same of what is staged. */
aml_agreed *aml_agreed_of_index(aml_arena *arena, aml_sv root, aml_error *error);

/* What lies at the absolute path comes from the file system, unless it is one of these files or folders: the
 * command line names it, and it may not be tracked. */
void aml_agreed_except(aml_agreed *agreed, aml_sv path);

/* Whether these hold the path, relative to the root, or a link through which it is reached. What a repository
 * inside holds is its own. Not for NULL. */
bool aml_agreed_lists(const aml_agreed *agreed, aml_sv path);

/* The absolute folder that paths are relative to. Not for NULL. */
aml_sv aml_agreed_root(const aml_agreed *agreed);

/* The working tree of the root, opened. Not for NULL; lives as long. */
const aml_git *aml_agreed_git(const aml_agreed *agreed);

/* "the revision 'main'", for messages. Not for NULL. */
aml_sv aml_agreed_shown(const aml_agreed *agreed);

/* Whether an absolute path lies in the root and not in .git, so that these hold it or nothing does;
 * `relative` is the path in the root, empty for the root itself. False for NULL. */
bool aml_agreed_covers(const aml_agreed *agreed, aml_sv path, aml_sv *relative);

/* Whether there is anything below a folder, relative to the root; its files, those below folders of it too,
 * are added to `files` in the order of their paths. Not for NULL. */
bool aml_agreed_below(const aml_agreed *agreed, aml_sv folder, aml_texts *files);

/* The paths of symbolic links among these. Not for NULL. */
aml_texts aml_agreed_links(const aml_agreed *agreed);

/* The paths of the index that are in conflict. Not for NULL. */
aml_texts aml_agreed_torn(const aml_agreed *agreed);

/* The path of the file that a path, relative to the root, leads to among these; empty where there is none.
 * Not for NULL. */
aml_sv aml_agreed_place(const aml_agreed *agreed, aml_sv path);

/* Whether an absolute path leads to a regular file, links followed, inside the absolute folder `root`. */
aml_presence aml_agreed_has(const aml_agreed *agreed, aml_sv root, aml_sv file);

/* Whether an absolute path leads to a file or a folder, or may do so: to open it tells. */
bool aml_agreed_exists(const aml_agreed *agreed, aml_arena *arena, aml_sv path);

/* As aml_source_read. What lies outside of the root, or in .git, comes from the file system: only the command
 * line can name it. */
AML_MUST_USE aml_status aml_agreed_read(
    aml_agreed *agreed, aml_source *source, aml_arena *arena, size_t max, uint32_t *bad_at, aml_error *error);

#endif
