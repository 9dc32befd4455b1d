/* Whether a text can hold commands that are looked at, before anything is read. */
#ifndef AMLINT_SCRIPT_MENTION_H
#define AMLINT_SCRIPT_MENTION_H

#include "base/sv.h"

/* What a text has of the words by which files with Azure ML compute are known. */
typedef struct aml_mentions {
  bool commands; /* "az" as a word, and behind it a word that begins one of the commands that make resources
                    (script/az.h), or a cmdlet of PowerShell that does */
  bool lists;    /* a program may run "az" by a list of words */
  bool sdk;      /* a word of which every program has one that defines compute with the SDKs for Python */
  bool anchors;  /* words that marks are looked for around (front/marks.h); without them there are none */
} aml_mentions;

/* In one pass. */
aml_mentions aml_script_look(aml_sv text);

/* Commands alone; what follows the first is not looked at. */
bool aml_script_mentions(aml_sv text);

/* The same of a part of such a text, in which a command may also only say where others work: `az configure`.
 */
bool aml_script_speaks(aml_sv text);

bool aml_script_mentions_sdk(aml_sv text);

/* Whether it makes compute by requests, or by cmdlets, which are not read. */
bool aml_script_holds_requests(aml_sv text);

/* Whether the text makes compute in ways that are not read as well, such as a here-document for Python,
 * cmdlets or a request: then nothing of the file counts as read. */
bool aml_script_holds_others(aml_sv text);

#endif
