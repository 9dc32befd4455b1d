/* Names of the files in a folder, and patterns of them as .NET's functions that list a folder read these
 * (FileSystemName in System.IO, dotnet/runtime, 2026-08): the rules of Windows on every system. */
#ifndef AMLINT_SOURCE_NAME_PATTERN_H
#define AMLINT_SOURCE_NAME_PATTERN_H

#include "base/vec.h"

typedef struct aml_folder_names {
  aml_texts names; /* sorted */
  bool is_partial; /* what some entries are cannot be told, such as links that lead out of the root */
} aml_folder_names;

/* Whether aml_name_matches knows what the pattern means: it has no folders in it, and does not end in "*.".
 */
bool aml_name_pattern_is_plain(aml_sv pattern);

/* `*` stands for any characters, `?` for one, or none before a '.' and at the end of the name; '.' before
 * either of them also for the end. An empty pattern and "*.*" take every name. O(lengths' product). */
bool aml_name_matches(aml_sv pattern, aml_sv name, bool ignores_case);

#endif
