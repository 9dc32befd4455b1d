/* Any text as a rule or policy file: read, compiled, and run on a cluster and a lock that hold a bit of
 * everything. Findings must stand inside a file, and edits must not meet. */
#include <stdlib.h>

#include "policy/policies.h"

#include "fuzz_documents.h"

static const char subject_text[] =
    "[{\"type\": \"Microsoft.MachineLearningServices/workspaces/computes\", \"name\": \"w/c\", "
    "\"apiVersion\": "
    "\"2024-04-01\", \"location\": \"West Europe\", \"tags\": {\"a\": \"1\", \"b.c\": \"x\"}, "
    "\"properties\": "
    "{\"computeType\": \"AmlCompute\", \"properties\": {\"vmSize\": \"Standard_NC6\", \"scaleSettings\": "
    "{\"minNodeCount\": 1}, \"rules\": [{\"p\": [1, 2]}, {\"p\": []}, null], \"subnet\": null}}},"
    "{\"type\": \"Microsoft.Authorization/locks\", \"name\": \"l\", \"properties\": {\"level\": "
    "\"ReadOnly\"}}]";

static void add_subjects(fuzz_documents *documents) {
  size_t error_at;
  const aml_value *list =
      aml_json_text_read(documents->arena, aml_sv_of(subject_text), AML_NO_SPAN, &error_at);
  for (size_t i = 0; i < list->as.array.count; i++) {
    aml_resource *resource = aml_resource_new(&documents->resources);
    resource->body = list->as.array.items[i];
    resource->type = aml_value_text(aml_object_find(resource->body, AML_SV("type")));
    resource->name = aml_object_find(resource->body, AML_SV("name"));
    resource->shown_name = aml_value_text(resource->name);
    resource->scope.has_resource_group = true;
    resource->scope.deployment = AML_SV("here");
    aml_resources_add(&documents->resources, resource);
  }
}

static void check_findings(const aml_findings *findings) {
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    bool is_sound = finding->rule != NULL && finding->message.text.len > 0 &&
                    (finding->status != AML_UNDECIDED || finding->undecided_reason.len > 0);
    if (!is_sound) {
      abort();
    }
  }
}

static void run_rules(fuzz_documents *documents) {
  if (documents->tree->is_broken) {
    return; /* of rules and policies whole files alone are read (aml_engine_read_whole_file) */
  }
  aml_error error;
  aml_ruleset rules = {.arena = documents->arena};
  aml_policies *policies = aml_policies_new(documents->arena, NULL, NULL);
  for (size_t i = 0; i < documents->tree->documents.count; i++) {
    const aml_value *root = documents->tree->documents.items[i].root;
    if (aml_policies_recognise(root)) {
      (void)aml_policies_add(policies, root, AML_SV("fuzz"), &documents->diags);
    } else {
      aml_ruleset_add(&rules, root, AML_RULE_USER, &documents->diags);
    }
  }
  aml_policies_build(policies, &rules, &documents->diags);
  add_subjects(documents);
  const aml_graph *graph = link_fuzzed(documents);
  aml_check_context context = {.sources = documents->sources,
      .graph = graph,
      .facts = aml_facts_new(documents->arena, (aml_sv){NULL, 0}, &error),
      .as_of = aml_day_of(2026, 11, 27)};
  aml_rules_prepare(&rules, &context, &documents->diags);
  aml_findings findings;
  aml_findings_init(&findings, documents->arena);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    aml_rules_check(&rules, &context, i, &findings);
  }
  check_findings(&findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, run_rules);
  return 0;
}
