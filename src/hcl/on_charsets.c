/* textencodebase64() and textdecodebase64() in UTF-8 and UTF-16, by golang.org/x/text. Other encodings are
 * not computed. */
#include "base/strbuf.h"
#include "base/utf8.h"
#include "hcl/function_bodies.h"

typedef enum charset { CHARSET_OTHER, CHARSET_UTF8, CHARSET_UTF16LE, CHARSET_UTF16BE } charset;

static charset charset_of(const aml_value *name) {
  return aml_sv_ieq(name->as.string, AML_SV("UTF-8"))      ? CHARSET_UTF8
         : aml_sv_ieq(name->as.string, AML_SV("UTF-16LE")) ? CHARSET_UTF16LE
         : aml_sv_ieq(name->as.string, AML_SV("UTF-16BE")) ? CHARSET_UTF16BE
                                                           : CHARSET_OTHER;
}

static const aml_value *not_computed(const aml_hcl_call *call) {
  return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
      "%.*s() is computed here only for valid UTF-8 and UTF-16; state the value",
      AML_SV_ARG(call->expr->name));
}

static void add_unit(aml_strbuf *out, charset set, uint32_t unit) {
  char high = (char)(unsigned char)(unit >> 8);
  char low = (char)(unsigned char)(unit & 0xFF);
  aml_strbuf_add_char(out, set == CHARSET_UTF16LE ? low : high);
  aml_strbuf_add_char(out, set == CHARSET_UTF16LE ? high : low);
}

const aml_value *aml_hcl_fn_textencodebase64(const aml_hcl_call *call) {
  aml_sv text = call->args[0]->as.string;
  charset set = charset_of(call->args[1]);
  aml_strbuf bytes;
  aml_strbuf_init(&bytes, call->eval->arena, SIZE_MAX);
  for (size_t at = 0; set > CHARSET_UTF8 && at < text.len;) {
    uint32_t c = aml_utf8_next(text, &at);
    if (c > 0xFFFF) {
      add_unit(&bytes, set, 0xD800 + ((c - 0x10000) >> 10));
      c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    add_unit(&bytes, set, c);
  }
  const aml_value *encoded =
      set == CHARSET_UTF8 ? call->args[0] : aml_make_string(call->eval, aml_strbuf_view(&bytes));
  const aml_hcl_call inner = {.eval = call->eval, .expr = call->expr, .args = &encoded, .count = 1};
  return set == CHARSET_OTHER ? not_computed(call) : aml_hcl_fn_base64encode(&inner);
}

/* False where the text is not base64. */
static bool read_base64(aml_sv text, aml_strbuf *out) {
  uint32_t group = 0;
  size_t digits = 0;
  size_t padding = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    int digit = aml_base64_digit(c);
    bool is_padding = c == '=';
    if (c == '\n' || c == '\r') {
      continue;
    }
    padding += is_padding ? 1 : 0;
    if ((!is_padding && (digit < 0 || padding > 0)) || padding > 2) {
      return false;
    }
    group = group << 6 | (is_padding ? 0U : (uint32_t)digit);
    digits++;
    for (size_t k = 0; digits % 4 == 0 && k < 3 - padding; k++) {
      aml_strbuf_add_char(out, (char)(unsigned char)(group >> (16 - 8 * k) & 0xFFU));
    }
  }
  return digits % 4 == 0;
}

static uint32_t unit_at(aml_sv bytes, charset set, size_t at) {
  uint32_t first = (unsigned char)bytes.data[at];
  uint32_t second = (unsigned char)bytes.data[at + 1];
  return set == CHARSET_UTF16LE ? second << 8 | first : first << 8 | second;
}

/* False where it is malformed, in which case what the library makes of it is not said here. */
static bool decode_utf16(aml_sv bytes, charset set, aml_strbuf *out) {
  for (size_t at = 0; at + 1 < bytes.len; at += 2) {
    uint32_t unit = unit_at(bytes, set, at);
    bool is_pair = unit >= 0xD800 && unit < 0xDC00 && at + 3 < bytes.len;
    uint32_t next = is_pair ? unit_at(bytes, set, at + 2) : 0;
    is_pair = is_pair && next >= 0xDC00 && next < 0xE000;
    if (unit >= 0xD800 && unit < 0xE000 && !is_pair) {
      return false;
    }
    aml_strbuf_add_code_point(out, is_pair ? 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00) : unit);
    at += is_pair ? 2 : 0;
  }
  return bytes.len % 2 == 0;
}

const aml_value *aml_hcl_fn_textdecodebase64(const aml_hcl_call *call) {
  charset set = charset_of(call->args[1]);
  aml_strbuf bytes;
  aml_strbuf text;
  aml_strbuf_init(&bytes, call->eval->arena, SIZE_MAX);
  aml_strbuf_init(&text, call->eval->arena, SIZE_MAX);
  if (!read_base64(call->args[0]->as.string, &bytes)) {
    return aml_hcl_call_fail(call, 0, "The string is not encoded in base64.");
  }
  aml_sv decoded = aml_strbuf_view(&bytes);
  bool is_known = set == CHARSET_UTF8 ? aml_utf8_find_invalid(decoded) == AML_NPOS
                                      : set != CHARSET_OTHER && decode_utf16(decoded, set, &text);
  return is_known ? aml_make_string(call->eval, set == CHARSET_UTF8 ? decoded : aml_strbuf_view(&text))
                  : not_computed(call);
}
