/* Reading and expanding the files of a run. A file may lead to others, which are read when it does; their
 * configurations may have to be read first. */
#ifndef AMLINT_ENGINE_READING_H
#define AMLINT_ENGINE_READING_H

#include "engine/criteria.h"
#include "engine/inputs.h"
#include "engine/run_budget.h"

typedef struct aml_reading {
  const aml_request *request;
  aml_bounds *bounds;
  const aml_criteria *criteria;
  aml_inputs *inputs;
  aml_remarks *remarks;
} aml_reading;

/* The stages, in their order. */
void aml_engine_load(aml_reading *reading);   /* the inputs' bytes, to trees, in parallel */
void aml_engine_group(aml_reading *reading);  /* files, to units */
void aml_engine_expand(aml_reading *reading); /* to resources, in parallel */

/* Loads a file besides those of the run. Ends the stage where such files together take too much memory. For
 * whoever holds the lock, where there are threads. */
void aml_engine_load_more(const aml_reading *reading, aml_file *file);

/* What rows may ask while they group and expand, of any thread; good as long as `reading`. */
aml_front_host aml_engine_host(aml_reading *reading);

/* The file at a path relative to the root, loaded as context if it is not in the run; NULL where there is
 * none or it lies outside the root. Takes the lock; for use by any thread. */
aml_file *aml_engine_open_file(const aml_reading *reading, aml_sv path);

/* aml_host_open_cached. Takes the lock; for use by any thread. */
aml_file *aml_engine_open_cached(const aml_reading *reading, aml_sv path);

/* aml_host_list_all. Takes the lock; for use by any thread. */
const aml_folder_names *aml_engine_list_all(const aml_reading *reading, aml_sv folder);

#endif
