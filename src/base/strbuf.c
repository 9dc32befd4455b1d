#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

enum { FIRST_CAPACITY = 64, SHORT = 512 }; /* most formatted texts are short, and then one pass does */

void aml_strbuf_init(aml_strbuf *buf, aml_arena *arena, size_t max) {
  *buf = (aml_strbuf){.arena = arena, .max = max};
}

/* Room for `more` bytes and the NUL; false when that passes the bound. */
static bool reserve(aml_strbuf *buf, size_t more) {
  if (buf->overflowed || more > buf->max || buf->len > buf->max - more) {
    buf->overflowed = true;
    return false;
  }
  size_t wanted = buf->len + more + 1;
  if (wanted <= buf->capacity) {
    return true;
  }
  size_t capacity = buf->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : buf->capacity * 2;
  capacity = capacity < wanted ? wanted : capacity;
  char *grown = AML_NEW_ARRAY(buf->arena, char, capacity);
  if (buf->len > 0) {
    memcpy(grown, buf->data, buf->len);
  }
  buf->data = grown;
  buf->capacity = capacity;
  return true;
}

void aml_strbuf_add(aml_strbuf *buf, aml_sv text) {
  if (text.len > 0 && reserve(buf, text.len)) {
    memcpy(buf->data + buf->len, text.data, text.len);
    buf->len += text.len;
  }
}

void aml_strbuf_add_char(aml_strbuf *buf, char c) {
  aml_strbuf_add(buf, (aml_sv){&c, 1});
}

void aml_strbuf_add_int(aml_strbuf *buf, int64_t number) {
  char digits[AML_NUMBER_TEXT_SIZE];
  aml_strbuf_add(buf, (aml_sv){digits, aml_int_text(number, digits)});
}

void aml_strbuf_add_for_single_quotes(aml_strbuf *buf, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    aml_strbuf_add(buf, text.data[i] == '\'' ? AML_SV("'\\''") : aml_sv_slice(text, i, i + 1));
  }
}

void aml_strbuf_addf(aml_strbuf *buf, const char *format, ...) {
  char first[SHORT];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(first, sizeof first, format, args);
  va_end(args);
  if (length < (int)sizeof first) {
    aml_strbuf_add(buf, (aml_sv){first, length < 0 ? 0 : (size_t)length});
    return;
  }
  if (!reserve(buf, (size_t)length)) {
    return;
  }
  va_start(args, format);
  (void)vsnprintf(buf->data + buf->len, (size_t)length + 1, format, args);
  va_end(args);
  buf->len += (size_t)length;
}

void aml_strbuf_add_code_point(aml_strbuf *buf, uint32_t code_point) {
  char bytes[AML_UTF8_MAX];
  aml_strbuf_add(buf, (aml_sv){bytes, aml_utf8_encode(code_point, bytes)});
}

aml_sv aml_strbuf_view(aml_strbuf *buf) {
  if (buf->data == NULL) {
    return (aml_sv){"", 0};
  }
  buf->data[buf->len] = '\0';
  return (aml_sv){buf->data, buf->len};
}
