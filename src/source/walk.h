/* Private to discovery: discover.c (what was named, the root) and walk.c (folders and their ignore files). */
#ifndef AMLINT_SOURCE_WALK_H
#define AMLINT_SOURCE_WALK_H

#include <dirent.h>

#include "base/map.h"
#include "source/discover.h"

typedef struct aml_walk_level { /* the ignore files of one folder */
  const struct aml_walk_level *parent;
  size_t skip;                 /* bytes of a path, relative to the base, before what its patterns see */
  const aml_ignore *git, *own; /* NULL where absent */
} aml_walk_level;

typedef struct aml_walk {
  aml_arena *arena;
  aml_discovery *out;
  const aml_discover_options *options;
  aml_sv base;              /* absolute: the root, or a named folder outside it */
  aml_sv boundary;          /* the base without symbolic links: links to files must stay in it */
  const aml_ignore *always; /* the exclude option; NULL where not given */
  const aml_ignore *info;   /* .git/info/exclude; NULL where absent */
  aml_map levels;           /* folder, relative to the base, to its level */
  DIR *open;                /* closed with the arena, when memory runs out */
} aml_walk;

/* Sets everything up for paths under `base`. */
void aml_walk_init(
    aml_walk *walk, aml_arena *arena, aml_discovery *out, const aml_discover_options *options, aml_sv base);

/* Walks a folder, relative to the base ("" for the base itself), and adds what it holds. */
void aml_walk_folder(aml_walk *walk, aml_sv folder);

/* Whether a path, relative to the base, or a folder that holds it is ignored. */
bool aml_walk_is_ignored(aml_walk *walk, aml_sv path);

/* "cannot be opened: Permission denied" for an errno. */
void aml_walk_add_trouble(aml_discovery *out, aml_arena *arena, aml_sv path, const char *what, int code);

#endif
