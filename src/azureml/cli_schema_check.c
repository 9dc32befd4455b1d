/* The same mistakes in ARM's own vocabulary. Source: the resource types of Microsoft.MachineLearningServices,
 * API versions 2018-11-19 to 2026-05-15-preview, facts/amlcompute-schema.yml (2026-08). */
#include "azureml/duration.h"
#include "azureml/key_tables.h"
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

/* What every resource of Azure Machine Learning may have. */
static const arm_row envelope[] = {
    {"location", ARM_STRING, false, NULL},
    {"tags", ARM_OBJECT, false, NULL},
    {"identity", ARM_OBJECT, false, NULL},
    {"identity.type", ARM_ENUM, true, identity_types},
    {"identity.userAssignedIdentities", ARM_OBJECT, false, NULL},
};

static const arm_row all_computes[] = {
    {"properties", ARM_OBJECT, true, NULL},
    {"properties.computeType", ARM_ENUM, true, compute_types},
    {"properties.computeLocation", ARM_STRING, false, NULL},
    {"properties.disableLocalAuth", ARM_BOOL, false, NULL},
    {"properties.resourceId", ARM_STRING, false, NULL},
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
    {"properties.properties.userAccountCredentials.adminUserSshPublicKey", ARM_STRING, false, NULL},
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
    {"properties.properties.sshSettings.adminPublicKey", ARM_STRING, false, NULL},
    {"properties.properties.subnet", ARM_OBJECT, false, NULL},
    {"properties.properties.subnet.id", ARM_STRING, true, NULL},
    {"properties.properties.enableNodePublicIp", ARM_BOOL, false, NULL},
    {"properties.properties.idleTimeBeforeShutdown", ARM_DURATION, false, NULL},
};

static const arm_row workspaces[] = {
    {"properties", ARM_OBJECT, false, NULL},
    {"properties.storageAccount", ARM_STRING, false, NULL},
    {"properties.keyVault", ARM_STRING, false, NULL},
    {"properties.containerRegistry", ARM_STRING, false, NULL},
    {"properties.applicationInsights", ARM_STRING, false, NULL},
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

/* Whether the text says nothing. */
static bool is_blank(const aml_value *value) {
  return value->kind == AML_STRING && aml_sv_trim(value->as.string).len == 0;
}

/* The object with another value at a dotted path, all along which there are objects. As deep as paths of rows
 * are. */
static const aml_value *put_at(
    aml_arena *arena, const aml_value *object, aml_sv path, const aml_value *value) {
  aml_sv rest = path;
  aml_sv name = aml_sv_split(&rest, '.');
  aml_object_builder made;
  aml_object_begin_sized(&made, arena, object->as.object.count);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    bool is_meant = aml_sv_ieq(member->name, name) && (rest.len == 0 || member->value->kind == AML_OBJECT);
    const aml_value *kept = !is_meant       ? member->value
                            : rest.len == 0 ? value
                                            : put_at(arena, member->value, rest, value);
    aml_object_add(&made, member->name, member->name_span, kept);
  }
  return aml_value_moved(
      arena, aml_object_end(&made, object->span, object->flags), object->span, object->origin, object->flags);
}

/* What Azure refuses has no effect that could be told: no rule goes by it. */
static void leave_unknown(
    aml_resource *resource, const arm_row *row, const aml_value *value, aml_arena *arena) {
  aml_sv reason = aml_sv_format(arena, "Azure does not accept the value of '%s'; correct it", row->path);
  resource->body = put_at(arena, resource->body, aml_sv_of(row->path),
      aml_value_moved(arena, aml_value_unknown(arena, reason, AML_KINDS_ANY, value->span), value->span,
          value->origin, value->flags & (unsigned)AML_VALUE_SECURE));
}

static void refuse_type(const arm_row *row, const aml_value *value, const char *wanted, aml_diags *diags) {
  aml_sv shown = show(diags, value);
  (void)aml_diags_add(diags, "AML006", value->span, "'%s' is '%.*s', of type %s; expected %s.", row->path,
      AML_SV_ARG(shown), aml_kind_name(value->kind), wanted);
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

/* This and the next ones: false where nothing can be made of the value. */
static bool check_enum(const arm_row *row, const aml_value *value, aml_diags *diags) {
  if (value->kind != AML_STRING) {
    refuse_type(row, value, "a string", diags);
    return false;
  }
  aml_strbuf list;
  aml_strbuf_init(&list, diags->arena, SIZE_MAX);
  size_t count = 0;
  for (; row->words[count] != NULL; count++) {
    if (is_word(value->as.string, row->words[count])) {
      return true;
    }
    aml_strbuf_addf(&list, "%s'%s'", count == 0 ? "" : ", ", row->words[count]);
  }
  aml_sv shown = show(diags, value);
  aml_sv known = aml_strbuf_view(&list);
  size_t near = aml_suggest(value->as.string, count, word_at, row->words);
  aml_diag *diag = aml_diags_add(diags, "AML008", value->span, "'%s' is '%.*s'; Azure accepts only %.*s.",
      row->path, AML_SV_ARG(shown), AML_SV_ARG(known));
  if (near != AML_NPOS) {
    diag->help = aml_sv_format(diags->arena, "Did you mean '%s'?", row->words[near]);
  }
  size_t sure = aml_respell(value->as.string, count, word_at, row->words);
  if (sure != AML_NPOS) {
    aml_respell_value(diags, diag, value, value->as.string, aml_sv_of(row->words[sure]));
  }
  return !is_blank(value);
}

static bool check_duration(const arm_row *row, const aml_value *value, aml_diags *diags) {
  aml_duration duration;
  int64_t seconds;
  bool is_number = value->kind == AML_INT || value->kind == AML_FLOAT;
  if (value->kind != AML_STRING && !is_number) {
    refuse_type(row, value, "an ISO 8601 duration such as 'PT120S'", diags);
    return false;
  }
  if (value->kind == AML_STRING && aml_duration_parse(value->as.string, &duration)) {
    return true;
  }
  aml_sv shown = show(diags, value);
  aml_diag *diag = aml_diags_add(diags, "AML009", value->span,
      "'%s' is '%.*s'; expected an ISO 8601 duration such as 'PT120S'.", row->path, AML_SV_ARG(shown));
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
  return true;
}

/* The service reads quoted numbers and truth values as what they say. */
static bool check_scalar(const arm_row *row, const aml_value *value, aml_diags *diags) {
  int64_t number;
  bool is_text = value->kind == AML_STRING;
  bool is_right = is_text;
  const char *wanted = "a string";
  if (row->type == ARM_INT) {
    wanted = "an integer";
    is_right = value->kind == AML_INT || (is_text && aml_int_parse(value->as.string, &number));
  } else if (row->type == ARM_BOOL) {
    wanted = "true or false";
    is_right = value->kind == AML_BOOL || (is_text && (aml_sv_ieq(value->as.string, AML_SV("true")) ||
                                                          aml_sv_ieq(value->as.string, AML_SV("false"))));
  }
  if (!is_right) {
    refuse_type(row, value, wanted, diags);
  }
  return is_right;
}

static bool check_value(const arm_row *row, const aml_value *value, aml_diags *diags) {
  if (value->kind == AML_UNKNOWN || value->kind == AML_NULL) {
    return true; /* null is as good as absent */
  }
  switch (row->type) {
  case ARM_ENUM:
    return check_enum(row, value, diags);
  case ARM_DURATION:
    return check_duration(row, value, diags);
  case ARM_OBJECT:
    if (value->kind != AML_OBJECT) {
      refuse_type(row, value, "an object", diags);
    }
    return value->kind == AML_OBJECT;
  case ARM_STRING:
  case ARM_INT:
  case ARM_BOOL:
    return check_scalar(row, value, diags);
  }
  return true;
}

/* AML213 tells of an empty one. */
static bool is_subnet(const arm_row *row) {
  return aml_sv_ends(aml_sv_of(row->path), AML_SV(".subnet.id"));
}

static void check_row(aml_resource *resource, const arm_row *row, aml_diags *diags) {
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
        "Property '%s' is null, as if it were missing, but Azure requires it.", row->path);
  } else if (value != NULL && row->is_required && row->type == ARM_STRING && is_blank(value) &&
             !is_subnet(row)) {
    (void)aml_diags_add(
        diags, "AML007", value->span, "Property '%s' is empty, but Azure requires a value.", row->path);
  } else if (value != NULL) {
    if (!check_value(row, value, diags)) {
      leave_unknown(resource, row, value, diags->arena);
    }
  } else if (row->is_required && !aml_value_has(holder, AML_VALUE_OPEN)) {
    bool is_placed = holder != resource->body && !aml_span_is_none(holder->span);
    (void)aml_diags_add(diags, "AML007", is_placed ? holder->span : resource->name_span,
        "Property '%s' is missing, but Azure requires it.", row->path);
  }
}

static void check_rows(aml_resource *resource, const arm_row *rows, size_t count, aml_diags *diags) {
  for (size_t i = 0; i < count; i++) {
    check_row(resource, &rows[i], diags);
  }
}

void aml_azureml_check_arm(aml_resource *resource, aml_diags *diags) {
  if (resource->is_existing ||
      !aml_sv_istarts(resource->type, AML_SV("Microsoft.MachineLearningServices/"))) {
    return;
  }
  check_rows(resource, envelope, AML_KEYS_COUNT(envelope), diags);
  bool is_workspace = aml_sv_ieq(resource->type, aml_sv_of(aml_schema_workspace.arm_type));
  bool is_compute = aml_sv_ieq(resource->type, aml_sv_of(aml_schema_amlcompute.arm_type));
  if (!is_workspace && !is_compute) {
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
