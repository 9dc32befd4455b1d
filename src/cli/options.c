#include "cli/options.h"

#include "base/strbuf.h"
#include "base/suggest.h"
#include "report/report.h"

static const aml_command commands[] = {
#define AML_COMMAND(id, name, operands, summary) {#name, operands, summary},
#include "cli/commands.def"
#undef AML_COMMAND
};

/* Commands of an option as the table writes them: LINT | FIX. */
enum command_bits {
#define AML_COMMAND(id, name, operands, summary) id = 1 << AML_COMMAND_##id,
#include "cli/commands.def"
#undef AML_COMMAND
  ALL = (1 << AML_COMMAND_COUNT) - 1
};

static const aml_option options[] = {
#define AML_OPTION(id, name, letter, argument, words, commands, help)                                        \
  {name, letter, argument, words, commands, help},
#include "cli/options.def"
#undef AML_OPTION
};

const aml_command *aml_command_at(size_t i) {
  return &commands[i];
}

const aml_option *aml_option_at(size_t i) {
  return &options[i];
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

static aml_sv option_name_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(options[i].name);
}

static size_t find_option(aml_sv name) {
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if (aml_sv_eq(aml_sv_of(options[i].name), name)) {
      return i;
    }
  }
  return AML_OPT_COUNT;
}

static size_t find_letter(char letter) {
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if (options[i].letter == letter) {
      return i;
    }
  }
  return AML_OPT_COUNT;
}

static aml_status refuse_unknown(reader *self, aml_sv name) {
  size_t near = aml_suggest(name, AML_OPT_COUNT, option_name_at, NULL);
  if (near == AML_NPOS) {
    return aml_fail(
        self->error, AML_ERR_INPUT, "There is no option '--%.*s'; see 'amlint --help'.", AML_SV_ARG(name));
  }
  return aml_fail(self->error, AML_ERR_INPUT, "There is no option '--%.*s'; did you mean '--%s'?",
      AML_SV_ARG(name), options[near].name);
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
  return option == AML_OPT_SELECT || option == AML_OPT_IGNORE || option == AML_OPT_SEVERITY;
}

static aml_status take_value(reader *self, size_t option, aml_sv value) {
  if (!is_allowed(options[option].words, value)) {
    return aml_fail(self->error, AML_ERR_INPUT, "'%.*s' is no value for '--%s'; it takes one of: %s.",
        AML_SV_ARG(value), options[option].name, options[option].words);
  }
  do {
    aml_sv item = is_list(option) ? aml_sv_split(&value, ',') : value;
    AML_VEC_PUSH(self->arena, &self->out->values[option], aml_sv_cstr(self->arena, item));
  } while (is_list(option) && value.len > 0);
  return AML_OK;
}

static aml_status take_option(reader *self, size_t option, aml_sv attached, bool is_attached) {
  if ((options[option].commands & (1U << self->out->command)) == 0) {
    return aml_fail(self->error, AML_ERR_INPUT, "'amlint %s' takes no option '--%s'; see 'amlint %s --help'.",
        commands[self->out->command].name, options[option].name, commands[self->out->command].name);
  }
  if (options[option].argument == NULL) {
    if (is_attached) {
      return aml_fail(self->error, AML_ERR_INPUT, "'--%s' takes no value.", options[option].name);
    }
    AML_VEC_PUSH(self->arena, &self->out->values[option], "");
    return AML_OK;
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
  aml_sv name = aml_sv_slice(text, 0, equals);
  size_t option = find_option(name);
  if (option < AML_OPT_COUNT) {
    return take_option(self, option,
        equals == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(text, equals + 1, text.len),
        equals != AML_NPOS);
  }
  if (aml_sv_starts(name, AML_SV("no-"))) {
    option = find_option(aml_sv_slice(name, 3, name.len));
    if (option < AML_OPT_COUNT && options[option].argument == NULL) {
      self->out->values[option].count = 0;
      return AML_OK;
    }
  }
  return refuse_unknown(self, name);
}

static aml_status take_letters(reader *self, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    size_t option = find_letter(text.data[i]);
    if (option == AML_OPT_COUNT) {
      return aml_fail(
          self->error, AML_ERR_INPUT, "There is no option '-%c'; see 'amlint --help'.", text.data[i]);
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

enum { HELP_COLUMN = 32 };

/* The words that the argument may be; those of levels are in the help already. */
static void add_words_help(aml_strbuf *text, const aml_option *option) {
  bool is_level = option->argument != NULL && aml_sv_eq(aml_sv_of(option->argument), AML_SV("LEVEL"));
  if (option->words == NULL || is_level) {
    aml_strbuf_add_char(text, '\n');
  } else if (option->words[0] != '@') {
    aml_strbuf_addf(text, ": %s\n", option->words);
  } else if (aml_sv_eq(aml_sv_of(option->words), AML_SV("@formats"))) {
    for (size_t i = 0; aml_reporter_at(i) != NULL; i++) {
      aml_strbuf_addf(text, "%s%s", i == 0 ? ": " : " ", aml_reporter_at(i)->name);
    }
    aml_strbuf_add_char(text, '\n');
  } else {
    aml_strbuf_add_char(text, '\n');
  }
}

static void add_option_help(aml_strbuf *text, const aml_option *option) {
  size_t begin = text->len;
  if (option->letter != 0) {
    aml_strbuf_addf(text, "  -%c, --%s", option->letter, option->name);
  } else {
    aml_strbuf_addf(text, "      --%s", option->name);
  }
  if (option->argument != NULL) {
    aml_strbuf_addf(text, " %s", option->argument);
  }
  size_t width = text->len - begin;
  if (width + 2 > HELP_COLUMN) {
    aml_strbuf_add_char(text, '\n');
    width = 0;
  }
  aml_strbuf_addf(text, "%*s%s", (int)(HELP_COLUMN - width), "", option->help);
  add_words_help(text, option);
}

aml_sv aml_help_text(aml_arena *arena, aml_command_id command) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_strbuf_addf(&text, "%s.\n\nUsage: amlint %s%s[OPTION...] %s\n", commands[command].summary,
      command == AML_COMMAND_LINT ? "[lint]" : commands[command].name, " ", commands[command].operands);
  if (command == AML_COMMAND_LINT) {
    aml_strbuf_add(&text, AML_SV("\nCommands:\n"));
    for (size_t i = 0; i < AML_COMMAND_COUNT; i++) {
      aml_strbuf_addf(&text, "  %-12s %s\n", commands[i].name, commands[i].summary);
    }
  }
  aml_strbuf_add(&text, AML_SV("\nOptions:\n"));
  for (size_t i = 0; i < AML_OPT_COUNT; i++) {
    if ((options[i].commands & (1U << command)) != 0) {
      add_option_help(&text, &options[i]);
    }
  }
  if (command == AML_COMMAND_LINT) {
    aml_strbuf_add(&text,
        AML_SV(
            "\nExit status: 0 when nothing at or above the threshold was found, 1 when something was, 2 when "
            "something could not be checked.\n"));
  }
  return aml_strbuf_view(&text);
}
