/* --statistics: how many active findings each rule has, one line for each rule. */
#ifndef AMLINT_REPORT_STATISTICS_H
#define AMLINT_REPORT_STATISTICS_H

#include "report/place.h"

/* "    12  warning AML101 Cluster keeps nodes running ...", the most frequent rule first; the severity is the
 * worst found. */
void aml_statistics_write(aml_out *out, const aml_run *run);

#endif
