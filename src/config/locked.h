/* `locked`: keys that a file which extends may only tighten. Private to config/. */
#ifndef AMLINT_CONFIG_LOCKED_H
#define AMLINT_CONFIG_LOCKED_H

#include "source/diag.h"
#include "tree/value.h"

/* Whether `settings`, those of the files extended so far (NULL: none), lock a key. */
bool aml_config_locks(const aml_value *settings, const char *key);

/* The tree of a file that extends (checked), without what weakens a locked key: AML012 at each such place.
 * Severities are left alone, for what weakens depends on the rules: see `floor` of aml_config. */
const aml_value *aml_config_hold(
    aml_arena *arena, const aml_value *settings, const aml_value *root, aml_diags *diags);

#endif
