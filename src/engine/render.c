#include "engine/render.h"

#include "base/limits.h"
#include "engine/budget.h"

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
  if (!engine->has_ended) {
    aml_engine_renew_budget(engine, true);
    aml_status status = aml_guard_run(&engine->arena, body, ctx);
    engine->arena.budget = NULL;
    if (status != AML_ERR_LIMIT || engine->budget.end == AML_BUDGET_OPEN) {
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
  aml_arena arena; /* of the pieces: whoever makes the text may rewind the run's */
  AML_VEC(aml_sv) pieces;
  bool is_written;
} text;

static bool keep(void *ctx, const char *bytes, size_t size) {
  text *self = ctx;
  aml_arena_spend(&self->engine->arena, size / AML_BYTES_WRITTEN_FOR_A_STEP + 1);
  AML_VEC_PUSH(&self->arena, &self->pieces, aml_sv_dup(&self->arena, (aml_sv){bytes, size}));
  return true;
}

static void make(void *ctx) {
  text *self = ctx;
  const aml_rendering *how = self->how;
  self->pieces.items = NULL;
  self->pieces.count = self->pieces.capacity = 0;
  aml_arena_release(&self->arena);
  aml_arena_share_guard(&self->arena, &self->engine->arena);
  self->is_written =
      self->engine->has_ended ? how->make(how->ctx, how->write, how->sink) : how->make(how->ctx, keep, self);
}

aml_status aml_engine_render(aml_engine *engine, const aml_rendering *how) {
  text self = {.engine = engine, .how = how};
  aml_arena_init(&self.arena, SIZE_MAX);
  self.arena.budget = &engine->budget;
  aml_status status = aml_engine_run_within(engine, how->what, make, &self);
  for (size_t i = 0; status == AML_OK && i < self.pieces.count && self.is_written; i++) {
    self.is_written = how->write(how->sink, self.pieces.items[i].data, self.pieces.items[i].len);
  }
  aml_arena_release(&self.arena);
  return status != AML_OK ? status : self.is_written ? AML_OK : AML_ERR_IO;
}
