#include "azureml/key_tables.h"

#define ROW       AML_ROW
#define WORD      AML_ROW_WORD
#define READ_ONLY AML_ROW_READ_ONLY
#define PP        "properties.properties."

const aml_choice aml_choices_identity[] = {{"system_assigned", "SystemAssigned"},
    {"user_assigned", "UserAssigned"}, {"none", "None"},
    {"system_assigned,user_assigned", "SystemAssigned,UserAssigned"}, {NULL, NULL}};
static const aml_choice tiers[] = {{"dedicated", "Dedicated"}, {"low_priority", "LowPriority"}, {NULL, NULL}};
static const aml_choice actions[] = {{"start", "Start"}, {"stop", "Stop"}, {NULL, NULL}};

/* The region of a compute is in two places of ARM. */
#define COMPUTE_ROWS(words)                                                                                  \
  READ_ONLY("$schema"), ROW("name", STRING, 0, NULL, COPY),                                                  \
      {"type", AML_KEY_ENUM, AML_KEY_REQUIRED | AML_KEY_STRICT, NULL, AML_CONVERT_COPY, words},              \
      ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),                              \
      ROW("location", STRING, 0, "location", COPY),                                                          \
      ROW("location", STRING, AML_KEY_ALSO, "properties.computeLocation", COPY),                             \
      ROW("tags", MAP, 0, "tags", COPY), READ_ONLY("id"), READ_ONLY("resourceGroup"),                        \
      READ_ONLY("created_on"), READ_ONLY("provisioning_state"), READ_ONLY("provisioning_errors")

#define NETWORK_ROWS                                                                                         \
  ROW("network_settings", OBJECT, 0, NULL, COPY), ROW("network_settings.vnet_name", STRING, 0, NULL, COPY),  \
      ROW("network_settings.subnet", STRING, 0, PP "subnet.id", SUBNET),                                     \
      READ_ONLY("network_settings.public_ip_address"), READ_ONLY("network_settings.private_ip_address")

#define SCRIPT_ROWS(y, a)                                                                                    \
  ROW(y, OBJECT, 0, a, COPY), ROW(y ".path", STRING, 0, a ".scriptData", COPY),                              \
      ROW(y ".command", STRING, AML_KEY_TEXT, a ".scriptArguments", COPY),                                   \
      ROW(y ".timeout_minutes", INT, 0, a ".timeout", MINUTES)

/* The word of `type`, and what ARM calls it. */
#define COMPUTE_TYPE(name, arm)                                                                              \
  static const aml_choice name##_type[] = {{#name, arm}, {NULL, NULL}};                                      \
  static const aml_fixed name##_fixed[] = {{"properties.computeType", arm}, {NULL, NULL}}

COMPUTE_TYPE(amlcompute, "AmlCompute");
COMPUTE_TYPE(computeinstance, "ComputeInstance");
COMPUTE_TYPE(kubernetes, "Kubernetes");
COMPUTE_TYPE(virtualmachine, "VirtualMachine");
COMPUTE_TYPE(synapsespark, "SynapseSpark");

static const aml_key amlcompute[] = {
    COMPUTE_ROWS(amlcompute_type),
    NETWORK_ROWS,
    AML_ROWS_IDENTITY,
    ROW("size", STRING, 0, PP "vmSize", COPY),
    WORD("tier", AML_KEY_STRICT, PP "vmPriority", tiers),
    ROW("min_instances", INT, 0, PP "scaleSettings.minNodeCount", COPY),
    ROW("max_instances", INT, 0, PP "scaleSettings.maxNodeCount", AT_LEAST_ONE),
    ROW("idle_time_before_scale_down", SECONDS, 0, PP "scaleSettings.nodeIdleTimeBeforeScaleDown", SECONDS),
    ROW("ssh_public_access_enabled", BOOL, 0, PP "remoteLoginPortPublicAccess", ENABLED),
    ROW("ssh_settings", OBJECT, 0, PP "userAccountCredentials", COPY),
    ROW("ssh_settings.admin_username", STRING, AML_KEY_REQUIRED, PP "userAccountCredentials.adminUserName",
        COPY),
    ROW("ssh_settings.admin_password", STRING, AML_KEY_SECRET, PP "userAccountCredentials.adminUserPassword",
        COPY),
    ROW("ssh_settings.ssh_key_value", STRING, 0, PP "userAccountCredentials.adminUserSshPublicKey", COPY),
    ROW("enable_node_public_ip", BOOL, 0, PP "enableNodePublicIp", COPY),
};

static const aml_key computeinstance[] = {
    COMPUTE_ROWS(computeinstance_type),
    NETWORK_ROWS,
    AML_ROWS_IDENTITY,
    ROW("size", STRING, 0, PP "vmSize", COPY),
    ROW("ssh_public_access_enabled", BOOL, 0, PP "sshSettings.sshPublicAccess", ENABLED),
    ROW("ssh_settings", OBJECT, 0, PP "sshSettings", COPY),
    ROW("ssh_settings.ssh_key_value", STRING, 0, PP "sshSettings.adminPublicKey", COPY),
    READ_ONLY("ssh_settings.admin_username"),
    READ_ONLY("ssh_settings.ssh_port"),
    ROW("create_on_behalf_of", OBJECT, 0, PP "personalComputeInstanceSettings.assignedUser", COPY),
    ROW("create_on_behalf_of.user_tenant_id", STRING, AML_KEY_REQUIRED,
        PP "personalComputeInstanceSettings.assignedUser.tenantId", COPY),
    ROW("create_on_behalf_of.user_object_id", STRING, AML_KEY_REQUIRED,
        PP "personalComputeInstanceSettings.assignedUser.objectId", COPY),
    ROW("idle_time_before_shutdown", DURATION, 0, PP "idleTimeBeforeShutdown", COPY),
    ROW("idle_time_before_shutdown_minutes", INT, 0, PP "idleTimeBeforeShutdown", MINUTES),
    ROW("enable_node_public_ip", BOOL, 0, PP "enableNodePublicIp", COPY),
    ROW("schedules", OBJECT, 0, PP "schedules", COPY),
    ROW("schedules.compute_start_stop", LIST, 0, PP "schedules.computeStartStop", COPY),
    ROW("schedules.compute_start_stop[]", OBJECT, AML_KEY_OPEN, PP "schedules.computeStartStop[]", COPY),
    WORD("schedules.compute_start_stop[].action", AML_KEY_REQUIRED, PP "schedules.computeStartStop[].action",
        actions),
    ROW("schedules.compute_start_stop[].trigger", ANY, 0, PP "schedules.computeStartStop[].trigger", CAMEL),
    ROW("setup_scripts", OBJECT, 0, PP "setupScripts.scripts", COPY),
    SCRIPT_ROWS("setup_scripts.creation_script", PP "setupScripts.scripts.creationScript"),
    SCRIPT_ROWS("setup_scripts.startup_script", PP "setupScripts.scripts.startupScript"),
    ROW("custom_applications", ANY, 0, PP "customServices", CAMEL),
    ROW("enable_sso", BOOL, 0, PP "enableSSO", COPY),
    ROW("enable_root_access", BOOL, 0, PP "enableRootAccess", COPY),
    ROW("enable_os_patching", BOOL, 0, PP "enableOSPatching", COPY),
    ROW("release_quota_on_stop", BOOL, 0, PP "releaseQuotaOnStop", COPY),
    READ_ONLY("state"),
    READ_ONLY("last_operation"),
    READ_ONLY("services"),
    READ_ONLY("os_image_metadata"),
};

static const aml_key kubernetes[] = {
    COMPUTE_ROWS(kubernetes_type),
    AML_ROWS_IDENTITY,
    ROW("resource_id", STRING, 0, "properties.resourceId", COPY),
    ROW("namespace", STRING, AML_KEY_REQUIRED, PP "namespace", COPY),
    ROW("properties", OBJECT, AML_KEY_OPEN, "properties.properties", COPY),
};

static const aml_key virtualmachine[] = {
    COMPUTE_ROWS(virtualmachine_type),
    ROW("resource_id", STRING, AML_KEY_REQUIRED, "properties.resourceId", COPY),
    READ_ONLY("compute_location"),
    ROW("ssh_settings", OBJECT, 0, PP "administratorAccount", COPY),
    ROW("ssh_settings.admin_username", STRING, AML_KEY_REQUIRED, PP "administratorAccount.username", COPY),
    ROW("ssh_settings.admin_password", STRING, AML_KEY_SECRET, PP "administratorAccount.password", COPY),
    ROW("ssh_settings.ssh_port", INT, 0, PP "sshPort", COPY),
    ROW("ssh_settings.ssh_private_key_file", STRING, 0, NULL, COPY),
};

static const aml_key synapsespark[] = {
    COMPUTE_ROWS(synapsespark_type),
    AML_ROWS_IDENTITY,
    ROW("resource_id", STRING, AML_KEY_REQUIRED, "properties.resourceId", COPY),
    READ_ONLY("scale_settings"),
    READ_ONLY("auto_pause_settings"),
    READ_ONLY("node_family"),
    READ_ONLY("node_size"),
    READ_ONLY("node_count"),
    READ_ONLY("spark_version"),
};

#define COMPUTES "Microsoft.MachineLearningServices/workspaces/computes"
#define SCHEMA(name)                                                                                         \
  { #name, COMPUTES, name, AML_KEYS_COUNT(name), name##_fixed, AML_KEYS_CLOSED }

const aml_schema aml_schema_amlcompute = SCHEMA(amlcompute);
const aml_schema aml_schema_compute_instance = SCHEMA(computeinstance);
const aml_schema aml_schema_kubernetes = SCHEMA(kubernetes);
const aml_schema aml_schema_virtual_machine = SCHEMA(virtualmachine);
const aml_schema aml_schema_synapse_spark = SCHEMA(synapsespark);
