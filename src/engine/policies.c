/* Azure Policy objects named by --policy or by configurations become rules of the run. */
#include "policy/policies.h"
#include "engine/own_file.h"
#include "source/paths.h"

/* Alias catalogues are arrays of providers (or {"value": [...]}); several are one longer array. */
static const aml_aliases *read_aliases(aml_engine *engine) {
  AML_VEC(const aml_value *) providers = {0};
  for (size_t i = 0; i < engine->options.aliases.count; i++) {
    aml_sv open_as = aml_path_join(&engine->arena, engine->options.folder, engine->options.aliases.items[i]);
    aml_source *source;
    const aml_value *root =
        aml_engine_read_own_file(engine, aml_engine_shown_path(engine, open_as), open_as, &source);
    const aml_value *list =
        root != NULL && root->kind == AML_OBJECT ? aml_object_find(root, AML_SV("value")) : root;
    for (size_t k = 0; aml_value_is(list, AML_ARRAY) && k < list->as.array.count; k++) {
      AML_VEC_PUSH(&engine->arena, &providers, list->as.array.items[k]);
    }
    if (root != NULL && !aml_value_is(list, AML_ARRAY)) {
      AML_VEC_PUSH(&engine->arena, &providers, root);
    }
  }
  if (providers.count == 0) {
    return NULL;
  }
  const aml_value *all =
      aml_value_array(&engine->arena, providers.items, providers.count, providers.items[0]->span);
  return aml_aliases_read(&engine->arena, all, &engine->diags);
}

typedef struct policy_reader {
  aml_engine *engine;
  aml_policies *policies;
} policy_reader;

static void read_file(policy_reader *self, const aml_found *found) {
  aml_engine *engine = self->engine;
  aml_sv path = aml_engine_shown_path(engine, found->file);
  aml_source *source;
  const aml_value *root = aml_engine_read_own_file(engine, path, found->file, &source);
  if (root == NULL) {
    return;
  }
  if (aml_policies_recognise(root)) {
    (void)aml_policies_add(self->policies, root, path, &engine->diags);
  } else if (found->is_named) {
    aml_diags_add(&engine->diags, "AML011", root->span,
        "This is no policy definition, initiative, assignment or exemption, so it is not in force.")
        ->is_incomplete = true;
  }
}

/* Files and folders, relative to an absolute folder. */
static void read_paths(policy_reader *self, const aml_sv *paths, size_t count, aml_sv folder) {
  aml_engine *engine = self->engine;
  if (count == 0) {
    return;
  }
  aml_discovery found;
  aml_discover_options how = {.working_folder = folder, .no_ignore_files = true};
  aml_discover(&found, &engine->arena, paths, count, &how);
  for (size_t i = 0; i < found.files.count; i++) {
    read_file(self, &found.files.items[i]);
  }
  for (size_t i = 0; i < found.troubles.count; i++) {
    aml_engine_notice(engine, AML_SEVERITY_ERROR, found.troubles.items[i].path, "Policy file '%.*s' %.*s",
        AML_SV_ARG(found.troubles.items[i].path), AML_SV_ARG(found.troubles.items[i].text));
    engine->is_incomplete = true;
  }
}

void aml_engine_add_policies(aml_engine *engine, const aml_config *const *configs, size_t count) {
  policy_reader self = {.engine = engine};
  self.policies = aml_policies_new(&engine->arena, engine->sources, read_aliases(engine));
  read_paths(&self, engine->options.policies.items, engine->options.policies.count, engine->options.folder);
  for (size_t i = 0; i < count; i++) {
    read_paths(&self, configs[i]->policies.items, configs[i]->policies.count, configs[i]->folder);
  }
  aml_policies_build(self.policies, engine->rules, &engine->diags);
  engine->policies = self.policies;
}
