/* Cells of tables for spreadsheets. */
#ifndef AMLINT_REPORT_CSV_CELL_H
#define AMLINT_REPORT_CSV_CELL_H

#include "report/out.h"

/* A text in quotes, after RFC 4180, secrets masked, and nothing that a spreadsheet takes for a formula. */
void aml_csv_cell(aml_out *out, aml_arena *arena, aml_sv text);

#endif
