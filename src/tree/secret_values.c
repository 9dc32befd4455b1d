#include "tree/secret_values.h"

const aml_value *aml_value_hide(aml_arena *arena, const aml_value *value) {
  bool is_plain = value->kind == AML_STRING && aml_secret_is_reference(value->as.string);
  bool is_text = value->kind == AML_STRING || value->kind == AML_UNKNOWN || value->kind == AML_INT ||
                 value->kind == AML_FLOAT;
  if (is_plain || !is_text || aml_value_has(value, AML_VALUE_SECURE)) {
    return value;
  }
  return aml_value_moved(arena, value, value->span, value->origin, value->flags | (unsigned)AML_VALUE_SECURE);
}

const aml_value *aml_value_hide_named(aml_arena *arena, aml_sv name, const aml_value *value) {
  return value->kind == AML_STRING && aml_secret_is_named(name) ? aml_value_hide(arena, value) : value;
}

bool aml_secret_is_given_key(aml_sv name) {
  return aml_sv_ieq(name, AML_SV("value")) || aml_sv_ieq(name, AML_SV("defaultValue"));
}

/* Whether a member is a resource under its symbolic name, which tells nothing of what it holds. */
static bool is_symbol(const aml_member *member) {
  aml_sv type = aml_value_text(aml_object_find(member->value, AML_SV("type")));
  return aml_sv_find_char(type, '/', 0) != AML_NPOS &&
         aml_object_find(member->value, AML_SV("apiVersion")) != NULL;
}

static aml_secrecy secrecy_of(const aml_member *member, bool is_named, aml_secrecy in) {
  bool is_given = in == AML_IN_GIVEN && aml_secret_is_given_key(member->name);
  bool is_whole = is_given || aml_secret_is_container(member->name);
  if (member->value->kind == AML_OBJECT || member->value->kind == AML_ARRAY) {
    bool is_list = member->value->kind == AML_ARRAY && is_named;
    return is_whole || is_list || in == AML_IN_SECRET ? AML_IN_SECRET
           : is_named                                 ? AML_IN_GIVEN
                                                      : AML_NO_SECRET;
  }
  bool is_inside = in == AML_IN_SECRET && !aml_secret_is_kind(member->name);
  return is_whole || is_named || is_inside ? AML_IN_SECRET : AML_NO_SECRET;
}

aml_secrecy aml_secrecy_of_member(const aml_member *member, bool is_named, aml_secrecy in) {
  aml_secrecy inner = secrecy_of(member, is_named, in);
  return in == AML_NO_SECRET && inner != AML_NO_SECRET && is_symbol(member) ? AML_NO_SECRET : inner;
}
