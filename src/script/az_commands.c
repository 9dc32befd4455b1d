/* Which commands there are, and their options.
 *
 * Sources: Microsoft's reference of `az ml compute`, `az ml workspace`, `az lock`, `az group`, `az
 * deployment`, `az resource`, `az rest` and `az ml computetarget` (read 2026-11). */
#include <string.h>

#include "script/az.h"

#define ONE(name, letter, key)                                                                               \
  { name, letter, AML_AZ_ONE, key }
#define FLAG(name)                                                                                           \
  { name, '\0', AML_AZ_FLAG, NULL }
#define OPTIONAL(name, key)                                                                                  \
  { name, '\0', AML_AZ_OPTIONAL, key }
#define MANY(name, letter, key)                                                                              \
  { name, letter, AML_AZ_MANY, key }

static const aml_az_option common[] = {ONE("--output", 'o', NULL), ONE("--query", '\0', NULL),
    ONE("--subscription", '\0', NULL), FLAG("--debug"), FLAG("--verbose"), FLAG("--only-show-errors"),
    {"--help", 'h', AML_AZ_FLAG, NULL}};

#define IN_GROUP     ONE("--resource-group", 'g', NULL)
#define IN_WORKSPACE IN_GROUP, ONE("--workspace-name", 'w', NULL)
#define FROM_FILE    ONE("--file", 'f', NULL), MANY("--set", '\0', NULL)

static const aml_az_option compute[] = {IN_WORKSPACE, FROM_FILE, FLAG("--no-wait"),
    ONE("--name", 'n', "name"), ONE("--type", 't', "type"), ONE("--size", '\0', "size"),
    ONE("--min-instances", '\0', "min_instances"), ONE("--max-instances", '\0', "max_instances"),
    ONE("--idle-time-before-scale-down", '\0', "idle_time_before_scale_down"), ONE("--tier", '\0', "tier"),
    ONE("--location", 'l', "location"), ONE("--description", '\0', "description"),
    MANY("--tags", '\0', "tags"), OPTIONAL("--ssh-public-access-enabled", "ssh_public_access_enabled"),
    ONE("--admin-username", '\0', "ssh_settings.admin_username"),
    ONE("--admin-password", '\0', "ssh_settings.admin_password"),
    ONE("--ssh-key-value", '\0', "ssh_settings.ssh_key_value"),
    ONE("--vnet-name", '\0', "network_settings.vnet_name"), ONE("--subnet", '\0', "network_settings.subnet"),
    OPTIONAL("--enable-node-public-ip", "enable_node_public_ip"),
    ONE("--identity-type", 'i', "identity.type"),
    ONE("--user-assigned-identities", '\0', "identity.user_assigned_identities"),
    ONE("--user-object-id", '\0', "create_on_behalf_of.user_object_id"),
    ONE("--user-tenant-id", '\0', "create_on_behalf_of.user_tenant_id"),
    ONE("--idle-time-before-shutdown-minutes", '\0', "idle_time_before_shutdown_minutes"),
    ONE("--idle-time-before-shutdown", '\0', "idle_time_before_shutdown")};

/* Version 1 of the CLI's extension, in the keys of version 2. */
static const aml_az_option computetarget[] = {IN_WORKSPACE, ONE("--name", 'n', "name"),
    ONE("--vm-size", 's', "size"), ONE("--min-nodes", '\0', "min_instances"),
    ONE("--max-nodes", '\0', "max_instances"),
    ONE("--idle-seconds-before-scaledown", 'i', "idle_time_before_scale_down"),
    ONE("--vm-priority", '\0', "tier"), ONE("--vnet-name", '\0', "network_settings.vnet_name"),
    ONE("--subnet-name", '\0', "network_settings.subnet"), ONE("--vnet-resourcegroup-name", '\0', NULL),
    ONE("--admin-username", 'u', "ssh_settings.admin_username"),
    ONE("--admin-user-password", 'p', "ssh_settings.admin_password"),
    ONE("--admin-user-ssh-key", 'k', "ssh_settings.ssh_key_value"),
    ONE("--remote-login-port-public-access", '\0', "ssh_public_access_enabled"),
    ONE("--assign-identity", '\0', "identity.type"), ONE("--location", 'l', "location"),
    MANY("--tags", '\0', "tags"), ONE("--output-metadata-file", 't', NULL), ONE("--path", '\0', NULL),
    ONE("--subscription-id", '\0', NULL), OPTIONAL("--verbose-details", NULL)};

static const aml_az_option workspace[] = {IN_GROUP, FROM_FILE, FLAG("--no-wait"), ONE("--name", 'n', "name"),
    ONE("--location", 'l', "location"), ONE("--display-name", '\0', "display_name"),
    ONE("--description", '\0', "description"), MANY("--tags", '\0', "tags"), ONE("--kind", 'k', NULL),
    ONE("--hub-id", '\0', NULL), ONE("--public-network-access", '\0', "public_network_access"),
    ONE("--managed-network", 'm', "managed_network.isolation_mode"),
    ONE("--image-build-compute", '\0', "image_build_compute"),
    ONE("--storage-account", '\0', "storage_account"), ONE("--key-vault", '\0', "key_vault"),
    ONE("--application-insights", '\0', "application_insights"),
    ONE("--container-registry", '\0', "container_registry"), FLAG("--update-dependent-resources"),
    ONE("--primary-user-assigned-identity", '\0', "primary_user_assigned_identity"),
    OPTIONAL("--provision-network-now", NULL), OPTIONAL("--enable-data-isolation", "enable_data_isolation"),
    ONE("--system-datastores-auth-mode", '\0', "system_datastores_auth_mode")};

static const aml_az_option endpoint[] = {IN_WORKSPACE, FROM_FILE, FLAG("--no-wait"), FLAG("--local"),
    ONE("--name", 'n', "name"), ONE("--auth-mode", '\0', "auth_mode")};
static const aml_az_option deployment[] = {IN_WORKSPACE, FROM_FILE, FLAG("--no-wait"), FLAG("--local"),
    FLAG("--all-traffic"), FLAG("--set-default"), FLAG("--local-enable-gpu"), FLAG("--vscode-debug"),
    FLAG("--skip-script-validation"), ONE("--package-model", '\0', NULL), ONE("--engine", '\0', NULL),
    ONE("--name", 'n', "name"), ONE("--endpoint-name", 'e', "endpoint_name")};
static const aml_az_option job[] = {IN_WORKSPACE, FROM_FILE, FLAG("--stream"), FLAG("--web"),
    ONE("--name", 'n', "name"), ONE("--save-as", 'a', NULL), FLAG("--skip-validation")};

static const aml_az_option lock[] = {IN_GROUP, ONE("--name", 'n', "name"), ONE("--lock-type", 't', "level"),
    ONE("--notes", '\0', "notes"), ONE("--resource", '\0', NULL), ONE("--resource-name", '\0', NULL),
    ONE("--resource-type", '\0', NULL), ONE("--namespace", '\0', NULL), ONE("--parent", '\0', NULL),
    MANY("--ids", '\0', NULL)};
static const aml_az_option group[] = {ONE("--name", 'n', "name"), IN_GROUP,
    ONE("--location", 'l', "location"), MANY("--tags", '\0', "tags"), ONE("--managed-by", '\0', NULL)};
static const aml_az_option defaults[] = {
    MANY("--defaults", 'd', NULL), FLAG("--list-defaults"), ONE("--scope", '\0', NULL), FLAG("--local")};
static const aml_az_option account[] = {ONE("--subscription", 's', NULL), ONE("--name", 'n', NULL)};
static const aml_az_option arm_deployment[] = {IN_GROUP, ONE("--name", 'n', NULL),
    ONE("--template-file", 'f', NULL), ONE("--template-uri", 'u', NULL), ONE("--template-spec", 's', NULL),
    MANY("--parameters", 'p', NULL), ONE("--location", 'l', NULL), ONE("--management-group-id", 'm', NULL),
    ONE("--mode", '\0', NULL), FLAG("--no-wait"), FLAG("--no-prompt"), FLAG("--confirm-with-what-if"),
    FLAG("--handle-extended-json-format"), FLAG("--what-if"), ONE("--rollback-on-error", '\0', NULL),
    ONE("--query-string", 'q', NULL), MANY("--aux-tenants", '\0', NULL)};
static const aml_az_option resource[] = {IN_GROUP, ONE("--name", 'n', NULL), ONE("--id", '\0', NULL),
    ONE("--resource-type", '\0', NULL), ONE("--namespace", '\0', NULL), ONE("--parent", '\0', NULL),
    ONE("--api-version", '\0', NULL), ONE("--location", 'l', NULL), ONE("--properties", 'p', NULL),
    FLAG("--is-full-object"), FLAG("--latest-include-preview")};
static const aml_az_option resource_update[] = {IN_GROUP, ONE("--name", 'n', NULL), MANY("--ids", '\0', NULL),
    ONE("--resource-type", '\0', NULL), ONE("--namespace", '\0', NULL), ONE("--parent", '\0', NULL),
    ONE("--api-version", '\0', NULL), ONE("--properties", 'p', NULL), FLAG("--is-full-object"),
    FLAG("--latest-include-preview"), MANY("--set", '\0', NULL), MANY("--add", '\0', NULL),
    MANY("--remove", '\0', NULL), FLAG("--force-string"), OPTIONAL("--include-response-body", NULL)};
static const aml_az_option request[] = {ONE("--method", 'm', NULL), ONE("--url", 'u', NULL),
    ONE("--uri", '\0', NULL), ONE("--body", 'b', NULL), MANY("--headers", '\0', NULL),
    MANY("--uri-parameters", '\0', NULL), ONE("--resource", '\0', NULL), ONE("--output-file", '\0', NULL),
    FLAG("--skip-authorization-header")};

#define COMMAND(words, verb, options)                                                                        \
  { words, AML_AZ_##verb, options, sizeof(options) / sizeof(options)[0] }

static const aml_az_command commands[] = {
    COMMAND("ml compute create", COMPUTE_CREATE, compute),
    COMMAND("ml compute update", COMPUTE_UPDATE, compute),
    COMMAND("ml computetarget create amlcompute", COMPUTETARGET_CREATE, computetarget),
    COMMAND("ml workspace create", WORKSPACE_CREATE, workspace),
    COMMAND("ml workspace update", WORKSPACE_UPDATE, workspace),
    COMMAND("ml online-endpoint create", ONLINE_ENDPOINT_CREATE, endpoint),
    COMMAND("ml batch-endpoint create", BATCH_ENDPOINT_CREATE, endpoint),
    COMMAND("ml online-deployment create", ONLINE_DEPLOYMENT_CREATE, deployment),
    COMMAND("ml batch-deployment create", BATCH_DEPLOYMENT_CREATE, deployment),
    COMMAND("ml job create", JOB_CREATE, job),
    COMMAND("lock create", LOCK_CREATE, lock),
    COMMAND("group lock create", LOCK_CREATE, lock),
    COMMAND("resource lock create", LOCK_CREATE, lock),
    COMMAND("account lock create", LOCK_CREATE, lock),
    COMMAND("group create", GROUP_CREATE, group),
    COMMAND("configure", DEFAULTS, defaults),
    COMMAND("config set", DEFAULTS, defaults),
    COMMAND("account set", ACCOUNT_SET, account),
    COMMAND("deployment group create", DEPLOYMENT_CREATE, arm_deployment),
    COMMAND("deployment sub create", DEPLOYMENT_CREATE, arm_deployment),
    COMMAND("deployment mg create", DEPLOYMENT_CREATE, arm_deployment),
    COMMAND("deployment tenant create", DEPLOYMENT_CREATE, arm_deployment),
    COMMAND("group deployment create", DEPLOYMENT_CREATE, arm_deployment),
    COMMAND("resource create", RESOURCE_CREATE, resource),
    COMMAND("resource update", RESOURCE_UPDATE, resource_update),
    COMMAND("resource patch", RESOURCE_UPDATE, resource_update),
    COMMAND("rest", REST, request),
};

bool aml_az_makes(aml_az_verb verb) {
  return verb <= AML_AZ_BATCH_ENDPOINT_CREATE || verb == AML_AZ_JOB_CREATE || verb == AML_AZ_LOCK_CREATE ||
         verb >= AML_AZ_RESOURCE_CREATE;
}

const aml_az_option *aml_az_common_option(size_t i) {
  return i < sizeof common / sizeof common[0] ? &common[i] : NULL;
}

const char *aml_az_option_of_key(const char *words, aml_sv key) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    for (size_t k = 0; strcmp(commands[i].words, words) == 0 && k < commands[i].count; k++) {
      const aml_az_option *option = &commands[i].options[k];
      if (option->key != NULL && aml_sv_eq(aml_sv_of(option->key), key)) {
        return option->name;
      }
    }
  }
  return NULL;
}

/* How many arguments from the first on the words are; 0 where they are others. */
static size_t count_words(const aml_shell_arguments *arguments, size_t first, const char *words) {
  aml_sv rest = aml_sv_of(words);
  size_t count = 0;
  while (rest.len > 0) {
    aml_sv word = aml_sv_split(&rest, ' ');
    size_t at = first + count++;
    if (at >= arguments->list.count || !aml_sv_eq(aml_value_text(arguments->list.items[at].value), word)) {
      return 0;
    }
  }
  return count;
}

const aml_az_command *aml_az_find(const aml_shell_arguments *arguments, size_t first, size_t *used) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    *used = count_words(arguments, first, commands[i].words);
    if (*used > 0) {
      return &commands[i];
    }
  }
  return NULL;
}
