/* Code in documents: the fenced blocks of Markdown (CommonMark: ``` and ~~~, in lists too) and the code
 * directives of reStructuredText. Fences in quotations ("> ```") are not seen. */
#ifndef AMLINT_SOURCE_FENCE_H
#define AMLINT_SOURCE_FENCE_H

#include "source/guest.h"

typedef struct aml_fence {
  aml_sv info; /* what says the language: "bash", "{.azurecli title=x}"; trimmed, may be empty */
  aml_guest_range body;
  size_t indent;  /* columns of each line that are no part of the text */
  aml_sv mark;    /* "```", as long as it is written; empty for a directive */
  bool is_closed; /* false: it goes on to the end of the document or of the list's item */
} aml_fence;

typedef enum aml_markup { AML_MARKDOWN, AML_REST } aml_markup;

typedef struct aml_fences { /* a search; set text and markup, the rest is private and begins as 0 */
  aml_sv text;
  aml_markup markup;
  size_t at;
  size_t items[16]; /* the columns at which the text of the open lists' items stands, from the outermost on */
  size_t depth;
} aml_fences;

/* The next block, from top to bottom; false when there is no more. All calls together take time in the length
 * of the text. */
bool aml_fence_next(aml_fences *fences, aml_fence *out);

/* The code of a block of the host's text, or NULL: its lines without the fence's indentation, line ends as
 * they stand. Tabs that are indentation in part become blanks. */
const aml_guest *aml_fence_guest(aml_arena *arena, const aml_guest *host, const aml_fence *fence);

#endif
