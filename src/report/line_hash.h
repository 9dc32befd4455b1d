/* The fingerprint that GitHub code scanning knows an alert by: primaryLocationLineHash, value for value as
 * its upload action computes it (codeql-action, src/fingerprints.ts). */
#ifndef AMLINT_REPORT_LINE_HASH_H
#define AMLINT_REPORT_LINE_HASH_H

#include "source/source.h"

/* For one line after the other of a file: the polynomial to base 37, modulo 2^64, over the 100 UTF-16 code
 * units from the line's first on, blanks and tabs left out, every line end as LF, 0xFFFF behind the last and
 * then zeros; and how often this value has come so far. */
typedef struct aml_line_hash {
  uint64_t hash;
  uint32_t ordinal; /* from 1 */
} aml_line_hash;

/* The hash of each line, in order, as aml_source_index_lines counts them. A dropped byte order mark counts as
 * it did in the file. *count is the number of lines. Takes time and memory in the size of the file. */
const aml_line_hash *aml_line_hashes(aml_arena *arena, const aml_source *source, size_t *count);

#endif
