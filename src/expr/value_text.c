#include "expr/value_text.h"

#include "base/limits.h"
#include "base/number.h"
#include "base/utf8.h"

static bool is_hidden(const aml_value *value, bool hide_secrets) {
  return hide_secrets && aml_value_has(value, AML_VALUE_SECURE) && value->kind != AML_UNKNOWN;
}

static void write_unknown(aml_json *json, aml_sv reason) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "$unknown", reason);
  aml_json_end_object(json);
}

static void write_array(aml_json *json, const aml_value *array, bool hide_secrets) {
  aml_json_begin_array(json);
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_value_write_json(json, array->as.array.items[i], hide_secrets);
  }
  if (aml_value_has(array, AML_VALUE_OPEN)) {
    write_unknown(json, AML_SV("there may be more items"));
  }
  aml_json_end_array(json);
}

static void write_object(aml_json *json, const aml_value *object, bool hide_secrets) {
  aml_json_begin_object(json);
  for (size_t i = 0; i < object->as.object.count; i++) {
    aml_json_key(json, object->as.object.members[i].name);
    aml_value_write_json(json, object->as.object.members[i].value, hide_secrets);
  }
  if (aml_value_has(object, AML_VALUE_OPEN)) {
    aml_json_member_string(json, "$unknown", AML_SV("there may be more members"));
  }
  aml_json_end_object(json);
}

void aml_value_write_json(aml_json *json, const aml_value *value, bool hide_secrets) {
  if (is_hidden(value, hide_secrets)) {
    aml_json_string(json, AML_SV("***"));
    return;
  }
  switch (value->kind) {
  case AML_NULL:
    aml_json_null(json);
    break;
  case AML_BOOL:
    aml_json_bool(json, value->as.boolean);
    break;
  case AML_INT:
    aml_json_int(json, value->as.integer);
    break;
  case AML_FLOAT:
    aml_json_double(json, value->as.number);
    break;
  case AML_STRING:
    aml_json_string(json, value->as.string);
    break;
  case AML_ARRAY:
    write_array(json, value, hide_secrets);
    break;
  case AML_OBJECT:
    write_object(json, value, hide_secrets);
    break;
  case AML_UNKNOWN:
    write_unknown(json, value->as.unknown->reason);
    break;
  }
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf *text = ctx;
  aml_strbuf_add(text, (aml_sv){bytes, n});
  return !text->overflowed;
}

aml_sv aml_value_json(aml_arena *arena, const aml_value *value, bool hide_secrets) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, AML_LIMIT_STRING);
  aml_json json;
  aml_json_init(&json, append, &text, AML_JSON_COMPACT);
  aml_value_write_json(&json, value, hide_secrets);
  if (!aml_json_finish(&json)) {
    return AML_SV("(too long)");
  }
  return aml_strbuf_view(&text);
}

static void write_quoted(aml_strbuf *out, aml_sv text, char quote) {
  aml_strbuf_add_char(out, quote);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    const char *escape = c == '\\'   ? "\\\\"
                         : c == '\b' ? "\\b"
                         : c == '\f' ? "\\f"
                         : c == '\n' ? "\\n"
                         : c == '\r' ? "\\r"
                         : c == '\t' ? "\\t"
                                     : NULL;
    if (escape != NULL) {
      aml_strbuf_add(out, aml_sv_of(escape));
    } else if (c < 0x20) {
      aml_strbuf_addf(out, "\\u%04x", (unsigned)c);
    } else {
      if (text.data[i] == quote) {
        aml_strbuf_add_char(out, '\\');
      }
      aml_strbuf_add_char(out, text.data[i]);
    }
  }
  aml_strbuf_add_char(out, quote);
}

/* .NET writes a whole double with ".0". */
static void write_double(aml_strbuf *out, double number) {
  char digits[AML_NUMBER_TEXT_SIZE];
  aml_sv text = {digits, aml_double_text(number, digits)};
  aml_strbuf_add(out, text);
  if (aml_sv_find_char(text, '.', 0) == AML_NPOS && aml_sv_find_char(text, 'e', 0) == AML_NPOS) {
    aml_strbuf_add(out, AML_SV(".0"));
  }
}

void aml_value_write_text(aml_strbuf *out, const aml_value *value, char quote) {
  switch (value->kind) {
  case AML_NULL:
    aml_strbuf_add(out, AML_SV("null"));
    break;
  case AML_BOOL:
    aml_strbuf_add(out, value->as.boolean ? AML_SV("true") : AML_SV("false"));
    break;
  case AML_INT:
    aml_strbuf_addf(out, "%lld", (long long)value->as.integer);
    break;
  case AML_FLOAT:
    write_double(out, value->as.number);
    break;
  case AML_STRING:
    write_quoted(out, value->as.string, quote);
    break;
  case AML_ARRAY:
    aml_strbuf_add_char(out, '[');
    for (size_t i = 0; i < value->as.array.count && !out->overflowed; i++) {
      aml_strbuf_add(out, i == 0 ? AML_SV("") : AML_SV(","));
      aml_value_write_text(out, value->as.array.items[i], quote);
    }
    aml_strbuf_add_char(out, ']');
    break;
  case AML_OBJECT:
    aml_strbuf_add_char(out, '{');
    for (size_t i = 0; i < value->as.object.count && !out->overflowed; i++) {
      aml_strbuf_add(out, i == 0 ? AML_SV("") : AML_SV(","));
      write_quoted(out, value->as.object.members[i].name, quote);
      aml_strbuf_add_char(out, ':');
      aml_value_write_text(out, value->as.object.members[i].value, quote);
    }
    aml_strbuf_add_char(out, '}');
    break;
  case AML_UNKNOWN:
    break;
  }
}

static aml_sv cut(aml_arena *arena, aml_sv text, size_t max_code_points) {
  size_t at = 0;
  for (size_t i = 0; at < text.len; i++) {
    if (i == max_code_points) {
      return aml_sv_format(arena, "%.*s…", AML_SV_ARG(aml_sv_slice(text, 0, at)));
    }
    aml_utf8_next(text, &at);
  }
  return text;
}

aml_sv aml_value_show(aml_arena *arena, const aml_value *value, size_t max_code_points) {
  if (is_hidden(value, true)) {
    return AML_SV("***");
  }
  if (value->kind == AML_UNKNOWN) {
    return cut(arena, aml_sv_format(arena, "unknown (%.*s)", AML_SV_ARG(value->as.unknown->reason)),
        max_code_points);
  }
  return cut(arena, value->kind == AML_STRING ? value->as.string : aml_value_json(arena, value, true),
      max_code_points);
}
