/* Compiled property paths: "properties.securityRules[*].access", "tags['cost center']", "zones[0]". */
#ifndef AMLINT_CONDITION_PATH_H
#define AMLINT_CONDITION_PATH_H

#include "tree/value.h"

enum { AML_PATH_WILDCARDS = 8 }; /* most [*] in one path */

typedef enum aml_segment_kind { AML_SEGMENT_NAME, AML_SEGMENT_INDEX, AML_SEGMENT_ALL } aml_segment_kind;

typedef struct aml_segment {
  aml_segment_kind kind;
  aml_sv name;
  size_t index;
} aml_segment;

typedef struct aml_path {
  const aml_segment *segments;
  size_t count;
  size_t wildcards;
  bool may_flatten; /* items of arrays may keep a member one "properties" deeper, as sub-resources do */
} aml_path;

/* Parses; texts are borrowed. False for an ill-formed path, with a sentence part in *error. The empty text is
 * the path of the root itself. */
bool aml_path_parse(aml_arena *arena, aml_sv text, aml_path *out, const char **error);

/* One value found. */
typedef struct aml_hit {
  const aml_value *value;   /* NULL: certainly absent; may be unknown */
  const aml_value *nearest; /* the last value that exists on the way, for places of absent ones */
  size_t depth;             /* segments walked until `nearest` */
  bool is_hidden;           /* `value` is unknown, as it may be there or not: its reason names no key */
  const aml_value *elements[AML_PATH_WILDCARDS]; /* the item chosen at each [*] */
  size_t indexes[AML_PATH_WILDCARDS];
} aml_hit;

typedef AML_VEC(aml_hit) aml_hits;

typedef enum aml_walk_absent {
  AML_WALK_REPORT_ABSENT, /* an absent or null array under [*] gives one absent hit, as conditions take it */
  AML_WALK_SKIP_ABSENT,   /* it gives none, as count and field() take it */
} aml_walk_absent;

/* Appends what `path` from segment `first` on finds below `from`; `start` gives the indexes already chosen
 * (the first `chosen` of them), or NULL. *is_open is set when more may match than is known. */
void aml_path_walk(aml_arena *arena, const aml_path *path, size_t first, const aml_value *from,
    const aml_hit *start, size_t chosen, aml_walk_absent absent, aml_hits *hits, bool *is_open);

/* The path's text with the hit's indexes: "securityRules[2].access"; `prefix` is put before it. */
aml_sv aml_path_text(aml_arena *arena, const aml_path *path, aml_sv prefix, const aml_hit *hit);

/* How many leading segments two paths share, names without regard to case; *wildcards of them are [*]. */
size_t aml_path_common(const aml_path *a, const aml_path *b, size_t *wildcards);

#endif
