/* What an audit adds up: totals, what ends next, and what has changed since an earlier one. */
#ifndef AMLINT_ENGINE_AUDIT_TOTALS_H
#define AMLINT_ENGINE_AUDIT_TOTALS_H

#include "report/audit.h"
#include "tree/value.h"

/* Per owner, rule, severity and state. `findings` of each table add up to the findings that are hidden. */
void aml_audit_add_totals(aml_audit *audit);

/* The effective entries that end within 30, 60 and 90 days. */
void aml_audit_add_outlook(aml_audit *audit);

/* Compares with the JSON of an earlier audit that aml_audit_has_shape; fails where it is none. */
AML_MUST_USE aml_status aml_audit_add_trend(aml_audit *audit, const aml_value *earlier, aml_error *error);

#endif
