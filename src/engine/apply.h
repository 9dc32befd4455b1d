/* What lets findings pass is collected and applied to them. */
#ifndef AMLINT_ENGINE_APPLY_H
#define AMLINT_ENGINE_APPLY_H

#include "engine/acceptance.h"
#include "engine/criteria.h"
#include "engine/estate.h"
#include "engine/own_file.h"

typedef struct aml_applying {
  const aml_request *request;
  const aml_changes *changes;
  const aml_own_reader *reader;
  const aml_criteria *criteria;
  const aml_inputs *inputs;
  const aml_estate *estate;
  aml_acceptance *acceptance;
  aml_findings *findings;
  aml_remarks *remarks;
} aml_applying;

/* Parts of the conclusion, in their order. Before the input findings are made: the waivers of the files, of
 * files of exceptions and of policies. */
void aml_engine_collect_waivers(const aml_request *request, const aml_own_reader *reader,
    const aml_criteria *criteria, const aml_inputs *inputs, aml_acceptance *acceptance, aml_remarks *remarks);
/* Whether a file may hold waivers. */
bool aml_engine_speaks_of_waivers(const aml_file *file);
/* AML805: exceptions for what is neither declared nor runs. */
void aml_engine_check_waived_resources(const aml_criteria *criteria, const aml_estate *estate,
    const aml_acceptance *acceptance, aml_findings *findings);
/* Expects the sorted list; adds AML9xx findings at its end. */
void aml_engine_apply_waivers(const aml_applying *on);
/* Part of it: AML909, exceptions files that nobody owns. */
void aml_engine_check_code_owners(const aml_own_reader *reader, const aml_criteria *criteria,
    const aml_acceptance *acceptance, aml_findings *findings);
/* Expects the sorted list, with the severities that hold. */
void aml_engine_apply_baseline(const aml_applying *on);

#endif
