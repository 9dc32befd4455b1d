/* What is declared and what runs. */
#ifndef AMLINT_ENGINE_ESTATE_H
#define AMLINT_ENGINE_ESTATE_H

#include "drift/drift.h"

typedef struct aml_estate {
  aml_arena *arena;    /* of the run */
  aml_graph *declared; /* NULL: not linked yet */
  aml_graph *running;  /* NULL: nobody named evidence */
  aml_drift *drift;    /* of the one from the other; NULL like it */
  aml_quotas quotas;   /* that exports say */
} aml_estate;

#endif
