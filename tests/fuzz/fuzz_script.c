/* Any text as a script: in both languages and with everything that a host may do to it, from its words to the
 * resources that its commands make; and as YAML that holds scripts. */
#include "script/command_resources.h"
#include "script/hosts.h"
#include "script/variables.h"

#include "fuzz_documents.h"

static const aml_azureml_context *around_of(fuzz_documents *documents) {
  aml_azureml_context *around = AML_NEW(documents->arena, aml_azureml_context);
  const aml_value *unknown =
      aml_value_unknown(documents->arena, AML_SV("nobody says"), 1U << AML_STRING, AML_NO_SPAN);
  *around = (aml_azureml_context){.file = AML_SV("fuzz.sh"),
      .name = unknown,
      .location = unknown,
      .scope = {.has_resource_group = true, .is_uncertain = true}};
  return around;
}

/* Every place lies in the text, and every block around a command holds it. */
static void check_shell(const aml_shell *shell) {
  size_t length = shell->text->text.len;
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    fuzz_check(command->begin <= command->end && command->end <= length);
    for (uint32_t w = 0; w < command->word_count; w++) {
      fuzz_check(command->words[w].begin <= command->words[w].end && command->words[w].end <= length);
    }
    for (uint32_t block = command->block; block != 0; block = shell->blocks[block].parent) {
      fuzz_check(shell->blocks[block].first <= i && i < shell->blocks[block].past);
    }
  }
}

static void run(fuzz_documents *documents, const aml_shell *shell) {
  check_shell(shell);
  aml_variables *variables = aml_variables_new(documents->arena, shell, NULL, NULL);
  aml_script_defaults defaults = {0};
  const aml_script_place place = {.around = around_of(documents), .defaults = &defaults};
  aml_script_resources(variables, &place, &documents->resources, &documents->diags);
  for (size_t i = 0; i < documents->resources.list.count; i++) {
    fuzz_check(documents->resources.list.items[i]->body != NULL);
  }
}

static void read_script(fuzz_documents *documents) {
  static const unsigned flags[] = {
      0, AML_SHELL_MACROS, AML_SHELL_BRACES | AML_SHELL_ANGLES, AML_SHELL_MAKE, AML_SHELL_TEMPLATE};
  uint32_t bad_at;
  documents->source = aml_sources_add(documents->sources, AML_SV("fuzz.sh"), (aml_sv){0});
  if (aml_source_fill(documents->source, documents->arena, documents->bytes, AML_LIMIT_FILE_BYTES, &bad_at,
          NULL) != AML_OK) {
    return;
  }
  const aml_guest *text = aml_guest_whole(documents->arena, documents->source);
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    run(documents, aml_shell_read(documents->arena, text, flags[i], &documents->diags));
  }
  run(documents,
      aml_powershell_read(documents->arena, text, AML_SHELL_MACROS | AML_SHELL_TEMPLATE, &documents->diags));
  const aml_tree *tree =
      aml_tree_read_as(documents->source, AML_SYNTAX_YAML, documents->arena, &documents->diags);
  aml_hosted_scripts scripts = {0};
  for (size_t i = 0; i < tree->documents.count; i++) {
    aml_hosted_find(documents->arena, text->text, tree->documents.items[i].root, &scripts);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, read_script);
  return 0;
}
