/* What reports are made of. */
#ifndef AMLINT_ENGINE_RESULT_H
#define AMLINT_ENGINE_RESULT_H

#include "report/report.h"

typedef struct aml_result {
  aml_arena *arena; /* of the run */
  aml_counts counts;
  aml_unread_list unread; /* by path */
  aml_findings told;      /* findings, and what else reports are to tell; see engine/told.c */
  aml_run run;            /* filled at the end */
  struct {                /* for secrets; see engine/secrets.c */
    bool *sources;        /* by id; NULL: all are, or need not be */
    size_t count;
  } searched;
  int exit_status;
} aml_result;

#endif
