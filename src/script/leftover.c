#include "script/leftover.h"

#include <string.h>

#include "base/map.h"
#include "front/marks.h"
#include "script/cmdlets.h"
#include "script/mention.h"

typedef struct leftover {
  aml_arena *arena;
  const aml_shell *shell;
  aml_variables *variables; /* NULL before they are asked for */
  aml_map marked;           /* names of variables and files whose text speaks of compute */
} leftover;

static bool names_marked(const leftover *l, aml_sv name) {
  return name.len > 0 && aml_map_find(&l->marked, name) != NULL;
}

static void mark(leftover *l, aml_sv name) {
  if (name.len > 0) {
    (void)aml_map_put(&l->marked, name, l);
  }
}

/* "az ml compute create" somewhere in a text, over blanks and quotes. */
static bool makes(aml_sv text) {
  static const char *const verbs[] = {"create", "update"};
  size_t begin, end;
  for (; aml_marks_find(text, true, &begin, &end); text = aml_sv_slice(text, end, text.len)) {
    aml_sv rest = aml_sv_trim(aml_sv_slice(text, end, text.len));
    rest = aml_sv_istarts(rest, AML_SV("target")) ? aml_sv_trim(aml_sv_slice(rest, 6, rest.len)) : rest;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
      if (aml_sv_starts(rest, aml_sv_of(verbs[i]))) {
        return true;
      }
    }
  }
  return false;
}

static bool speaks(aml_sv text) {
  return aml_script_holds_others(text) || aml_sv_ifind(text, AML_SV("/computes/"), 0) != AML_NPOS ||
         makes(text);
}

/* Whether a word speaks of compute, or hands on what does. What a substitution runs is looked at by itself.
 */
static bool word_speaks(const leftover *l, const aml_word *word) {
  bool is_list = word->count == 0 || word->is_array;
  bool is_any = is_list && speaks(aml_sv_slice(l->shell->text->text, word->begin, word->end));
  for (uint32_t i = 0; i < word->count && !is_any; i++) {
    const aml_piece *piece = &word->pieces[i];
    is_any = piece->kind == AML_PIECE_VARIABLE ? names_marked(l, piece->text)
             : piece->kind == AML_PIECE_TEXT   ? speaks(piece->text)
                                               : speaks(piece->text) && !aml_script_mentions(piece->text);
  }
  aml_sv literal;
  bool is_literal = aml_word_literal(word, &literal);
  size_t skipped = is_literal && aml_sv_starts(literal, AML_SV("@"))    ? 1
                   : is_literal && aml_sv_starts(literal, AML_SV("./")) ? 2
                                                                        : 0;
  return is_any || (is_literal && names_marked(l, aml_sv_slice(literal, skipped, literal.len)));
}

/* Whether all of the command does: its words may be those of "az" behind another name. */
static bool command_speaks(const leftover *l, const aml_command *command) {
  bool runs = aml_az_runs_texts(command); /* its texts are read by themselves */
  bool is_known = true;
  for (uint32_t i = 0; i < command->word_count; i++) {
    const aml_word *word = &command->words[i];
    aml_sv text = aml_sv_slice(l->shell->text->text, word->begin, word->end);
    if (!(runs && aml_script_mentions(text)) && word_speaks(l, word)) {
      return true;
    }
    for (uint32_t p = 0; p < word->count; p++) {
      is_known = is_known && word->pieces[p].kind != AML_PIECE_UNKNOWN;
    }
  }
  return !runs && is_known && makes(aml_sv_slice(l->shell->text->text, command->begin, command->end));
}

/* The here-document that a command reads, where it speaks of compute; *target is the file that the command
 * writes. */
static const aml_guest *speaking_body(const aml_command *command, const aml_word **target) {
  const aml_guest *body = NULL;
  *target = NULL;
  for (uint32_t i = 0; i < command->redirection_count; i++) {
    const aml_redirection *redirection = command->redirections[i];
    bool is_speaking = redirection->body != NULL && speaks(redirection->body->text);
    body = is_speaking ? redirection->body : body;
    *target = redirection->is_output ? &redirection->target : *target;
  }
  return body;
}

static void note_assignments(leftover *l, const aml_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++) {
    const aml_assignment *assignment = &command->assignments[i];
    if (word_speaks(l, &assignment->value)) {
      mark(l, assignment->name);
    }
  }
  for (uint32_t i = 1; i < command->word_count; i++) {
    aml_assignment declared;
    if (aml_word_assigns(l->arena, &command->words[i], &declared) && word_speaks(l, &declared.value)) {
      mark(l, declared.name);
    }
  }
}

static bool is_named(const aml_command *command, const char *const *names) {
  aml_sv name;
  bool is_literal = command->word_count > 0 && aml_word_literal(&command->words[0], &name);
  bool is_any = false;
  for (; is_literal && *names != NULL && !is_any; names++) {
    is_any = aml_sv_ieq(name, aml_sv_of(*names));
  }
  return is_any;
}

/* What prints, or only says what variables hold. */
static bool only_prints(const aml_command *command) {
  static const char *const names[] = {"export", "readonly", "local", "declare", "typeset", "jq", "envsubst",
      "tee", "head", "tail", "tr", "sort", "pip", "pip3", "rm", "exit", "return", "out-file", "set-content",
      NULL};
  return command->word_count == 0 || aml_az_only_shows(command) || is_named(command, names);
}

/* A request that sends nothing. */
static bool only_asks(const aml_command *command) {
  static const char *const names[] = {"curl", "wget", "http", "https", "invoke-restmethod",
      "invoke-webrequest", "irm", "iwr", "invoke-azrestmethod", "invoke-azrest", NULL};
  static const char *const sends[] = {"-x", "-d", "--d", "--req", "-t", "--json", "--up", "-f", "--form",
      "--post", "--meth", "--body", "-met", "-b", "-in", "-pa", "put", "patch"};
  bool is_any = !is_named(command, names);
  for (uint32_t i = 1; i < command->word_count && !is_any; i++) {
    aml_sv text;
    bool is_known = aml_word_literal(&command->words[i], &text);
    const aml_word *word = &command->words[i];
    is_any = !is_known && word->count == 1 && !word->pieces[0].is_quoted; /* $OPTIONS */
    for (size_t k = 0; is_known && k < sizeof sends / sizeof sends[0]; k++) {
      is_any = is_any || aml_sv_istarts(text, aml_sv_of(sends[k]));
    }
  }
  return !is_any;
}

/* Whether what it says is run all the same: by the shell behind a pipe, or later. */
static bool is_run(const leftover *l, const aml_command *command) {
  static const char *const shells[] = {"bash", "sh", "zsh", "dash", "ksh", "pwsh", "sudo", "xargs", NULL};
  static const char *const later[] = {"alias", "trap", NULL};
  size_t next = (size_t)(command - l->shell->commands) + 1;
  bool is_fed = command->is_piped && next < l->shell->count && is_named(&l->shell->commands[next], shells);
  return is_fed || is_named(command, later);
}

/* A text that is decoded and run at once: nobody sees what it makes. */
static bool runs_decoded(const leftover *l, const aml_command *command) {
  static const char *const decoders[] = {"base64", "openssl", "xxd", "gunzip", "zcat", NULL};
  static const char *const runners[] = {"eval", "bash", "sh", "zsh", "dash", "ksh", "source", ".", NULL};
  if (!is_named(command, decoders)) {
    return false;
  }
  uint32_t holder = l->shell->blocks[command->block].past; /* of the substitution that it stands in */
  bool is_in_other = l->shell->blocks[command->block].kind == AML_BLOCK_SUBSHELL && holder < l->shell->count;
  return is_run(l, command) || (is_in_other && is_named(&l->shell->commands[holder], runners));
}

/* "az ml compute $VERB". */
static bool is_open_call(const aml_command *command) {
  static const char *const words[] = {"ml", "compute"};
  aml_sv text;
  uint32_t at = 0;
  while (at < command->word_count &&
         !(aml_word_literal(&command->words[at], &text) && aml_sv_eq(text, AML_SV("ml")))) {
    at++;
  }
  size_t known = 0;
  for (; at < command->word_count && known < 2 && aml_word_literal(&command->words[at], &text) &&
         aml_sv_eq(text, aml_sv_of(words[known]));
       at++) {
    known++;
  }
  const aml_word *next = known == 2 && at < command->word_count ? &command->words[at] : NULL;
  return next != NULL && next->count > 0 && next->pieces[0].kind == AML_PIECE_VARIABLE;
}

/* "alias a=az": nobody sees what "a" is used for. */
static bool renames_az(const aml_command *command) {
  static const char *const names[] = {"alias", "set-alias", "new-alias", NULL};
  bool is_any = false;
  for (uint32_t i = 1; i < command->word_count && is_named(command, names); i++) {
    const aml_word *word = &command->words[i];
    aml_sv last = word->count == 0 ? (aml_sv){0} : word->pieces[word->count - 1].text;
    is_any = is_any || aml_sv_eq(last, AML_SV("az")) || aml_sv_ends(last, AML_SV("=az"));
  }
  return is_any;
}

/* Whether the command does something with a text that speaks of compute. What writes it to a file, or shows
 * it, does nothing yet. */
static bool is_left(leftover *l, const aml_command *command) {
  if (renames_az(command) || runs_decoded(l, command)) {
    return true;
  }
  const aml_word *target;
  bool is_document = speaking_body(command, &target) != NULL;
  bool is_any = is_document || command_speaks(l, command);
  if (!is_any || !only_prints(command) || is_run(l, command)) {
    return is_any && !only_asks(command);
  }
  aml_sv file;
  if (target != NULL && aml_word_literal(target, &file) &&
      !(is_document && aml_sv_iends(file, AML_SV("sh")))) { /* that script is read by itself */
    mark(l, file);
  }
  for (uint32_t i = 1; i < command->word_count; i++) { /* "tee body.json" */
    if (aml_word_literal(&command->words[i], &file)) {
      mark(l, file);
    }
  }
  return false;
}

/* Whether the call is read, since what the variables hold is known. */
static bool reads(leftover *l, uint32_t index) {
  aml_diags unused;
  aml_diags_init(&unused, l->arena);
  l->variables = l->variables != NULL ? l->variables : aml_variables_new(l->arena, l->shell, NULL, NULL);
  aml_az_call call;
  return aml_az_read(l->variables, index, &unused, &call);
}

static void refuse(aml_diags *diags, aml_span span, bool is_decoded) {
  aml_diag *diag = aml_diags_add(diags, "AML014", span,
      is_decoded ? "The script decodes and runs a text here, so its effect was not checked."
                 : "This command mentions Azure ML compute but is not one of those that are read, so its "
                   "effect was not checked.");
  diag->help =
      AML_SV("Create the compute with 'az ml compute create', 'az rest' or 'az resource create', which "
             "amlint reads. To accept that this is not checked, set 'unread: note' in amlint.yml.");
}

void aml_leftover_say(aml_arena *arena, const aml_shell *shell, aml_diags *diags) {
  leftover l = {.arena = arena, .shell = shell};
  static const char *const marks[] = {
      "compute $", "alias", "Alias", "base64", "openssl", "xxd", "gunzip", "zcat"};
  bool may_be_open = false;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !may_be_open; i++) {
    may_be_open = aml_sv_find(shell->text->text, aml_sv_of(marks[i]), 0) != AML_NPOS;
  }
  if (!may_be_open && !speaks(shell->text->text)) {
    return;
  }
  aml_map_init(&l.marked, arena, AML_MAP_EXACT);
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    note_assignments(&l, command);
    bool is_call = aml_az_is_call(command) || aml_cmdlet_is(command);
    bool is_fine = is_call ? !is_open_call(command) : !is_left(&l, command);
    if (is_fine || reads(&l, i)) { /* perhaps "$AZ ml ..." */
      continue;
    }
    refuse(diags, aml_guest_span(shell->text, command->begin, command->end), runs_decoded(&l, command));
    return;
  }
}

void aml_leftover_refuse(aml_diags *diags, aml_span span) {
  refuse(diags, span, false);
}

size_t aml_leftover_count(const aml_diags *diags) {
  size_t count = 0;
  for (size_t i = 0; i < diags->list.count; i++) {
    count += strcmp(diags->list.items[i].rule, "AML014") == 0 ? 1 : 0;
  }
  return count;
}
