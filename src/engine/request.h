/* What a run is asked for: set by its owner before it begins; no stage changes it. */
#ifndef AMLINT_ENGINE_REQUEST_H
#define AMLINT_ENGINE_REQUEST_H

#include "config/config.h"
#include "engine/progress.h"
#include "rule/ruleset.h"

typedef enum aml_touched { /* what a line that changed stands for */
  AML_TOUCHED_RESOURCE,
  AML_TOUCHED_LINE,
  AML_TOUCHED_FILE
} aml_touched;

/* Texts live in the arena that is kept from run to run. */
typedef struct aml_engine_options {
#define AML_KEPT_TEXT(member, option) aml_sv member;
#define AML_KEPT_LIST(member, option) aml_texts member;
#define AML_KEPT_FLAG(member, option) bool member;
#include "engine/kept_options.def"
#undef AML_KEPT_TEXT
#undef AML_KEPT_LIST
#undef AML_KEPT_FLAG
  aml_sv folder; /* absolute working folder */
  aml_day as_of;
  bool is_today;        /* by the clock, which may be wrong */
  aml_severity fail_on; /* NONE: never */
  bool has_fail_on;
  aml_sv module_cache; /* absolute; empty: there is none */
  AML_VEC(aml_config_severity) severities;
  size_t jobs;
  size_t max_memory, timeout; /* bytes, 0 for what the inputs' size allows; seconds */
  aml_touched touched;
} aml_engine_options;

typedef struct aml_request {
  aml_engine_options options;
  aml_texts paths;
  const aml_rule_bodies *kept_rules; /* of the built-in ones, which the rules of each run share */
  aml_progress *progress;            /* NULL: nobody watches */
  bool is_recorded;                  /* a record is made, which says also which rules hold */
  bool is_compared;                  /* only its findings are asked for, as they are before they are told */
  bool skips_waivers;                /* and the files of exceptions */
  bool has_stack; /* the caller's is AML_STACK_BYTES at least, so the run needs no thread for that */
} aml_request;

#endif
