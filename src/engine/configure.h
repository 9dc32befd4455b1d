/* By what files are checked is read: configurations, rules, policies, facts. */
#ifndef AMLINT_ENGINE_CONFIGURE_H
#define AMLINT_ENGINE_CONFIGURE_H

#include "engine/criteria.h"
#include "engine/own_file.h"

/* Those in force for some file of a run, each once, in the order of the files. */
typedef AML_VEC(const aml_config *) aml_config_list;

/* The stage. Each file gets its configuration, and leaves the run where that excludes it. */
void aml_engine_configure(const aml_request *request, const aml_own_reader *reader, aml_criteria *criteria,
    aml_inputs *inputs, aml_remarks *remarks);

/* Parts of it. Azure Policy objects of the options and of the configurations become rules. */
void aml_engine_add_policies(
    const aml_own_reader *reader, aml_criteria *criteria, const aml_config_list *configs);
/* The files that are named as evidence join the run, for what they are. */
void aml_engine_name_evidence(
    const aml_own_reader *reader, const aml_criteria *criteria, const aml_config_list *configs);

/* Notices and diagnostics about selectors that no rule answers to, once all rules are loaded. */
void aml_engine_check_option_selectors(
    const aml_request *request, const aml_criteria *criteria, aml_remarks *remarks);
void aml_engine_check_config_selectors(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config);
/* Diagnostics about quota families, sizes and regions of a configuration that no fact knows. */
void aml_engine_check_config_names(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config);

#endif
