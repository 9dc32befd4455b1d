/* Datastores and connections, read for the credentials that they may hold, and environments. */
#include "azureml/key_tables.h"

static const aml_choice datastore_types[] = {{"azure_blob", "AzureBlob"}, {"azure_file", "AzureFile"},
    {"azure_data_lake_gen1", "AzureDataLakeGen1"}, {"azure_data_lake_gen2", "AzureDataLakeGen2"},
    {"one_lake", "OneLake"}, {NULL, NULL}};
static const aml_fixed fixed_none[] = {{NULL, NULL}};

#define ROW       AML_ROW
#define READ_ONLY AML_ROW_READ_ONLY
#define SECRET(path, arm)                                                                                    \
  { path, AML_KEY_STRING, AML_KEY_SECRET, arm, AML_CONVERT_COPY, NULL }

/* As the classes below azure-ai-ml's _schema/_datastore have them (azure_storage.py, adls_gen1.py,
 * one_lake.py, credentials.py); the ARM side as in Datastore of the API's 2024-10-01 and
 * entities/_credentials.py. */
static const aml_key datastore[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    AML_ROW_WORD("type", 0, "properties.datastoreType", datastore_types),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("tags", MAP, 0, "properties.tags", COPY),
    ROW("account_name", STRING, 0, "properties.accountName", COPY),
    ROW("container_name", STRING, 0, "properties.containerName", COPY),
    ROW("file_share_name", STRING, 0, "properties.fileShareName", COPY),
    ROW("filesystem", STRING, 0, "properties.filesystem", COPY),
    ROW("store_name", STRING, 0, "properties.storeName", COPY),
    ROW("endpoint", STRING, 0, "properties.endpoint", COPY),
    ROW("protocol", STRING, 0, "properties.protocol", COPY),
    ROW("artifact", ANY, 0, NULL, COPY),
    ROW("one_lake_workspace_name", STRING, 0, "properties.oneLakeWorkspaceName", COPY),
    ROW("credentials", OBJECT, AML_KEY_OPEN, NULL, COPY),
    SECRET("credentials.account_key", "properties.credentials.secrets.key"),
    SECRET("credentials.sas_token", "properties.credentials.secrets.sasToken"),
    SECRET("credentials.client_secret", "properties.credentials.secrets.clientSecret"),
    SECRET("credentials.certificate", "properties.credentials.secrets.certificate"),
    ROW("credentials.authority_uri", STRING, 0, "properties.credentials.authorityUrl", COPY),
    ROW("credentials.resource_url", STRING, 0, "properties.credentials.resourceUrl", COPY),
    ROW("credentials.tenant_id", STRING, 0, "properties.credentials.tenantId", COPY),
    ROW("credentials.client_id", STRING, 0, "properties.credentials.clientId", COPY),
    ROW("credentials.thumbprint", STRING, 0, "properties.credentials.thumbprint", COPY),
    READ_ONLY("id"),
};

/* As the classes below azure-ai-ml's _schema/workspace/connections have them, and as Microsoft's pages
 * reference-yaml-connection-* say of sas_token, configs and secrets; the ARM side as in
 * WorkspaceConnectionPropertiesV2. The CLI's words for category and authType have other letters than the
 * API's and lead nowhere. */
static const aml_key connection[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    ROW("type", STRING, 0, NULL, COPY),
    ROW("target", STRING, 0, "properties.target", COPY),
    ROW("description", STRING, AML_KEY_TEXT, NULL, COPY),
    ROW("tags", MAP, 0, "properties.metadata", COPY),
    ROW("metadata", MAP, 0, "properties.metadata", COPY),
    ROW("configs", MAP, 0, "properties.metadata", COPY),
    ROW("is_shared", BOOL, 0, "properties.isSharedToAll", COPY),
    ROW("endpoint", STRING, 0, NULL, COPY),
    ROW("azure_endpoint", STRING, 0, NULL, COPY),
    ROW("url", STRING, 0, NULL, COPY),
    ROW("account_name", STRING, 0, NULL, COPY),
    ROW("container_name", STRING, 0, NULL, COPY),
    ROW("one_lake_workspace_name", STRING, 0, NULL, COPY),
    ROW("artifact", ANY, 0, NULL, COPY),
    ROW("open_ai_resource_id", STRING, 0, NULL, COPY),
    ROW("ai_services_resource_id", STRING, 0, NULL, COPY),
    ROW("api_base", STRING, 0, NULL, COPY),
    ROW("api_version", STRING, 0, NULL, COPY),
    SECRET("api_key", "properties.credentials.key"),
    ROW("secrets", MAP, AML_KEY_SECRET, "properties.credentials.keys", COPY),
    ROW("credentials", OBJECT, AML_KEY_OPEN, NULL, COPY),
    ROW("credentials.type", STRING, 0, NULL, COPY),
    SECRET("credentials.pat", "properties.credentials.pat"),
    SECRET("credentials.sas_token", "properties.credentials.sas"),
    ROW("credentials.username", STRING, 0, "properties.credentials.username", COPY),
    SECRET("credentials.password", "properties.credentials.password"),
    ROW("credentials.client_id", STRING, 0, "properties.credentials.clientId", COPY),
    SECRET("credentials.client_secret", "properties.credentials.clientSecret"),
    ROW("credentials.tenant_id", STRING, 0, "properties.credentials.tenantId", COPY),
    ROW("credentials.resource_id", STRING, 0, "properties.credentials.resourceId", COPY),
    ROW("credentials.access_key_id", STRING, 0, "properties.credentials.accessKeyId", COPY),
    SECRET("credentials.secret_access_key", "properties.credentials.secretAccessKey"),
    SECRET("credentials.key", "properties.credentials.key"),
    SECRET("credentials.account_key", "properties.credentials.key"),
    READ_ONLY("id"),
    READ_ONLY("creation_context"),
};

#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

const aml_schema aml_schema_datastore = {
    "datastore", WORKSPACES "/datastores", datastore, AML_KEYS_COUNT(datastore), fixed_none, AML_KEYS_KNOWN};
const aml_schema aml_schema_connection = {"connection", WORKSPACES "/connections", connection,
    AML_KEYS_COUNT(connection), fixed_none, AML_KEYS_KNOWN};

/* As azure-ai-ml's _schema/assets/environment.py has them. What an environment holds is its version's in ARM,
 * and no rule asks for it. */
static const aml_choice os_types[] = {{"linux", "Linux"}, {"windows", "Windows"}, {NULL, NULL}};
static const aml_key environment[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    ROW("version", ANY, 0, NULL, COPY),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("tags", MAP, 0, "properties.tags", COPY),
    ROW("properties", MAP, 0, "properties.properties", COPY),
    ROW("image", STRING, 0, NULL, COPY),
    ROW("build", OBJECT, AML_KEY_OPEN, NULL, COPY),
    ROW("build.path", STRING, 0, NULL, COPY),
    ROW("build.dockerfile_path", STRING, 0, NULL, COPY),
    ROW("conda_file", ANY, 0, NULL, COPY),
    ROW("inference_config", ANY, 0, NULL, COPY),
    AML_ROW_WORD("os_type", AML_KEY_STRICT, NULL, os_types),
    ROW("datastore", STRING, 0, NULL, COPY),
    READ_ONLY("id"),
    READ_ONLY("creation_context"),
};
const aml_schema aml_schema_environment = {"environment",
    "Microsoft.MachineLearningServices/workspaces/environments", environment, AML_KEYS_COUNT(environment),
    fixed_none, AML_KEYS_KNOWN};
