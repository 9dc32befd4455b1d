#include "base/sv.h"

#include <stdio.h>
#include <string.h>

#include "base/concat.h"
#include "base/runs.h"

aml_sv aml_sv_of(const char *text) {
  return (aml_sv){text, text == NULL ? 0 : strlen(text)};
}

bool aml_bytes_eq(const char *a, const char *b, size_t len) {
  return len == 0 || memcmp(a, b, len) == 0;
}

static bool is_same8(uint64_t x, uint64_t y) {
  return x == y || aml_ascii_lower8(x) == aml_ascii_lower8(y);
}

/* The last word of a longer text overlaps the one before it. */
bool aml_bytes_ieq(const char *a, const char *b, size_t len) {
  enum { WORD = sizeof(uint64_t) };
  if (len < WORD) {
    return is_same8(aml_load8(a, len), aml_load8(b, len));
  }
  for (size_t i = 0; i < len - WORD; i += WORD) {
    if (!is_same8(aml_load8(a + i, WORD), aml_load8(b + i, WORD))) {
      return false;
    }
  }
  return is_same8(aml_load8(a + len - WORD, WORD), aml_load8(b + len - WORD, WORD));
}

bool aml_sv_is_one_of(aml_sv s, const char *const *list) {
  while (*list != NULL && !aml_sv_eq(s, aml_sv_of(*list))) {
    list++;
  }
  return *list != NULL;
}

static int compare_lengths(size_t a, size_t b) {
  return (a > b) - (a < b);
}

int aml_sv_cmp(aml_sv a, aml_sv b) {
  size_t n = a.len < b.len ? a.len : b.len;
  int order = n == 0 ? 0 : memcmp(a.data, b.data, n);
  return order != 0 ? order : compare_lengths(a.len, b.len);
}

int aml_sv_icmp(aml_sv a, aml_sv b) {
  size_t n = a.len < b.len ? a.len : b.len;
  for (size_t i = 0; i < n; i++) {
    unsigned char x = (unsigned char)aml_ascii_lower(a.data[i]);
    unsigned char y = (unsigned char)aml_ascii_lower(b.data[i]);
    if (x != y) {
      return x < y ? -1 : 1;
    }
  }
  return compare_lengths(a.len, b.len);
}

size_t aml_sv_find(aml_sv s, aml_sv needle, size_t from) {
  if (from > s.len || needle.len > s.len - from) {
    return AML_NPOS;
  }
  if (needle.len == 0) {
    return from;
  }
  const char *hit = memmem(s.data + from, s.len - from, needle.data, needle.len);
  return hit == NULL ? AML_NPOS : (size_t)(hit - s.data);
}

size_t aml_sv_ifind(aml_sv s, aml_sv needle, size_t from) {
  if (from > s.len || needle.len > s.len - from) {
    return AML_NPOS;
  }
  return needle.len == 0 ? from : aml_run_ifind(s, from, needle);
}

size_t aml_sv_find_char(aml_sv s, char c, size_t from) {
  const char *hit = from >= s.len ? NULL : memchr(s.data + from, c, s.len - from);
  return hit == NULL ? AML_NPOS : (size_t)(hit - s.data);
}

size_t aml_sv_rfind_char(aml_sv s, char c) {
  for (size_t i = s.len; i > 0; i--) {
    if (s.data[i - 1] == c) {
      return i - 1;
    }
  }
  return AML_NPOS;
}

aml_sv aml_sv_trim(aml_sv s) {
  size_t begin = 0;
  size_t end = s.len;
  while (begin < end && aml_ascii_space(s.data[begin])) {
    begin++;
  }
  while (end > begin && aml_ascii_space(s.data[end - 1])) {
    end--;
  }
  return aml_sv_slice(s, begin, end);
}

aml_sv aml_sv_split(aml_sv *rest, char separator) {
  size_t at = aml_sv_find_char(*rest, separator, 0);
  aml_sv head = aml_sv_slice(*rest, 0, at);
  *rest = at == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(*rest, at + 1, rest->len);
  return head;
}

aml_sv aml_sv_dup(aml_arena *arena, aml_sv s) {
  return aml_sv_join(arena, s, (aml_sv){NULL, 0});
}

const char *aml_sv_cstr(aml_arena *arena, aml_sv s) {
  return aml_sv_dup(arena, s).data;
}

aml_sv aml_sv_join(aml_arena *arena, aml_sv a, aml_sv b) {
  return AML_SV_CONCAT(arena, a, b);
}

enum { SHORT = 512 }; /* most formatted texts are, and then one pass does */

aml_sv aml_sv_vformat(aml_arena *arena, const char *format, va_list args) {
  char first[SHORT];
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(first, sizeof first, format, args);
  size_t size = length < 0 ? 0 : (size_t)length + 1;
  char *text = AML_NEW_ARRAY(arena, char, size);
  if (size > sizeof first) {
    (void)vsnprintf(text, size, format, again);
  } else if (size > 0) {
    memcpy(text, first, size);
  }
  va_end(again);
  if (length < 0) { /* the formats are ours, so it is memory that lacks */
    aml_arena_give_up(arena, AML_ERR_MEMORY);
  }
  return (aml_sv){text, size - 1};
}

aml_sv aml_sv_format(aml_arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_sv text = aml_sv_vformat(arena, format, args);
  va_end(args);
  return text;
}

aml_sv aml_sv_lower(aml_arena *arena, aml_sv s) {
  char *copy = AML_NEW_ARRAY(arena, char, s.len + 1);
  for (size_t i = 0; i < s.len; i++) {
    copy[i] = aml_ascii_lower(s.data[i]);
  }
  return (aml_sv){copy, s.len};
}

aml_sv aml_sv_shorten(aml_arena *arena, aml_sv text, size_t max) {
  size_t end = max;
  if (text.len <= max) {
    return text;
  }
  while (end > 0 && ((unsigned char)text.data[end] & 0xC0U) == 0x80U) {
    end--;
  }
  return aml_sv_join(arena, aml_sv_slice(text, 0, end), AML_SV("…"));
}
