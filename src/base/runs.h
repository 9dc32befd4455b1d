/* Runs of bytes, many at a time: with SSE2 where the machine has it, else in words of eight. The one place
 * for that. Offsets are at most text.len. */
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

#endif
