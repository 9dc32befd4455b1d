/* Texts of commands of which parts are only known when they run: JSON, addresses, ids. Each such part is a
 * mark in the text, so that what stands around it can be read. Private to script/. */
#ifndef AMLINT_SCRIPT_FILLED_H
#define AMLINT_SCRIPT_FILLED_H

#include "script/variables.h"
#include "tree/read.h"

typedef struct aml_filling { /* begins with the first two */
  aml_arena *arena;
  aml_variables *variables;
  AML_VEC(const aml_value *) unknown; /* of the mark with that number */
} aml_filling;

/* The text of a word of the command with that index, as a guest of the script. Of a word that is nothing but
 * a variable, the text that was assigned to it, where it stands. NULL where the word is empty, or stands too
 * deep in other texts. */
const aml_guest *aml_filled_word(aml_filling *filling, uint32_t command, const aml_word *word);

/* The text of a here-document that the command with that index reads. NULL as above. */
const aml_guest *aml_filled_heredoc(aml_filling *filling, uint32_t command, const aml_guest *body);

/* A text of one value, which has no place but the value's own. */
aml_sv aml_filled_text(aml_filling *filling, const aml_value *value);

bool aml_filled_is_known(aml_sv text); /* it holds no mark */

/* A part of such a text as a value: a string, or unknown for the reason of its first mark, with what stands
 * before and behind the marks. */
const aml_value *aml_filled_value(const aml_filling *filling, aml_sv text, aml_span span);

/* A tree that was read from such a text, with the texts and values unknown that a mark stands in. */
const aml_value *aml_filled_tree(const aml_filling *filling, const aml_value *read);

#endif
