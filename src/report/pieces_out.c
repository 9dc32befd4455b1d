#include "report/pieces_out.h"

#include "base/spread.h"

/* Pieces that are in memory at once. */
enum { AT_ONCE = 8 };

typedef struct kept_text { /* in the parts in which it was written */
  aml_arena *arena;
  AML_VEC(aml_sv) parts;
} kept_text;

typedef struct wave {
  const aml_run *run;
  const aml_pieces *pieces;
  size_t first;
  kept_text texts[AT_ONCE];
  bool are_written[AT_ONCE];
} wave;

static bool keep(void *ctx, const char *bytes, size_t size) {
  kept_text *text = ctx;
  AML_VEC_PUSH(text->arena, &text->parts, aml_sv_dup(text->arena, (aml_sv){bytes, size}));
  return true;
}

/* The text in the arena that stays, all else in one that is rewound and given back. */
static void write_piece(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  (void)worker;
  wave *self = ctx;
  kept_text *text = &self->texts[i];
  aml_run run = *self->run;
  run.arena = aml_arena_new_scratch(arena);
  *text = (kept_text){.arena = arena};
  self->are_written[i] = self->pieces->write(self->pieces->ctx, &run, self->first + i, keep, text);
  aml_arena_release(run.arena);
}

static bool pass_on(void *ctx, const char *bytes, size_t size) {
  const aml_pieces *pieces = ctx;
  pieces->join(pieces->to, (aml_sv){bytes, size});
  return true;
}

bool aml_pieces_write(const aml_run *run, const aml_pieces *pieces) {
  aml_pieces one = *pieces;
  if (pieces->count == 1) {
    return pieces->write(pieces->ctx, run, 0, pass_on, &one);
  }
  bool is_written = true;
  wave self = {.run = run, .pieces = pieces};
  for (; self.first < pieces->count; self.first += AT_ONCE) {
    size_t left = pieces->count - self.first;
    const aml_spread spread = {run->jobs, left < AT_ONCE ? left : AT_ONCE, write_piece, &self};
    aml_arena *texts = aml_arena_new_scratch(run->arena);
    aml_spread_run(texts, &spread);
    for (size_t i = 0; i < spread.count; i++) {
      is_written = is_written && self.are_written[i];
      for (size_t k = 0; k < self.texts[i].parts.count; k++) {
        pieces->join(pieces->to, self.texts[i].parts.items[k]);
      }
    }
    aml_arena_release(texts);
  }
  return is_written;
}
