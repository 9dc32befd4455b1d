/* The workspace that a resource belongs to. */
#ifndef AMLINT_CONDITION_WORKSPACE_H
#define AMLINT_CONDITION_WORKSPACE_H

#include "graph/graph.h"

/* The nearest ancestor that is a workspace, the resource itself included; NULL when the run does not hold it.
 * *is_certain is false where an unknown name leaves another answer open. */
const aml_resource *aml_workspace_of(
    const aml_graph *graph, aml_arena *scratch, const aml_resource *resource, bool *is_certain);

extern const aml_sv aml_workspace_type;

#endif
