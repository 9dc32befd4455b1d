/* --changed-since and --staged: what a change touches, and what it affects without touching it.
 *
 * Everything is checked as in any run. A finding is then shown where the change touches its place, and where
 * a second run, over the files as they were before, does not have it: so none that is new stays hidden,
 * however it came about. A change of a file that says how to judge (a role: configuration, rules, exceptions,
 * facts, ignore files and so on) affects everything, and so does what git cannot tell. */
#ifndef AMLINT_ENGINE_CHANGES_H
#define AMLINT_ENGINE_CHANGES_H

#include "base/map.h"
#include "rule/finding.h"
#include "source/hunks.h"

struct aml_engine;

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
  aml_arena *arena;
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
void aml_engine_find_changes(struct aml_engine *engine);

/* The place of a file or folder on disk, all links followed, relative to the root; empty where it is not
 * there, outside, or what its path says. Where nobody can tell, it says so, and anything may have changed. */
aml_sv aml_engine_find_link(struct aml_engine *engine, aml_sv absolute);

/* After the configuration: files that a rename keeps from being read; they are left out. */
void aml_engine_find_renames(struct aml_engine *engine);

/* An absolute path as it is shown: relative to the root where it is inside. */
aml_sv aml_engine_shown_path(struct aml_engine *engine, aml_sv absolute);

/* Remembers that the file or folder at an absolute path says how to judge, whether or not it is there. */
void aml_engine_note_role(struct aml_engine *engine, aml_sv absolute);
/* Whether the path says how to judge, or lies in a folder that does. */
bool aml_engine_has_role(const struct aml_engine *engine, aml_sv path);

/* Leaves the findings that the change touches or makes. Once for the run's own, with `made` set; for others
 * (rules that hold) only what is touched counts. */
void aml_engine_keep_changes(struct aml_engine *engine, aml_findings *findings, bool made);

/* Whether the paths of the run name the path, or a folder above it where its name is one that is taken. */
bool aml_engine_asks_for(struct aml_engine *engine, aml_sv path);
/* Gives the files of the run their views, leaves out those that are absent, and adds those that are only
 * there and that the paths of the run ask for. */
void aml_engine_apply_view(struct aml_engine *engine);

/* Whether the finding, or its resource, is not in the run over the files before the change. */
typedef struct aml_before aml_before;
/* NULL where that run was not possible: then everything counts as new. */
aml_before *aml_before_run(struct aml_engine *after);
bool aml_before_has(const aml_before *before, const struct aml_engine *engine, const aml_finding *finding);

#endif
