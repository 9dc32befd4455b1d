/* Look-ups in a CSV text as it stands, without reading it first.
 *
 * A table is a text of lines ended by LF: a header, then records in ascending byte order of their first
 * column in lower case, which is the key and is unique. A field with a comma stands in double quotes; no
 * field holds a double quote or a line end. Fields are views of the table. */
#ifndef AMLINT_FACTS_TABLE_H
#define AMLINT_FACTS_TABLE_H

#include "base/sv.h"

/* Finds the record of `key` in any letter case, in O(log n); *row is its line without the line end. */
bool aml_table_find(aml_sv table, aml_sv key, aml_sv *row);

/* The records whose keys have this beginning, in any letter case, in O(log n). */
aml_sv aml_table_range(aml_sv table, aml_sv prefix);

/* Column `column` of a record or header, counted from 0; empty past the last one. */
aml_sv aml_row_field(aml_sv row, size_t column);

size_t aml_row_width(aml_sv row); /* number of columns */

/* A row with the header over it: columns have names here, and no number outside of this file. */
typedef struct aml_record {
  aml_sv header, row;
  aml_sv names, cells; /* the rests behind the column that was asked for last */
} aml_record;

aml_record aml_record_new(aml_sv header, aml_sv row);
/* The cell below the name; empty where the header has no such column. Columns that are asked for in their
 * order are found without a search. */
aml_sv aml_record_cell(aml_record *record, aml_sv column);
/* The next column and its cell, after the last one asked for; false past the end. */
bool aml_record_next(aml_record *record, aml_sv *column, aml_sv *cell);

/* Walks the records in order: `aml_sv rest = aml_table_records(table); while (aml_table_next(&rest, &row))`.
 */
aml_sv aml_table_records(aml_sv table);
bool aml_table_next(aml_sv *rest, aml_sv *row);

#define AML_TABLE_NOTE_MAX 160
/* Makes a table, in the arena, of text that a user wrote: lines in any order, CRLF or LF, blank lines and
 * lines that begin with '#' left out. `header` is the line that must come first. On failure returns false and
 * says in `note` what is wrong at which line. */
bool aml_table_read(
    aml_arena *arena, aml_sv text, aml_sv header, aml_sv *table, char note[AML_TABLE_NOTE_MAX]);

#endif
