#include "azureml/front_azureml.h"

#include "azureml/azureml.h"
#include "source/paths.h"

/* One kind for each document; none where no document is of a known kind. */
static bool read_yaml(aml_file *file) {
  const aml_tree *tree = aml_file_tree(file);
  size_t count = tree->documents.count;
  aml_yaml_kind *kinds = AML_NEW_ARRAY(file->memory, aml_yaml_kind, count);
  bool is_any = false;
  for (size_t i = 0; i < count; i++) {
    kinds[i] = aml_azureml_recognise(tree->documents.items[i].root);
    is_any = is_any || kinds[i] != AML_YAML_NONE;
  }
  file->content = is_any ? kinds : NULL;
  return is_any;
}

/* What lacks nothing of a compute but the key that says so. */
static aml_sv near_miss(const aml_file *file) {
  const char *type = NULL;
  for (size_t i = 0; file->tree != NULL && i < file->tree->documents.count && type == NULL; i++) {
    type = aml_azureml_resembled(file->tree->documents.items[i].root);
  }
  if (type == NULL) {
    return (aml_sv){NULL, 0};
  }
  return aml_sv_eq(aml_sv_of(type), AML_SV("amlcompute"))
             ? AML_SV("has the keys of a compute cluster, but neither 'type' nor '$schema', so it was "
                      "skipped; add 'type: amlcompute' if it is one.")
             : AML_SV("has the keys of a compute instance, but neither 'type' nor '$schema', so it was "
                      "skipped; add 'type: computeinstance' if it is one.");
}

static const aml_value *known_or(aml_arena *arena, const aml_value *value, const char *reason) {
  return value != NULL ? value : aml_value_unknown(arena, aml_sv_of(reason), 1U << AML_STRING, AML_NO_SPAN);
}

aml_azureml_context aml_azureml_context_of(aml_unit *unit) {
  const aml_surroundings *around = unit->around;
  aml_sv path = unit->file->source->path;
  aml_azureml_context context = {.file = aml_path_name(path), .workspace_key = around->workspace_key};
  if (around->has_workspace) {
    context.scope = around->workspace_scope;
  } else {
    context.scope = (aml_scope_path){.has_resource_group = true,
        .is_uncertain = true,
        .deployment = aml_sv_format(&unit->arena, "%.*s|", AML_SV_ARG(path))};
  }
  context.name = known_or(&unit->arena, around->workspace,
      "the configuration names no workspace for this file; add one under 'workspaces:' in amlint.yml");
  context.location = known_or(
      &unit->arena, around->workspace_location, "the configuration gives no location of the workspace");
  return context;
}

aml_yaml_kind aml_azureml_kind_of_file(const aml_file *file) {
  const aml_yaml_kind *kinds = file->front == &aml_front_cli_yaml ? file->content : NULL;
  return kinds == NULL || file->tree->documents.count == 0 ? AML_YAML_NONE : kinds[0];
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  (void)host;
  const aml_azureml_context context = aml_azureml_context_of(unit);
  const aml_tree *tree = unit->file->tree;
  const aml_yaml_kind *kinds = unit->file->content;
  for (size_t i = 0; i < tree->documents.count; i++) {
    const aml_value *root = tree->documents.items[i].root;
    if (unit->use != NULL && i == 0 && !aml_use_is_plain(unit->use)) {
      root = aml_azureml_lay_over(&unit->arena, root, unit->use->settings);
    }
    if (kinds[i] != AML_YAML_NONE) {
      aml_azureml_translate(root, kinds[i], &context, &unit->resources, &unit->diags);
    }
  }
  for (size_t i = 0; unit->use != NULL && i < unit->resources.list.count; i++) {
    aml_resource *resource = unit->resources.list.items[i];
    resource->made_by = unit->use->by;
    resource->parameters = aml_use_is_plain(unit->use) ? (aml_sv){0} : unit->use->by;
    resource->is_only_evaluation = unit->file->units.count == 1;
  }
}

static const char *const traces[] = {"azuremlschemas", "type: amlcompute", "type: computeinstance", NULL};

const aml_front_end aml_front_cli_yaml = {
    .name = "yaml",
    .noun = "Azure ML definition",
    .endings = ".json .jsonc .yml .yaml",
    .is_by_content = true,
    .traces = traces,
    .read = read_yaml,
    .near_miss = near_miss,
    .makes_values_only = true,
    .may_be_linked = true,
    .expand = expand,
    .doing = "Reading",
    .expands_alone = true,
    .editor = &aml_yaml_editor,
};
