/* The writers behind the registry, one for each format. All have the signature of aml_reporter.write. */
#ifndef AMLINT_REPORT_FORMAT_WRITERS_H
#define AMLINT_REPORT_FORMAT_WRITERS_H

#include "report/report.h"

#define AML_REPORT_FORMAT(name, takes_fingerprints, takes_all_secrets, summary)                              \
  AML_MUST_USE bool aml_report_##name(                                                                       \
      const aml_run *run, const aml_report_options *options, aml_write write, void *ctx);
#include "report/formats.def"
#undef AML_REPORT_FORMAT

#endif
