/* One run, from paths to findings. The public API (amlint/amlint.h) and the commands of the program are thin
 * layers over this. */
#ifndef AMLINT_ENGINE_ENGINE_H
#define AMLINT_ENGINE_ENGINE_H

#include "engine/acceptance.h"
#include "engine/changes.h"
#include "engine/own_file.h"
#include "engine/reach.h"
#include "engine/secrets.h"

/* All that is known of one run, for those who own it whole. A stage takes the parts that it reads, and those
 * that it fills; engine/run.c shows which. */
typedef struct aml_engine {
  aml_arena arena;      /* of one run: all but the request is in it, and gone after a reset */
  aml_arena kept_arena; /* that the request is in */
  aml_request request;
  aml_bounds bounds;
  aml_remarks remarks;
  aml_inputs inputs;
  aml_changes changes;
  aml_own_reader reader; /* of configurations, rules and so on */
  aml_criteria criteria;
  aml_estate estate;
  aml_reach reach;   /* of the change, where only that is reported */
  aml_former former; /* the run before it */
  aml_findings findings;
  aml_acceptance acceptance;
  aml_result result;
  struct { /* what there was when the conclusion began; see engine/brief.c */
    bool has_begun;
    size_t notices, diags, left_out;
  } before_conclusion;
  bool has_run;
} aml_engine;

/* Sets up a run that is zero but for what its owner has set: the request, the front ends, and texts in place
 * of files. Takes no memory. */
void aml_engine_init(aml_engine *engine);
/* Before the first file is added; under the guard of the arena. */
void aml_engine_begin(aml_engine *engine);
/* All stages. Once. */
void aml_engine_run_stages(aml_engine *engine);
/* Parts of it: up to where the resources are linked; false where the run ended, which is concluded. Then the
 * rest. */
bool aml_engine_read_stages(aml_engine *engine);
void aml_engine_judge_stages(aml_engine *engine);
/* Where only changes are reported: finds out how far the change reaches, with the run before it. */
void aml_engine_narrow(aml_engine *engine);
/* The files and the arena; the kept arena is its owner's. */
void aml_engine_release(aml_engine *engine);

/* After a run whose budget ended, in a stage or in a report: what was found so far becomes what is reported,
 * AML_LIMIT_FINDINGS_AT_END findings at most, without severities of paths, waivers and baseline. `what` was
 * being done, as the beginning of a sentence. Takes time in proportion to the inputs, and no budget. */
void aml_engine_conclude_briefly(aml_engine *engine, const char *what);

/* Parts of both conclusions. Remembers where the first of them began. */
void aml_engine_note_conclusion(aml_engine *engine);
/* Fills in what reports are made of. */
void aml_engine_fill_run(aml_engine *engine);
/* What secrets of the run are looked for with. */
aml_secret_search aml_engine_secrets_of(aml_engine *engine);

#endif
