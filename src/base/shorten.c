#include "base/shorten.h"

#include <stdio.h>

#include "base/strbuf.h"
#include "base/utf8.h"

enum {
  KEPT = 200,       /* bytes of what is longer than AML_SHOWN_NAME */
  SIZE_FROM = 1024, /* below, how much is missing is of no interest */
  EXTRA = 64        /* for an ellipsis and a size */
};

/* Never inside of a code point. */
static aml_sv begin_of(aml_sv text, size_t bytes) {
  size_t end = bytes < text.len ? bytes : text.len;
  while (end > 0 && end < text.len && ((unsigned char)text.data[end] & 0xC0) == 0x80) {
    end--;
  }
  return aml_sv_slice(text, 0, end);
}

/* With commas between thousands. */
static void add_count(aml_strbuf *out, size_t count) {
  char digits[24];
  size_t length = (size_t)snprintf(digits, sizeof digits, "%zu", count);
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) {
      aml_strbuf_add_char(out, ',');
    }
    aml_strbuf_add_char(out, digits[i]);
  }
}

static void add_cut(aml_strbuf *out, aml_sv text, aml_sv kept) {
  aml_strbuf_add(out, kept);
  if (kept.len == text.len) {
    return;
  }
  aml_strbuf_add(out, AML_SV("…"));
  if (text.len >= SIZE_FROM) {
    aml_strbuf_add(out, AML_SV(" ("));
    add_count(out, text.len);
    aml_strbuf_add(out, AML_SV(" bytes)"));
  }
}

static aml_sv cut(aml_arena *arena, aml_sv text, aml_sv kept) {
  if (kept.len == text.len) {
    return text;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, kept.len + EXTRA);
  add_cut(&out, text, kept);
  return aml_strbuf_view(&out);
}

aml_sv aml_shorten_to(aml_arena *arena, aml_sv text, size_t code_points) {
  size_t at = 0;
  if (text.len <= code_points) { /* each has a byte at least */
    return text;
  }
  for (size_t i = 0; at < text.len && i < code_points; i++) {
    aml_utf8_next(text, &at);
  }
  return cut(arena, text, aml_sv_slice(text, 0, at));
}

static aml_sv shown_part(aml_sv name) {
  return name.len > AML_SHOWN_NAME ? begin_of(name, KEPT) : name;
}

aml_sv aml_shorten(aml_arena *arena, aml_sv name) {
  return cut(arena, name, shown_part(name));
}

/* Not the apostrophe of a word. */
static bool is_open(aml_sv text, size_t at) {
  return text.data[at] == '\'' && (at == 0 || !aml_ascii_alnum(text.data[at - 1]));
}

static size_t find_close(aml_sv text, size_t at) {
  for (at = aml_sv_find_char(text, '\'', at); at != AML_NPOS; at = aml_sv_find_char(text, '\'', at + 1)) {
    if (at + 1 == text.len || !aml_ascii_alnum(text.data[at + 1])) {
      return at;
    }
  }
  return text.len;
}

aml_sv aml_shorten_quoted(aml_arena *arena, aml_sv text) {
  if (text.len <= SIZE_FROM) {
    return text;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, AML_SHOWN_TEXT);
  for (size_t at = 0; at < text.len && !out.overflowed;) {
    size_t end = at + 1;
    if (is_open(text, at)) {
      end = find_close(text, at + 1);
      aml_sv name = aml_sv_slice(text, at + 1, end);
      aml_strbuf_add_char(&out, '\'');
      add_cut(&out, name, shown_part(name));
    } else {
      aml_strbuf_add_char(&out, text.data[at]);
    }
    at = end;
  }
  return out.overflowed ? cut(arena, text, begin_of(text, AML_SHOWN_TEXT)) : aml_strbuf_view(&out);
}
