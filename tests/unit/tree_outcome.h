/* A text read as a tree, with all that came of it: what the tests of the readers share. */
#ifndef AMLINT_TESTS_UNIT_TREE_OUTCOME_H
#define AMLINT_TESTS_UNIT_TREE_OUTCOME_H

#include "test.h"
#include "tree/read.h"

typedef struct outcome {
  aml_source source;
  aml_diags diags;
  aml_tree *tree;
} outcome;

static inline outcome read_as(aml_arena *arena, aml_syntax syntax, aml_sv text) {
  outcome out = {.source = {.id = 1, .path = AML_SV("t"), .bytes = text}};
  aml_diags_init(&out.diags, arena);
  out.tree = aml_tree_read_as(&out.source, syntax, arena, &out.diags);
  return out;
}

/* Of the first document. */
static inline const aml_value *root_of(const outcome *out) {
  return out->tree->documents.items[0].root;
}

/* The text `count` times over. */
static inline aml_sv repeat(aml_arena *arena, const char *text, size_t count) {
  size_t length = strlen(text);
  char *out = AML_NEW_ARRAY(arena, char, count *length);
  for (size_t i = 0; i < count; i++) {
    memcpy(out + i * length, text, length);
  }
  return (aml_sv){out, count * length};
}

typedef struct reading {
  aml_arena *arena;
  aml_syntax syntax;
  aml_sv text;
} reading;

static inline void run_reading(void *ctx) {
  const reading *self = ctx;
  (void)read_as(self->arena, self->syntax, self->text);
}

/* Reads in an arena that is a little larger each time, so that every allocation is the last one once; the
 * sanitizers see what is not closed then. */
static inline void assert_survives_exhaustion(aml_syntax syntax, const char *text) {
  aml_status status = AML_ERR_LIMIT;
  size_t limit = 0;
  for (; status != AML_OK; limit += 16) {
    aml_arena arena;
    aml_arena_init(&arena, limit);
    reading self = {&arena, syntax, aml_sv_of(text)};
    status = aml_guard_run(&arena, run_reading, &self);
    assert_true(status == AML_OK || status == AML_ERR_LIMIT);
    aml_arena_release(&arena);
  }
  assert_true(limit > 1000);
}

#endif
