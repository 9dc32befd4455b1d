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

/* Offset at or behind `at` of the first byte that is no ASCII; text.len where there is none. */
size_t aml_run_skip_ascii(aml_sv text, size_t at);

#endif
