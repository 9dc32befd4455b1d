/* Sources: the reference of New-AzMLWorkspaceCompute, Update-AzMLWorkspaceCompute and
 * New-AzMLWorkspace*Object (Az.MachineLearningServices, with the names of its version 1 beside those of now),
 * of New-AzResourceLock (Az.Resources), and PowerShell's about_Splatting (read 2026-11). */
#include "script/cmdlets.h"

#include "base/suggest.h"
#include "script/cmdlet_objects.h"
#include "source/diag_cap.h"

#define PUT(name, key)                                                                                       \
  {                                                                                                          \
    name, {                                                                                                  \
      name, '\0', AML_AZ_ONE, key                                                                            \
    }                                                                                                        \
  }
#define SAY(name, option)                                                                                    \
  {                                                                                                          \
    name, {                                                                                                  \
      option, '\0', AML_AZ_ONE, NULL                                                                         \
    }                                                                                                        \
  }
#define SWITCH(name)                                                                                         \
  {                                                                                                          \
    name, {                                                                                                  \
      name, '\0', AML_AZ_FLAG, NULL                                                                          \
    }                                                                                                        \
  }
#define COMMON                                                                                               \
  SWITCH("-AsJob"), SWITCH("-NoWait"), SWITCH("-Confirm"), SWITCH("-WhatIf"), SWITCH("-Verbose"),            \
      SWITCH("-Debug"), SWITCH("-Force"), SWITCH("-Break"), SAY("-ErrorAction", "-ErrorAction"),             \
      SAY("-ErrorVariable", "-ErrorVariable"), SAY("-WarningAction", "-WarningAction"),                      \
      SAY("-OutVariable", "-OutVariable"), SAY("-DefaultProfile", "-DefaultProfile")
#define IN_WORKSPACE                                                                                         \
  SAY("-Name", "--name"), SAY("-ComputeName", "--name"), SAY("-ResourceGroupName", "--resource-group"),      \
      SAY("-WorkspaceName", "--workspace-name"), SAY("-SubscriptionId", "--subscription")
#define INNER "properties.properties."
#define SCALE INNER "scaleSettings."
#define EVERY_COMPUTE                                                                                        \
  PUT("-Description", "properties.description"), PUT("-DisableLocalAuth", "properties.disableLocalAuth"),    \
      PUT("-ResourceId", "properties.resourceId"), PUT("-VMSize", INNER "vmSize"),                           \
      PUT("-SubnetId", INNER "subnet.id"), PUT("-EnableNodePublicIP", INNER "enableNodePublicIp"), COMMON

static const aml_cmdlet_parameter compute[] = {IN_WORKSPACE, SAY("-Compute", "-Compute"),
    PUT("-Location", "location"), PUT("-Tag", "tags"), PUT("-IdentityType", "identity.type"),
    PUT("-IdentityUserAssigned", "identity.userAssignedIdentities"), SAY("-SkuCapacity", "-SkuCapacity"),
    SAY("-SkuFamily", "-SkuFamily"), SAY("-SkuName", "-SkuName"), SAY("-SkuSize", "-SkuSize"),
    SAY("-SkuTier", "-SkuTier"), COMMON};
static const aml_cmdlet_parameter update[] = {IN_WORKSPACE, SAY("-InputObject", "-InputObject"),
    PUT("-MaxNodeCount", SCALE "maxNodeCount"), PUT("-MinNodeCount", SCALE "minNodeCount"),
    PUT("-NodeIdleTimeBeforeScaleDown", SCALE "nodeIdleTimeBeforeScaleDown"), COMMON};
static const aml_cmdlet_parameter cluster[] = {PUT("-ScaleMinNodeCount", SCALE "minNodeCount"),
    PUT("-ScaleMaxNodeCount", SCALE "maxNodeCount"),
    PUT("-ScaleNodeIdleTimeBeforeScaleDown", SCALE "nodeIdleTimeBeforeScaleDown"),
    PUT("-ScaleSettingMinNodeCount", SCALE "minNodeCount"),
    PUT("-ScaleSettingMaxNodeCount", SCALE "maxNodeCount"),
    PUT("-ScaleSettingNodeIdleTimeBeforeScaleDown", SCALE "nodeIdleTimeBeforeScaleDown"),
    PUT("-AdminUserName", INNER "userAccountCredentials.adminUserName"),
    PUT("-AdminUserPassword", INNER "userAccountCredentials.adminUserPassword"),
    PUT("-AdminUserSshPublicKey", INNER "userAccountCredentials.adminUserSshPublicKey"),
    PUT("-UserAccountCredentialsAdminUserName", INNER "userAccountCredentials.adminUserName"),
    PUT("-UserAccountCredentialsAdminUserPassword", INNER "userAccountCredentials.adminUserPassword"),
    PUT("-UserAccountCredentialsAdminUserSshPublicKey", INNER "userAccountCredentials.adminUserSshPublicKey"),
    PUT("-IsolatedNetwork", INNER "isolatedNetwork"), PUT("-OSType", INNER "osType"),
    SAY("-PropertyBag", "-PropertyBag"),
    PUT("-RemoteLoginPortPublicAccess", INNER "remoteLoginPortPublicAccess"),
    PUT("-VirtualMachineImageId", INNER "virtualMachineImage.id"), PUT("-VMPriority", INNER "vmPriority"),
    EVERY_COMPUTE};
static const aml_cmdlet_parameter instance[] = {
    PUT("-ApplicationSharingPolicy", INNER "applicationSharingPolicy"),
    PUT("-AuthorizationType", INNER "computeInstanceAuthorizationType"),
    PUT("-AssignedUserObjectId", INNER "personalComputeInstanceSettings.assignedUser.objectId"),
    PUT("-AssignedUserTenantId", INNER "personalComputeInstanceSettings.assignedUser.tenantId"),
    PUT("-SshSettingAdminPublicKey", INNER "sshSettings.adminPublicKey"),
    PUT("-SshSettingSshPublicAccess", INNER "sshSettings.sshPublicAccess"),
    PUT("-ScheduleComputeStartStop", INNER "schedules.computeStartStop"), EVERY_COMPUTE};
static const aml_cmdlet_parameter lock[] = {PUT("-LockName", "name"), PUT("-Name", "name"),
    {"-LockLevel", {"--lock-type", '\0', AML_AZ_ONE, "level"}},
    {"-Level", {"--lock-type", '\0', AML_AZ_ONE, "level"}}, SAY("-LockNotes", "--notes"),
    SAY("-Notes", "--notes"), SAY("-ResourceGroupName", "--resource-group"), SAY("-Scope", "--ids"),
    SAY("-ResourceName", "--resource"), SAY("-ResourceType", "--resource-type"), SAY("-LockId", "-LockId"),
    SAY("-ApiVersion", "-ApiVersion"), SWITCH("-Pre"), COMMON};

#define COUNT(list) sizeof(list) / sizeof((list)[0])
#define MAKER(name, verb, parameters)                                                                        \
  { {name, AML_AZ_##verb, NULL, 0}, parameters, COUNT(parameters), NULL }
/* Nothing makes an object by itself: the verb is that of who takes it. */
#define OBJECT(name, type, parameters)                                                                       \
  { {"New-AzMLWorkspace" name "Object", AML_AZ_CMDLET_CREATE, NULL, 0}, parameters, COUNT(parameters), type }

static const aml_cmdlet_parameter unread[] = {COMMON}; /* of objects that no rule looks into */

static const aml_cmdlet cmdlets[] = {
    MAKER("New-AzMLWorkspaceCompute", CMDLET_CREATE, compute),
    MAKER("Update-AzMLWorkspaceCompute", CMDLET_UPDATE, update),
    MAKER("New-AzResourceLock", LOCK_CREATE, lock),
    OBJECT("AmlCompute", "AmlCompute", cluster),
    OBJECT("ComputeInstance", "ComputeInstance", instance),
    OBJECT("Aks", "AKS", unread),
    OBJECT("Kubernetes", "Kubernetes", unread),
    OBJECT("VirtualMachine", "VirtualMachine", unread),
    OBJECT("HDInsight", "HDInsight", unread),
    OBJECT("DataFactory", "DataFactory", unread),
    OBJECT("Databricks", "Databricks", unread),
    OBJECT("DataLakeAnalytics", "DataLakeAnalytics", unread),
    OBJECT("SynapseSpark", "SynapseSpark", unread),
};

const aml_cmdlet *aml_cmdlet_find(const aml_command *command) {
  aml_sv name;
  if (command->word_count == 0 || !aml_word_literal(&command->words[0], &name)) {
    return NULL;
  }
  size_t module = aml_sv_rfind_char(name, '\\'); /* "Az.Resources\New-AzResourceLock" */
  name = aml_sv_slice(name, module == AML_NPOS ? 0 : module + 1, name.len);
  for (size_t i = 0; i < sizeof cmdlets / sizeof cmdlets[0]; i++) {
    if (aml_sv_ieq(name, aml_sv_of(cmdlets[i].command.words))) {
      return &cmdlets[i];
    }
  }
  return NULL;
}

bool aml_cmdlet_is(const aml_command *command) {
  return aml_cmdlet_find(command) != NULL;
}

aml_sv aml_cmdlet_parameter_of(aml_sv path) {
  static const struct {
    const aml_cmdlet_parameter *list;
    size_t count;
  } lists[] = {{compute, COUNT(compute)}, {cluster, COUNT(cluster)}, {instance, COUNT(instance)}};
  for (size_t i = 0; i < COUNT(lists); i++) {
    for (size_t k = 0; k < lists[i].count; k++) {
      const aml_az_option *option = &lists[i].list[k].option;
      if (option->key != NULL && aml_sv_eq(aml_sv_of(option->key), path)) {
        return aml_sv_of(option->name);
      }
    }
  }
  return (aml_sv){0};
}

/* ---- Parameters of a call ---- */

typedef struct cmdlet_reading {
  aml_variables *variables;
  aml_diags *diags;
  const aml_cmdlet *cmdlet;
  aml_az_call *call;
  AML_VEC(aml_az_given) given;
  aml_diag_cap refused;
} cmdlet_reading;

static aml_sv name_at(const void *ctx, size_t i) {
  return aml_sv_of(((const aml_cmdlet *)ctx)->parameters[i].name);
}

/* By its name or an unambiguous beginning of it, as PowerShell takes them; NULL for none. */
static const aml_cmdlet_parameter *find_parameter(const aml_cmdlet *cmdlet, aml_sv name) {
  const aml_cmdlet_parameter *found = NULL;
  bool is_several = false;
  for (size_t i = 0; i < cmdlet->count; i++) {
    aml_sv full = aml_sv_of(cmdlet->parameters[i].name);
    if (aml_sv_ieq(full, name)) {
      return &cmdlet->parameters[i];
    }
    if (aml_sv_istarts(full, name)) {
      is_several = is_several || found != NULL;
      found = &cmdlet->parameters[i];
    }
  }
  return is_several ? NULL : found;
}

static void leave_open(cmdlet_reading *r, aml_sv reason, aml_span span) {
  if (r->call->open == NULL) {
    r->call->open = aml_value_unknown(r->diags->arena, reason, AML_KINDS_ANY, span);
  }
}

/* A slip is a mistake. Others may be of a version of the module that is not known here. */
static void refuse(cmdlet_reading *r, aml_sv name, aml_span span) {
  size_t near = aml_suggest(name, r->cmdlet->count, name_at, r->cmdlet);
  leave_open(r,
      aml_sv_format(r->diags->arena, "parameter '%.*s' is not known here; leave it out to have this checked",
          AML_SV_ARG(name)),
      span);
  if (near == AML_NPOS || !aml_diag_cap_take(&r->refused, span)) {
    return;
  }
  aml_diags_add(r->diags, "AML005", span, "Parameter '%.*s' does not exist in '%s'.", AML_SV_ARG(name),
      r->cmdlet->command.words)
      ->help = aml_sv_format(r->diags->arena, "Did you mean '%s'?", r->cmdlet->parameters[near].name);
}

static void take(
    cmdlet_reading *r, aml_sv name, aml_span span, const aml_shell_argument *values, size_t count) {
  const aml_cmdlet_parameter *parameter = find_parameter(r->cmdlet, name);
  if (parameter == NULL) {
    refuse(r, name, span);
    return;
  }
  const aml_az_given given = {.option = &parameter->option, .span = span, .values = values, .count = count};
  AML_VEC_PUSH(r->diags->arena, &r->given, given);
}

/* "@options": what the table holds that was assigned to the variable. */
static void take_splatted(cmdlet_reading *r, uint32_t index, const aml_word *word) {
  aml_piece *piece = AML_NEW(r->diags->arena, aml_piece);
  *piece = word->pieces[0];
  piece->is_list = false;
  const aml_word plain = {.pieces = piece, .count = 1, .begin = word->begin, .end = word->end};
  aml_hashtable entries = {0};
  if (!aml_hashtable_read(r->variables, index, &plain, &entries)) {
    leave_open(r,
        aml_sv_format(r->diags->arena,
            "'@%.*s' contains parameters that are not known; write them in the command to have this checked",
            AML_SV_ARG(piece->text)),
        aml_guest_span(aml_variables_shell(r->variables)->text, word->begin, word->end));
  }
  for (size_t i = 0; i < entries.list.count; i++) {
    const aml_hashtable_entry *entry = &entries.list.items[i];
    aml_sv name = aml_sv_format(r->diags->arena, "-%.*s", AML_SV_ARG(entry->key));
    take(r, name, entry->argument.value->span, &entry->argument, 1);
  }
}

/* What is known of an argument from its beginning: "-Switch:" of "-Switch:$true". */
static aml_sv beginning_of(const aml_shell_argument *argument) {
  const aml_value *value = argument->value;
  aml_sv text = value->kind == AML_UNKNOWN ? value->as.unknown->prefix : aml_value_text(value);
  bool is_named = value->kind != AML_UNKNOWN || aml_sv_find_char(text, ':', 0) != AML_NPOS;
  return is_named ? text : (aml_sv){NULL, 0};
}

static bool is_parameter(const aml_shell_argument *argument) {
  aml_sv text = beginning_of(argument);
  return text.len > 1 && text.data[0] == '-' && aml_ascii_alpha(text.data[1]);
}

/* The parameter at *at of the arguments with its values; *at is behind them afterwards. */
static void take_next(cmdlet_reading *r, uint32_t index, const aml_shell_arguments *arguments, size_t *at) {
  const aml_shell_argument *argument = &arguments->list.items[(*at)++];
  aml_sv text = beginning_of(argument);
  size_t colon = aml_sv_find_char(text, ':', 0); /* "-Confirm:$false" */
  aml_sv name = aml_sv_slice(text, 0, colon);
  if (colon != AML_NPOS && (colon + 1 < text.len || argument->value->kind == AML_UNKNOWN)) {
    aml_shell_argument *value = AML_NEW(r->diags->arena, aml_shell_argument);
    *value = aml_shell_argument_after(r->variables, index, argument, colon + 1);
    take(r, name, argument->value->span, value, 1);
    return;
  }
  size_t first = *at;
  while (*at < arguments->list.count && !is_parameter(&arguments->list.items[*at])) {
    (*at)++;
  }
  take(r, name, argument->value->span, arguments->list.items + first, *at - first);
}

void aml_cmdlet_take(
    aml_variables *variables, uint32_t index, const aml_cmdlet *cmdlet, aml_diags *diags, aml_az_call *out) {
  const aml_shell *shell = aml_variables_shell(variables);
  const aml_command *command = &shell->commands[index];
  uint32_t end = command->words[command->word_count - 1].end;
  *out = (aml_az_call){.command = &cmdlet->command,
      .index = index,
      .span = aml_guest_span(shell->text, command->words[0].begin, end)};
  cmdlet_reading r = {.variables = variables, .diags = diags, .cmdlet = cmdlet, .call = out};
  aml_shell_arguments arguments = {0};
  for (uint32_t i = 1; i < command->word_count; i++) {
    const aml_word *word = &command->words[i];
    if (word->count == 1 && word->pieces[0].is_list) {
      take_splatted(&r, index, word);
    } else {
      aml_variables_expand(variables, index, word, &arguments);
    }
  }
  for (size_t at = 0; at < arguments.list.count;) {
    if (is_parameter(&arguments.list.items[at])) {
      take_next(&r, index, &arguments, &at);
    } else {
      at++;
    }
  }
  aml_diag_cap_end(&r.refused, diags, "AML005", "unknown parameters of this command");
  out->given = r.given.items;
  out->count = r.given.count;
}

bool aml_cmdlet_read(aml_variables *variables, uint32_t index, aml_diags *diags, aml_az_call *out) {
  const aml_cmdlet *cmdlet = aml_cmdlet_find(&aml_variables_shell(variables)->commands[index]);
  if (cmdlet == NULL || cmdlet->compute_type != NULL) {
    return false;
  }
  aml_cmdlet_take(variables, index, cmdlet, diags, out);
  return true;
}
