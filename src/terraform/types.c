/* The table of resource types.
 *
 * Arguments and what is sent: hashicorp/terraform-provider-azurerm at 69697b7f (2026-08-21) and its change
 * logs. */
#include "terraform/arguments.h"

#define PROVIDER "the default that azurerm sends"

#define IDENTITY                                                                                             \
  {"identity.type", "identity.type", AML_TF_IDENTITY_TYPE, NULL, NULL}, {                                    \
    "identity.identity_ids", "identity.userAssignedIdentities", AML_TF_IDENTITY_IDS, NULL, NULL              \
  }
#define TAGS                                                                                                 \
  { "tags", "tags", AML_TF_AS_IS, NULL, NULL }
#define LOCATION                                                                                             \
  { "location", "location", AML_TF_TEXT, NULL, NULL }
#define END                                                                                                  \
  { NULL, NULL, AML_TF_AS_IS, NULL, NULL }
#define PROPERTY(key, name, conversion)                                                                      \
  { key, "properties." name, conversion, NULL, NULL }
#define INNER(key, name, conversion)                                                                         \
  { key, "properties.properties." name, conversion, NULL, NULL }
#define SENT(key, path, conversion, silent)                                                                  \
  { key, path, conversion, silent, PROVIDER }

static const aml_tf_argument cluster[] = {INNER("vm_size", "vmSize", AML_TF_TEXT),
    INNER("vm_priority", "vmPriority", AML_TF_TEXT),
    INNER("scale_settings.min_node_count", "scaleSettings.minNodeCount", AML_TF_NUMBER),
    INNER("scale_settings.max_node_count", "scaleSettings.maxNodeCount", AML_TF_NUMBER),
    INNER("scale_settings.scale_down_nodes_after_idle_duration", "scaleSettings.nodeIdleTimeBeforeScaleDown",
        AML_TF_TEXT),
    {"ssh_public_access_enabled", "properties.properties.remoteLoginPortPublicAccess", AML_TF_ENABLED,
        "false", "the default that azurerm has sent since 2.77.0"},
    INNER("ssh.admin_username", "userAccountCredentials.adminUserName", AML_TF_TEXT),
    INNER("ssh.admin_password", "userAccountCredentials.adminUserPassword", AML_TF_TEXT),
    INNER("ssh.key_value", "userAccountCredentials.adminUserSshPublicKey", AML_TF_TEXT),
    INNER("subnet_resource_id", "subnet.id", AML_TF_ID),
    SENT("node_public_ip_enabled", "properties.properties.enableNodePublicIp", AML_TF_BOOL, "true"),
    SENT("local_auth_enabled", "properties.disableLocalAuth", AML_TF_NOT, "true"),
    PROPERTY("location", "computeLocation", AML_TF_TEXT), PROPERTY("description", "description", AML_TF_TEXT),
    IDENTITY, TAGS, END};

static const aml_tf_argument compute_instance[] = {INNER("virtual_machine_size", "vmSize", AML_TF_TEXT),
    INNER("ssh", "sshSettings.sshPublicAccess", AML_TF_PRESENT),
    INNER("ssh.public_key", "sshSettings.adminPublicKey", AML_TF_TEXT),
    INNER("subnet_resource_id", "subnet.id", AML_TF_ID),
    SENT("node_public_ip_enabled", "properties.properties.enableNodePublicIp", AML_TF_BOOL, "true"),
    SENT("local_auth_enabled", "properties.disableLocalAuth", AML_TF_NOT, "true"),
    INNER("authorization_type", "computeInstanceAuthorizationType", AML_TF_TEXT),
    INNER("assign_to_user.object_id", "personalComputeInstanceSettings.assignedUser.objectId", AML_TF_TEXT),
    INNER("assign_to_user.tenant_id", "personalComputeInstanceSettings.assignedUser.tenantId", AML_TF_TEXT),
    PROPERTY("description", "description", AML_TF_TEXT), PROPERTY("location", "computeLocation", AML_TF_TEXT),
    IDENTITY, TAGS, END};

static const aml_tf_argument inference[] = {PROPERTY("kubernetes_cluster_id", "resourceId", AML_TF_ID),
    INNER("cluster_purpose", "clusterPurpose", AML_TF_TEXT),
    PROPERTY("location", "computeLocation", AML_TF_TEXT), PROPERTY("description", "description", AML_TF_TEXT),
    IDENTITY, TAGS, END};

static const aml_tf_argument spark[] = {PROPERTY("synapse_spark_pool_id", "resourceId", AML_TF_ID),
    SENT("local_auth_enabled", "properties.disableLocalAuth", AML_TF_NOT, "true"),
    PROPERTY("location", "computeLocation", AML_TF_TEXT), PROPERTY("description", "description", AML_TF_TEXT),
    IDENTITY, TAGS, END};

static const aml_tf_argument workspace[] = {LOCATION,
    PROPERTY("application_insights_id", "applicationInsights", AML_TF_ID),
    PROPERTY("key_vault_id", "keyVault", AML_TF_ID),
    PROPERTY("storage_account_id", "storageAccount", AML_TF_ID),
    PROPERTY("container_registry_id", "containerRegistry", AML_TF_ID),
    SENT("public_network_access_enabled", "properties.publicNetworkAccess", AML_TF_ENABLED, "true"),
    PROPERTY("managed_network.isolation_mode", "managedNetwork.isolationMode", AML_TF_TEXT),
    PROPERTY("high_business_impact", "hbiWorkspace", AML_TF_BOOL),
    PROPERTY("image_build_compute_name", "imageBuildCompute", AML_TF_TEXT),
    PROPERTY("v1_legacy_mode_enabled", "v1LegacyMode", AML_TF_BOOL),
    PROPERTY("primary_user_assigned_identity", "primaryUserAssignedIdentity", AML_TF_ID),
    PROPERTY("friendly_name", "friendlyName", AML_TF_TEXT),
    PROPERTY("description", "description", AML_TF_TEXT),
    PROPERTY("encryption.key_vault_id", "encryption.keyVaultProperties.keyVaultArmId", AML_TF_ID),
    PROPERTY("encryption.key_id", "encryption.keyVaultProperties.keyIdentifier", AML_TF_TEXT),
    PROPERTY("encryption.user_assigned_identity_id", "encryption.identity.userAssignedIdentity", AML_TF_ID),
    {"encryption", "properties.encryption.status", AML_TF_PRESENT, NULL, NULL},
    {"kind", "kind", AML_TF_TEXT, NULL, NULL}, {"sku_name", "sku.name", AML_TF_TEXT, "Basic", PROVIDER},
    IDENTITY, TAGS, END};

static const aml_tf_argument lock[] = {
    PROPERTY("lock_level", "level", AML_TF_TEXT), PROPERTY("notes", "notes", AML_TF_TEXT), END};

static const aml_tf_argument placed[] = {LOCATION, IDENTITY, TAGS, END};

static const aml_tf_argument network[] = {
    LOCATION, PROPERTY("address_space", "addressSpace.addressPrefixes", AML_TF_AS_IS), TAGS, END};

static const aml_tf_argument subnet[] = {PROPERTY("address_prefixes", "addressPrefixes", AML_TF_AS_IS),
    PROPERTY("network_security_group_id", "networkSecurityGroup.id", AML_TF_ID), END};

static const aml_tf_argument storage[] = {LOCATION,
    SENT("public_network_access_enabled", "properties.publicNetworkAccess", AML_TF_ENABLED, "true"),
    SENT("shared_access_key_enabled", "properties.allowSharedKeyAccess", AML_TF_BOOL, "true"),
    PROPERTY("allow_nested_items_to_be_public", "allowBlobPublicAccess", AML_TF_BOOL),
    SENT("https_traffic_only_enabled", "properties.supportsHttpsTrafficOnly", AML_TF_BOOL, "true"),
    PROPERTY("min_tls_version", "minimumTlsVersion", AML_TF_TEXT),
    PROPERTY("network_rules.default_action", "networkAcls.defaultAction", AML_TF_TEXT),
    PROPERTY("is_hns_enabled", "isHnsEnabled", AML_TF_BOOL), IDENTITY, TAGS, END};

static const aml_tf_argument registry[] = {LOCATION, {"sku", "sku.name", AML_TF_TEXT, NULL, NULL},
    PROPERTY("admin_enabled", "adminUserEnabled", AML_TF_BOOL),
    SENT("public_network_access_enabled", "properties.publicNetworkAccess", AML_TF_ENABLED, "true"), IDENTITY,
    TAGS, END};

static const aml_tf_argument vault[] = {LOCATION, PROPERTY("sku_name", "sku.name", AML_TF_TEXT),
    PROPERTY("purge_protection_enabled", "enablePurgeProtection", AML_TF_BOOL),
    SENT("public_network_access_enabled", "properties.publicNetworkAccess", AML_TF_ENABLED, "true"),
    PROPERTY("network_acls.default_action", "networkAcls.defaultAction", AML_TF_TEXT), TAGS, END};

static const aml_tf_argument endpoint[] = {LOCATION, PROPERTY("subnet_id", "subnet.id", AML_TF_ID),
    PROPERTY("private_service_connection.private_connection_resource_id",
        "privateLinkServiceConnections[].properties.privateLinkServiceId", AML_TF_ID),
    PROPERTY("private_service_connection.subresource_names",
        "privateLinkServiceConnections[].properties.groupIds", AML_TF_AS_IS),
    TAGS, END};

static const aml_tf_argument diagnostics[] = {
    PROPERTY("log_analytics_workspace_id", "workspaceId", AML_TF_ID),
    PROPERTY("storage_account_id", "storageAccountId", AML_TF_ID),
    PROPERTY("enabled_log.category", "logs[].category", AML_TF_TEXT),
    PROPERTY("enabled_log.category_group", "logs[].categoryGroup", AML_TF_TEXT), END};

static const aml_tf_argument blob_store[] = {PROPERTY("description", "description", AML_TF_TEXT),
    PROPERTY("account_key", "credentials.secrets.key", AML_TF_TEXT),
    PROPERTY("shared_access_signature", "credentials.secrets.sasToken", AML_TF_TEXT),
    PROPERTY("client_secret", "credentials.secrets.clientSecret", AML_TF_TEXT),
    {"tags", "properties.tags", AML_TF_AS_IS, NULL, NULL}, END};

#define ML      "Microsoft.MachineLearningServices/workspaces"
#define ML_API  "2025-06-01"
#define ML_ID   "machine_learning_workspace_id"
#define NETWORK "Microsoft.Network/virtualNetworks"

static const aml_tf_type types[] = {
    {AML_SV_CONST("azurerm_machine_learning_compute_cluster"), ML "/computes", ML_API, "AmlCompute", ML_ID,
        NULL, cluster},
    {AML_SV_CONST("azurerm_machine_learning_compute_instance"), ML "/computes", ML_API, "ComputeInstance",
        ML_ID, NULL, compute_instance},
    {AML_SV_CONST("azurerm_machine_learning_inference_cluster"), ML "/computes", ML_API, "AKS", ML_ID, NULL,
        inference},
    {AML_SV_CONST("azurerm_machine_learning_synapse_spark"), ML "/computes", ML_API, "SynapseSpark", ML_ID,
        NULL, spark},
    {AML_SV_CONST("azurerm_machine_learning_workspace"), ML, ML_API, NULL, NULL, NULL, workspace},
    {AML_SV_CONST("azurerm_machine_learning_datastore_blobstorage"), ML "/datastores", ML_API, "AzureBlob",
        "workspace_id", NULL, blob_store},
    {AML_SV_CONST("azurerm_machine_learning_datastore_datalake_gen2"), ML "/datastores", ML_API,
        "AzureDataLakeGen2", "workspace_id", NULL, blob_store},
    {AML_SV_CONST("azurerm_machine_learning_datastore_fileshare"), ML "/datastores", ML_API, "AzureFile",
        "workspace_id", NULL, blob_store},
    {AML_SV_CONST("azurerm_management_lock"), "Microsoft.Authorization/locks", "2020-05-01", NULL, NULL, NULL,
        lock},
    {AML_SV_CONST("azurerm_resource_group"), "Microsoft.Resources/resourceGroups", "2023-07-01", NULL, NULL,
        NULL, placed},
    {AML_SV_CONST("azurerm_virtual_network"), NETWORK, "2024-05-01", NULL, NULL, NULL, network},
    {AML_SV_CONST("azurerm_subnet"), NETWORK "/subnets", "2024-05-01", NULL, "virtual_network_name", NETWORK,
        subnet},
    {AML_SV_CONST("azurerm_network_security_group"), "Microsoft.Network/networkSecurityGroups", "2024-05-01",
        NULL, NULL, NULL, placed},
    {AML_SV_CONST("azurerm_storage_account"), "Microsoft.Storage/storageAccounts", "2023-05-01", NULL, NULL,
        NULL, storage},
    {AML_SV_CONST("azurerm_container_registry"), "Microsoft.ContainerRegistry/registries", "2023-07-01", NULL,
        NULL, NULL, registry},
    {AML_SV_CONST("azurerm_key_vault"), "Microsoft.KeyVault/vaults", "2023-07-01", NULL, NULL, NULL, vault},
    {AML_SV_CONST("azurerm_application_insights"), "Microsoft.Insights/components", "2020-02-02", NULL, NULL,
        NULL, placed},
    {AML_SV_CONST("azurerm_log_analytics_workspace"), "Microsoft.OperationalInsights/workspaces",
        "2022-10-01", NULL, NULL, NULL, placed},
    {AML_SV_CONST("azurerm_user_assigned_identity"), "Microsoft.ManagedIdentity/userAssignedIdentities",
        "2023-01-31", NULL, NULL, NULL, placed},
    {AML_SV_CONST("azurerm_private_endpoint"), "Microsoft.Network/privateEndpoints", "2024-05-01", NULL, NULL,
        NULL, endpoint},
    {AML_SV_CONST("azurerm_monitor_diagnostic_setting"), "Microsoft.Insights/diagnosticSettings",
        "2021-05-01-preview", NULL, NULL, NULL, diagnostics},
};

const aml_tf_type *aml_tf_type_find(aml_sv name) {
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (aml_sv_eq(name, types[i].name)) {
      return &types[i];
    }
  }
  return NULL;
}

/* "Microsoft.X/a/b@2024-10-01" of azapi. */
static const aml_tf_type *type_of_azapi(const aml_tf_instance *instance) {
  aml_arena *arena = instance->frame->run->arena;
  const aml_value *written = instance->written;
  const aml_value *stated = written == NULL ? NULL : aml_tf_argument_of(written, "type", NULL);
  aml_sv api = stated == NULL ? (aml_sv){0} : aml_value_text(stated);
  aml_sv name = aml_sv_split(&api, '@');
  if (aml_sv_find_char(name, '/', 0) == AML_NPOS) {
    return NULL;
  }
  bool has_parent = aml_sv_find_char(name, '/', 0) != aml_sv_rfind_char(name, '/');
  aml_tf_type *type = AML_NEW(arena, aml_tf_type);
  *type = (aml_tf_type){.name = instance->block->type,
      .arm = aml_sv_cstr(arena, name),
      .api = aml_sv_cstr(arena, api),
      .parent = has_parent ? "parent_id" : NULL};
  return type;
}

/* A request for the resource itself, not for an action of it, by a method that changes it or is not known. */
static bool is_changing_action(const aml_tf_instance *instance) {
  const aml_value *method =
      instance->written == NULL ? NULL : aml_tf_argument_of(instance->written, "method", NULL);
  const aml_value *action =
      instance->written == NULL ? NULL : aml_tf_argument_of(instance->written, "action", NULL);
  aml_sv name = method == NULL ? (aml_sv){0} : aml_value_text(method);
  bool is_change = aml_sv_ieq(name, AML_SV("PUT")) || aml_sv_ieq(name, AML_SV("PATCH")) ||
                   aml_value_is(method, AML_UNKNOWN);
  return is_change && (action == NULL || action->kind == AML_NULL || aml_value_text(action).len == 0);
}

bool aml_tf_has_body(const aml_tf_instance *instance) {
  aml_sv name = instance->block->type;
  return aml_sv_eq(name, AML_SV("azapi_resource")) || aml_sv_eq(name, AML_SV("azapi_update_resource")) ||
         (aml_sv_eq(name, AML_SV("azapi_resource_action")) && is_changing_action(instance));
}

const aml_tf_type *aml_tf_type_of(const aml_tf_instance *instance) {
  return aml_tf_has_body(instance) ? type_of_azapi(instance) : aml_tf_type_find(instance->block->type);
}
