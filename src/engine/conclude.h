/* From raw findings to what is reported. Waivers and the baseline are in engine/apply.h. */
#ifndef AMLINT_ENGINE_CONCLUDE_H
#define AMLINT_ENGINE_CONCLUDE_H

#include "engine/acceptance.h"
#include "engine/changes.h"
#include "engine/reading.h"
#include "engine/result.h"

/* Whether a file is none of ours: of no kind that we know, or broken without speaking of Azure ML. */
bool aml_engine_passes_over(const aml_file *file);
/* Whether a file holds Azure ML compute in a form that is not read. */
bool aml_engine_is_unread(const aml_file *file);

/* Parts of the conclusion, in their order. AML014, the list for reports, and what is left out; before the
 * input findings, which count files. */
void aml_engine_add_unread(const aml_criteria *criteria, aml_inputs *inputs, aml_findings *findings,
    aml_unread_list *unread, aml_remarks *remarks);
/* Diagnostics become findings, and files are counted. */
void aml_engine_add_input_findings(const aml_bounds *bounds, const aml_criteria *criteria,
    const aml_inputs *inputs, aml_findings *findings, aml_counts *counts, aml_remarks *remarks);
/* A notice, where files were left out. */
void aml_engine_tell_left_out(const aml_inputs *inputs, aml_remarks *remarks);
/* Of a sorted list: findings that say the same of one place for several parameter files are one. */
void aml_engine_merge_parameter_sets(aml_findings *findings);
/* Takes back the fixes that would change more than what was found. */
void aml_engine_withdraw_fixes(const aml_reading *reading, aml_findings *findings);
/* The severities in force; what is off is left out. */
void aml_engine_apply_severities(
    const aml_criteria *criteria, const aml_sources *sources, aml_findings *findings, aml_remarks *remarks);

/* Gives the findings their fingerprints, once: who is about to read them asks for them, or to leave out
 * findings or to change what they are made of. Few runs need them. After the severities, which drop some. */
void aml_engine_fingerprint(aml_findings *findings, const aml_sources *sources);

/* What reports are to tell besides findings, where they were asked to: after everything else is known. Joined
 * with the findings it is what is told. */
aml_findings aml_engine_collect_told(const aml_request *request, const aml_criteria *criteria,
    const aml_inputs *inputs, const aml_acceptance *acceptance, const aml_findings *findings);
aml_findings aml_engine_join_told(
    const aml_sources *sources, const aml_findings *findings, const aml_findings *more);

#endif
