/* Which kind of file a value is. Conservative: what could be another tool's file is none of ours. */
#include "azureml/key_tables.h"
#include "base/suggest.h"

typedef struct stem { /* of the file name in $schema, lower case, without ".schema.json" */
  const char *name;
  aml_yaml_kind kind;
} stem;

static const stem stems[] = {
    {"amlcompute", AML_YAML_AMLCOMPUTE},
    {"computeinstance", AML_YAML_COMPUTE_INSTANCE},
    {"kubernetescompute", AML_YAML_KUBERNETES},
    {"vmcompute", AML_YAML_VIRTUAL_MACHINE},
    {"virtualmachinecompute", AML_YAML_VIRTUAL_MACHINE},
    {"synapsesparkcompute", AML_YAML_SYNAPSE_SPARK},
    {"workspace", AML_YAML_WORKSPACE},
    {"hub", AML_YAML_WORKSPACE},
    {"project", AML_YAML_WORKSPACE},
    {"commandjob", AML_YAML_JOB},
    {"sweepjob", AML_YAML_JOB},
    {"pipelinejob", AML_YAML_JOB},
    {"sparkjob", AML_YAML_JOB},
    {"importjob", AML_YAML_JOB},
    {"paralleljob", AML_YAML_JOB},
    {"finetuningjob", AML_YAML_JOB},
    {"automljob", AML_YAML_JOB},
    {"schedule", AML_YAML_SCHEDULE},
    {"monitorschedule", AML_YAML_SCHEDULE},
    {"onlineendpoint", AML_YAML_ONLINE_ENDPOINT},
    {"managedonlineendpoint", AML_YAML_ONLINE_ENDPOINT},
    {"kubernetesonlineendpoint", AML_YAML_ONLINE_ENDPOINT},
    {"k8sonlineendpoint", AML_YAML_ONLINE_ENDPOINT},
    {"batchendpoint", AML_YAML_BATCH_ENDPOINT},
    {"onlinedeployment", AML_YAML_ONLINE_DEPLOYMENT},
    {"managedonlinedeployment", AML_YAML_ONLINE_DEPLOYMENT},
    {"kubernetesonlinedeployment", AML_YAML_ONLINE_DEPLOYMENT},
    {"k8sonlinedeployment", AML_YAML_ONLINE_DEPLOYMENT},
    {"batchdeployment", AML_YAML_BATCH_DEPLOYMENT},
    {"modelbatchdeployment", AML_YAML_BATCH_DEPLOYMENT},
    {"pipelinecomponentbatchdeployment", AML_YAML_BATCH_DEPLOYMENT},
    {"azureblob", AML_YAML_DATASTORE},
    {"azurefile", AML_YAML_DATASTORE},
    {"azuredatalakegen1", AML_YAML_DATASTORE},
    {"azuredatalakegen2", AML_YAML_DATASTORE},
    {"onelake", AML_YAML_DATASTORE},
    {"workspaceconnection", AML_YAML_CONNECTION},
    {"connection", AML_YAML_CONNECTION},
    {"environment", AML_YAML_ENVIRONMENT},
};

static const aml_yaml_kind compute_kinds[] = {AML_YAML_AMLCOMPUTE, AML_YAML_COMPUTE_INSTANCE,
    AML_YAML_KUBERNETES, AML_YAML_VIRTUAL_MACHINE, AML_YAML_SYNAPSE_SPARK};

static bool has(const aml_value *root, const char *key) {
  return aml_object_find_exact(root, aml_sv_of(key)) != NULL;
}

static aml_sv text_of(const aml_value *root, const char *key) {
  const aml_value *value = aml_object_find_exact(root, aml_sv_of(key));
  return value == NULL ? (aml_sv){0} : aml_value_text(value);
}

static bool is_text(const aml_value *root, const char *key, const char *expected) {
  return aml_sv_ieq(text_of(root, key), aml_sv_of(expected));
}

/* The stem of an Azure ML schema's address; empty for other addresses. */
static aml_sv stem_of(aml_sv url) {
  url = aml_sv_trim(url);
  if (aml_sv_ifind(url, AML_SV("azureml"), 0) == AML_NPOS) {
    return (aml_sv){0};
  }
  size_t slash = aml_sv_rfind_char(url, '/');
  aml_sv name = slash == AML_NPOS ? url : aml_sv_slice(url, slash + 1, url.len);
  return aml_sv_slice(name, 0, aml_sv_find_char(name, '.', 0));
}

static aml_yaml_kind kind_of_stem(aml_sv name) {
  for (size_t i = 0; i < AML_KEYS_COUNT(stems); i++) {
    if (aml_sv_ieq(name, aml_sv_of(stems[i].name))) {
      return stems[i].kind;
    }
  }
  if (aml_sv_istarts(name, AML_SV("automl")) && aml_sv_iends(name, AML_SV("job"))) {
    return AML_YAML_JOB; /* automlClassificationJob and its siblings */
  }
  return AML_YAML_NONE;
}

/* Whether the root has a key of the table besides `type`, so that the type's name is no accident. */
static bool has_own_key(const aml_value *root, const aml_schema *schema) {
  for (size_t i = 0; i < schema->key_count; i++) {
    aml_sv path = aml_sv_of(schema->keys[i].path);
    if (aml_sv_find_char(path, '.', 0) == AML_NPOS && !aml_sv_eq(path, AML_SV("type")) &&
        aml_object_find_exact(root, path) != NULL) {
      return true;
    }
  }
  return false;
}

static aml_yaml_kind recognise_compute(const aml_value *root) {
  for (size_t i = 0; i < AML_KEYS_COUNT(compute_kinds); i++) {
    const aml_schema *schema = aml_schema_of_kind(compute_kinds[i]);
    if (!is_text(root, "type", schema->name)) {
      continue;
    }
    /* These two words are everybody's. */
    bool is_common = compute_kinds[i] == AML_YAML_KUBERNETES || compute_kinds[i] == AML_YAML_VIRTUAL_MACHINE;
    bool is_ours = is_common ? has(root, "resource_id") : has_own_key(root, schema);
    return is_ours ? compute_kinds[i] : AML_YAML_NONE;
  }
  return AML_YAML_NONE;
}

static aml_yaml_kind recognise_deployment(const aml_value *root) {
  if (!has(root, "endpoint_name") || has(root, "traffic")) {
    return AML_YAML_NONE;
  }
  if (has(root, "compute") || has(root, "mini_batch_size") || has(root, "job_definition") ||
      has(root, "component")) {
    return AML_YAML_BATCH_DEPLOYMENT;
  }
  bool is_online = has(root, "instance_type") || is_text(root, "type", "kubernetes") ||
                   is_text(root, "type", "managed") || has(root, "code_configuration");
  return is_online ? AML_YAML_ONLINE_DEPLOYMENT : AML_YAML_NONE;
}

static aml_yaml_kind recognise_endpoint(const aml_value *root) {
  bool is_mode = is_text(root, "auth_mode", "key") || is_text(root, "auth_mode", "aml_token") ||
                 is_text(root, "auth_mode", "aad_token");
  if (!is_mode || !has(root, "name") || has(root, "type")) {
    return AML_YAML_NONE;
  }
  return aml_value_is(aml_object_find_exact(root, AML_SV("defaults")), AML_OBJECT) ? AML_YAML_BATCH_ENDPOINT
                                                                                   : AML_YAML_ONLINE_ENDPOINT;
}

/* A component has the same words as the job it describes, but a version and nowhere to run. */
static bool is_component(const aml_value *root) {
  return has(root, "is_deterministic") || (has(root, "version") && !has(root, "compute"));
}

static bool has_job_steps(const aml_value *root) {
  const aml_value *jobs = aml_object_find_exact(root, AML_SV("jobs"));
  if (!aml_value_is(jobs, AML_OBJECT) || jobs->as.object.count == 0) {
    return false;
  }
  const aml_value *first = jobs->as.object.members[0].value;
  return has(first, "component") || has(first, "command") || has(first, "trial") || has(first, "task");
}

static aml_yaml_kind recognise_job(const aml_value *root) {
  if (is_component(root)) {
    return AML_YAML_NONE;
  }
  bool is_placed = has(root, "compute") || has(root, "resources") || has(root, "queue_settings") ||
                   has(root, "experiment_name");
  bool is_command = (is_text(root, "type", "command") || (!has(root, "type") && has(root, "compute"))) &&
                    has(root, "command") && has(root, "environment") && is_placed;
  bool is_pipeline = is_text(root, "type", "pipeline") && has_job_steps(root);
  bool is_sweep = is_text(root, "type", "sweep") && has(root, "trial");
  bool is_spark = is_text(root, "type", "spark") && has(root, "entry") && is_placed;
  bool is_automl = is_text(root, "type", "automl") && has(root, "task");
  bool is_tuning = is_text(root, "type", "finetuning") && has(root, "training_data") && has(root, "model");
  return is_command || is_pipeline || is_sweep || is_spark || is_automl || is_tuning ? AML_YAML_JOB
                                                                                     : AML_YAML_NONE;
}

static aml_yaml_kind recognise_schedule(const aml_value *root) {
  const aml_value *trigger = aml_object_find_exact(root, AML_SV("trigger"));
  bool is_timed = is_text(trigger, "type", "cron") || is_text(trigger, "type", "recurrence");
  bool does_work = has(root, "create_job") || has(root, "create_monitor") || has(root, "import_data");
  return aml_value_is(trigger, AML_OBJECT) && is_timed && does_work ? AML_YAML_SCHEDULE : AML_YAML_NONE;
}

static aml_yaml_kind recognise_workspace(const aml_value *root) {
  if (!has(root, "name") || has(root, "type")) {
    return AML_YAML_NONE;
  }
  const aml_value *network = aml_object_find_exact(root, AML_SV("managed_network"));
  bool is_workspace = has(root, "hbi_workspace") || has(root, "image_build_compute") ||
                      (network != NULL && has(network, "isolation_mode")) ||
                      (has(root, "storage_account") && has(root, "key_vault"));
  return is_workspace ? AML_YAML_WORKSPACE : AML_YAML_NONE;
}

static bool is_any_text(const aml_value *root, const char *key, const char *const *words) {
  for (; *words != NULL; words++) {
    if (is_text(root, key, *words)) {
      return true;
    }
  }
  return false;
}

static aml_yaml_kind recognise_datastore(const aml_value *root) {
  static const char *const types[] = {
      "azure_blob", "azure_file", "azure_data_lake_gen1", "azure_data_lake_gen2", "one_lake", NULL};
  bool is_placed =
      has(root, "account_name") || has(root, "store_name") || has(root, "one_lake_workspace_name");
  return has(root, "name") && is_placed && is_any_text(root, "type", types) ? AML_YAML_DATASTORE
                                                                            : AML_YAML_NONE;
}

/* A type of Microsoft's pages reference-yaml-connection-*, beside something to sign in with. */
static aml_yaml_kind recognise_connection(const aml_value *root) {
  static const char *const types[] = {"git", "container_registry", "python_feed", "s3", "snowflake",
      "azure_sql_db", "azure_synapse_analytics", "azure_my_sql_db", "azure_postgres_db", "azure_blob",
      "azure_data_lake_gen_2", "azure_one_lake", "azure_open_ai", "azure_ai_services", "azure_ai_search",
      "azure_content_safety", "azure_speech_services", "api_key", "open_ai", "serp", "serverless", "custom",
      NULL};
  bool has_secret = has(root, "api_key") ||
                    aml_value_is(aml_object_find_exact(root, AML_SV("credentials")), AML_OBJECT) ||
                    aml_value_is(aml_object_find_exact(root, AML_SV("secrets")), AML_OBJECT);
  return has(root, "name") && has_secret && is_any_text(root, "type", types) ? AML_YAML_CONNECTION
                                                                             : AML_YAML_NONE;
}

static size_t count_of(const aml_value *root, const char *const *keys) {
  size_t count = 0;
  for (size_t i = 0; keys[i] != NULL; i++) {
    count += has(root, keys[i]) ? 1 : 0;
  }
  return count;
}

/* Whether every key at the root is one of the table. */
static bool has_only_keys_of(const aml_value *root, const aml_schema *schema) {
  for (size_t i = 0; i < root->as.object.count; i++) {
    if (aml_schema_find(schema, root->as.object.members[i].name) == NULL) {
      return false;
    }
  }
  return true;
}

static aml_sv only_word(const void *ctx, size_t i) {
  (void)i;
  return *(const aml_sv *)ctx;
}

/* A compute without its type, or with a misspelt one: all keys are a compute's, and enough of them nobody
 * else's, of which the long ones count twice, and so does a word that is nearly the type. */
static aml_yaml_kind recognise_untyped(const aml_value *root) {
  static const char *const of_cluster[] = {"min_instances", "max_instances", NULL};
  static const char *const of_cluster_alone[] = {"idle_time_before_scale_down", NULL};
  static const char *const of_instance[] = {
      "idle_time_before_shutdown", "idle_time_before_shutdown_minutes", NULL};
  static const char *const of_both[] = {
      "tier", "ssh_public_access_enabled", "ssh_settings", "network_settings", "enable_node_public_ip", NULL};
  size_t cluster = count_of(root, of_cluster) + 2 * count_of(root, of_cluster_alone);
  size_t instance = 2 * count_of(root, of_instance);
  aml_yaml_kind kind = cluster > 0 ? AML_YAML_AMLCOMPUTE : AML_YAML_COMPUTE_INSTANCE;
  const aml_schema *schema = aml_schema_of_kind(kind);
  if (cluster + instance == 0 || !has_only_keys_of(root, schema)) {
    return AML_YAML_NONE;
  }
  aml_sv word = aml_sv_of(schema->name);
  bool is_typed = has(root, "type");
  bool is_near = is_typed && aml_suggest(text_of(root, "type"), 1, only_word, &word) == 0;
  size_t weight = cluster + instance + count_of(root, of_both) + (is_near ? 2 : 0);
  return weight >= 2 && is_typed == is_near ? kind : AML_YAML_NONE;
}

/* A conda environment has `dependencies`, and no `conda_file`. */
static aml_yaml_kind recognise_environment(const aml_value *root) {
  return has(root, "conda_file") && has_only_keys_of(root, &aml_schema_environment) ? AML_YAML_ENVIRONMENT
                                                                                    : AML_YAML_NONE;
}

static aml_yaml_kind recognise_by_schema(const aml_value *root, aml_sv url) {
  /* The CLI goes by `type` and ignores $schema, so no other schema hides a compute. */
  aml_yaml_kind typed = recognise_compute(root);
  return typed == AML_YAML_NONE ? kind_of_stem(stem_of(url)) : typed;
}

static aml_yaml_kind recognise_object(const aml_value *root) {
  const aml_value *schema = aml_object_find_exact(root, AML_SV("$schema"));
  if (schema != NULL && stem_of(aml_value_text(schema)).len > 0) {
    return recognise_by_schema(root, aml_value_text(schema));
  }
  static aml_yaml_kind (*const tests[])(const aml_value *) = {recognise_compute, recognise_deployment,
      recognise_endpoint, recognise_job, recognise_schedule, recognise_workspace, recognise_datastore,
      recognise_connection, recognise_untyped, recognise_environment};
  for (size_t i = 0; i < AML_KEYS_COUNT(tests); i++) {
    aml_yaml_kind kind = tests[i](root);
    if (kind != AML_YAML_NONE) {
      return kind;
    }
  }
  return AML_YAML_NONE;
}

static bool is_named_and_typed(const aml_value *item) {
  return item->kind == AML_OBJECT && text_of(item, "name").len > 0 && text_of(item, "type").len > 0;
}

/* A bare array must hold computes alone; under the key "computes" other dialects' words may stand beside
 * them. */
const aml_value *aml_azureml_computes(const aml_value *root) {
  bool is_keyed = aml_value_is(root, AML_OBJECT) && root->as.object.count == 1;
  const aml_value *list = is_keyed ? aml_object_find_exact(root, AML_SV("computes")) : root;
  if (!aml_value_is(list, AML_ARRAY)) {
    return NULL;
  }
  size_t computes = 0;
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    bool is_compute = item->kind == AML_OBJECT && recognise_compute(item) != AML_YAML_NONE;
    if (!is_compute && !(is_keyed && is_named_and_typed(item))) {
      return NULL;
    }
    computes += is_compute;
  }
  return computes > 0 ? list : NULL;
}

aml_yaml_kind aml_azureml_recognise(const aml_value *root) {
  aml_yaml_kind kind = aml_value_is(root, AML_OBJECT) ? recognise_object(root) : AML_YAML_NONE;
  if (kind == AML_YAML_NONE && aml_azureml_computes(root) != NULL) {
    kind = AML_YAML_LIST;
  }
  return kind;
}

const char *aml_azureml_resembled(const aml_value *root) {
  static const char *const of_cluster[] = {"min_instances", "max_instances", "idle_time_before_scale_down",
      "ssh_public_access_enabled", "enable_node_public_ip", NULL};
  static const char *const of_instance[] = {
      "idle_time_before_shutdown", "idle_time_before_shutdown_minutes", NULL};
  if (!aml_value_is(root, AML_OBJECT) || !has(root, "size") || has(root, "type") || has(root, "$schema")) {
    return NULL;
  }
  if (count_of(root, of_instance) > 0) {
    return "computeinstance";
  }
  return count_of(root, of_cluster) > 1 ? "amlcompute" : NULL;
}
