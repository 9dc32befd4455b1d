#include "engine/view.h"

#include "engine/inputs.h"
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

bool aml_engine_has_file(const aml_inputs *inputs, aml_remarks *remarks, aml_sv path, aml_sv open_as) {
  const aml_view *view = &inputs->view;
  const aml_view_text *text = aml_engine_view(view, path);
  bool is_staged = view->index == NULL || aml_agreed_lists(view->index, path);
  return text != NULL ? !text->is_absent
                      : is_staged && aml_engine_sees(remarks, path,
                                         aml_path_find_inside(inputs->discovery.root, open_as));
}
