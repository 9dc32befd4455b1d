#include "source/name_pattern.h"

#include <string.h>

#include "base/utf8.h"

enum { PATTERN_MAX = 255 };

bool aml_name_pattern_is_plain(aml_sv pattern) {
  return pattern.len <= PATTERN_MAX && !aml_sv_ends(pattern, AML_SV("*.")) &&
         aml_sv_find_char(pattern, '/', 0) == AML_NPOS && aml_sv_find_char(pattern, '\\', 0) == AML_NPOS;
}

/* The places of the pattern that what was read of a name leads to. */
typedef struct places {
  bool is_at[PATTERN_MAX + 1];
} places;

static bool is_wild(char c) {
  return c == '*' || c == '?';
}

/* Whether the pattern goes on from `at` without a character, before the next one; 0 for the end of the name.
 */
static bool may_skip(aml_sv pattern, size_t at, uint32_t next) {
  char c = pattern.data[at];
  bool is_soft_dot = c == '.' && at + 1 < pattern.len && is_wild(pattern.data[at + 1]);
  return c == '*' || (c == '?' && (next == 0 || next == '.')) || (is_soft_dot && next == 0);
}

static void skip(aml_sv pattern, uint32_t next, places *at) {
  for (size_t i = 0; i < pattern.len; i++) {
    at->is_at[i + 1] = at->is_at[i + 1] || (at->is_at[i] && may_skip(pattern, i, next));
  }
}

static bool takes(uint32_t wanted, uint32_t c, bool ignores_case) {
  bool is_ascii = wanted < 0x80 && c < 0x80;
  return wanted == c ||
         (ignores_case && is_ascii && aml_ascii_lower((char)wanted) == aml_ascii_lower((char)c));
}

bool aml_name_matches(aml_sv pattern, aml_sv name, bool ignores_case) {
  if (pattern.len == 0 || aml_sv_eq(pattern, AML_SV("*.*"))) {
    return true;
  }
  places at = {{true}};
  for (size_t i = 0; i < name.len;) {
    uint32_t c = aml_utf8_next(name, &i);
    skip(pattern, c, &at);
    places then = {{false}};
    for (size_t k = 0; k < pattern.len;) {
      size_t here = k;
      uint32_t wanted = aml_utf8_next(pattern, &k);
      bool is_here = at.is_at[here];
      then.is_at[here] = then.is_at[here] || (is_here && wanted == '*');
      then.is_at[k] =
          is_here && wanted != '*' && ((wanted == '?' && c != '.') || takes(wanted, c, ignores_case));
    }
    at = then;
  }
  skip(pattern, 0, &at);
  return at.is_at[pattern.len];
}
