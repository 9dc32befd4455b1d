#include "arm/expand_json.h"

#include "expr/value_text.h"

static void write_text(aml_json *json, const char *key, aml_sv text) {
  if (text.len > 0) {
    aml_json_member_string(json, key, text);
  }
}

/* {"level", "managementGroup", "subscription", "resourceGroup"}, as far as the template says; what is left
 * out is that which the whole template is deployed to. */
static void write_scope(aml_json *json, const aml_resource *resource) {
  const aml_scope_path *scope = &resource->scope;
  aml_json_key(json, AML_SV("scope"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "level",
      scope->has_resource_group         ? AML_SV("resourceGroup")
      : scope->management_group.len > 0 ? AML_SV("managementGroup")
                                        : AML_SV("subscriptionOrAbove"));
  write_text(json, "managementGroup", scope->management_group);
  write_text(json, "subscription", scope->subscription);
  write_text(json, "resourceGroup", scope->resource_group);
  if (scope->is_uncertain) {
    aml_json_member_bool(json, "isUncertain", true);
  }
  aml_json_end_object(json);
}

static void write_facts(aml_json *json, const aml_resource *resource) {
  write_text(json, "symbolicName", resource->symbolic_name);
  if (resource->extends != NULL) {
    aml_json_key(json, AML_SV("extends"));
    aml_value_write_json(json, resource->extends, true);
  }
  if (resource->is_existing) {
    aml_json_member_bool(json, "existing", true);
  }
  if (resource->condition != AML_CONDITION_TRUE) {
    aml_json_member_string(json, "condition", resource->condition_text);
  }
  write_text(json, "copy", resource->iteration);
  write_text(json, "parameters", resource->parameters);
}

static bool is_written(aml_sv name) {
  return aml_sv_ieq(name, AML_SV("type")) || aml_sv_ieq(name, AML_SV("name")) ||
         aml_sv_ieq(name, AML_SV("apiVersion")) || aml_sv_ieq(name, AML_SV("scope"));
}

static void write_resource(aml_json *json, const aml_resource *resource) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "type", resource->type);
  aml_json_key(json, AML_SV("name"));
  aml_value_write_json(json, resource->name, true);
  const aml_value *version = aml_object_find(resource->body, AML_SV("apiVersion"));
  if (version != NULL) {
    aml_json_key(json, AML_SV("apiVersion"));
    aml_value_write_json(json, version, true);
  }
  write_scope(json, resource);
  write_facts(json, resource);
  for (size_t i = 0; i < resource->body->as.object.count; i++) {
    const aml_member *member = &resource->body->as.object.members[i];
    if (!is_written(member->name)) {
      aml_json_key(json, member->name);
      aml_value_write_json(json, member->value, true);
    }
  }
  aml_json_end_object(json);
}

void aml_arm_expand_json(const aml_resources *resources, aml_json *json) {
  aml_json_begin_array(json);
  for (size_t i = 0; i < resources->list.count; i++) {
    write_resource(json, resources->list.items[i]);
  }
  aml_json_end_array(json);
}
