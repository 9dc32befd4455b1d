#include "arm/secure_values.h"

static bool is_secure(const aml_value *declaration) {
  const aml_value *type = aml_object_find(declaration, AML_SV("type"));
  return type != NULL && type->kind == AML_STRING &&
         (aml_sv_ieq(type->as.string, AML_SV("securestring")) ||
             aml_sv_ieq(type->as.string, AML_SV("secureObject")));
}

void aml_arm_visit_given(
    const aml_value *template_, const aml_value *given, aml_arm_visit_secret *visit, void *ctx) {
  const aml_value *declared = aml_object_find(template_, AML_SV("parameters"));
  if (declared == NULL || declared->kind != AML_OBJECT || given == NULL || given->kind != AML_OBJECT) {
    return;
  }
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *parameter = &declared->as.object.members[i];
    if (is_secure(parameter->value)) {
      visit(ctx, aml_object_find(aml_object_find(given, parameter->name), AML_SV("value")));
    }
  }
}

void aml_arm_visit_secure(const aml_value *object, aml_arm_visit_secret *visit, void *ctx) {
  if (is_secure(object)) {
    visit(ctx, aml_object_find(object, AML_SV("defaultValue")));
  }
  aml_arm_visit_given(
      aml_object_find(object, AML_SV("template")), aml_object_find(object, AML_SV("parameters")), visit, ctx);
}
