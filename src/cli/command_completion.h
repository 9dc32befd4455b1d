/* Completion scripts for shells, made from the tables of commands and options. */
#ifndef AMLINT_CLI_COMMAND_COMPLETION_H
#define AMLINT_CLI_COMMAND_COMPLETION_H

#include "base/strbuf.h"
#include "rule/ruleset.h"

/* What every script is made of besides the tables. */
typedef struct aml_completion {
  aml_strbuf *out;
  const aml_ruleset *rules;
} aml_completion;

typedef enum aml_completes {
  AML_COMPLETES_NOTHING, /* free text */
  AML_COMPLETES_WORDS,
  AML_COMPLETES_RULES,
  AML_COMPLETES_FORMATS,
  AML_COMPLETES_COMMANDS,
  AML_COMPLETES_FILES
} aml_completes;

/* What an option's argument is; NOTHING for a flag, too. Which formats there are is the command's to say. */
aml_completes aml_completion_of_option(size_t option);
/* What a command's operands are. */
aml_completes aml_completion_of_command(size_t command);
/* The operands "create|update" of a command as the first of its words; empty when they are no choice. */
aml_sv aml_completion_choices(size_t command);

/* Appends text inside single quotes as the shells of Bourne's kind read them. */
void aml_completion_quote(aml_strbuf *out, aml_sv text);

/* Append the whole script (completion_shells.c). */
void aml_completion_zsh(const aml_completion *self);
void aml_completion_fish(const aml_completion *self);

#endif
