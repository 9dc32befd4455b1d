#include "graph/form.h"

#include "graph/resource.h"

const aml_resource_form aml_form_arm = {.name = "template"};

const aml_way_words *aml_form_ways(const aml_resource_form *form) {
  static const aml_way_words of_templates = {
      "parameter", "parameter file", "variable", "deployment", "deployment"};
  return form == NULL || form->ways == NULL ? &of_templates : form->ways;
}

aml_sv aml_form_key(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  const aml_resource_form *form = resource->form;
  aml_sv key =
      form == NULL || form->key_for == NULL ? (aml_sv){NULL, 0} : form->key_for(arena, resource, path);
  size_t dot = aml_sv_rfind_char(path, '.');
  return key.len > 0 ? key : aml_sv_slice(path, dot == AML_NPOS ? 0 : dot + 1, path.len);
}

static void put_silence(const aml_silence *silence, aml_arena *arena, aml_draft *body, aml_span span) {
  const aml_value *value = silence->text != NULL ? aml_value_string(arena, aml_sv_of(silence->text), span)
                                                 : aml_value_int(arena, silence->number, span);
  const aml_origin *origin =
      aml_origin_new(arena, AML_STEP_SERVICE_DEFAULT, aml_sv_of(silence->whose), AML_NO_SPAN, NULL);
  aml_draft_put(body, aml_sv_of(silence->path), NULL, span,
      aml_value_moved(arena, value, span, origin, AML_VALUE_BLOCK));
}

void aml_form_put_silences(const aml_resource_form *form, aml_arena *arena, aml_draft *body, aml_sv type,
    const aml_value *written, aml_span span) {
  for (const aml_silence *one = form->silences; one != NULL && one->path != NULL; one++) {
    bool is_said = aml_object_find_exact(written, aml_sv_of(one->key)) != NULL;
    if (!is_said && aml_sv_eq(type, aml_sv_of(one->type))) {
      put_silence(one, arena, body, span);
    }
  }
}
