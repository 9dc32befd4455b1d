/* All functions by name. What Terraform has beside these and depends on what is outside of the files, or is
 * needed by nobody here, is known and gives an unknown value (`outside`).
 *
 * Signatures: https://developer.hashicorp.com/terraform/language/functions, read 2026-11-28. */
#include <stdlib.h>

#include "hcl/function_bodies.h"

#define BOOL   AML_KIND_BIT(AML_BOOL)
#define NUMBER (AML_KIND_BIT(AML_INT) | AML_KIND_BIT(AML_FLOAT))
#define STRING AML_KIND_BIT(AML_STRING)
#define LIST   AML_KIND_BIT(AML_ARRAY)
#define MAP    AML_KIND_BIT(AML_OBJECT)
#define ANY    AML_KINDS_ANY

#define ROW(name, args, returns, flags)                                                                      \
  { AML_SV_CONST(#name), args, returns, aml_hcl_fn_##name, flags }
#define OUTSIDE(name, returns)                                                                               \
  { AML_SV_CONST(#name), "X*", returns, aml_hcl_fn_outside, AML_HCL_PARTIAL }

/* In the order of their names. */
static const aml_hcl_function functions[] = {ROW(abs, "n", NUMBER, 0), OUTSIDE(abspath, STRING),
    ROW(alltrue, "l", BOOL, AML_HCL_PARTIAL), ROW(anytrue, "l", BOOL, AML_HCL_PARTIAL),
    ROW(base64decode, "s", STRING, 0), ROW(base64encode, "s", STRING, 0), OUTSIDE(base64gzip, STRING),
    ROW(base64sha256, "s", STRING, 0), ROW(base64sha512, "s", STRING, 0), ROW(basename, "s", STRING, 0),
    OUTSIDE(bcrypt, STRING), ROW(can, "X", BOOL, AML_HCL_LAZY), ROW(ceil, "n", NUMBER, 0),
    ROW(chomp, "s", STRING, 0), ROW(chunklist, "vi", LIST, 0), ROW(cidrhost, "si", STRING, 0),
    ROW(cidrnetmask, "s", STRING, 0), ROW(cidrsubnet, "sii", STRING, 0), ROW(cidrsubnets, "si*", LIST, 0),
    ROW(coalesce, "X*", ANY, AML_HCL_PARTIAL), ROW(coalescelist, "L*", LIST, AML_HCL_PARTIAL),
    ROW(compact, "v", LIST, AML_HCL_DEEP), ROW(concat, "l*", LIST, 0),
    ROW(contains, "lx", BOOL, AML_HCL_PARTIAL), ROW(csvdecode, "s", LIST, 0), ROW(dirname, "s", STRING, 0),
    ROW(distinct, "v", LIST, AML_HCL_DEEP), ROW(element, "li", ANY, 0),
    ROW(endswith, "ss", BOOL, AML_HCL_PARTIAL), OUTSIDE(ephemeralasnull, ANY), ROW(flatten, "l", LIST, 0),
    ROW(floor, "n", NUMBER, 0), ROW(format, "sX*", STRING, AML_HCL_DEEP), ROW(formatdate, "ss", STRING, 0),
    ROW(formatlist, "sX*", LIST, AML_HCL_DEEP), ROW(indent, "is", STRING, 0),
    ROW(index, "lx", NUMBER, AML_HCL_DEEP), OUTSIDE(issensitive, BOOL),
    ROW(join, "sv*", STRING, AML_HCL_DEEP), ROW(jsondecode, "s", ANY, 0),
    ROW(jsonencode, "X", STRING, AML_HCL_DEEP), ROW(keys, "m", LIST, 0), ROW(length, "x", NUMBER, 0),
    ROW(log, "nn", NUMBER, 0), ROW(lookup, "ms?X", ANY, AML_HCL_PARTIAL),
    ROW(lower, "s", STRING, AML_HCL_PARTIAL), ROW(matchkeys, "vvv", LIST, AML_HCL_DEEP),
    ROW(max, "n*", NUMBER, 0), ROW(md5, "s", STRING, 0), ROW(merge, "M*", MAP, AML_HCL_PARTIAL),
    ROW(min, "n*", NUMBER, 0), ROW(nonsensitive, "X", ANY, AML_HCL_PARTIAL), ROW(one, "l", ANY, 0),
    ROW(parseint, "si", NUMBER, 0), OUTSIDE(pathexpand, STRING), OUTSIDE(plantimestamp, STRING),
    ROW(pow, "nn", NUMBER, 0), ROW(range, "n?nn", LIST, 0), ROW(regex, "ss", ANY, 0),
    ROW(regexall, "ss", LIST, 0), ROW(replace, "sss", STRING, 0), ROW(reverse, "l", LIST, 0),
    OUTSIDE(rsadecrypt, STRING), ROW(sensitive, "X", ANY, AML_HCL_PARTIAL),
    ROW(setintersection, "w*", LIST, AML_HCL_DEEP), ROW(setproduct, "l*", LIST, 0),
    ROW(setsubtract, "ww", LIST, AML_HCL_DEEP), ROW(setunion, "w*", LIST, AML_HCL_DEEP),
    ROW(sha1, "s", STRING, 0), ROW(sha256, "s", STRING, 0), ROW(sha512, "s", STRING, 0),
    ROW(signum, "i", NUMBER, 0), ROW(slice, "lii", LIST, 0), ROW(sort, "v", LIST, AML_HCL_DEEP),
    ROW(split, "ss", LIST, 0), ROW(startswith, "ss", BOOL, AML_HCL_PARTIAL), ROW(strcontains, "ss", BOOL, 0),
    ROW(strrev, "s", STRING, 0), ROW(substr, "sii", STRING, 0), ROW(sum, "l", NUMBER, AML_HCL_DEEP),
    ROW(textdecodebase64, "ss", STRING, 0), ROW(textencodebase64, "ss", STRING, 0),
    ROW(timeadd, "ss", STRING, 0), ROW(timecmp, "ss", NUMBER, 0), OUTSIDE(timestamp, STRING),
    ROW(title, "s", STRING, 0), ROW(tobool, "X", BOOL, 0), ROW(tolist, "X", LIST, 0), ROW(tomap, "X", MAP, 0),
    ROW(tonumber, "X", NUMBER, 0), ROW(toset, "X", LIST, 0), ROW(tostring, "X", STRING, 0),
    ROW(transpose, "m", MAP, AML_HCL_DEEP), ROW(trim, "ss", STRING, 0), ROW(trimprefix, "ss", STRING, 0),
    ROW(trimspace, "s", STRING, 0), ROW(trimsuffix, "ss", STRING, 0), ROW(try, "X*", ANY, AML_HCL_LAZY),
    OUTSIDE(type, ANY), ROW(upper, "s", STRING, AML_HCL_PARTIAL), ROW(urlencode, "s", STRING, 0),
    OUTSIDE(uuid, STRING), ROW(uuidv5, "ss", STRING, 0), ROW(values, "m", LIST, 0),
    ROW(yamldecode, "s", ANY, 0), ROW(yamlencode, "X", STRING, AML_HCL_DEEP), ROW(zipmap, "ll", MAP, 0)};

static int compare(const void *name, const void *row) {
  const aml_hcl_function *function = row;
  return aml_sv_cmp(*(const aml_sv *)name, function->name);
}

const aml_hcl_function *aml_hcl_function_find(aml_sv name) {
  return bsearch(&name, functions, sizeof functions / sizeof functions[0], sizeof functions[0], compare);
}
