/* The files of a run: those that discovery finds, and those that others lead to. */
#include "engine/inputs.h"

#include "source/paths.h"

aml_file *aml_engine_add_file(aml_inputs *inputs, aml_sv path, aml_sv open_as, bool is_named) {
  aml_file *file = aml_map_find(&inputs->files_by_path, path);
  if (file != NULL) {
    return file;
  }
  file = AML_NEW(inputs->arena, aml_file);
  file->source = aml_sources_add_shared(inputs->sources, path, open_as);
  if (file->source == NULL) {
    aml_arena_give_up(inputs->arena, AML_ERR_MEMORY);
  }
  file->source->is_named = is_named;
  const aml_sv *text = inputs->texts == NULL ? NULL : aml_map_find(inputs->texts, path);
  const aml_view_text *view = aml_engine_view(&inputs->view, path);
  text = text == NULL && view != NULL && !view->is_absent ? &view->text : text;
  if (text != NULL) {
    file->is_given = true;
    file->given = *text;
  }
  file->name = file->source->path;
  file->front_ends = inputs->front_ends;
  aml_arena_init(&file->arena, SIZE_MAX);
  file->memory = &file->arena;
  aml_diags_init(&file->own_diags, &file->arena);
  file->diags = &file->own_diags;
  AML_VEC_PUSH(inputs->arena, &inputs->files, file);
  aml_map_put(&inputs->files_by_path, file->source->path, file);
  return file;
}

aml_file *aml_engine_find_file(const aml_inputs *inputs, aml_sv path) {
  aml_file *file = aml_map_find(&inputs->files_by_path, path);
  return file != NULL && file->is_loaded && !file->is_context ? file : NULL;
}

void aml_engine_locked(aml_inputs *inputs, aml_remarks *remarks, void (*work)(void *ctx), void *ctx) {
  (void)pthread_mutex_lock(&inputs->lock);
  aml_status status = aml_guard_run(inputs->arena, work, ctx);
  if (status != AML_OK) { /* where it is the engine's budget, the stage ends with it */
    remarks->is_incomplete = true;
    remarks->ran_out = remarks->ran_out || status == AML_ERR_MEMORY;
  }
  (void)pthread_mutex_unlock(&inputs->lock);
}

bool aml_engine_ran_out(const aml_inputs *inputs, const aml_remarks *remarks) {
  bool ran_out = remarks->ran_out;
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    ran_out = ran_out || file->status == AML_ERR_MEMORY;
    for (size_t k = 0; k < file->units.count; k++) {
      ran_out = ran_out || file->units.items[k]->status == AML_ERR_MEMORY;
    }
  }
  return ran_out;
}

aml_sv aml_engine_shown_path(const aml_inputs *inputs, aml_sv absolute) {
  aml_sv path = aml_path_relative(inputs->arena, inputs->discovery.root, absolute);
  return aml_path_is_outside(path) ? absolute : path;
}

bool aml_engine_has_file(const aml_inputs *inputs, aml_remarks *remarks, aml_sv path, aml_sv open_as) {
  const aml_view *view = &inputs->view;
  const aml_view_text *text = aml_engine_view(view, path);
  bool is_staged = view->index == NULL || aml_agreed_lists(view->index, path);
  return text != NULL ? !text->is_absent
                      : is_staged && aml_engine_sees(remarks, path,
                                         aml_path_find_inside(inputs->discovery.root, open_as));
}

aml_take aml_engine_take(const aml_inputs *inputs, aml_sv path) {
  return aml_front_ends_take(inputs->front_ends, path);
}

aml_take aml_engine_take_text(const aml_inputs *inputs, aml_sv path, aml_sv text) {
  aml_take take = aml_engine_take(inputs, path);
  return take == AML_TAKE_BY_BYTES ? aml_front_ends_take_bytes(inputs->front_ends, path, text) : take;
}

bool aml_engine_reads(const aml_inputs *inputs, aml_sv path) {
  return aml_engine_take(inputs, path) == AML_TAKE_READ;
}

/* Where git cannot tell what is staged, that is said with the changes. */
static void open_index(const aml_request *request, aml_inputs *inputs, aml_sv root) {
  aml_error error;
  if (!request->options.staged) {
    return;
  }
  inputs->view.index = aml_agreed_of_index(inputs->arena, root, &error);
  if (inputs->view.index == NULL) {
    inputs->view.index_trouble = aml_sv_dup(inputs->arena, aml_sv_of(error.text));
    return;
  }
  inputs->view.agreed = inputs->view.index;
}

/* Without the agreed files nothing is judged as agreed, so the run is not complete. */
static void open_agreed(const aml_request *request, aml_inputs *inputs, aml_remarks *remarks) {
  aml_sv revision = request->options.config_from;
  aml_sv root = aml_discover_root(inputs->arena, request->options.folder);
  if (inputs->view.agreed != NULL) { /* those of another run */
    return;
  }
  open_index(request, inputs, root);
  if (revision.len == 0) {
    return;
  }
  aml_error error;
  inputs->view.agreed = aml_agreed_new(inputs->arena, root, revision, &error);
  if (inputs->view.agreed == NULL) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The configuration of '%.*s' cannot be read, so that of the working tree is used. %s",
        AML_SV_ARG(revision), error.text)
        ->is_configuration = true;
    remarks->is_incomplete = true;
  }
}

aml_discover_options aml_engine_discover_options(const aml_request *request, const aml_inputs *inputs) {
  const aml_engine_options *options = &request->options;
  return (aml_discover_options){.working_folder = options->folder,
      .exclude = options->exclude.items,
      .exclude_count = options->exclude.count,
      .agreed = inputs->view.agreed,
      .no_ignore_files = options->no_ignore_files,
      .exclude_named = options->force_exclude,
      .is_index_read = options->staged || options->changed_since.len > 0,
      .taker = aml_front_ends_taker(inputs->front_ends)};
}

void aml_engine_discover(const aml_request *request, aml_inputs *inputs, aml_remarks *remarks) {
  open_agreed(request, inputs, remarks);
  const aml_discover_options how = aml_engine_discover_options(request, inputs);
  aml_discover(&inputs->discovery, inputs->arena, request->paths.items, request->paths.count, &how);
  for (size_t i = 0; i < inputs->discovery.files.count; i++) {
    const aml_found *found = &inputs->discovery.files.items[i];
    aml_engine_add_file(inputs, found->path, found->file, found->is_named)->left_out_by = found->left_out_by;
  }
  if (inputs->discovery.git_trouble.len > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, (aml_sv){NULL, 0},
        "'.gitignore' hides nothing in this run, since it is not known which files git tracks: %.*s",
        AML_SV_ARG(inputs->discovery.git_trouble))
        ->is_configuration = true;
  }
  if (inputs->discovery.sparse_trouble.len > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
        "The checkout is sparse, and it is not known which files it leaves out: %.*s",
        AML_SV_ARG(inputs->discovery.sparse_trouble));
    remarks->is_incomplete = true;
  }
  for (size_t i = 0; i < inputs->discovery.troubles.count; i++) {
    const aml_trouble *trouble = &inputs->discovery.troubles.items[i];
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, trouble->path, "'%.*s' %.*s.", AML_SV_ARG(trouble->path),
        AML_SV_ARG(trouble->text));
    remarks->is_incomplete = true;
  }
}
