#include "graph/form.h"

#include "graph/resource.h"

const aml_resource_form aml_form_arm = {.name = "template"};

aml_sv aml_form_key(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  const aml_resource_form *form = resource->form;
  aml_sv key = form->key_for == NULL ? (aml_sv){NULL, 0} : form->key_for(arena, resource, path);
  size_t dot = aml_sv_rfind_char(path, '.');
  return key.len > 0 ? key : aml_sv_slice(path, dot == AML_NPOS ? 0 : dot + 1, path.len);
}
