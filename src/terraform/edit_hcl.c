/* Literal arguments are replaced where they stand, in the way that they are written: a quoted number stays
 * quoted, true and false stay what the argument means by them. Absent ones get a line. */
#include "expr/value_text.h"
#include "terraform/arguments.h"
#include "terraform/edit_lines.h"

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
  aml_sv flag = {0};
  if (!is_scalar(old) || !is_scalar(value)) {
    return false;
  }
  aml_sv shown = aml_value_show(text->arena, value, SIZE_MAX);
  aml_sv before = aml_value_show(text->arena, old, SIZE_MAX);
  bool is_quoted = read_quoted(stands, &inner);
  aml_sv word = is_quoted ? inner : stands;
  bool is_flag = aml_sv_eq(word, AML_SV("true")) || aml_sv_eq(word, AML_SV("false"));
  if (is_flag && replace_flag(word.len == 4, old, value, &flag)) {
    return aml_edit_put(
        text, literal, is_quoted ? aml_sv_format(text->arena, "\"%.*s\"", AML_SV_ARG(flag)) : flag, out);
  }
  if (is_quoted) {
    return aml_sv_eq(inner, before) && is_plain(shown) &&
           aml_edit_put(text, literal, aml_sv_format(text->arena, "\"%.*s\"", AML_SV_ARG(shown)), out);
  }
  bool is_number = (old->kind == AML_INT || old->kind == AML_FLOAT) &&
                   (value->kind == AML_INT || value->kind == AML_FLOAT);
  return is_number && aml_sv_eq(stands, before) && aml_edit_put(text, literal, shown, out);
}

/* ---- what is absent ---- */

/* The argument of the type whose name, or that of whose block's member, the key is; NULL for none. */
static const aml_tf_argument *find_argument(const aml_value *written, aml_sv key) {
  const aml_value *name = aml_object_find_exact(written, AML_SV("$type"));
  const aml_tf_type *type = name == NULL ? NULL : aml_tf_type_find(aml_value_text(name));
  for (const aml_tf_argument *one = type == NULL ? NULL : type->arguments; one != NULL && one->path != NULL;
       one++) {
    aml_sv own = aml_sv_of(one->key);
    size_t dot = aml_sv_rfind_char(own, '.');
    if (aml_sv_eq(dot == AML_NPOS ? own : aml_sv_slice(own, dot + 1, own.len), key)) {
      return one;
    }
  }
  return NULL;
}

/* What is written where that is to be sent; empty where nothing certain is. */
static aml_sv text_for(aml_arena *arena, const aml_tf_argument *argument, const aml_value *value) {
  bool is_not = argument->conversion == AML_TF_NOT;
  if (argument->conversion == AML_TF_ENABLED && (is_word(value, true) || is_word(value, false))) {
    return is_word(value, true) ? AML_SV("true") : AML_SV("false");
  }
  if (value->kind == AML_BOOL && (is_not || argument->conversion == AML_TF_BOOL)) {
    return value->as.boolean != is_not ? AML_SV("true") : AML_SV("false");
  }
  if (value->kind == AML_INT && argument->conversion == AML_TF_NUMBER) {
    return aml_value_show(arena, value, SIZE_MAX);
  }
  bool is_text = argument->conversion == AML_TF_TEXT || argument->conversion == AML_TF_IDENTITY_TYPE;
  return is_text && value->kind == AML_STRING && is_plain(value->as.string)
             ? aml_sv_format(arena, "\"%.*s\"", AML_SV_ARG(value->as.string))
             : (aml_sv){0};
}

static bool is_native(const aml_edit_text *text, aml_span span) {
  return !aml_sv_iends(aml_sources_get(text->sources, span.source)->path, AML_SV(".json"));
}

static bool set_key(
    const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value, aml_edit *out) {
  const aml_tf_argument *argument = value == NULL ? NULL : find_argument(written, path);
  aml_sv made = argument == NULL ? (aml_sv){0} : text_for(text->arena, argument, value);
  if (made.len == 0 || !is_native(text, written->span)) {
    return false;
  }
  aml_sv name = aml_sv_of(argument->key);
  size_t dot = aml_sv_find_char(name, '.', 0);
  if (dot == AML_NPOS) {
    return aml_tf_insert_argument(text, written->span, name, made, out);
  }
  const aml_tf_new_block block = {aml_sv_slice(name, 0, dot), aml_sv_slice(name, dot + 1, name.len), made};
  const aml_value *there = aml_object_find_exact(written, block.type);
  if (there == NULL) { /* a block that wants nothing else */
    return aml_sv_eq(block.type, AML_SV("identity")) && aml_tf_insert_block(text, written->span, &block, out);
  }
  return there->kind == AML_OBJECT && there->origin == NULL &&
         aml_tf_insert_argument(text, there->span, block.name, made, out);
}

/* In a body of azapi, which has ARM's words. */
static bool insert(
    const aml_edit_text *text, aml_span object, aml_sv path, const aml_value *value, aml_edit *out) {
  aml_sv shown = is_scalar(value) ? aml_value_show(text->arena, value, SIZE_MAX) : (aml_sv){0};
  bool is_one = shown.len > 0 && aml_sv_find_char(path, '.', 0) == AML_NPOS && is_plain(shown);
  aml_sv made = value->kind == AML_STRING ? aml_sv_format(text->arena, "\"%.*s\"", AML_SV_ARG(shown)) : shown;
  return is_one && is_native(text, object) && aml_tf_insert_argument(text, object, path, made, out);
}

static bool take_out(const aml_edit_text *text, const aml_member *member, aml_edit *out) {
  return is_native(text, member->name_span) && aml_tf_remove_argument(text, member, out);
}

const aml_editor aml_terraform_editor = {
    .replace = replace, .insert = insert, .remove = take_out, .set_key = set_key};
