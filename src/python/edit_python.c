/* Literals of keyword arguments are replaced where they stand by what they are meant to be; no argument is
 * added, since where a call has room for one is not for an edit to say. */
#include "expr/value_text.h"
#include "python/front_python.h"

static bool is_plain(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!aml_ascii_alnum(text.data[i]) && aml_sv_find_char(AML_SV("_-. /"), text.data[i], 0) == AML_NPOS) {
      return false;
    }
  }
  return text.len > 0;
}

/* A number or a truth value as Python writes it. */
static aml_sv literal_of(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_BOOL) {
    return value->as.boolean ? AML_SV("True") : AML_SV("False");
  }
  return value->kind == AML_INT ? aml_value_show(arena, value, SIZE_MAX) : (aml_sv){NULL, 0};
}

static bool set_text(const aml_edit_text *text, const aml_value *old, const aml_value *value, aml_edit *out) {
  aml_sv stands = aml_span_text(text->sources, old->span);
  bool is_quoted = stands.len == old->as.string.len + 2 &&
                   (stands.data[0] == '"' || stands.data[0] == '\'') &&
                   stands.data[stands.len - 1] == stands.data[0];
  if (!is_quoted || !is_plain(old->as.string) || !is_plain(value->as.string) ||
      !aml_sv_eq(aml_sv_slice(stands, 1, stands.len - 1), old->as.string)) {
    return false;
  }
  const aml_span inside = {old->span.source, old->span.begin + 1, old->span.end - 1};
  return aml_edit_put(text, inside, value->as.string, out);
}

static bool set_argument(
    const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value, aml_edit *out) {
  const aml_value *old = aml_object_find_exact(written, path);
  bool is_there = old != NULL && value != NULL && old->origin == NULL && old->kind == value->kind &&
                  !aml_span_is_none(old->span);
  if (!is_there) {
    return false;
  }
  if (old->kind == AML_STRING) {
    return set_text(text, old, value, out);
  }
  aml_sv before = literal_of(text->arena, old);
  return before.len > 0 && aml_sv_eq(aml_span_text(text->sources, old->span), before) &&
         aml_edit_put(text, old->span, literal_of(text->arena, value), out);
}

const aml_editor aml_argument_editor = {.set_key = set_argument};
