#include "script/leftover.h"

#include "base/map.h"
#include "script/az.h"
#include "script/mention.h"

typedef struct leftover {
  aml_arena *arena;
  const aml_shell *shell;
  aml_map marked; /* names of variables and files whose text speaks of compute */
} leftover;

static bool names_marked(const leftover *l, aml_sv name) {
  return name.len > 0 && aml_map_find(&l->marked, name) != NULL;
}

static void mark(leftover *l, aml_sv name) {
  if (name.len > 0) {
    (void)aml_map_put(&l->marked, name, l);
  }
}

static bool speaks(aml_sv text) {
  return aml_script_holds_others(text) || aml_sv_ifind(text, AML_SV("/computes/"), 0) != AML_NPOS;
}

/* Whether a word speaks of compute, or hands on what does. What a substitution runs is looked at by itself.
 */
static bool word_speaks(const leftover *l, const aml_word *word) {
  bool is_any = word->count == 0 && speaks(aml_sv_slice(l->shell->text->text, word->begin, word->end));
  for (uint32_t i = 0; i < word->count && !is_any; i++) {
    const aml_piece *piece = &word->pieces[i];
    is_any = piece->kind == AML_PIECE_VARIABLE ? names_marked(l, piece->text)
             : piece->kind == AML_PIECE_TEXT   ? speaks(piece->text)
                                               : speaks(piece->text) && !aml_script_mentions(piece->text);
  }
  aml_sv literal;
  bool is_file = aml_word_literal(word, &literal) && aml_sv_starts(literal, AML_SV("@"));
  return is_any || (is_file && names_marked(l, aml_sv_slice(literal, 1, literal.len)));
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

/* Whether the command does something with a text that speaks of compute. What writes it to a file, or shows
 * it, does nothing yet. */
static bool is_left(leftover *l, const aml_command *command) {
  const aml_word *target;
  bool is_any = speaking_body(command, &target) != NULL;
  for (uint32_t i = 0; i < command->word_count && !is_any; i++) {
    is_any = word_speaks(l, &command->words[i]);
  }
  if (!is_any || !only_prints(command)) {
    return is_any && !only_asks(command);
  }
  aml_sv file;
  if (target != NULL && aml_word_literal(target, &file)) {
    mark(l, file);
  }
  for (uint32_t i = 1; i < command->word_count; i++) { /* "tee body.json" */
    if (aml_word_literal(&command->words[i], &file)) {
      mark(l, file);
    }
  }
  return false;
}

void aml_leftover_say(aml_arena *arena, const aml_shell *shell, aml_diags *diags) {
  leftover l = {.arena = arena, .shell = shell};
  if (!speaks(shell->text->text)) {
    return;
  }
  aml_map_init(&l.marked, arena, AML_MAP_EXACT);
  for (uint32_t i = 0; i < shell->count; i++) {
    const aml_command *command = &shell->commands[i];
    note_assignments(&l, command);
    if (aml_az_is_call(command) || !is_left(&l, command)) {
      continue;
    }
    aml_diag *diag = aml_diags_add(diags, "AML014", aml_guest_span(shell->text, command->begin, command->end),
        "This command speaks of Azure ML compute and is none of those that are read, so what it makes is not "
        "checked.");
    diag->help =
        AML_SV("Make the compute with 'az ml compute create', 'az rest' or 'az resource create', "
               "which amlint reads; or say 'unread: note' in amlint.yml to accept that this is not checked.");
    return;
  }
}
