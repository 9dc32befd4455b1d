#include "condition/fold.h"

#include "base/strbuf.h"
#include "base/utf8.h"

typedef struct expansion {
  uint32_t from;
  const char *to;
} expansion;

/* Status F of Unicode 15's CaseFolding.txt: Latin, Armenian and the ligatures, applied after simple folding.
 */
static const expansion expansions[] = {{0x00DF, "ss"}, {0x0149, "\xCA\xBCn"}, {0x01F0, "j\xCC\x8C"},
    {0x0587, "\xD5\xA5\xD6\x82"}, {0x1E96, "h\xCC\xB1"}, {0x1E97, "t\xCC\x88"}, {0x1E98, "w\xCC\x8A"},
    {0x1E99, "y\xCC\x8A"}, {0x1E9A, "a\xCA\xBE"}, {0xFB00, "ff"}, {0xFB01, "fi"}, {0xFB02, "fl"},
    {0xFB03, "ffi"}, {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"}, {0xFB13, "\xD5\xB4\xD5\xB6"},
    {0xFB14, "\xD5\xB4\xD5\xA5"}, {0xFB15, "\xD5\xB4\xD5\xAB"}, {0xFB16, "\xD5\xBE\xD5\xB6"},
    {0xFB17, "\xD5\xB4\xD5\xAD"}};

static bool has_capitals(aml_sv s) {
  for (size_t i = 0; i < s.len; i++) {
    if (aml_ascii_lower(s.data[i]) != s.data[i]) {
      return true;
    }
  }
  return false;
}

static const char *find_expansion(uint32_t code_point) {
  for (size_t i = 0; i < sizeof expansions / sizeof expansions[0]; i++) {
    if (expansions[i].from == code_point) {
      return expansions[i].to;
    }
  }
  return NULL;
}

aml_sv aml_fold_text(aml_arena *arena, aml_sv s) {
  if (aml_utf8_is_ascii(s)) {
    return has_capitals(s) ? aml_sv_lower(arena, s) : s;
  }
  /* Upper before lower unites letters with two small forms, such as the two sigmas. */
  aml_sv simple = aml_utf8_lower(arena, aml_utf8_upper(arena, s));
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t at = 0; at < simple.len;) {
    size_t begin = at;
    uint32_t code_point = aml_utf8_next(simple, &at);
    const char *expanded = code_point < 0x80 ? NULL : find_expansion(code_point);
    aml_strbuf_add(&out, expanded != NULL ? aml_sv_of(expanded) : aml_sv_slice(simple, begin, at));
  }
  return aml_strbuf_view(&out);
}

bool aml_fold_eq(aml_arena *arena, aml_sv a, aml_sv b) {
  return aml_sv_ieq(a, b) ||
         (!(aml_utf8_is_ascii(a) && aml_utf8_is_ascii(b)) && aml_fold_cmp(arena, a, b) == 0);
}

int aml_fold_cmp(aml_arena *arena, aml_sv a, aml_sv b) {
  if (aml_utf8_is_ascii(a) && aml_utf8_is_ascii(b)) {
    return aml_sv_icmp(a, b);
  }
  return aml_sv_cmp(aml_fold_text(arena, a), aml_fold_text(arena, b));
}

bool aml_fold_contains(aml_arena *arena, aml_sv text, aml_sv part) {
  if (aml_utf8_is_ascii(text) && aml_utf8_is_ascii(part)) {
    return aml_sv_ifind(text, part, 0) != AML_NPOS;
  }
  return aml_sv_find(aml_fold_text(arena, text), aml_fold_text(arena, part), 0) != AML_NPOS;
}

/* Greedy with one point of return: the last star. */
bool aml_fold_like(aml_arena *arena, aml_sv text, aml_sv pattern) {
  aml_sv t = aml_fold_text(arena, text);
  aml_sv p = aml_fold_text(arena, pattern);
  size_t i = 0;
  size_t j = 0;
  size_t star = AML_NPOS; /* what is behind the last one */
  size_t resume = 0;
  while (i < t.len) {
    size_t next = i;
    (void)aml_utf8_next(t, &next);
    if (j < p.len && p.data[j] == '*') {
      star = ++j;
      resume = i;
    } else if (j < p.len && p.data[j] == '?') {
      j++;
      i = next;
    } else if (j < p.len && p.data[j] == t.data[i]) {
      j++;
      i++;
    } else if (star != AML_NPOS) {
      j = star;
      (void)aml_utf8_next(t, &resume);
      i = resume;
    } else {
      return false;
    }
  }
  while (j < p.len && p.data[j] == '*') {
    j++;
  }
  return j == p.len;
}

static bool is_letter(uint32_t code_point) {
  return (code_point < 0x80 && aml_ascii_alpha((char)code_point)) ||
         (code_point >= 0xC0 && code_point != AML_UTF8_INVALID);
}

bool aml_fold_match(aml_arena *arena, aml_sv text, aml_sv pattern, aml_match_case how) {
  aml_sv t = how == AML_MATCH_FOLDED ? aml_fold_text(arena, text) : text;
  aml_sv p = how == AML_MATCH_FOLDED ? aml_fold_text(arena, pattern) : pattern;
  size_t i = 0;
  size_t j = 0;
  while (i < t.len && j < p.len) {
    uint32_t c = aml_utf8_next(t, &i);
    uint32_t want = aml_utf8_next(p, &j);
    bool fits = want == '.'   ? true
                : want == '#' ? (c < 0x80 && aml_ascii_digit((char)c))
                : want == '?' ? is_letter(c)
                              : c == want;
    if (!fits) {
      return false;
    }
  }
  return i == t.len && j == p.len;
}
