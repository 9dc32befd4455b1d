/* The strict half of reading: every key and type of the file against the table. Private to config/. */
#ifndef AMLINT_CONFIG_CHECK_KEYS_H
#define AMLINT_CONFIG_CHECK_KEYS_H

#include "config/config.h"

/* Says what is wrong (AML012) and returns the tree with all that is wrong left out. Names of files, seen from
 * `folder`, are asked about at `files`, which may be NULL: then all are taken. */
const aml_value *aml_config_check(
    aml_arena *arena, const aml_value *root, aml_sv folder, const aml_config_files *files, aml_diags *diags);

#endif
