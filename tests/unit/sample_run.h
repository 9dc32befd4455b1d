/* One made-up run that every format renders: each kind of place, text and finding that a format could get
 * wrong. */
#ifndef AMLINT_TESTS_UNIT_SAMPLE_RUN_H
#define AMLINT_TESTS_UNIT_SAMPLE_RUN_H

#include "report/report.h"

typedef enum sample_kind {
  SAMPLE_FULL,    /* everything */
  SAMPLE_CLEAN,   /* files without findings */
  SAMPLE_NOTHING, /* no file, one notice */
  SAMPLE_TOLD,    /* everything, rules that hold, a policy, and what the baseline has too much */
} sample_kind;

aml_run *sample_run_new(aml_arena *arena, sample_kind kind);

/* CI variables as the caller of a report would hand them over. */
const aml_value *sample_environment(aml_arena *arena);

#endif
