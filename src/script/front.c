#include "script/front.h"

#include "azureml/front.h"
#include "script/az.h"
#include "script/hosts.h"
#include "script/mention.h"
#include "script/resources.h"
#include "tree/guest_value.h"

typedef struct script {
  const aml_shell *shell;
  const aml_hosted_scope *scope; /* what is set around it; NULL for nothing */
} script;

typedef struct scripts { /* the content of a file */
  AML_VEC(script) list;
} scripts;

/* Whether a command makes something, or names a file that does. */
static bool makes_resources(aml_arena *arena, const script *of) {
  aml_arena_mark mark = aml_arena_set_mark(arena);
  aml_diags none;
  aml_diags_init(&none, arena);
  aml_variables *variables = aml_variables_new(arena, of->shell, aml_hosted_variable, of->scope);
  bool is_any = false;
  for (uint32_t i = 0; i < of->shell->count && !is_any; i++) {
    aml_az_call call;
    is_any = aml_az_read(variables, i, &none, &call) && aml_az_makes(call.command->verb);
  }
  aml_arena_rewind(arena, &mark);
  return is_any;
}

static bool add_script(aml_file *file, scripts *all, const script *one) {
  if (!makes_resources(file->memory, one)) {
    return false;
  }
  AML_VEC_PUSH(file->memory, &all->list, *one);
  return true;
}

/* A file that a here-document writes is that file: "cat > cluster.yml <<EOF". */
static void add_written_files(aml_file *file, const aml_shell *shell) {
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    const aml_guest *body = NULL;
    aml_sv name = {0};
    for (uint32_t r = 0; r < command->redirection_count; r++) {
      const aml_redirection *redirection = command->redirections[r];
      body = redirection->body != NULL ? redirection->body : body;
      if (redirection->is_output) {
        (void)aml_word_literal(&redirection->target, &name);
      }
    }
    if (body != NULL && name.len > 0) {
      (void)aml_file_add_guest(file, body, name);
    }
  }
}

/* Comments may waive; there are no values to look at. */
static aml_tree *tree_of(aml_file *file, const aml_shell *shell) {
  aml_tree *tree = AML_NEW(file->memory, aml_tree);
  tree->syntax = AML_SYNTAX_YAML;
  for (uint32_t i = 0; i < shell->comment_count; i++) {
    const aml_shell_comment *from = &shell->comments[i];
    const aml_comment comment = {.span = aml_file_span(file, from->begin, from->end),
        .text = aml_sv_trim(aml_sv_slice(shell->text->text, (size_t)from->begin + 1, from->end)),
        .is_alone = from->is_alone};
    AML_VEC_PUSH(file->memory, &tree->comments, comment);
  }
  return tree;
}

/* What reads a file: PowerShell, a shell, or none of them. */
static bool find_language(const aml_file *file, aml_script_language *out) {
  aml_sv text = aml_file_text(file);
  aml_sv first = aml_sv_slice(text, 0, aml_sv_find_char(text, '\n', 0));
  bool is_interpreted = aml_sv_starts(first, AML_SV("#!"));
  bool is_powershell = aml_sv_iends(file->name, AML_SV(".ps1")) ||
                       aml_sv_iends(file->name, AML_SV(".psm1")) ||
                       (is_interpreted && aml_sv_find(first, AML_SV("pwsh"), 0) != AML_NPOS);
  *out = is_powershell ? AML_SCRIPT_POWERSHELL : AML_SCRIPT_SHELL;
  return is_powershell || !is_interpreted || aml_sv_find(first, AML_SV("sh"), 0) != AML_NPOS;
}

static const aml_shell *read_as(
    aml_file *file, const aml_guest *text, aml_script_language language, unsigned flags, aml_diags *diags) {
  return language == AML_SCRIPT_POWERSHELL ? aml_powershell_read(file->memory, text, diags)
                                           : aml_shell_read(file->memory, text, flags, diags);
}

static bool read_script(aml_file *file) {
  aml_script_language language;
  if (!aml_script_mentions(aml_file_text(file)) || !find_language(file, &language)) {
    return false;
  }
  aml_diags diags;
  aml_diags_init(&diags, file->memory);
  const aml_guest *whole = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  const script one = {read_as(file, whole, language, 0, &diags), NULL};
  scripts *all = AML_NEW(file->memory, scripts);
  if (!add_script(file, all, &one)) {
    return false;
  }
  aml_diags_take(file->diags, &diags);
  file->state = diags.list.count > 0 ? AML_FILE_BROKEN : file->state;
  file->content = all;
  file->tree = tree_of(file, one.shell);
  add_written_files(file, one.shell);
  return true;
}

static void add_hosted(
    aml_file *file, scripts *all, const aml_hosted_script *from, const aml_value *text, aml_diags *diags) {
  const aml_guest *host = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  const aml_guest *guest = aml_guest_of_value(file->memory, host, file->tree->syntax, text);
  if (guest == NULL || !aml_script_mentions(guest->text)) {
    return;
  }
  const script one = {read_as(file, guest, from->language, from->flags, diags), from->scope};
  if (add_script(file, all, &one)) {
    add_written_files(file, one.shell);
  }
}

/* Files whose steps are scripts; all that they hold is in their own tree. */
static bool read_workflow(aml_file *file) {
  if (!aml_script_mentions(aml_file_text(file))) {
    return false;
  }
  aml_hosted_scripts hosted = {0};
  const aml_tree *tree = aml_file_tree(file);
  for (size_t i = 0; i < tree->documents.count; i++) {
    aml_hosted_find(file->memory, tree->documents.items[i].root, &hosted);
  }
  aml_diags diags;
  aml_diags_init(&diags, file->memory);
  scripts *all = AML_NEW(file->memory, scripts);
  for (size_t i = 0; i < hosted.count; i++) {
    const aml_value *text = hosted.items[i].text;
    if (text->kind == AML_STRING) {
      add_hosted(file, all, &hosted.items[i], text, &diags);
    }
    for (size_t k = 0; text->kind == AML_ARRAY && k < text->as.array.count; k++) {
      if (text->as.array.items[k]->kind == AML_STRING) {
        add_hosted(file, all, &hosted.items[i], text->as.array.items[k], &diags);
      }
    }
  }
  if (all->list.count == 0) {
    return false;
  }
  aml_diags_take(file->diags, &diags);
  file->content = all;
  return true;
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  (void)host;
  const aml_azureml_context context = aml_azureml_context_of(unit);
  const scripts *all = unit->file->content;
  for (size_t i = 0; i < all->list.count; i++) {
    const script *one = &all->list.items[i];
    aml_variables *variables = aml_variables_new(&unit->arena, one->shell, aml_hosted_variable, one->scope);
    aml_script_resources(variables, &context, &unit->resources, &unit->diags);
  }
}

static const char *const traces[] = {"az ml compute", NULL};

const aml_front_end aml_front_script = {
    .name = "shell",
    .noun = "script",
    .endings = ".sh .bash .zsh .ksh .azcli .ps1 .psm1",
    .first_bytes = "#!",
    .traces = traces,
    .read = read_script,
    .expand = expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};

const aml_front_end aml_front_workflow = {
    .name = "steps",
    .noun = "workflow",
    .endings = ".yml .yaml",
    .is_by_content = true,
    .read = read_workflow,
    .expand = expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
