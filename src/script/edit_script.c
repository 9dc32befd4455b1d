/* Values of options are replaced where they stand as they are meant; no option is added, since where a
 * command ends is not for an edit to say. */
#include "expr/value_text.h"
#include "script/front_script.h"

static bool is_scalar(const aml_value *value) {
  return value->kind == AML_STRING || value->kind == AML_BOOL || value->kind == AML_INT;
}

/* What a shell, and every host of one, takes as it stands. */
static bool find_word(aml_arena *arena, const aml_value *value, aml_sv *out) {
  *out = is_scalar(value) ? aml_value_show(arena, value, SIZE_MAX) : (aml_sv){NULL, 0};
  for (size_t i = 0; i < out->len; i++) {
    if (!aml_ascii_alnum(out->data[i]) && aml_sv_find_char(AML_SV("_-."), out->data[i], 0) == AML_NPOS) {
      return false;
    }
  }
  return out->len > 0;
}

/* A word where it stands, with its quotes. */
static bool put_word(const aml_edit_text *text, aml_span span, const aml_value *before,
    const aml_value *value, aml_edit *out) {
  aml_sv old, word;
  if (!find_word(text->arena, before, &old) || !find_word(text->arena, value, &word)) {
    return false;
  }
  aml_sv stands = aml_span_text(text->sources, span);
  char quote = stands.len == old.len + 2 ? stands.data[0] : '\0';
  if ((quote == '"' || quote == '\'') && stands.data[stands.len - 1] == quote) {
    span = (aml_span){span.source, span.begin + 1, span.end - 1};
    stands = aml_sv_slice(stands, 1, stands.len - 1);
  }
  return aml_sv_eq(stands, old) && aml_edit_put(text, span, word, out);
}

static bool set_option(
    const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value, aml_edit *out) {
  const aml_member *member = aml_object_member_exact(written, path);
  bool is_there = member != NULL && value != NULL && member->value->origin == NULL &&
                  !aml_span_is_none(member->value->span);
  return is_there && put_word(text, member->value->span, member->value, value, out);
}

/* In bodies of requests, and in parameters of cmdlets: a text in quotes takes no number. */
static bool replace(const aml_edit_text *text, aml_span literal, const aml_value *old, const aml_value *value,
    aml_edit *out) {
  return old->kind == value->kind && put_word(text, literal, old, value, out);
}

const aml_editor aml_option_editor = {.replace = replace, .set_key = set_option};
