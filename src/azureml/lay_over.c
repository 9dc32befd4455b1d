/* A file of the CLI together with the options of the command that names it. */
#include "azureml/front_azureml.h"

typedef struct layers {
  aml_arena *arena;
  aml_span place; /* of what the file does not have */
} layers;

/* A value of the command where the file has one, or would have it. */
static const aml_value *put_at(const layers *l, aml_sv name, const aml_value *over, aml_span place) {
  const aml_origin *origin = aml_origin_new(l->arena, AML_STEP_COMMAND, name, over->span, over->origin);
  return aml_value_moved(l->arena, over, place, origin, over->flags | (unsigned)AML_VALUE_BLOCK);
}

/* As deep as paths of --set may be. */
static const aml_value *lay(const layers *l, const aml_value *under, const aml_value *over) {
  aml_object_builder both;
  aml_object_begin(&both, l->arena);
  aml_object_set_all(&both, under);
  for (size_t i = 0; i < over->as.object.count; i++) {
    const aml_member *member = &over->as.object.members[i];
    const aml_member *former = aml_object_member_exact(under, member->name);
    const aml_value *value = former == NULL ? NULL : former->value;
    aml_span place = former == NULL ? l->place : former->value->span;
    const layers inner = {l->arena, place};
    aml_object_set(&both, member->name, former == NULL ? member->name_span : former->name_span,
        member->value->kind == AML_OBJECT ? lay(&inner, value, member->value)
                                          : put_at(l, member->name, member->value, place));
  }
  unsigned flags = over->flags & (unsigned)AML_VALUE_OPEN;
  aml_span span = l->place;
  if (under != NULL && under->kind == AML_OBJECT) {
    flags |= under->flags;
    span = under->span;
  }
  return aml_object_end(&both, span, flags);
}

const aml_value *aml_azureml_lay_over(aml_arena *arena, const aml_value *file, const aml_value *settings) {
  const aml_value *name = aml_object_find_exact(file, AML_SV("name"));
  name = name != NULL ? name : aml_object_find_exact(file, AML_SV("type"));
  const layers l = {arena, name != NULL ? name->span : file->span};
  return file->kind == AML_OBJECT ? lay(&l, file, settings) : file;
}
