/* What the run before a change takes from the run after it: files that are the same in both are not read
 * again, and what they are expanded to is not made again. The values of both runs are the same ones then:
 * values never change, and the run after lives longer. */
#ifndef AMLINT_ENGINE_COUNTERPART_H
#define AMLINT_ENGINE_COUNTERPART_H

#include "engine/inputs.h"

/* The run after the change, linked, for the run before it, whose sources follow those of the other
 * (aml_sources_follow). Both have the same configurations. */
typedef struct aml_counterpart {
  const aml_inputs *inputs;
  const aml_map *changed; /* keys: paths of files that changed */
} aml_counterpart;

/* Instead of aml_file_load: false where the file has to be read. For any thread. */
bool aml_counterpart_load(const aml_counterpart *self, aml_file *file);

/* Instead of aml_unit_expand, with all that follows it: false where the unit has to be expanded. For any
 * thread. */
bool aml_counterpart_expand(const aml_counterpart *self, aml_unit *unit);

#endif
