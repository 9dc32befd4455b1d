#include "base/utf8.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "base/runs.h"

uint32_t aml_utf8_next(aml_sv s, size_t *at) {
  const unsigned char *p = (const unsigned char *)s.data + *at;
  size_t left = s.len - *at;
  *at += 1;
  if (p[0] < 0x80) {
    return p[0];
  }
  size_t need = p[0] >= 0xF0 ? 3 : p[0] >= 0xE0 ? 2 : 1;
  if (p[0] < 0xC2 || p[0] > 0xF4 || left <= need) {
    return AML_UTF8_INVALID;
  }
  uint32_t code_point = p[0] & (0x3FU >> need);
  for (size_t i = 1; i <= need; i++) {
    if ((p[i] & 0xC0) != 0x80) {
      return AML_UTF8_INVALID;
    }
    code_point = (code_point << 6) | (p[i] & 0x3FU);
  }
  bool is_overlong = (need == 2 && code_point < 0x800) || (need == 3 && code_point < 0x10000);
  if (is_overlong || code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    return AML_UTF8_INVALID;
  }
  *at += need;
  return code_point;
}

size_t aml_utf8_encode(uint32_t code_point, char out[AML_UTF8_MAX]) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    code_point = 0xFFFD;
  }
  if (code_point < 0x80) {
    out[0] = (char)code_point;
    return 1;
  }
  size_t more = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  for (size_t i = more; i > 0; i--) {
    out[i] = (char)(0x80U | (code_point & 0x3FU));
    code_point >>= 6;
  }
  out[0] = (char)(lead[more] | code_point);
  return more + 1;
}

size_t aml_utf8_find_invalid(aml_sv s) {
  for (size_t at = aml_run_skip_ascii(s, 0); at < s.len; at = aml_run_skip_ascii(s, at)) {
    size_t begin = at;
    if (aml_utf8_next(s, &at) == AML_UTF8_INVALID) {
      return begin;
    }
  }
  return AML_NPOS;
}

size_t aml_utf8_break(aml_sv s, size_t at) {
  char c = at < s.len ? s.data[at] : '\0';
  char next = at + 1 < s.len ? s.data[at + 1] : '\0';
  switch (c) {
  case '\n':
    return 1;
  case '\r':
    return next == '\n' ? 2 : 1;
  case '\xC2':
    return next == '\x85' ? 2 : 0;
  case '\xE2':
    return next == '\x80' && at + 2 < s.len && (s.data[at + 2] == '\xA8' || s.data[at + 2] == '\xA9') ? 3 : 0;
  default:
    return 0;
  }
}

size_t aml_utf8_break_before(aml_sv s, size_t at) {
  enum { LONGEST = 3 };
  for (size_t length = LONGEST; length > 0; length--) {
    if (length <= at && aml_utf8_break(aml_sv_slice(s, 0, at), at - length) == length) {
      return length;
    }
  }
  return 0;
}

size_t aml_utf8_length(aml_sv s) {
  size_t n = aml_run_skip_ascii(s, 0);
  for (size_t at = n; at < s.len;) {
    (void)aml_utf8_next(s, &at);
    size_t next = aml_run_skip_ascii(s, at);
    n += 1 + next - at;
    at = next;
  }
  return n;
}

size_t aml_utf16_length(aml_sv s) {
  size_t n = aml_run_skip_ascii(s, 0);
  for (size_t at = n; at < s.len;) {
    uint32_t c = aml_utf8_next(s, &at);
    size_t next = aml_run_skip_ascii(s, at);
    n += (c != AML_UTF8_INVALID && c > 0xFFFF ? 2 : 1) + next - at;
    at = next;
  }
  return n;
}

/* The C library's tables for C.UTF-8, which every glibc carries; freed by the caller. The process locale is
 * never touched. */
static locale_t open_unicode(void) {
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static uint32_t map_case(uint32_t c, bool upper, locale_t unicode) {
  if (c < 0x80) {
    bool changes = upper ? (c >= 'a' && c <= 'z') : (c >= 'A' && c <= 'Z');
    return changes ? c ^ 0x20U : c;
  }
  if (c == AML_UTF8_INVALID || unicode == (locale_t)0) {
    return c;
  }
  return (uint32_t)(upper ? towupper_l((wint_t)c, unicode) : towlower_l((wint_t)c, unicode));
}

int aml_utf8_icmp(aml_sv a, aml_sv b) {
  if (aml_utf8_is_ascii(a) && aml_utf8_is_ascii(b)) {
    return aml_sv_icmp(a, b);
  }
  locale_t unicode = open_unicode();
  int order = 0;
  size_t i = 0;
  size_t j = 0;
  while (order == 0 && i < a.len && j < b.len) {
    uint32_t x = map_case(aml_utf8_next(a, &i), true, unicode);
    uint32_t y = map_case(aml_utf8_next(b, &j), true, unicode);
    order = (x > y) - (x < y);
  }
  if (order == 0) {
    order = (i < a.len) - (j < b.len);
  }
  if (unicode != (locale_t)0) {
    freelocale(unicode);
  }
  return order;
}

static aml_sv map_ascii(aml_arena *arena, aml_sv s, bool upper) {
  enum { LETTERS = 'z' - 'a' + 1, CASE_BIT = 'a' ^ 'A' };
  const unsigned char first = upper ? 'a' : 'A';
  char *out = AML_NEW_ARRAY(arena, char, s.len + 1);
  for (size_t i = 0; i < s.len; i++) {
    bool changes = (unsigned char)(s.data[i] - first) < LETTERS;
    out[i] = (char)(s.data[i] ^ (changes ? CASE_BIT : 0));
  }
  return (aml_sv){out, s.len};
}

static aml_sv map_text(aml_arena *arena, aml_sv s, bool upper) {
  if (aml_utf8_is_ascii(s)) {
    return map_ascii(arena, s, upper);
  }
  /* A simple mapping may lengthen a code point by at most one byte for each two. */
  char *out = AML_NEW_ARRAY(arena, char, s.len * 2 + 1);
  size_t n = 0;
  locale_t unicode = open_unicode();
  for (size_t at = 0; at < s.len;) {
    size_t begin = at;
    uint32_t c = aml_utf8_next(s, &at);
    if (c == AML_UTF8_INVALID) {
      out[n++] = s.data[begin];
    } else {
      n += aml_utf8_encode(map_case(c, upper, unicode), out + n);
    }
  }
  if (unicode != (locale_t)0) {
    freelocale(unicode);
  }
  return (aml_sv){out, n};
}

aml_sv aml_utf8_lower(aml_arena *arena, aml_sv s) {
  return map_text(arena, s, false);
}

aml_sv aml_utf8_upper(aml_arena *arena, aml_sv s) {
  return map_text(arena, s, true);
}

typedef struct code_range {
  uint32_t first, last;
} code_range;

/* Unicode 15, East Asian Width W and F, in coarse blocks: what a caret under a source line needs. */
static const code_range wide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xA000, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD}};
static const code_range combining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

static bool is_in(const code_range *ranges, size_t n, uint32_t c) {
  for (size_t i = 0; i < n; i++) {
    if (c >= ranges[i].first && c <= ranges[i].last) {
      return true;
    }
  }
  return false;
}

int aml_utf8_width(uint32_t code_point) {
  if (is_in(combining, sizeof combining / sizeof combining[0], code_point)) {
    return 0;
  }
  return is_in(wide, sizeof wide / sizeof wide[0], code_point) ? 2 : 1;
}
