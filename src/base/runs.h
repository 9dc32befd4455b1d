/* Runs of bytes, many at a time: with AVX2 or SSE2 where the machine has it, else in words of eight. The one
 * place for that. Offsets are at most text.len. */
#ifndef AMLINT_BASE_RUNS_H
#define AMLINT_BASE_RUNS_H

#include "base/sv.h"

/* Offset at or behind `at` of the next quote of that kind, backslash or line end; text.len where there is
 * none. */
size_t aml_run_plain_end(aml_sv text, size_t at, char quote);

/* Over the spaces at `at`: all of them but for a few at the very end of the text. */
size_t aml_run_skip_spaces(aml_sv text, size_t at);

/* Offset at or behind `at` of the needle, which is not empty, ASCII letters in either case; AML_NPOS where
 * there is none. */
size_t aml_run_ifind(aml_sv text, size_t at, aml_sv needle);

/* A word, in lower case, of which the first letter and the one so far behind it are seldom found together. */
typedef struct aml_run_needle {
  aml_sv word;
  size_t apart;
} aml_run_needle;

enum { AML_RUN_NEEDLES = 3 };

/* Offset at or behind `at` of the first of the needles, of which some may be the same, ASCII letters in
 * either case; *which: the one that is there, of several that are the same the first. AML_NPOS where there is
 * none. One pass, whatever is looked for.
 */
size_t aml_run_ifind_any(
    aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES], size_t *which);

/* Sets of bytes: one is in the set of a bit that both low[byte % 16] and high[byte / 16] have. */
typedef struct aml_run_bytes {
  unsigned char low[16], high[16];
} aml_run_bytes;

/* A pair of bytes that are in the set of the same bit. One of a word counts only where a word begins: not
 * behind an ASCII letter or digit, unless that ends what a backslash or '%' escapes ("\n", "%20", "\u0027").
 */
typedef struct aml_run_pairs {
  aml_run_bytes first_of_word, second_of_word;
  aml_run_bytes first_of_mark, second_of_mark;
  aml_run_bytes kinds; /* those below */
} aml_run_pairs;

enum { AML_RUN_NAME = 31, AML_RUN_BLANK = 96, AML_RUN_OPENER = 128 }; /* of which a byte has one bit */

enum { AML_RUN_PAIRS = 64, AML_RUN_PAIRS_BEGIN = 6 };

/* The place at or behind `at`, which is AML_RUN_PAIRS_BEGIN or more, from which *found speaks of the next
 * AML_RUN_PAIRS bytes: it has a bit for each that begins a pair, or is a quotation mark behind a blank.
 * Between `at` and there is none. *found is 0 where it is not known what follows: near the end of the text,
 * and without the vectors.
 */
size_t aml_run_find_pairs(aml_sv text, size_t at, const aml_run_pairs *pairs, uint64_t *found);

/* Offset at or behind `at` of the first byte that is no ASCII; text.len where there is none. */
size_t aml_run_skip_ascii(aml_sv text, size_t at);

#endif
