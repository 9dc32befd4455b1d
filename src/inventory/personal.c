#include "inventory/personal.h"

#include "base/suggest.h"

/* By the members' names, but for case and separators. */
static bool is_of_people(aml_sv name) {
  static const char *const names[] = {"principalId", "clientId", "tenantId", "objectId", "createdBy",
      "lastModifiedBy", "systemData", "creationContext", "owners", "notes", "assignedUser",
      "createOnBehalfOf", "personalComputeInstanceSettings", "userName", "userId", "userObjectId",
      "userTenantId", "adminUserName", "adminUserPassword", "adminUserSshPublicKey", "adminPassword",
      "sshKeyValue", "userAccountCredentials", "connectivityEndpoints", "publicIpAddress", "privateIpAddress",
      "managedBy"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_same_word(name, aml_sv_of(names[i]))) {
      return true;
    }
  }
  return false;
}

static const aml_value *hidden(aml_arena *arena, const aml_value *value) {
  return aml_value_unknown(
      arena, AML_SV("it is personal data of the export, which is not read"), AML_KINDS_ANY, value->span);
}

static const aml_value *clean_object(aml_arena *arena, const aml_value *value) {
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (member->value->kind != AML_NULL) {
      aml_object_add(&builder, member->name, member->name_span,
          is_of_people(member->name) ? hidden(arena, member->value)
                                     : aml_export_without_people(arena, member->value));
    }
  }
  return aml_object_end(&builder, value->span, value->flags);
}

/* As deep as the reader lets values nest. */
const aml_value *aml_export_without_people(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_OBJECT) {
    return clean_object(arena, value);
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
