#include "base/runs.h"

#include <string.h>

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

enum { STEP = 16 };

#ifdef __SSE2__

static __m128i load(const char *text) {
  return _mm_loadu_si128((const __m128i *)(const void *)text);
}

/* The place of the lowest bit; STEP where none is set. */
static size_t first_of(int found) {
  return found == 0 ? STEP : (size_t)__builtin_ctz((unsigned)found);
}

/* Of the next STEP bytes, how many come before the first quote of that kind, backslash or line end. */
static size_t plain_step(const char *text, char quote) {
  __m128i bytes = load(text);
  __m128i is_quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(quote));
  __m128i is_backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  __m128i is_end = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  return first_of(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(is_quote, is_backslash), is_end)));
}

/* How many of them come before the first that is no space. */
static size_t space_step(const char *text) {
  return first_of(_mm_movemask_epi8(_mm_cmpeq_epi8(load(text), _mm_set1_epi8(' '))) ^ 0xFFFF);
}

/* How many of them come before the first with which a text may begin whose first, second and last bytes are
 * given, as far as the letter case bit tells; `last` is how far the last one stands behind the first. */
static size_t needle_step(const char *text, const char wanted[3], size_t second, size_t last) {
  __m128i lower = _mm_set1_epi8(0x20);
  __m128i is_first = _mm_cmpeq_epi8(_mm_or_si128(load(text), lower), _mm_set1_epi8(wanted[0]));
  __m128i is_second = _mm_cmpeq_epi8(_mm_or_si128(load(text + second), lower), _mm_set1_epi8(wanted[1]));
  __m128i is_last = _mm_cmpeq_epi8(_mm_or_si128(load(text + last), lower), _mm_set1_epi8(wanted[2]));
  return first_of(_mm_movemask_epi8(_mm_and_si128(_mm_and_si128(is_first, is_second), is_last)));
}

#else

/* Bit 7 of each byte of the word that is `c`; above one that is, others may have it too. */
static uint64_t bytes_equal(uint64_t word, char c) {
  word ^= UINT64_C(0x0101010101010101) * (unsigned char)c;
  return (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
}

static size_t plain_step(const char *text, char quote) {
  size_t n = 0;
  for (; n < STEP; n += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, text + n, sizeof word);
    if ((bytes_equal(word, quote) | bytes_equal(word, '\\') | bytes_equal(word, '\n')) != 0) {
      break;
    }
  }
  while (n < STEP && text[n] != quote && text[n] != '\\' && text[n] != '\n') {
    n++;
  }
  return n;
}

static size_t space_step(const char *text) {
  size_t n = 0;
  while (n < STEP && text[n] == ' ') {
    n++;
  }
  return n;
}

static size_t needle_step(const char *text, const char wanted[3], size_t second, size_t last) {
  size_t n = 0;
  while (n < STEP && !((text[n] | 0x20) == wanted[0] && (text[n + second] | 0x20) == wanted[1] &&
                         (text[n + last] | 0x20) == wanted[2])) {
    n++;
  }
  return n;
}

#endif

size_t aml_run_plain_end(aml_sv text, size_t at, char quote) {
  while (text.len - at >= STEP) {
    size_t plain = plain_step(text.data + at, quote);
    at += plain;
    if (plain < STEP) {
      return at;
    }
  }
  while (at < text.len && text.data[at] != quote && text.data[at] != '\\' && text.data[at] != '\n') {
    at++;
  }
  return at;
}

size_t aml_run_skip_spaces(aml_sv text, size_t at) {
  size_t spaces = STEP;
  while (spaces == STEP && text.len - at >= STEP) {
    spaces = space_step(text.data + at);
    at += spaces;
  }
  return at;
}

size_t aml_run_ifind(aml_sv text, size_t at, aml_sv needle) {
  size_t last = needle.len - 1;
  size_t second = last > 0 ? 1 : 0;
  const char wanted[3] = {
      (char)(needle.data[0] | 0x20), (char)(needle.data[second] | 0x20), (char)(needle.data[last] | 0x20)};
  while (text.len - at >= STEP + last) {
    size_t others = needle_step(text.data + at, wanted, second, last);
    at += others;
    if (others < STEP) {
      if (aml_bytes_ieq(text.data + at, needle.data, needle.len)) {
        return at;
      }
      at++;
    }
  }
  for (; text.len - at >= needle.len; at++) {
    if (aml_bytes_ieq(text.data + at, needle.data, needle.len)) {
      return at;
    }
  }
  return AML_NPOS;
}
