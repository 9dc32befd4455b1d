/* Placeholders: what another tool fills in before a file is used. The one place that knows their styles:
 * "${{ x }}", "$(x)", "${x}", "$NAME", "{{ x }}", "#{x}#", "__x__", "%x%", "@@x@@" and "<x>". */
#ifndef AMLINT_BASE_PLACEHOLDER_H
#define AMLINT_BASE_PLACEHOLDER_H

#include "base/sv.h"

/* Where the placeholder ends that begins at `at`, on one line; 0 where none begins there. */
size_t aml_placeholder_end(aml_sv text, size_t at);

/* Whether a text is, or holds, a placeholder. */
bool aml_is_placeholder(aml_sv text);

/* The same for texts that may be anything, such as scripts: what holds blanks outside of the placeholder, or
 * a shell's "$NAME", is none. */
bool aml_is_lone_placeholder(aml_sv text);

#endif
