/* Any text, read, recognised and translated as every kind of CLI v2 file. */
#include "azureml/azureml.h"
#include "base/limits.h"
#include "graph/graph.h"
#include "tree/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
  aml_arena *arena;
  aml_sv bytes;
} input;

static void translate(void *ctx) {
  input *in = ctx;
  aml_sources *sources = aml_sources_new(in->arena);
  aml_source *source = aml_sources_add(sources, AML_SV("fuzz.yml"), (aml_sv){0});
  uint32_t bad_at;
  if (aml_source_fill(source, in->arena, in->bytes, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
    return;
  }
  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  aml_resources resources;
  aml_resources_init(&resources, in->arena);
  aml_azureml_context context = {.scope = {.has_resource_group = true, .deployment = AML_SV("fuzz")}};
  aml_tree *tree = aml_tree_read(source, in->arena, &diags);
  for (size_t i = 0; i < tree->documents.count; i++) {
    const aml_value *root = tree->documents.items[i].root;
    (void)aml_azureml_recognise(root);
    for (int kind = AML_YAML_AMLCOMPUTE; root->kind == AML_OBJECT && kind <= AML_YAML_LIST; kind++) {
      aml_azureml_translate(root, (aml_yaml_kind)kind, &context, &resources, &diags);
    }
  }
  aml_graph *graph = aml_graph_new(in->arena);
  aml_graph_add(graph, resources.list.items, resources.list.count);
  aml_graph_link(graph);
  for (size_t i = 0; i < resources.list.count; i++) {
    aml_azureml_check_arm(resources.list.items[i], &diags);
    (void)aml_graph_scope_covers(graph, resources.list.items[0], resources.list.items[i]);
    (void)aml_graph_id(graph, in->arena, resources.list.items[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  aml_arena arena;
  aml_arena_init(&arena, AML_LIMIT_FILE_MEMORY);
  input in = {&arena, {(const char *)data, size}};
  (void)aml_guard_run(&arena, translate, &in);
  aml_arena_release(&arena);
  return 0;
}
