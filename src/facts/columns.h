/* What may stand in the columns of tables of facts. Private to facts/. */
#ifndef AMLINT_FACTS_COLUMNS_H
#define AMLINT_FACTS_COLUMNS_H

#include "base/sv.h"

/* What a cell of that column must be, for people: "a whole number"; NULL where the cell is right. Empty cells
 * are. */
const char *aml_column_wanted(aml_sv column, aml_sv cell);

#endif
