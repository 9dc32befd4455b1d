/* String views: a pointer and a length, never a terminator.
 *
 * A view borrows its bytes; whoever made the bytes owns them. Bytes are UTF-8 unless a function says
 * otherwise. Comparisons named `i` ignore the case of ASCII letters only, as Azure does for names, types and
 * keys; `aml_utf8_icmp` in base/utf8.h folds all of Unicode. All functions accept empty views. None
 * allocates, except those that take an arena. */
#ifndef AMLINT_BASE_SV_H
#define AMLINT_BASE_SV_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct aml_sv {
  const char *data; /* may be NULL when len is 0 */
  size_t len;
} aml_sv;

#define AML_SV(lit) ((aml_sv){"" lit, sizeof(lit) - 1}) /* string literals only */
#define AML_SV_CONST(lit)                                                                                    \
  { "" lit, sizeof(lit) - 1 }                       /* the same, in static initialisers */
#define AML_SV_ARG(s) (int)(s).len, aml_sv_bytes(s) /* for "%.*s" */

/* The view's bytes; never NULL, which "%.*s" does not take even for no bytes. */
static inline const char *aml_sv_bytes(aml_sv s) {
  return s.data == NULL ? "" : s.data;
}

/* A view of a terminated string; NULL gives the empty view. */
aml_sv aml_sv_of(const char *text);

/* s[begin, end) with both bounds clamped to the view. */
static inline aml_sv aml_sv_slice(aml_sv s, size_t begin, size_t end) {
  end = end > s.len ? s.len : end;
  begin = begin > end ? end : begin;
  return (aml_sv){s.len == 0 ? s.data : s.data + begin, end - begin}; /* data may be NULL then */
}

/* Private: of two texts of equal length. */
bool aml_bytes_eq(const char *a, const char *b, size_t len);
bool aml_bytes_ieq(const char *a, const char *b, size_t len);

/* The same bytes. */
static inline bool aml_sv_eq(aml_sv a, aml_sv b) {
  return a.len == b.len && aml_bytes_eq(a.data, b.data, a.len);
}
/* Most pairs differ in their length, or in the first byte beyond the bit that tells the case of letters. */
static inline bool aml_sv_ieq(aml_sv a, aml_sv b) {
  return a.len == b.len &&
         (a.len == 0 || (((a.data[0] ^ b.data[0]) & ~0x20) == 0 && aml_bytes_ieq(a.data, b.data, a.len)));
}

/* Whether one of several texts, up to NULL, has the same bytes. */
bool aml_sv_is_one_of(aml_sv s, const char *const *list);

/* Order by bytes, as memcmp; negative, zero or positive. */
int aml_sv_cmp(aml_sv a, aml_sv b);
int aml_sv_icmp(aml_sv a, aml_sv b);

static inline bool aml_sv_starts(aml_sv s, aml_sv prefix) {
  return s.len >= prefix.len && aml_sv_eq((aml_sv){s.data, prefix.len}, prefix);
}
static inline bool aml_sv_ends(aml_sv s, aml_sv suffix) {
  return s.len >= suffix.len && aml_sv_eq(aml_sv_slice(s, s.len - suffix.len, s.len), suffix);
}
static inline bool aml_sv_istarts(aml_sv s, aml_sv prefix) {
  return s.len >= prefix.len && aml_sv_ieq((aml_sv){s.data, prefix.len}, prefix);
}
static inline bool aml_sv_iends(aml_sv s, aml_sv suffix) {
  return s.len >= suffix.len && aml_sv_ieq(aml_sv_slice(s, s.len - suffix.len, s.len), suffix);
}

#define AML_NPOS SIZE_MAX
/* Offset of the first occurrence at or after `from`, or AML_NPOS. An empty needle is found at `from`. */
size_t aml_sv_find(aml_sv s, aml_sv needle, size_t from);
size_t aml_sv_ifind(aml_sv s, aml_sv needle, size_t from);
size_t aml_sv_find_char(aml_sv s, char c, size_t from);
size_t aml_sv_rfind_char(aml_sv s, char c); /* the last one in the whole view */

/* Without leading and trailing blanks, tabs and line ends. */
aml_sv aml_sv_trim(aml_sv s);

/* Cuts *rest at the first `separator`: returns what stands before it and leaves in *rest what stands after.
 * Where there is none, returns all of *rest and leaves the empty view. Meant for loops `while (rest.len >
 * 0)`. */
aml_sv aml_sv_split(aml_sv *rest, char separator);

/* A copy in the arena, followed by a NUL that is not counted, so that it serves C interfaces too. */
aml_sv aml_sv_dup(aml_arena *arena, aml_sv s);
const char *aml_sv_cstr(aml_arena *arena, aml_sv s);

/* Formatted text in the arena, terminated as aml_sv_dup does. */
__attribute__((format(printf, 2, 3))) aml_sv aml_sv_format(aml_arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0))) aml_sv aml_sv_vformat(
    aml_arena *arena, const char *format, va_list args);

/* A copy with ASCII letters made lower case. */
aml_sv aml_sv_lower(aml_arena *arena, aml_sv s);

/* a followed by b, in the arena. */
aml_sv aml_sv_join(aml_arena *arena, aml_sv a, aml_sv b);

static inline char aml_ascii_lower(char c) {
  return (c >= 'A' && c <= 'Z') ? (char)(c + ('a' - 'A')) : c;
}
/* The same for eight bytes at once, in either byte order: of a byte from 'A' to 'Z' exactly one of the two
 * sums carries into the top bit; bytes beyond ASCII are left alone. */
static inline uint64_t aml_ascii_lower8(uint64_t bytes) {
  const uint64_t ones = 0x0101010101010101U;
  uint64_t low = bytes & (0x7F * ones);
  uint64_t from_a = low + (0x80 - 'A') * ones;
  uint64_t past_z = low + (0x7F - 'Z') * ones;
  return bytes | (((from_a ^ past_z) & ~bytes & (0x80 * ones)) >> 2);
}
/* Up to eight bytes as a word: equal for equal bytes of equal number only. For hashing and comparing, since
 * it is in the machine's byte order, and fewer than eight bytes are read as two halves that overlap. */
static inline uint64_t aml_load8(const char *bytes, size_t n) {
  uint32_t halves[2] = {0, 0};
  uint64_t word = 0;
  if (n >= sizeof word) {
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
  }
  if (n >= sizeof halves[0]) {
    __builtin_memcpy(&halves[0], bytes, sizeof halves[0]);
    __builtin_memcpy(&halves[1], bytes + n - sizeof halves[1], sizeof halves[1]);
    return (uint64_t)halves[1] << 32 | halves[0];
  }
  for (size_t i = 0; i < n; i++) {
    word = word << 8 | (unsigned char)bytes[i];
  }
  return word;
}
/* Mixes a text into a hash of which nothing hostile may depend: whoever knows it finds texts that clash. */
static inline uint64_t aml_sv_mix(uint64_t hash, aml_sv text) {
  const uint64_t odd = 0x9E3779B97F4A7C15U; /* 2^64 divided by the golden ratio */
  for (size_t i = 0; i < text.len; i += sizeof hash) {
    hash = (hash ^ aml_load8(text.data + i, text.len - i)) * odd;
  }
  return (hash ^ text.len) * odd;
}
static inline bool aml_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
/* What a hexadecimal digit stands for, in either case; -1 for what is none. */
static inline int aml_hex_digit(char c) {
  return aml_ascii_digit(c)     ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}
static inline bool aml_ascii_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool aml_ascii_alnum(char c) {
  return aml_ascii_alpha(c) || aml_ascii_digit(c);
}
/* What a digit of base64 stands for (RFC 4648, table 1); -1 for what is none. */
static inline int aml_base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') {
    return c - 'A';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 26;
  }
  if (aml_ascii_digit(c)) {
    return c - '0' + 52;
  }
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
static inline bool aml_ascii_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The text itself where it has at most `max` bytes; else its first characters that fit, and an ellipsis
 * behind. */
aml_sv aml_sv_shorten(aml_arena *arena, aml_sv text, size_t max);

#endif
