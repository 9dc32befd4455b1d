/* Azure Policy objects named by --policy or by configurations become rules of the run. */
#include "engine/configure.h"
#include "source/paths.h"

/* Alias catalogues are arrays of providers (or {"value": [...]}); several are one longer array. */
static const aml_aliases *read_aliases(const aml_own_reader *reader) {
  AML_VEC(const aml_value *) providers = {0};
  for (size_t i = 0; i < reader->request->options.aliases.count; i++) {
    aml_sv open_as = aml_path_join(
        reader->arena, reader->request->options.folder, reader->request->options.aliases.items[i]);
    const aml_value *root = aml_engine_read_own_file(reader, open_as, &aml_own_aliases, NULL);
    const aml_value *list =
        root != NULL && root->kind == AML_OBJECT ? aml_object_find(root, AML_SV("value")) : root;
    for (size_t k = 0; aml_value_is(list, AML_ARRAY) && k < list->as.array.count; k++) {
      AML_VEC_PUSH(reader->arena, &providers, list->as.array.items[k]);
    }
    if (root != NULL && !aml_value_is(list, AML_ARRAY)) {
      AML_VEC_PUSH(reader->arena, &providers, root);
    }
  }
  if (providers.count == 0) {
    return NULL;
  }
  const aml_value *all =
      aml_value_array(reader->arena, providers.items, providers.count, providers.items[0]->span);
  return aml_aliases_read(reader->arena, all, &reader->remarks->diags);
}

typedef struct policy_reader {
  const aml_own_reader *reader;
  aml_policies *policies;
} policy_reader;

static void read_file(void *ctx, const aml_found *found) {
  policy_reader *self = ctx;
  const aml_own_reader *reader = self->reader;
  const aml_own_kind *kind = found->is_named ? &aml_own_policy : &aml_own_policy_in_folder;
  const aml_value *root = aml_engine_read_whole_file(reader, found->file, kind);
  if (root != NULL) {
    (void)aml_policies_add(
        self->policies, root, aml_engine_shown_path(reader->inputs, found->file), &reader->remarks->diags);
  }
}

void aml_engine_add_policies(
    const aml_own_reader *reader, aml_criteria *criteria, const aml_config_list *configs) {
  const aml_engine_options *options = &reader->request->options;
  policy_reader self = {.reader = reader};
  self.policies = aml_policies_new(reader->arena, reader->inputs->sources, read_aliases(reader));
  const aml_own_walk how = {.noun = "Policy file", .visit = read_file, .ctx = &self};
  aml_engine_walk_own_files(reader, &options->policies, options->folder, &how);
  for (size_t i = 0; i < configs->count; i++) {
    aml_engine_walk_own_files(reader, &configs->items[i]->policies, configs->items[i]->folder, &how);
  }
  aml_policies_build(self.policies, criteria->rules, &reader->remarks->diags);
  criteria->policies = self.policies;
}
