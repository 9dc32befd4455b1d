/* Properties that a template writes where Azure does not look: misspelt, in the wrong object, or in the words
 * of the CLI. Nothing else tells: the deployment passes and the service takes its default.
 *
 * Source of the names: the resource types of Microsoft.MachineLearningServices, API versions 2018-11-19 to
 * 2026-05-15-preview, facts/amlcompute-schema.yml (2026-08). */
#include "azureml/key_tables.h"
#include "base/suggest.h"
#include "tree/respell.h"

typedef struct named_object {
  const char *path;         /* below the body; empty for the body */
  const char *const *names; /* all that Azure knows there; the last is NULL */
} named_object;

/* Of the body only what is looked for elsewhere: its other members are the template's own. */
static const char *const envelope[] = {"location", "identity", "tags", NULL};
static const char *const of_compute[] = {"computeType", "properties", "computeLocation", "provisioningState",
    "description", "createdOn", "modifiedOn", "resourceId", "provisioningErrors", "isAttachedCompute",
    "disableLocalAuth", NULL};
static const char *const of_cluster[] = {"vmSize", "vmPriority", "scaleSettings", "userAccountCredentials",
    "subnet", "allocationState", "allocationStateTransitionTime", "errors", "currentNodeCount",
    "targetNodeCount", "nodeStateCounts", "remoteLoginPortPublicAccess", "osType", "virtualMachineImage",
    "isolatedNetwork", "enableNodePublicIp", "propertyBag", NULL};
static const char *const of_scale[] = {"maxNodeCount", "minNodeCount", "nodeIdleTimeBeforeScaleDown", NULL};
static const char *const of_account[] = {"adminUserName", "adminUserSshPublicKey", "adminUserPassword", NULL};
static const char *const of_instance[] = {"vmSize", "subnet", "applicationSharingPolicy", "sshSettings",
    "connectivityEndpoints", "applications", "createdBy", "errors", "state",
    "computeInstanceAuthorizationType", "personalComputeInstanceSettings", "lastOperation", "setupScripts",
    "schedules", "enableNodePublicIp", "containers", "dataDisks", "dataMounts", "versions", "customServices",
    "idleTimeBeforeShutdown", "autologgerSettings", "osImageMetadata", "enableOSPatching", "enableRootAccess",
    "enableSSO", "releaseQuotaOnStop", NULL};
static const char *const of_ssh[] = {"sshPublicAccess", "adminUserName", "sshPort", "adminPublicKey", NULL};
static const char *const of_workspace[] = {"workspaceId", "description", "friendlyName", "creationTime",
    "batchaiWorkspace", "keyVault", "applicationInsights", "containerRegistry", "storageAccount",
    "discoveryUrl", "provisioningState", "encryption", "hbiWorkspace", "serviceProvisionedResourceGroup",
    "privateLinkCount", "imageBuildCompute", "allowPublicAccessWhenBehindVnet", "privateEndpointConnections",
    "sharedPrivateLinkResources", "notebookInfo", "serviceManagedResourcesSettings",
    "primaryUserAssignedIdentity", "tenantId", "publicNetworkAccess", "storageHnsEnabled",
    "mlFlowTrackingUri", "softDeleteEnabled", "allowRecoverSoftDeletedWorkspace", "v1LegacyMode",
    "softDeletedAt", "scheduledPurgeDate", "systemDatastoresAuthMode", "featureStoreSettings",
    "softDeleteRetentionInDays", "enableDataIsolation", "storageAccounts", "keyVaults", "containerRegistries",
    "existingWorkspaces", "hubResourceId", "associatedWorkspaces", "managedNetwork", "workspaceHubConfig",
    "serverlessComputeSettings", "enableSoftwareBillOfMaterials", "ipAllowlist", "allowRoleAssignmentOnRG",
    "enableServiceSideCMKEncryption", "enableSimplifiedCmk", "agentsEndpointUri", "networkAcls",
    "provisionNetworkNow", NULL};
static const char *const of_network[] = {"isolationMode", "networkId", "outboundRules", "status",
    "changeableIsolationModes", "enableNetworkMonitor", "firewallSku", "managedNetworkKind",
    "firewallPublicIpAddress", "enableFirewallLog", NULL};

#define CLUSTER "properties.properties"
static const named_object clusters[] = {{"properties", of_compute}, {CLUSTER, of_cluster},
    {CLUSTER ".scaleSettings", of_scale}, {CLUSTER ".userAccountCredentials", of_account}, {"", envelope},
    {NULL, NULL}};
static const named_object instances[] = {{"properties", of_compute}, {CLUSTER, of_instance},
    {CLUSTER ".sshSettings", of_ssh}, {"", envelope}, {NULL, NULL}};
static const named_object workspaces[] = {
    {"properties", of_workspace}, {"properties.managedNetwork", of_network}, {"", envelope}, {NULL, NULL}};

enum { SHORT_MAX = 3 }; /* characters; a short word is near to too many others */

static bool is_among(aml_sv name, const char *const *names) {
  for (; *names != NULL; names++) {
    if (aml_sv_ieq(name, aml_sv_of(*names))) {
      return true;
    }
  }
  return false;
}

typedef struct candidates {
  const char *const *names;
  const aml_value *holder;
} candidates;

/* A name that is there already was not meant. */
static aml_sv candidate_at(const void *ctx, size_t i) {
  const candidates *c = ctx;
  aml_sv name = aml_sv_of(c->names[i]);
  return aml_object_find(c->holder, name) == NULL ? name : (aml_sv){0};
}

static const char *find_meant(const named_object *object, const aml_value *holder, aml_sv written) {
  candidates list = {object->names, holder};
  size_t count = 0;
  for (; object->names[count] != NULL; count++) {
    if (aml_same_word(written, candidate_at(&list, count))) {
      return object->names[count];
    }
  }
  size_t near = aml_suggest(written, count, candidate_at, &list);
  return near == AML_NPOS ? NULL : object->names[near];
}

static aml_sv find_certain(const named_object *object, const aml_value *holder, aml_sv written) {
  candidates list = {object->names, holder};
  size_t count = 0;
  while (object->names[count] != NULL) {
    count++;
  }
  size_t sure = aml_respell(written, count, candidate_at, &list);
  return sure == AML_NPOS ? (aml_sv){0} : aml_sv_of(object->names[sure]);
}

static const named_object *find_place(const named_object *objects, aml_sv written) {
  for (; objects->path != NULL; objects++) {
    if (is_among(written, objects->names)) {
      return objects;
    }
  }
  return NULL;
}

/* What to do instead; empty where the name resembles nothing. */
static aml_sv advise(const named_object *objects, const named_object *at, const aml_value *holder,
    aml_sv written, aml_yaml_kind kind, aml_arena *arena) {
  const named_object *place = find_place(objects, written);
  if (place != NULL) {
    return place->path[0] == '\0' ? AML_SV("It belongs in the resource itself, next to 'properties'.")
                                  : aml_sv_format(arena, "It belongs in '%s'.", place->path);
  }
  const char *meant = find_meant(at, holder, written);
  if (meant != NULL) {
    return aml_sv_format(arena, "Did you mean '%s'?", meant);
  }
  const aml_key *key = aml_schema_find(aml_schema_of_kind(kind), written);
  return key == NULL || key->arm == NULL
             ? (aml_sv){0}
             : aml_sv_format(arena, "The property in templates is '%s'.", key->arm);
}

static void check_object(const aml_resource *resource, const named_object *objects, const named_object *at,
    aml_yaml_kind kind, aml_diags *diags) {
  const aml_value *holder = aml_value_path(resource->body, aml_sv_of(at->path));
  for (size_t i = 0; aml_value_is(holder, AML_OBJECT) && i < holder->as.object.count; i++) {
    const aml_member *member = &holder->as.object.members[i];
    if (member->name.len <= SHORT_MAX || is_among(member->name, at->names)) {
      continue;
    }
    aml_sv advice = advise(objects, at, holder, member->name, kind, diags->arena);
    if (advice.len > 0) {
      aml_span span = aml_span_is_none(member->name_span) ? resource->name_span : member->name_span;
      aml_diag *diag = aml_diags_add(diags, "AML005", span,
          "'%s' has no property '%.*s', so this has no effect.", at->path, AML_SV_ARG(member->name));
      diag->help = advice;
      if (find_place(objects, member->name) == NULL) {
        aml_respell_key(diags, diag, holder, member, find_certain(at, holder, member->name));
      }
    }
  }
}

void aml_azureml_check_names(const aml_resource *resource, aml_yaml_kind kind, aml_diags *diags) {
  const named_object *objects = kind == AML_YAML_AMLCOMPUTE         ? clusters
                                : kind == AML_YAML_COMPUTE_INSTANCE ? instances
                                : kind == AML_YAML_WORKSPACE        ? workspaces
                                                                    : NULL;
  for (const named_object *at = objects; at != NULL && at->names != envelope; at++) {
    check_object(resource, objects, at, kind, diags);
  }
}
