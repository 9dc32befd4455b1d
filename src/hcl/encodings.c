/* JSON, base64 and percent encoding. */
#include "base/strbuf.h"
#include "expr/functions.h"
#include "hcl/function_bodies.h"
#include "tree/read.h"

/* One of the functions of templates that is the same here. */
static const aml_value *as_template(const aml_hcl_call *call, aml_function_body *body) {
  const aml_call same = {.eval = call->eval, .expr = call->expr, .args = call->args, .count = call->count};
  return body(&same);
}

const aml_value *aml_hcl_fn_base64encode(const aml_hcl_call *call) {
  return as_template(call, aml_fn_base64);
}

const aml_value *aml_hcl_fn_base64decode(const aml_hcl_call *call) {
  return as_template(call, aml_fn_base64_to_string);
}

/* As forms are sent: a blank is "+". */
const aml_value *aml_hcl_fn_urlencode(const aml_hcl_call *call) {
  aml_sv text = call->args[0]->as.string;
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_plain = aml_ascii_alnum(c) || aml_sv_find_char(AML_SV("-_.~"), c, 0) != AML_NPOS;
    if (is_plain || c == ' ') {
      aml_strbuf_add(&out, (aml_sv){is_plain ? &text.data[i] : "+", 1});
    } else {
      aml_strbuf_addf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
  }
  return aml_make_string(call->eval, aml_strbuf_view(&out));
}

const aml_value *aml_hcl_fn_jsondecode(const aml_hcl_call *call) {
  size_t error_at = 0;
  const aml_value *value =
      aml_json_text_read(call->eval->arena, call->args[0]->as.string, aml_eval_here(call->eval), &error_at);
  return value != NULL ? value : aml_hcl_call_fail(call, 0, "The string is not JSON.");
}

/* As Go's encoding/json writes texts, which escapes what HTML would take for a mark. */
static void add_json_text(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_char(out, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    aml_sv rest = aml_sv_slice(text, i, text.len);
    if (aml_sv_starts(rest, AML_SV("\xE2\x80\xA8")) || aml_sv_starts(rest, AML_SV("\xE2\x80\xA9"))) {
      aml_strbuf_addf(out, "\\u202%c", (unsigned char)rest.data[2] == 0xA8 ? '8' : '9');
      i += 2; /* ends of lines for JavaScript */
    } else if (c == '"' || c == '\\') {
      aml_strbuf_addf(out, "\\%c", c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      aml_strbuf_addf(out, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    } else if (c < 0x20 || c == '<' || c == '>' || c == '&') {
      aml_strbuf_addf(out, "\\u%04x", c);
    } else {
      aml_strbuf_add_char(out, (char)c);
    }
  }
  aml_strbuf_add_char(out, '"');
}

/* Depth is that of values. False: the text of a number is not known. */
static bool add_json(aml_eval *eval, aml_strbuf *out, const aml_value *value) {
  const aml_value *ordered = aml_hcl_ordered(eval, value);
  bool is_object = ordered->kind == AML_OBJECT;
  bool is_known = true;
  if (value->kind == AML_STRING) {
    add_json_text(out, value->as.string);
  } else if (value->kind == AML_ARRAY || is_object) {
    aml_strbuf_add_char(out, is_object ? '{' : '[');
    for (size_t i = 0; i < aml_hcl_count(ordered) && is_known && !out->overflowed; i++) {
      aml_strbuf_add(out, i > 0 ? AML_SV(",") : AML_SV(""));
      if (is_object) {
        add_json_text(out, ordered->as.object.members[i].name);
        aml_strbuf_add_char(out, ':');
      }
      is_known =
          add_json(eval, out, is_object ? ordered->as.object.members[i].value : ordered->as.array.items[i]);
    }
    aml_strbuf_add_char(out, is_object ? '}' : ']');
  } else {
    const aml_value *text = aml_hcl_to_string(eval, value);
    is_known = text->kind != AML_UNKNOWN;
    aml_strbuf_add(out, text->kind == AML_STRING ? text->as.string : AML_SV("null"));
  }
  return is_known;
}

const aml_value *aml_hcl_json(aml_eval *eval, const aml_value *value) {
  aml_strbuf out;
  aml_strbuf_init(&out, eval->arena, AML_LIMIT_STRING);
  bool is_known = add_json(eval, &out, value);
  return out.overflowed ? aml_eval_limit(eval, "%d bytes in a computed string", AML_LIMIT_STRING)
         : is_known     ? aml_make_string(eval, aml_strbuf_view(&out))
                        : aml_eval_unknown(eval, AML_KIND_BIT(AML_STRING), AML_HCL_MORE_DIGITS);
}

const aml_value *aml_hcl_fn_jsonencode(const aml_hcl_call *call) {
  return aml_hcl_json(call->eval, call->args[0]);
}
