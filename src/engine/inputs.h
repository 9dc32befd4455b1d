/* The files of a run, and how it sees the folders they are in. */
#ifndef AMLINT_ENGINE_INPUTS_H
#define AMLINT_ENGINE_INPUTS_H

#include <pthread.h>

#include "engine/files.h"
#include "engine/remarks.h"
#include "engine/request.h"
#include "engine/view.h"
#include "source/discover.h"

typedef struct aml_inputs {
  aml_arena *arena;
  const aml_front_ends *front_ends; /* the languages that are read; set by the run's owner */
  const aml_map *texts; /* shown path to aml_sv: bytes to take in place of the file's own; NULL for none */
  aml_sources *sources;
  aml_discovery discovery;
  AML_VEC(aml_file *) files;
  aml_map files_by_path; /* shown path to aml_file; guarded by lock once threads run */
  aml_view view;
  aml_map folders, full_folders; /* listings of folders: see engine/folder_files.c */
  pthread_mutex_t lock;
} aml_inputs;

/* Whether there is a file at the path: on disk, inside the root, as `open_as`, unless the view says
 * otherwise. */
bool aml_engine_has_file(const aml_inputs *inputs, aml_remarks *remarks, aml_sv path, aml_sv open_as);

#endif
