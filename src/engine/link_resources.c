/* Resources to the graph: those of the files, those that configurations say to exist, and those of
 * evidence. */
#include "engine/evidence.h"

void aml_engine_add_configured(const aml_inputs *inputs, aml_graph *graph) {
  AML_VEC(const aml_config *) seen = {0};
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_config *config = inputs->files.items[i]->config;
    bool is_new = config != NULL;
    for (size_t k = seen.count; k > 0 && is_new; k--) {
      is_new = seen.items[k - 1] != config;
    }
    if (is_new) {
      aml_resources *resources = AML_NEW(inputs->arena, aml_resources);
      aml_resources_init(resources, inputs->arena);
      aml_config_resources(config, resources);
      aml_graph_add(graph, resources->list.items, resources->list.count);
      AML_VEC_PUSH(inputs->arena, &seen, config);
    }
  }
}

void aml_engine_link(const aml_request *request, const aml_criteria *criteria, const aml_inputs *inputs,
    aml_estate *estate, aml_remarks *remarks) {
  estate->declared = aml_graph_new(inputs->arena);
  aml_engine_collect_evidence(inputs, estate, remarks);
  aml_engine_add_configured(inputs, estate->declared);
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    for (size_t k = 0; k < file->units.count && !file->is_evidence; k++) {
      const aml_unit *unit = file->units.items[k];
      aml_graph_add(estate->declared, unit->resources.list.items, unit->resources.list.count);
    }
  }
  aml_graph_link(estate->declared, request->options.jobs);
  aml_engine_link_evidence(criteria, inputs, estate, remarks);
}
