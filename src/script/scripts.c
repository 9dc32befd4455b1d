#include "script/scripts.h"

#include "azureml/front_azureml.h"
#include "base/sort.h"
#include "script/az.h"
#include "script/command_resources.h"
#include "script/leftover.h"
#include "script/mention.h"
#include "script/named.h"
#include "script/pieces.h"
#include "script/script_reader.h"
#include "script/uses.h"
#include "source/paths.h"

typedef struct shell_around { /* what holds before the first command of a script */
  aml_variables *before;      /* of the script that its shell ran before; NULL for none */
  const aml_hosted_scope *scope;
  const aml_scripts_reading *reading;
} shell_around;

static const aml_value *look_around(const void *host, const aml_asked *asked) {
  const shell_around *around = host;
  const aml_scripts_reading *reading = around->reading;
  const aml_value *value =
      around->before == NULL || asked->is_outer ? NULL : aml_variables_at_end(around->before, asked->name);
  value = value != NULL ? value : aml_hosted_variable(around->scope, asked->name, asked->is_outer);
  return value != NULL || reading->environment == NULL ? value : reading->environment(reading->host, asked);
}

aml_variables *aml_scripts_next(aml_scripts_reading *reading, const aml_script *script) {
  shell_around *around = AML_NEW(reading->arena, shell_around);
  *around = (shell_around){script->goes_on ? reading->before : NULL, script->scope, reading};
  reading->before = aml_variables_new(reading->arena, script->shell, look_around, around);
  return reading->before;
}

/* Whether a command makes something, or names a file that does; *says_where: or where later ones do. */
static bool makes_resources(aml_arena *arena, aml_script *of, bool *says_where) {
  aml_arena_mark mark = aml_arena_set_mark(arena);
  aml_diags none;
  aml_diags_init(&none, arena);
  aml_variables *variables = aml_variables_new(arena, of->shell, NULL, NULL);
  bool is_any = false;
  for (uint32_t i = 0; i < of->shell->count; i++) {
    aml_az_call call;
    if (aml_az_read(variables, i, &none, &call)) {
      of->names_files =
          of->names_files || aml_az_file_named(&call) != NULL || aml_request_file(&call, variables) != NULL;
      is_any = is_any || aml_az_makes(call.command->verb);
      *says_where = true;
    }
  }
  aml_arena_rewind(arena, &mark);
  return is_any || of->names_files;
}

/* "cd FOLDER": few scripts go to more than a few. */
static void note_folders(aml_file *file, const aml_shell *shell) {
  enum { FOLDERS_MAX = 32 };
  static const char *const names[] = {"cd", "pushd", "Set-Location", "Push-Location", NULL};
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    aml_sv name, folder;
    bool goes = command->word_count == 2 && aml_word_literal(&command->words[0], &name) &&
                aml_shell_is_among(name, names) && aml_word_literal(&command->words[1], &folder);
    if (goes && file->folders.count < FOLDERS_MAX) {
      AML_VEC_PUSH(file->memory, &file->folders, folder);
    }
  }
}

static bool add_script(aml_file *file, aml_scripts *all, aml_script *one, bool is_kept, aml_diags *diags) {
  bool says_where = is_kept;
  bool makes = makes_resources(file->memory, one, &says_where);
  if (makes || says_where) {
    AML_VEC_PUSH(file->memory, &all->list, *one);
  }
  all->makers += makes ? 1 : 0;
  note_folders(file, one->shell);
  aml_leftover_say(file->memory, one->shell, diags);
  return makes;
}

/* A here-document with the variables in it that are known, each where it stands; what is not known stays as
 * it is written, which readers take for a placeholder. */
static const aml_guest *with_known_variables(
    aml_file *file, aml_variables *variables, uint32_t command, const aml_guest *body) {
  const aml_word word = aml_word_of_heredoc(file->memory, body);
  aml_word_parts parts = {0};
  aml_variables_parts(variables, command, &word, &parts);
  AML_VEC(aml_guest_part) made = {0};
  bool is_any = false;
  for (size_t i = 0; i < parts.list.count; i++) {
    const aml_word_part *part = &parts.list.items[i];
    size_t first = i;
    while (i + 1 < parts.list.count && parts.list.items[i + 1].written.begin == part->written.begin) {
      i++; /* of one variable, which is known in part */
    }
    aml_sv written = aml_sv_slice(body->text, part->written.begin, part->written.end);
    bool is_known = i == first && part->value->kind == AML_STRING;
    is_any = is_any || (is_known && !aml_sv_eq(part->value->as.string, written));
    const aml_guest_part one = {is_known ? part->value->as.string : written, part->written};
    AML_VEC_PUSH(file->memory, &made, one);
  }
  const aml_guest *filled = is_any ? aml_guest_compose(file->memory, body, made.items, made.count) : NULL;
  return filled != NULL ? filled : body;
}

/* A file that a here-document writes is that file: "cat > cluster.yml <<EOF". */
static void add_written_files(aml_file *file, const aml_shell *shell) {
  aml_variables *variables = aml_variables_new(file->memory, shell, NULL, NULL);
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
      (void)aml_file_add_guest(file, with_known_variables(file, variables, i, body), name);
    }
  }
}

/* The text of a word without its quotes, as the shell that it is handed to gets it; what is not known stays
 * as it is written. NULL for none. */
static const aml_guest *text_of_word(aml_arena *arena, const aml_guest *script, const aml_word *word) {
  bool is_escaped = false;
  AML_VEC(aml_guest_part) parts = {0};
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    const aml_guest_range range = {piece->begin, piece->end};
    aml_sv written = aml_sv_slice(script->text, range.begin, range.end);
    const aml_guest_part part = {piece->kind == AML_PIECE_TEXT ? piece->text : written, range};
    is_escaped =
        is_escaped || !aml_sv_eq(part.text, written) || (i > 0 && word->pieces[i - 1].end != piece->begin);
    if (part.text.len > 0) {
      AML_VEC_PUSH(arena, &parts, part);
    }
  }
  if (is_escaped) { /* of several writings none can be edited in place */
    return aml_guest_compose(arena, script, parts.items, parts.count);
  }
  return word->count == 0 ? NULL
                          : aml_guest_slice(arena, script,
                                (aml_guest_range){word->pieces[0].begin, word->pieces[word->count - 1].end});
}

static void add_texts(
    aml_file *file, aml_scripts *all, const aml_script *one, unsigned flags, aml_diags *diags) {
  const aml_guest *text = one->shell->text;
  for (uint32_t i = 0; i < one->shell->count; i++) {
    const aml_command *command = &one->shell->commands[i];
    bool runs = aml_az_runs_texts(command);
    for (uint32_t w = 1; runs && w < command->word_count; w++) {
      const aml_word *word = &command->words[w];
      if (!aml_script_mentions(aml_sv_slice(text->text, word->begin, word->end))) {
        continue;
      }
      const aml_guest *inner = text_of_word(file->memory, text, word);
      if (inner != NULL) {
        aml_script nested = {
            .shell = aml_shell_read(file->memory, inner, flags, diags), .scope = one->scope, .run = one->run};
        (void)add_script(file, all, &nested, false, diags);
      }
    }
  }
}

static const aml_shell *read_as(
    aml_file *file, const aml_guest *text, aml_script_language language, unsigned flags, aml_diags *diags) {
  return language == AML_SCRIPT_POWERSHELL ? aml_powershell_read(file->memory, text, flags, diags)
                                           : aml_shell_read(file->memory, text, flags, diags);
}

const aml_shell *aml_scripts_add(aml_file *file, aml_scripts *all, const aml_script_source *from) {
  aml_script one = {.shell = read_as(file, from->text, from->language, from->flags, from->diags),
      .scope = from->scope,
      .run = from->run,
      .goes_on = from->goes_on};
  size_t before = all->makers;
  if (add_script(file, all, &one, from->is_kept, from->diags)) {
    add_written_files(file, one.shell);
  }
  add_texts(file, all, &one, from->flags, from->diags);
  return all->makers > before ? one.shell : NULL;
}

void aml_scripts_add_shell(aml_file *file, aml_scripts *all, const aml_shell *shell,
    const aml_hosted_scope *scope, aml_diags *diags) {
  aml_script one = {.shell = shell, .scope = scope};
  (void)add_script(file, all, &one, false, diags);
  add_texts(file, all, &one, 0, diags);
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

bool aml_scripts_read(aml_file *file, unsigned flags) {
  aml_script_language language;
  aml_sv text = aml_file_text(file);
  if (!aml_script_mentions(text) || !find_language(file, &language)) {
    return false;
  }
  aml_diags diags;
  aml_diags_init(&diags, file->memory);
  const aml_guest *whole = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  aml_scripts *all = AML_NEW(file->memory, aml_scripts);
  const aml_script_source from = {
      .text = whole, .language = language, .flags = flags, .is_kept = true, .diags = &diags};
  if (aml_scripts_add(file, all, &from) == NULL) {
    return false;
  }
  aml_diags_take(file->diags, &diags);
  file->state = aml_leftover_count(&diags) < diags.list.count ? AML_FILE_BROKEN : file->state;
  file->content = all;
  file->tree = aml_scripts_tree(file);
  aml_scripts_add_comments(file, all);
  return true;
}

static int compare_comments(const void *left, const void *right) {
  const aml_comment *a = left;
  const aml_comment *b = right;
  return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/* Those of a line are found by whoever reads its script, and by whoever looks at lines. */
static void put_in_order(aml_file *file) {
  aml_tree *tree = file->tree;
  aml_sort(file->memory, tree->comments.items, tree->comments.count, sizeof *tree->comments.items,
      compare_comments);
  size_t kept = 0;
  for (size_t i = 0; i < tree->comments.count; i++) {
    if (kept == 0 || tree->comments.items[kept - 1].span.begin != tree->comments.items[i].span.begin) {
      tree->comments.items[kept++] = tree->comments.items[i];
    }
  }
  tree->comments.count = kept;
}

static void add_comment(aml_file *file, const aml_guest *text, aml_guest_range range, bool is_alone) {
  const aml_comment comment = {.span = aml_guest_span(text, range.begin, range.end),
      .text = aml_sv_trim(aml_sv_slice(text->text, range.begin + 1, range.end)),
      .is_alone = is_alone};
  AML_VEC_PUSH(file->memory, &file->tree->comments, comment);
}

void aml_scripts_add_comments(aml_file *file, const aml_scripts *all) {
  for (size_t s = 0; s < all->list.count; s++) {
    const aml_shell *shell = all->list.items[s].shell;
    for (uint32_t i = 0; i < shell->comment_count; i++) {
      const aml_shell_comment *from = &shell->comments[i];
      add_comment(file, shell->text, (aml_guest_range){from->begin, from->end}, from->is_alone);
    }
  }
  put_in_order(file);
}

void aml_scripts_add_line_comments(aml_file *file, const aml_guest *text) {
  for (size_t at = 0; at < text->text.len;) {
    size_t end = at + aml_sv_slice(text->text, at, aml_sv_find_char(text->text, '\n', at)).len;
    while (at < end && aml_ascii_space(text->text.data[at])) {
      at++;
    }
    aml_sv line = aml_sv_slice(text->text, at, end);
    if (aml_sv_starts(line, AML_SV("#")) && aml_sv_find(line, AML_SV("amlint"), 0) != AML_NPOS) {
      add_comment(file, text, (aml_guest_range){at, at + aml_sv_trim(line).len}, true);
    }
    at = end + 1;
  }
  put_in_order(file);
}

aml_tree *aml_scripts_tree(aml_file *file) {
  aml_tree *tree = AML_NEW(file->memory, aml_tree);
  tree->syntax = AML_SYNTAX_YAML;
  return tree;
}

void aml_scripts_expand(const aml_front_host *host, aml_unit *unit) {
  aml_scripts_expand_in(host, unit, unit->file, NULL, NULL);
}

void aml_scripts_expand_in(const aml_front_host *host, aml_unit *unit, const aml_file *file,
    aml_environment *environment, const void *ctx) {
  const aml_azureml_context context = aml_azureml_context_of(unit);
  const aml_scripts *all = file->content;
  aml_script_defaults defaults = {0};
  const aml_script_place place = {&context, &defaults, host, file};
  aml_scripts_reading reading = {.arena = &unit->arena, .environment = environment, .host = ctx};
  for (size_t i = 0; i < all->list.count; i++) {
    const aml_script *one = &all->list.items[i];
    if (i > 0 && one->run != all->list.items[i - 1].run) {
      defaults = (aml_script_defaults){0};
    }
    aml_script_resources(aml_scripts_next(&reading, one), &place, &unit->resources, &unit->diags);
  }
}
