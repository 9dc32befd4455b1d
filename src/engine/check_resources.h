/* Rules on resources: on those that are declared, and on those that run. */
#ifndef AMLINT_ENGINE_CHECK_RESOURCES_H
#define AMLINT_ENGINE_CHECK_RESOURCES_H

#include "engine/criteria.h"
#include "engine/inputs.h"
#include "engine/reach.h"
#include "engine/run_budget.h"

typedef struct aml_checking {
  const aml_request *request;
  aml_criteria *criteria; /* whose rules are prepared, and get the severities that they are run for */
  const aml_inputs *inputs;
  const aml_estate *estate;
  const aml_reach *reach; /* of a change, in the graph of what is declared */
  aml_bounds *bounds;
  aml_findings *findings;
  aml_remarks *remarks;
} aml_checking;

/* The stage: every rule, in parallel. */
void aml_engine_check(const aml_checking *on);

/* Parts of it. Rules on every resource of a graph; findings are added. */
void aml_engine_check_graph(const aml_checking *on, const aml_graph *graph);
/* Rules on what runs; what a declaration breaks as well is said there. */
void aml_engine_check_evidence(const aml_checking *on);
/* AML808: states of Azure Policy in the evidence. */
void aml_engine_check_policy_states(
    const aml_inputs *inputs, const aml_criteria *criteria, const aml_estate *estate, aml_findings *findings);

#endif
