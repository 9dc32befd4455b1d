/* From a finished run with evidence to what is reported of drift. */
#ifndef AMLINT_ENGINE_DRIFT_RECORD_H
#define AMLINT_ENGINE_DRIFT_RECORD_H

#include "drift/drift.h"
#include "engine/remarks.h"
#include "report/drift_report.h"

/* Builds the report in the run's arena, for a body of aml_engine_run_within: of a run that has ended, only
 * the first AML_LIMIT_FINDINGS_AT_END resources. Without evidence (`drift` is NULL) it is empty. */
void aml_engine_report_drift(
    const aml_run *run, const aml_drift *drift, const aml_remarks *remarks, aml_drift_report *out);

#endif
