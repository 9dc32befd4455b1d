#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/secret.h"
#include "engine/engine.h"
#include "engine/pool.h"
#include "source/paths.h"

aml_notice *aml_engine_notice(
    aml_engine *engine, aml_severity severity, aml_sv path, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  aml_notice notice = {.severity = severity,
      .path = path,
      .message = aml_secret_mask(&engine->arena, aml_sv_dup(&engine->arena, aml_sv_of(text)))};
  AML_VEC_PUSH(&engine->arena, &engine->notices, notice);
  return &engine->notices.items[engine->notices.count - 1];
}

bool aml_engine_sees(aml_engine *engine, aml_sv path, aml_presence presence) {
  char reason[128];
  if (presence.error_number != 0) {
    aml_engine_notice(engine, AML_SEVERITY_ERROR, path, "'%.*s' cannot be opened: %s.", AML_SV_ARG(path),
        strerror_r(presence.error_number, reason, sizeof reason));
    engine->is_incomplete = true;
  }
  return presence.is_there;
}

void aml_engine_begin(aml_engine *engine) {
  engine->sources = aml_sources_new(&engine->arena);
  aml_map_init(&engine->files_by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->configs, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->waivers_by_config, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view_folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.roles, &engine->arena, AML_MAP_EXACT);
  aml_diags_init(&engine->diags, &engine->arena);
}

aml_file *aml_engine_add_file(aml_engine *engine, aml_sv path, aml_sv open_as, bool is_named) {
  aml_file *file = aml_map_find(&engine->files_by_path, path);
  if (file != NULL) {
    return file;
  }
  file = AML_NEW(&engine->arena, aml_file);
  file->source = aml_sources_add_shared(engine->sources, path, open_as);
  if (file->source == NULL) {
    aml_arena_give_up(&engine->arena, AML_ERR_MEMORY);
  }
  file->source->is_named = is_named;
  const aml_sv *text = engine->texts == NULL ? NULL : aml_map_find(engine->texts, path);
  const aml_view_text *view = aml_engine_view(engine, path);
  text = text == NULL && view != NULL && !view->is_absent ? &view->text : text;
  if (text != NULL) {
    file->is_given = true;
    file->given = *text;
  }
  aml_arena_init(&file->arena, SIZE_MAX);
  AML_VEC_PUSH(&engine->arena, &engine->files, file);
  aml_map_put(&engine->files_by_path, file->source->path, file);
  return file;
}

/* Where git cannot tell what is staged, that is said with the changes. */
static void open_index(aml_engine *engine, aml_sv root) {
  aml_error error;
  if (!engine->options.is_staged) {
    return;
  }
  engine->index = aml_agreed_of_index(&engine->arena, root, &error);
  if (engine->index == NULL) {
    engine->index_trouble = aml_sv_dup(&engine->arena, aml_sv_of(error.text));
    return;
  }
  engine->agreed = engine->index;
}

/* Without the agreed files nothing is judged as agreed, so the run is not complete. */
static void open_agreed(aml_engine *engine) {
  aml_sv revision = engine->options.config_from;
  aml_sv root = aml_discover_root(&engine->arena, engine->options.folder);
  if (engine->agreed != NULL) { /* those of another run */
    return;
  }
  open_index(engine, root);
  if (revision.len == 0) {
    return;
  }
  aml_error error;
  engine->agreed = aml_agreed_new(&engine->arena, root, revision, &error);
  if (engine->agreed == NULL) {
    aml_engine_notice(engine, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The configuration of '%.*s' cannot be read, so that of the working tree is used. %s",
        AML_SV_ARG(revision), error.text)
        ->is_configuration = true;
    engine->is_incomplete = true;
  }
}

aml_discover_options aml_engine_discover_options(const aml_engine *engine) {
  const aml_engine_options *options = &engine->options;
  return (aml_discover_options){.working_folder = options->folder,
      .exclude = options->exclude.items,
      .exclude_count = options->exclude.count,
      .agreed = engine->agreed,
      .no_ignore_files = options->no_ignore_files,
      .exclude_named = options->force_exclude,
      .with_forms = true};
}

void aml_engine_discover(aml_engine *engine) {
  open_agreed(engine);
  const aml_discover_options how = aml_engine_discover_options(engine);
  aml_discover(&engine->discovery, &engine->arena, engine->paths.items, engine->paths.count, &how);
  for (size_t i = 0; i < engine->discovery.files.count; i++) {
    const aml_found *found = &engine->discovery.files.items[i];
    aml_engine_add_file(engine, found->path, found->file, found->is_named)->left_out_by = found->left_out_by;
  }
  if (engine->discovery.git_trouble.len > 0) {
    aml_engine_notice(engine, AML_SEVERITY_WARNING, (aml_sv){NULL, 0},
        "'.gitignore' hides nothing in this run, since it is not known which files git tracks: %.*s",
        AML_SV_ARG(engine->discovery.git_trouble))
        ->is_configuration = true;
  }
  for (size_t i = 0; i < engine->discovery.troubles.count; i++) {
    const aml_trouble *trouble = &engine->discovery.troubles.items[i];
    aml_engine_notice(engine, AML_SEVERITY_ERROR, trouble->path, "'%.*s' %.*s.", AML_SV_ARG(trouble->path),
        AML_SV_ARG(trouble->text));
    engine->is_incomplete = true;
  }
}

static void load_one(void *ctx, size_t worker, size_t i) {
  (void)worker;
  aml_engine *engine = ctx;
  aml_file *file = engine->files.items[i];
  file->budget.finish = engine->finish;
  file->placeholders = &file->config->placeholders;
  aml_file_load(file);
  aml_progress_add(engine->progress, 1);
}

static void load_files(aml_engine *engine) {
  aml_progress_begin(engine->progress, AML_STAGE_READ, engine->files.count);
  aml_pool_run(engine->options.jobs, engine->files.count, load_one, engine);
}

typedef struct opening {
  aml_engine *engine;
  aml_sv path;
  aml_file *file;
} opening;

/* A file that another one leads to may be anything: of what is neither template nor parameter file, no output
 * shows any text. */
static void load_context(aml_engine *engine, aml_file *file) {
  file->budget.finish = engine->finish;
  file->placeholders = &aml_engine_config_for(engine, (aml_sv){NULL, 0})->placeholders; /* read long since */
  file->is_context = true;
  aml_file_load(file);
  file->source->is_withheld = file->kind != AML_FILE_TEMPLATE && file->kind != AML_FILE_PARAMETERS;
}

static void open_file(void *ctx) {
  opening *self = ctx;
  aml_engine *engine = self->engine;
  const aml_view_text *view = aml_engine_view(engine, self->path);
  self->file = view != NULL && view->is_absent ? NULL : aml_map_find(&engine->files_by_path, self->path);
  if (self->file != NULL) {
    if (!self->file->is_loaded) { /* excluded, but another file needs it */
      load_context(engine, self->file);
    }
    return;
  }
  aml_sv open_as =
      aml_sv_format(&engine->arena, "%.*s/%.*s", AML_SV_ARG(engine->discovery.root), AML_SV_ARG(self->path));
  if (!aml_engine_has_file(engine, self->path, open_as)) {
    return;
  }
  aml_file *file = aml_engine_add_file(engine, aml_sv_dup(&engine->arena, self->path), open_as, false);
  load_context(engine, file);
  self->file = file;
}

aml_file *aml_engine_open_file(aml_engine *engine, aml_sv path) {
  if (aml_path_is_outside(path)) {
    return NULL;
  }
  opening self = {.engine = engine, .path = path};
  /* The engine's arena belongs to whoever holds the lock; the guard keeps exhaustion on this thread's own
   * stack. */
  (void)pthread_mutex_lock(&engine->lock);
  if (aml_guard_run(&engine->arena, open_file, &self) != AML_OK) {
    engine->is_incomplete = true;
  }
  (void)pthread_mutex_unlock(&engine->lock);
  return self.file;
}

void aml_engine_run_stages(aml_engine *engine) {
  engine->finish = aml_budget_clock() + (int64_t)engine->options.timeout * 1000000000;
  aml_engine_discover(engine);
  aml_engine_find_changes(engine);
  aml_engine_apply_view(engine);
  aml_engine_configure(engine);
  aml_engine_find_renames(engine);
  aml_engine_find_weakenings(engine);
  load_files(engine);
  aml_engine_pair_parameters(engine);
  aml_engine_expand(engine);
  aml_engine_link(engine);
  aml_engine_check(engine);
  aml_engine_conclude(engine);
  engine->has_run = true;
}
