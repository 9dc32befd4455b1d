/* By what the files of a run are checked: configurations, rules, policies and facts. */
#ifndef AMLINT_ENGINE_CRITERIA_H
#define AMLINT_ENGINE_CRITERIA_H

#include "base/map.h"
#include "config/config.h"
#include "engine/request.h"
#include "policy/policies.h"
#include "rule/ruleset.h"

/* Configurations, each read when it is first asked for. */
typedef struct aml_config_store {
  struct aml_own_reader *reader; /* of their files */
  aml_map by_folder;             /* relative to the root, to aml_config */
  aml_config *fixed;             /* --config, or the defaults when isolated: then it holds for all files */
} aml_config_store;

typedef struct aml_levels_store aml_levels_store;

typedef struct aml_criteria {
  aml_arena *arena; /* of the run */
  aml_config_store *configs;
  aml_levels_store *levels; /* see aml_engine_levels */
  const aml_value *context; /* of --context; NULL: the configuration says it */
  aml_ruleset *rules;
  aml_policies *policies; /* NULL: none were read */
  aml_facts *facts;
} aml_criteria;

/* --config, or the defaults when isolated: then one configuration holds for all files. */
void aml_engine_choose_config(aml_config_store *configs, const aml_engine_options *options);
/* The configuration in force for a shown path. */
const aml_config *aml_engine_config_for(const aml_criteria *criteria, aml_sv path);
/* `path`, relative to the folder of its configuration. */
aml_sv aml_engine_relative_to_config(const aml_config *config, aml_sv path);

/* What holds at some paths of a configuration: for the same rules, as long as the run. For one thread. */
typedef struct aml_levels aml_levels;
aml_levels_store *aml_levels_store_new(aml_arena *arena, const aml_engine_options *options);
aml_levels *aml_engine_levels(const aml_criteria *criteria, const aml_config *config, aml_sv path);

/* Who: an option ("--severity"), a key of the configuration ("overrides"), "profile" or "rule". */
typedef struct aml_ruling {
  aml_severity severity; /* NONE: off */
  const char *by;
  aml_span span; /* of the line of the configuration, for "severity" and "overrides"; else none */
  bool is_own;   /* it is what the rule itself says, which a finding may say otherwise */
} aml_ruling;

/* What holds at a path for a rule whose own severity is `own`, and who says so. */
aml_ruling aml_engine_rule_on(const aml_criteria *criteria, const aml_config *config, aml_sv path,
    const aml_rule *rule, aml_severity own);
/* The severity that holds for a rule at a path; NONE where it is off. */
aml_severity aml_engine_severity(const aml_criteria *criteria, const aml_config *config, aml_sv path,
    const aml_rule *rule, aml_severity own);
/* The parameters of rules, {rule: {parameter: value}}, that hold at a path; NULL for none. */
const aml_value *aml_engine_settings(const aml_criteria *criteria, const aml_config *config, aml_sv path);

#endif
