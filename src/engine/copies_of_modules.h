/* Files that are copies of what is published elsewhere, which no fix edits: modules in a cache, of the
 * machine or of the repository, and those that the configuration names for a reference. */
#ifndef AMLINT_ENGINE_COPIES_OF_MODULES_H
#define AMLINT_ENGINE_COPIES_OF_MODULES_H

#include "engine/reading.h"

/* Where copies lie, as far as it is known; found once, however many files are asked for. */
typedef struct aml_copies {
  const aml_reading *reading;
  aml_texts caches;  /* folders, as shown */
  aml_map modules;   /* paths, as shown */
  aml_map asked;     /* folders whose bicepconfig.json the run has opened, if there is one */
  size_t files_seen; /* of the run's, for such a file */
} aml_copies;

/* After reading; good as long as `reading`. */
void aml_copies_init(aml_copies *copies, const aml_reading *reading);

/* May open bicepconfig.json of the folders above the file. */
bool aml_copies_has(aml_copies *copies, const aml_file *file);

#endif
