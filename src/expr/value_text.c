#include "expr/value_text.h"

#include "base/shorten.h"

#include "base/limits.h"
#include "base/number.h"
#include "base/utf8.h"
#include "tree/reason.h"
#include "tree/secret_values.h"

/* Who reads it: a program that wants to know what is not known, or a person who wants what was written. */
typedef enum reader { FOR_PROGRAMS, FOR_PEOPLE } reader;

typedef struct writing {
  aml_json *json;
  bool hide_secrets;
  reader whom;
  aml_secrecy in;
} writing;

static void write_value(const writing *w, const aml_value *value);

static void write_unknown(const writing *w, const aml_unknown *what) {
  if (w->whom == FOR_PEOPLE) {
    aml_json_ellipsis(w->json);
    return;
  }
  aml_json *json = w->json;
  aml_json_begin_object(json);
  aml_json_member_string(json, "$unknown", aml_reason_what(what->reason));
  if (what->prefix.len > 0) {
    aml_json_member_string(json, "$begins", what->prefix);
  }
  if (what->suffix.len > 0) {
    aml_json_member_string(json, "$ends", what->suffix);
  }
  aml_json_end_object(json);
}

static void write_array(const writing *w, const aml_value *array) {
  aml_json_begin_array(w->json);
  for (size_t i = 0; i < array->as.array.count; i++) {
    write_value(w, array->as.array.items[i]);
  }
  if (aml_value_has(array, AML_VALUE_OPEN)) {
    const aml_unknown more = {.reason = AML_SV("there may be more items")};
    write_unknown(w, &more);
  }
  aml_json_end_array(w->json);
}

static void write_more_members(const writing *w) {
  if (w->whom == FOR_PEOPLE) {
    aml_json_ellipsis(w->json);
  } else {
    aml_json_member_string(w->json, "$unknown", AML_SV("there may be more members"));
  }
}

static void write_object(const writing *w, const aml_value *object) {
  aml_json_begin_object(w->json);
  aml_sv name = aml_value_text(aml_object_find(object, AML_SV("name")));
  bool names_secret = w->in == AML_NO_SECRET && aml_secret_is_named(name);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    writing inner = *w;
    inner.in =
        aml_secrecy_of_member(member, aml_secret_is_named(member->name), names_secret ? AML_IN_GIVEN : w->in);
    aml_json_key(w->json, member->name);
    write_value(&inner, member->value);
  }
  if (aml_value_has(object, AML_VALUE_OPEN)) {
    write_more_members(w);
  }
  aml_json_end_object(w->json);
}

/* Whether a value is a secret, by its flag or by the names around it. */
static bool is_hidden(const writing *w, const aml_value *value) {
  bool is_number = value->kind == AML_INT || value->kind == AML_FLOAT;
  bool is_named = w->in == AML_IN_SECRET &&
                  (is_number || (value->kind == AML_STRING && !aml_secret_is_reference(value->as.string)));
  bool is_secret = aml_value_has(value, AML_VALUE_SECURE) && value->kind != AML_UNKNOWN;
  return w->hide_secrets && (is_named || is_secret);
}

static void write_value(const writing *w, const aml_value *value) {
  aml_json *json = w->json;
  if (is_hidden(w, value)) {
    aml_json_string(json, AML_SV(AML_SECRET_MASK));
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
    write_array(w, value);
    break;
  case AML_OBJECT:
    write_object(w, value);
    break;
  case AML_UNKNOWN:
    write_unknown(w, value->as.unknown);
    break;
  case AML_EXPRESSION:
    aml_json_string(json, value->as.expression.text);
    break;
  }
}

void aml_value_write_json(aml_json *json, const aml_value *value, bool hide_secrets) {
  const writing w = {json, hide_secrets, FOR_PROGRAMS, AML_NO_SECRET};
  write_value(&w, value);
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf *text = ctx;
  aml_strbuf_add(text, (aml_sv){bytes, n});
  return !text->overflowed;
}

static aml_sv make_text(aml_arena *arena, const aml_value *value, bool hide_secrets, reader whom) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, AML_LIMIT_STRING);
  aml_json json;
  aml_json_init(&json, append, &text, AML_JSON_COMPACT);
  json.shows_secrets = !hide_secrets;
  const writing w = {&json, hide_secrets, whom, AML_NO_SECRET};
  write_value(&w, value);
  if (!aml_json_finish(&json)) {
    return AML_SV("(too long)");
  }
  return aml_strbuf_view(&text);
}

aml_sv aml_value_json(aml_arena *arena, const aml_value *value, bool hide_secrets) {
  return make_text(arena, value, hide_secrets, FOR_PROGRAMS);
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
    aml_strbuf_add_int(out, value->as.integer);
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
  case AML_EXPRESSION:
    break;
  }
}

aml_sv aml_value_show(aml_arena *arena, const aml_value *value, size_t max_code_points) {
  if (aml_value_has(value, AML_VALUE_SECURE) && value->kind != AML_UNKNOWN) {
    return AML_SV(AML_SECRET_MASK);
  }
  if (value->kind == AML_UNKNOWN) {
    return aml_shorten_to(arena,
        aml_sv_format(arena, "unknown (%.*s)", AML_SV_ARG(aml_reason_what(value->as.unknown->reason))),
        max_code_points);
  }
  return aml_shorten_to(arena,
      value->kind == AML_STRING ? aml_secret_mask(arena, value->as.string)
                                : make_text(arena, value, true, FOR_PEOPLE),
      max_code_points);
}
