/* UTF-8: decoding, validation, lengths, case folding over all of Unicode, display width. */
#ifndef AMLINT_BASE_UTF8_H
#define AMLINT_BASE_UTF8_H

#include "base/sv.h"

enum { AML_UTF8_MAX = 4 };
#define AML_UTF8_INVALID UINT32_MAX

/* Decodes the code point at *at (less than s.len) and moves *at behind it. Ill-formed bytes give
 * AML_UTF8_INVALID and move by one byte, so a loop always ends. */
uint32_t aml_utf8_next(aml_sv s, size_t *at);

/* Writes 1 to 4 bytes and returns how many; what is no scalar value is written as U+FFFD. */
size_t aml_utf8_encode(uint32_t code_point, char out[AML_UTF8_MAX]);

/* Offset of the first ill-formed byte, or AML_NPOS where all is well-formed. */
size_t aml_utf8_find_invalid(aml_sv s);

/* Number of code points; each ill-formed byte counts as one. */
size_t aml_utf8_length(aml_sv s);

/* Number of UTF-16 code units, as .NET and JavaScript count. */
size_t aml_utf16_length(aml_sv s);

/* Order after simple case folding of each code point, as .NET's ordinal comparison that ignores case. */
int aml_utf8_icmp(aml_sv a, aml_sv b);

/* Copies with each code point mapped by Unicode's simple case mapping (the invariant culture). */
aml_sv aml_utf8_lower(aml_arena *arena, aml_sv s);
aml_sv aml_utf8_upper(aml_arena *arena, aml_sv s);

/* Whether a line ends at `at` (at most s.len) for readers that follow Unicode, as those of YAML 1.1 do: CR,
 * LF, both, NEL, U+2028 or U+2029. How many bytes that is, and 0 where none does; behind the CR of a pair LF
 * is one of its own. */
size_t aml_utf8_break(aml_sv s, size_t at);
/* The same of a line end that is the last before `at`: its bytes are behind the others. */
size_t aml_utf8_break_before(aml_sv s, size_t at);

/* Columns a code point takes on a terminal: 0 for combining marks, 2 for wide ones, else 1. */
int aml_utf8_width(uint32_t code_point);

/* Whether every character is one byte; for names and other short texts (aml_run_skip_ascii: for long ones).
 */
static inline bool aml_utf8_is_ascii(aml_sv text) {
  const uint64_t high_bits = 0x8080808080808080U;
  uint64_t all = 0;
  for (size_t at = 0; at < text.len; at += sizeof all) {
    all |= aml_load8(text.data + at, text.len - at);
  }
  return (all & high_bits) == 0;
}

#endif
