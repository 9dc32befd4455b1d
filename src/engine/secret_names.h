/* Which members hold secrets, as reports and expansions hide them. */
#ifndef AMLINT_ENGINE_SECRET_NAMES_H
#define AMLINT_ENGINE_SECRET_NAMES_H

#include "config/config.h"
#include "graph/resource.h"

/* Whether a member of that name is a secret: by how it ends, or by the configuration's `secretNames`,
 * ignoring case. config may be NULL. */
bool aml_engine_is_secret_name(const aml_config *config, aml_sv name);
/* Whether an object says by its `name` that its `value` is a secret: {name: API_KEY, value: ...}. */
bool aml_engine_names_secret(const aml_config *config, const aml_value *object);

/* A copy of a value whose texts of such names are marked, so that nothing shows them. */
const aml_value *aml_engine_hide_secrets(aml_arena *arena, const aml_config *config, const aml_value *value);

/* Hides what is written at the place of a secret and reached another way, in all bodies of the resources:
 * the anchor of an alias, a parameter that is handed to a password too. `written` are the trees of the file
 * as they stand, since bodies do not hold all of it. n log n. */
void aml_engine_hide_twins(aml_arena *arena, const aml_config *config, const aml_value *const *written,
    size_t count, aml_resources *resources);

/* Whether the step of an origin is a place at which a value is written. */
bool aml_engine_is_written_step(aml_step step);

#endif
