/* Which paths the patterns of a configuration take, found without trying each of them. */
#ifndef AMLINT_CONFIG_PATH_PATTERNS_H
#define AMLINT_CONFIG_PATH_PATTERNS_H

#include "config/config.h"

/* Sets config->patterns and config->secret_name_map, once the lists are complete. */
void aml_config_index(aml_arena *arena, aml_config *config);

/* Paths are relative to the configuration's folder. `payer` is charged for patterns that had to be tried. */

bool aml_config_excludes(const aml_config *config, aml_arena *payer, aml_sv path);

/* The workspace a path belongs to: the last entry whose paths match; the only entry where it has no paths.
 * NULL for none. */
const aml_config_workspace *aml_config_workspace_for(const aml_config *config, aml_arena *payer, aml_sv path);

/* The indexes of the overrides that hold for a path, in their order. */
typedef AML_VEC(size_t) aml_indexes;
void aml_config_overrides_at(const aml_config *config, aml_arena *arena, aml_sv path, aml_indexes *out);

#endif
