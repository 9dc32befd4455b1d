/* Commands whose words stand one by one in strings of JSON: ["az", "ml", "compute", ...]. */
#ifndef AMLINT_SCRIPT_LISTED_H
#define AMLINT_SCRIPT_LISTED_H

#include "script/shell.h"
#include "tree/value.h"

/* One command of the strings in order, each a word as it is; other values are unknown words. The host is the
 * file that holds them, or a stretch of it. */
const aml_shell *aml_shell_of_list(
    aml_arena *arena, const aml_guest *host, const aml_value *const *words, size_t count);

/* As aml_script_mentions, of a text in which words may stand so. */
bool aml_listed_mention(aml_sv text);

#endif
