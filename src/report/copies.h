/* Findings that say the same of each copy of one declaration, such as a loop in a template. Formats for
 * people show them as one; formats for programs, fingerprints, exceptions and baselines keep each copy. */
#ifndef AMLINT_REPORT_COPIES_H
#define AMLINT_REPORT_COPIES_H

#include "report/report.h"

/* How many findings of the sorted list, from the i-th on, say the same of copies: at least 1. */
size_t aml_copies_count(const aml_findings *findings, size_t i);

/* " (50 copies: 'cpu-0', 'cpu-1', 'cpu-2', ...)"; empty for a single finding. In the arena. */
aml_sv aml_copies_text(aml_arena *arena, const aml_findings *findings, size_t i, size_t count);

/* Whether x, said of a, and y, said of b, differ in the names of their resources only; both have one. */
bool aml_same_but_names(const aml_finding *a, aml_sv x, const aml_finding *b, aml_sv y);

#endif
