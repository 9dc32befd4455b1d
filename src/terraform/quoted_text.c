/* How Terraform writes a text in quotes. Source: hashicorp/hcl, hclsyntax/spec.md, template literals. */
#include "terraform/quoted_text.h"

#include <string.h>

#include "base/interpolation.h"
#include "base/utf8.h"

static const char names[] = "nrt\"\\";
static const char meant[] = "\n\r\t\"\\";

/* The escape at `at`; returns where it ends, or `at` where it is none. */
static size_t read_escape(aml_guest_builder *builder, size_t at) {
  aml_sv text = builder->written;
  char c = at + 1 < text.len ? text.data[at + 1] : '\0';
  const char *hit = c == '\0' ? NULL : strchr(names, c);
  if (hit != NULL) {
    aml_guest_put(builder, (aml_sv){&meant[hit - names], 1}, at, at + 2);
    return at + 2;
  }
  size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
  uint32_t code_point = 0;
  for (size_t i = 0; i < digits; i++) {
    int digit = at + 2 + i < text.len ? aml_hex_digit(text.data[at + 2 + i]) : -1;
    if (digit < 0) {
      return at;
    }
    code_point = code_point << 4 | (uint32_t)digit;
  }
  char bytes[AML_UTF8_MAX];
  size_t length = digits == 0 || code_point > 0x10FFFF ? 0 : aml_utf8_encode(code_point, bytes);
  if (length == 0) {
    return at;
  }
  aml_guest_put(builder, (aml_sv){bytes, length}, at, at + 2 + digits);
  return at + 2 + digits;
}

/* Interpolations stay as they are written: what is a quote or a backslash in one is no escape of the text. */
static bool read_quoted(aml_guest_builder *builder) {
  aml_sv text = builder->written;
  size_t copied = 1;
  builder->empty_at = 1;
  if (text.len < 2 || text.data[0] != '"' || text.data[text.len - 1] != '"') {
    return false;
  }
  for (size_t at = 1; at < text.len - 1;) {
    size_t begin = at;
    aml_sv rest = aml_sv_slice(text, at, text.len - 1);
    if (text.data[at] == '"') { /* two texts, and something between them */
      return false;
    }
    if (text.data[at] == '\\') {
      aml_guest_copy(builder, copied, at);
      at = copied = read_escape(builder, at);
    } else {
      at += aml_interpolation_begins(rest) ? aml_interpolation_length(rest) : 1;
    }
    if (at == begin) {
      return false;
    }
  }
  aml_guest_copy(builder, copied, text.len - 1);
  return true;
}

static bool write_quoted(const aml_guest_change *change, aml_strbuf *out) {
  for (size_t i = 0; i < change->text.len; i++) {
    char c = change->text.data[i];
    const char *hit = c == '\0' ? NULL : strchr(meant, c);
    if (c == '$' || c == '%' || (hit == NULL && (unsigned char)c < ' ')) {
      return false;
    }
    if (hit != NULL) {
      aml_strbuf_addf(out, "\\%c", names[hit - meant]);
    } else {
      aml_strbuf_add_char(out, c);
    }
  }
  return true;
}

const aml_guest_style aml_tf_quoted = {.read = read_quoted, .write = write_quoted};
