#include "script/az.h"

#include <string.h>

#include "azureml/azureml.h"
#include "base/number.h"
#include "base/suggest.h"
#include "script/cmdlets.h"
#include "source/diag_cap.h"
#include "source/paths.h"

typedef struct az_parse {
  aml_variables *variables;
  aml_arena *arena;
  aml_diags *diags;
  uint32_t index;
  aml_shell_arguments arguments;
  size_t at; /* the next argument */
  aml_az_call *call;
  AML_VEC(aml_az_given) given;
  bool is_help;
  aml_diag_cap refused;
} az_parse;

static bool is_az(aml_sv word) {
  aml_sv name = aml_path_name(word);
  return aml_sv_eq(name, AML_SV("az")) || aml_sv_ieq(name, AML_SV("az.cmd")) ||
         aml_sv_ieq(name, AML_SV("az.exe"));
}

/* The word "az", perhaps in pieces: "a\\" and on the next line "z". */
static bool is_az_in_pieces(const aml_word *word) {
  enum { LONGEST = 8 };
  char text[LONGEST];
  size_t length = 0;
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    if (piece->kind != AML_PIECE_TEXT || length + piece->text.len > LONGEST) {
      return false;
    }
    for (size_t k = 0; k < piece->text.len; k++) {
      text[length++] = piece->text.data[k];
    }
  }
  return is_az((aml_sv){text, length});
}

/* Commands that do not run what their words say, or only show it. Others do: "sudo", "time", "retry 3",
 * functions. */
static bool shows(aml_sv word) {
  static const char *const names[] = {"echo", "printf", "print", "cat", "grep", "egrep", "rg", "sed", "awk",
      "man", "which", "type", "alias", "help", "info", "log", "warn", "warning", "error", "die", "usage",
      "say", "test", "[", "[[", ":", "true", "false", "read", "for", "select", "case", "write-host",
      "write-output", "write-error", "write-verbose"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(word, aml_sv_of(names[i]))) {
      return true;
    }
  }
  return aml_sv_istarts(word, AML_SV("log_")) || aml_sv_istarts(word, AML_SV("echo_")) ||
         aml_sv_istarts(word, AML_SV("print_"));
}

/* The index of the word "az" of a command; AML_NPOS where it runs something else. Looks at words only. */
static size_t find_az(const aml_command *command) {
  for (uint32_t i = 0; i < command->word_count; i++) {
    aml_sv text;
    bool is_literal = aml_word_literal(&command->words[i], &text);
    if (is_literal ? is_az(text) : is_az_in_pieces(&command->words[i])) {
      return i;
    }
    if (i == 0 && (!is_literal || shows(text))) {
      return AML_NPOS;
    }
  }
  return AML_NPOS;
}

bool aml_az_only_shows(const aml_command *command) {
  aml_sv text;
  return command->word_count > 0 && aml_word_literal(&command->words[0], &text) && shows(text);
}

bool aml_az_runs_texts(const aml_command *command) {
  static const char *const names[] = {"bash", "sh", "zsh", "dash", "ksh", "eval", "ssh", "su", "sudo", "pwsh",
      "powershell", "docker", "xargs"};
  aml_sv text;
  bool is_literal = command->word_count > 0 && aml_word_literal(&command->words[0], &text);
  bool is_any = false;
  for (size_t i = 0; is_literal && i < sizeof names / sizeof names[0]; i++) {
    is_any = is_any || aml_sv_eq(aml_path_name(text), aml_sv_of(names[i]));
  }
  return is_any;
}

bool aml_az_is_call(const aml_command *command) {
  return find_az(command) != AML_NPOS;
}

static const aml_az_option *option_at(const aml_az_command *command, size_t i) {
  return i < command->count ? &command->options[i] : aml_az_common_option(i - command->count);
}

/* By its name or an unambiguous beginning of it; *is_several where it is ambiguous. */
static const aml_az_option *find_long(const aml_az_command *command, aml_sv name, bool *is_several) {
  const aml_az_option *found = NULL;
  for (size_t i = 0; option_at(command, i) != NULL; i++) {
    aml_sv full = aml_sv_of(option_at(command, i)->name);
    if (aml_sv_eq(full, name)) {
      *is_several = false;
      return option_at(command, i);
    }
    if (aml_sv_starts(full, name)) {
      *is_several = *is_several || found != NULL;
      found = option_at(command, i);
    }
  }
  return *is_several ? NULL : found;
}

static const aml_az_option *find_short(const aml_az_command *command, char letter) {
  for (size_t i = 0; option_at(command, i) != NULL; i++) {
    if (option_at(command, i)->letter == letter) {
      return option_at(command, i);
    }
  }
  return NULL;
}

static aml_sv name_at(const void *ctx, size_t i) {
  return aml_sv_of(option_at(ctx, i)->name);
}

static aml_span part_of(const az_parse *parse, const aml_shell_argument *argument, size_t length) {
  const aml_word *word = argument->word;
  if (word == NULL || word->count == 0 || word->pieces[0].text.len < length) {
    return argument->value->span;
  }
  uint32_t begin = word->pieces[0].begin;
  return aml_guest_span(aml_variables_shell(parse->variables)->text, begin, begin + length);
}

static bool is_option(const aml_shell_argument *argument) {
  const aml_value *value = argument->value;
  aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
  double number = 0;
  return text.len > 1 && text.data[0] == '-' && !aml_double_parse(text, &number);
}

/* The option that says what version 1, a file or ARM says by that word; NULL for none. */
static const char *option_of_alias(const az_parse *parse, aml_sv name) {
  enum { DASHES = 2, WORD_MAX = 64 };
  char word[WORD_MAX];
  size_t length = 0;
  for (size_t i = DASHES; i < name.len && length < WORD_MAX; i++) {
    word[length++] = name.data[i] == '-' ? '_' : name.data[i];
  }
  aml_sv key = aml_azureml_alias((aml_sv){word, length});
  return key.len == 0 ? NULL : aml_az_option_of_key(parse->call->command->words, key);
}

static bool is_at_value(const az_parse *parse) {
  return parse->at < parse->arguments.list.count && !is_option(&parse->arguments.list.items[parse->at]);
}

/* Says that it does not exist. */
static void refuse_option(az_parse *parse, aml_sv name, aml_span span, bool is_several) {
  const aml_az_command *command = parse->call->command;
  size_t count = 0;
  if (!aml_diag_cap_take(&parse->refused, span)) {
    return;
  }
  while (option_at(command, count) != NULL) {
    count++;
  }
  size_t near = is_several ? AML_NPOS : aml_suggest(name, count, name_at, command);
  aml_diag *diag = aml_diags_add(parse->diags, "AML005", span,
      is_several ? "Option '%.*s' is short for several options of 'az %s'."
                 : "Option '%.*s' does not exist in 'az %s'.",
      AML_SV_ARG(name), command->words);
  const char *meant = option_of_alias(parse, name);
  if (meant != NULL) {
    diag->help = aml_sv_format(parse->diags->arena, "Did you mean '%s'?", meant);
  } else if (near != AML_NPOS) {
    diag->help = aml_sv_format(parse->diags->arena, "Did you mean '%s'?", option_at(command, near)->name);
  }
  size_t sure = is_several ? AML_NPOS : aml_respell(name, count, name_at, command);
  if (sure != AML_NPOS) {
    const aml_respelling respelling = {
        .span = span, .written = name, .meant = aml_sv_of(option_at(command, sure)->name)};
    aml_diags_respell(parse->diags, diag, &respelling);
  }
}

static void skip_values(az_parse *parse) {
  while (is_at_value(parse)) {
    parse->at++;
  }
}

/* Takes the words that belong to an option which was read; `inline_value` is what stood behind its "=". */
static void take_values(az_parse *parse, const aml_az_option *option, aml_span span, aml_sv name,
    const aml_shell_argument *inline_value) {
  aml_az_given given = {.option = option, .span = span};
  AML_VEC(aml_shell_argument) values = {0};
  if (inline_value != NULL) {
    AML_VEC_PUSH(parse->arena, &values, *inline_value);
  }
  size_t most = option->shape == AML_AZ_FLAG ? 0 : option->shape == AML_AZ_MANY ? SIZE_MAX : 1;
  while (inline_value == NULL && values.count < most && is_at_value(parse)) {
    AML_VEC_PUSH(parse->arena, &values, parse->arguments.list.items[parse->at]);
    parse->at++;
  }
  if (values.count == 0 && (option->shape == AML_AZ_ONE || option->shape == AML_AZ_MANY)) {
    aml_diags_add(
        parse->diags, "AML006", span, "Option '%.*s' has no value, so the command fails.", AML_SV_ARG(name));
    return;
  }
  given.values = values.items;
  given.count = values.count;
  AML_VEC_PUSH(parse->arena, &parse->given, given);
  parse->is_help = parse->is_help || option->letter == 'h';
}

/* "--name", "--name=value" */
static void read_long(az_parse *parse, const aml_shell_argument *argument, aml_sv text) {
  size_t equals = aml_sv_find_char(text, '=', 0);
  aml_sv name = aml_sv_slice(text, 0, equals);
  aml_span span = part_of(parse, argument, name.len);
  bool is_several = false;
  const aml_az_option *option = find_long(parse->call->command, name, &is_several);
  if (option == NULL) {
    refuse_option(parse, name, span, is_several);
    skip_values(parse);
    return;
  }
  if (equals == AML_NPOS) {
    take_values(parse, option, span, name, NULL);
    return;
  }
  const aml_shell_argument value =
      aml_shell_argument_after(parse->variables, parse->index, argument, equals + 1);
  take_values(parse, option, span, name, &value);
}

/* "-n", "-nvalue", "-n=value" */
static void read_short(az_parse *parse, const aml_shell_argument *argument, aml_sv text) {
  enum { DASH_AND_LETTER = 2 };
  aml_sv name = aml_sv_slice(text, 0, DASH_AND_LETTER);
  aml_span span = part_of(parse, argument, name.len);
  const aml_az_option *option = find_short(parse->call->command, text.data[1]);
  if (option == NULL) {
    refuse_option(parse, name, span, false);
    skip_values(parse);
    return;
  }
  bool is_alone = text.len == DASH_AND_LETTER && argument->value->kind == AML_STRING;
  if (is_alone || option->shape == AML_AZ_FLAG) {
    take_values(parse, option, span, name, NULL);
    return;
  }
  bool has_equals = text.len > DASH_AND_LETTER && text.data[DASH_AND_LETTER] == '=';
  size_t skipped = (size_t)DASH_AND_LETTER + (has_equals ? 1 : 0);
  const aml_shell_argument value =
      aml_shell_argument_after(parse->variables, parse->index, argument, skipped);
  take_values(parse, option, span, name, &value);
}

/* A word that is no option and belongs to none. */
static void read_stray(az_parse *parse, const aml_shell_argument *argument) {
  const aml_value *value = argument->value;
  if (value->kind != AML_STRING) {
    parse->call->open = parse->call->open == NULL ? value : parse->call->open;
    return;
  }
  if (aml_sv_trim(value->as.string).len == 0) {
    aml_diags_add(parse->diags, "AML001", value->span,
        "A space follows this backslash, so the command ends here, without the options of the next line.")
        ->help = AML_SV("Remove the space after the backslash.");
    return;
  }
  if (parse->call->command->verb == AML_AZ_DEFAULTS) { /* "az config set defaults.group=G" */
    const aml_az_given given = {
        .option = &parse->call->command->options[0], .span = value->span, .values = argument, .count = 1};
    AML_VEC_PUSH(parse->arena, &parse->given, given);
  } else if (aml_diag_cap_take(&parse->refused, value->span)) {
    aml_diags_add(parse->diags, "AML005", value->span, "'%.*s' does not belong to an option of 'az %s'.",
        AML_SV_ARG(value->as.string), parse->call->command->words);
  }
}

static void read_arguments(az_parse *parse) {
  while (parse->at < parse->arguments.list.count) {
    const aml_shell_argument *argument = &parse->arguments.list.items[parse->at++];
    const aml_value *value = argument->value;
    aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
    if (!is_option(argument)) {
      read_stray(parse, argument);
    } else if (aml_sv_starts(text, AML_SV("--"))) {
      read_long(parse, argument, text);
    } else {
      read_short(parse, argument, text);
    }
  }
}

/* "az --debug ml ...": flags may stand before and between the words of the command. */
static void drop_flags(aml_shell_arguments *arguments) {
  static const char *const flags[] = {"--debug", "--verbose", "--only-show-errors"};
  size_t kept = 0;
  bool is_past = false;
  for (size_t i = 0; i < arguments->list.count; i++) {
    aml_sv text = aml_value_text(arguments->list.items[i].value);
    bool is_flag = false;
    for (size_t k = 0; k < sizeof flags / sizeof flags[0] && !is_past; k++) {
      is_flag = is_flag || aml_sv_eq(text, aml_sv_of(flags[k]));
    }
    is_past = is_past || (!is_flag && aml_sv_starts(text, AML_SV("-")));
    if (!is_flag) {
      arguments->list.items[kept++] = arguments->list.items[i];
    }
  }
  arguments->list.count = kept;
}

/* "$AZ ml ...", "sudo $AZ ...": the words behind the "az" that a variable certainly begins with are added.
 * The index of its word; AML_NPOS where there is none. */
static size_t find_held_az(const az_parse *parse, const aml_command *command, aml_shell_arguments *out) {
  for (uint32_t i = 0; i < command->word_count; i++) {
    const aml_word *word = &command->words[i];
    aml_sv text;
    bool is_variable = word->count == 1 && word->pieces[0].kind == AML_PIECE_VARIABLE;
    if (!is_variable && (!aml_word_literal(word, &text) || shows(text))) {
      return AML_NPOS;
    }
    if (is_variable) {
      aml_variables_expand(parse->variables, parse->index, word, out);
      bool is_held = out->list.count > 0 && out->list.items[0].value->kind == AML_STRING &&
                     is_az(out->list.items[0].value->as.string);
      for (size_t k = 1; is_held && k < out->list.count; k++) {
        out->list.items[k - 1] = out->list.items[k];
      }
      out->list.count -= is_held ? 1 : 0;
      return is_held ? i : AML_NPOS;
    }
  }
  return AML_NPOS;
}

bool aml_az_read(aml_variables *variables, uint32_t index, aml_diags *diags, aml_az_call *out) {
  const aml_shell *shell = aml_variables_shell(variables);
  const aml_command *command = &shell->commands[index];
  az_parse parse = {
      .variables = variables, .arena = diags->arena, .diags = diags, .index = index, .call = out};
  size_t first = find_az(command);
  first = first != AML_NPOS ? first : find_held_az(&parse, command, &parse.arguments);
  if (first == AML_NPOS) {
    return aml_cmdlet_read(variables, index, diags, out);
  }
  for (size_t i = first + 1; i < command->word_count; i++) {
    aml_variables_expand(variables, index, &command->words[i], &parse.arguments);
  }
  drop_flags(&parse.arguments);
  const aml_az_command *found = aml_az_find(&parse.arguments, 0, &parse.at);
  if (found == NULL) {
    return false;
  }
  uint32_t end = command->words[command->word_count - 1].end;
  *out = (aml_az_call){.command = found,
      .index = index,
      .span = aml_guest_span(shell->text, command->words[first].begin, end)};
  read_arguments(&parse);
  aml_diag_cap_end(&parse.refused, diags, "AML005", "unknown options of this command");
  out->given = parse.given.items;
  out->count = parse.given.count;
  return !parse.is_help;
}

const aml_az_given *aml_az_option_given(const aml_az_call *call, const char *name) {
  for (size_t i = call->count; i > 0; i--) {
    if (strcmp(call->given[i - 1].option->name, name) == 0) {
      return &call->given[i - 1];
    }
  }
  return NULL;
}

const aml_value *aml_az_value(const aml_az_call *call, const char *name) {
  const aml_az_given *given = aml_az_option_given(call, name);
  return given == NULL || given->count == 0 ? NULL : given->values[0].value;
}
