/* How far a value reaches in a text that may be YAML, JSON, a command, or a broken piece of these. Offsets
 * are bytes of the text; what is asked for at its end is the end. Private to base/secret*.c. */
#ifndef AMLINT_BASE_SECRET_EXTENT_H
#define AMLINT_BASE_SECRET_EXTENT_H

#include <string.h>

#include "base/runs.h"
#include "base/secret.h"

static inline bool aml_extent_is_blank(char c) {
  return c == ' ' || c == '\t';
}

static inline bool aml_extent_ends_line(aml_sv text, size_t at) {
  return at >= text.len || text.data[at] == '\n' || text.data[at] == '\r';
}

static inline size_t aml_extent_skip_blanks(aml_sv text, size_t at) {
  while (at < text.len && aml_extent_is_blank(text.data[at])) {
    at++;
  }
  return at;
}

/* The same from where a line begins, which may be indented far. */
static inline size_t aml_extent_skip_indentation(aml_sv text, size_t at) {
  return aml_extent_skip_blanks(text, aml_run_skip_spaces(text, at));
}

/* Back over the blanks before `at`, of which a line may begin with many. */
static inline size_t aml_extent_skip_back(aml_sv text, size_t at) {
  static const uint64_t spaces = UINT64_C(0x2020202020202020);
  while (at >= sizeof spaces && memcmp(text.data + at - sizeof spaces, &spaces, sizeof spaces) == 0) {
    at -= sizeof spaces;
  }
  while (at > 0 && aml_extent_is_blank(text.data[at - 1])) {
    at--;
  }
  return at;
}

/* Where the line of `at` ends. */
size_t aml_extent_line(aml_sv text, size_t at);
/* Where the next one begins. */
size_t aml_extent_next_line(aml_sv text, size_t at);

/* Private: of a byte that such a mark may begin with. */
size_t aml_extent_quote_at(aml_sv text, size_t at);
/* How long the quotation mark at `at` is, with the backslashes before it, as in JSON inside JSON, or as a
 * shell writes one inside of others ('\''); 0: none. */
static inline size_t aml_extent_quote(aml_sv text, size_t at) {
  char c = at < text.len ? text.data[at] : '\0';
  return c == '"' ? 1 : c == '\'' || c == '\\' ? aml_extent_quote_at(text, at) : 0;
}
/* Where the text in such a mark ends: before its like, or with the line. */
size_t aml_extent_quoted(aml_sv text, size_t at, size_t length);
/* The same where that end was meant to be in the text, since nothing follows that may: the end of the line.
 */
size_t aml_extent_broken(aml_sv text, size_t end, size_t quote);
/* Where a plain text ends: assigned, as in a command, or as a value of a file, without the comment and the
 * comma behind it. `at` is in the text. */
size_t aml_extent_plain(aml_sv text, size_t at, bool is_assigned);

/* How far the line of `at` is indented; list marks count as indentation, as in YAML. */
size_t aml_extent_indentation(aml_sv text, size_t at);
/* From the end of a line over those below that are indented deeper than `outer`: all of them where what
 * stands there is a block, else as far as they go on with the text. */
size_t aml_extent_deeper(aml_sv text, size_t end, size_t outer, bool is_block);
/* Whether a bracket is open that stands on the same line: then a value ends at a comma. */
bool aml_extent_is_in_flow(aml_sv text, size_t at);
/* Where what the bracket at `at` opens is closed. */
size_t aml_extent_closing(aml_sv text, size_t at);
/* Over anchors and tags before a value of YAML. */
size_t aml_extent_skip_properties(aml_sv text, size_t at);
/* Whether "|" or ">" stands at `at`, and nothing behind it. */
bool aml_extent_is_block_head(aml_sv text, size_t at);

#endif
