/* Private to discovery: discover.c (what was named, the root) and walk.c (folders and their ignore files). */
#ifndef AMLINT_SOURCE_WALK_H
#define AMLINT_SOURCE_WALK_H

#include <dirent.h>

#include "base/map.h"
#include "source/discover.h"
#include "source/tracked.h"

typedef struct aml_walk_level { /* the ignore files of one folder */
  const struct aml_walk_level *parent;
  size_t skip;                 /* bytes of a path, relative to the base, before what its patterns see */
  const aml_ignore *git, *own; /* NULL where absent */
} aml_walk_level;

/* What becomes of a path by the ignore rules. */
typedef enum aml_walk_fate {
  AML_WALK_TAKEN,
  AML_WALK_TRACKED,  /* git's rules name it, and its index holds it or something in it: only that is taken */
  AML_WALK_IGNORED,  /* by git's rules */
  AML_WALK_LEFT_OUT, /* by .amlintignore */
  AML_WALK_EXCLUDED, /* by the exclude option */
} aml_walk_fate;

typedef struct aml_walk_todo { /* a folder to be read */
  aml_sv path;
  aml_walk_fate fate;
} aml_walk_todo;
typedef AML_VEC(aml_walk_todo) aml_walk_todos;

typedef struct aml_walk {
  aml_arena *arena;
  aml_discovery *out;
  const aml_discover_options *options;
  aml_sv base;              /* absolute: the root, or a named folder outside it */
  aml_sv boundary;          /* the base without symbolic links: links to files must stay in it */
  const aml_ignore *always; /* the exclude option; NULL where not given */
  const aml_ignore *info;   /* .git/info/exclude; NULL where absent */
  aml_map levels;           /* folder, relative to the base, to its level */
  aml_tracked tracked;      /* below the base; asked for only where a rule of git names something */
  bool is_all_tracked;      /* the paths are git's own, so its rules hide none */
  DIR *open;                /* closed with the arena, when memory runs out */
} aml_walk;

/* Sets everything up for paths under `base`. */
void aml_walk_init(
    aml_walk *walk, aml_arena *arena, aml_discovery *out, const aml_discover_options *options, aml_sv base);

/* Walks a folder, relative to the base ("" for the base itself), and adds what it holds. */
void aml_walk_folder(aml_walk *walk, aml_sv folder);

/* Whether a path, relative to the base, or a folder that holds it is named by ignore rules; it is counted
 * where it is. */
bool aml_walk_passes_over(aml_walk *walk, aml_sv path);

/* "cannot be opened: Permission denied" for an errno. */
void aml_walk_add_trouble(aml_discovery *out, aml_arena *arena, aml_sv path, const char *what, int code);

#endif
