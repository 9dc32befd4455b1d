#include "engine/render.h"

#include "base/limits.h"
#include "base/spool.h"

typedef struct concluding {
  aml_engine *engine;
  const char *what;
} concluding;

static void conclude_briefly(void *ctx) {
  const concluding *self = ctx;
  aml_engine_conclude_briefly(self->engine, self->what);
}

aml_status aml_engine_run_within(aml_engine *engine, const char *what, void (*body)(void *ctx), void *ctx) {
  concluding self = {engine, what};
  if (!engine->remarks.has_ended) {
    aml_engine_renew_budget(&engine->bounds, true);
    aml_status status = aml_guard_run(&engine->arena, body, ctx);
    engine->arena.budget = NULL;
    if (status != AML_ERR_LIMIT || engine->bounds.budget.end == AML_BUDGET_OPEN) {
      return status;
    }
    status = aml_guard_run(&engine->arena, conclude_briefly, &self);
    if (status != AML_OK) {
      return status;
    }
  }
  return aml_guard_run(&engine->arena, body, ctx);
}

typedef struct text {
  aml_engine *engine;
  const aml_rendering *how;
  aml_spool spool; /* with an arena of its own: whoever makes the text may rewind the run's */
  bool is_counted; /* the budget suffices, and nothing of the text was kept */
  bool is_written;
} text;

static bool keep(void *ctx, const char *bytes, size_t size) {
  text *self = ctx;
  aml_arena_spend(&self->engine->arena, size / AML_BYTES_WRITTEN_FOR_A_STEP + 1);
  aml_spool_add(&self->spool, bytes, size);
  return true;
}

static void make(void *ctx) {
  text *self = ctx;
  const aml_rendering *how = self->how;
  bool is_direct = self->engine->remarks.has_ended || self->is_counted;
  aml_spool_restart(&self->spool, &self->engine->arena);
  self->is_written = is_direct ? how->make(how->ctx, how->write, how->sink) : how->make(how->ctx, keep, self);
}

aml_status aml_engine_render(aml_engine *engine, const aml_rendering *how) {
  text self = {.engine = engine, .how = how};
  aml_spool_init(&self.spool, &engine->bounds.budget);
  aml_status status = aml_engine_run_within(engine, how->what, make, &self);
  if (status == AML_OK && self.spool.is_lost) { /* made once more, now that it is known to be wanted */
    self.is_counted = true;
    status = aml_guard_run(&engine->arena, make, &self);
  } else if (status == AML_OK && self.is_written) {
    self.is_written = aml_spool_send(&self.spool, how->write, how->sink);
  }
  aml_spool_release(&self.spool);
  return status != AML_OK ? status : self.is_written ? AML_OK : AML_ERR_IO;
}
