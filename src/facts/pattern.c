#include "facts/pattern.h"

/* The state of a match is the set of places in the name that the pattern read so far can end at: bit i stands
 * for "before character i". A name has at most 63 characters, so the set is one word and no step needs to go
 * back. */
typedef uint64_t place_set;

typedef struct matcher {
  aml_sv pattern, name;
  size_t at; /* in the pattern */
  int depth; /* of open groups */
  bool is_valid;
} matcher;

enum { MAX_DEPTH = 4 };

static char peek(const matcher *m) {
  return m->at < m->pattern.len ? m->pattern.data[m->at] : '\0';
}

static bool take(matcher *m, aml_sv text) {
  if (!aml_sv_starts(aml_sv_slice(m->pattern, m->at, m->pattern.len), text)) {
    return false;
  }
  m->at += text.len;
  return true;
}

/* Reads "[...]", "\d" or one character, and says whether c is among what it stands for. */
static bool read_class(matcher *m, char c) {
  if (take(m, AML_SV("\\d"))) {
    return aml_ascii_digit(c);
  }
  char first = peek(m);
  m->at++;
  if (first != '[') {
    m->is_valid &= aml_ascii_alnum(first) || first == '_' || first == '-';
    return aml_ascii_lower(first) == c;
  }
  bool is_in = false;
  while (peek(m) != ']' && peek(m) != '\0') {
    char low = peek(m);
    char high = low;
    m->at++;
    if (peek(m) == '-' && m->at + 1 < m->pattern.len && m->pattern.data[m->at + 1] != ']') {
      high = m->pattern.data[m->at + 1];
      m->at += 2;
    }
    is_in |= aml_ascii_lower(low) <= c && c <= aml_ascii_lower(high);
  }
  m->is_valid &= take(m, AML_SV("]"));
  return is_in;
}

static place_set match_alternatives(matcher *m, place_set from);

/* One step from each place in `from` over the atom at m->at, which is passed. */
static place_set match_atom(matcher *m, place_set from) {
  if (take(m, AML_SV("(?:"))) {
    m->is_valid &= m->depth < MAX_DEPTH;
    if (!m->is_valid) {
      return 0;
    }
    m->depth++;
    place_set to = match_alternatives(m, from);
    m->depth--;
    m->is_valid &= take(m, AML_SV(")"));
    return to;
  }
  size_t begin = m->at;
  place_set to = 0;
  read_class(m, '\0');
  for (size_t i = 0; i < m->name.len; i++) {
    if ((from >> i & 1) != 0) {
      m->at = begin;
      to |= (place_set)read_class(m, aml_ascii_lower(m->name.data[i])) << (i + 1);
    }
  }
  return to;
}

static place_set match_repeated(matcher *m, place_set from) {
  size_t begin = m->at;
  bool is_group = peek(m) == '(';
  place_set to = match_atom(m, from);
  size_t end = m->at;
  if (take(m, AML_SV("?"))) {
    return from | to;
  }
  if (!take(m, AML_SV("+"))) {
    return to;
  }
  m->is_valid &= !is_group;
  for (place_set before = 0; before != to;) {
    before = to;
    m->at = begin;
    to |= match_atom(m, to);
  }
  m->at = end + 1;
  return to;
}

static place_set match_alternatives(matcher *m, place_set from) {
  place_set to = 0;
  do {
    place_set places = from;
    while (m->is_valid && peek(m) != '|' && peek(m) != ')' && m->at < m->pattern.len) {
      places = match_repeated(m, places);
    }
    to |= places;
  } while (take(m, AML_SV("|")));
  return to;
}

static place_set match_all(matcher *m) {
  if (!aml_sv_starts(m->pattern, AML_SV("^")) || !aml_sv_ends(m->pattern, AML_SV("$"))) {
    m->is_valid = false;
    return 0;
  }
  m->pattern = aml_sv_slice(m->pattern, 1, m->pattern.len - 1);
  place_set to = match_alternatives(m, 1);
  m->is_valid &= m->at == m->pattern.len;
  return to;
}

bool aml_size_pattern_match(aml_sv pattern, aml_sv name) {
  if (name.len > AML_SIZE_NAME_MAX) {
    return false;
  }
  matcher m = {.pattern = pattern, .name = name, .is_valid = true};
  place_set places = match_all(&m);
  return m.is_valid && (places >> name.len & 1) != 0;
}

static bool has_alternatives(aml_sv pattern) { /* outside groups */
  int depth = 0;
  bool has = false;
  for (size_t i = 0; i < pattern.len; i++) {
    depth += (pattern.data[i] == '(') - (pattern.data[i] == ')');
    has |= depth == 0 && pattern.data[i] == '|';
  }
  return has;
}

aml_sv aml_size_pattern_beginning(aml_sv pattern) {
  size_t end = 1;
  while (end < pattern.len && (aml_ascii_alnum(pattern.data[end]) || pattern.data[end] == '_')) {
    end++;
  }
  bool is_optional = end > 1 && end < pattern.len && pattern.data[end] == '?';
  return has_alternatives(pattern) ? (aml_sv){0} : aml_sv_slice(pattern, 1, is_optional ? end - 1 : end);
}

bool aml_size_pattern_is_valid(aml_sv pattern) {
  matcher m = {.pattern = pattern, .name = AML_SV("Standard_0"), .is_valid = true};
  match_all(&m);
  return m.is_valid;
}
