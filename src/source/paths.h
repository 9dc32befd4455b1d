/* Shown paths: relative to the root of a run, '/' between names, neither "." nor empty parts. */
#ifndef AMLINT_SOURCE_PATHS_H
#define AMLINT_SOURCE_PATHS_H

#include "base/sv.h"

/* The part before the last '/', without it; empty where there is none. */
aml_sv aml_path_folder(aml_sv path);
/* The part after the last '/'. */
aml_sv aml_path_name(aml_sv path);

/* `relative` seen from `folder`, with "." and ".." resolved in the text alone. A path that leaves the top
 * keeps its leading "..". An absolute `relative` is returned as it is, normalised. */
aml_sv aml_path_join(aml_arena *arena, aml_sv folder, aml_sv relative);

/* `path` seen from `folder`, both relative to one root: "../b/x.yml" for "b/x.yml" from "a". */
aml_sv aml_path_relative(aml_arena *arena, aml_sv folder, aml_sv path);

/* Whether a path leads below the folder, by their texts. */
bool aml_path_is_below(aml_sv folder, aml_sv path);

/* Whether a shown path, or a path joined to one, leaves the root. */
bool aml_path_is_outside(aml_sv path);

/* Whether a shown path is one of a file in the machine's cache of modules, which lies outside the root: shown
 * below "~/.bicep", wherever the folder is, so that no output depends on the machine. */
#define AML_PATH_OF_CACHE "~/.bicep"
bool aml_path_is_cached(aml_sv path);

/* Whether a part of the path is a folder of git's own, in any case that a file system may take for it. */
bool aml_path_is_of_git(aml_sv path);

/* Whether something is there, or why nobody can tell. */
typedef struct aml_presence {
  bool is_there;
  int error_number; /* errno of what keeps the system from telling, and is_there is false; else 0 */
} aml_presence;

/* Whether `file` is a regular file whose real place, all symbolic links followed, is inside the folder `root`
 * (absolute, real; empty: there is none) and in no .git. */
aml_presence aml_path_find_inside(aml_sv root, aml_sv file);

/* Whether something stands at a path. Where the system fails, yes: whoever opens it is told why; where the
 * path is forbidden, no. */
bool aml_path_may_be_there(const char *path);

/* Whether a symbolic link is there, wherever it leads. */
bool aml_path_is_link(aml_sv path);

/* Whether an absolute, normalised path is the folder `root` (absolute) or below it and in no .git, both as
 * it is written and with all symbolic links followed; of what does not exist, the folder that it would be in.
 */
aml_presence aml_path_stays_inside(aml_sv root, aml_sv path);

#endif
