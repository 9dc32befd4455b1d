#include "cli/options.h"

#include "base/suggest.h"

static const aml_command commands[] = {
#define AML_COMMAND(id, name, operands, formats, summary, examples)                                          \
  {#name, operands, formats, summary, examples},
#include "cli/commands.def"
#undef AML_COMMAND
};

/* Commands of an option as the table writes them: LINT | FIX. */
enum command_bits {
#define AML_COMMAND(id, name, operands, formats, summary, examples) id = 1 << AML_COMMAND_##id,
#include "cli/commands.def"
#undef AML_COMMAND
  ALL = (1 << AML_COMMAND_COUNT) - 1
};

static const aml_option options[] = {
#define AML_OPTION(id, group, name, letter, argument, words, commands, help)                                 \
  {AML_OPTION_GROUP_##group, name, letter, argument, words, commands, help},
#include "cli/options.def"
#undef AML_OPTION
};

static const char *const headings[] = {
#define AML_OPTION_GROUP(id, heading) heading,
#include "cli/options.def"
#undef AML_OPTION_GROUP
};

const aml_command *aml_command_at(size_t i) {
  return &commands[i];
}

const aml_option *aml_option_at(size_t i) {
  return &options[i];
}

const char *aml_option_group_heading(aml_option_group group) {
  return headings[group];
}

bool aml_option_is_for(const aml_option *option, aml_command_id command) {
  return (option->commands & (1U << command)) != 0;
}

const char *aml_option_value(const aml_arguments *arguments, aml_option_id id) {
  const aml_words *words = &arguments->values[id];
  return words->count == 0 ? NULL : words->items[words->count - 1];
}

typedef struct reader {
  aml_arguments *out;
  aml_arena *arena;
  int argc;
  char *const *argv;
  int next;
  aml_error *error;
} reader;

/* The command's, where commands have different options of one name. */
static size_t find_option(aml_sv name, aml_command_id command) {
  size_t found = AML_OPT_COUNT;
  name = aml_sv_eq(name, AML_SV("until")) ? AML_SV("expires") : name; /* comments and JSON call it so */
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if (aml_sv_eq(aml_sv_of(options[i].name), name) &&
        (found == AML_OPT_COUNT || aml_option_is_for(&options[i], command))) {
      found = i;
    }
  }
  return found;
}

static size_t find_letter(char letter) {
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if (options[i].letter == letter) {
      return i;
    }
  }
  return AML_OPT_COUNT;
}

typedef AML_VEC(aml_sv) names;

static aml_sv name_at(const void *ctx, size_t i) {
  return ((const names *)ctx)->items[i];
}

/* What the command may be given, and what takes its flags back. */
static names collect_names(reader *self) {
  names out = {0};
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if (!aml_option_is_for(&options[i], self->out->command)) {
      continue;
    }
    AML_VEC_PUSH(self->arena, &out, aml_sv_of(options[i].name));
    if (options[i].argument == NULL) {
      AML_VEC_PUSH(self->arena, &out, aml_sv_format(self->arena, "no-%s", options[i].name));
    }
  }
  return out;
}

static aml_status refuse_unknown(reader *self, aml_sv name) {
  names known = collect_names(self);
  size_t near = aml_suggest(name, known.count, name_at, &known);
  if (near != AML_NPOS) {
    return aml_fail(self->error, AML_ERR_INPUT, "Unknown option '--%.*s'; did you mean '--%.*s'?",
        AML_SV_ARG(name), AML_SV_ARG(known.items[near]));
  }
  bool is_default = self->out->command == AML_COMMAND_LINT;
  return aml_fail(self->error, AML_ERR_INPUT, "Unknown option '--%.*s'; see 'amlint%s%s --help'.",
      AML_SV_ARG(name), is_default ? "" : " ", is_default ? "" : commands[self->out->command].name);
}

/* Whether `value` is one of the words; words that begin with '@' are lists of run time and are checked later.
 */
static bool is_allowed(const char *words, aml_sv value) {
  aml_sv rest = aml_sv_of(words);
  if (rest.len == 0 || rest.data[0] == '@') {
    return true;
  }
  while (rest.len > 0) {
    if (aml_sv_eq(aml_sv_split(&rest, ' '), value)) {
      return true;
    }
  }
  return false;
}

/* Patterns and single files keep their commas; lists of rules split at them. */
static bool is_list(size_t option) {
  aml_sv argument = aml_sv_of(options[option].argument);
  return aml_sv_eq(argument, AML_SV("RULES")) || aml_sv_eq(argument, AML_SV("RULE=LEVEL"));
}

static aml_status refuse_value(reader *self, size_t option, aml_sv value) {
  names known = {0};
  for (aml_sv rest = aml_sv_of(options[option].words); rest.len > 0;) {
    AML_VEC_PUSH(self->arena, &known, aml_sv_split(&rest, ' '));
  }
  size_t near = aml_suggest(value, known.count, name_at, &known);
  if (near != AML_NPOS) {
    return aml_fail(self->error, AML_ERR_INPUT, "Invalid value '%.*s' for '--%s'; did you mean '%.*s'?",
        AML_SV_ARG(value), options[option].name, AML_SV_ARG(known.items[near]));
  }
  return aml_fail(self->error, AML_ERR_INPUT, "Invalid value '%.*s' for '--%s'; expected one of: %s.",
      AML_SV_ARG(value), options[option].name, options[option].words);
}

static aml_status take_value(reader *self, size_t option, aml_sv value) {
  if (!is_allowed(options[option].words, value)) {
    return refuse_value(self, option, value);
  }
  do {
    aml_sv item = is_list(option) ? aml_sv_split(&value, ',') : value;
    AML_VEC_PUSH(self->arena, &self->out->values[option], aml_sv_cstr(self->arena, item));
  } while (is_list(option) && value.len > 0);
  return AML_OK;
}

typedef enum flag_use { GIVE, TAKE_BACK } flag_use;

static aml_status take_flag(reader *self, size_t option, flag_use use, bool has_value) {
  if (has_value) {
    return aml_fail(self->error, AML_ERR_INPUT, "'--%s%s' does not accept a value.", use == GIVE ? "" : "no-",
        options[option].name);
  }
  self->out->values[option].count = 0;
  if (use == GIVE) {
    AML_VEC_PUSH(self->arena, &self->out->values[option], "");
  }
  return AML_OK;
}

/* The word among the operands read so far that names a command; NULL where none does. */
static const char *find_late_command(const reader *self) {
  for (size_t i = 0; self->out->command == AML_COMMAND_LINT && i < self->out->operands.count; i++) {
    for (size_t k = 0; k < AML_COMMAND_COUNT; k++) {
      if (aml_sv_eq(aml_sv_of(commands[k].name), aml_sv_of(self->out->operands.items[i]))) {
        return commands[k].name;
      }
    }
  }
  return NULL;
}

static aml_status check_command(reader *self, size_t option) {
  const char *late = find_late_command(self);
  if (late != NULL && !aml_option_is_for(&options[option], AML_COMMAND_LINT)) {
    return aml_fail(
        self->error, AML_ERR_INPUT, "'%s' is a command and must come first: 'amlint %s ...'.", late, late);
  }
  const char *command = commands[self->out->command].name;
  return aml_option_is_for(&options[option], self->out->command)
             ? AML_OK
             : aml_fail(self->error, AML_ERR_INPUT,
                   "'amlint %s' does not accept the option '--%s'; see 'amlint %s --help'.", command,
                   options[option].name, command);
}

static aml_status take_option(reader *self, size_t option, aml_sv attached, bool is_attached) {
  if (check_command(self, option) != AML_OK) {
    return AML_ERR_INPUT;
  }
  if (options[option].argument == NULL) {
    return take_flag(self, option, GIVE, is_attached);
  }
  if (!is_attached) {
    if (self->next == self->argc) {
      return aml_fail(self->error, AML_ERR_INPUT, "'--%s' needs a value: %s.", options[option].name,
          options[option].argument);
    }
    attached = aml_sv_of(self->argv[self->next++]);
  }
  return take_value(self, option, attached);
}

static aml_status take_long(reader *self, aml_sv text) {
  size_t equals = aml_sv_find_char(text, '=', 0);
  bool has_value = equals != AML_NPOS;
  aml_sv name = aml_sv_slice(text, 0, equals);
  size_t option = find_option(name, self->out->command);
  if (option < AML_OPT_COUNT) {
    return take_option(
        self, option, has_value ? aml_sv_slice(text, equals + 1, text.len) : (aml_sv){NULL, 0}, has_value);
  }
  if (aml_sv_starts(name, AML_SV("no-"))) {
    option = find_option(aml_sv_slice(name, 3, name.len), self->out->command);
    if (option < AML_OPT_COUNT && options[option].argument == NULL) {
      return check_command(self, option) == AML_OK ? take_flag(self, option, TAKE_BACK, has_value)
                                                   : AML_ERR_INPUT;
    }
  }
  return refuse_unknown(self, name);
}

static aml_status take_letters(reader *self, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    size_t option = find_letter(text.data[i]);
    if (option == AML_OPT_COUNT) {
      return aml_fail(self->error, AML_ERR_INPUT, "Unknown option '-%c'; see 'amlint --help'.", text.data[i]);
    }
    bool takes_rest = options[option].argument != NULL;
    aml_status status =
        take_option(self, option, aml_sv_slice(text, i + 1, text.len), takes_rest && i + 1 < text.len);
    if (status != AML_OK || takes_rest) {
      return status;
    }
  }
  return AML_OK;
}

/* The command, when argv[1] names one. */
static void take_command(reader *self) {
  self->out->command = AML_COMMAND_LINT;
  for (size_t i = 0; self->argc > 1 && i < AML_COMMAND_COUNT; i++) {
    if (aml_sv_eq(aml_sv_of(commands[i].name), aml_sv_of(self->argv[1]))) {
      self->out->command = (aml_command_id)i;
      self->next = 2;
    }
  }
}

aml_status aml_arguments_read(
    aml_arguments *out, aml_arena *arena, int argc, char *const *argv, aml_error *error) {
  *out = (aml_arguments){0};
  reader self = {.out = out, .arena = arena, .argc = argc, .argv = argv, .next = 1, .error = error};
  take_command(&self);
  bool has_ended = false;
  while (self.next < argc) {
    aml_sv word = aml_sv_of(argv[self.next++]);
    aml_status status = AML_OK;
    if (has_ended || word.len < 2 || word.data[0] != '-') {
      AML_VEC_PUSH(arena, &out->operands, aml_sv_cstr(arena, word));
    } else if (aml_sv_eq(word, AML_SV("--"))) {
      has_ended = true;
    } else if (word.data[1] == '-') {
      status = take_long(&self, aml_sv_slice(word, 2, word.len));
    } else {
      status = take_letters(&self, aml_sv_slice(word, 1, word.len));
    }
    if (status != AML_OK) {
      return status;
    }
  }
  return AML_OK;
}
