#include "bicep/front.h"

#include "arm/front.h"
#include "bicep/lower.h"

/* The text of a comment without its marks. */
static aml_sv inside_comment(aml_sv text) {
  bool is_block = aml_sv_starts(text, AML_SV("/*"));
  size_t end = is_block && aml_sv_ends(text, AML_SV("*/")) && text.len >= 4 ? text.len - 2 : text.len;
  return aml_sv_trim(aml_sv_slice(text, 2, end));
}

static void add_comments(aml_file *file, const aml_bicep_tokens *tokens) {
  for (size_t i = 0; i < tokens->trivia.count; i++) {
    const aml_bicep_trivia *one = &tokens->trivia.items[i];
    if (!one->is_pragma) {
      const aml_comment comment = {.span = aml_file_span(file, one->begin, one->end),
          .text = inside_comment(aml_sv_slice(tokens->text, one->begin, one->end)),
          .is_alone = one->is_alone};
      AML_VEC_PUSH(file->memory, &file->tree->comments, comment);
    }
  }
}

static void add_errors(aml_file *file, const aml_bicep_tokens *tokens) {
  for (size_t i = 0; i < tokens->errors.count; i++) {
    const aml_bicep_error *error = &tokens->errors.items[i];
    aml_diags_add(file->diags, error->is_limit ? "AML003" : "AML001",
        aml_file_span(file, error->begin, error->end), "%.*s", AML_SV_ARG(error->message))
        ->is_incomplete = true;
    file->state = AML_FILE_BROKEN;
    file->tree->is_broken = true;
  }
}

static bool read_any(aml_file *file, bool is_parameters) {
  aml_bicep_syntax *syntax = AML_NEW(file->memory, aml_bicep_syntax);
  aml_bicep_parse(syntax, file->memory, aml_file_text(file), is_parameters);
  file->content = syntax;
  file->tree = AML_NEW(file->memory, aml_tree);
  add_comments(file, &syntax->tokens);
  add_errors(file, &syntax->tokens);
  const aml_document all = {
      .root = is_parameters ? aml_bicep_lower_parameters(file, syntax) : aml_bicep_lower(file, syntax)};
  AML_VEC_PUSH(file->memory, &file->tree->documents, all);
  return true;
}

static bool read_file(aml_file *file) {
  return read_any(file, false);
}

static bool read_parameters(aml_file *file) {
  return read_any(file, true);
}

const aml_front_end aml_front_bicep = {
    .name = "bicep",
    .noun = "Bicep file",
    .endings = ".bicep",
    .read = read_file,
    .may_be_linked = true,
    .group = aml_arm_pair_parameters,
    .expand = aml_arm_expand_unit,
    .doing = "Expanding",
};

const aml_front_end aml_front_bicepparam = {
    .name = "bicepparam",
    .noun = "Bicep parameter file",
    .endings = ".bicepparam",
    .read = read_parameters,
    .gives_parameters = true,
    .may_be_linked = true,
    .bring = aml_arm_bring_template,
};
