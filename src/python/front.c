#include "python/front.h"

#include "azureml/front.h"
#include "python/modules.h"
#include "python/program.h"
#include "script/mention.h"

/* Comments may waive. There are no values to look at that the resources do not have. */
static aml_tree *tree_of(aml_file *file, const aml_py_tokens *tokens) {
  aml_tree *tree = AML_NEW(file->memory, aml_tree);
  tree->syntax = AML_SYNTAX_YAML;
  for (uint32_t i = 0; i < tokens->comment_count; i++) {
    const aml_py_comment *from = &tokens->comments[i];
    const aml_comment comment = {.span = aml_file_span(file, from->begin, from->end),
        .text = aml_sv_trim(aml_sv_slice(tokens->text, (size_t)from->begin + 1, from->end)),
        .is_alone = from->is_alone};
    AML_VEC_PUSH(file->memory, &tree->comments, comment);
  }
  return tree;
}

/* Whether the words stand in the program itself, rather than in its texts: a request's body is none of ours.
 */
static bool uses_sdk(const aml_py_tokens *tokens) {
  for (uint32_t i = 0; i < tokens->count; i++) {
    aml_sv text = aml_py_text(tokens, i);
    bool is_name = tokens->items[i].kind == AML_PY_NAME;
    bool is_package = is_name && aml_sv_eq(text, AML_SV("azure")) && aml_py_is(tokens, i + 2, "ai") &&
                      aml_py_is(tokens, i + 4, "ml");
    if (is_package ||
        (is_name && (aml_sv_eq(text, AML_SV("AmlCompute")) || aml_sv_starts(text, AML_SV("azureml"))))) {
      return true;
    }
  }
  return false;
}

static bool read_program(aml_file *file) {
  if (!aml_script_mentions_sdk(aml_file_text(file))) {
    return false;
  }
  aml_sv text = aml_file_text(file);
  aml_py_tokens *tokens = AML_NEW(file->memory, aml_py_tokens);
  *tokens = aml_py_read_tokens(file->memory, text, 0, text.len);
  if (!uses_sdk(tokens)) {
    return false;
  }
  file->content = tokens;
  file->tree = tree_of(file, tokens);
  return true;
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  const aml_azureml_context context = aml_azureml_context_of(unit);
  const aml_file *file = unit->file;
  aml_py_run *run = AML_NEW(&unit->arena, aml_py_run);
  aml_py_modules modules;
  aml_py_modules_init(&modules, &unit->arena, host, file);
  run->look_up = aml_py_module_value;
  run->ctx = &modules;
  const aml_guest *text = file->guest != NULL ? file->guest : aml_guest_whole(&unit->arena, file->source);
  aml_py_follow(run, &unit->arena, text, file->content, &unit->diags);
  aml_py_resources(run, &context, &unit->resources, &unit->diags);
}

static const char *const traces[] = {"AmlCompute(", NULL};

const aml_front_end aml_front_python = {
    .name = "sdk",
    .noun = "Python file",
    .endings = ".py .pyw",
    .traces = traces,
    .read = read_program,
    .expand = expand,
    .doing = "Reading",
    .editor = &aml_argument_editor,
};
