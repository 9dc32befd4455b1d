#include "engine/view.h"

#include "source/paths.h"

const aml_view_text *aml_engine_view(const aml_view *view, aml_sv path) {
  return view->texts.count == 0 ? NULL : aml_map_find(&view->texts, path);
}

void aml_engine_set_view(aml_view *view, aml_sv path, bool is_absent, aml_sv text) {
  aml_view_text *made = AML_NEW(view->arena, aml_view_text);
  *made = (aml_view_text){is_absent, text};
  (void)aml_map_put(&view->texts, path, made);
  aml_sv folder = aml_path_folder(path);
  aml_texts *names = aml_map_find(&view->folders, folder);
  if (names == NULL) {
    names = AML_NEW(view->arena, aml_texts);
    (void)aml_map_put(&view->folders, folder, names);
  }
  AML_VEC_PUSH(view->arena, names, aml_path_name(path));
}
