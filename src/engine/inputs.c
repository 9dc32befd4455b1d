/* The files of a run: those that discovery finds, and those that others lead to. */
#include "engine/engine.h"

aml_file *aml_engine_add_file(aml_engine *engine, aml_sv path, aml_sv open_as, bool is_named) {
  aml_file *file = aml_map_find(&engine->inputs.files_by_path, path);
  if (file != NULL) {
    return file;
  }
  file = AML_NEW(&engine->arena, aml_file);
  file->source = aml_sources_add_shared(engine->inputs.sources, path, open_as);
  if (file->source == NULL) {
    aml_arena_give_up(&engine->arena, AML_ERR_MEMORY);
  }
  file->source->is_named = is_named;
  const aml_sv *text = engine->inputs.texts == NULL ? NULL : aml_map_find(engine->inputs.texts, path);
  const aml_view_text *view = aml_engine_view(&engine->inputs.view, path);
  text = text == NULL && view != NULL && !view->is_absent ? &view->text : text;
  if (text != NULL) {
    file->is_given = true;
    file->given = *text;
  }
  file->name = file->source->path;
  file->front_ends = engine->inputs.front_ends;
  aml_arena_init(&file->arena, SIZE_MAX);
  file->memory = &file->arena;
  aml_diags_init(&file->own_diags, &file->arena);
  file->diags = &file->own_diags;
  AML_VEC_PUSH(&engine->arena, &engine->inputs.files, file);
  aml_map_put(&engine->inputs.files_by_path, file->source->path, file);
  return file;
}

aml_take aml_engine_take(const aml_engine *engine, aml_sv path) {
  return aml_front_ends_take(engine->inputs.front_ends, path);
}

aml_take aml_engine_take_text(const aml_engine *engine, aml_sv path, aml_sv text) {
  aml_take take = aml_engine_take(engine, path);
  return take == AML_TAKE_BY_BYTES ? aml_front_ends_take_bytes(engine->inputs.front_ends, path, text) : take;
}

bool aml_engine_reads(const aml_engine *engine, aml_sv path) {
  return aml_engine_take(engine, path) == AML_TAKE_READ;
}

/* Where git cannot tell what is staged, that is said with the changes. */
static void open_index(aml_engine *engine, aml_sv root) {
  aml_error error;
  if (!engine->request.options.staged) {
    return;
  }
  engine->inputs.view.index = aml_agreed_of_index(&engine->arena, root, &error);
  if (engine->inputs.view.index == NULL) {
    engine->inputs.view.index_trouble = aml_sv_dup(&engine->arena, aml_sv_of(error.text));
    return;
  }
  engine->inputs.view.agreed = engine->inputs.view.index;
}

/* Without the agreed files nothing is judged as agreed, so the run is not complete. */
static void open_agreed(aml_engine *engine) {
  aml_sv revision = engine->request.options.config_from;
  aml_sv root = aml_discover_root(&engine->arena, engine->request.options.folder);
  if (engine->inputs.view.agreed != NULL) { /* those of another run */
    return;
  }
  open_index(engine, root);
  if (revision.len == 0) {
    return;
  }
  aml_error error;
  engine->inputs.view.agreed = aml_agreed_new(&engine->arena, root, revision, &error);
  if (engine->inputs.view.agreed == NULL) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The configuration of '%.*s' cannot be read, so that of the working tree is used. %s",
        AML_SV_ARG(revision), error.text)
        ->is_configuration = true;
    engine->remarks.is_incomplete = true;
  }
}

aml_discover_options aml_engine_discover_options(const aml_engine *engine) {
  const aml_engine_options *options = &engine->request.options;
  return (aml_discover_options){.working_folder = options->folder,
      .exclude = options->exclude.items,
      .exclude_count = options->exclude.count,
      .agreed = engine->inputs.view.agreed,
      .no_ignore_files = options->no_ignore_files,
      .exclude_named = options->force_exclude,
      .is_index_read = options->staged || options->changed_since.len > 0,
      .taker = aml_front_ends_taker(engine->inputs.front_ends)};
}

void aml_engine_discover(aml_engine *engine) {
  open_agreed(engine);
  const aml_discover_options how = aml_engine_discover_options(engine);
  aml_discover(&engine->inputs.discovery, &engine->arena, engine->request.paths.items,
      engine->request.paths.count, &how);
  for (size_t i = 0; i < engine->inputs.discovery.files.count; i++) {
    const aml_found *found = &engine->inputs.discovery.files.items[i];
    aml_engine_add_file(engine, found->path, found->file, found->is_named)->left_out_by = found->left_out_by;
  }
  if (engine->inputs.discovery.git_trouble.len > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, (aml_sv){NULL, 0},
        "'.gitignore' hides nothing in this run, since it is not known which files git tracks: %.*s",
        AML_SV_ARG(engine->inputs.discovery.git_trouble))
        ->is_configuration = true;
  }
  if (engine->inputs.discovery.sparse_trouble.len > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The checkout is sparse, and it is not known which files it leaves out: %.*s",
        AML_SV_ARG(engine->inputs.discovery.sparse_trouble));
    engine->remarks.is_incomplete = true;
  }
  for (size_t i = 0; i < engine->inputs.discovery.troubles.count; i++) {
    const aml_trouble *trouble = &engine->inputs.discovery.troubles.items[i];
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, trouble->path, "'%.*s' %.*s.",
        AML_SV_ARG(trouble->path), AML_SV_ARG(trouble->text));
    engine->remarks.is_incomplete = true;
  }
}
