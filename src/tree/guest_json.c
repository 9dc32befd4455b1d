#include <string.h>

#include "base/utf8.h"
#include "tree/guest_style.h"
#include "tree/read.h"

bool aml_guest_read_hex(aml_sv text, size_t *at, size_t digits, uint32_t *code_point) {
  *code_point = 0;
  if (digits > text.len - *at) {
    return false;
  }
  for (size_t i = 0; i < digits; i++) {
    char c = aml_ascii_lower(text.data[*at + i]);
    bool is_letter = c >= 'a' && c <= 'f';
    if (!is_letter && !aml_ascii_digit(c)) {
      return false;
    }
    *code_point = *code_point << 4 | (uint32_t)(is_letter ? c - 'a' + 10 : c - '0');
  }
  *at += digits;
  return true;
}

/* The second half of a pair of surrogates, where it follows. */
static uint32_t join_surrogates(aml_sv text, size_t *at, uint32_t high) {
  size_t next = *at + 2;
  uint32_t low;
  bool is_escape = high >= 0xD800 && high < 0xDC00 && next < text.len && text.data[*at] == '\\' &&
                   text.data[*at + 1] == 'u';
  if (!is_escape || !aml_guest_read_hex(text, &next, 4, &low) || low < 0xDC00 || low > 0xDFFF) {
    return high;
  }
  *at = next;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* The escape at `at`; returns where it ends. What JSON's reader does not know stands for itself, backslash
 * and all. */
static size_t read_escape(aml_guest_builder *builder, size_t at) {
  static const char names[] = "\"\\/'bfnrt";
  static const char meanings[] = "\"\\/'\b\f\n\r\t";
  aml_sv text = builder->written;
  size_t end = at + 2;
  uint32_t code_point;
  if (text.data[at + 1] == 'u' && aml_guest_read_hex(text, &end, 4, &code_point)) {
    char bytes[AML_UTF8_MAX];
    code_point = join_surrogates(text, &end, code_point);
    aml_guest_put(builder, (aml_sv){bytes, aml_utf8_encode(code_point, bytes)}, at, end);
    return end;
  }
  const char *hit = text.data[at + 1] == '\0' ? NULL : strchr(names, text.data[at + 1]);
  if (hit == NULL) {
    aml_guest_copy(builder, at, at + 1);
    return at + 1;
  }
  aml_guest_put(builder, (aml_sv){&meanings[hit - names], 1}, at, end);
  return end;
}

/* The string that begins at *at with its quote; moves behind it. False where it does not end. */
static bool read_string(aml_guest_builder *builder, size_t *at) {
  aml_sv text = builder->written;
  char quote = text.data[(*at)++];
  size_t copied = *at;
  while (*at < text.len && text.data[*at] != quote) {
    if (text.data[*at] == '\\' && *at + 1 < text.len) {
      aml_guest_copy(builder, copied, *at);
      *at = copied = read_escape(builder, *at);
    } else {
      ++*at;
    }
  }
  aml_guest_copy(builder, copied, *at);
  return (*at)++ < text.len;
}

static bool is_quote(aml_sv text, size_t at) {
  return at < text.len && (text.data[at] == '"' || text.data[at] == '\'');
}

static bool read_json(aml_guest_builder *builder) {
  size_t at = 0;
  builder->empty_at = 1;
  return is_quote(builder->written, 0) && read_string(builder, &at) && at == builder->written.len;
}

static size_t skip_blanks(aml_sv text, size_t at) {
  while (at < text.len && aml_ascii_space(text.data[at])) {
    at++;
  }
  return at;
}

static bool read_lines(aml_guest_builder *builder) {
  aml_sv text = builder->written;
  size_t at = skip_blanks(text, 1);
  if (text.len == 0 || text.data[0] != '[') {
    return false;
  }
  builder->empty_at = is_quote(text, at) ? at + 1 : 0;
  while (is_quote(text, at)) {
    if (!read_string(builder, &at)) {
      return false;
    }
    at = skip_blanks(text, at);
    if (at < text.len && text.data[at] == ',') {
      at = skip_blanks(text, at + 1);
    } else if (is_quote(text, at)) {
      return false;
    }
  }
  return at + 1 == text.len && text.data[at] == ']';
}

bool aml_guest_escape(aml_sv text, char quote, aml_strbuf *out) {
  static const char names[] = "bfnrt";
  static const char meanings[] = "\b\f\n\r\t";
  for (size_t at = 0; at < text.len;) {
    size_t begin = at;
    uint32_t code_point = aml_utf8_next(text, &at);
    const char *hit = code_point == 0 || code_point > 0x7F ? NULL : strchr(meanings, (int)code_point);
    if (code_point == AML_UTF8_INVALID) {
      return false;
    }
    if (code_point == (unsigned char)quote || code_point == '\\') {
      aml_strbuf_addf(out, "\\%c", (int)code_point);
    } else if (hit != NULL) {
      aml_strbuf_addf(out, "\\%c", names[hit - meanings]);
    } else if (aml_yaml_is_special(code_point)) { /* no harm in JSON */
      aml_strbuf_addf(out, "\\u%04x", (unsigned)code_point);
    } else {
      aml_strbuf_add(out, aml_sv_slice(text, begin, at));
    }
  }
  return true;
}

static bool write_json(const aml_guest_change *change, aml_strbuf *out) {
  return aml_guest_escape(change->text, change->written.data[0], out);
}

/* The quote of the string that `at` is in: the last that is open before it. 0 where there is none, or where
 * the string ends before `end`. */
static char quote_around(aml_sv text, size_t at, size_t end) {
  char quote = '\0';
  for (size_t i = 0; i < end; i++) {
    char c = text.data[i];
    if (quote != '\0' && c == '\\') {
      i++;
    } else if (c == quote) {
      if (i >= at) {
        return '\0';
      }
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    }
  }
  return quote;
}

static bool write_lines(const aml_guest_change *change, aml_strbuf *out) {
  char quote = quote_around(change->written, change->begin, change->end);
  return quote != '\0' && aml_guest_escape(change->text, quote, out);
}

const aml_guest_style aml_guest_json = {.read = read_json, .write = write_json};
const aml_guest_style aml_guest_json_lines = {.read = read_lines, .write = write_lines};
