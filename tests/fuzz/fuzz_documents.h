/* Shared by the targets that read an input into documents first. */
#ifndef AMLINT_TESTS_FUZZ_FUZZ_DOCUMENTS_H
#define AMLINT_TESTS_FUZZ_FUZZ_DOCUMENTS_H

#include "base/limits.h"
#include "graph/graph.h"
#include "tree/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_documents {
  aml_arena *arena;
  aml_sv bytes;
  aml_tree *tree;
  aml_diags diags;
  aml_resources resources; /* for the target to fill */
  void (*use)(struct fuzz_documents *documents);
} fuzz_documents;

static inline void read_and_use(void *ctx) {
  fuzz_documents *documents = ctx;
  aml_sources *sources = aml_sources_new(documents->arena);
  aml_source *source = aml_sources_add(sources, AML_SV("fuzz.yml"), (aml_sv){0});
  uint32_t bad_at;
  if (aml_source_fill(source, documents->arena, documents->bytes, AML_LIMIT_FILE_BYTES, &bad_at, NULL) !=
      AML_OK) {
    return;
  }
  aml_diags_init(&documents->diags, documents->arena);
  aml_resources_init(&documents->resources, documents->arena);
  documents->tree = aml_tree_read(source, documents->arena, &documents->diags);
  documents->use(documents);
}

/* Links what was made of the documents. */
static inline aml_graph *link_fuzzed(fuzz_documents *documents) {
  aml_graph *graph = aml_graph_new(documents->arena);
  aml_graph_add(graph, documents->resources.list.items, documents->resources.list.count);
  aml_graph_link(graph);
  return graph;
}

static inline void fuzz_with(const uint8_t *data, size_t size, void (*use)(fuzz_documents *documents)) {
  aml_arena arena;
  aml_arena_init(&arena, AML_LIMIT_FILE_MEMORY);
  fuzz_documents documents = {.arena = &arena, .bytes = {(const char *)data, size}, .use = use};
  (void)aml_guard_run(&arena, read_and_use, &documents);
  aml_arena_release(&arena);
}

#endif
