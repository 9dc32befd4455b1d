#include "config/keys.h"

#include <stddef.h>

static const char *const profiles[] = {"default", "strict", "minimal", NULL};
static const char *const severities[] = {"error", "warning", "note", "off", NULL};
static const char *const isolations[] = {
    "Disabled", "AllowInternetOutbound", "AllowOnlyApprovedOutbound", NULL};
static const char *const accesses[] = {"Enabled", "Disabled", NULL};
static const char *const levels[] = {"CanNotDelete", "ReadOnly", NULL};
static const char *const lock_scopes[] = {
    "resourceGroup", "networkResourceGroup", "subscription", "workspace", NULL};
static const char *const fields[] = {
    "owner", "approver", "reason", "ticket", "created", "expires", "review", "risk", "evidence", NULL};
static const char *const inlines[] = {"allowed", "off", NULL};
static const char *const fail_ons[] = {"error", "warning", "note", "never", NULL};

static const char *const unreads[] = {"error", "note", "ignore", NULL};
static const char *const lockables[] = {"severity", "profile", "select", "ignore", "parameters", "governance",
    "neverWaive", "inline", "exceptions", "baseline", "facts", "exclude", "placeholders", "failOn", "unread",
    NULL};

static const aml_config_key keys[] = {
    {"extends", AML_CONFIG_FILE, false, NULL},
    {"locked", AML_CONFIG_WORDS, false, lockables},
    {"profile", AML_CONFIG_WORD, false, profiles},
    {"select", AML_CONFIG_TEXTS, false, NULL},
    {"ignore", AML_CONFIG_TEXTS, false, NULL},
    {"severity", AML_CONFIG_MAP, false, NULL},
    {"severity.*", AML_CONFIG_WORD, false, severities},
    {"parameters", AML_CONFIG_MAP, false, NULL},
    {"parameters.*", AML_CONFIG_MAP, false, NULL},
    {"parameters.*.*", AML_CONFIG_ANY, false, NULL},
    {"workspaces", AML_CONFIG_LIST, false, NULL},
    {"workspaces[].name", AML_CONFIG_TEXT, true, NULL},
    {"workspaces[].key", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].resourceGroup", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].subscription", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].location", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].networkResourceGroup", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].managedNetwork", AML_CONFIG_WORD, false, isolations},
    {"workspaces[].publicNetworkAccess", AML_CONFIG_WORD, false, accesses},
    {"workspaces[].privateEndpoint", AML_CONFIG_BOOL, false, NULL},
    {"workspaces[].paths", AML_CONFIG_TEXTS, false, NULL},
    {"workspaces[].locks", AML_CONFIG_LIST, false, NULL},
    {"workspaces[].locks[].level", AML_CONFIG_WORD, true, levels},
    {"workspaces[].locks[].scope", AML_CONFIG_WORD, false, lock_scopes},
    {"workspaces[].locks[].name", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].storageAccount", AML_CONFIG_OBJECT, false, NULL},
    {"workspaces[].storageAccount.name", AML_CONFIG_TEXT, true, NULL},
    {"workspaces[].storageAccount.location", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].storageAccount.resourceGroup", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].containerRegistry", AML_CONFIG_OBJECT, false, NULL},
    {"workspaces[].containerRegistry.name", AML_CONFIG_TEXT, true, NULL},
    {"workspaces[].containerRegistry.location", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].containerRegistry.resourceGroup", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].keyVault", AML_CONFIG_OBJECT, false, NULL},
    {"workspaces[].keyVault.name", AML_CONFIG_TEXT, true, NULL},
    {"workspaces[].keyVault.location", AML_CONFIG_TEXT, false, NULL},
    {"workspaces[].keyVault.resourceGroup", AML_CONFIG_TEXT, false, NULL},
    {"context", AML_CONFIG_OBJECT, false, NULL},
    {"context.subscription", AML_CONFIG_MAP, false, NULL},
    {"context.subscription.*", AML_CONFIG_ANY, false, NULL},
    {"context.resourceGroup", AML_CONFIG_MAP, false, NULL},
    {"context.resourceGroup.*", AML_CONFIG_ANY, false, NULL},
    {"context.managementGroup", AML_CONFIG_MAP, false, NULL},
    {"context.managementGroup.*", AML_CONFIG_ANY, false, NULL},
    {"context.tenant", AML_CONFIG_MAP, false, NULL},
    {"context.tenant.*", AML_CONFIG_ANY, false, NULL},
    {"context.deployment", AML_CONFIG_MAP, false, NULL},
    {"context.deployment.*", AML_CONFIG_ANY, false, NULL},
    {"context.environment", AML_CONFIG_ANY, false, NULL},
    {"context.deployer", AML_CONFIG_MAP, false, NULL},
    {"context.deployer.*", AML_CONFIG_ANY, false, NULL},
    {"overrides", AML_CONFIG_LIST, false, NULL},
    {"overrides[].paths", AML_CONFIG_TEXTS, true, NULL},
    {"overrides[].severity", AML_CONFIG_MAP, false, NULL},
    {"overrides[].severity.*", AML_CONFIG_WORD, false, severities},
    {"overrides[].parameters", AML_CONFIG_MAP, false, NULL},
    {"overrides[].parameters.*", AML_CONFIG_MAP, false, NULL},
    {"overrides[].parameters.*.*", AML_CONFIG_ANY, false, NULL},
    {"rules", AML_CONFIG_FILES, false, NULL},
    {"policies", AML_CONFIG_FILES, false, NULL},
    {"exceptions", AML_CONFIG_FILES, false, NULL},
    {"governance", AML_CONFIG_OBJECT, false, NULL},
    {"governance.requiredFields", AML_CONFIG_WORDS, false, fields},
    {"governance.maxDays", AML_CONFIG_OBJECT, false, NULL},
    {"governance.maxDays.error", AML_CONFIG_COUNT, false, NULL},
    {"governance.maxDays.warning", AML_CONFIG_COUNT, false, NULL},
    {"governance.maxDays.note", AML_CONFIG_COUNT, false, NULL},
    {"governance.neverWaive", AML_CONFIG_TEXTS, false, NULL},
    {"governance.inline", AML_CONFIG_WORD, false, inlines},
    {"governance.approvers", AML_CONFIG_TEXTS, false, NULL},
    {"governance.warnBeforeDays", AML_CONFIG_COUNT, false, NULL},
    {"governance.ticketPattern", AML_CONFIG_REGEX, false, NULL},
    {"governance.minReasonLength", AML_CONFIG_COUNT, false, NULL},
    {"governance.fourEyes", AML_CONFIG_BOOL, false, NULL},
    {"governance.codeowners", AML_CONFIG_BOOL, false, NULL},
    {"exclude", AML_CONFIG_TEXTS, false, NULL},
    {"secretNames", AML_CONFIG_TEXTS, false, NULL},
    {"placeholders", AML_CONFIG_REGEXES, false, NULL},
    {"failOn", AML_CONFIG_WORD, false, fail_ons},
    {"unread", AML_CONFIG_WORD, false, unreads},
    {"baseline", AML_CONFIG_FILE, false, NULL},
    {"facts", AML_CONFIG_FILE, false, NULL},
    {"templateLinks", AML_CONFIG_MAP, false, NULL},
    {"templateLinks.*", AML_CONFIG_LINK, false, NULL},
};

const aml_config_key *aml_config_key_at(size_t i) {
  return i < sizeof keys / sizeof keys[0] ? &keys[i] : NULL;
}

const aml_config_key *aml_config_key_find(aml_sv path) {
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (aml_sv_eq(aml_sv_of(keys[i].path), path)) {
      return &keys[i];
    }
  }
  return NULL;
}
