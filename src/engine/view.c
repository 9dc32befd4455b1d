/* Texts that stand in place of files on disk: what is staged, or what was before a change. */

#include "engine/engine.h"
#include "source/paths.h"

const aml_view_text *aml_engine_view(const aml_engine *engine, aml_sv path) {
  return engine->view.count == 0 ? NULL : aml_map_find(&engine->view, path);
}

bool aml_engine_has_file(aml_engine *engine, aml_sv path, aml_sv open_as) {
  const aml_view_text *view = aml_engine_view(engine, path);
  bool is_staged = engine->index == NULL || aml_agreed_lists(engine->index, path);
  return view != NULL ? !view->is_absent
                      : is_staged && aml_engine_sees(
                                         engine, path, aml_path_find_inside(engine->discovery.root, open_as));
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
