/* Looking things up in the tables. */
#include "azureml/keys.h"

static const aml_schema *schema_of_job(const aml_value *root) {
  static const aml_schema *const jobs[] = {&aml_schema_command_job, &aml_schema_sweep_job,
      &aml_schema_pipeline_job, &aml_schema_spark_job, &aml_schema_automl_job, &aml_schema_other_job};
  const aml_value *type = aml_object_find_exact(root, AML_SV("type"));
  if (type == NULL && aml_object_find_exact(root, AML_SV("jobs")) != NULL) {
    return &aml_schema_pipeline_job;
  }
  aml_sv text = type == NULL ? AML_SV("command") : aml_value_text(type);
  for (size_t i = 0; i < AML_KEYS_COUNT(jobs); i++) {
    for (const aml_choice *choice = aml_schema_find(jobs[i], AML_SV("type"))->choices; choice->yaml != NULL;
         choice++) {
      if (aml_sv_ieq(text, aml_sv_of(choice->yaml))) {
        return jobs[i];
      }
    }
  }
  return &aml_schema_other_job;
}

const aml_schema *aml_schema_of_kind(aml_yaml_kind kind) {
  switch (kind) {
  case AML_YAML_AMLCOMPUTE:
    return &aml_schema_amlcompute;
  case AML_YAML_COMPUTE_INSTANCE:
    return &aml_schema_compute_instance;
  case AML_YAML_KUBERNETES:
    return &aml_schema_kubernetes;
  case AML_YAML_VIRTUAL_MACHINE:
    return &aml_schema_virtual_machine;
  case AML_YAML_SYNAPSE_SPARK:
    return &aml_schema_synapse_spark;
  case AML_YAML_WORKSPACE:
    return &aml_schema_workspace;
  case AML_YAML_JOB:
    return &aml_schema_command_job;
  case AML_YAML_SCHEDULE:
    return &aml_schema_schedule;
  case AML_YAML_ONLINE_ENDPOINT:
    return &aml_schema_online_endpoint;
  case AML_YAML_BATCH_ENDPOINT:
    return &aml_schema_batch_endpoint;
  case AML_YAML_ONLINE_DEPLOYMENT:
    return &aml_schema_managed_deployment;
  case AML_YAML_BATCH_DEPLOYMENT:
    return &aml_schema_batch_deployment;
  case AML_YAML_NONE:
  case AML_YAML_LIST:
    break;
  }
  return NULL;
}

const aml_schema *aml_schema_of(aml_yaml_kind kind, const aml_value *root) {
  if (kind == AML_YAML_JOB) {
    return schema_of_job(root);
  }
  const aml_value *type = aml_object_find_exact(root, AML_SV("type"));
  if (kind == AML_YAML_ONLINE_DEPLOYMENT && type != NULL &&
      aml_sv_ieq(aml_value_text(type), AML_SV("kubernetes"))) {
    return &aml_schema_kubernetes_deployment;
  }
  return aml_schema_of_kind(kind);
}

const aml_key *aml_schema_find(const aml_schema *schema, aml_sv path) {
  for (size_t i = 0; i < schema->key_count; i++) {
    if (aml_sv_eq(aml_sv_of(schema->keys[i].path), path)) {
      return &schema->keys[i];
    }
  }
  return NULL;
}

aml_sv aml_schema_alias(aml_sv key) {
  static const char *const aliases[][2] = {
      {"priority", "tier"},
      {"vm_priority", "tier"},
      {"vm_size", "size"},
      {"sku", "size"},
      {"instance_type", "size"},
      {"min_nodes", "min_instances"},
      {"min_node_count", "min_instances"},
      {"max_nodes", "max_instances"},
      {"max_node_count", "max_instances"},
      {"idle_seconds_before_scaledown", "idle_time_before_scale_down"},
      {"node_idle_time_before_scale_down", "idle_time_before_scale_down"},
      {"compute_location", "location"},
      {"region", "location"},
      {"remote_login_port_public_access", "ssh_public_access_enabled"},
      {"user_account_credentials", "ssh_settings"},
      {"admin_user_name", "admin_username"},
      {"admin_user_password", "admin_password"},
      {"admin_user_ssh_public_key", "ssh_key_value"},
      {"vnet", "vnet_name"},
      {"subnet_name", "subnet"},
      {"subnet_id", "subnet"},
      {"friendly_name", "display_name"},
  };
  for (size_t i = 0; i < AML_KEYS_COUNT(aliases); i++) {
    if (aml_sv_eq(key, aml_sv_of(aliases[i][0]))) {
      return aml_sv_of(aliases[i][1]);
    }
  }
  return (aml_sv){0};
}

const char *aml_azureml_kind_name(aml_yaml_kind kind) {
  switch (kind) {
  case AML_YAML_NONE:
    return "none";
  case AML_YAML_LIST:
    return "list of computes";
  case AML_YAML_JOB:
    return "job";
  case AML_YAML_ONLINE_DEPLOYMENT:
    return "online deployment";
  case AML_YAML_AMLCOMPUTE:
  case AML_YAML_COMPUTE_INSTANCE:
  case AML_YAML_KUBERNETES:
  case AML_YAML_VIRTUAL_MACHINE:
  case AML_YAML_SYNAPSE_SPARK:
  case AML_YAML_WORKSPACE:
  case AML_YAML_SCHEDULE:
  case AML_YAML_ONLINE_ENDPOINT:
  case AML_YAML_BATCH_ENDPOINT:
  case AML_YAML_BATCH_DEPLOYMENT:
    break;
  }
  return aml_schema_of_kind(kind)->name;
}

aml_sv aml_azureml_yaml_path(aml_yaml_kind kind, aml_sv arm_path) {
  const aml_schema *schema = aml_schema_of_kind(kind);
  for (size_t i = 0; schema != NULL && i < schema->key_count; i++) {
    if (schema->keys[i].arm != NULL && aml_sv_ieq(aml_sv_of(schema->keys[i].arm), arm_path)) {
      return aml_sv_of(schema->keys[i].path);
    }
  }
  return (aml_sv){0};
}

aml_yaml_kind aml_azureml_kind_of(const aml_resource *resource) {
  static const aml_yaml_kind computes[] = {AML_YAML_AMLCOMPUTE, AML_YAML_COMPUTE_INSTANCE,
      AML_YAML_KUBERNETES, AML_YAML_VIRTUAL_MACHINE, AML_YAML_SYNAPSE_SPARK};
  static const aml_yaml_kind others[] = {AML_YAML_WORKSPACE, AML_YAML_JOB, AML_YAML_SCHEDULE,
      AML_YAML_ONLINE_ENDPOINT, AML_YAML_BATCH_ENDPOINT, AML_YAML_ONLINE_DEPLOYMENT,
      AML_YAML_BATCH_DEPLOYMENT};
  for (size_t i = 0; i < AML_KEYS_COUNT(others); i++) {
    if (aml_sv_ieq(resource->type, aml_sv_of(aml_schema_of_kind(others[i])->arm_type))) {
      return others[i];
    }
  }
  if (!aml_sv_ieq(resource->type, aml_sv_of(aml_schema_amlcompute.arm_type))) {
    return AML_YAML_NONE;
  }
  const aml_value *type = aml_value_path(resource->body, AML_SV("properties.computeType"));
  for (size_t i = 0; type != NULL && i < AML_KEYS_COUNT(computes); i++) {
    if (aml_sv_ieq(aml_value_text(type), aml_sv_of(aml_schema_of_kind(computes[i])->fixed[0].value))) {
      return computes[i];
    }
  }
  return AML_YAML_NONE;
}
