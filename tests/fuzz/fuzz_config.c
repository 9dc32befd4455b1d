/* Any text as amlint.yml: read, asked, made into resources. */
#include "base/limits.h"
#include "config/config.h"
#include "graph/graph.h"
#include "tree/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
  aml_arena *arena;
  aml_sv bytes;
} input;

static void read_config(void *ctx) {
  input *in = ctx;
  aml_sources *sources = aml_sources_new(in->arena);
  aml_source *source = aml_sources_add(sources, AML_SV("amlint.yml"), (aml_sv){0});
  uint32_t bad_at;
  if (aml_source_fill(source, in->arena, in->bytes, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return;
  }
  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  aml_resources resources;
  aml_resources_init(&resources, in->arena);
  aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, in->arena, &diags);
  for (size_t i = 0; i < tree->documents.count; i++) {
    const aml_config *config =
        aml_config_read(in->arena, tree->documents.items[i].root, AML_SV("amlint.yml"), AML_SV("."), &diags);
    (void)aml_config_workspace_for(config, AML_SV("prod/cluster.yml"));
    aml_config_resources(config, &resources);
  }
  aml_graph *graph = aml_graph_new(in->arena);
  aml_graph_add(graph, resources.list.items, resources.list.count);
  aml_graph_link(graph);
  for (size_t i = 0; i < resources.list.count; i++) {
    (void)aml_graph_scope_covers(graph, resources.list.items[i], resources.list.items[0]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  aml_arena arena;
  aml_arena_init(&arena, AML_LIMIT_FILE_MEMORY);
  input in = {&arena, {(const char *)data, size}};
  (void)aml_guard_run(&arena, read_config, &in);
  aml_arena_release(&arena);
  return 0;
}
