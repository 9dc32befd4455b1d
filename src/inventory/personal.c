#include "inventory/personal.h"

#include "base/suggest.h"

/* By the members' names, but for case and separators. */
static bool is_of_people(aml_sv name) {
  static const aml_sv names[] = {AML_SV_CONST("principalId"), AML_SV_CONST("clientId"),
      AML_SV_CONST("tenantId"), AML_SV_CONST("objectId"), AML_SV_CONST("createdBy"),
      AML_SV_CONST("lastModifiedBy"), AML_SV_CONST("systemData"), AML_SV_CONST("creationContext"),
      AML_SV_CONST("owners"), AML_SV_CONST("notes"), AML_SV_CONST("assignedUser"),
      AML_SV_CONST("createOnBehalfOf"), AML_SV_CONST("personalComputeInstanceSettings"),
      AML_SV_CONST("userName"), AML_SV_CONST("userId"), AML_SV_CONST("userObjectId"),
      AML_SV_CONST("userTenantId"), AML_SV_CONST("adminUserName"), AML_SV_CONST("adminUserPassword"),
      AML_SV_CONST("adminUserSshPublicKey"), AML_SV_CONST("adminPassword"), AML_SV_CONST("sshKeyValue"),
      AML_SV_CONST("userAccountCredentials"), AML_SV_CONST("connectivityEndpoints"),
      AML_SV_CONST("publicIpAddress"), AML_SV_CONST("privateIpAddress"), AML_SV_CONST("managedBy")};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    bool is_too_short = name.len < names[i].len; /* separators only make it longer */
    if (!is_too_short && aml_same_word(name, names[i])) {
      return true;
    }
  }
  return false;
}

/* ---- by form ---- */

static bool is_letter_or_digit(char c) {
  return aml_ascii_alnum(c) || (unsigned char)c >= 0x80;
}

/* Whether something is written on both sides of the sign. */
static bool has_sign_of_address(aml_sv text, aml_sv at_sign) {
  for (size_t at = aml_sv_find_char(text, at_sign.data[0], 1); at != AML_NPOS;
       at = aml_sv_find_char(text, at_sign.data[0], at + 1)) {
    size_t end = at + at_sign.len;
    if (end < text.len && aml_sv_eq(aml_sv_slice(text, at, end), at_sign) &&
        is_letter_or_digit(text.data[end]) && (unsigned char)text.data[at - 1] > ' ') {
      return true;
    }
  }
  return false;
}

static bool is_uuid_at(aml_sv text, size_t begin) {
  static const char shape[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  size_t end = begin + sizeof shape - 1;
  bool is_one = end <= text.len && (begin == 0 || !is_letter_or_digit(text.data[begin - 1])) &&
                (end == text.len || !is_letter_or_digit(text.data[end]));
  for (size_t i = begin; i < end && is_one; i++) {
    char c = text.data[i];
    is_one = shape[i - begin] == '-' ? c == '-' : aml_hex_digit(c) >= 0;
  }
  return is_one;
}

static bool has_uuid(aml_sv text) {
  enum { BEFORE_DASH = 8 };
  for (size_t at = aml_sv_find_char(text, '-', BEFORE_DASH); at != AML_NPOS;
       at = aml_sv_find_char(text, '-', at + 1)) {
    if (is_uuid_at(text, at - BEFORE_DASH)) {
      return true;
    }
  }
  return false;
}

/* Ids of resources name subscriptions, which are nobody. */
static bool is_resource_id(aml_sv text) {
  return aml_sv_ifind(text, AML_SV("/subscriptions/"), 0) != AML_NPOS &&
         aml_sv_find_char(text, ' ', 0) == AML_NPOS;
}

bool aml_export_has_address(aml_sv text) {
  return has_sign_of_address(text, AML_SV("@")) || has_sign_of_address(text, AML_SV("%40"));
}

bool aml_export_tells_person(aml_sv text) {
  return aml_export_has_address(text) || (has_uuid(text) && !is_resource_id(text));
}

/* ---- values ---- */

static const aml_value *hidden(aml_arena *arena, const aml_value *value) {
  return aml_value_unknown(
      arena, AML_SV("it is personal data of the export, which is not read"), AML_KINDS_ANY, value->span);
}

/* A member that is named after somebody is left out, so there may be more members than are listed. */
static const aml_value *clean_object(aml_arena *arena, const aml_value *value) {
  aml_object_builder builder;
  unsigned flags = value->flags;
  aml_object_begin_sized(&builder, arena, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (aml_export_tells_person(member->name)) {
      flags |= (unsigned)AML_VALUE_OPEN;
    } else if (member->value->kind != AML_NULL) {
      aml_object_add(&builder, member->name, member->name_span,
          is_of_people(member->name) ? hidden(arena, member->value)
                                     : aml_export_without_people(arena, member->value));
    }
  }
  return aml_object_end(&builder, value->span, flags);
}

static const aml_value *clean_text(aml_arena *arena, const aml_value *value) {
  return aml_export_tells_person(value->as.string) ? aml_value_moved(arena, value, value->span, value->origin,
                                                         value->flags | (unsigned)AML_VALUE_SECURE)
                                                   : value;
}

/* As deep as the reader lets values nest. */
const aml_value *aml_export_without_people(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_OBJECT) {
    return clean_object(arena, value);
  }
  if (value->kind == AML_STRING) {
    return clean_text(arena, value);
  }
  if (value->kind != AML_ARRAY || value->as.array.count == 0) {
    return value;
  }
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
  for (size_t i = 0; i < value->as.array.count; i++) {
    items[i] = aml_export_without_people(arena, value->as.array.items[i]);
  }
  return aml_value_array(arena, items, value->as.array.count, value->span);
}
