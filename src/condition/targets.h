/* What resources of one type point at, by ids anywhere in their properties: `targeting`. Searched once for
 * each type that a rule asks about, since reading an id costs far more than looking one up. */
#ifndef AMLINT_CONDITION_TARGETS_H
#define AMLINT_CONDITION_TARGETS_H

#include "graph/graph.h"

typedef struct aml_targets aml_targets;

/* Immutable once made; n log n in the ids that the resources hold. */
aml_targets *aml_targets_new(aml_arena *arena, const aml_graph *graph, aml_sv type);

/* Calls visit for the resources that certainly name `target`, in order, then for some that may, until visit
 * returns false. Returns whether more may than were shown. */
bool aml_targets_walk(
    const aml_targets *targets, const aml_resource *target, aml_graph_visit *visit, void *ctx);

#endif
