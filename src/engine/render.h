/* What is made of a finished run, within what is left of the run's budget. */
#ifndef AMLINT_ENGINE_RENDER_H
#define AMLINT_ENGINE_RENDER_H

#include "engine/engine.h"

/* Runs the body under a guard and a budget of its own steps. Where that ends before the body does, the run is
 * concluded in brief (`what` as in aml_engine_conclude_briefly), and the body runs again, without a budget:
 * engine->has_ended then tells it to do little. The status is the guard's. */
AML_MUST_USE aml_status aml_engine_run_within(
    aml_engine *engine, const char *what, void (*body)(void *ctx), void *ctx);

typedef struct aml_rendering {
  const char *what;                                     /* "Writing the report" */
  bool (*make)(void *ctx, aml_write write, void *sink); /* false: the sink refused */
  void *ctx;
  aml_write write;
  void *sink;
} aml_rendering;

/* Makes a text by the engine's arena; of a run that has not ended nothing is written until all of it is made.
 * AML_ERR_IO: `write` refused; AML_ERR_MEMORY: the system has none. */
AML_MUST_USE aml_status aml_engine_render(aml_engine *engine, const aml_rendering *how);

#endif
