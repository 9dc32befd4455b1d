/* Literal arguments are replaced where they stand, in the way that they are written: a quoted number stays
 * quoted, true and false stay what the argument means by them. */
#include "expr/value_text.h"
#include "terraform/module.h"

static bool is_plain(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x20 || c == '"' || c == '\\' || c == '$' || c == '%') {
      return false;
    }
  }
  return true;
}

/* What is between the quotes; false where there are none around a plain text. */
static bool read_quoted(aml_sv stands, aml_sv *inner) {
  bool is_quoted = stands.len >= 2 && stands.data[0] == '"' && stands.data[stands.len - 1] == '"';
  *inner = is_quoted ? aml_sv_slice(stands, 1, stands.len - 1) : (aml_sv){NULL, 0};
  return is_quoted && is_plain(*inner);
}

static bool is_word(const aml_value *value, bool is_on) {
  return value->kind == AML_STRING &&
         aml_sv_ieq(value->as.string, is_on ? AML_SV("Enabled") : AML_SV("Disabled"));
}

/* true or false, which ARM says as a boolean, its opposite, or a word. */
static bool replace_flag(bool stands_on, const aml_value *old, const aml_value *value, aml_sv *text) {
  bool is_on = false;
  if (old->kind == AML_BOOL && value->kind == AML_BOOL) {
    bool is_opposite = old->as.boolean != stands_on;
    is_on = value->as.boolean != is_opposite;
  } else if (is_word(old, stands_on) && (is_word(value, true) || is_word(value, false))) {
    is_on = is_word(value, true);
  } else {
    return false;
  }
  *text = is_on ? AML_SV("true") : AML_SV("false");
  return true;
}

static bool is_scalar(const aml_value *value) {
  return value->kind == AML_STRING || value->kind == AML_BOOL || value->kind == AML_INT ||
         value->kind == AML_FLOAT;
}

static bool replace(const aml_edit_text *text, aml_span literal, const aml_value *old, const aml_value *value,
    aml_edit *out) {
  aml_sv stands = aml_span_text(text->sources, literal);
  aml_sv inner;
  aml_sv flag;
  if (!is_scalar(old) || !is_scalar(value)) {
    return false;
  }
  aml_sv shown = aml_value_show(text->arena, value, SIZE_MAX);
  aml_sv before = aml_value_show(text->arena, old, SIZE_MAX);
  if (aml_sv_eq(stands, AML_SV("true")) || aml_sv_eq(stands, AML_SV("false"))) {
    return replace_flag(stands.len == 4, old, value, &flag) && aml_edit_put(text, literal, flag, out);
  }
  if (read_quoted(stands, &inner)) {
    return aml_sv_eq(inner, before) && is_plain(shown) &&
           aml_edit_put(text, literal, aml_sv_format(text->arena, "\"%.*s\"", AML_SV_ARG(shown)), out);
  }
  bool is_number = (old->kind == AML_INT || old->kind == AML_FLOAT) &&
                   (value->kind == AML_INT || value->kind == AML_FLOAT);
  return is_number && aml_sv_eq(stands, before) && aml_edit_put(text, literal, shown, out);
}

const aml_editor aml_terraform_editor = {.replace = replace};
