/* Templates and parameter files are known by what they hold, not by their names. */
#include "arm/template.h"

/* The last part of a schema's address, without "#": "deploymentTemplate.json". */
static aml_sv schema_name(const aml_value *root) {
  aml_sv schema = aml_value_text(aml_object_find(root, AML_SV("$schema")));
  schema = aml_sv_slice(schema, 0, aml_sv_find_char(schema, '#', 0));
  schema = aml_sv_slice(schema, 0, aml_sv_find_char(schema, '?', 0));
  size_t slash = aml_sv_rfind_char(schema, '/');
  return slash == AML_NPOS ? schema : aml_sv_slice(schema, slash + 1, schema.len);
}

static bool is_container(const aml_value *value) {
  return aml_value_is(value, AML_ARRAY) || aml_value_is(value, AML_OBJECT);
}

static bool looks_like_resource(const aml_value *value) {
  aml_sv type = aml_value_text(aml_object_find(value, AML_SV("type")));
  return aml_sv_find_char(type, '/', 0) != AML_NPOS &&
         aml_value_is(aml_object_find(value, AML_SV("apiVersion")), AML_STRING);
}

/* Without a schema: `resources` beside a contentVersion, or resources that are unmistakable. */
static bool is_shaped_like_template(const aml_value *root) {
  const aml_value *resources = aml_object_find(root, AML_SV("resources"));
  if (!is_container(resources)) {
    return false;
  }
  if (aml_value_is(aml_object_find(root, AML_SV("contentVersion")), AML_STRING)) {
    return true;
  }
  if (resources->kind != AML_ARRAY || resources->as.array.count == 0) {
    return false;
  }
  for (size_t i = 0; i < resources->as.array.count; i++) {
    if (!looks_like_resource(resources->as.array.items[i])) {
      return false;
    }
  }
  return true;
}

static bool gives_value(const aml_value *entry) {
  return aml_object_find(entry, AML_SV("value")) != NULL ||
         aml_object_find(entry, AML_SV("reference")) != NULL;
}

/* Without a schema: nothing but parameters that are given values. A REST example has parameters too, but
 * plain ones, and responses beside them. */
static bool is_shaped_like_parameters(const aml_value *root) {
  const aml_value *parameters = aml_object_find(root, AML_SV("parameters"));
  if (!aml_value_is(parameters, AML_OBJECT) || parameters->as.object.count == 0) {
    return false;
  }
  for (size_t i = 0; i < root->as.object.count; i++) {
    aml_sv name = root->as.object.members[i].name;
    bool is_usual = aml_sv_ieq(name, AML_SV("$schema")) || aml_sv_ieq(name, AML_SV("contentVersion")) ||
                    aml_sv_ieq(name, AML_SV("parameters")) || aml_sv_ieq(name, AML_SV("metadata")) ||
                    aml_sv_ieq(name, AML_SV("extensionConfigs"));
    if (!is_usual) {
      return false;
    }
  }
  for (size_t i = 0; i < parameters->as.object.count; i++) {
    if (!gives_value(parameters->as.object.members[i].value)) {
      return false;
    }
  }
  return true;
}

aml_arm_kind aml_arm_recognise(const aml_value *root) {
  if (!aml_value_is(root, AML_OBJECT)) {
    return AML_ARM_NONE;
  }
  aml_sv name = schema_name(root);
  if (aml_sv_iends(name, AML_SV("deploymentTemplate.json"))) {
    return AML_ARM_TEMPLATE;
  }
  if (aml_sv_iends(name, AML_SV("deploymentParameters.json"))) {
    return AML_ARM_PARAMETERS;
  }
  if (name.len > 0) {
    return AML_ARM_NONE;
  }
  if (is_shaped_like_template(root)) {
    return AML_ARM_TEMPLATE;
  }
  return is_shaped_like_parameters(root) ? AML_ARM_PARAMETERS : AML_ARM_NONE;
}
