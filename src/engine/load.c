/* Files are read: those of the run in parallel, those that another one leads to when it is asked for. */
#include <limits.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/pool.h"
#include "source/paths.h"

static void load_one(void *ctx, size_t worker, size_t i) {
  (void)worker;
  aml_engine *engine = ctx;
  aml_file *file = engine->inputs.files.items[i];
  file->budget.finish = engine->bounds.finish;
  file->placeholders = &file->config->placeholders;
  file->reads_documents = file->config->documents;
  aml_file_load(file);
  aml_progress_add(engine->request.progress, 1);
}

void aml_engine_load(aml_engine *engine) {
  aml_progress_begin(engine->request.progress, AML_STAGE_READ, engine->inputs.files.count);
  aml_pool_run(engine->request.options.jobs, engine->inputs.files.count, load_one, engine);
}

typedef struct opening {
  aml_engine *engine;
  aml_sv path;
  aml_file *file;
} opening;

/* A file that another one leads to may be anything: of what its row does not say that it may be linked, no
 * output shows any text. */
static void load_context(aml_engine *engine, aml_file *file) {
  file->budget.finish = engine->bounds.finish;
  const aml_config *config = aml_engine_config_for(engine, file->source->path);
  file->placeholders = &config->placeholders;
  file->reads_documents = config->documents;
  file->is_context = true;
  aml_file_load(file);
  file->source->is_withheld = file->front == NULL || !file->front->may_be_linked;
}

static void open_file(void *ctx) {
  opening *self = ctx;
  aml_engine *engine = self->engine;
  const aml_view_text *view = aml_engine_view(&engine->inputs.view, self->path);
  self->file =
      view != NULL && view->is_absent ? NULL : aml_map_find(&engine->inputs.files_by_path, self->path);
  if (self->file != NULL) {
    if (!self->file->is_loaded) { /* excluded, but another file needs it */
      load_context(engine, self->file);
    }
    return;
  }
  aml_sv open_as = aml_sv_format(
      &engine->arena, "%.*s/%.*s", AML_SV_ARG(engine->inputs.discovery.root), AML_SV_ARG(self->path));
  if (!aml_engine_has_file(&engine->inputs, &engine->remarks, self->path, open_as)) {
    return;
  }
  aml_file *file = aml_engine_add_file(engine, aml_sv_dup(&engine->arena, self->path), open_as, false);
  load_context(engine, file);
  self->file = file;
}

/* How a file of the folder of modules is shown: below the root as any file is. */
static aml_sv cached_as(aml_engine *engine, aml_sv open_as, aml_sv path) {
  aml_sv shown = aml_engine_shown_path(engine, open_as);
  return aml_path_is_outside(shown) ? aml_path_join(&engine->arena, AML_SV(AML_PATH_OF_CACHE), path) : shown;
}

/* A file in the machine's folder of modules, which may lie anywhere: nothing outside of that is opened, where
 * ever links in it lead. */
static void open_cached(void *ctx) {
  opening *self = ctx;
  aml_engine *engine = self->engine;
  char real[PATH_MAX];
  aml_sv folder = engine->request.options.module_cache;
  if (folder.len == 0 || realpath(aml_sv_cstr(&engine->arena, folder), real) == NULL) {
    return;
  }
  aml_sv root = aml_sv_dup(&engine->arena, aml_sv_of(real));
  aml_sv open_as = aml_path_join(&engine->arena, root, self->path);
  aml_sv shown = cached_as(engine, open_as, self->path);
  aml_file *known = aml_map_find(&engine->inputs.files_by_path, shown);
  if (known == NULL && aml_path_find_inside(root, open_as).is_there) {
    known = aml_engine_add_file(engine, shown, open_as, false);
  }
  if (known != NULL && !known->is_loaded) {
    load_context(engine, known);
  }
  bool is_it = known != NULL && aml_sv_eq(known->source->file, open_as); /* not one of the root, called so */
  self->file = is_it ? known : NULL;
}

/* One that was opened before. */
static void find_opened(void *ctx) {
  opening *self = ctx;
  self->file = aml_map_find(&self->engine->inputs.files_by_path, self->path);
}

void aml_engine_locked(aml_engine *engine, void (*work)(void *ctx), void *ctx) {
  (void)pthread_mutex_lock(&engine->inputs.lock);
  aml_status status = aml_guard_run(&engine->arena, work, ctx);
  if (status != AML_OK) { /* where it is the engine's budget, the stage ends with it */
    engine->remarks.is_incomplete = true;
    engine->remarks.ran_out = engine->remarks.ran_out || status == AML_ERR_MEMORY;
  }
  (void)pthread_mutex_unlock(&engine->inputs.lock);
}

static aml_file *open_locked(aml_engine *engine, aml_sv path, void (*open)(void *ctx)) {
  opening self = {.engine = engine, .path = path};
  aml_engine_locked(engine, open, &self);
  return self.file;
}

aml_file *aml_engine_open_file(aml_engine *engine, aml_sv path) {
  bool is_elsewhere = aml_sv_starts(path, AML_SV("/")) || aml_path_is_cached(path);
  return is_elsewhere                ? open_locked(engine, path, find_opened)
         : aml_path_is_outside(path) ? NULL
                                     : open_locked(engine, path, open_file);
}

aml_file *aml_engine_find_file(const aml_engine *engine, aml_sv path) {
  aml_file *file = aml_map_find(&engine->inputs.files_by_path, path);
  return file != NULL && file->is_loaded && !file->is_context ? file : NULL;
}

aml_file *aml_engine_open_cached(aml_engine *engine, aml_sv path) {
  return open_locked(engine, path, open_cached);
}

bool aml_engine_ran_out(const aml_engine *engine) {
  bool ran_out = engine->remarks.ran_out;
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_file *file = engine->inputs.files.items[i];
    ran_out = ran_out || file->status == AML_ERR_MEMORY;
    for (size_t k = 0; k < file->units.count; k++) {
      ran_out = ran_out || file->units.items[k]->status == AML_ERR_MEMORY;
    }
  }
  return ran_out;
}
