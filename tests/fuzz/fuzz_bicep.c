/* Any text as a Bicep file and as a parameter file: its tokens, the template that is made of it, and what
 * that deploys.
 *
 * What must hold: no crash; tokens, blanks and comments fill the text up; errors and comments lie within it.
 */
#include "arm/template.h"
#include "base/limits.h"
#include "bicep/lower.h"

#include "fuzz_documents.h"

static void check_syntax(const aml_bicep_syntax *syntax) {
  const aml_bicep_tokens *tokens = &syntax->tokens;
  for (size_t i = 0; i < tokens->trivia.count; i++) {
    fuzz_check(tokens->trivia.items[i].begin < tokens->trivia.items[i].end);
    fuzz_check(tokens->trivia.items[i].end <= syntax->text.len);
  }
  for (size_t i = 0; i < tokens->errors.count; i++) {
    fuzz_check(tokens->errors.items[i].begin <= tokens->errors.items[i].end);
    fuzz_check(tokens->errors.items[i].end <= syntax->text.len && tokens->errors.items[i].message.len > 0);
  }
  for (size_t i = 0; i < syntax->count; i++) {
    const aml_bicep_node *one = syntax->declarations[i];
    fuzz_check(one->begin <= one->end && one->end <= syntax->text.len);
    fuzz_check(i == 0 || syntax->declarations[i - 1]->end <= one->begin);
  }
}

static const aml_value *lower(fuzz_documents *documents, bool is_parameters) {
  aml_file *file = AML_NEW(documents->arena, aml_file);
  file->source = documents->source;
  file->memory = documents->arena;
  aml_bicep_syntax *syntax = AML_NEW(documents->arena, aml_bicep_syntax);
  aml_bicep_parse(syntax, documents->arena, documents->source->bytes, is_parameters);
  check_syntax(syntax);
  return is_parameters ? aml_bicep_lower_parameters(file, syntax) : aml_bicep_lower(file, syntax);
}

static void read_bicep(fuzz_documents *documents) {
  uint32_t bad_at;
  documents->source = aml_sources_add(documents->sources, AML_SV("fuzz.bicep"), (aml_sv){0});
  if (aml_source_fill(documents->source, documents->arena, documents->bytes, AML_LIMIT_FILE_BYTES, &bad_at,
          NULL) != AML_OK) {
    return;
  }
  const aml_arm_context context = {0};
  const aml_arm_input input = {.template_ = lower(documents, false),
      .template_path = AML_SV("fuzz.bicep"),
      .parameters = lower(documents, true),
      .parameters_path = AML_SV("fuzz.bicepparam"),
      .sources = documents->sources,
      .context = &context};
  aml_arm_expand(&input, &documents->resources, &documents->diags, NULL);
  for (size_t i = 0; i < documents->resources.list.count; i++) {
    fuzz_check(documents->resources.list.items[i]->body != NULL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, read_bicep);
  return 0;
}
