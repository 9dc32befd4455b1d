/* Any text as amlint.yml: read, asked, made into resources. */
#include "config/path_patterns.h"

#include "fuzz_documents.h"

static void configure(fuzz_documents *documents) {
  for (size_t i = 0; i < documents->tree->documents.count; i++) {
    const aml_config *config = aml_config_read(documents->arena, documents->tree->documents.items[i].root,
        AML_SV("amlint.yml"), AML_SV("."), &documents->diags);
    (void)aml_config_workspace_for(config, NULL, AML_SV("prod/cluster.yml"));
    aml_config_resources(config, &documents->resources);
  }
  const aml_graph *graph = link_fuzzed(documents);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    (void)aml_graph_scope_covers(graph, aml_graph_at(graph, i), aml_graph_at(graph, 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, configure);
  return 0;
}
