/* Files are read: those of the run in parallel, those that another one leads to when it is asked for. */
#include <limits.h>
#include <stdlib.h>

#include "base/pool.h"
#include "engine/counterpart.h"
#include "engine/reading.h"
#include "source/paths.h"

/* Files that are read at once, each with a share that does not depend on the others, nor on the number of
 * threads: enough of them that no thread waits, few enough that a share is worth something. */
enum { FILES_AT_ONCE = 256 };

typedef struct wave {
  aml_reading *reading;
  aml_file **files;
  aml_allowance share;
} wave;

static void load_one(void *ctx, size_t worker, size_t i) {
  (void)worker;
  const wave *self = ctx;
  aml_file *file = self->files[i];
  file->placeholders = &file->config->placeholders;
  file->reads_documents = file->config->documents;
  const aml_counterpart *other = self->reading->inputs->other;
  if (other == NULL || !aml_counterpart_load(other, file)) {
    aml_file_load(file, &self->share);
  }
  aml_progress_add(self->reading->request->progress, 1);
}

/* All files side by side, with half of what is left; then those that need more, one after another. */
static void load_wave(aml_reading *reading, aml_file **files, size_t count) {
  aml_bounds *bounds = reading->bounds;
  wave self = {reading, files, aml_engine_allow_reading(bounds, 2 * count)};
  aml_pool_run(reading->request->options.jobs, count, load_one, &self);
  for (size_t i = 0; i < count; i++) {
    (void)aml_engine_charge_reading(bounds, files[i]);
  }
  for (size_t i = 0; i < count; i++) {
    if (aml_file_needs_more(files[i])) {
      const aml_allowance rest = aml_engine_allow_reading(bounds, 1);
      aml_file_load(files[i], &rest);
      (void)aml_engine_charge_reading(bounds, files[i]);
    }
  }
}

void aml_engine_load(aml_reading *reading) {
  aml_inputs *inputs = reading->inputs;
  aml_progress_begin(reading->request->progress, AML_STAGE_READ, inputs->files.count);
  aml_engine_begin_reading(reading->bounds, 3);
  for (size_t i = 0; i < inputs->files.count; i += FILES_AT_ONCE) {
    size_t left = inputs->files.count - i;
    load_wave(reading, &inputs->files.items[i], left < FILES_AT_ONCE ? left : FILES_AT_ONCE);
  }
}

/* Which of several units asks first is open. So each file may take as much as there was at first, and where
 * all together take more than that, it is the stage that ends, whichever of them was the last. */
void aml_engine_load_more(const aml_reading *reading, aml_file *file) {
  aml_bounds *bounds = reading->bounds;
  if (bounds->budget.end == AML_BUDGET_OPEN) {
    const aml_allowance whole = aml_engine_allow_opening(bounds);
    aml_file_load(file, &whole);
    if (aml_engine_charge_reading(bounds, file)) {
      return;
    }
    bounds->budget.end = AML_BUDGET_MEMORY;
    bounds->budget.place = NULL;
  }
  aml_arena_give_up(reading->inputs->arena, AML_ERR_LIMIT);
}

typedef struct opening {
  const aml_reading *reading;
  aml_sv path;
  aml_file *file;
} opening;

/* A file that another one leads to may be anything: of what its row does not say that it may be linked, no
 * output shows any text. */
static void load_context(const aml_reading *reading, aml_file *file) {
  const aml_config *config = aml_engine_config_for(reading->criteria, file->source->path);
  file->placeholders = &config->placeholders;
  file->reads_documents = config->documents;
  file->is_context = true;
  aml_engine_load_more(reading, file);
  file->source->is_withheld = file->front == NULL || !file->front->may_be_linked;
}

static void open_file(void *ctx) {
  opening *self = ctx;
  const aml_reading *reading = self->reading;
  const aml_view_text *view = aml_engine_view(&reading->inputs->view, self->path);
  self->file =
      view != NULL && view->is_absent ? NULL : aml_map_find(&reading->inputs->files_by_path, self->path);
  if (self->file != NULL) {
    if (!self->file->is_loaded) { /* excluded, but another file needs it */
      load_context(reading, self->file);
    }
    return;
  }
  aml_sv open_as = aml_sv_format(reading->inputs->arena, "%.*s/%.*s",
      AML_SV_ARG(reading->inputs->discovery.root), AML_SV_ARG(self->path));
  if (!aml_engine_has_file(reading->inputs, reading->remarks, self->path, open_as)) {
    return;
  }
  aml_file *file =
      aml_engine_add_file(reading->inputs, aml_sv_dup(reading->inputs->arena, self->path), open_as, false);
  load_context(reading, file);
  self->file = file;
}

/* How a file of the folder of modules is shown: below the root as any file is. */
static aml_sv cached_as(const aml_inputs *inputs, aml_sv open_as, aml_sv path) {
  aml_sv shown = aml_engine_shown_path(inputs, open_as);
  return aml_path_is_outside(shown) ? aml_path_join(inputs->arena, AML_SV(AML_PATH_OF_CACHE), path) : shown;
}

/* A file in the machine's folder of modules, which may lie anywhere: nothing outside of that is opened, where
 * ever links in it lead. */
static void open_cached(void *ctx) {
  opening *self = ctx;
  const aml_reading *reading = self->reading;
  char real[PATH_MAX];
  aml_sv folder = reading->request->options.module_cache;
  if (folder.len == 0 || realpath(aml_sv_cstr(reading->inputs->arena, folder), real) == NULL) {
    return;
  }
  aml_sv root = aml_sv_dup(reading->inputs->arena, aml_sv_of(real));
  aml_sv open_as = aml_path_join(reading->inputs->arena, root, self->path);
  aml_sv shown = cached_as(reading->inputs, open_as, self->path);
  aml_file *known = aml_map_find(&reading->inputs->files_by_path, shown);
  if (known == NULL && aml_path_find_inside(root, open_as).is_there) {
    known = aml_engine_add_file(reading->inputs, shown, open_as, false);
  }
  if (known != NULL && !known->is_loaded) {
    load_context(reading, known);
  }
  bool is_it = known != NULL && aml_sv_eq(known->source->file, open_as); /* not one of the root, called so */
  self->file = is_it ? known : NULL;
}

/* One that was opened before. */
static void find_opened(void *ctx) {
  opening *self = ctx;
  self->file = aml_map_find(&self->reading->inputs->files_by_path, self->path);
}

static aml_file *open_locked(const aml_reading *reading, aml_sv path, void (*open)(void *ctx)) {
  opening self = {.reading = reading, .path = path};
  aml_engine_locked(reading->inputs, reading->remarks, open, &self);
  return self.file;
}

aml_file *aml_engine_open_file(const aml_reading *reading, aml_sv path) {
  bool is_elsewhere = aml_sv_starts(path, AML_SV("/")) || aml_path_is_cached(path);
  return is_elsewhere                ? open_locked(reading, path, find_opened)
         : aml_path_is_outside(path) ? NULL
                                     : open_locked(reading, path, open_file);
}

aml_file *aml_engine_open_cached(const aml_reading *reading, aml_sv path) {
  return open_locked(reading, path, open_cached);
}
