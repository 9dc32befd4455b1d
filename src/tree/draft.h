/* A body under construction: values are put at ARM paths in any order. */
#ifndef AMLINT_TREE_DRAFT_H
#define AMLINT_TREE_DRAFT_H

#include "tree/value.h"

typedef struct aml_draft aml_draft;

typedef struct aml_star { /* what stands for a "*" or "[]" of a table's path */
  aml_sv name;            /* "*" */
  size_t index;           /* "[]" */
} aml_star;

enum { AML_STARS_MAX = 4 };

aml_draft *aml_draft_new(aml_arena *arena);

/* Puts a value at a path like "properties.jobs.*.computeId", whose stars are taken in order. name_span is
 * that of the key in the file, for every object on the way that is new. A later value at the same path
 * replaces the earlier. */
void aml_draft_put(
    aml_draft *draft, aml_sv path, const aml_star *stars, aml_span name_span, const aml_value *value);

/* Makes an object or array stand at `path` where `like` stands, even when nothing is put below; what may hold
 * more than was read (AML_VALUE_OPEN) stays so. */
void aml_draft_open(
    aml_draft *draft, aml_sv path, const aml_star *stars, aml_span name_span, const aml_value *like);

/* The body of a file whose root is `like`. Objects that stand nowhere in the file span what is in them; they
 * may hold more when the root may. */
const aml_value *aml_draft_finish(aml_draft *draft, const aml_value *like);

#endif
