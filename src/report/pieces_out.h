/* A report that is made in pieces, on all processors. */
#ifndef AMLINT_REPORT_PIECES_OUT_H
#define AMLINT_REPORT_PIECES_OUT_H

#include "report/out.h"
#include "report/report.h"

typedef struct aml_pieces {
  size_t count;
  /* Writes the i-th piece. `run` has an arena of the piece's own; no other arena is the writer's to use. A
   * piece is begun anew where the run's budget did not suffice at once. */
  void (*write)(const void *ctx, const aml_run *run, size_t i, aml_out *out);
  const void *ctx;
} aml_pieces;

/* The pieces in their order. Line tables of sources that several of them show must be there already. */
void aml_pieces_write(aml_out *out, const aml_run *run, const aml_pieces *pieces);

#endif
