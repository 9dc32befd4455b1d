/* The table of functions. */
#include "expr/functions.h"

enum {
  PARTIAL = AML_FUNCTION_PARTIAL,
  LAZY = AML_FUNCTION_LAZY,
  ASKS = AML_FUNCTION_ASKS_SCOPE,
  POLICY = AML_FUNCTION_POLICY,
  BUILDS = AML_FUNCTION_BUILDS,
  PRINTS = AML_FUNCTION_PRINTS | AML_FUNCTION_WALKS,
  WALKS = AML_FUNCTION_WALKS,
};

#define ROW(name, args, returns, body, flags)                                                                \
  { AML_SV_CONST(name), args, returns, body, flags }

/* Sorted by name ignoring case, which a test checks. */
static const aml_function table[] = {
    ROW("add", "nn", "n", aml_fn_add, 0),
    ROW("addDays", "si", "s", aml_fn_add_days, POLICY),
    ROW("and", "bb*", "b", aml_fn_and, LAZY),
    ROW("array", "x", "a", aml_fn_array, PARTIAL | BUILDS),
    ROW("base64", "s", "s", aml_fn_base64, 0),
    ROW("base64ToJson", "s", "x", aml_fn_base64_to_json, 0),
    ROW("base64ToString", "s", "s", aml_fn_base64_to_string, 0),
    ROW("bool", "t", "b", aml_fn_bool, 0),
    ROW("buildUri", "o", "s", aml_fn_build_uri, 0),
    ROW("cidrHost", "si", "s", aml_fn_cidr_host, 0),
    ROW("cidrSubnet", "sii", "s", aml_fn_cidr_subnet, 0),
    ROW("coalesce", "xx*", "x", aml_fn_coalesce, LAZY),
    ROW("concat", "?x*", "c", aml_fn_concat, PARTIAL | PRINTS),
    ROW("contains", "kx", "b", aml_fn_contains, PARTIAL | WALKS),
    ROW("copyIndex", "?xi", "i", aml_fn_of_surroundings, ASKS),
    ROW("createArray", "?x*", "a", aml_fn_create_array, PARTIAL | BUILDS),
    ROW("createObject", "?x*", "o", aml_fn_create_object, PARTIAL | BUILDS),
    ROW("dataUri", "s", "s", aml_fn_data_uri, 0),
    ROW("dataUriToString", "s", "s", aml_fn_data_uri_to_string, 0),
    ROW("dateTimeAdd", "ss?s", "s", aml_fn_date_time_add, 0),
    ROW("dateTimeFromEpoch", "i", "s", aml_fn_date_time_from_epoch, 0),
    ROW("dateTimeToEpoch", "s", "i", aml_fn_date_time_to_epoch, 0),
    ROW("deployer", "", "o", aml_fn_of_deployment, ASKS),
    ROW("deployment", "", "o", aml_fn_of_deployment, ASKS),
    ROW("distinct", "a", "a", aml_fn_distinct, WALKS),
    ROW("div", "nn", "n", aml_fn_div, 0),
    ROW("empty", "e", "b", aml_fn_empty, PARTIAL),
    ROW("endsWith", "ss", "b", aml_fn_ends_with, PARTIAL),
    ROW("environment", "", "o", aml_fn_of_deployment, ASKS),
    ROW("equals", "xx", "b", aml_fn_equals, PARTIAL | WALKS),
    ROW("extensionResourceId", "ssss*", "s", aml_fn_extension_resource_id, ASKS | PARTIAL),
    ROW("extensions", "s", "x", aml_fn_of_deployment, ASKS),
    ROW("externalInputs", "s", "x", aml_fn_of_deployment, ASKS),
    ROW("fail", "s", "x", aml_fn_fail, 0),
    ROW("false", "", "b", aml_fn_false, 0),
    ROW("filter", "al", "a", aml_fn_filter, 0),
    ROW("first", "c", "x", aml_fn_first, PARTIAL),
    ROW("flatten", "a", "a", aml_fn_flatten, 0),
    ROW("float", "t", "n", aml_fn_float, 0),
    ROW("format", "s?x*", "s", aml_fn_format, PARTIAL | PRINTS),
    ROW("greater", "tt", "b", aml_fn_greater, 0),
    ROW("greaterOrEquals", "tt", "b", aml_fn_greater_or_equals, 0),
    ROW("groupBy", "al?l", "o", aml_fn_group_by, 0),
    ROW("guid", "ss*", "s", aml_fn_guid, 0),
    ROW("if", "bxx", "x", aml_fn_if, LAZY),
    ROW("indexFromEnd", "ai", "x", aml_fn_index_from_end, 0),
    ROW("indexOf", "cx", "i", aml_fn_index_of, WALKS),
    ROW("int", "t", "i", aml_fn_int, 0),
    ROW("intersection", "xxx*", "ao", aml_fn_intersection, PARTIAL | WALKS),
    ROW("ipRangeContains", "ss", "b", aml_fn_ip_range_contains, POLICY),
    ROW("items", "o", "a", aml_fn_items, 0),
    ROW("join", "as", "s", aml_fn_join, PRINTS),
    ROW("json", "s", "x", aml_fn_json, 0),
    ROW("lambda", "xx*", "x", aml_fn_lambda, LAZY),
    ROW("lambdaVariables", "s", "x", aml_fn_lambda_variables, 0),
    ROW("last", "c", "x", aml_fn_last, PARTIAL),
    ROW("lastIndexOf", "cx", "i", aml_fn_last_index_of, WALKS),
    ROW("length", "k", "i", aml_fn_length, 0),
    ROW("less", "tt", "b", aml_fn_less, 0),
    ROW("lessOrEquals", "tt", "b", aml_fn_less_or_equals, 0),
    ROW("like", "ss", "b", aml_fn_like, 0),
    ROW("managementGroup", "", "o", aml_fn_of_deployment, ASKS),
    ROW("managementGroupResourceId", "sss*", "s", aml_fn_management_group_resource_id, ASKS | PARTIAL),
    ROW("map", "al", "a", aml_fn_map, 0),
    ROW("mapValues", "ol", "o", aml_fn_map_values, 0),
    ROW("max", "xx*", "n", aml_fn_max, PARTIAL),
    ROW("min", "xx*", "n", aml_fn_min, PARTIAL),
    ROW("mod", "nn", "n", aml_fn_mod, 0),
    ROW("mul", "nn", "n", aml_fn_mul, 0),
    ROW("newGuid", "", "s", aml_fn_of_moment, ASKS),
    ROW("not", "b", "b", aml_fn_not, 0),
    ROW("null", "", "z", aml_fn_null, 0),
    ROW("objectKeys", "o", "a", aml_fn_object_keys, 0),
    ROW("or", "bb*", "b", aml_fn_or, LAZY),
    ROW("padLeft", "ti?s", "s", aml_fn_pad_left, 0),
    ROW("parameters", "s", "x", aml_fn_of_surroundings, ASKS),
    ROW("parseCidr", "s", "o", aml_fn_parse_cidr, 0),
    ROW("parseUri", "s", "o", aml_fn_parse_uri, 0),
    ROW("pickZones", "sss?ii", "a", aml_fn_of_cloud, ASKS),
    ROW("providers", "s?s", "o", aml_fn_of_cloud, ASKS),
    ROW("range", "ii", "a", aml_fn_range, 0),
    ROW("reduce", "axl", "x", aml_fn_reduce, 0),
    ROW("reference", "s?ss", "x", aml_fn_of_cloud, ASKS),
    ROW("references", "s?s", "a", aml_fn_of_cloud, ASKS),
    ROW("replace", "sss", "s", aml_fn_replace, 0),
    ROW("resourceGroup", "", "o", aml_fn_of_deployment, ASKS),
    ROW("resourceId", "sss*", "s", aml_fn_resource_id, ASKS | PARTIAL),
    ROW("resourceInfo", "s", "o", aml_fn_of_surroundings, ASKS),
    ROW("shallowMerge", "a", "o", aml_fn_shallow_merge, 0),
    ROW("skip", "ci", "c", aml_fn_skip, PARTIAL),
    ROW("sort", "al", "a", aml_fn_sort, 0),
    ROW("split", "sc", "a", aml_fn_split, 0),
    ROW("startsWith", "ss", "b", aml_fn_starts_with, PARTIAL),
    ROW("string", "x", "s", aml_fn_string, PARTIAL | PRINTS),
    ROW("sub", "nn", "n", aml_fn_sub, 0),
    ROW("subscription", "", "o", aml_fn_of_deployment, ASKS),
    ROW("subscriptionResourceId", "sss*", "s", aml_fn_subscription_resource_id, ASKS | PARTIAL),
    ROW("substring", "s?ii", "s", aml_fn_substring, PARTIAL),
    ROW("take", "ci", "c", aml_fn_take, PARTIAL),
    ROW("tenant", "", "o", aml_fn_of_deployment, ASKS),
    ROW("tenantResourceId", "sss*", "s", aml_fn_tenant_resource_id, ASKS | PARTIAL),
    ROW("toLogicalZone", "sss", "s", aml_fn_of_cloud, ASKS),
    ROW("toLogicalZones", "ssa", "a", aml_fn_of_cloud, ASKS),
    ROW("toLower", "s", "s", aml_fn_to_lower, PARTIAL),
    ROW("toObject", "al?l", "o", aml_fn_to_object, 0),
    ROW("toPhysicalZone", "sss", "s", aml_fn_of_cloud, ASKS),
    ROW("toPhysicalZones", "ssa", "a", aml_fn_of_cloud, ASKS),
    ROW("toUpper", "s", "s", aml_fn_to_upper, PARTIAL),
    ROW("trim", "s", "s", aml_fn_trim, 0),
    ROW("true", "", "b", aml_fn_true, 0),
    ROW("tryGet", "xxx*", "x", aml_fn_try_get, PARTIAL),
    ROW("tryIndexFromEnd", "xi", "x", aml_fn_try_index_from_end, 0),
    ROW("union", "xxx*", "ao", aml_fn_union, PARTIAL | WALKS),
    ROW("uniqueString", "ss*", "s", aml_fn_unique_string, 0),
    ROW("uri", "ss", "s", aml_fn_uri, 0),
    ROW("uriComponent", "s", "s", aml_fn_uri_component, 0),
    ROW("uriComponentToString", "s", "s", aml_fn_uri_component_to_string, 0),
    ROW("utcNow", "?s", "s", aml_fn_of_moment, ASKS),
    ROW("variables", "s", "x", aml_fn_of_surroundings, ASKS),
};

enum { ROWS = sizeof table / sizeof table[0] };

const char *aml_expr_function_name(size_t i) {
  return i < ROWS ? table[i].name.data : NULL;
}

const aml_function *aml_function_at(size_t row) {
  return &table[row];
}

size_t aml_function_row(const aml_function *function) {
  return (size_t)(function - table);
}

const aml_function *aml_function_find(aml_sv name) {
  size_t low = 0;
  size_t high = name.len == 0 ? 0 : ROWS;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    /* Most comparisons end at the first letter. */
    int order = (unsigned char)aml_ascii_lower(name.data[0]) -
                (unsigned char)aml_ascii_lower(table[middle].name.data[0]);
    order = order == 0 ? aml_sv_icmp(name, table[middle].name) : order;
    if (order == 0) {
      return &table[middle];
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}
