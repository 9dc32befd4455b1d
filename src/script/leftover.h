/* What a script does besides the commands that are read. Private to script/. */
#ifndef AMLINT_SCRIPT_LEFTOVER_H
#define AMLINT_SCRIPT_LEFTOVER_H

#include "script/shell.h"

/* Says, as AML014 at the first such command, that a command makes Azure ML compute in a way that is not read:
 * by a request, with a cmdlet, or in a program that is handed to it. Texts that
 * only the Azure CLI is given, that are in comments or only shown do not count. O(length of the text). */
void aml_leftover_say(aml_arena *arena, const aml_shell *shell, aml_diags *diags);

/* How many of them say so; they do no harm to the rest. */
size_t aml_leftover_count(const aml_diags *diags);

/* Says so of a text that is given to another language. */
void aml_leftover_refuse(aml_diags *diags, aml_span span);

#endif
