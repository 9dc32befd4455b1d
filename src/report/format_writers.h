/* The writers behind the registry, one for each format. All have the signature of aml_reporter.write. */
#ifndef AMLINT_REPORT_FORMAT_WRITERS_H
#define AMLINT_REPORT_FORMAT_WRITERS_H

#include "report/report.h"

#define AML_REPORT_WRITER(name)                                                                              \
  AML_MUST_USE bool name(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx)

AML_REPORT_WRITER(aml_report_text);
AML_REPORT_WRITER(aml_report_compact);
AML_REPORT_WRITER(aml_report_grouped);
AML_REPORT_WRITER(aml_report_json);
AML_REPORT_WRITER(aml_report_jsonl);
AML_REPORT_WRITER(aml_report_sarif);
AML_REPORT_WRITER(aml_report_github);
AML_REPORT_WRITER(aml_report_gitlab);
AML_REPORT_WRITER(aml_report_azure);
AML_REPORT_WRITER(aml_report_junit);
AML_REPORT_WRITER(aml_report_markdown);
AML_REPORT_WRITER(aml_report_checkstyle);
AML_REPORT_WRITER(aml_report_rdjson);

#endif
