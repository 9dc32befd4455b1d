/* Which shape an export has. */
#include "inventory/export.h"
#include "inventory/personal.h"
#include "inventory/quota.h"

static bool has(const aml_value *object, const char *key) {
  return aml_object_find(object, aml_sv_of(key)) != NULL;
}

/* Whether a member says that there is more: a link or a token that is not empty. */
static bool says_more(const aml_value *root, const char *key) {
  const aml_value *value = aml_object_find(root, aml_sv_of(key));
  return value != NULL && value->kind != AML_NULL &&
         !(value->kind == AML_STRING && value->as.string.len == 0);
}

static const aml_value *count_of(const aml_value *root, const char *key) {
  const aml_value *value = aml_object_find(root, aml_sv_of(key));
  return aml_value_is(value, AML_INT) ? value : NULL;
}

/* Azure Resource Graph's answer: REST says totalRecords and $skipToken where the CLI says total_records and
 * skip_token. */
static bool is_part_of_graph(const aml_value *root) {
  const aml_value *count = count_of(root, "count");
  const aml_value *total = count_of(root, "total_records");
  total = total != NULL ? total : count_of(root, "totalRecords");
  const aml_value *is_cut = aml_object_find(root, AML_SV("resultTruncated"));
  bool is_said = aml_sv_ieq(aml_value_text(is_cut), AML_SV("true")) ||
                 (aml_value_is(is_cut, AML_BOOL) && is_cut->as.boolean);
  return says_more(root, "skip_token") || says_more(root, "$skipToken") || says_more(root, "skipToken") ||
         is_said || (count != NULL && total != NULL && count->as.integer < total->as.integer);
}

/* What else a reviewer may have exported, and why it is not evidence of what runs. */
static aml_sv name_other(const aml_value *root) {
  static const struct {
    const char *key, *what;
  } others[] = {
      {"$schema", "is a declaration; name it as a file to check, not as evidence"},
      {"changes", "resembles the result of 'what-if' without a list of changes; use '--no-pretty-print'"},
      {"planned_values", "is a plan of Terraform, which says what will be; export the state"},
      {"terraform_version", "is a state of Terraform of another version than 4; use 'terraform show -json'"},
      {"columns", "is a table of Resource Graph; export it with '--output json' and objects for rows"},
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (has(root, others[i].key)) {
      return aml_sv_of(others[i].what);
    }
  }
  return AML_SV("does not have the shape of a supported export");
}

/* Nothing of Azure ML can have an address in its id: such an id is made up. */
static bool is_azure_id(aml_arena *arena, aml_sv text) {
  aml_azure_id id;
  return aml_azure_id_read(arena, text, &id) &&
         !(aml_sv_ieq(id.provider, AML_SV("Microsoft.MachineLearningServices")) &&
             aml_export_has_address(text));
}

static bool has_id(aml_arena *arena, const aml_export *export, aml_sv text) {
  aml_sv subscription;
  aml_sv region;
  return export->sort == AML_EXPORT_ACCOUNTS || /* that of the subscription alone */
         (export->sort == AML_EXPORT_QUOTAS ? aml_quota_id_read(text, &subscription, &region)
                                            : is_azure_id(arena, text));
}

/* Every item says by its id what it is. Else the file is no list of resources, or one of columns without it.
 */
static bool are_resources(aml_arena *arena, const aml_export *export, aml_sv *why) {
  for (size_t i = 0; i < export->count; i++) {
    const aml_value *item = export->items[i];
    if (!aml_value_is(item, AML_OBJECT)) {
      *why = AML_SV("is not a list of resources");
      return false;
    }
    const char *key = export->sort == AML_EXPORT_STATES ? "resourceId" : "id";
    if (!has_id(arena, export, aml_value_text(aml_object_find(item, aml_sv_of(key))))) {
      *why = aml_sv_format(
          arena, "has an item without '%s', or whose '%s' is not an Azure resource id", key, key);
      return false;
    }
  }
  return true;
}

static void take_list(aml_export *out, const aml_value *list) {
  out->items = list->as.array.items;
  out->count = list->as.array.count;
  out->is_list = true;
}

static const aml_value *changes_of(const aml_value *root) {
  const aml_value *properties = aml_object_find(root, AML_SV("properties"));
  const aml_value *changes = aml_object_find(root, AML_SV("changes"));
  return changes != NULL ? changes : aml_object_find(properties, AML_SV("changes"));
}

static const aml_value *with_id(aml_arena *arena, const aml_value *object, const aml_value *id) {
  aml_object_builder builder;
  if (id == NULL || aml_object_find(object, AML_SV("id")) != NULL) {
    return object;
  }
  aml_object_begin(&builder, arena);
  aml_object_set_all(&builder, object);
  aml_object_add(&builder, AML_SV("id"), id->span, id);
  return aml_object_end(&builder, object->span, object->flags);
}

/* What-if says of each resource what there is `before` the deployment; of one that it would create, that
 * there is none. With a result format of ids alone, and of types that it does not support, it does not say
 * it. `after` and `delta` are what the deployment would make of it, which is a declaration. */
static void take_changes(aml_arena *arena, aml_export *out, const aml_value *changes) {
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, changes->as.array.count);
  aml_sv *absent = AML_NEW_ARRAY(arena, aml_sv, changes->as.array.count);
  for (size_t i = 0; i < changes->as.array.count; i++) {
    const aml_value *change = changes->as.array.items[i];
    const aml_value *before = aml_object_find(change, AML_SV("before"));
    const aml_value *id = aml_object_find(change, AML_SV("resourceId"));
    bool is_new = aml_sv_ieq(aml_value_text(aml_object_find(change, AML_SV("changeType"))), AML_SV("Create"));
    if (aml_value_is(before, AML_OBJECT)) {
      items[out->count++] = with_id(arena, before, id);
    } else if (is_new) {
      absent[out->absent_count++] = aml_value_text(id);
    } else {
      out->untold++;
    }
  }
  out->items = items;
  out->absent = absent;
  out->is_list = true;
  out->kind = "az deployment what-if";
}

/* What the items of a list are, by the first one: a command prints one kind. */
static aml_export_sort sort_of(const aml_value *first) {
  const aml_value *properties = aml_object_find(first, AML_SV("properties"));
  bool is_quota = aml_export_has_limit(first) || aml_export_has_limit(properties);
  bool is_account = has(first, "tenantId") && has(first, "user") && has(first, "isDefault");
  return has(first, "complianceState") && has(first, "resourceId") ? AML_EXPORT_STATES
         : is_account                                              ? AML_EXPORT_ACCOUNTS
         : has(first, "exemptionCategory") || (properties != NULL && has(properties, "exemptionCategory"))
             ? AML_EXPORT_EXEMPTIONS
         : is_quota ? AML_EXPORT_QUOTAS
                    : AML_EXPORT_RESOURCES;
}

static const char *kind_of_quotas(const aml_export *export) {
  bool is_usage = aml_export_has_limit(export->items[0]);
  return is_usage ? "az ml compute list-usage" : export->is_list ? "az quota list" : "az quota show";
}

/* By the first item: a command prints one kind. */
static const char *kind_of(const aml_export *export, const aml_value *root) {
  const aml_value *first = export->count == 0 ? NULL : export->items[0];
  bool is_list = export->is_list;
  if (root->kind == AML_OBJECT && aml_object_find(root, AML_SV("data")) != NULL) {
    return "az graph query";
  }
  if (first == NULL) {
    return "an empty list";
  }
  if (export->sort == AML_EXPORT_STATES || export->sort == AML_EXPORT_EXEMPTIONS) {
    return export->sort == AML_EXPORT_STATES ? "az policy state list" : "az policy exemption list";
  }
  if (export->sort == AML_EXPORT_QUOTAS) {
    return kind_of_quotas(export);
  }
  if (export->sort == AML_EXPORT_ACCOUNTS) {
    return is_list ? "az account list" : "az account show";
  }
  if (has(first, "level") && !has(first, "properties")) {
    return is_list ? "az lock list" : "az lock show";
  }
  if (root->kind == AML_OBJECT && is_list) {
    return "a list of the REST API";
  }
  aml_sv id = aml_value_text(aml_object_find(first, AML_SV("id")));
  if (has(first, "properties")) {
    bool is_group = aml_sv_ifind(id, AML_SV("/providers/"), 0) == AML_NPOS;
    return is_group  ? is_list ? "az group list" : "az group show"
           : is_list ? "az resource list"
                     : "az resource show";
  }
  bool is_arm_type =
      aml_sv_ifind(aml_value_text(aml_object_find(first, AML_SV("type"))), AML_SV("/"), 0) != AML_NPOS;
  if (is_arm_type && is_list) {
    return "Search-AzGraph"; /* columns of a query, without properties */
  }
  bool is_compute = aml_sv_ifind(id, AML_SV("/computes/"), 0) != AML_NPOS;
  return is_compute ? is_list ? "az ml compute list" : "az ml compute show"
         : is_list  ? "az ml workspace list"
                    : "az ml workspace show";
}

bool aml_export_recognise(aml_arena *arena, const aml_value *root, aml_export *out, aml_sv *why) {
  const aml_value *value = aml_object_find(root, AML_SV("value"));
  const aml_value *data = aml_object_find(root, AML_SV("data"));
  const aml_value *changes = changes_of(root);
  *out = (aml_export){0};
  if (root->kind == AML_ARRAY) {
    take_list(out, root);
  } else if (aml_value_is(value, AML_ARRAY)) {
    take_list(out, value);
    out->is_truncated = says_more(root, "nextLink");
  } else if (aml_value_is(data, AML_ARRAY)) {
    take_list(out, data);
    out->is_truncated = is_part_of_graph(root);
  } else if (aml_value_is(changes, AML_ARRAY)) {
    take_changes(arena, out, changes);
  } else if (root->kind == AML_OBJECT && has(root, "id")) {
    const aml_value **one = AML_NEW(arena, const aml_value *);
    *one = root;
    out->items = one;
    out->count = 1;
  } else {
    *why = root->kind == AML_NULL ? AML_SV("is empty")
                                  : name_other(aml_value_is(data, AML_OBJECT) ? data : root);
    return false;
  }
  const aml_value *first = out->count == 0 ? NULL : out->items[0];
  out->sort = sort_of(first);
  out->kind = out->kind != NULL ? out->kind : kind_of(out, root);
  return are_resources(arena, out, why);
}
