/* Wildcards as git's wildmatch reads them with WM_PATHNAME. Bytes, not characters, as in git. */
#include <string.h>

#include "source/discover.h"

/* The end of a bracket expression, whether it holds `c`; AML_NPOS for the end where it is malformed, which
 * matches nothing. */
typedef struct class_result {
  size_t end;
  bool is_match;
} class_result;

static bool is_graph(unsigned char c) {
  return c > ' ' && c < 0x7F;
}

static bool is_in_named_class(aml_sv name, unsigned char c, bool *is_known) {
  bool is_upper = c >= 'A' && c <= 'Z';
  bool is_lower = c >= 'a' && c <= 'z';
  bool is_digit = c >= '0' && c <= '9';
  bool is_hex = is_digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  bool is_punct = is_graph(c) && !is_upper && !is_lower && !is_digit;
  const struct {
    aml_sv name;
    bool holds;
  } classes[] = {
      {AML_SV("alnum"), is_upper || is_lower || is_digit},
      {AML_SV("alpha"), is_upper || is_lower},
      {AML_SV("blank"), c == ' ' || c == '\t'},
      {AML_SV("cntrl"), c < ' ' || c == 0x7F},
      {AML_SV("digit"), is_digit},
      {AML_SV("graph"), is_graph(c)},
      {AML_SV("lower"), is_lower},
      {AML_SV("print"), is_graph(c) || c == ' '},
      {AML_SV("punct"), is_punct},
      {AML_SV("space"), c == ' ' || (c >= '\t' && c <= '\r')},
      {AML_SV("upper"), is_upper},
      {AML_SV("xdigit"), is_hex},
  };
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
    if (aml_sv_eq(name, classes[i].name)) {
      *is_known = true;
      return classes[i].holds;
    }
  }
  *is_known = false;
  return false;
}

typedef struct class_reader {
  aml_sv pattern;
  size_t at;
  unsigned char c; /* what is looked for */
  int previous;    /* the lower end of a range, or -1 */
  bool is_match, is_malformed;
} class_reader;

/* One literal, perhaps escaped; -1 where the pattern ends. */
static int read_literal(class_reader *r) {
  if (r->at < r->pattern.len && r->pattern.data[r->at] == '\\') {
    r->at++;
  }
  return r->at < r->pattern.len ? (unsigned char)r->pattern.data[r->at++] : -1;
}

/* "[:name:]"; false where it is no such thing and '[' is a literal. */
static bool read_named_class(class_reader *r) {
  size_t close = aml_sv_find_char(r->pattern, ']', r->at + 2);
  if (close == AML_NPOS) {
    r->is_malformed = true;
    return true;
  }
  if (close == r->at + 2 || r->pattern.data[close - 1] != ':') {
    return false;
  }
  bool is_known;
  aml_sv name = aml_sv_slice(r->pattern, r->at + 2, close - 1);
  r->is_match = is_in_named_class(name, r->c, &is_known) || r->is_match;
  r->is_malformed = !is_known;
  r->previous = -1;
  r->at = close + 1;
  return true;
}

static void read_class_item(class_reader *r) {
  char first = r->pattern.data[r->at];
  char second = r->at + 1 < r->pattern.len ? r->pattern.data[r->at + 1] : '\0';
  if (first == '-' && r->previous >= 0 && second != '\0' && second != ']') {
    r->at++;
    int last = read_literal(r);
    r->is_malformed = last < 0;
    r->is_match = r->is_match || ((int)r->c >= r->previous && (int)r->c <= last);
    r->previous = -1;
    return;
  }
  if (first == '[' && second == ':' && read_named_class(r)) {
    return;
  }
  int literal = read_literal(r);
  r->is_malformed = literal < 0;
  r->is_match = r->is_match || (int)r->c == literal;
  r->previous = literal;
}

static class_result match_class(aml_sv pattern, size_t begin, char c) {
  class_reader r = {.pattern = pattern, .at = begin + 1, .c = (unsigned char)c, .previous = -1};
  bool is_negated = r.at < pattern.len && (pattern.data[r.at] == '!' || pattern.data[r.at] == '^');
  r.at += is_negated ? 1U : 0U;
  bool is_first = true; /* a ']' right at the beginning is a literal */
  while (!r.is_malformed) {
    if (r.at >= pattern.len) {
      r.is_malformed = true;
    } else if (pattern.data[r.at] == ']' && !is_first) {
      return (class_result){r.at + 1, r.is_match != is_negated && c != '/'};
    } else {
      read_class_item(&r);
    }
    is_first = false;
  }
  return (class_result){AML_NPOS, false};
}

static size_t skip_stars(aml_sv pattern, size_t at) {
  while (at < pattern.len && pattern.data[at] == '*') {
    at++;
  }
  return at;
}

/* Whether the stars in [at, end) stand for any number of folders: two or more, alone between slashes or ends.
 */
static bool is_double_star(aml_sv pattern, size_t at, size_t end) {
  return end - at >= 2 && (at == 0 || pattern.data[at - 1] == '/') &&
         (end == pattern.len || pattern.data[end] == '/');
}

/* One step that is no star: the pattern offset behind it where it matches c, else AML_NPOS. */
static size_t match_one(aml_sv pattern, size_t at, char c) {
  switch (pattern.data[at]) {
  case '?':
    return c == '/' ? AML_NPOS : at + 1;
  case '[': {
    class_result result = match_class(pattern, at, c);
    return result.is_match ? result.end : AML_NPOS;
  }
  case '\\':
    return at + 1 < pattern.len && pattern.data[at + 1] == c ? at + 2 : AML_NPOS;
  default:
    return pattern.data[at] == c ? at + 1 : AML_NPOS;
  }
}

typedef struct retry { /* where to go on when a star has to take more */
  size_t pattern, path;
} retry;

/* Goes back to the latest star, or else to the latest double star; false where neither can take more. */
static bool go_back(aml_sv path, retry *star, retry *folders, size_t *p, size_t *t) {
  if (star->pattern != AML_NPOS && star->path < path.len && path.data[star->path] != '/') {
    star->path++;
    *p = star->pattern;
    *t = star->path;
    return true;
  }
  star->pattern = AML_NPOS;
  if (folders->pattern == AML_NPOS) {
    return false;
  }
  size_t slash = aml_sv_find_char(path, '/', folders->path);
  if (slash == AML_NPOS) {
    return false;
  }
  folders->path = slash + 1;
  *p = folders->pattern;
  *t = folders->path;
  return true;
}

/* Only the latest star of each kind is ever tried again: what an earlier one could take in addition, the
 * later one can take as well. So the time is bounded by the product of the lengths. */
bool aml_glob_match(aml_sv pattern, aml_sv path) {
  retry star = {AML_NPOS, 0};
  retry folders = {AML_NPOS, 0};
  size_t p = 0;
  size_t t = 0;
  for (;;) {
    size_t behind = skip_stars(pattern, p);
    if (is_double_star(pattern, p, behind)) {
      if (behind == pattern.len) {
        return true;
      }
      p = behind + 1;
      folders = (retry){p, t};
      star.pattern = AML_NPOS;
      continue;
    }
    if (behind > p) {
      p = behind;
      star = (retry){p, t};
      continue;
    }
    if (t == path.len && p == pattern.len) {
      return true;
    }
    size_t next = p < pattern.len && t < path.len ? match_one(pattern, p, path.data[t]) : AML_NPOS;
    if (next != AML_NPOS) {
      p = next;
      t++;
    } else if (!go_back(path, &star, &folders, &p, &t)) {
      return false;
    }
  }
}
