/* What of a configuration is in force, and who says so: for --print-config. */
#ifndef AMLINT_CLI_ORIGINS_H
#define AMLINT_CLI_ORIGINS_H

#include "cli/app.h"
#include "engine/criteria.h"
#include "engine/inputs.h"

/* The configuration's keys with those of the command line put over them, and the defaults of `profile` and
 * `failOn`. Values of the command line stand at no span; defaults are AML_STEP_SERVICE_DEFAULT besides. */
const aml_value *aml_settings_in_force(
    aml_app *app, const aml_request *request, const aml_criteria *criteria, const aml_config *config);

/* "path:line" of a place in a file, shown as reports do. */
aml_sv aml_place_text(const aml_inputs *inputs, aml_span span);
/* Of a value of the settings in force, or below one: "command line", "default" or "path:line". */
aml_sv aml_origin_text(const aml_inputs *inputs, const aml_value *value);

typedef struct aml_key_origin {
  aml_sv pointer;         /* JSON pointer */
  const aml_value *value; /* a text, a number ...; NULL where the origin is of no value of the settings */
  aml_sv origin;
} aml_key_origin;

typedef AML_VEC(aml_key_origin) aml_key_origins;

/* One for each text, number and so on in the value, and for what is empty; `pointer` is the value's own. */
void aml_key_origins_add(
    aml_key_origins *out, aml_arena *arena, const aml_inputs *inputs, aml_sv pointer, const aml_value *value);

/* The pointer to a member of what `pointer` stands for. */
aml_sv aml_pointer_join(aml_arena *arena, aml_sv pointer, aml_sv name);

#endif
