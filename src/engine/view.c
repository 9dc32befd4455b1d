/* Texts that stand in place of files on disk: what is staged, or what was before a change. */

#include "base/sort.h"
#include "engine/engine.h"
#include "source/paths.h"

const aml_view_text *aml_engine_view(const aml_engine *engine, aml_sv path) {
  return engine->view.count == 0 ? NULL : aml_map_find(&engine->view, path);
}

bool aml_engine_has_file(const aml_engine *engine, aml_sv path, aml_sv open_as) {
  const aml_view_text *view = aml_engine_view(engine, path);
  bool is_staged = engine->index == NULL || aml_agreed_lists(engine->index, path);
  return view != NULL ? !view->is_absent
                      : is_staged && aml_path_is_file_inside(engine->discovery.root, open_as);
}

void aml_engine_set_view(aml_engine *engine, aml_sv path, bool is_absent, aml_sv text) {
  aml_view_text *view = AML_NEW(&engine->arena, aml_view_text);
  *view = (aml_view_text){is_absent, text};
  (void)aml_map_put(&engine->view, path, view);
  aml_sv folder = aml_path_folder(path);
  aml_texts *names = aml_map_find(&engine->view_folders, folder);
  if (names == NULL) {
    names = AML_NEW(&engine->arena, aml_texts);
    (void)aml_map_put(&engine->view_folders, folder, names);
  }
  AML_VEC_PUSH(&engine->arena, names, aml_path_name(path));
}

bool aml_engine_asks_for(aml_engine *engine, aml_sv path) {
  bool is_found = false;
  for (size_t i = 0; i < engine->paths.count && !is_found; i++) {
    aml_sv absolute = aml_path_join(&engine->arena, engine->options.folder, engine->paths.items[i]);
    aml_sv named = aml_path_relative(&engine->arena, engine->discovery.root, absolute);
    bool is_below = aml_sv_eq(named, AML_SV(".")) ||
                    (aml_sv_starts(path, named) && path.len > named.len && path.data[named.len] == '/');
    is_found = aml_sv_eq(path, named) || (is_below && aml_discover_takes(path));
  }
  return is_found;
}

static int compare_files(const void *a, const void *b) {
  return aml_sv_cmp((*(aml_file *const *)a)->source->path, (*(aml_file *const *)b)->source->path);
}

/* Among the others in the order of a search: of two locks, the first is the one that is shown. */
static void add_viewed(aml_engine *engine) {
  const aml_discover_options how = aml_engine_discover_options(engine);
  aml_texts more = {0};
  for (size_t i = 0; i < engine->view.count; i++) {
    const aml_view_text *view = engine->view.entries[i].value;
    aml_sv path = engine->view.entries[i].key;
    if (!view->is_absent && aml_map_find(&engine->files_by_path, path) == NULL &&
        aml_engine_asks_for(engine, path)) {
      AML_VEC_PUSH(&engine->arena, &more, path);
    }
  }
  if (more.count > 0) {
    aml_discover_keep(&engine->discovery, &engine->arena, &how, &more);
  }
  for (size_t i = 0; i < more.count; i++) {
    (void)aml_engine_add_file(engine, more.items[i], (aml_sv){NULL, 0}, false);
  }
  if (more.count > 0) {
    aml_sort(
        &engine->arena, engine->files.items, engine->files.count, sizeof *engine->files.items, compare_files);
  }
}

void aml_engine_apply_view(aml_engine *engine) {
  if (engine->view.count == 0) {
    return;
  }
  size_t kept = 0;
  for (size_t i = 0; i < engine->files.count; i++) {
    aml_file *file = engine->files.items[i];
    const aml_view_text *view = aml_engine_view(engine, file->source->path);
    if (view == NULL || file->is_given || !view->is_absent) {
      engine->files.items[kept++] = file;
    }
    if (view != NULL && !file->is_given && !view->is_absent) {
      file->is_given = true;
      file->given = view->text;
    }
  }
  engine->files.count = kept;
  aml_map_init(&engine->files_by_path, &engine->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < kept; i++) {
    (void)aml_map_put(&engine->files_by_path, engine->files.items[i]->source->path, engine->files.items[i]);
  }
  add_viewed(engine);
}
