/* From a finished run to the auditor's record. */
#ifndef AMLINT_ENGINE_AUDIT_RECORD_H
#define AMLINT_ENGINE_AUDIT_RECORD_H

#include "engine/engine.h"
#include "report/audit.h"

/* Builds the record in the engine's arena, for a body of aml_engine_run_within: of a run that has ended, only
 * the first AML_LIMIT_FINDINGS_AT_END entries and findings, and no trend. `earlier` is the tree of an earlier
 * audit's JSON, for the trend, or NULL; what it is not of that form is said in *error and fails. */
AML_MUST_USE aml_status aml_engine_audit(
    const aml_engine *engine, const aml_value *earlier, aml_audit *out, aml_error *error);

/* Whether a tree is the JSON of an audit, as far as a later one reads it; else what is wrong is in diags. */
bool aml_audit_has_shape(aml_arena *arena, const aml_value *earlier, aml_diags *diags);

#endif
