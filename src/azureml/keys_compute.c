#include "azureml/keys.h"

const aml_choice aml_choices_identity[] = {{"system_assigned", "SystemAssigned"},
    {"user_assigned", "UserAssigned"}, {"none", "None"},
    {"system_assigned,user_assigned", "SystemAssigned,UserAssigned"}, {NULL, NULL}};
static const aml_choice type_amlcompute[] = {{"amlcompute", "AmlCompute"}, {NULL, NULL}};
static const aml_fixed fixed_amlcompute[] = {{"properties.computeType", "AmlCompute"}, {NULL, NULL}};
static const aml_choice type_computeinstance[] = {{"computeinstance", "ComputeInstance"}, {NULL, NULL}};
static const aml_fixed fixed_computeinstance[] = {
    {"properties.computeType", "ComputeInstance"}, {NULL, NULL}};
static const aml_choice type_kubernetes[] = {{"kubernetes", "Kubernetes"}, {NULL, NULL}};
static const aml_fixed fixed_kubernetes[] = {{"properties.computeType", "Kubernetes"}, {NULL, NULL}};
static const aml_choice type_virtualmachine[] = {{"virtualmachine", "VirtualMachine"}, {NULL, NULL}};
static const aml_fixed fixed_virtualmachine[] = {{"properties.computeType", "VirtualMachine"}, {NULL, NULL}};
static const aml_choice type_synapsespark[] = {{"synapsespark", "SynapseSpark"}, {NULL, NULL}};
static const aml_fixed fixed_synapsespark[] = {{"properties.computeType", "SynapseSpark"}, {NULL, NULL}};
static const aml_choice tiers[] = {{"dedicated", "Dedicated"}, {"low_priority", "LowPriority"}, {NULL, NULL}};
static const aml_choice actions[] = {{"start", "Start"}, {"stop", "Stop"}, {NULL, NULL}};

static const aml_key amlcompute[] = {
    AML_KEYS_COMPUTE(type_amlcompute),
    AML_KEYS_NETWORK,
    AML_KEYS_IDENTITY,
    {"size", AML_KEY_STRING, 0, "properties.properties.vmSize", AML_CONVERT_COPY, NULL},
    {"tier", AML_KEY_ENUM, AML_KEY_STRICT, "properties.properties.vmPriority", AML_CONVERT_CHOICE, tiers},
    {"min_instances", AML_KEY_INT, 0, "properties.properties.scaleSettings.minNodeCount", AML_CONVERT_COPY,
        NULL},
    {"max_instances", AML_KEY_INT, 0, "properties.properties.scaleSettings.maxNodeCount",
        AML_CONVERT_AT_LEAST_ONE, NULL},
    {"idle_time_before_scale_down", AML_KEY_SECONDS, 0,
        "properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown", AML_CONVERT_SECONDS, NULL},
    {"ssh_public_access_enabled", AML_KEY_BOOL, 0, "properties.properties.remoteLoginPortPublicAccess",
        AML_CONVERT_ENABLED, NULL},
    {"ssh_settings", AML_KEY_OBJECT, 0, "properties.properties.userAccountCredentials", AML_CONVERT_COPY,
        NULL},
    {"ssh_settings.admin_username", AML_KEY_STRING, 0,
        "properties.properties.userAccountCredentials.adminUserName", AML_CONVERT_COPY, NULL},
    {"ssh_settings.admin_password", AML_KEY_STRING, AML_KEY_SECRET,
        "properties.properties.userAccountCredentials.adminUserPassword", AML_CONVERT_COPY, NULL},
    {"ssh_settings.ssh_key_value", AML_KEY_STRING, 0,
        "properties.properties.userAccountCredentials.adminUserSshPublicKey", AML_CONVERT_COPY, NULL},
    {"enable_node_public_ip", AML_KEY_BOOL, 0, "properties.properties.enableNodePublicIp", AML_CONVERT_COPY,
        NULL},
};

static const aml_key computeinstance[] = {
    AML_KEYS_COMPUTE(type_computeinstance),
    AML_KEYS_NETWORK,
    AML_KEYS_IDENTITY,
    {"size", AML_KEY_STRING, 0, "properties.properties.vmSize", AML_CONVERT_COPY, NULL},
    {"ssh_public_access_enabled", AML_KEY_BOOL, 0, "properties.properties.sshSettings.sshPublicAccess",
        AML_CONVERT_ENABLED, NULL},
    {"ssh_settings", AML_KEY_OBJECT, 0, "properties.properties.sshSettings", AML_CONVERT_COPY, NULL},
    {"ssh_settings.ssh_key_value", AML_KEY_STRING, 0, "properties.properties.sshSettings.adminPublicKey",
        AML_CONVERT_COPY, NULL},
    {"ssh_settings.admin_username", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"ssh_settings.ssh_port", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"create_on_behalf_of", AML_KEY_OBJECT, 0,
        "properties.properties.personalComputeInstanceSettings.assignedUser", AML_CONVERT_COPY, NULL},
    {"create_on_behalf_of.user_tenant_id", AML_KEY_STRING, 0,
        "properties.properties.personalComputeInstanceSettings.assignedUser.tenantId", AML_CONVERT_COPY,
        NULL},
    {"create_on_behalf_of.user_object_id", AML_KEY_STRING, 0,
        "properties.properties.personalComputeInstanceSettings.assignedUser.objectId", AML_CONVERT_COPY,
        NULL},
    {"idle_time_before_shutdown", AML_KEY_DURATION, 0, "properties.properties.idleTimeBeforeShutdown",
        AML_CONVERT_COPY, NULL},
    {"idle_time_before_shutdown_minutes", AML_KEY_INT, 0, "properties.properties.idleTimeBeforeShutdown",
        AML_CONVERT_MINUTES, NULL},
    {"enable_node_public_ip", AML_KEY_BOOL, 0, "properties.properties.enableNodePublicIp", AML_CONVERT_COPY,
        NULL},
    {"schedules", AML_KEY_OBJECT, 0, "properties.properties.schedules", AML_CONVERT_COPY, NULL},
    {"schedules.compute_start_stop", AML_KEY_LIST, 0, "properties.properties.schedules.computeStartStop",
        AML_CONVERT_COPY, NULL},
    {"schedules.compute_start_stop[]", AML_KEY_OBJECT, AML_KEY_OPEN,
        "properties.properties.schedules.computeStartStop[]", AML_CONVERT_COPY, NULL},
    {"schedules.compute_start_stop[].action", AML_KEY_ENUM, AML_KEY_REQUIRED,
        "properties.properties.schedules.computeStartStop[].action", AML_CONVERT_CHOICE, actions},
    {"schedules.compute_start_stop[].trigger", AML_KEY_ANY, 0,
        "properties.properties.schedules.computeStartStop[].trigger", AML_CONVERT_CAMEL, NULL},
    {"setup_scripts", AML_KEY_OBJECT, 0, "properties.properties.setupScripts.scripts", AML_CONVERT_COPY,
        NULL},
    {"setup_scripts.creation_script", AML_KEY_OBJECT, 0,
        "properties.properties.setupScripts.scripts.creationScript", AML_CONVERT_COPY, NULL},
    {"setup_scripts.creation_script.path", AML_KEY_STRING, 0,
        "properties.properties.setupScripts.scripts.creationScript.scriptData", AML_CONVERT_COPY, NULL},
    {"setup_scripts.creation_script.command", AML_KEY_STRING, AML_KEY_TEXT,
        "properties.properties.setupScripts.scripts.creationScript.scriptArguments", AML_CONVERT_COPY, NULL},
    {"setup_scripts.creation_script.timeout_minutes", AML_KEY_INT, 0,
        "properties.properties.setupScripts.scripts.creationScript.timeout", AML_CONVERT_MINUTES, NULL},
    {"setup_scripts.startup_script", AML_KEY_OBJECT, 0,
        "properties.properties.setupScripts.scripts.startupScript", AML_CONVERT_COPY, NULL},
    {"setup_scripts.startup_script.path", AML_KEY_STRING, 0,
        "properties.properties.setupScripts.scripts.startupScript.scriptData", AML_CONVERT_COPY, NULL},
    {"setup_scripts.startup_script.command", AML_KEY_STRING, AML_KEY_TEXT,
        "properties.properties.setupScripts.scripts.startupScript.scriptArguments", AML_CONVERT_COPY, NULL},
    {"setup_scripts.startup_script.timeout_minutes", AML_KEY_INT, 0,
        "properties.properties.setupScripts.scripts.startupScript.timeout", AML_CONVERT_MINUTES, NULL},
    {"custom_applications", AML_KEY_ANY, 0, "properties.properties.customServices", AML_CONVERT_CAMEL, NULL},
    {"enable_sso", AML_KEY_BOOL, 0, "properties.properties.enableSSO", AML_CONVERT_COPY, NULL},
    {"enable_root_access", AML_KEY_BOOL, 0, "properties.properties.enableRootAccess", AML_CONVERT_COPY, NULL},
    {"enable_os_patching", AML_KEY_BOOL, 0, "properties.properties.enableOSPatching", AML_CONVERT_COPY, NULL},
    {"release_quota_on_stop", AML_KEY_BOOL, 0, "properties.properties.releaseQuotaOnStop", AML_CONVERT_COPY,
        NULL},
    {"state", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"last_operation", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"services", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"os_image_metadata", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
};

static const aml_key kubernetes[] = {
    AML_KEYS_COMPUTE(type_kubernetes),
    AML_KEYS_IDENTITY,
    {"resource_id", AML_KEY_STRING, 0, "properties.resourceId", AML_CONVERT_COPY, NULL},
    {"namespace", AML_KEY_STRING, AML_KEY_REQUIRED, "properties.properties.namespace", AML_CONVERT_COPY,
        NULL},
    {"properties", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.properties", AML_CONVERT_COPY, NULL},
};

static const aml_key virtualmachine[] = {
    AML_KEYS_COMPUTE(type_virtualmachine),
    {"resource_id", AML_KEY_STRING, AML_KEY_REQUIRED, "properties.resourceId", AML_CONVERT_COPY, NULL},
    {"compute_location", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"ssh_settings", AML_KEY_OBJECT, 0, "properties.properties.administratorAccount", AML_CONVERT_COPY, NULL},
    {"ssh_settings.admin_username", AML_KEY_STRING, 0, "properties.properties.administratorAccount.username",
        AML_CONVERT_COPY, NULL},
    {"ssh_settings.admin_password", AML_KEY_STRING, AML_KEY_SECRET,
        "properties.properties.administratorAccount.password", AML_CONVERT_COPY, NULL},
    {"ssh_settings.ssh_port", AML_KEY_INT, 0, "properties.properties.sshPort", AML_CONVERT_COPY, NULL},
    {"ssh_settings.ssh_private_key_file", AML_KEY_STRING, 0, NULL, AML_CONVERT_COPY, NULL},
};

static const aml_key synapsespark[] = {
    AML_KEYS_COMPUTE(type_synapsespark),
    AML_KEYS_IDENTITY,
    {"resource_id", AML_KEY_STRING, AML_KEY_REQUIRED, "properties.resourceId", AML_CONVERT_COPY, NULL},
    {"scale_settings", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"auto_pause_settings", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"node_family", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"node_size", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"node_count", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"spark_version", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
};

const aml_schema aml_schema_amlcompute = {"amlcompute",
    "Microsoft.MachineLearningServices/workspaces/computes", amlcompute, AML_KEYS_COUNT(amlcompute),
    fixed_amlcompute, AML_KEYS_CLOSED};

const aml_schema aml_schema_compute_instance = {"computeinstance",
    "Microsoft.MachineLearningServices/workspaces/computes", computeinstance, AML_KEYS_COUNT(computeinstance),
    fixed_computeinstance, AML_KEYS_CLOSED};

const aml_schema aml_schema_kubernetes = {"kubernetes",
    "Microsoft.MachineLearningServices/workspaces/computes", kubernetes, AML_KEYS_COUNT(kubernetes),
    fixed_kubernetes, AML_KEYS_CLOSED};

const aml_schema aml_schema_virtual_machine = {"virtualmachine",
    "Microsoft.MachineLearningServices/workspaces/computes", virtualmachine, AML_KEYS_COUNT(virtualmachine),
    fixed_virtualmachine, AML_KEYS_CLOSED};

const aml_schema aml_schema_synapse_spark = {"synapsespark",
    "Microsoft.MachineLearningServices/workspaces/computes", synapsespark, AML_KEYS_COUNT(synapsespark),
    fixed_synapsespark, AML_KEYS_CLOSED};
