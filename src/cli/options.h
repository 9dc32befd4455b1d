/* The command line: commands and options from their tables, and a parser for them. */
#ifndef AMLINT_CLI_OPTIONS_H
#define AMLINT_CLI_OPTIONS_H

#include "base/sv.h"
#include "base/vec.h"

typedef enum aml_command_id {
#define AML_COMMAND(id, name, operands, formats, summary, examples) AML_COMMAND_##id,
#include "cli/commands.def"
#undef AML_COMMAND
  AML_COMMAND_COUNT
} aml_command_id;

typedef struct aml_command {
  const char *name, *operands;
  const char *formats; /* words, the usual one first; "@reports", "@audit"; NULL: takes no --format */
  const char *summary;
  const char *examples; /* lines: arguments, a tab, what they do */
} aml_command;

typedef enum aml_option_group {
#define AML_OPTION_GROUP(id, heading) AML_OPTION_GROUP_##id,
#include "cli/options.def"
#undef AML_OPTION_GROUP
  AML_OPTION_GROUP_COUNT
} aml_option_group;

typedef enum aml_option_id {
#define AML_OPTION(id, group, name, letter, argument, words, commands, help) AML_OPT_##id,
#include "cli/options.def"
#undef AML_OPTION
  AML_OPT_COUNT
} aml_option_id;

typedef struct aml_option {
  aml_option_group group;
  const char *name;
  char letter;          /* 0: none */
  const char *argument; /* NULL: a flag */
  const char *words;    /* what the argument may be; NULL: anything */
  unsigned commands;    /* bits 1 << aml_command_id */
  const char *help;
} aml_option;

const aml_command *aml_command_at(size_t i); /* i below AML_COMMAND_COUNT */
const aml_option *aml_option_at(size_t i);   /* i below AML_OPT_COUNT */
const char *aml_option_group_heading(aml_option_group group);
/* Whether the command takes the option. */
bool aml_option_is_for(const aml_option *option, aml_command_id command);

typedef AML_VEC(const char *) aml_words;

typedef struct aml_arguments {
  aml_command_id command;
  aml_words values[AML_OPT_COUNT]; /* a flag that is set has the value "" */
  aml_words operands;
} aml_arguments;

/* Reads argv[1...]. The first word that is a command's name is the command; without one it is `lint`. "--"
 * ends the options. `--no-x` takes back a flag. On failure *error is one sentence, with a suggestion where a
 * name is near. */
AML_MUST_USE aml_status aml_arguments_read(
    aml_arguments *out, aml_arena *arena, int argc, char *const *argv, aml_error *error);

static inline bool aml_has(const aml_arguments *arguments, aml_option_id id) {
  return arguments->values[id].count > 0;
}
/* Whether a record of the run is to be written or compared. */
static inline bool aml_asks_for_record(const aml_arguments *arguments) {
  return aml_has(arguments, AML_OPT_RECORD) || aml_has(arguments, AML_OPT_VERIFY) ||
         aml_has(arguments, AML_OPT_SINCE);
}
/* The last value given, or NULL. */
const char *aml_option_value(const aml_arguments *arguments, aml_option_id id);

#endif
