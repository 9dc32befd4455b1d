/* Evidence beside the declarations: it is held against the graph, and lends it locks, workspaces and
 * accounts. */
#ifndef AMLINT_ENGINE_EVIDENCE_H
#define AMLINT_ENGINE_EVIDENCE_H

#include "engine/criteria.h"
#include "engine/estate.h"
#include "engine/inputs.h"

/* The stage: resources to the graph, those of the files, those that configurations say to exist, and those of
 * evidence. */
void aml_engine_link(const aml_request *request, const aml_criteria *criteria, const aml_inputs *inputs,
    aml_estate *estate, aml_remarks *remarks);

/* Parts of it. Before the graph is linked, and after. */
void aml_engine_collect_evidence(const aml_inputs *inputs, aml_estate *estate, aml_remarks *remarks);
void aml_engine_link_evidence(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_estate *estate, aml_remarks *remarks);
/* What the configurations say to exist, each once. */
void aml_engine_add_configured(const aml_inputs *inputs, aml_graph *graph);
/* Notices of exports of several tenants, of evidence that no declaration is of the subscription of, and of
 * evidence that is older than what it is compared with, as far as git tells. After all are linked. */
void aml_engine_tell_foreign_evidence(
    const aml_criteria *criteria, const aml_inputs *inputs, const aml_estate *estate, aml_remarks *remarks);
void aml_engine_tell_older_evidence(const aml_inputs *inputs, const aml_estate *estate, aml_remarks *remarks);

/* Files of evidence that were read, by path, however named. */
aml_file_list aml_engine_evidence_files(const aml_inputs *inputs);

#endif
