#include "bicep/front_bicep.h"

#include "arm/front_arm.h"
#include "arm/template.h"
#include "bicep/compiled.h"
#include "bicep/edit_bicep.h"
#include "bicep/lower.h"
#include "bicep/registry.h"
#include "source/paths.h"

/* The text of a comment without its marks. */
static aml_sv inside_comment(aml_sv text) {
  bool is_block = aml_sv_starts(text, AML_SV("/*"));
  size_t end = is_block && aml_sv_ends(text, AML_SV("*/")) && text.len >= 4 ? text.len - 2 : text.len;
  return aml_sv_trim(aml_sv_slice(text, 2, end));
}

/* `#disable-next-line` with rules of ours is a waiver that names nobody. */
static void add_pragma(aml_file *file, const aml_bicep_tokens *tokens, const aml_bicep_trivia *one) {
  static const aml_sv word = AML_SV_CONST("#disable-next-line");
  aml_sv rest = aml_sv_slice(tokens->text, one->begin, one->end);
  aml_sv rules = {NULL, 0};
  if (!aml_sv_starts(rest, word)) {
    return;
  }
  rest = aml_sv_slice(rest, word.len, rest.len);
  while (rest.len > 0) {
    aml_sv code = aml_sv_trim(aml_sv_split(&rest, ' '));
    if (aml_sv_starts(code, AML_SV("AML"))) {
      rules = rules.len == 0 ? code
                             : aml_sv_format(file->memory, "%.*s,%.*s", AML_SV_ARG(rules), AML_SV_ARG(code));
    }
  }
  if (rules.len > 0) {
    const aml_comment comment = {.span = aml_file_span(file, one->begin, one->end),
        .text = aml_sv_format(file->memory, "amlint: ignore[%.*s]", AML_SV_ARG(rules)),
        .is_alone = true};
    AML_VEC_PUSH(file->memory, &file->tree->comments, comment);
  }
}

static void add_comments(aml_file *file, const aml_bicep_tokens *tokens) {
  for (size_t i = 0; i < tokens->trivia.count; i++) {
    const aml_bicep_trivia *one = &tokens->trivia.items[i];
    if (one->is_pragma) {
      add_pragma(file, tokens, one);
    } else {
      const aml_comment comment = {.span = aml_file_span(file, one->begin, one->end),
          .text = inside_comment(aml_sv_slice(tokens->text, one->begin, one->end)),
          .is_alone = one->is_alone};
      AML_VEC_PUSH(file->memory, &file->tree->comments, comment);
    }
  }
}

/* A comment above decorators, or between them, speaks of what they decorate. */
static void pass_decorators(aml_file *file, const aml_bicep_syntax *syntax) {
  size_t at = 0;
  uint32_t begin = 0;
  for (size_t i = 0; i < syntax->count; i++) {
    const aml_bicep_node *one = syntax->declarations[i];
    const aml_bicep_node *decorators = aml_bicep_part(one, AML_BICEP_DECORATORS);
    uint32_t end = decorators == NULL ? 0 : decorators->parts[decorators->count - 1]->end;
    for (; at < file->tree->comments.count && file->tree->comments.items[at].span.begin < one->end; at++) {
      aml_comment *comment = &file->tree->comments.items[at];
      if (comment->is_alone && comment->span.begin >= begin && comment->span.begin < end) {
        comment->past = end;
      }
    }
    begin = one->end;
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
  pass_decorators(file, syntax);
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

/* ---- which files belong together ---- */

/* Whether the file is used, over others, by what would become a part of it. */
static bool is_used_by(const aml_file *file, const aml_file *part) {
  enum { CHAIN_MAX = 64 };
  for (size_t i = 0; file != NULL && i < CHAIN_MAX; i++) {
    if (file == part) {
      return true;
    }
    file = file->part_of;
  }
  return false;
}

/* A module of the run is evaluated where it is used. */
static void take_module(const aml_front_host *host, aml_file *file, aml_sv reference) {
  aml_sv path = aml_path_join(host->arena, aml_path_folder(file->source->path), reference);
  aml_file *module = aml_host_open(host, path);
  bool is_template =
      module != NULL && module->front != NULL && module->front->group == aml_arm_pair_parameters;
  if (is_template && module->part_of == NULL && !is_used_by(file, module)) {
    module->part_of = file;
  }
}

static void bring(const aml_front_host *host, aml_file *file) {
  const aml_bicep_syntax *syntax = file->content;
  for (size_t i = 0; i < syntax->count; i++) {
    const aml_bicep_node *one = syntax->declarations[i];
    const aml_bicep_node *reference = one->kind == AML_BICEP_MODULE ? one->parts[AML_BICEP_WITH_TYPE] : NULL;
    if (reference != NULL && reference->kind == AML_BICEP_TEXT &&
        !aml_arm_is_kept_elsewhere(reference->name)) {
      take_module(host, file, reference->name);
    }
  }
}

static bool is_compared(const aml_front_host *host, const aml_file *file) {
  return aml_bicep_find_compiled(host, file) != NULL;
}

static void forget(aml_unit *unit) {
  aml_resources_init(&unit->resources, &unit->arena);
  aml_diags_init(&unit->diags, &unit->arena);
}

static void forget_units(const aml_file *file) {
  for (size_t i = 0; i < file->units.count; i++) {
    forget(file->units.items[i]);
  }
}

static bool is_of_bicep(const aml_file *parameters) {
  return parameters != NULL && parameters->front == &aml_front_bicepparam;
}

/* What is a template of its own is deployed with its own parameter files, or with none. */
static void forget_compared(const aml_file *made) {
  bool has_own = false;
  bool has_other = false;
  for (size_t i = 0; i < made->units.count; i++) {
    const aml_file *parameters = made->units.items[i]->parameters;
    has_other = has_other || is_of_bicep(parameters);
    has_own = has_own || (parameters != NULL && !is_of_bicep(parameters));
  }
  for (size_t i = 0; i < made->units.count && has_other; i++) {
    const aml_file *parameters = made->units.items[i]->parameters;
    if (is_of_bicep(parameters) || (parameters == NULL && has_own)) {
      forget(made->units.items[i]);
    }
  }
}

static void settle(const aml_front_host *host, aml_file *file) {
  aml_file *made = aml_bicep_find_compiled(host, file);
  if (made != NULL && aml_bicep_compiles_to(file, made)) {
    made->part_of = file;
    made->left_out_by = file->source->path;
    forget_units(made);
  } else if (made != NULL) {
    forget_compared(made);
  }
  if (file->part_of != NULL && !file->source->is_named) {
    forget_units(file);
  }
}

static aml_sv find_module(const aml_front_host *host, aml_unit *unit, aml_sv from, aml_sv reference) {
  return aml_bicep_module_path(host, &unit->arena, unit->around->bicep, from, reference);
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  aml_arm_expand_unit_with(host, unit, find_module);
}

const aml_front_end aml_front_bicep = {
    .name = "bicep",
    .noun = "Bicep file",
    .endings = ".bicep",
    .read = read_file,
    .may_be_linked = true,
    .bring = bring,
    .group = aml_arm_pair_parameters,
    .expand = expand,
    .is_compared = is_compared,
    .settle = settle,
    .doing = "Expanding",
    .editor = &aml_bicep_editor,
};

/* What was compiled of the Bicep file is evaluated with the same values: to see whether it still says the
 * same.
 */
static void bring_with_compiled(const aml_front_host *host, aml_file *parameters) {
  aml_arm_bring_template(host, parameters);
  aml_sv used = aml_value_text(aml_value_path(aml_file_root(parameters), AML_SV("metadata.template")));
  aml_sv folder = aml_path_folder(parameters->source->path);
  const aml_file *file = used.len == 0 ? NULL : aml_host_find(host, aml_path_join(host->arena, folder, used));
  aml_file *made = file == NULL || host->given->count > 0 ? NULL : aml_bicep_find_compiled(host, file);
  if (made != NULL && made->units.count == 0) {
    (void)aml_host_add_unit(host, made, NULL);
  }
  if (made != NULL) {
    aml_arm_pair(host, made, parameters);
  }
}

const aml_front_end aml_front_bicepparam = {
    .name = "bicepparam",
    .noun = "Bicep parameter file",
    .endings = ".bicepparam",
    .read = read_parameters,
    .gives_parameters = true,
    .may_be_linked = true,
    .bring = bring_with_compiled,
    .editor = &aml_bicep_editor,
};
