#include "azureml/key_tables.h"

#define ROW       AML_ROW
#define WORD      AML_ROW_WORD
#define READ_ONLY AML_ROW_READ_ONLY
#define TYPE(flags, choices)                                                                                 \
  { "type", AML_KEY_ENUM, (flags) | AML_KEY_STRICT, NULL, AML_CONVERT_COPY, choices }

static const aml_choice accesses[] = {{"enabled", "Enabled"}, {"disabled", "Disabled"}, {NULL, NULL}};
static const aml_choice isolation[] = {{"disabled", "Disabled"},
    {"allow_internet_outbound", "AllowInternetOutbound"},
    {"allow_only_approved_outbound", "AllowOnlyApprovedOutbound"}, {NULL, NULL}};
static const aml_choice auth_modes[] = {
    {"key", "Key"}, {"aml_token", "AMLToken"}, {"aad_token", "AADToken"}, {NULL, NULL}};
static const aml_choice managed[] = {{"managed", "Managed"}, {NULL, NULL}};
static const aml_choice on_kubernetes[] = {{"kubernetes", "Kubernetes"}, {NULL, NULL}};
static const aml_choice batch_types[] = {{"model", "Model"}, {"pipeline", "PipelineComponent"}, {NULL, NULL}};
static const aml_choice output_actions[] = {
    {"append_row", "AppendRow"}, {"summary_only", "SummaryOnly"}, {NULL, NULL}};
static const aml_fixed fixed_none[] = {{NULL, NULL}};
static const aml_fixed fixed_managed[] = {{"properties.endpointComputeType", "Managed"}, {NULL, NULL}};
static const aml_fixed fixed_on_kubernetes[] = {
    {"properties.endpointComputeType", "Kubernetes"}, {NULL, NULL}};

static const aml_key workspace[] = {
    READ_ONLY("$schema"),
    AML_ROWS_IDENTITY,
    ROW("name", STRING, 0, NULL, COPY),
    ROW("location", STRING, 0, "location", COPY),
    ROW("tags", MAP, 0, "tags", COPY),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("display_name", STRING, AML_KEY_TEXT, "properties.friendlyName", COPY),
    ROW("resource_group", STRING, 0, NULL, COPY),
    ROW("hbi_workspace", BOOL, 0, "properties.hbiWorkspace", COPY),
    ROW("storage_account", STRING, 0, "properties.storageAccount", COPY),
    ROW("container_registry", STRING, 0, "properties.containerRegistry", COPY),
    ROW("key_vault", STRING, 0, "properties.keyVault", COPY),
    ROW("application_insights", STRING, 0, "properties.applicationInsights", COPY),
    ROW("customer_managed_key", OBJECT, 0, "properties.encryption", COPY),
    ROW("customer_managed_key.key_vault", STRING, 0, "properties.encryption.keyVaultProperties.keyVaultArmId",
        COPY),
    ROW("customer_managed_key.key_uri", STRING, 0, "properties.encryption.keyVaultProperties.keyIdentifier",
        COPY),
    ROW("customer_managed_key.cosmosdb_id", STRING, 0, "properties.encryption.cosmosDbResourceId", COPY),
    ROW("customer_managed_key.storage_id", STRING, 0, "properties.encryption.storageAccountResourceId", COPY),
    ROW("customer_managed_key.search_id", STRING, 0, "properties.encryption.searchAccountResourceId", COPY),
    ROW("image_build_compute", STRING, 0, "properties.imageBuildCompute", COPY),
    WORD("public_network_access", AML_KEY_STRICT, "properties.publicNetworkAccess", accesses),
    ROW("network_acls", ANY, 0, "properties.networkAcls", CAMEL),
    ROW("managed_network", OBJECT, AML_KEY_OPEN, "properties.managedNetwork", COPY),
    WORD("managed_network.isolation_mode", 0, "properties.managedNetwork.isolationMode", isolation),
    ROW("managed_network.outbound_rules", ANY, 0, "properties.managedNetwork.outboundRules", CAMEL),
    ROW("provision_network_now", BOOL, 0, "properties.provisionNetworkNow", COPY),
    ROW("primary_user_assigned_identity", STRING, 0, "properties.primaryUserAssignedIdentity", COPY),
    ROW("enable_data_isolation", BOOL, 0, "properties.enableDataIsolation", COPY),
    ROW("allow_roleassignment_on_rg", BOOL, 0, "properties.allowRoleAssignmentOnRG", COPY),
    ROW("system_datastores_auth_mode", STRING, 0, "properties.systemDatastoresAuthMode", COPY),
    ROW("serverless_compute", OBJECT, 0, "properties.serverlessComputeSettings", COPY),
    ROW("serverless_compute.custom_subnet", STRING, 0,
        "properties.serverlessComputeSettings.serverlessComputeCustomSubnet", COPY),
    ROW("serverless_compute.no_public_ip", BOOL, 0,
        "properties.serverlessComputeSettings.serverlessComputeNoPublicIP", COPY),
    ROW("workspace_hub", STRING, 0, "properties.hubResourceId", COPY),
    ROW("hub_id", STRING, 0, "properties.hubResourceId", COPY),
    READ_ONLY("workspace_id"),
    READ_ONLY("discovery_url"),
    READ_ONLY("mlflow_tracking_uri"),
    READ_ONLY("id"),
    ROW("softdelete_enable", BOOL, 0, NULL, COPY),
    ROW("allow_recover_softdeleted_workspace", BOOL, 0, NULL, COPY),
};

/* Of every endpoint. */
#define ENDPOINT_ROWS                                                                                        \
  ROW("name", STRING, 0, NULL, COPY), ROW("location", STRING, 0, "location", COPY),                          \
      ROW("tags", MAP, 0, "tags", COPY),                                                                     \
      ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),                              \
      ROW("properties", MAP, 0, "properties.properties", COPY),                                              \
      WORD("auth_mode", 0, "properties.authMode", auth_modes), READ_ONLY("id"),                              \
      READ_ONLY("provisioning_state"), READ_ONLY("scoring_uri"), READ_ONLY("openapi_uri")

static const aml_key online_endpoint[] = {
    READ_ONLY("$schema"),
    ENDPOINT_ROWS,
    AML_ROWS_IDENTITY,
    ROW("compute", STRING, 0, "properties.compute", COMPUTE),
    WORD("public_network_access", AML_KEY_STRICT, "properties.publicNetworkAccess", accesses),
    ROW("traffic", MAP, 0, "properties.traffic", COPY),
    ROW("mirror_traffic", MAP, 0, "properties.mirrorTraffic", COPY),
    READ_ONLY("kind"),
};

static const aml_key batch_endpoint[] = {
    READ_ONLY("$schema"),
    ENDPOINT_ROWS,
    AML_ROWS_IDENTITY,
    ROW("defaults", OBJECT, AML_KEY_OPEN, "properties.defaults", COPY),
    ROW("defaults.deployment_name", STRING, 0, "properties.defaults.deploymentName", COPY),
};

/* Of every deployment. */
#define DEPLOYMENT_ROWS                                                                                      \
  ROW("name", STRING, 0, NULL, COPY), ROW("endpoint_name", STRING, 0, NULL, COPY),                           \
      ROW("location", STRING, 0, "location", COPY), ROW("tags", MAP, 0, "tags", COPY),                       \
      ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),                              \
      ROW("properties", MAP, 0, "properties.properties", COPY),                                              \
      ROW("model", ANY, 0, "properties.model", CAMEL),                                                       \
      ROW("environment", ENVIRONMENT, 0, "properties.environmentId", CAMEL),                                 \
      ROW("environment_variables", MAP, 0, "properties.environmentVariables", COPY),                         \
      ROW("code_configuration", ANY, 0, "properties.codeConfiguration", CAMEL), READ_ONLY("id"),             \
      READ_ONLY("provisioning_state")

/* Of every online one. */
#define ONLINE_ROWS                                                                                          \
  ROW("app_insights_enabled", BOOL, 0, "properties.appInsightsEnabled", COPY),                               \
      ROW("scale_settings", OBJECT, AML_KEY_OPEN, "properties.scaleSettings", COPY),                         \
      ROW("scale_settings.type", STRING, 0, "properties.scaleSettings.scaleType", COPY),                     \
      ROW("scale_settings.min_instances", INT, 0, "properties.scaleSettings.minInstances", COPY),            \
      ROW("scale_settings.max_instances", INT, 0, "properties.scaleSettings.maxInstances", COPY),            \
      ROW("request_settings", ANY, 0, "properties.requestSettings", CAMEL),                                  \
      ROW("liveness_probe", ANY, 0, "properties.livenessProbe", CAMEL),                                      \
      ROW("readiness_probe", ANY, 0, "properties.readinessProbe", CAMEL),                                    \
      ROW("instance_count", INT, 0, "sku.capacity", COPY),                                                   \
      ROW("model_mount_path", STRING, 0, "properties.modelMountPath", COPY),                                 \
      ROW("data_collector", ANY, 0, "properties.dataCollector", CAMEL)

static const aml_key managed_deployment[] = {
    READ_ONLY("$schema"),
    DEPLOYMENT_ROWS,
    ONLINE_ROWS,
    TYPE(0, managed),
    ROW("instance_type", STRING, AML_KEY_REQUIRED, "properties.instanceType", COPY),
    WORD("egress_public_network_access", AML_KEY_STRICT, "properties.egressPublicNetworkAccess", accesses),
    ROW("private_network_connection", BOOL, 0, NULL, COPY),
    READ_ONLY("creation_context"),
};

static const aml_key kubernetes_deployment[] = {
    READ_ONLY("$schema"),
    DEPLOYMENT_ROWS,
    ONLINE_ROWS,
    TYPE(0, on_kubernetes),
    ROW("instance_type", STRING, 0, "properties.instanceType", COPY),
    ROW("resources", ANY, 0, "properties.containerResourceRequirements", CAMEL),
};

/* At the root in old files, below settings in new ones. */
#define SCORING_ROWS(y)                                                                                      \
  ROW(y "error_threshold", INT, 0, "properties.errorThreshold", COPY),                                       \
      ROW(y "mini_batch_size", INT, 0, "properties.miniBatchSize", COPY),                                    \
      ROW(y "max_concurrency_per_instance", INT, 0, "properties.maxConcurrencyPerInstance", COPY),           \
      ROW(y "logging_level", STRING, 0, "properties.loggingLevel", COPY),                                    \
      WORD(y "output_action", AML_KEY_STRICT, "properties.outputAction", output_actions),                    \
      ROW(y "output_file_name", STRING, 0, "properties.outputFileName", COPY),                               \
      ROW(y "retry_settings", ANY, 0, "properties.retrySettings", CAMEL)

static const aml_key batch_deployment[] = {
    READ_ONLY("$schema"),
    DEPLOYMENT_ROWS,
    SCORING_ROWS(""),
    SCORING_ROWS("settings."),
    TYPE(0, batch_types),
    ROW("compute", STRING, 0, "properties.compute", COMPUTE),
    ROW("resources", OBJECT, AML_KEY_OPEN, "properties.resources", COPY),
    ROW("resources.instance_count", INT, 0, "properties.resources.instanceCount", COPY),
    ROW("resources.instance_type", STRING, 0, "properties.resources.instanceType", COPY),
    ROW("settings", OBJECT, AML_KEY_OPEN, "properties", COPY),
    ROW("component", ANY, 0, "properties.deploymentConfiguration.componentId", CAMEL),
    ROW("job_definition", ANY, 0, "properties.jobDefinition", CAMEL),
    ROW("settings.instance_count", INT, 0, "properties.resources.instanceCount", COPY),
    ROW("settings.environment_variables", MAP, 0, "properties.environmentVariables", COPY),
    ROW("settings.default_compute", STRING, 0, "properties.deploymentConfiguration.settings.ComputeId",
        COMPUTE),
};

#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"
#define SCHEMA(name, type, keys, fixed)                                                                      \
  { name, WORKSPACES type, keys, AML_KEYS_COUNT(keys), fixed, AML_KEYS_KNOWN }

const aml_schema aml_schema_workspace = SCHEMA("workspace", "", workspace, fixed_none);
const aml_schema aml_schema_online_endpoint =
    SCHEMA("online endpoint", "/onlineEndpoints", online_endpoint, fixed_none);
const aml_schema aml_schema_batch_endpoint =
    SCHEMA("batch endpoint", "/batchEndpoints", batch_endpoint, fixed_none);
const aml_schema aml_schema_managed_deployment =
    SCHEMA("managed online deployment", "/onlineEndpoints/deployments", managed_deployment, fixed_managed);
const aml_schema aml_schema_kubernetes_deployment = SCHEMA("Kubernetes online deployment",
    "/onlineEndpoints/deployments", kubernetes_deployment, fixed_on_kubernetes);
const aml_schema aml_schema_batch_deployment =
    SCHEMA("batch deployment", "/batchEndpoints/deployments", batch_deployment, fixed_none);
