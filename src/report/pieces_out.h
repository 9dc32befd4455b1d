/* A report that is made in pieces, on all processors. */
#ifndef AMLINT_REPORT_PIECES_OUT_H
#define AMLINT_REPORT_PIECES_OUT_H

#include "report/report.h"

enum { AML_PIECE = 32 }; /* findings that are worth a piece */

typedef struct aml_pieces {
  size_t count;
  /* Writes the i-th piece. `run` has an arena of the piece's own; no other arena is the writer's to use. A
   * piece is begun anew where the run's budget did not suffice at once. False where it failed. */
  bool (*write)(const void *ctx, const aml_run *run, size_t i, aml_write write, void *sink);
  const void *ctx;
  void (*join)(void *to, aml_sv text); /* takes all pieces, in their order, in parts of any size */
  void *to;
} aml_pieces;

/* Makes and joins them. Line tables of sources that several of them show must be there already. False where a
 * piece failed. */
AML_MUST_USE bool aml_pieces_write(const aml_run *run, const aml_pieces *pieces);

#endif
