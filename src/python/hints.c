/* Sources: the arguments of azure-ai-ml's and azureml-core's classes (classes.c), those of the commands of
 * "az ml" versions 1 and 2, and the properties of Microsoft.MachineLearningServices/workspaces/computes. */
#include "python/hints.h"

#define SCALE    "Write 'min_instances=' and 'max_instances='."
#define IDENTITY "Write 'identity=IdentityConfiguration(type=...)'."
#define ASSIGNED                                                                                             \
  "Write 'identity=IdentityConfiguration(type=\"user_assigned\", "                                           \
  "user_assigned_identities=[ManagedIdentityConfiguration(resource_id=...)])'."
#define ON_BEHALF "Write 'create_on_behalf_of=AssignedUserConfiguration(...)'."
#define WHOLE_ID  "Write the whole resource ID: 'network_settings=NetworkSettings(subnet=...)'."
#define PUBLIC_IP "Write 'enable_node_public_ip='; it says the opposite."

const aml_azureml_hint aml_py_hints[] = {
    {"idle_seconds", "idle_time_before_scale_down", NULL},
    {"idle_time", "idle_time_before_scale_down", NULL},
    {"idle_timeout", "idle_time_before_scale_down", NULL},
    {"idle_time_seconds", "idle_time_before_scale_down", NULL},
    {"node_idle_time_before_scale_down", "idle_time_before_scale_down",
        "Write 'idle_time_before_scale_down=', in seconds."},
    {"idle_minutes", "idle_time_before_shutdown_minutes", NULL},
    {"idle_shutdown", "idle_time_before_shutdown_minutes", NULL},
    {"idle_time_minutes", "idle_time_before_shutdown_minutes", NULL},
    {"shutdown_minutes", "idle_time_before_shutdown_minutes", NULL},
    {"ssh_public_access", "ssh_public_access_enabled", NULL},
    {"public_ssh_access", "ssh_public_access_enabled", NULL},
    {"enable_ssh", "ssh_public_access_enabled", NULL},
    {"ssh_access", "ssh_public_access_enabled", NULL},
    {"remote_login_port", "ssh_public_access_enabled", NULL},
    {"remote_login_port_public_access", "ssh_public_access_enabled",
        "Write 'ssh_public_access_enabled=False' for 'Disabled', and 'True' for 'Enabled'."},
    {"ssh_public_access_disabled", "ssh_public_access_enabled",
        "Write 'ssh_public_access_enabled='; it says the opposite."},
    {"ssh_key", "ssh_settings.ssh_key_value", NULL},
    {"ssh_public_key", "ssh_settings.ssh_key_value", NULL},
    {"admin_ssh_key", "ssh_settings.ssh_key_value", NULL},
    {"admin_user_ssh_key", "ssh_settings.ssh_key_value", NULL},
    {"admin_user_ssh_public_key", "ssh_settings.ssh_key_value", NULL},
    {"username", "ssh_settings.admin_username", NULL},
    {"user_name", "ssh_settings.admin_username", NULL},
    {"admin_user", "ssh_settings.admin_username", NULL},
    {"password", "ssh_settings.admin_password", NULL},
    {"ssh", "ssh_settings", NULL},
    {"network", "network_settings", NULL},
    {"vnet", "network_settings.vnet_name", NULL},
    {"virtual_network", "network_settings.vnet_name", NULL},
    {"virtual_network_name", "network_settings.vnet_name", NULL},
    {"vnet_resourcegroup_name", "network_settings.subnet", WHOLE_ID},
    {"vnet_resource_group", "network_settings.subnet", WHOLE_ID},
    {"vnet_resource_group_name", "network_settings.subnet", WHOLE_ID},
    {"vnet_rg", "network_settings.subnet", WHOLE_ID},
    {"identity_type", "identity", IDENTITY},
    {"identity_id", "identity", ASSIGNED},
    {"identity_ids", "identity", ASSIGNED},
    {"assign_identity", "identity", ASSIGNED},
    {"user_assigned_identity", "identity", ASSIGNED},
    {"public_ip", "enable_node_public_ip", NULL},
    {"node_public_ip", "enable_node_public_ip", NULL},
    {"no_public_ip", "enable_node_public_ip", PUBLIC_IP},
    {"disable_public_ip", "enable_node_public_ip", PUBLIC_IP},
    {"vm_tier", "tier", NULL},
    {"low_priority", "tier", "Write 'tier=\"low_priority\"'."},
    {"scale_settings", "min_instances", SCALE},
    {"node_count", "min_instances", SCALE},
    {"instance_count", "min_instances", SCALE},
    {"instances", "min_instances", SCALE},
    {"nodes", "min_instances", SCALE},
    {"instance_size", "size", NULL},
    {"cluster_name", "name", NULL},
    {"compute_name", "name", NULL},
    {"assigned_user", "create_on_behalf_of", ON_BEHALF},
    {"assigned_user_object_id", "create_on_behalf_of", ON_BEHALF},
    {"assigned_user_tenant_id", "create_on_behalf_of", ON_BEHALF},
    {NULL, NULL, NULL},
};

/* Words of which version 1 has its own, whatever the key. */
static const struct {
  const char *word, *argument;
} before[] = {{"identity", "identity_type"}, {"identity_ids", "identity_id"},
    {"assign_identity", "identity_id"}, {"user_assigned_identity", "identity_id"},
    {"vnet_rg", "vnet_resourcegroup_name"}, {"vnet_resource_group", "vnet_resourcegroup_name"},
    {"vnet_resource_group_name", "vnet_resourcegroup_name"}};

static bool has_argument(const aml_py_class *class, aml_sv name) {
  bool is_any = false;
  for (size_t i = 0; i < class->count && !is_any; i++) {
    is_any = aml_sv_eq(name, aml_sv_of(class->arguments[i].name));
  }
  return is_any;
}

/* The argument for a key, or for one that is a member of an object: "ssh_settings.ssh_key_value". */
static aml_sv argument_for(const aml_py_class *class, aml_sv key) {
  for (size_t i = 0; i < class->count && key.len > 0; i++) {
    aml_sv whole = aml_sv_of(class->arguments[i].key == NULL ? "" : class->arguments[i].key);
    aml_sv last = aml_sv_slice(whole, aml_sv_rfind_char(whole, '.') + 1, whole.len);
    if (aml_sv_eq(key, whole) || aml_sv_eq(key, last)) {
      return aml_sv_of(class->arguments[i].name);
    }
  }
  return (aml_sv){0};
}

aml_sv aml_py_argument_meant(const aml_py_class *class, aml_sv written) {
  for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
    aml_sv argument = aml_sv_of(before[i].argument);
    if (aml_sv_eq(written, aml_sv_of(before[i].word)) && has_argument(class, argument)) {
      return argument;
    }
  }
  aml_sv meant = argument_for(class, written);
  meant = meant.len > 0 ? meant : argument_for(class, aml_azureml_alias(written));
  for (const aml_azureml_hint *hint = aml_py_hints; hint->word != NULL && meant.len == 0; hint++) {
    if (aml_sv_eq(written, aml_sv_of(hint->word)) && hint->note == NULL) {
      meant = argument_for(class, aml_sv_of(hint->key));
    }
  }
  return meant;
}
