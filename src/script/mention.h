/* Whether a text can hold commands that are looked at, before anything is read. */
#ifndef AMLINT_SCRIPT_MENTION_H
#define AMLINT_SCRIPT_MENTION_H

#include "base/sv.h"

/* Whether "az" stands there as a word, and behind it a word that begins one of the commands that make
 * resources (script/az.h). One search of the text. */
bool aml_script_mentions(aml_sv text);

/* Whether the text holds Python that makes compute, such as a here-document for an interpreter. It is not
 * read, so that then nothing of the file counts as read. */
bool aml_script_holds_python(aml_sv text);

#endif
