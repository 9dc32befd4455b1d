/* RE2's syntax: https://github.com/google/re2/wiki/Syntax. What PCRE2 has beside it, RE2 refuses: looking
 * around, references back, possessive repetition, verbs. */
#include "hcl/pattern_re2.h"

/* "?P<name>", "?:", "?i:", "?i)" and the like behind an opening parenthesis. */
static bool is_group(aml_sv rest) {
  if (aml_sv_starts(rest, AML_SV("*"))) {
    return false;
  }
  if (!aml_sv_starts(rest, AML_SV("?")) || aml_sv_starts(rest, AML_SV("?P<"))) {
    return true;
  }
  size_t at = 1;
  while (at < rest.len && aml_sv_find_char(AML_SV("ims-"), rest.data[at], 0) != AML_NPOS) {
    at++;
  }
  return at < rest.len && (rest.data[at] == ':' || rest.data[at] == ')');
}

/* Behind a backslash. Vertical tabs are blanks for PCRE2 alone. */
static bool is_escape(char c, aml_sv text) {
  if (c == 's' || c == 'S') {
    return aml_sv_find_char(text, '\v', 0) == AML_NPOS;
  }
  return !aml_ascii_alnum(c) ? (unsigned char)c < 0x80
                             : aml_sv_find_char(AML_SV("dDwWbBAzafnrtx"), c, 0) != AML_NPOS;
}

static bool repeats(char c) {
  return c == '*' || c == '+' || c == '?' || c == '}';
}

/* "[:alpha:]" in a set, from its '[' on: behind it; AML_NPOS where there is none. */
static size_t skip_class(aml_sv pattern, size_t at) {
  static const char *const names[] = {"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower",
      "print", "punct", "space", "upper", "word", "xdigit"};
  aml_sv rest = aml_sv_slice(pattern, at, pattern.len);
  size_t end = aml_sv_find(rest, AML_SV(":]"), 2);
  if (!aml_sv_starts(rest, AML_SV("[:")) || end == AML_NPOS) {
    return AML_NPOS;
  }
  aml_sv name = aml_sv_slice(rest, aml_sv_starts(rest, AML_SV("[:^")) ? 3 : 2, end);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_eq(name, aml_sv_of(names[i]))) {
      return at + end + 2;
    }
  }
  return AML_NPOS;
}

/* A set in brackets, from its '[' on: behind it; AML_NPOS where it is not certain. */
static size_t skip_set(aml_sv pattern, size_t at, aml_sv text) {
  at += at + 1 < pattern.len && pattern.data[at + 1] == '^' ? 2 : 1;
  at += at < pattern.len && pattern.data[at] == ']' ? 1 : 0;
  while (at < pattern.len && pattern.data[at] != ']') {
    char c = pattern.data[at];
    char next = at + 1 < pattern.len ? pattern.data[at + 1] : '\0';
    size_t behind = c == '['                              ? skip_class(pattern, at)
                    : c == '\\' && !is_escape(next, text) ? AML_NPOS
                                                          : at + (c == '\\' ? 2 : 1);
    if (behind == AML_NPOS) {
      return AML_NPOS;
    }
    at = behind;
  }
  return at < pattern.len ? at + 1 : AML_NPOS;
}

bool aml_hcl_is_re2(aml_sv pattern, aml_sv text) {
  for (size_t at = 0; at < pattern.len;) {
    char c = pattern.data[at];
    aml_sv rest = aml_sv_slice(pattern, at + 1, pattern.len);
    char next = rest.len > 0 ? rest.data[0] : '\0';
    bool is_known =
        c == '\\'    ? is_escape(next, text)
        : c == '('   ? is_group(rest)
        : repeats(c) ? next != '+' && next != '*' && !(next == '?' && rest.len > 1 && repeats(rest.data[1]))
                     : true;
    if (!is_known) {
      return false;
    }
    if (c == '[') {
      at = skip_set(pattern, at, text);
      if (at == AML_NPOS) {
        return false;
      }
      continue;
    }
    at += c == '\\' ? 2 : 1;
  }
  return true;
}
