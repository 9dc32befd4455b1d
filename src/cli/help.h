/* The tables of commands and options as --help. */
#ifndef AMLINT_CLI_HELP_H
#define AMLINT_CLI_HELP_H

#include "cli/options.h"

/* The text of --help for a command, for a terminal of that width (0: none); AML_COMMAND_LINT gives the
 * program's own. */
aml_sv aml_help_text(aml_arena *arena, aml_command_id command, unsigned width);

/* "an" of "a|an|the" or of "a an the": the first word, taken off. */
aml_sv aml_take_word(aml_sv *words);

#endif
