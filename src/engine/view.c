/* Texts that stand in place of files on disk: what is staged, or what was before a change. */
#include "engine/engine.h"
#include "source/paths.h"

const aml_view_text *aml_engine_view(const aml_engine *engine, aml_sv path) {
  return engine->view.count == 0 ? NULL : aml_map_find(&engine->view, path);
}

bool aml_engine_has_file(const aml_engine *engine, aml_sv path, aml_sv open_as) {
  const aml_view_text *view = aml_engine_view(engine, path);
  return view != NULL ? !view->is_absent : aml_path_is_file_inside(engine->discovery.root, open_as);
}

void aml_engine_set_view(aml_engine *engine, aml_sv path, bool is_absent, aml_sv text) {
  aml_view_text *view = AML_NEW(&engine->arena, aml_view_text);
  *view = (aml_view_text){is_absent, text};
  (void)aml_map_put(&engine->view, path, view);
}

/* Whether the run would have met the file: a path of the run names it, or a folder above it. */
static bool is_asked_for(aml_engine *engine, aml_sv path) {
  const aml_discover_options how = aml_engine_discover_options(engine);
  for (size_t i = 0; i < engine->paths.count; i++) {
    aml_sv absolute = aml_path_join(&engine->arena, engine->options.folder, engine->paths.items[i]);
    aml_sv named = aml_path_relative(&engine->arena, engine->discovery.root, absolute);
    bool is_root = named.len == 0 || aml_sv_eq(named, AML_SV("."));
    bool is_below = aml_sv_starts(path, named) && path.len > named.len && path.data[named.len] == '/';
    if (aml_sv_eq(path, named) || ((is_root || is_below) && aml_discover_takes(path))) {
      return !aml_discover_leaves_out(&how, &engine->arena, engine->discovery.root, path);
    }
  }
  return false;
}

void aml_engine_apply_view(aml_engine *engine) {
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
  for (size_t i = 0; i < engine->view.count; i++) {
    const aml_view_text *view = engine->view.entries[i].value;
    aml_sv path = engine->view.entries[i].key;
    if (!view->is_absent && aml_map_find(&engine->files_by_path, path) == NULL &&
        is_asked_for(engine, path)) {
      (void)aml_engine_add_file(engine, path, (aml_sv){NULL, 0}, false);
    }
  }
}
