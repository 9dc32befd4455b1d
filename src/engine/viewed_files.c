/* Files that stand otherwise in the run than on disk: as they are staged, or as they were before a change. */
#include "base/sort.h"
#include "engine/inputs.h"
#include "source/paths.h"

static bool is_asked_for(const aml_request *request, const aml_inputs *inputs, aml_sv path, bool is_taken) {
  bool is_found = false;
  for (size_t i = 0; i < request->paths.count && !is_found; i++) {
    aml_sv absolute = aml_path_join(inputs->arena, request->options.folder, request->paths.items[i]);
    aml_sv named = aml_path_relative(inputs->arena, inputs->discovery.root, absolute);
    bool is_below = aml_sv_eq(named, AML_SV(".")) || aml_path_is_below(named, path);
    is_found = aml_sv_eq(path, named) || (is_below && is_taken);
  }
  return is_found;
}

bool aml_engine_asks_for(const aml_request *request, const aml_inputs *inputs, aml_sv path) {
  return is_asked_for(request, inputs, path, aml_engine_reads(inputs, path));
}

static int compare_files(const void *a, const void *b) {
  return aml_sv_cmp((*(aml_file *const *)a)->source->path, (*(aml_file *const *)b)->source->path);
}

/* Whether those that are left out count hangs on their text, as in a search. */
static void add_forms(aml_inputs *inputs, const aml_discover_options *how, const aml_texts *forms) {
  aml_texts kept = {0};
  aml_discovery search = inputs->discovery;
  search.left_out = (aml_left_out_list){0};
  for (size_t i = 0; i < forms->count; i++) {
    AML_VEC_PUSH(inputs->arena, &kept, forms->items[i]);
  }
  if (kept.count > 0) {
    aml_discover_keep(&search, inputs->arena, how, &kept);
  }
  for (size_t i = 0; i < kept.count; i++) {
    (void)aml_engine_add_file(inputs, kept.items[i], (aml_sv){NULL, 0}, false);
  }
  for (size_t i = 0; i < search.left_out.count; i++) {
    const aml_left_out *item = &search.left_out.items[i];
    aml_engine_add_file(inputs, item->path, (aml_sv){NULL, 0}, false)->left_out_by = item->by;
  }
}

/* Among the others in the order of a search: of two locks, the first is the one that is shown. */
static void add_viewed(const aml_request *request, aml_inputs *inputs) {
  const aml_discover_options how = aml_engine_discover_options(request, inputs);
  aml_texts more = {0};
  aml_texts forms = {0};
  for (size_t i = 0; i < inputs->view.texts.count; i++) {
    const aml_view_text *view = inputs->view.texts.entries[i].value;
    aml_sv path = inputs->view.texts.entries[i].key;
    bool is_new = !view->is_absent && aml_map_find(&inputs->files_by_path, path) == NULL;
    aml_take take = is_new ? aml_engine_take_text(inputs, path, view->text) : AML_TAKE_NONE;
    if (is_new && is_asked_for(request, inputs, path, take == AML_TAKE_READ)) {
      AML_VEC_PUSH(inputs->arena, &more, path);
    } else if (take == AML_TAKE_SEARCH && is_asked_for(request, inputs, path, true)) {
      AML_VEC_PUSH(inputs->arena, &forms, path);
    }
  }
  if (more.count > 0) {
    aml_discover_keep(&inputs->discovery, inputs->arena, &how, &more);
  }
  add_forms(inputs, &how, &forms);
  for (size_t i = 0; i < more.count; i++) {
    (void)aml_engine_add_file(inputs, more.items[i], (aml_sv){NULL, 0}, false);
  }
  if (more.count + forms.count > 0) {
    aml_sort(
        inputs->arena, inputs->files.items, inputs->files.count, sizeof *inputs->files.items, compare_files);
  }
}

/* A file that was found for its first bytes on disk may begin otherwise in the view. */
static bool is_there(const aml_inputs *inputs, const aml_file *file, const aml_view_text *view) {
  bool is_other = !file->source->is_named &&
                  aml_engine_take_text(inputs, file->source->path, view->text) == AML_TAKE_NONE;
  return !view->is_absent && !is_other;
}

void aml_engine_apply_view(const aml_request *request, aml_inputs *inputs) {
  if (inputs->view.texts.count == 0) {
    return;
  }
  size_t kept = 0;
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    const aml_view_text *view = aml_engine_view(&inputs->view, file->source->path);
    if (view == NULL || file->is_given || is_there(inputs, file, view)) {
      inputs->files.items[kept++] = file;
    }
    if (view != NULL && !file->is_given && !view->is_absent) {
      file->is_given = true;
      file->given = view->text;
    }
  }
  inputs->files.count = kept;
  aml_map_init(&inputs->files_by_path, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < kept; i++) {
    (void)aml_map_put(&inputs->files_by_path, inputs->files.items[i]->source->path, inputs->files.items[i]);
  }
  add_viewed(request, inputs);
}
