/* Azure Policy objects named by --policy or by configurations become rules of the run. */
#include "engine/own_file.h"
#include "source/paths.h"

/* Alias catalogues are arrays of providers (or {"value": [...]}); several are one longer array. */
static const aml_aliases *read_aliases(aml_engine *engine) {
  AML_VEC(const aml_value *) providers = {0};
  for (size_t i = 0; i < engine->request.options.aliases.count; i++) {
    aml_sv open_as = aml_path_join(
        &engine->arena, engine->request.options.folder, engine->request.options.aliases.items[i]);
    const aml_value *root = aml_engine_read_own_file(engine, open_as, &aml_own_aliases, NULL);
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
  return aml_aliases_read(&engine->arena, all, &engine->remarks.diags);
}

typedef struct policy_reader {
  aml_engine *engine;
  aml_policies *policies;
} policy_reader;

static void read_file(void *ctx, const aml_found *found) {
  policy_reader *self = ctx;
  aml_engine *engine = self->engine;
  const aml_own_kind *kind = found->is_named ? &aml_own_policy : &aml_own_policy_in_folder;
  const aml_value *root = aml_engine_read_whole_file(engine, found->file, kind);
  if (root != NULL) {
    (void)aml_policies_add(
        self->policies, root, aml_engine_shown_path(engine, found->file), &engine->remarks.diags);
  }
}

void aml_engine_add_policies(aml_engine *engine, const aml_config *const *configs, size_t count) {
  policy_reader self = {.engine = engine};
  self.policies = aml_policies_new(&engine->arena, engine->inputs.sources, read_aliases(engine));
  const aml_own_walk how = {.noun = "Policy file", .visit = read_file, .ctx = &self};
  aml_engine_walk_own_files(engine, &engine->request.options.policies, engine->request.options.folder, &how);
  for (size_t i = 0; i < count; i++) {
    aml_engine_walk_own_files(engine, &configs[i]->policies, configs[i]->folder, &how);
  }
  aml_policies_build(self.policies, engine->criteria.rules, &engine->remarks.diags);
  engine->criteria.policies = self.policies;
}
