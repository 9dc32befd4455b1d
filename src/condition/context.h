/* What conditions may ask besides the resource they are about. */
#ifndef AMLINT_CONDITION_CONTEXT_H
#define AMLINT_CONDITION_CONTEXT_H

#include "base/date.h"
#include "facts/facts.h"
#include "graph/graph.h"
#include "inventory/quota.h"

/* All borrowed; read only while checking. */
typedef struct aml_check_context {
  const aml_sources *sources; /* NULL only where no resource stands in a file */
  const aml_graph *graph;
  const aml_facts *facts;
  aml_day as_of;
  const aml_value *settings;   /* rule parameters from the config: {id: {parameter: value}}; may be NULL */
  const aml_value *workspaces; /* the config's workspaces; may be NULL */
  /* What resourceGroup(), subscription(), managementGroup(), requestContext() and policy() answer, as members
   * of these names; NULL: what the resources say of themselves. */
  const aml_value *surroundings;
  const aml_quotas *quotas; /* that exports say; NULL: none */
} aml_check_context;

#endif
