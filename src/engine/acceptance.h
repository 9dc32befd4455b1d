/* What lets findings pass: waivers and the baseline. */
#ifndef AMLINT_ENGINE_ACCEPTANCE_H
#define AMLINT_ENGINE_ACCEPTANCE_H

#include "config/config.h"
#include "waiver/baseline.h"
#include "waiver/govern.h"

typedef struct aml_waiver_set { /* each configuration governs the waivers of its files */
  const aml_config *config;
  aml_waivers waivers;
  aml_governance governance;
  AML_VEC(const aml_source *) exception_files;
} aml_waiver_set;

typedef struct aml_acceptance {
  aml_arena *arena; /* of the run */
  AML_VEC(aml_waiver_set *) waivers;
  aml_map waivers_by_config; /* the same, by the configuration's path */
  aml_baseline baseline;
  bool has_baseline; /* one was read */
} aml_acceptance;

#endif
