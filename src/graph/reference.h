/* Resource ids and relative references, read into scope, type and name. Private to graph/. */
#ifndef AMLINT_GRAPH_REFERENCE_H
#define AMLINT_GRAPH_REFERENCE_H

#include "graph/name.h"

typedef enum aml_reach { /* what an id points at */
  AML_REACH_UNKNOWN,
  AML_REACH_MANAGEMENT_GROUP,
  AML_REACH_SUBSCRIPTION,
  AML_REACH_GROUP,
  AML_REACH_RESOURCE
} aml_reach;

typedef struct aml_reference {
  aml_reach reach;
  aml_scope_path scope;
  aml_sv type;   /* lower case, symbolic; empty unless RESOURCE */
  aml_name name; /* RESOURCE */
} aml_reference;

/* Reads a symbolic id; what it does not say of its scope is taken from `from`. Of an id that holds several
 * "/providers/" the last one counts. */
aml_reference aml_reference_read(aml_arena *arena, aml_sv symbolic, const aml_scope_path *from);

#endif
