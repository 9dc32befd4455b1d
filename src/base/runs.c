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

/* How many of them come before the first with which "aml" begins; two more bytes are looked at. */
static size_t aml_step(const char *text) {
  __m128i lower = _mm_set1_epi8(0x20);
  __m128i is_a = _mm_cmpeq_epi8(_mm_or_si128(load(text), lower), _mm_set1_epi8('a'));
  __m128i is_m = _mm_cmpeq_epi8(_mm_or_si128(load(text + 1), lower), _mm_set1_epi8('m'));
  __m128i is_l = _mm_cmpeq_epi8(_mm_or_si128(load(text + 2), lower), _mm_set1_epi8('l'));
  return first_of(_mm_movemask_epi8(_mm_and_si128(_mm_and_si128(is_a, is_m), is_l)));
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

static bool is_aml(const char *text) {
  return aml_ascii_lower(text[0]) == 'a' && aml_ascii_lower(text[1]) == 'm' &&
         aml_ascii_lower(text[2]) == 'l';
}

static size_t aml_step(const char *text) {
  size_t n = 0;
  while (n < STEP && !is_aml(text + n)) {
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

size_t aml_run_find_aml(aml_sv text, size_t at) {
  while (text.len - at >= STEP + 2) {
    size_t others = aml_step(text.data + at);
    at += others;
    if (others < STEP) { /* with SSE2 a few other bytes count as letters of upper case */
      if (aml_sv_ieq(aml_sv_slice(text, at, at + 3), AML_SV("aml"))) {
        return at;
      }
      at++;
    }
  }
  return aml_sv_ifind(text, AML_SV("aml"), at);
}
