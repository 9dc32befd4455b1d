/* base64, data URIs, percent encoding and JSON. */
#include "base/utf8.h"
#include "expr/functions.h"
#include "tree/read.h"

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void add_base64(aml_strbuf *out, aml_sv bytes) {
  for (size_t at = 0; at < bytes.len && !out->overflowed; at += 3) {
    size_t count = bytes.len - at < 3 ? bytes.len - at : 3;
    uint32_t group = 0;
    for (size_t i = 0; i < 3; i++) {
      group = group << 8 | (i < count ? (unsigned char)bytes.data[at + i] : 0U);
    }
    for (size_t i = 0; i < 4; i++) {
      aml_strbuf_add_char(out, i <= count ? base64_digits[group >> (18 - 6 * i) & 63U] : '=');
    }
  }
}

/* Decodes base64 with or without line ends in it; false where it is none. */
static bool read_base64(aml_strbuf *out, aml_sv text) {
  uint32_t group = 0;
  size_t digits = 0;
  size_t padding = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (aml_ascii_space(c)) {
      continue;
    }
    const char *digit = c != '\0' ? strchr(base64_digits, c) : NULL;
    if (c == '=' ? ++padding > 2 : digit == NULL || padding > 0) {
      return false;
    }
    group = group << 6 | (c == '=' ? 0U : (uint32_t)(digit - base64_digits));
    if (++digits % 4 == 0) {
      for (size_t k = 0; k < 3 - padding; k++) {
        aml_strbuf_add_char(out, (char)(unsigned char)(group >> (16 - 8 * k) & 0xFFU));
      }
    }
  }
  return digits % 4 == 0;
}

/* Bytes as text: what is no UTF-8 becomes U+FFFD, as .NET decodes. */
static aml_sv to_text(aml_arena *arena, aml_sv bytes) {
  if (aml_utf8_find_invalid(bytes) == AML_NPOS) {
    return bytes;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t at = 0; at < bytes.len;) {
    aml_strbuf_add_code_point(&text, aml_utf8_next(bytes, &at));
  }
  return aml_strbuf_view(&text);
}

const aml_value *aml_fn_base64(const aml_call *call) {
  aml_strbuf text;
  aml_text_begin(call, &text);
  add_base64(&text, call->args[0]->as.string);
  return aml_text_end(call, &text);
}

/* The decoded text; NULL after a failure. */
static const aml_value *decode_base64(const aml_call *call, aml_sv encoded, const aml_value **failure) {
  aml_strbuf bytes;
  aml_text_begin(call, &bytes);
  if (!read_base64(&bytes, encoded)) {
    *failure =
        aml_call_fail(call, 0, "'%.*s' is not encoded in base64.", AML_SV_ARG(aml_sv_slice(encoded, 0, 60)));
    return NULL;
  }
  return aml_make_string(call->eval, to_text(call->eval->arena, aml_strbuf_view(&bytes)));
}

const aml_value *aml_fn_base64_to_string(const aml_call *call) {
  const aml_value *failure = NULL;
  const aml_value *text = decode_base64(call, call->args[0]->as.string, &failure);
  return text != NULL ? text : failure;
}

static const aml_value *read_json(const aml_call *call, aml_sv text) {
  size_t error_at = 0;
  if (!aml_eval_spend(call->eval, text.len / 16)) {
    return aml_eval_unknown(call->eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  const aml_value *value = aml_json_text_read(call->eval->arena, text, aml_eval_here(call->eval), &error_at);
  return value != NULL ? value
                       : aml_call_fail(call, 0, "The string is not JSON: reading it fails at character %zu.",
                             aml_utf8_length(aml_sv_slice(text, 0, error_at)) + 1);
}

const aml_value *aml_fn_json(const aml_call *call) {
  return read_json(call, call->args[0]->as.string);
}

const aml_value *aml_fn_base64_to_json(const aml_call *call) {
  const aml_value *failure = NULL;
  const aml_value *text = decode_base64(call, call->args[0]->as.string, &failure);
  return text != NULL ? read_json(call, text->as.string) : failure;
}

const aml_value *aml_fn_data_uri(const aml_call *call) {
  aml_strbuf text;
  aml_text_begin(call, &text);
  aml_strbuf_add(&text, AML_SV("data:text/plain;charset=utf-8;base64,"));
  add_base64(&text, call->args[0]->as.string);
  return aml_text_end(call, &text);
}

static void add_percent_encoded(aml_strbuf *out, aml_sv text) {
  for (size_t i = 0; i < text.len && !out->overflowed; i++) {
    char c = text.data[i];
    if (aml_ascii_alnum(c) || c == '-' || c == '_' || c == '.' || c == '~') {
      aml_strbuf_add_char(out, c);
    } else {
      aml_strbuf_addf(out, "%%%02X", (unsigned)(unsigned char)c);
    }
  }
}

/* %XX becomes a byte, all else stays. */
static aml_sv percent_decode(aml_arena *arena, aml_sv text) {
  aml_strbuf bytes;
  aml_strbuf_init(&bytes, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    bool has_digits = text.data[i] == '%' && text.len - i > 2 && aml_hex_digit(text.data[i + 1]) >= 0 &&
                      aml_hex_digit(text.data[i + 2]) >= 0;
    if (has_digits) {
      aml_strbuf_add_char(&bytes,
          (char)(unsigned char)(aml_hex_digit(text.data[i + 1]) * 16 + aml_hex_digit(text.data[i + 2])));
      i += 2;
    } else {
      aml_strbuf_add_char(&bytes, text.data[i]);
    }
  }
  return to_text(arena, aml_strbuf_view(&bytes));
}

const aml_value *aml_fn_data_uri_to_string(const aml_call *call) {
  aml_sv uri = call->args[0]->as.string;
  size_t comma = aml_sv_find_char(uri, ',', 0);
  if (!aml_sv_istarts(uri, AML_SV("data:")) || comma == AML_NPOS) {
    return aml_call_fail(call, 0, "'%.*s' is not a data URI.", AML_SV_ARG(aml_sv_slice(uri, 0, 60)));
  }
  aml_sv data = aml_sv_slice(uri, comma + 1, uri.len);
  if (!aml_sv_iends(aml_sv_slice(uri, 0, comma), AML_SV(";base64"))) {
    return aml_make_string(call->eval, percent_decode(call->eval->arena, data));
  }
  const aml_value *failure = NULL;
  const aml_value *text = decode_base64(call, data, &failure);
  return text != NULL ? text : failure;
}

const aml_value *aml_fn_uri_component(const aml_call *call) {
  aml_strbuf text;
  aml_text_begin(call, &text);
  add_percent_encoded(&text, call->args[0]->as.string);
  return aml_text_end(call, &text);
}

const aml_value *aml_fn_uri_component_to_string(const aml_call *call) {
  return aml_make_string(call->eval, percent_decode(call->eval->arena, call->args[0]->as.string));
}
