#include "base/runs.h"

#include <string.h>

#ifdef __SSE2__
#  include <immintrin.h>
#  define WIDE         __attribute__((target("avx2")))
#  define WIDE_INLINED __attribute__((target("avx2"), always_inline)) static inline
#endif

enum { STEP = 16, WIDE_STEP = 64 };

/* The place of the lowest bit; STEP where none is set. */
static size_t first_of(unsigned found) {
  return found == 0 ? STEP : (size_t)__builtin_ctz(found);
}

#ifdef __SSE2__

static __m128i load(const char *text) {
  return _mm_loadu_si128((const __m128i *)(const void *)text);
}

/* Of the next STEP bytes, how many come before the first quote of that kind, backslash or line end. */
static size_t plain_step(const char *text, char quote) {
  __m128i bytes = load(text);
  __m128i is_quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(quote));
  __m128i is_backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  __m128i is_end = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  return first_of((unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(is_quote, is_backslash), is_end)));
}

/* How many of them come before the first that is no space. */
static size_t space_step(const char *text) {
  return first_of((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(load(text), _mm_set1_epi8(' '))) ^ 0xFFFFU);
}

/* How many of them come before the first with which a text may begin whose first, second and last bytes are
 * given, as far as the letter case bit tells; `last` is how far the last one stands behind the first. */
static size_t needle_step(const char *text, const char wanted[3], size_t second, size_t last) {
  __m128i lower = _mm_set1_epi8(0x20);
  __m128i is_first = _mm_cmpeq_epi8(_mm_or_si128(load(text), lower), _mm_set1_epi8(wanted[0]));
  __m128i is_second = _mm_cmpeq_epi8(_mm_or_si128(load(text + second), lower), _mm_set1_epi8(wanted[1]));
  __m128i is_last = _mm_cmpeq_epi8(_mm_or_si128(load(text + last), lower), _mm_set1_epi8(wanted[2]));
  return first_of((unsigned)_mm_movemask_epi8(_mm_and_si128(_mm_and_si128(is_first, is_second), is_last)));
}

/* One where the first letter of a needle, of which `first` holds the bytes in lower case, and its other may
 * be.
 */
static __m128i pair_step(const char *text, __m128i first, const aml_run_needle *needle) {
  __m128i other = _mm_or_si128(load(text + needle->apart), _mm_set1_epi8(0x20));
  return _mm_and_si128(_mm_cmpeq_epi8(first, _mm_set1_epi8(needle->word.data[0])),
      _mm_cmpeq_epi8(other, _mm_set1_epi8(needle->word.data[needle->apart])));
}

/* A bit for each of them at which one of the needles may begin. */
static unsigned pairs_step(const char *text, const aml_run_needle needles[AML_RUN_NEEDLES]) {
  __m128i first = _mm_or_si128(load(text), _mm_set1_epi8(0x20));
  __m128i found = _mm_or_si128(pair_step(text, first, &needles[0]), pair_step(text, first, &needles[1]));
  return (unsigned)_mm_movemask_epi8(_mm_or_si128(found, pair_step(text, first, &needles[2])));
}

/* The same of 32 bytes; nothing is said of the others. */
WIDE static inline __m256i load_wide(const char *text) {
  return _mm256_loadu_si256((const __m256i *)(const void *)text);
}

typedef struct wide_needles {
  __m256i first[AML_RUN_NEEDLES], other[AML_RUN_NEEDLES];
  size_t apart[AML_RUN_NEEDLES];
} wide_needles;

/* One where the first letter of one of the needles and its other may be. */
WIDE static inline __m256i pairs_wide(const char *text, const wide_needles *n) {
  const __m256i lower = _mm256_set1_epi8(0x20);
  const __m256i first = _mm256_or_si256(load_wide(text), lower);
  __m256i found = _mm256_setzero_si256();
  for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
    const __m256i other = _mm256_or_si256(load_wide(text + n->apart[i]), lower);
    found = _mm256_or_si256(found,
        _mm256_and_si256(_mm256_cmpeq_epi8(first, n->first[i]), _mm256_cmpeq_epi8(other, n->other[i])));
  }
  return found;
}

/* Over WIDE_STEPs in which no needle may begin. */
WIDE static size_t skip_others_wide(
    aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES], size_t apart) {
  wide_needles n;
  for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
    n.apart[i] = needles[i].apart;
    n.first[i] = _mm256_set1_epi8(needles[i].word.data[0]);
    n.other[i] = _mm256_set1_epi8(needles[i].word.data[needles[i].apart]);
  }
  for (; text.len - at >= WIDE_STEP + apart; at += WIDE_STEP) {
    const __m256i found =
        _mm256_or_si256(pairs_wide(text.data + at, &n), pairs_wide(text.data + at + WIDE_STEP / 2, &n));
    if (!_mm256_testz_si256(found, found)) {
      break;
    }
  }
  return at;
}

/* Over pairs of WIDE_STEPs that are ASCII. */
WIDE static size_t skip_ascii_wide(aml_sv text, size_t at) {
  for (; text.len - at >= 2 * WIDE_STEP; at += 2 * WIDE_STEP) {
    const char *bytes = text.data + at;
    const __m256i low = _mm256_or_si256(load_wide(bytes), load_wide(bytes + WIDE_STEP / 2));
    const __m256i high =
        _mm256_or_si256(load_wide(bytes + WIDE_STEP), load_wide(bytes + WIDE_STEP + WIDE_STEP / 2));
    if (_mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0) {
      break;
    }
  }
  return at;
}

/* The sets that each byte is in. */
WIDE_INLINED __m256i sets_of(const aml_run_bytes *bytes, __m256i low, __m256i high) {
  const __m256i by_low = _mm256_broadcastsi128_si256(load((const char *)bytes->low));
  const __m256i by_high = _mm256_broadcastsi128_si256(load((const char *)bytes->high));
  return _mm256_and_si256(_mm256_shuffle_epi8(by_low, low), _mm256_shuffle_epi8(by_high, high));
}

WIDE_INLINED __m256i is_byte(const char *text, char c) {
  return _mm256_cmpeq_epi8(load_wide(text), _mm256_set1_epi8(c));
}

/* Letters and digits of ASCII: whether one is no further behind 'a', or '0', than the last of them. */
WIDE_INLINED __m256i are_alnum(__m256i bytes) {
  const __m256i letter =
      _mm256_sub_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
  const __m256i digit = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
  return _mm256_or_si256(_mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8('z' - 'a')), letter),
      _mm256_cmpeq_epi8(_mm256_min_epu8(digit, _mm256_set1_epi8(9)), digit));
}

/* How far back it is to what escapes, as in "\u0027". */
enum { SHORT_ESCAPE = 2, PERCENT = 3, LONG_ESCAPE = AML_RUN_PAIRS_BEGIN };

/* All but those behind a letter or a digit that ends no escape. */
WIDE_INLINED __m256i begin_words(const char *text) {
  const __m256i in_word = are_alnum(load_wide(text - 1));
  const __m256i escaped =
      _mm256_or_si256(_mm256_or_si256(is_byte(text - SHORT_ESCAPE, '\\'), is_byte(text - PERCENT, '%')),
          is_byte(text - LONG_ESCAPE, '\\'));
  return _mm256_or_si256(escaped, _mm256_xor_si256(in_word, _mm256_set1_epi8(-1)));
}

WIDE_INLINED __m256i quotes_behind_blanks(const char *text) {
  const __m256i blank = _mm256_or_si256(is_byte(text - 1, ' '), is_byte(text - 1, '\t'));
  const __m256i quote = _mm256_or_si256(is_byte(text, '"'), is_byte(text, '\''));
  return _mm256_andnot_si256(is_byte(text - 2, ':'), _mm256_and_si256(blank, quote));
}

/* What a WIDE_STEP holds: a bit for each byte. */
typedef struct wide_marks {
  uint64_t pairs, names, blanks, openers;
} wide_marks;

WIDE_INLINED uint64_t none_of(__m256i sets) {
  return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(sets, _mm256_setzero_si256()));
}

/* The same of half a step. */
WIDE_INLINED wide_marks marks_of_wide(const char *text, const aml_run_pairs *pairs) {
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i first = load_wide(text), second = load_wide(text + 1);
  const __m256i first_low = _mm256_and_si256(first, nibble), second_low = _mm256_and_si256(second, nibble);
  const __m256i first_high = _mm256_and_si256(_mm256_srli_epi16(first, 4), nibble);
  const __m256i second_high = _mm256_and_si256(_mm256_srli_epi16(second, 4), nibble);
  const __m256i words = _mm256_and_si256(sets_of(&pairs->first_of_word, first_low, first_high),
      sets_of(&pairs->second_of_word, second_low, second_high));
  const __m256i marks = _mm256_and_si256(sets_of(&pairs->first_of_mark, first_low, first_high),
      sets_of(&pairs->second_of_mark, second_low, second_high));
  const __m256i any = _mm256_or_si256(
      _mm256_or_si256(_mm256_and_si256(words, begin_words(text)), marks), quotes_behind_blanks(text));
  const __m256i kinds = sets_of(&pairs->kinds, first_low, first_high);
  return (wide_marks){UINT32_MAX ^ none_of(any),
      UINT32_MAX ^ none_of(_mm256_and_si256(kinds, _mm256_set1_epi8(AML_RUN_NAME))),
      UINT32_MAX ^ none_of(_mm256_and_si256(kinds, _mm256_set1_epi8(AML_RUN_BLANK))),
      (unsigned)_mm256_movemask_epi8(kinds)};
}

static uint64_t highest_bit(uint64_t bits) {
  return bits == 0 ? 0 : UINT64_C(1) << (63 - __builtin_clzll(bits));
}

/* The openers with a name and a blank behind them. Added to a run, its first bit carries to what follows it;
 * a run that the step does not hold whole may be anything. */
static uint64_t openers_of_names(const wide_marks *m) {
  uint64_t behind = m->openers << 1;
  uint64_t over_blanks = (behind & m->blanks) + m->blanks;
  uint64_t begins = (behind | (over_blanks & ~m->blanks)) & m->names;
  uint64_t over_names = begins + m->names;
  bool is_open = over_blanks < m->blanks || over_names < m->names || m->openers >> 63 != 0;
  uint64_t found = is_open ? highest_bit(m->openers) : 0;
  for (uint64_t ends = over_names & ~m->names & m->blanks; ends != 0; ends &= ends - 1) {
    found |= highest_bit(m->openers & ((ends & -ends) - 1));
  }
  return found;
}

WIDE static size_t find_pairs_wide(aml_sv text, size_t at, const aml_run_pairs *pairs, uint64_t *found) {
  uint64_t now = 0;
  while (text.len - at > AML_RUN_PAIRS) {
    const wide_marks low = marks_of_wide(text.data + at, pairs);
    const wide_marks high = marks_of_wide(text.data + at + WIDE_STEP / 2, pairs);
    const wide_marks all = {high.pairs << 32 | low.pairs, high.names << 32 | low.names,
        high.blanks << 32 | low.blanks, high.openers << 32 | low.openers};
    now = all.pairs | openers_of_names(&all);
    if (now != 0) {
      break;
    }
    at += AML_RUN_PAIRS;
  }
  *found = now;
  return at;
}

static bool has_wide(void) {
  return __builtin_cpu_supports("avx2") != 0;
}

/* How many of the next four STEPs of bytes are ASCII: all of them, or none that is certain. */
static size_t ascii_steps(const char *text) {
  __m128i low = _mm_or_si128(load(text), load(text + STEP));
  __m128i high = _mm_or_si128(load(text + 2 * STEP), load(text + 3 * STEP));
  return _mm_movemask_epi8(_mm_or_si128(low, high)) == 0 ? 4 * STEP : 0;
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

static unsigned pairs_step(const char *text, const aml_run_needle needles[AML_RUN_NEEDLES]) {
  unsigned found = 0;
  for (size_t n = 0; n < STEP; n++) {
    for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
      const aml_run_needle *needle = &needles[i];
      bool is_pair = (text[n] | 0x20) == needle->word.data[0] &&
                     (text[n + needle->apart] | 0x20) == needle->word.data[needle->apart];
      found |= (unsigned)is_pair << n;
    }
  }
  return found;
}

static size_t ascii_steps(const char *text) {
  uint64_t all = 0;
  for (size_t n = 0; n < 4 * STEP; n += sizeof all) {
    uint64_t word;
    memcpy(&word, text + n, sizeof word);
    all |= word;
  }
  return (all & UINT64_C(0x8080808080808080)) == 0 ? 4 * STEP : 0;
}

static bool has_wide(void) {
  return false;
}

static size_t skip_others_wide(
    aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES], size_t apart) {
  (void)text, (void)needles, (void)apart;
  return at;
}

static size_t skip_ascii_wide(aml_sv text, size_t at) {
  (void)text;
  return at;
}

static size_t find_pairs_wide(aml_sv text, size_t at, const aml_run_pairs *pairs, uint64_t *found) {
  (void)text, (void)pairs;
  *found = 0;
  return at;
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

/* The needle that is at the offset; AML_RUN_NEEDLES where none is. */
static size_t needle_at(aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES]) {
  for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
    aml_sv word = needles[i].word;
    if ((text.data[at] | 0x20) == word.data[0] && text.len - at >= word.len &&
        aml_bytes_ieq(text.data + at, word.data, word.len)) {
      return i;
    }
  }
  return AML_RUN_NEEDLES;
}

/* Over STEPs in which no needle may begin; *found: the bits of the one at which this ends, 0 near the end of
 * the text. Stores nothing on the way, so that what is looked for stays in registers. */
static size_t skip_others(
    aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES], unsigned *found) {
  size_t apart = 0;
  for (size_t i = 0; i < AML_RUN_NEEDLES; i++) {
    apart = needles[i].apart > apart ? needles[i].apart : apart;
  }
  at = has_wide() ? skip_others_wide(text, at, needles, apart) : at;
  unsigned pairs = 0;
  while (text.len - at >= STEP + apart && (pairs = pairs_step(text.data + at, needles)) == 0) {
    at += STEP;
  }
  *found = pairs;
  return at;
}

static size_t shortest_of(const aml_run_needle needles[AML_RUN_NEEDLES]) {
  size_t shortest = needles[0].word.len;
  for (size_t i = 1; i < AML_RUN_NEEDLES; i++) {
    shortest = needles[i].word.len < shortest ? needles[i].word.len : shortest;
  }
  return shortest;
}

size_t aml_run_ifind_any(
    aml_sv text, size_t at, const aml_run_needle needles[AML_RUN_NEEDLES], size_t *which) {
  unsigned found;
  for (at = skip_others(text, at, needles, &found); found != 0;
       at = skip_others(text, at + STEP, needles, &found)) {
    for (; found != 0; found &= found - 1) {
      size_t place = at + first_of(found);
      *which = needle_at(text, place, needles);
      if (*which < AML_RUN_NEEDLES) {
        return place;
      }
    }
  }
  size_t shortest = shortest_of(needles);
  for (; text.len - at >= shortest; at++) {
    *which = needle_at(text, at, needles);
    if (*which < AML_RUN_NEEDLES) {
      return at;
    }
  }
  return AML_NPOS;
}

size_t aml_run_skip_ascii(aml_sv text, size_t at) {
  size_t plain = at < text.len && (unsigned char)text.data[at] < 0x80 ? 4 * STEP : 0;
  at = plain > 0 && has_wide() ? skip_ascii_wide(text, at) : at;
  while (plain > 0 && text.len - at >= 4 * STEP) {
    plain = ascii_steps(text.data + at);
    at += plain;
  }
  while (at < text.len && (unsigned char)text.data[at] < 0x80) {
    at++;
  }
  return at;
}

size_t aml_run_find_pairs(aml_sv text, size_t at, const aml_run_pairs *pairs, uint64_t *found) {
  if (has_wide() && text.len > at) {
    return find_pairs_wide(text, at, pairs, found);
  }
  *found = 0;
  return at;
}
