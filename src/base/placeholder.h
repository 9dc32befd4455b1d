/* Placeholders: what another tool fills in before a file is used. The one place that knows their styles:
 * "${{ x }}", "$(x)", "${x}", "$NAME", "{{ x }}", "#{x}#", "__x__", "%x%", "@@x@@" and "<x>". */
#ifndef AMLINT_BASE_PLACEHOLDER_H
#define AMLINT_BASE_PLACEHOLDER_H

#include "base/regex.h"
#include "base/vec.h"

/* Where the placeholder ends that begins at `at`, on one line; 0 where none begins there. */
size_t aml_placeholder_end(aml_sv text, size_t at);

/* Whether a text is, or holds, a placeholder. */
bool aml_is_placeholder(aml_sv text);

/* The same for texts that may be anything, such as scripts: what holds blanks outside of the placeholder, or
 * a shell's "$NAME", is none. */
bool aml_is_lone_placeholder(aml_sv text);

/* Further styles, as a configuration has them: regular expressions that match no empty text. */
typedef struct aml_placeholder_styles {
  AML_VEC(aml_regex *) list;
} aml_placeholder_styles;

typedef struct aml_placeholder_spot { /* bytes of a text */
  size_t begin, end;
} aml_placeholder_spot;

typedef struct aml_placeholder_spots { /* in order, apart from each other */
  AML_VEC(aml_placeholder_spot) list;
} aml_placeholder_spots;

/* Every place of the text that a style fits, on one line; false where a limit of matching was reached. */
bool aml_placeholder_spots_find(
    const aml_placeholder_styles *styles, aml_arena *arena, aml_sv text, aml_placeholder_spots *out);
/* Where the spot ends that begins at `at`; 0 where none does. */
size_t aml_placeholder_spots_end(const aml_placeholder_spots *spots, size_t at);
/* Whether the stretch of the text holds a spot, and no blank outside of the spots. */
bool aml_placeholder_spots_fill(const aml_placeholder_spots *spots, aml_sv text, size_t begin, size_t end);

#endif
