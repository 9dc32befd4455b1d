/* Datastores and connections: read for the credentials that they may hold. */
#include "azureml/keys.h"

static const aml_choice datastore_types[] = {{"azure_blob", "AzureBlob"}, {"azure_file", "AzureFile"},
    {"azure_data_lake_gen1", "AzureDataLakeGen1"}, {"azure_data_lake_gen2", "AzureDataLakeGen2"},
    {"one_lake", "OneLake"}, {NULL, NULL}};
static const aml_fixed fixed_none[] = {{NULL, NULL}};

#define ROW       AML_ROW
#define READ_ONLY AML_ROW_READ_ONLY
#define SECRET(path, arm)                                                                                    \
  { path, AML_KEY_STRING, AML_KEY_SECRET, arm, AML_CONVERT_COPY, NULL }

static const aml_key datastore[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    AML_ROW_WORD("type", 0, "properties.datastoreType", datastore_types),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("tags", MAP, 0, "properties.tags", COPY),
    ROW("properties", MAP, 0, "properties.properties", COPY),
    ROW("account_name", STRING, 0, "properties.accountName", COPY),
    ROW("container_name", STRING, 0, "properties.containerName", COPY),
    ROW("file_share_name", STRING, 0, "properties.fileShareName", COPY),
    ROW("filesystem", STRING, 0, "properties.filesystem", COPY),
    ROW("store_name", STRING, 0, "properties.storeName", COPY),
    ROW("endpoint", STRING, 0, "properties.endpoint", COPY),
    ROW("protocol", STRING, 0, "properties.protocol", COPY),
    ROW("artifact", ANY, 0, "properties.artifact", CAMEL),
    ROW("one_lake_workspace_name", STRING, 0, "properties.oneLakeWorkspaceName", COPY),
    ROW("credentials", OBJECT, AML_KEY_OPEN, "properties.credentials", COPY),
    SECRET("credentials.account_key", "properties.credentials.secrets.key"),
    SECRET("credentials.sas_token", "properties.credentials.secrets.sasToken"),
    SECRET("credentials.client_secret", "properties.credentials.secrets.clientSecret"),
    SECRET("credentials.certificate", "properties.credentials.secrets.certificate"),
    READ_ONLY("id"),
    READ_ONLY("creation_context"),
};

/* The rows are those with something to be said of; what else a connection holds is passed over. */
static const aml_key connection[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    ROW("type", STRING, 0, "properties.category", COPY),
    ROW("target", STRING, 0, "properties.target", COPY),
    ROW("endpoint", STRING, 0, "properties.target", COPY),
    ROW("azure_endpoint", STRING, 0, "properties.target", COPY),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("tags", MAP, 0, "properties.metadata", COPY),
    ROW("metadata", MAP, 0, "properties.metadata", COPY),
    ROW("is_shared", BOOL, 0, "properties.isSharedToAll", COPY),
    SECRET("api_key", "properties.credentials.key"),
    ROW("credentials", OBJECT, AML_KEY_OPEN, "properties.credentials", COPY),
    ROW("credentials.type", STRING, 0, "properties.authType", COPY),
    READ_ONLY("id"),
    READ_ONLY("creation_context"),
};

#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

const aml_schema aml_schema_datastore = {
    "datastore", WORKSPACES "/datastores", datastore, AML_KEYS_COUNT(datastore), fixed_none, AML_KEYS_KNOWN};
const aml_schema aml_schema_connection = {"connection", WORKSPACES "/connections", connection,
    AML_KEYS_COUNT(connection), fixed_none, AML_KEYS_KNOWN};
