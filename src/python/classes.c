#include "python/classes.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const aml_py_argument cluster_before[] = {{"vm_size", "size"}, {"vm_priority", "tier"},
    {"min_nodes", "min_instances"}, {"max_nodes", "max_instances"},
    {"idle_seconds_before_scaledown", "idle_time_before_scale_down"},
    {"admin_username", "ssh_settings.admin_username"}, {"admin_user_password", "ssh_settings.admin_password"},
    {"admin_user_ssh_key", "ssh_settings.ssh_key_value"}, {"vnet_resourcegroup_name", NULL},
    {"vnet_name", "network_settings.vnet_name"}, {"subnet_name", "network_settings.subnet"}, {"tags", "tags"},
    {"description", "description"}, {"remote_login_port_public_access", "ssh_public_access_enabled"},
    {"identity_type", "identity.type"}, {"identity_id", "identity.user_assigned_identities"},
    {"location", "location"}, {"enable_node_public_ip", "enable_node_public_ip"}};

static const aml_py_argument instance_before[] = {{"vm_size", "size"},
    {"ssh_public_access", "ssh_public_access_enabled"},
    {"admin_user_ssh_public_key", "ssh_settings.ssh_key_value"}, {"vnet_resourcegroup_name", NULL},
    {"vnet_name", "network_settings.vnet_name"}, {"subnet_name", "network_settings.subnet"}, {"tags", "tags"},
    {"description", "description"}, {"assigned_user_object_id", "create_on_behalf_of.user_object_id"},
    {"assigned_user_tenant_id", "create_on_behalf_of.user_tenant_id"}};

static const aml_py_argument workspace_before[] = {{"name", "name"}, {"auth", NULL},
    {"subscription_id", NULL}, {"resource_group", "resource_group"}, {"location", "location"},
    {"create_resource_group", NULL}, {"sku", NULL}, {"tags", "tags"}, {"friendly_name", "display_name"},
    {"storage_account", "storage_account"}, {"key_vault", "key_vault"},
    {"app_insights", "application_insights"}, {"container_registry", "container_registry"},
    {"adb_workspace", NULL}, {"primary_user_assigned_identity", "primary_user_assigned_identity"},
    {"cmk_keyvault", "customer_managed_key.key_vault"}, {"resource_cmk_uri", "customer_managed_key.key_uri"},
    {"hbi_workspace", "hbi_workspace"}, {"default_cpu_compute_target", NULL},
    {"default_gpu_compute_target", NULL}, {"private_endpoint_config", NULL},
    {"private_endpoint_auto_approval", NULL}, {"exist_ok", NULL}, {"show_output", NULL},
    {"user_assigned_identity_for_cmk_encryption", NULL},
    {"system_datastores_auth_mode", "system_datastores_auth_mode"}, {"v1_legacy_mode", NULL}};

static const aml_py_argument create[] = {
    {"workspace", NULL}, {"name", "name"}, {"provisioning_configuration", NULL}};

static const aml_py_argument load[] = {
    {"source", NULL}, {"relative_origin", NULL}, {"params_override", NULL}};

#define DEPLOYED                                                                                             \
  {"code_path", "code_configuration.code"}, {                                                                \
    "scoring_script", "code_configuration.scoring_script"                                                    \
  }
static const aml_py_argument deployment[] = {DEPLOYED};
static const aml_py_argument batch[] = {DEPLOYED, {"instance_count", "resources.instance_count"}};
static const aml_py_argument command[] = {{"instance_count", "resources.instance_count"},
    {"instance_type", "resources.instance_type"}, {"docker_args", "resources.docker_args"},
    {"shm_size", "resources.shm_size"}, {"locations", "resources.locations"}, {"timeout", "limits.timeout"},
    {"job_tier", "queue_settings.job_tier"}, {"priority", "queue_settings.priority"},
    {"is_deterministic", NULL}};
static const aml_py_argument pipeline[] = {
    {"default_compute", "settings.default_compute"}, {"compute", "settings.default_compute"}};

#define DEFINES(name, kind, type)                                                                            \
  { name, AML_PY_SDK_2, AML_PY_DEFINES, kind, type, NULL, NULL, 0, false }
#define DEFINES_BY(name, kind, type, needs, arguments)                                                       \
  { name, AML_PY_SDK_2, AML_PY_DEFINES, kind, type, needs, arguments, COUNT_OF(arguments), false }
#define PART(name)                                                                                           \
  { name, AML_PY_SDK_2, AML_PY_PART, AML_YAML_NONE, NULL, NULL, NULL, 0, false }
#define LOADS(name)                                                                                          \
  { name, AML_PY_SDK_2, AML_PY_LOADS, AML_YAML_NONE, NULL, NULL, load, COUNT_OF(load), true }
#define BEFORE(name, role, kind, type, arguments)                                                            \
  { name, AML_PY_SDK_1, role, kind, type, NULL, arguments, COUNT_OF(arguments), true }

static const aml_py_class classes[] = {
    DEFINES("AmlCompute", AML_YAML_AMLCOMPUTE, "amlcompute"),
    DEFINES("ComputeInstance", AML_YAML_COMPUTE_INSTANCE, "computeinstance"),
    DEFINES("Workspace", AML_YAML_WORKSPACE, NULL),
    DEFINES("ManagedOnlineEndpoint", AML_YAML_ONLINE_ENDPOINT, NULL),
    DEFINES("KubernetesOnlineEndpoint", AML_YAML_ONLINE_ENDPOINT, NULL),
    DEFINES("BatchEndpoint", AML_YAML_BATCH_ENDPOINT, NULL),
    DEFINES("ModelBatchEndpoint", AML_YAML_BATCH_ENDPOINT, NULL),
    DEFINES("PipelineComponentBatchEndpoint", AML_YAML_BATCH_ENDPOINT, NULL),
    DEFINES_BY("ManagedOnlineDeployment", AML_YAML_ONLINE_DEPLOYMENT, "managed", "instance_type", deployment),
    DEFINES_BY(
        "KubernetesOnlineDeployment", AML_YAML_ONLINE_DEPLOYMENT, "kubernetes", "instance_type", deployment),
    DEFINES_BY("BatchDeployment", AML_YAML_BATCH_DEPLOYMENT, NULL, NULL, batch),
    DEFINES_BY("ModelBatchDeployment", AML_YAML_BATCH_DEPLOYMENT, "model", NULL, batch),
    DEFINES("PipelineComponentBatchDeployment", AML_YAML_BATCH_DEPLOYMENT, "pipeline"),
    DEFINES_BY("command", AML_YAML_JOB, "command", NULL, command),
    DEFINES("spark", AML_YAML_JOB, "spark"),
    DEFINES_BY("pipeline", AML_YAML_JOB, "pipeline", "default_compute", pipeline),
    PART("ManagedNetwork"),
    PART("CustomerManagedKey"),
    PART("ComputeSchedules"),
    PART("ComputeStartStopSchedule"),
    PART("SetupScripts"),
    PART("ScriptReference"),
    PART("AmlComputeSshSettings"),
    PART("NetworkSettings"),
    PART("IdentityConfiguration"),
    PART("ManagedIdentityConfiguration"),
    PART("ComputeInstanceSshSettings"),
    PART("AssignedUserConfiguration"),
    PART("ResourceConfiguration"),
    PART("JobResourceConfiguration"),
    PART("SparkResourceConfiguration"),
    PART("ModelBatchDeploymentSettings"),
    PART("CodeConfiguration"),
    PART("OnlineRequestSettings"),
    PART("ProbeSettings"),
    PART("DefaultScaleSettings"),
    PART("TargetUtilizationScaleSettings"),
    PART("BatchRetrySettings"),
    LOADS("load_compute"),
    LOADS("load_workspace"),
    LOADS("load_job"),
    LOADS("load_online_endpoint"),
    LOADS("load_online_deployment"),
    LOADS("load_batch_endpoint"),
    LOADS("load_batch_deployment"),
    BEFORE("AmlCompute.provisioning_configuration", AML_PY_DEFINES, AML_YAML_AMLCOMPUTE, "amlcompute",
        cluster_before),
    BEFORE("ComputeInstance.provisioning_configuration", AML_PY_DEFINES, AML_YAML_COMPUTE_INSTANCE,
        "computeinstance", instance_before),
    BEFORE("Workspace.create", AML_PY_DEFINES, AML_YAML_WORKSPACE, NULL, workspace_before),
    BEFORE("ComputeTarget.create", AML_PY_CREATES, AML_YAML_NONE, NULL, create),
    BEFORE("AmlCompute.create", AML_PY_CREATES, AML_YAML_NONE, NULL, create),
    BEFORE("ComputeInstance.create", AML_PY_CREATES, AML_YAML_NONE, NULL, create),
};

/* Any model of the management API; what it is, its name says. */
static const aml_py_class model = {
    "model", AML_PY_SDK_COUNT, AML_PY_MODEL, AML_YAML_NONE, NULL, NULL, NULL, 0, false};

static bool is_below(aml_sv path, aml_sv package) {
  return aml_sv_starts(path, package) && (path.len == package.len || path.data[package.len] == '.');
}

bool aml_py_sdk_of(aml_sv path, aml_py_sdk *out) {
  bool is_2 = is_below(path, AML_SV("azure.ai.ml"));
  bool is_1 = is_below(path, AML_SV("azureml"));
  *out = is_2 ? AML_PY_SDK_2 : AML_PY_SDK_1;
  return is_1 || is_2;
}

const aml_py_class *aml_py_class_named(aml_sv name, aml_py_sdk sdk) {
  for (size_t i = 0; i < COUNT_OF(classes); i++) {
    if (classes[i].sdk == sdk && aml_sv_eq(aml_sv_of(classes[i].name), name)) {
      return &classes[i];
    }
  }
  return NULL;
}

/* "azure.mgmt.machinelearningservices.models.ScaleSettings", with a version before "models" or without. */
static bool is_model(aml_sv path) {
  return is_below(path, AML_SV("azure.mgmt.machinelearningservices")) &&
         aml_sv_find(path, AML_SV(".models."), 0) != AML_NPOS;
}

const aml_py_class *aml_py_class_find(aml_sv path) {
  aml_py_sdk sdk;
  if (!aml_py_sdk_of(path, &sdk)) {
    return is_model(path) ? &model : NULL;
  }
  size_t dot = aml_sv_rfind_char(path, '.');
  if (dot == AML_NPOS) {
    return NULL;
  }
  const aml_py_class *class = aml_py_class_named(aml_sv_slice(path, dot + 1, path.len), sdk);
  size_t before = aml_sv_rfind_char(aml_sv_slice(path, 0, dot), '.');
  return class != NULL || before == AML_NPOS
             ? class
             : aml_py_class_named(aml_sv_slice(path, before + 1, path.len), sdk);
}

aml_sv aml_py_argument_of_key(const aml_py_class *class, aml_sv key) {
  for (size_t i = 0; i < class->count; i++) {
    if (class->arguments[i].key != NULL && aml_sv_eq(aml_sv_of(class->arguments[i].key), key)) {
      return aml_sv_of(class->arguments[i].name);
    }
  }
  size_t dot = aml_sv_rfind_char(key, '.');
  return class->has_positions ? (aml_sv){0} : aml_sv_slice(key, dot == AML_NPOS ? 0 : dot + 1, key.len);
}

aml_sv aml_py_key_of_argument(const aml_py_class *class, aml_sv argument) {
  for (size_t i = 0; i < class->count; i++) {
    if (aml_sv_eq(aml_sv_of(class->arguments[i].name), argument)) {
      return class->arguments[i].key == NULL ? (aml_sv){0} : aml_sv_of(class->arguments[i].key);
    }
  }
  return class->has_positions ? (aml_sv){0} : argument;
}

/* ---- Constants ---- */

/* Classes of which each member is its value in other letters: LOW_PRIORITY is "LowPriority". */
static const char *const enumerations[] = {"VmPriority", "VMPriority", "ManagedServiceIdentityType",
    "ResourceIdentityType", "IdentityConfigurationType", "ComputeType", "RemoteLoginPortPublicAccess",
    "SshPublicAccess", "OsType", "PublicNetworkAccess", "PublicNetworkAccessType", "IsolationMode",
    "ApplicationSharingPolicy", "EgressPublicNetworkAccessType", "EndpointAuthMode"};

/* Members that do not follow. */
static const struct {
  const char *member, *value;
} irregular[] = {{"SYSTEM_ASSIGNED_USER_ASSIGNED", "SystemAssigned,UserAssigned"}, {"AML_TOKEN", "AMLToken"},
    {"AAD_TOKEN", "AADToken"}, {"AKS", "AKS"}, {"HD_INSIGHT", "HDInsight"}};

static aml_sv in_pascal_case(aml_arena *arena, aml_sv member) {
  char *text = aml_arena_alloc(arena, member.len + 1, 1);
  size_t len = 0;
  bool is_first = true;
  for (size_t i = 0; i < member.len; i++) {
    if (member.data[i] != '_') {
      text[len++] = is_first ? member.data[i] : aml_ascii_lower(member.data[i]);
    }
    is_first = member.data[i] == '_';
  }
  return (aml_sv){text, len};
}

/* In capitals and '_', as constants are. */
static bool is_constant_name(aml_sv name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.data[i];
    if (aml_ascii_lower(c) == c && c != '_' && !(c >= '0' && c <= '9')) {
      return false;
    }
  }
  return name.len > 0;
}

bool aml_py_constant(aml_arena *arena, aml_sv path, aml_sv *out) {
  aml_py_sdk sdk;
  if (!aml_py_sdk_of(path, &sdk) && !is_below(path, AML_SV("azure.mgmt.machinelearningservices"))) {
    return false;
  }
  if (aml_sv_ends(path, AML_SV(".value"))) {
    path = aml_sv_slice(path, 0, path.len - 6);
  }
  size_t dot = aml_sv_rfind_char(path, '.');
  aml_sv member = dot == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(path, dot + 1, path.len);
  aml_sv holder = dot == AML_NPOS ? member : aml_sv_slice(path, 0, dot);
  holder = aml_sv_slice(holder, aml_sv_rfind_char(holder, '.') + 1, holder.len);
  bool is_known = false;
  for (size_t i = 0; i < COUNT_OF(enumerations) && !is_known; i++) {
    is_known = aml_sv_eq(holder, aml_sv_of(enumerations[i]));
  }
  if (!is_known || !is_constant_name(member)) {
    return false;
  }
  *out = in_pascal_case(arena, member);
  for (size_t i = 0; i < COUNT_OF(irregular); i++) {
    if (aml_sv_eq(member, aml_sv_of(irregular[i].member))) {
      *out = aml_sv_of(irregular[i].value);
    }
  }
  return true;
}
