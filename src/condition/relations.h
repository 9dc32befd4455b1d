/* From resources to related resources, over the graph. */
#ifndef AMLINT_CONDITION_RELATIONS_H
#define AMLINT_CONDITION_RELATIONS_H

#include "condition/check.h"

/* Calls visit for each resource that the query asks for, seen from the rule's subject; `holds` is MAYBE where
 * the relation is not certain. Returns whether more may belong than the run holds (the anchor is unknown). */
bool aml_relations_walk(aml_check *check, const aml_related_query *query,
    bool (*visit)(void *ctx, const aml_resource *resource, aml_truth holds), void *ctx);

/* Why the workspace of the rule's subject is not known, as a reason (tree/reason.h), in the check's arena or
 * borrowed. For where the run was asked for it and had no certain answer. */
aml_sv aml_relations_why_no_workspace(const aml_check *check);

/* Why a resource that the run holds may be meant or not, in the same form: its group is not known. Empty
 * where no file declares it. */
aml_sv aml_relations_why_maybe(const aml_check *check, const aml_resource *found);

/* Why it is not certain that a resource which the query finds is meant: the value that would tell is not
 * known, else the group of one of both. In the same form, never empty. */
aml_sv aml_relations_why_doubtful(
    const aml_check *check, const aml_related_query *query, const aml_resource *found);

/* The place that a resource id names: subscription and resource group, views into it. False for text that is
 * no id. */
bool aml_relations_scope_of_id(aml_sv id, aml_scope_path *scope);

#endif
