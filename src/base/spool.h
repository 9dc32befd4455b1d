/* Text that waits until it is known whether it is wanted: a little of it in memory, the rest in a file
 * without a name, which nobody else can open and which is gone with the process. */
#ifndef AMLINT_BASE_SPOOL_H
#define AMLINT_BASE_SPOOL_H

#include "base/sink.h"
#include "base/vec.h"

typedef struct aml_spool {
  aml_arena arena; /* private, all of it */
  AML_VEC(aml_sv) pieces;
  size_t kept;
  int file;     /* -1: none yet */
  bool is_lost; /* there was no room for a file, and what was kept is gone */
} aml_spool;

/* `budget` is charged for what is kept in memory. Released by aml_spool_release. */
void aml_spool_init(aml_spool *spool, aml_budget *budget);
/* Empties it; what is added from now on is guarded as `of` is. */
void aml_spool_restart(aml_spool *spool, const aml_arena *of);
void aml_spool_add(aml_spool *spool, const char *bytes, size_t size);
/* Sends all of it, in order. False where the sink refused, or the file could not be read. Not of one that is
 * lost.
 */
bool aml_spool_send(aml_spool *spool, aml_write write, void *sink);
void aml_spool_release(aml_spool *spool);

#endif
