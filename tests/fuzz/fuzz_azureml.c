/* Any text, read, recognised and translated as every kind of CLI v2 file. */
#include "azureml/azureml.h"

#include "fuzz_documents.h"

static void translate(fuzz_documents *documents) {
  aml_azureml_context context = {.scope = {.has_resource_group = true, .deployment = AML_SV("fuzz")}};
  for (size_t i = 0; i < documents->tree->documents.count; i++) {
    const aml_value *root = documents->tree->documents.items[i].root;
    (void)aml_azureml_recognise(root);
    for (int kind = AML_YAML_AMLCOMPUTE; root->kind == AML_OBJECT && kind <= AML_YAML_LIST; kind++) {
      aml_azureml_translate(root, (aml_yaml_kind)kind, &context, &documents->resources, &documents->diags);
    }
  }
  for (size_t i = 0; i < documents->resources.list.count; i++) {
    aml_azureml_check_arm(documents->resources.list.items[i], &documents->diags);
  }
  const aml_graph *graph = link_fuzzed(documents);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    const aml_resource *resource = aml_graph_at(graph, i);
    (void)aml_graph_scope_covers(graph, aml_graph_at(graph, 0), resource);
    (void)aml_graph_id(graph, documents->arena, resource);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, translate);
  return 0;
}
