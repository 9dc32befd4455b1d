#include "python/front_python.h"

#include <string.h>

#include "azureml/front_azureml.h"
#include "base/sort.h"
#include "front/marks.h"
#include "python/composed_commands.h"
#include "python/escapes.h"
#include "python/magics.h"
#include "python/modules.h"
#include "python/program.h"
#include "python/program_commands.h"
#include "script/mention.h"
#include "script/named.h"
#include "script/uses.h"
#include "tree/reason.h"

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
    bool is_package =
        is_name && aml_sv_eq(text, AML_SV("azure")) &&
        ((aml_py_is(tokens, i + 2, "ai") && aml_py_is(tokens, i + 4, "ml")) ||
            (aml_py_is(tokens, i + 2, "mgmt") && aml_py_is(tokens, i + 4, "machinelearningservices")));
    if (is_package ||
        (is_name && (aml_sv_eq(text, AML_SV("AmlCompute")) || aml_sv_starts(text, AML_SV("azureml"))))) {
      return true;
    }
  }
  return false;
}

static const aml_guest *text_of(aml_arena *arena, const aml_file *file) {
  return file->guest != NULL ? file->guest : aml_guest_whole(arena, file->source);
}

/* ---- Commands that a program runs ---- */

static bool note_command(aml_py_run *run, aml_py_command *command) {
  enum { COMMANDS_MAX = 4000 }; /* each becomes a file of its own */
  const aml_file *file = run->ctx;
  const aml_guest *guest = run->commands.count == COMMANDS_MAX
                               ? NULL
                               : aml_guest_compose(file->memory, run->text, command->parts, command->count);
  if (guest != NULL) {
    AML_VEC_PUSH(run->arena, &run->commands, guest);
  } else if (!run->is_over_commands) {
    run->is_over_commands = true;
    aml_diags_add(file->diags, "AML003", command->span,
        "Of the commands of a program %d are read; those from here on were not checked.", COMMANDS_MAX)
        ->is_incomplete = true;
  }
  return guest != NULL;
}

/* Whether it became a guest of the file when that was read. */
static bool was_noted(aml_py_run *run, aml_py_command *command) {
  const aml_py_modules *modules = run->ctx;
  const aml_guest_range written = command->guest->written;
  bool is_any = false;
  for (size_t i = 0; i < modules->file->guests.count && !is_any; i++) {
    const aml_guest *guest = modules->file->guests.items[i]->guest;
    is_any = guest->written.begin == written.begin && guest->written.end == written.end;
  }
  return is_any;
}

static int compare_places(const void *a, const void *b) {
  const aml_guest *x = *(const aml_guest *const *)a;
  const aml_guest *y = *(const aml_guest *const *)b;
  return (x->written.begin > y->written.begin) - (x->written.begin < y->written.begin);
}

static void add_commands(aml_file *file, const aml_py_tokens *tokens) {
  aml_arena *scratch = aml_arena_new_scratch(file->memory);
  aml_diags none;
  aml_diags_init(&none, scratch);
  aml_py_run *run = AML_NEW(scratch, aml_py_run);
  run->command_reader = &aml_py_reads_commands;
  run->take_command = note_command;
  run->ctx = file;
  aml_py_follow(run, scratch, text_of(file->memory, file), tokens, &none);
  aml_py_add_scripts(run);
  aml_sort(scratch, run->commands.items, run->commands.count, sizeof run->commands.items[0], compare_places);
  for (size_t i = 0; i < run->commands.count; i++) {
    const aml_guest *one = run->commands.items[i];
    bool is_twice = i > 0 && run->commands.items[i - 1]->written.begin == one->written.begin;
    if (!is_twice) {
      (void)aml_file_add_guest(file, one, AML_SV("command.sh"));
    }
  }
  aml_arena_release(scratch);
}

/* A program without an SDK may make compute in other ways than by the commands that are read. */
static void say_rest(aml_file *file, const aml_py_tokens *tokens) {
  aml_sv text = tokens->text;
  char *rest = aml_arena_alloc(file->memory, text.len + 1, 1);
  memcpy(rest, text.data, text.len);
  for (size_t i = 0; i < file->guests.count; i++) {
    aml_guest_range range = file->guests.items[i]->guest->written;
    memset(rest + range.begin, ' ', range.end - range.begin);
  }
  size_t begin, end;
  if (aml_marks_find((aml_sv){rest, text.len}, false, &begin, &end)) {
    aml_diags_add(file->diags, "AML014", aml_file_span(file, begin, end),
        "The program mentions Azure ML compute here, outside the commands that amlint reads; this was not "
        "checked.")
        ->help =
        AML_SV("Run the command with 'os.system' or 'subprocess', or define the compute with the classes of "
               "the SDK. To accept that this is not checked, set 'unread: note' in amlint.yml.");
  }
}

/* Whether a program sends bodies that are known, in requests of its own. */
static bool sends_bodies(aml_file *file, const aml_py_tokens *tokens) {
  aml_arena *scratch = aml_arena_new_scratch(file->memory);
  aml_diags none;
  aml_diags_init(&none, scratch);
  aml_py_run *run = AML_NEW(scratch, aml_py_run);
  aml_py_follow(run, scratch, text_of(scratch, file), tokens, &none);
  bool sends = run->sent.count > 0 && none.list.count == 0;
  aml_arena_release(scratch);
  return sends;
}

static bool read_program(aml_file *file) {
  aml_sv text = aml_file_text(file);
  const aml_mentions mentions = aml_script_look(text);
  bool may_use = mentions.sdk;
  bool may_run = mentions.commands || mentions.lists;
  file->is_unmarked = !mentions.anchors;
  if (!may_use && !may_run) {
    return false;
  }
  aml_py_add_magics(file, text_of(file->memory, file));
  aml_py_tokens *tokens = AML_NEW(file->memory, aml_py_tokens);
  *tokens = aml_py_read_tokens(file->memory, text, 0, text.len);
  size_t magics = file->guests.count;
  if (may_run) {
    add_commands(file, tokens);
  }
  bool runs = file->guests.count > magics;
  if (!may_use && file->guests.count == 0) {
    return false;
  }
  if (file->guests.count == 0 && !uses_sdk(tokens) &&
      !(aml_script_holds_requests(text) && sends_bodies(file, tokens))) {
    return false;
  }
  if (runs && !uses_sdk(tokens)) {
    say_rest(file, tokens);
  }
  file->content = tokens;
  file->tree = tree_of(file, tokens);
  return true;
}

static aml_py_run *follow(
    const aml_front_host *host, aml_arena *arena, const aml_file *file, aml_diags *diags) {
  aml_py_run *run = AML_NEW(arena, aml_py_run);
  aml_py_modules *modules = AML_NEW(arena, aml_py_modules);
  aml_py_modules_init(modules, arena, host, file);
  run->is_read = true;
  run->look_up = aml_py_module_value;
  run->star = aml_py_module_star;
  run->command_reader = &aml_py_reads_commands;
  run->take_command = was_noted;
  run->ctx = modules;
  aml_py_follow(run, arena, text_of(arena, file), file->content, diags);
  return run;
}

/* The files that it loads, with what it says over them. */
static void bring(const aml_front_host *host, aml_file *file) {
  if (aml_sv_find(aml_file_text(file), AML_SV("load_"), 0) == AML_NPOS) {
    return;
  }
  aml_diags unused;
  aml_diags_init(&unused, host->arena);
  const aml_py_run *run = follow(host, host->arena, file, &unused);
  for (size_t i = 0; i < run->made.count; i++) {
    const aml_py_made *made = run->made.items[i];
    const aml_py_setting *source =
        made->class->role == AML_PY_LOADS ? aml_py_setting_find(made, AML_SV("source")) : NULL;
    aml_file *used = source == NULL ? NULL : aml_use_find(host, host->arena, file, source->value->data);
    if (used != NULL) {
      aml_use_definition(host, file, used, aml_py_overrides(host->arena, made), made->span);
    }
  }
}

/* Python takes some letters for others (NFKC): full-width ones, and those of mathematics. */
static bool is_folded(aml_sv name) {
  for (size_t i = 0; i + 1 < name.len; i++) {
    unsigned char first = (unsigned char)name.data[i];
    unsigned char second = (unsigned char)name.data[i + 1];
    if ((first == 0xEF && (second == 0xBC || second == 0xBD)) || (first == 0xF0 && second == 0x9D)) {
      return true;
    }
  }
  return false;
}

static void say_folded(const aml_file *file, aml_diags *diags) {
  const aml_py_tokens *tokens = file->content;
  for (uint32_t i = 0; i < tokens->count; i++) {
    const aml_py_token *token = &tokens->items[i];
    if (token->kind == AML_PY_NAME && is_folded(aml_py_text(tokens, i))) {
      aml_diag *diag = aml_diags_add(diags, "AML014", aml_file_span(file, token->begin, token->end),
          "'%.*s' is written with characters that Python replaces with others, so what it names was not "
          "checked.",
          AML_SV_ARG(aml_py_text(tokens, i)));
      diag->help = AML_SV("Write the name in ASCII letters.");
      return;
    }
  }
}

/* ---- Classes under other names ---- */

/* Whether a module gives the name to a class that defines compute, or to its function that does: one that has
 * another name in the SDK. */
static bool is_renamed(aml_arena *scratch, const aml_py_binding *binding) {
  const aml_py_value *value = binding->value;
  if (value == NULL || value->what != AML_PY_IMPORTED) {
    return false;
  }
  const aml_py_class *class = aml_py_class_find(value->path);
  class = class != NULL ? class
                        : aml_py_class_find(aml_sv_format(
                              scratch, "%.*s.provisioning_configuration", AML_SV_ARG(value->path)));
  aml_sv name = class == NULL ? (aml_sv){NULL, 0} : aml_sv_of(class->name);
  return class != NULL && class->role == AML_PY_DEFINES && class->kind == AML_YAML_AMLCOMPUTE &&
         !aml_sv_eq(aml_sv_slice(name, 0, aml_sv_find_char(name, '.', 0)), binding->name);
}

/* The first of these names in the program; its token count where one of them is called, or asked for a
 * function, as by a program that renames for itself. */
static uint32_t find_uncalled(const aml_py_tokens *tokens, const aml_map *names) {
  uint32_t first = tokens->count;
  for (uint32_t i = 0; i < tokens->count; i++) {
    if (tokens->items[i].kind == AML_PY_NAME && aml_map_find(names, aml_py_text(tokens, i)) != NULL) {
      first = first == tokens->count ? i : first;
      if (aml_py_is(tokens, i + 1, "(") || aml_py_is(tokens, i + 1, ".")) {
        return tokens->count;
      }
    }
  }
  return first;
}

/* Files that import a class under a name of the module's own have no word by which they are known. */
static void say_renamed(const aml_file *file, aml_py_run *run, aml_diags *diags) {
  const aml_py_tokens *tokens = file->content;
  aml_map names;
  aml_map_init(&names, run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < run->module->bindings.count; i++) {
    const aml_py_binding *binding = run->module->bindings.entries[i].value;
    if (is_renamed(run->arena, binding)) {
      (void)aml_map_put(&names, binding->name, run);
    }
  }
  uint32_t at = names.count == 0 ? tokens->count : find_uncalled(tokens, &names);
  if (at < tokens->count) {
    aml_diag *diag =
        aml_diags_add(diags, "AML014", aml_file_span(file, tokens->items[at].begin, tokens->items[at].end),
            "What '%.*s' creates was not checked: the name is not called here, and files that import it are "
            "not searched for it.",
            AML_SV_ARG(aml_py_text(tokens, at)));
    diag->help = AML_SV("Import the class under its own name where it is called.");
  }
}

/* Definitions of compute that are loaded from files which are not there, or not known. */
static void say_missing(const aml_front_host *host, aml_py_run *run, const aml_file *file, aml_diags *diags) {
  for (size_t i = 0; i < run->made.count; i++) {
    const aml_py_made *made = run->made.items[i];
    bool is_one = made->class->role == AML_PY_LOADS && aml_sv_eq(made->called, AML_SV("load_compute"));
    const aml_py_setting *source = is_one ? aml_py_setting_find(made, AML_SV("source")) : NULL;
    if (source == NULL) {
      continue;
    }
    const aml_value *name = source->value->data;
    if (name->kind == AML_UNKNOWN) {
      aml_diags_add(diags, "AML004", made->name_span,
          "Which file this call loads is not known, since %.*s; what it defines was not checked.",
          AML_SV_ARG(aml_reason_what(name->as.unknown->reason)));
    } else if (aml_use_open(host, run->arena, file, name) == NULL) {
      aml_diags_add(diags, "AML004", name->span,
          "The file '%.*s', which this call loads, does not exist, exists more than once, or is outside the "
          "root; it was not checked.",
          AML_SV_ARG(aml_value_text(name)));
    }
  }
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  say_folded(unit->file, &unit->diags);
  const aml_azureml_context context = aml_azureml_context_of(unit);
  aml_py_run *run = follow(host, &unit->arena, unit->file, &unit->diags);
  say_renamed(unit->file, run, &unit->diags);
  say_missing(host, run, unit->file, &unit->diags);
  if (uses_sdk(unit->file->content)) { /* of others, whatever is not read is told already */
    aml_py_tell_commands(run);
  }
  aml_py_tell_more(run);
  size_t first = unit->resources.list.count;
  aml_py_resources(run, &context, &unit->resources, &unit->diags);
  for (size_t i = first; i < unit->resources.list.count; i++) {
    unit->resources.list.items[i]->made_by = unit->file->source->path;
  }
}

static const char *const traces[] = {"AmlCompute(", NULL};

const aml_front_end aml_front_python = {
    .name = "sdk",
    .noun = "Python file",
    .endings = ".py .pyw",
    .traces = traces,
    .read = read_program,
    .bring = bring,
    .is_tolerant = true,
    .expand = expand,
    .doing = "Reading",
    .editor = &aml_argument_editor,
};
