/* What environment() returns in the public cloud, as the page on deployment functions of templates shows it
 * (MicrosoftDocs, template-functions-deployment.md, read 2026-11-27; the login endpoint as Bicep's own page
 * has it since). Other clouds are given as objects. */
#include "arm/template_expansion.h"
#include "tree/read.h"

static const char public_cloud[] =
    "{'name': 'AzureCloud',"
    " 'gallery': 'https://gallery.azure.com/',"
    " 'graph': 'https://graph.windows.net/',"
    " 'portal': 'https://portal.azure.com',"
    " 'graphAudience': 'https://graph.windows.net/',"
    " 'activeDirectoryDataLake': 'https://datalake.azure.net/',"
    " 'batch': 'https://batch.core.windows.net/',"
    " 'media': 'https://rest.media.azure.net',"
    " 'sqlManagement': 'https://management.core.windows.net:8443/',"
    " 'resourceManager': 'https://management.azure.com/',"
    " 'authentication': {"
    "   'loginEndpoint': 'https://login.microsoftonline.com/',"
    "   'audiences': ['https://management.core.windows.net/', 'https://management.azure.com/'],"
    "   'tenant': 'common',"
    "   'identityProvider': 'AAD'},"
    " 'suffixes': {"
    "   'acrLoginServer': '.azurecr.io',"
    "   'azureDatalakeAnalyticsCatalogAndJob': 'azuredatalakeanalytics.net',"
    "   'azureDatalakeStoreFileSystem': 'azuredatalakestore.net',"
    "   'azureFrontDoorEndpointSuffix': 'azurefd.net',"
    "   'keyvaultDns': '.vault.azure.net',"
    "   'sqlServerHostname': '.database.windows.net',"
    "   'storage': 'core.windows.net'}}";

const aml_value *aml_arm_cloud(aml_arena *arena, const aml_value *environment) {
  if (!aml_value_is(environment, AML_STRING)) {
    return environment;
  }
  size_t error_at = 0;
  bool is_public = aml_sv_ieq(environment->as.string, AML_SV("AzureCloud"));
  const aml_value *cloud =
      is_public ? aml_json_text_read(arena, aml_sv_of(public_cloud), AML_NO_SPAN, &error_at) : NULL;
  return cloud == NULL
             ? NULL
             : aml_value_moved(arena, cloud, AML_NO_SPAN, NULL, cloud->flags | (unsigned)AML_VALUE_OPEN);
}
