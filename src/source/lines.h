/* Byte offsets to lines and columns, for reports only. A line ends at LF, CR LF or a lone CR. */
#ifndef AMLINT_SOURCE_LINES_H
#define AMLINT_SOURCE_LINES_H

#include "source/source.h"

typedef struct aml_position { /* 1-based; the column counts code points */
  uint32_t line, column;
} aml_position;

/* Builds the line table in the arena, once; later calls do nothing. Must have been called before the
 * functions below. */
void aml_source_index_lines(aml_source *source, aml_arena *arena);

/* O(log lines), however long the line is. Offsets past the end give the end. */
aml_position aml_source_locate(const aml_source *source, uint32_t offset);

/* The text of a line (from 1) without its line end; empty past the last. *begin, where not NULL, is its
 * offset. */
aml_sv aml_source_line(const aml_source *source, uint32_t line, uint32_t *begin);

#endif
