/* Which shape an export has. */
#include "inventory/export.h"

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
      {"$schema", "is a template or a definition; name it as a file to check, not as evidence"},
      {"changes", "looks like the result of 'what-if', which is not read"},
      {"terraform_version", "is a state or a plan of Terraform, which is not read"},
      {"columns", "is a table of Resource Graph; export it with '--output json' and objects for rows"},
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (has(root, others[i].key)) {
      return aml_sv_of(others[i].what);
    }
  }
  return AML_SV("does not have the shape of a supported export");
}

/* Every item says by its id what it is. Else the file is no list of resources, or one of columns without it.
 */
static bool are_resources(aml_arena *arena, const aml_export *export, aml_sv *why) {
  for (size_t i = 0; i < export->count; i++) {
    aml_azure_id id;
    const aml_value *item = export->items[i];
    if (!aml_value_is(item, AML_OBJECT)) {
      *why = AML_SV("is not a list of resources");
      return false;
    }
    const char *key = export->is_states ? "resourceId" : "id";
    if (!aml_azure_id_read(arena, aml_value_text(aml_object_find(item, aml_sv_of(key))), &id)) {
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
  if (export->is_states) {
    return "az policy state list";
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
  bool is_compute = aml_sv_ifind(id, AML_SV("/computes/"), 0) != AML_NPOS;
  return is_compute ? is_list ? "az ml compute list" : "az ml compute show"
         : is_list  ? "az ml workspace list"
                    : "az ml workspace show";
}

bool aml_export_recognise(aml_arena *arena, const aml_value *root, aml_export *out, aml_sv *why) {
  const aml_value *value = aml_object_find(root, AML_SV("value"));
  const aml_value *data = aml_object_find(root, AML_SV("data"));
  *out = (aml_export){0};
  if (root->kind == AML_ARRAY) {
    take_list(out, root);
  } else if (aml_value_is(value, AML_ARRAY)) {
    take_list(out, value);
    out->is_truncated = says_more(root, "nextLink");
  } else if (aml_value_is(data, AML_ARRAY)) {
    take_list(out, data);
    out->is_truncated = is_part_of_graph(root);
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
  out->is_states = has(first, "complianceState") && has(first, "resourceId");
  out->kind = kind_of(out, root);
  return are_resources(arena, out, why);
}
