/* Any text as a program: its tokens, statements, commands and what it makes; and as the cells of a notebook.
 */
#include "python/program.h"
#include "python/program_commands.h"

#include "fuzz_documents.h"

/* Every place lies in the text, and every bracket ends behind itself. */
static void check_tokens(const aml_py_tokens *tokens) {
  for (uint32_t i = 0; i < tokens->count; i++) {
    const aml_py_token *token = &tokens->items[i];
    fuzz_check(token->begin <= token->end && token->end <= tokens->text.len);
    fuzz_check(token->close == 0 || (token->close > i && token->close <= tokens->count));
    fuzz_check(i == 0 || tokens->items[i - 1].end <= token->begin);
  }
}

static void check_lines(const aml_py_tokens *tokens, const aml_py_lines *lines) {
  for (uint32_t i = 0; i < lines->count; i++) {
    fuzz_check(lines->items[i].first <= lines->items[i].past && lines->items[i].past <= tokens->count);
    fuzz_check(lines->items[i].next > i && lines->items[i].next <= lines->count);
  }
}

static bool take(aml_py_run *run, aml_py_command *command) {
  (void)run, (void)command;
  return true;
}

static void follow(fuzz_documents *documents, const aml_guest *text) {
  const aml_value *unknown =
      aml_value_unknown(documents->arena, AML_SV("nobody says"), 1U << AML_STRING, AML_NO_SPAN);
  const aml_azureml_context around = {.file = AML_SV("fuzz.py"),
      .name = unknown,
      .location = unknown,
      .scope = {.has_resource_group = true, .is_uncertain = true}};
  const aml_py_tokens tokens = aml_py_read_tokens(documents->arena, text->text, 0, text->text.len);
  check_tokens(&tokens);
  aml_py_run *run = AML_NEW(documents->arena, aml_py_run);
  run->is_read = true;
  run->command_reader = &aml_py_reads_commands;
  run->take_command = take;
  aml_py_follow(run, documents->arena, text, &tokens, &documents->diags);
  check_lines(&tokens, &run->lines);
  aml_py_tell_commands(run);
  aml_py_resources(run, &around, &documents->resources, &documents->diags);
  for (size_t i = 0; i < documents->resources.list.count; i++) {
    fuzz_check(documents->resources.list.items[i]->body != NULL);
  }
}

static void read_program(fuzz_documents *documents) {
  uint32_t bad_at;
  documents->source = aml_sources_add(documents->sources, AML_SV("fuzz.py"), (aml_sv){0});
  if (aml_source_fill(documents->source, documents->arena, documents->bytes, AML_LIMIT_FILE_BYTES, &bad_at,
          NULL) != AML_OK) {
    return;
  }
  const aml_guest *whole = aml_guest_whole(documents->arena, documents->source);
  size_t middle = whole->text.len / 2;
  const aml_guest *const halves[] = {aml_guest_slice(documents->arena, whole, (aml_guest_range){0, middle}),
      aml_guest_slice(documents->arena, whole, (aml_guest_range){middle, whole->text.len})};
  follow(documents, whole);
  follow(documents, aml_guest_join(documents->arena, halves, 2, AML_SV("\n\f\n")));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, read_program);
  return 0;
}
