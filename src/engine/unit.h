/* What becomes of a file that a row has read: its units, and their resources. The run and rule tests take the
 * same way. */
#ifndef AMLINT_ENGINE_UNIT_H
#define AMLINT_ENGINE_UNIT_H

#include "front/front_end.h"

/* A text as a file of its own, read by the first row that takes its name, for those who check texts without a
 * run. Lives in the arena, which is its memory too. NULL where the bytes are no text. */
aml_file *aml_unit_read(aml_arena *arena, aml_source *source, aml_sv text, aml_diags *diags);

/* Makes the units of a file and of its guests. One thread; the host's `list` and `given` are set. */
void aml_unit_group(const aml_front_host *host, aml_file *file);

/* Expands a unit whose arena is set up and empty: its resources, what is wrong with them, and what a body
 * lacks for its API version. Several threads may expand units at once. */
void aml_unit_expand(const aml_front_host *host, aml_unit *unit, const aml_surroundings *around);

#endif
