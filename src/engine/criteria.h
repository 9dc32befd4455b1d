/* By what the files of a run are checked: configurations, rules, policies and facts. */
#ifndef AMLINT_ENGINE_CRITERIA_H
#define AMLINT_ENGINE_CRITERIA_H

#include "base/map.h"
#include "config/config.h"
#include "policy/policies.h"
#include "rule/ruleset.h"

/* Configurations, each read when it is first asked for. */
typedef struct aml_config_store {
  aml_map by_folder; /* relative to the root, to aml_config */
  aml_config *fixed; /* --config, or the defaults when isolated: then it holds for all files */
} aml_config_store;

typedef struct aml_levels_store aml_levels_store;

typedef struct aml_criteria {
  aml_arena *arena;
  aml_config_store *configs;
  aml_levels_store *levels; /* see aml_engine_levels */
  const aml_value *context; /* of --context; NULL: the configuration says it */
  aml_ruleset *rules;
  aml_policies *policies; /* NULL: none were read */
  aml_facts *facts;
} aml_criteria;

#endif
