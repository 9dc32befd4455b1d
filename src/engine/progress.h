/* How far a run has come, for whoever watches it from another thread. The engine only counts; nobody needs to
 * look. */
#ifndef AMLINT_ENGINE_PROGRESS_H
#define AMLINT_ENGINE_PROGRESS_H

#include <stdatomic.h>
#include <stddef.h>

typedef enum aml_progress_stage {
  AML_STAGE_SEARCH, /* which is not counted */
  AML_STAGE_READ,   /* files */
  AML_STAGE_EXPAND, /* files, once for each set of parameters */
  AML_STAGE_CHECK   /* resources */
} aml_progress_stage;

/* Zeroed at first. Each member is right by itself; that the three do not fit for a moment harms nobody. */
typedef struct aml_progress {
  atomic_int stage; /* aml_progress_stage */
  atomic_size_t done, total;
} aml_progress;

/* Both do nothing where progress is NULL: nobody watches. */
static inline void aml_progress_begin(aml_progress *progress, aml_progress_stage stage, size_t total) {
  if (progress != NULL) {
    atomic_store_explicit(&progress->done, 0, memory_order_relaxed);
    atomic_store_explicit(&progress->total, total, memory_order_relaxed);
    atomic_store_explicit(&progress->stage, (int)stage, memory_order_relaxed);
  }
}

static inline void aml_progress_add(aml_progress *progress, size_t count) {
  if (progress != NULL) {
    (void)atomic_fetch_add_explicit(&progress->done, count, memory_order_relaxed);
  }
}

#endif
