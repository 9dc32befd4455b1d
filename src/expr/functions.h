/* Private to src/expr: the bodies of all functions, by the file that defines them. */
#ifndef AMLINT_EXPR_FUNCTIONS_H
#define AMLINT_EXPR_FUNCTIONS_H

#include <stdlib.h>
#include <string.h>

#include "expr/function.h"

/* functions_array.c */
aml_function_body aml_fn_array, aml_fn_create_array, aml_fn_flatten, aml_fn_index_from_end,
    aml_fn_try_index_from_end, aml_fn_range;

/* functions_cidr.c */
aml_function_body aml_fn_parse_cidr, aml_fn_cidr_subnet, aml_fn_cidr_host, aml_fn_ip_range_contains;

/* functions_date.c */
aml_function_body aml_fn_date_time_add, aml_fn_date_time_from_epoch, aml_fn_date_time_to_epoch,
    aml_fn_add_days;

/* functions_encode.c */
aml_function_body aml_fn_base64, aml_fn_base64_to_string, aml_fn_base64_to_json, aml_fn_json, aml_fn_data_uri,
    aml_fn_data_uri_to_string, aml_fn_uri_component, aml_fn_uri_component_to_string;

/* functions_format.c */
aml_function_body aml_fn_format;

/* functions_identity.c */
aml_function_body aml_fn_unique_string, aml_fn_guid;

/* functions_lambda.c */
aml_function_body aml_fn_lambda, aml_fn_lambda_variables, aml_fn_map, aml_fn_filter, aml_fn_reduce,
    aml_fn_sort, aml_fn_to_object, aml_fn_group_by, aml_fn_map_values;

/* functions_logical.c */
aml_function_body aml_fn_true, aml_fn_false, aml_fn_null, aml_fn_not, aml_fn_and, aml_fn_or, aml_fn_if,
    aml_fn_coalesce, aml_fn_bool, aml_fn_equals, aml_fn_less, aml_fn_less_or_equals, aml_fn_greater,
    aml_fn_greater_or_equals;

/* functions_numeric.c */
aml_function_body aml_fn_add, aml_fn_sub, aml_fn_mul, aml_fn_div, aml_fn_mod, aml_fn_int, aml_fn_float,
    aml_fn_min, aml_fn_max;

/* functions_object.c */
aml_function_body aml_fn_create_object, aml_fn_items, aml_fn_object_keys, aml_fn_try_get;

/* functions_resource.c */
aml_function_body aml_fn_resource_id, aml_fn_subscription_resource_id, aml_fn_management_group_resource_id,
    aml_fn_tenant_resource_id, aml_fn_extension_resource_id, aml_fn_of_surroundings, aml_fn_of_deployment,
    aml_fn_of_cloud, aml_fn_of_moment, aml_fn_fail;

/* functions_sequence.c */
aml_function_body aml_fn_empty, aml_fn_length, aml_fn_first, aml_fn_last, aml_fn_take, aml_fn_skip,
    aml_fn_contains, aml_fn_index_of, aml_fn_last_index_of;

/* functions_set.c */
aml_function_body aml_fn_distinct, aml_fn_union, aml_fn_intersection, aml_fn_shallow_merge;

/* functions_string.c */
aml_function_body aml_fn_concat, aml_fn_join, aml_fn_string, aml_fn_starts_with, aml_fn_ends_with,
    aml_fn_to_lower, aml_fn_to_upper, aml_fn_trim, aml_fn_pad_left, aml_fn_replace, aml_fn_split,
    aml_fn_substring, aml_fn_like;

/* functions_uri.c */
aml_function_body aml_fn_uri, aml_fn_parse_uri, aml_fn_build_uri;

#endif
