/* From paths on the command line to a sorted list of files: folders are walked, ignore files are honoured. */
#ifndef AMLINT_SOURCE_DISCOVER_H
#define AMLINT_SOURCE_DISCOVER_H

#include "base/vec.h"
#include "source/source.h"

typedef struct aml_found {
  aml_sv path;        /* as shown: relative to the root, '/' between names, no "./" */
  aml_sv file;        /* to open */
  bool is_named;      /* given by name */
  aml_sv left_out_by; /* of a form that is not read: what leaves it out, as in aml_left_out; empty: nothing */
} aml_found;

typedef struct aml_trouble { /* a path that could not be walked */
  aml_sv path;
  aml_sv text; /* "cannot be opened: Permission denied" */
} aml_trouble;

typedef struct aml_left_out { /* a file that would be read, were it not for a decision of the tree's authors
                               */
  aml_sv path;                /* as shown */
  aml_sv by; /* what says so: ".amlintignore", "--exclude", the path of a configuration, "a rename of
                'c.yml'", AML_BY_LINK or AML_BY_SPARSE */
} aml_left_out;
#define AML_BY_LINK   "a link out of the root" /* or to nothing, or into .git */
#define AML_BY_SPARSE "a sparse checkout"
typedef AML_VEC(aml_left_out) aml_left_out_list;

/* By path, each once. */
void aml_left_out_sort(aml_arena *scratch, aml_left_out_list *list);

typedef struct aml_discovery {
  aml_sv root; /* absolute: the innermost folder with .git above the start, else the start itself */
  AML_VEC(aml_found) files; /* sorted bytewise by shown path, each once */
  AML_VEC(aml_trouble) troubles;
  aml_left_out_list left_out; /* sorted by path */
  aml_sv git_trouble;         /* why git could not say what its index holds; then .gitignore hides nothing */
  aml_sv sparse_trouble;      /* why git could not say what a sparse checkout leaves out */
  size_t ignored;             /* files that git ignores */
} aml_discovery;

struct aml_agreed;

/* What becomes of a file in a searched folder, by its name. */
typedef enum aml_take {
  AML_TAKE_NONE,
  AML_TAKE_READ,
  AML_TAKE_SEARCH,  /* it is not read, and only its text says whether it concerns anybody: found also where it
                       is  left out */
  AML_TAKE_BY_BYTES /* its first bytes decide */
} aml_take;

typedef struct aml_taker {
  const void *table;
  aml_take (*take)(const void *table, aml_sv path);                    /* NULL: JSON and YAML are read */
  aml_take (*take_bytes)(const void *table, aml_sv path, aml_sv text); /* READ, SEARCH or NONE, by the file's
                                                                          beginning */
} aml_taker;

typedef struct aml_discover_options {
  aml_sv working_folder; /* absolute; shown paths of the root's files are relative to the root */
  const aml_sv *exclude; /* extra patterns, relative to the root */
  size_t exclude_count;
  struct aml_agreed *agreed; /* where .gitignore and .amlintignore come from; see source/agreed.h */
  bool no_ignore_files;      /* do not honour .gitignore and .amlintignore */
  bool exclude_named;        /* named files too (--force-exclude) */
  bool is_index_read;        /* what a sparse checkout leaves out is read from git's index: not left out */
  aml_taker taker;
} aml_discover_options;

/* Walks. In folders what the taker says is taken, .git never and of node_modules what git tracks; symbolic
 * links to folders are not followed and links to files only where they stay inside the root. A named file is
 * always taken, whatever it is called; a named folder is walked even where its parent ignores it. What lies
 * outside the root is shown by its absolute path. Pipes, sockets and devices are troubles where named and are
 * passed over in folders.
 *
 * Ignore rules, the later ones win: .git/info/exclude of the root, each .gitignore from the root down, each
 * .amlintignore from the root down. A file in an ignored folder cannot be taken back. `exclude` is final.
 * Git's rules say nothing of what its index holds: that is taken, also from folders that they name. What
 * .amlintignore and `exclude` keep from being read is listed in `left_out`, but for what git ignores, and so
 * is what a sparse checkout of the root keeps out of the folders.
 * Ignore files that are symbolic links, or larger than 1 MiB, are not read. */
/* The innermost folder with .git at or above an absolute folder; that folder where there is none. */
aml_sv aml_discover_root(aml_arena *arena, aml_sv folder);
/* The same of a normalised folder; empty where there is none. */
aml_sv aml_discover_repository(aml_arena *arena, aml_sv folder);

void aml_discover(aml_discovery *out, aml_arena *arena, const aml_sv *paths, size_t count,
    const aml_discover_options *options);

/* Puts all that was found in order, each file once. */
void aml_discovery_sort(aml_arena *arena, aml_discovery *out);

/* Drops of the paths, relative to the root and tracked by git, those that .amlintignore or `exclude` leaves
 * out; they are told in out->left_out. `out` is of a search with the same options. */
void aml_discover_keep(
    aml_discovery *out, aml_arena *arena, const aml_discover_options *options, aml_texts *paths);

/* Whether a file is named as one of JSON or YAML: *.json, *.jsonc, *.yml, *.yaml. */
bool aml_discover_is_tree(aml_sv name);

/* What becomes of a file by its name. */
aml_take aml_discover_take(const aml_taker *taker, aml_sv path);

/* Whether the file at the path, by its name, leaves files out that git tracks. */
bool aml_discover_is_ignore_file(aml_sv path);

/* Patterns of one ignore file, as git reads them: negation, "/" anchoring, trailing "/", "**", escapes. */
typedef struct aml_ignore aml_ignore;
aml_ignore *aml_ignore_parse(aml_arena *arena, aml_sv text);
/* -1: not mentioned; 0: taken back by "!"; 1: ignored. `path` relative to the ignore file's folder. */
int aml_ignore_match(const aml_ignore *ignore, aml_sv path, bool is_folder);

/* A single pattern with git's wildcards against a path: '*' and '?' stop at '/', "**" between slashes does
 * not. Time is at most the product of the lengths. */
bool aml_glob_match(aml_sv pattern, aml_sv path);

#endif
