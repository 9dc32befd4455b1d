/* From a finished run with evidence to the record that a reviewer files. */
#ifndef AMLINT_ENGINE_FILED_RECORD_H
#define AMLINT_ENGINE_FILED_RECORD_H

#include "engine/engine.h"
#include "report/evidence_record.h"

/* Builds the record in the engine's arena, of an audit that was built before (aml_engine_audit); for a body
 * of aml_engine_run_within. The run must have kept what passed (is_recorded). */
void aml_engine_record(const aml_engine *engine, const aml_audit *audit, aml_evidence_record *out);

#endif
