/* Parts of a source that people know by a name and by lines of their own, as they see a notebook's cells and
 * never its file. */
#ifndef AMLINT_SOURCE_PARTS_H
#define AMLINT_SOURCE_PARTS_H

#include "source/guest.h"

typedef struct aml_part {
  aml_sv name; /* "cell 7" */
  const aml_guest *text;
} aml_part;

typedef struct aml_parts { /* of one source, in their order and apart from each other */
  AML_VEC(aml_part) list;
} aml_parts;

/* The part in which the offset lies, and the line in it, from 1; false where it lies in none. O(log parts +
 * length of the part). */
bool aml_parts_find(const aml_parts *parts, uint32_t offset, aml_sv *name, uint32_t *line);

/* "cell 7, line 3"; empty where the offset lies in no part. */
aml_sv aml_source_part_text(aml_arena *arena, const aml_source *source, uint32_t offset);

#endif
