/* What the columns of tables of facts hold, as tables.def says. */
#ifndef AMLINT_FACTS_COLUMNS_H
#define AMLINT_FACTS_COLUMNS_H

#include "base/sv.h"

typedef enum aml_column_kind {
  AML_COLUMN_TEXT,
  AML_COLUMN_WHOLE,   /* a number of 0 or more that fits an int */
  AML_COLUMN_SHARE,   /* the same, or a share such as "1/6" */
  AML_COLUMN_NUMBER,  /* with a fraction */
  AML_COLUMN_DATE,    /* a year, a month or a day */
  AML_COLUMN_VERSION, /* of an API: "2023-08-01-preview" */
  AML_COLUMN_PATTERN, /* facts/pattern.h */
  AML_COLUMN_FLAG     /* "true" or "false" */
} aml_column_kind;

/* Of the column of that name, in whichever table; text where none is listed. */
aml_column_kind aml_column_kind_of(aml_sv column);

/* What a cell of that column must be, for people: "a whole number"; NULL where the cell is right. Empty cells
 * are. */
const char *aml_column_wanted(aml_sv column, aml_sv cell);

#endif
