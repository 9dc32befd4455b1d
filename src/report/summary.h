/* The sentence that ends a run: "3 findings (1 error, 2 warnings) in 12 files; 2 suppressed, 1 undecided". */
#ifndef AMLINT_REPORT_SUMMARY_H
#define AMLINT_REPORT_SUMMARY_H

#include "report/out.h"
#include "report/report.h"

/* A line or, when verbose, two: the second names what the answer hangs on. */
void aml_summary_write(aml_out *out, const aml_run *run, const aml_report_options *options);

/* The sentence alone, without a line end. */
void aml_summary_sentence(aml_out *out, const aml_run *run);

#endif
