/* The same mistakes in ARM's own vocabulary. Source: the resource types of Microsoft.MachineLearningServices,
 * API versions 2018-11-19 to 2026-05-15-preview, facts/amlcompute-schema.yml (2026-08). */
#include "azureml/duration.h"
#include "azureml/keys.h"
#include "base/date.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "expr/value_text.h"
#include "tree/respell.h"

typedef enum arm_type { ARM_STRING, ARM_INT, ARM_BOOL, ARM_ENUM, ARM_DURATION, ARM_OBJECT } arm_type;

typedef struct arm_row {
  const char *path; /* below the body */
  arm_type type;
  bool is_required; /* where the object that holds it is present */
  const char *const *words;
} arm_row;

static const char *const compute_types[] = {"AKS", "AmlCompute", "BatchAI", "ComputeInstance", "DataFactory",
    "DataLakeAnalytics", "Databricks", "HDInsight", "Kubernetes", "SynapseSpark", "VirtualMachine", NULL};
static const char *const identity_types[] = {
    "None", "SystemAssigned", "UserAssigned", "SystemAssigned,UserAssigned", NULL};
static const char *const priorities[] = {"Dedicated", "LowPriority", NULL};
static const char *const remote_logins[] = {"Enabled", "Disabled", "NotSpecified", NULL};
static const char *const os_types[] = {"Linux", "Windows", NULL};
static const char *const accesses[] = {"Enabled", "Disabled", NULL};
static const char *const isolation_modes[] = {
    "Disabled", "AllowInternetOutbound", "AllowOnlyApprovedOutbound", NULL};
static const char *const sharing[] = {"Personal", "Shared", NULL};

static const arm_row all_computes[] = {
    {"tags", ARM_OBJECT, false, NULL},
    {"identity", ARM_OBJECT, false, NULL},
    {"identity.type", ARM_ENUM, true, identity_types},
    {"properties", ARM_OBJECT, true, NULL},
    {"properties.computeType", ARM_ENUM, true, compute_types},
    {"properties.computeLocation", ARM_STRING, false, NULL},
    {"properties.disableLocalAuth", ARM_BOOL, false, NULL},
};

static const arm_row clusters[] = {
    {"properties.properties", ARM_OBJECT, true, NULL},
    {"properties.properties.vmSize", ARM_STRING, false, NULL},
    {"properties.properties.vmPriority", ARM_ENUM, false, priorities},
    {"properties.properties.scaleSettings", ARM_OBJECT, true, NULL},
    {"properties.properties.scaleSettings.minNodeCount", ARM_INT, false, NULL},
    {"properties.properties.scaleSettings.maxNodeCount", ARM_INT, true, NULL},
    {"properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown", ARM_DURATION, false, NULL},
    {"properties.properties.remoteLoginPortPublicAccess", ARM_ENUM, false, remote_logins},
    {"properties.properties.userAccountCredentials", ARM_OBJECT, false, NULL},
    {"properties.properties.userAccountCredentials.adminUserName", ARM_STRING, true, NULL},
    {"properties.properties.subnet", ARM_OBJECT, false, NULL},
    {"properties.properties.subnet.id", ARM_STRING, true, NULL},
    {"properties.properties.enableNodePublicIp", ARM_BOOL, false, NULL},
    {"properties.properties.isolatedNetwork", ARM_BOOL, false, NULL},
    {"properties.properties.osType", ARM_ENUM, false, os_types},
};

static const arm_row instances[] = {
    {"properties.properties", ARM_OBJECT, false, NULL},
    {"properties.properties.vmSize", ARM_STRING, false, NULL},
    {"properties.properties.applicationSharingPolicy", ARM_ENUM, false, sharing},
    {"properties.properties.sshSettings", ARM_OBJECT, false, NULL},
    {"properties.properties.sshSettings.sshPublicAccess", ARM_ENUM, false, accesses},
    {"properties.properties.subnet", ARM_OBJECT, false, NULL},
    {"properties.properties.subnet.id", ARM_STRING, true, NULL},
    {"properties.properties.enableNodePublicIp", ARM_BOOL, false, NULL},
    {"properties.properties.idleTimeBeforeShutdown", ARM_DURATION, false, NULL},
};

static const arm_row workspaces[] = {
    {"identity.type", ARM_ENUM, true, identity_types},
    {"properties.publicNetworkAccess", ARM_ENUM, false, accesses},
    {"properties.allowPublicAccessWhenBehindVnet", ARM_BOOL, false, NULL},
    {"properties.managedNetwork", ARM_OBJECT, false, NULL},
    {"properties.managedNetwork.isolationMode", ARM_ENUM, false, isolation_modes},
    {"properties.encryption.status", ARM_ENUM, true, accesses},
    {"properties.hbiWorkspace", ARM_BOOL, false, NULL},
    {"properties.v1LegacyMode", ARM_BOOL, false, NULL},
};

enum { SHOWN_MAX = 60 };

static aml_sv show(aml_diags *diags, const aml_value *value) {
  return aml_value_show(diags->arena, value, SHOWN_MAX);
}

static void refuse_type(const arm_row *row, const aml_value *value, const char *wanted, aml_diags *diags) {
  aml_sv shown = show(diags, value);
  (void)aml_diags_add(diags, "AML006", value->span, "'%s' is '%.*s', of type %s, where %s is wanted.",
      row->path, AML_SV_ARG(shown), aml_kind_name(value->kind), wanted);
}

static aml_sv word_at(const void *ctx, size_t i) {
  const char *const *words = ctx;
  return aml_sv_of(words[i]);
}

/* Azure compares these without case; a blank after the comma of two identities passes too. */
static bool is_word(aml_sv text, const char *word) {
  aml_sv expected = aml_sv_of(word);
  size_t k = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == ' ') {
      continue;
    }
    if (k == expected.len || aml_ascii_lower(text.data[i]) != aml_ascii_lower(expected.data[k++])) {
      return false;
    }
  }
  return k == expected.len;
}

static void check_enum(const arm_row *row, const aml_value *value, aml_diags *diags) {
  if (value->kind != AML_STRING) {
    refuse_type(row, value, "a string", diags);
    return;
  }
  aml_strbuf list;
  aml_strbuf_init(&list, diags->arena, SIZE_MAX);
  size_t count = 0;
  for (; row->words[count] != NULL; count++) {
    if (is_word(value->as.string, row->words[count])) {
      return;
    }
    aml_strbuf_addf(&list, "%s'%s'", count == 0 ? "" : ", ", row->words[count]);
  }
  aml_sv shown = show(diags, value);
  aml_sv known = aml_strbuf_view(&list);
  size_t near = aml_suggest(value->as.string, count, word_at, row->words);
  aml_diag *diag = aml_diags_add(diags, "AML008", value->span, "'%s' is '%.*s', where Azure knows only %.*s.",
      row->path, AML_SV_ARG(shown), AML_SV_ARG(known));
  if (near != AML_NPOS) {
    diag->help = aml_sv_format(diags->arena, "Did you mean '%s'?", row->words[near]);
  }
  size_t sure = aml_respell(value->as.string, count, word_at, row->words);
  if (sure != AML_NPOS) {
    aml_respell_value(diags, diag, value, value->as.string, aml_sv_of(row->words[sure]));
  }
}

static void check_duration(const arm_row *row, const aml_value *value, aml_diags *diags) {
  aml_duration duration;
  int64_t seconds;
  bool is_number = value->kind == AML_INT || value->kind == AML_FLOAT;
  if (value->kind != AML_STRING && !is_number) {
    refuse_type(row, value, "an ISO 8601 duration such as 'PT120S'", diags);
    return;
  }
  if (value->kind == AML_STRING && aml_duration_parse(value->as.string, &duration)) {
    return;
  }
  aml_sv shown = show(diags, value);
  aml_diag *diag = aml_diags_add(diags, "AML009", value->span,
      "'%s' is '%.*s', where an ISO 8601 duration such as 'PT120S' is wanted.", row->path, AML_SV_ARG(shown));
  aml_sv tidy = is_number ? (aml_sv){0} : aml_respell_duration(diags->arena, value->as.string);
  if (tidy.len > 0) {
    diag->help = aml_sv_format(diags->arena, "Write '%.*s'.", AML_SV_ARG(tidy));
    aml_respell_value(diags, diag, value, value->as.string, tidy);
  } else if (aml_int_parse(shown, &seconds) && seconds > 0) {
    diag->help = aml_sv_format(
        diags->arena, "Write 'PT%lldS' for %lld seconds.", (long long)seconds, (long long)seconds);
    const char *quote = is_number ? "\"" : "";
    aml_respell_value(diags, diag, value, shown,
        aml_sv_format(diags->arena, "%sPT%lldS%s", quote, (long long)seconds, quote));
  }
}

/* The service reads quoted numbers and truth values as what they say. */
static void check_scalar(const arm_row *row, const aml_value *value, aml_diags *diags) {
  int64_t number;
  bool is_text = value->kind == AML_STRING;
  if (row->type == ARM_INT) {
    bool is_whole = value->kind == AML_INT || (is_text && aml_int_parse(value->as.string, &number));
    if (!is_whole) {
      refuse_type(row, value, "an integer", diags);
    }
  } else if (row->type == ARM_BOOL) {
    bool is_truth =
        value->kind == AML_BOOL || (is_text && (aml_sv_ieq(value->as.string, AML_SV("true")) ||
                                                   aml_sv_ieq(value->as.string, AML_SV("false"))));
    if (!is_truth) {
      refuse_type(row, value, "true or false", diags);
    }
  } else if (!is_text) {
    refuse_type(row, value, "a string", diags);
  }
}

static void check_value(const arm_row *row, const aml_value *value, aml_diags *diags) {
  if (value->kind == AML_UNKNOWN || value->kind == AML_NULL) {
    return; /* null is as good as absent */
  }
  switch (row->type) {
  case ARM_ENUM:
    check_enum(row, value, diags);
    break;
  case ARM_DURATION:
    check_duration(row, value, diags);
    break;
  case ARM_OBJECT:
    if (value->kind != AML_OBJECT) {
      refuse_type(row, value, "an object", diags);
    }
    break;
  case ARM_STRING:
  case ARM_INT:
  case ARM_BOOL:
    check_scalar(row, value, diags);
    break;
  }
}

static void check_row(const aml_resource *resource, const arm_row *row, aml_diags *diags) {
  aml_sv path = aml_sv_of(row->path);
  size_t dot = aml_sv_rfind_char(path, '.');
  aml_sv holder_path = dot == AML_NPOS ? (aml_sv){0} : aml_sv_slice(path, 0, dot);
  aml_sv name = dot == AML_NPOS ? path : aml_sv_slice(path, dot + 1, path.len);
  const aml_value *holder = aml_value_path(resource->body, holder_path);
  if (!aml_value_is(holder, AML_OBJECT)) {
    return;
  }
  const aml_value *value = aml_object_find(holder, name);
  if (value != NULL && value->kind == AML_NULL && row->is_required) {
    (void)aml_diags_add(diags, "AML007", aml_span_is_none(value->span) ? resource->name_span : value->span,
        "Property '%s' is null, which is as good as missing: Azure wants it.", row->path);
  } else if (value != NULL) {
    check_value(row, value, diags);
  } else if (row->is_required && !aml_value_has(holder, AML_VALUE_OPEN)) {
    bool is_placed = holder != resource->body && !aml_span_is_none(holder->span);
    (void)aml_diags_add(diags, "AML007", is_placed ? holder->span : resource->name_span,
        "Property '%s' is missing: Azure wants it.", row->path);
  }
}

static void check_rows(const aml_resource *resource, const arm_row *rows, size_t count, aml_diags *diags) {
  for (size_t i = 0; i < count; i++) {
    check_row(resource, &rows[i], diags);
  }
}

void aml_azureml_check_arm(const aml_resource *resource, aml_diags *diags) {
  bool is_workspace = aml_sv_ieq(resource->type, aml_sv_of(aml_schema_workspace.arm_type));
  bool is_compute = aml_sv_ieq(resource->type, aml_sv_of(aml_schema_amlcompute.arm_type));
  if (resource->is_existing || (!is_workspace && !is_compute)) {
    return;
  }
  aml_yaml_kind kind = aml_azureml_kind_of(resource);
  if (is_workspace) {
    check_rows(resource, workspaces, AML_KEYS_COUNT(workspaces), diags);
  } else {
    check_rows(resource, all_computes, AML_KEYS_COUNT(all_computes), diags);
  }
  if (kind == AML_YAML_AMLCOMPUTE) {
    check_rows(resource, clusters, AML_KEYS_COUNT(clusters), diags);
  } else if (kind == AML_YAML_COMPUTE_INSTANCE) {
    check_rows(resource, instances, AML_KEYS_COUNT(instances), diags);
  }
  aml_azureml_check_names(resource, kind, diags);
}
