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

static const aml_py_argument create[] = {
    {"workspace", NULL}, {"name", "name"}, {"provisioning_configuration", NULL}};

#define DEFINES(name, kind, type)                                                                            \
  { name, AML_PY_SDK_2, AML_PY_DEFINES, kind, type, NULL, NULL, 0 }
#define PART(name)                                                                                           \
  { name, AML_PY_SDK_2, AML_PY_PART, AML_YAML_NONE, NULL, NULL, NULL, 0 }
#define DEPLOYS(name, type)                                                                                  \
  { name, AML_PY_SDK_2, AML_PY_DEFINES, AML_YAML_ONLINE_DEPLOYMENT, type, "instance_type", NULL, 0 }
#define BEFORE(name, role, kind, type, arguments)                                                            \
  { name, AML_PY_SDK_1, role, kind, type, NULL, arguments, COUNT_OF(arguments) }

static const aml_py_class classes[] = {
    DEFINES("AmlCompute", AML_YAML_AMLCOMPUTE, "amlcompute"),
    DEFINES("ComputeInstance", AML_YAML_COMPUTE_INSTANCE, "computeinstance"),
    DEFINES("Workspace", AML_YAML_WORKSPACE, NULL),
    DEFINES("ManagedOnlineEndpoint", AML_YAML_ONLINE_ENDPOINT, NULL),
    DEFINES("KubernetesOnlineEndpoint", AML_YAML_ONLINE_ENDPOINT, NULL),
    DEFINES("BatchEndpoint", AML_YAML_BATCH_ENDPOINT, NULL),
    DEPLOYS("ManagedOnlineDeployment", "managed"),
    DEPLOYS("KubernetesOnlineDeployment", "kubernetes"),
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
    BEFORE("AmlCompute.provisioning_configuration", AML_PY_DEFINES, AML_YAML_AMLCOMPUTE, "amlcompute",
        cluster_before),
    BEFORE("ComputeTarget.create", AML_PY_CREATES, AML_YAML_NONE, NULL, create),
    BEFORE("AmlCompute.create", AML_PY_CREATES, AML_YAML_NONE, NULL, create),
};

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

const aml_py_class *aml_py_class_find(aml_sv path) {
  aml_py_sdk sdk;
  if (!aml_py_sdk_of(path, &sdk)) {
    return NULL;
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
  return class->arguments != NULL ? (aml_sv){0} : aml_sv_slice(key, dot == AML_NPOS ? 0 : dot + 1, key.len);
}
