/* Any text as an alias catalogue, which is asked for every text that it holds; and each such text as an
 * alias. */
#include "condition/alias.h"

#include "fuzz_documents.h"

static void ask(const aml_aliases *aliases, aml_sv name) {
  aml_sv type;
  aml_sv tail;
  if (aml_alias_split(name, &type, &tail)) {
    (void)aml_alias_prefix(type, tail);
    (void)aml_alias_is_envelope(tail);
    (void)aml_aliases_has_type(aliases, type);
  }
  const aml_alias *found = aml_aliases_find(aliases, name);
  const aml_alias *for_type = aml_alias_for(found, name);
  fuzz_check(found != NULL || for_type == NULL);
  for (; found != NULL; found = found->next) {
    fuzz_check(aml_alias_path(found, AML_SV("2024-04-01")) != NULL && aml_alias_path(found, name) != NULL);
  }
}

static void ask_all(const aml_aliases *aliases, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      ask_all(aliases, value->as.array.items[i]);
    }
  } else if (value->kind == AML_OBJECT) {
    for (size_t i = 0; i < value->as.object.count; i++) {
      ask_all(aliases, value->as.object.members[i].value);
    }
  }
  ask(aliases, aml_value_text(value));
}

static void read_catalogue(fuzz_documents *documents) {
  const aml_value *root = fuzz_root(documents->tree);
  if (root != NULL) {
    ask_all(aml_aliases_read(documents->arena, root, &documents->diags), root);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, read_catalogue);
  return 0;
}
