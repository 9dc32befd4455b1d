/* Private to src/hcl: the bodies of all functions, by the file that defines them. */
#ifndef AMLINT_HCL_FUNCTION_BODIES_H
#define AMLINT_HCL_FUNCTION_BODIES_H

#include "hcl/type.h"

/* What a function says that takes a list by its order, of a set. */
#define AML_HCL_NO_ORDER "A set has no order: convert it to a list."

/* on_numbers.c */
aml_hcl_body aml_hcl_fn_abs, aml_hcl_fn_ceil, aml_hcl_fn_floor, aml_hcl_fn_log, aml_hcl_fn_max,
    aml_hcl_fn_min, aml_hcl_fn_parseint, aml_hcl_fn_pow, aml_hcl_fn_signum, aml_hcl_fn_sum, aml_hcl_fn_range;

/* on_texts.c */
aml_hcl_body aml_hcl_fn_chomp, aml_hcl_fn_endswith, aml_hcl_fn_indent, aml_hcl_fn_join, aml_hcl_fn_lower,
    aml_hcl_fn_replace, aml_hcl_fn_split, aml_hcl_fn_startswith, aml_hcl_fn_strcontains, aml_hcl_fn_strrev,
    aml_hcl_fn_substr, aml_hcl_fn_title, aml_hcl_fn_trim, aml_hcl_fn_trimprefix, aml_hcl_fn_trimspace,
    aml_hcl_fn_trimsuffix, aml_hcl_fn_upper, aml_hcl_fn_basename, aml_hcl_fn_dirname;

/* on_patterns.c */
aml_hcl_body aml_hcl_fn_regex, aml_hcl_fn_regexall;
const aml_value *aml_hcl_replace_pattern(const aml_hcl_call *call, aml_sv written);

/* on_formats.c */
aml_hcl_body aml_hcl_fn_format, aml_hcl_fn_formatlist;

/* on_lists.c */
aml_hcl_body aml_hcl_fn_alltrue, aml_hcl_fn_anytrue, aml_hcl_fn_chunklist, aml_hcl_fn_coalesce,
    aml_hcl_fn_coalescelist, aml_hcl_fn_compact, aml_hcl_fn_concat, aml_hcl_fn_contains, aml_hcl_fn_distinct,
    aml_hcl_fn_element, aml_hcl_fn_flatten, aml_hcl_fn_index, aml_hcl_fn_length, aml_hcl_fn_one,
    aml_hcl_fn_reverse, aml_hcl_fn_slice, aml_hcl_fn_sort;

/* on_maps.c */
aml_hcl_body aml_hcl_fn_keys, aml_hcl_fn_lookup, aml_hcl_fn_merge, aml_hcl_fn_setintersection,
    aml_hcl_fn_setproduct, aml_hcl_fn_setsubtract, aml_hcl_fn_setunion, aml_hcl_fn_values, aml_hcl_fn_zipmap;

/* on_types.c */
aml_hcl_body aml_hcl_fn_can, aml_hcl_fn_nonsensitive, aml_hcl_fn_sensitive, aml_hcl_fn_tobool,
    aml_hcl_fn_tolist, aml_hcl_fn_tomap, aml_hcl_fn_tonumber, aml_hcl_fn_toset, aml_hcl_fn_tostring,
    aml_hcl_fn_try, aml_hcl_fn_outside;

/* encodings.c */
aml_hcl_body aml_hcl_fn_base64decode, aml_hcl_fn_base64encode, aml_hcl_fn_jsondecode, aml_hcl_fn_jsonencode,
    aml_hcl_fn_urlencode;

/* on_yaml.c, yaml_text.c */
aml_hcl_body aml_hcl_fn_yamldecode, aml_hcl_fn_yamlencode;

/* on_charsets.c */
aml_hcl_body aml_hcl_fn_textdecodebase64, aml_hcl_fn_textencodebase64;

/* on_tables.c */
aml_hcl_body aml_hcl_fn_csvdecode, aml_hcl_fn_matchkeys, aml_hcl_fn_transpose;

/* digests.c */
aml_hcl_body aml_hcl_fn_base64sha256, aml_hcl_fn_base64sha512, aml_hcl_fn_md5, aml_hcl_fn_sha1,
    aml_hcl_fn_sha256, aml_hcl_fn_sha512, aml_hcl_fn_uuidv5;

/* on_networks.c */
aml_hcl_body aml_hcl_fn_cidrhost, aml_hcl_fn_cidrnetmask, aml_hcl_fn_cidrsubnet, aml_hcl_fn_cidrsubnets;

/* on_times.c */
aml_hcl_body aml_hcl_fn_formatdate, aml_hcl_fn_timeadd, aml_hcl_fn_timecmp;

/* The value as jsonencode() writes it: a string, or unknown. All of the value must be known. */
const aml_value *aml_hcl_json(aml_eval *eval, const aml_value *value);

/* cty's strings are counted in characters; so many bytes are the first `count` of them. */
size_t aml_hcl_bytes_of(aml_sv text, size_t count);

#endif
