/* Shared by the targets that read an input into documents first. An input of several parts is cut at lines of
 * "====". */
#ifndef AMLINT_TESTS_FUZZ_FUZZ_DOCUMENTS_H
#define AMLINT_TESTS_FUZZ_FUZZ_DOCUMENTS_H

#include <stdlib.h>

#include "base/limits.h"
#include "graph/graph.h"
#include "source/lines.h"
#include "tree/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_documents {
  aml_arena *arena;
  aml_sv bytes;
  aml_sources *sources;
  aml_source *source; /* the last that was read */
  aml_tree *tree;
  aml_diags diags;
  aml_resources resources; /* for the target to fill */
  void (*use)(struct fuzz_documents *documents);
} fuzz_documents;

/* What must hold. */
static inline void fuzz_check(bool holds) {
  if (!holds) {
    abort();
  }
}

/* Takes the next part off the text: what stands before the next line of "====". */
static inline aml_sv fuzz_next_part(aml_sv *rest) {
  static const aml_sv line = AML_SV_CONST("\n====\n");
  size_t cut = aml_sv_find(*rest, line, 0);
  aml_sv part = aml_sv_slice(*rest, 0, cut);
  *rest = cut == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(*rest, cut + line.len, rest->len);
  return part;
}

/* Reads a text as a file of that name; NULL where it is no text. */
static inline aml_tree *fuzz_read(fuzz_documents *documents, aml_sv path, aml_sv text) {
  uint32_t bad_at;
  documents->source = aml_sources_add(documents->sources, path, (aml_sv){0});
  if (aml_source_fill(documents->source, documents->arena, text, AML_LIMIT_FILE_BYTES, &bad_at, NULL) !=
      AML_OK) {
    return NULL;
  }
  aml_source_index_lines(documents->source, documents->arena);
  return aml_tree_read(documents->source, documents->arena, &documents->diags);
}

/* The first document, NULL where there is none. */
static inline const aml_value *fuzz_root(const aml_tree *tree) {
  return tree == NULL || tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
}

static inline void fuzz_begin(fuzz_documents *documents) {
  documents->sources = aml_sources_new(documents->arena);
  aml_diags_init(&documents->diags, documents->arena);
  aml_resources_init(&documents->resources, documents->arena);
}

static inline void read_and_use(void *ctx) {
  fuzz_documents *documents = ctx;
  fuzz_begin(documents);
  documents->tree = fuzz_read(documents, AML_SV("fuzz.yml"), documents->bytes);
  if (documents->tree != NULL) {
    documents->use(documents);
  }
}

/* For targets that read the bytes themselves. */
static inline void use_bytes(void *ctx) {
  fuzz_documents *documents = ctx;
  fuzz_begin(documents);
  documents->use(documents);
}

/* Links what was made of the documents. */
static inline aml_graph *link_fuzzed(fuzz_documents *documents) {
  aml_graph *graph = aml_graph_new(documents->arena);
  aml_graph_add(graph, documents->resources.list.items, documents->resources.list.count);
  aml_graph_link(graph, 1);
  return graph;
}

static inline void fuzz_with(const uint8_t *data, size_t size, void (*use)(fuzz_documents *documents)) {
  aml_arena arena;
  aml_arena_init(&arena, (size_t)2048 << 20);
  fuzz_documents documents = {.arena = &arena, .bytes = {(const char *)data, size}, .use = use};
  (void)aml_guard_run(&arena, read_and_use, &documents);
  aml_arena_release(&arena);
}

static inline void fuzz_parts_with(const uint8_t *data, size_t size, void (*use)(fuzz_documents *documents)) {
  aml_arena arena;
  aml_arena_init(&arena, (size_t)2048 << 20);
  fuzz_documents documents = {.arena = &arena, .bytes = {(const char *)data, size}, .use = use};
  (void)aml_guard_run(&arena, use_bytes, &documents);
  aml_arena_release(&arena);
}

#endif
