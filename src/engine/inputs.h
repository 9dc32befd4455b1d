/* The files of a run, and how it sees the folders they are in. */
#ifndef AMLINT_ENGINE_INPUTS_H
#define AMLINT_ENGINE_INPUTS_H

#include <pthread.h>

#include "engine/files.h"
#include "engine/remarks.h"
#include "engine/request.h"
#include "engine/view.h"
#include "source/discover.h"

struct aml_counterpart;

/* Where it is const no file is added or left out; a file may still be given what is known of it later, such
 * as its configuration and its units. */
typedef struct aml_inputs {
  aml_arena *arena;                    /* of the run */
  const aml_front_ends *front_ends;    /* the languages that are read; set by the run's owner */
  const struct aml_counterpart *other; /* of the run before a change, the run after it; else NULL */
  const aml_map *texts; /* shown path to aml_sv: bytes to take in place of the file's own; NULL for none */
  aml_sources *sources;
  aml_discovery discovery;
  AML_VEC(aml_file *) files;
  aml_map files_by_path; /* shown path to aml_file; guarded by lock once threads run */
  aml_view view;
  aml_map folders, full_folders; /* listings of folders: see engine/folder_files.c */
  pthread_mutex_t lock;
} aml_inputs;

/* The first stage: agreed files and inputs. */
void aml_engine_discover(const aml_request *request, aml_inputs *inputs, aml_remarks *remarks);
/* How the run searches; good as long as the request. */
aml_discover_options aml_engine_discover_options(const aml_request *request, const aml_inputs *inputs);
/* After the changes are known: gives the files of the run their views, leaves out those that are absent, and
 * adds those that are only there and that the paths of the run ask for. */
void aml_engine_apply_view(const aml_request *request, aml_inputs *inputs);

/* Adds the file to the run and returns it; the path is as shown, unique. A file already there is returned as
 * it is. */
aml_file *aml_engine_add_file(aml_inputs *inputs, aml_sv path, aml_sv open_as, bool is_named);
/* One of the run that has been read, and is no context; NULL else. For one thread at a time. */
aml_file *aml_engine_find_file(const aml_inputs *inputs, aml_sv path);
/* An absolute path as it is shown: relative to the root where it is inside. */
aml_sv aml_engine_shown_path(const aml_inputs *inputs, aml_sv absolute);
/* aml_host_list. */
const aml_texts *aml_engine_list_read(aml_inputs *inputs, aml_remarks *remarks, aml_sv folder);

/* What becomes of a file by its name, and, where that leaves it to its first bytes, by its text. */
aml_take aml_engine_take(const aml_inputs *inputs, aml_sv path);
aml_take aml_engine_take_text(const aml_inputs *inputs, aml_sv path, aml_sv text);
/* Whether a file of that name is read. */
bool aml_engine_reads(const aml_inputs *inputs, aml_sv path);
/* Whether the paths of the run name the path, or a folder above it where its name is one that is taken. */
bool aml_engine_asks_for(const aml_request *request, const aml_inputs *inputs, aml_sv path);

/* Does work in the run's arena, which belongs to whoever holds the lock; the end of memory or budget stays on
 * the thread's own stack, and makes the run incomplete. For any thread. */
void aml_engine_locked(aml_inputs *inputs, aml_remarks *remarks, void (*work)(void *ctx), void *ctx);
/* Whether the system refused memory to any file of the run or to a check: what is missing then is no matter
 * of the files, and nothing follows from it. */
bool aml_engine_ran_out(const aml_inputs *inputs, const aml_remarks *remarks);

/* Whether there is a file at the path: on disk, inside the root, as `open_as`, unless the view says
 * otherwise. */
bool aml_engine_has_file(const aml_inputs *inputs, aml_remarks *remarks, aml_sv path, aml_sv open_as);

#endif
