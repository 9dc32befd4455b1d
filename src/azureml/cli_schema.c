/* Looking things up in the tables. */
#include "azureml/key_tables.h"
#include "base/strbuf.h"

typedef struct kind_schema {
  aml_yaml_kind kind;
  const aml_schema *schema;
} kind_schema;

static const kind_schema schemas[] = {
    {AML_YAML_AMLCOMPUTE, &aml_schema_amlcompute},
    {AML_YAML_COMPUTE_INSTANCE, &aml_schema_compute_instance},
    {AML_YAML_KUBERNETES, &aml_schema_kubernetes},
    {AML_YAML_VIRTUAL_MACHINE, &aml_schema_virtual_machine},
    {AML_YAML_SYNAPSE_SPARK, &aml_schema_synapse_spark},
    {AML_YAML_WORKSPACE, &aml_schema_workspace},
    {AML_YAML_JOB, &aml_schema_command_job},
    {AML_YAML_SCHEDULE, &aml_schema_schedule},
    {AML_YAML_ONLINE_ENDPOINT, &aml_schema_online_endpoint},
    {AML_YAML_BATCH_ENDPOINT, &aml_schema_batch_endpoint},
    {AML_YAML_ONLINE_DEPLOYMENT, &aml_schema_managed_deployment},
    {AML_YAML_BATCH_DEPLOYMENT, &aml_schema_batch_deployment},
    {AML_YAML_DATASTORE, &aml_schema_datastore},
    {AML_YAML_CONNECTION, &aml_schema_connection},
    {AML_YAML_ENVIRONMENT, &aml_schema_environment},
};

const aml_schema *aml_schema_of_kind(aml_yaml_kind kind) {
  for (size_t i = 0; i < AML_KEYS_COUNT(schemas); i++) {
    if (schemas[i].kind == kind) {
      return schemas[i].schema;
    }
  }
  return NULL;
}

static const aml_schema *schema_of_job(const aml_value *root) {
  static const struct {
    const char *type;
    const aml_schema *schema;
  } jobs[] = {
      {"command", &aml_schema_command_job},
      {"sweep", &aml_schema_sweep_job},
      {"pipeline", &aml_schema_pipeline_job},
      {"spark", &aml_schema_spark_job},
      {"automl", &aml_schema_automl_job},
  };
  const aml_value *type = aml_object_find_exact(root, AML_SV("type"));
  if (type == NULL) {
    bool has_steps = aml_object_find_exact(root, AML_SV("jobs")) != NULL;
    return has_steps ? &aml_schema_pipeline_job : &aml_schema_command_job;
  }
  for (size_t i = 0; i < AML_KEYS_COUNT(jobs); i++) {
    if (aml_sv_ieq(aml_value_text(type), aml_sv_of(jobs[i].type))) {
      return jobs[i].schema;
    }
  }
  return &aml_schema_other_job;
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

/* How the CLI's camel_to_snake writes a text: '_' before a capital that begins a word, then all in lower
 * case. */
static aml_sv camel_to_snake(aml_arena *arena, aml_sv text) {
  char *out = aml_arena_alloc(arena, text.len * 3 + 1, 1);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_capital = aml_ascii_lower(c) != c;
    bool begins_word =
        is_capital && i > 0 && i + 1 < text.len && text.data[i + 1] >= 'a' && text.data[i + 1] <= 'z';
    bool ends_lower = is_capital && i > 0 && aml_ascii_lower(text.data[i - 1]) == text.data[i - 1] &&
                      (aml_ascii_alpha(text.data[i - 1]) || aml_ascii_digit(text.data[i - 1]));
    if (begins_word || ends_lower) {
      out[len++] = '_';
    }
    out[len++] = aml_ascii_lower(c);
  }
  return (aml_sv){out, len};
}

bool aml_is_word_of_cli(aml_arena *arena, aml_sv text, aml_sv word, bool is_strict) {
  if (is_strict) {
    return aml_sv_ieq(text, word);
  }
  /* Around a comma it takes blanks: "SystemAssigned, UserAssigned". */
  aml_strbuf made;
  aml_strbuf_init(&made, arena, SIZE_MAX);
  bool is_list = aml_sv_find_char(text, ',', 0) != AML_NPOS;
  for (bool is_first = true; is_first || text.len > 0; is_first = false) {
    aml_sv part = aml_sv_split(&text, ',');
    aml_strbuf_addf(&made, "%s%.*s", is_first ? "" : ",",
        AML_SV_ARG(camel_to_snake(arena, is_list ? aml_sv_trim(part) : part)));
  }
  return aml_sv_eq(aml_strbuf_view(&made), word);
}

aml_sv aml_azureml_alias(aml_sv key) {
  static const char *const aliases[][2] = {
      {"priority", "tier"},
      {"ssh_enabled", "ssh_public_access_enabled"},
      {"managed_identity", "identity"},
      {"identity_type", "identity"},
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
      {"enable_public_ip", "enable_node_public_ip"},
      {"node_public_ip_enabled", "enable_node_public_ip"},
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
  if (kind == AML_YAML_JOB) {
    return "job";
  }
  if (kind == AML_YAML_ONLINE_DEPLOYMENT) {
    return "online deployment";
  }
  const aml_schema *schema = aml_schema_of_kind(kind);
  return schema != NULL ? schema->name : kind == AML_YAML_LIST ? "list of computes" : "none";
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

/* Of the computes, which share one type, the word in computeType decides. */
static bool is_made_by(const aml_schema *schema, const aml_resource *resource, aml_sv compute_type) {
  bool is_compute = schema->fixed->arm != NULL &&
                    aml_sv_eq(aml_sv_of(schema->fixed->arm), AML_SV("properties.computeType"));
  return aml_sv_ieq(resource->type, aml_sv_of(schema->arm_type)) &&
         (!is_compute || aml_sv_ieq(compute_type, aml_sv_of(schema->fixed->value)));
}

aml_yaml_kind aml_azureml_kind_of(const aml_resource *resource) {
  const aml_value *type = aml_value_path(resource->body, AML_SV("properties.computeType"));
  aml_sv compute_type = type == NULL ? (aml_sv){0} : aml_value_text(type);
  for (size_t i = 0; i < AML_KEYS_COUNT(schemas); i++) {
    if (is_made_by(schemas[i].schema, resource, compute_type)) {
      return schemas[i].kind;
    }
  }
  return AML_YAML_NONE;
}
