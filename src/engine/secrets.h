/* Where secrets are written, so that reports hide them. */
#ifndef AMLINT_ENGINE_SECRETS_H
#define AMLINT_ENGINE_SECRETS_H

#include "engine/criteria.h"
#include "engine/estate.h"
#include "engine/inputs.h"
#include "engine/result.h"

typedef struct aml_secret_search {
  const aml_request *request;
  const aml_criteria *criteria;
  const aml_inputs *inputs;
  const aml_estate *estate;
  const aml_remarks *remarks;
  aml_findings *findings;
  aml_result *result;
} aml_secret_search;

/* Fills the run's secrets, of the files that findings point at, and marks the findings that stand at one.
 * Call it once the run is filled in. */
void aml_engine_find_secrets(const aml_secret_search *on);
/* Adds those of all other files, once: for a report that says whether there are any. */
void aml_engine_find_all_secrets(const aml_secret_search *on);

/* Part of the first: takes secrets out of what findings say, once their places are known. */
void aml_engine_mask_texts(
    const aml_sources *sources, aml_findings *findings, const aml_run *run, size_t threads);

#endif
