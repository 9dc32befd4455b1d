/* Shared by the targets for JSON and YAML: reads an input and aborts where its tree is not sound. */
#ifndef AMLINT_TESTS_FUZZ_FUZZ_TREE_H
#define AMLINT_TESTS_FUZZ_FUZZ_TREE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "source/lines.h"
#include "tree_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_run {
  aml_arena *arena;
  aml_sv text;
  aml_syntax syntax;
} fuzz_run;

static inline void read_fuzzed(void *ctx) {
  fuzz_run *run = ctx;
  aml_source source = {.id = 1, .path = AML_SV("fuzz")};
  aml_diags diags;
  aml_diags_init(&diags, run->arena);
  aml_status status = aml_source_fill(&source, run->arena, run->text, AML_LIMIT_FILE_BYTES, NULL, NULL);
  const aml_tree *tree = aml_tree_read_as(&source, run->syntax, run->arena, &diags);
  tree_check check = check_tree(&source, tree, &diags, status == AML_OK);
  aml_source_index_lines(&source, run->arena);
  for (size_t i = 0; i < diags.list.count; i++) {
    aml_position at = aml_source_locate(&source, diags.list.items[i].span.begin);
    if (at.line == 0 || at.line > source.line_count) {
      abort();
    }
  }
  if (check.violations > 0) {
    (void)fprintf(stderr, "%s\n", check.first);
    abort();
  }
}

/* A bound on memory shows input that makes far more of itself than it is. */
static inline void fuzz_tree(const uint8_t *data, size_t size, aml_syntax syntax) {
  enum { MEMORY_EACH_BYTE = 512, MEMORY_ALWAYS = 1 << 20 };
  aml_arena arena;
  aml_arena_init(&arena, MEMORY_ALWAYS + size * MEMORY_EACH_BYTE);
  fuzz_run run = {&arena, {(const char *)data, size}, syntax};
  aml_status status = aml_guard_run(&arena, read_fuzzed, &run);
  aml_arena_release(&arena);
  if (status != AML_OK) {
    (void)fprintf(
        stderr, "an input of %zu bytes needs more than %d bytes for each\n", size, MEMORY_EACH_BYTE);
    abort();
  }
}

#endif
