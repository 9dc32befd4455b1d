#include "report/out.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/secret.h"
#include "base/strbuf.h"
#include "base/utf8.h"

void aml_out_init(aml_out *out, aml_write write, void *ctx) {
  out->write = write;
  out->ctx = ctx;
  out->has_failed = false;
  out->buffered = 0;
  out->total = 0;
}

static void flush(aml_out *out) {
  if (out->buffered > 0 && !out->has_failed) {
    out->has_failed = !out->write(out->ctx, out->buffer, out->buffered);
  }
  out->buffered = 0;
}

void aml_out_text(aml_out *out, aml_sv text) {
  out->total += text.len;
  while (text.len > 0) {
    size_t room = sizeof out->buffer - out->buffered;
    size_t part = text.len < room ? text.len : room;
    memcpy(out->buffer + out->buffered, text.data, part);
    out->buffered += part;
    text = aml_sv_slice(text, part, text.len);
    if (out->buffered == sizeof out->buffer) {
      flush(out);
    }
  }
}

void aml_out_str(aml_out *out, const char *text) {
  aml_out_text(out, aml_sv_of(text));
}

void aml_out_char(aml_out *out, char c) {
  aml_out_text(out, (aml_sv){&c, 1});
}

void aml_out_fill(aml_out *out, char c, size_t count) {
  char text[64];
  memset(text, c, sizeof text);
  for (; count > sizeof text; count -= sizeof text) {
    aml_out_text(out, (aml_sv){text, sizeof text});
  }
  aml_out_text(out, (aml_sv){text, count});
}

void aml_out_int(aml_out *out, int64_t number) {
  char text[AML_NUMBER_TEXT_SIZE];
  aml_out_text(out, (aml_sv){text, aml_int_text(number, text)});
}

bool aml_out_finish(aml_out *out) {
  flush(out);
  return !out->has_failed;
}

/* Whether an agent's command begins here, which one escape undoes. */
static bool is_command(aml_sv text, size_t at) {
  aml_sv rest = aml_sv_slice(text, at, text.len);
  if (aml_sv_starts(rest, AML_SV("##"))) {
    return aml_sv_starts(rest, AML_SV("##[")) || aml_sv_istarts(rest, AML_SV("##vso["));
  }
  return aml_sv_starts(rest, AML_SV("::")) && aml_sv_trim(aml_sv_slice(text, 0, at)).len == 0;
}

/* Invisible, or able to reorder what stands around it. */
static bool is_deceptive(uint32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
         c == 0x061C || c == 0xFEFF || c == 0x00AD;
}

size_t aml_safe_next(aml_sv text, size_t *at, char piece[AML_SAFE_MAX]) {
  size_t begin = *at;
  uint32_t c = aml_utf8_next(text, at);
  if (aml_ascii_space((char)text.data[begin])) {
    piece[0] = ' ';
    return 1;
  }
  bool is_byte = c == AML_UTF8_INVALID || c < ' ' || c == 0x7F;
  if (is_byte || ((c == '#' || c == ':') && is_command(text, begin))) {
    unsigned byte = (unsigned char)text.data[begin];
    return (size_t)snprintf(piece, AML_SAFE_MAX, "\\x%02x", byte);
  }
  if ((c >= 0x80 && c < 0xA0) || is_deceptive(c)) {
    return (size_t)snprintf(piece, AML_SAFE_MAX, "\\u%04x", c & 0xFFFFU);
  }
  memcpy(piece, text.data + begin, *at - begin);
  return *at - begin;
}

size_t aml_safe_run(aml_sv text, size_t begin, size_t end) {
  size_t at = begin;
  while (at < end && text.data[at] >= ' ' && text.data[at] <= '~' && text.data[at] != '#' &&
         text.data[at] != ':') {
    at++;
  }
  return at;
}

static void put_safe(aml_out *out, aml_sv text) {
  for (size_t at = 0; at < text.len;) {
    size_t plain = aml_safe_run(text, at, text.len);
    aml_out_text(out, aml_sv_slice(text, at, plain));
    at = plain;
    if (at == text.len) {
      break;
    }
    char piece[AML_SAFE_MAX];
    size_t n = aml_safe_next(text, &at, piece);
    aml_out_text(out, (aml_sv){piece, n});
  }
}

void aml_out_safe(aml_out *out, aml_sv text) {
  aml_secret_scan scan = {.text = text};
  aml_secret_range secret;
  size_t at = 0;
  while (aml_secret_next(&scan, &secret)) {
    put_safe(out, aml_sv_slice(text, at, secret.begin));
    aml_out_str(out, AML_SECRET_MASK);
    at = secret.end;
  }
  put_safe(out, aml_sv_slice(text, at, text.len));
}

static bool is_safe(aml_sv text) {
  bool is_same = true;
  for (size_t at = 0; at < text.len && is_same;) {
    char piece[AML_SAFE_MAX];
    size_t begin = at;
    size_t n = aml_safe_next(text, &at, piece);
    is_same = aml_sv_eq(aml_sv_slice(text, begin, at), (aml_sv){piece, n});
  }
  return is_same;
}

aml_sv aml_text_safe(aml_arena *arena, aml_sv text) {
  text = aml_secret_mask(arena, text);
  if (is_safe(text)) {
    return text;
  }
  aml_strbuf buf;
  aml_strbuf_init(&buf, arena, SIZE_MAX);
  for (size_t at = 0; at < text.len;) {
    char piece[AML_SAFE_MAX];
    size_t n = aml_safe_next(text, &at, piece);
    aml_strbuf_add(&buf, (aml_sv){piece, n});
  }
  return aml_strbuf_view(&buf);
}
