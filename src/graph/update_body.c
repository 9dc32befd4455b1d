#include "graph/update_body.h"

/* As deep as readers go. */
const aml_value *aml_body_left_open(aml_arena *arena, const aml_value *value) {
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder open;
  aml_object_begin(&open, arena);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    aml_object_add(&open, member->name, member->name_span, aml_body_left_open(arena, member->value));
  }
  return aml_object_end(&open, value->span, value->flags | (unsigned)AML_VALUE_OPEN);
}

/* Only a cluster has settings of scale, or of SSH on its nodes. */
static const aml_value *with_type(aml_arena *arena, const aml_value *body) {
  const aml_value *scale = aml_value_path(body, AML_SV("properties.properties.scaleSettings"));
  scale = scale != NULL ? scale
                        : aml_value_path(body, AML_SV("properties.properties.remoteLoginPortPublicAccess"));
  if (scale == NULL || aml_value_path(body, AML_SV("properties.computeType")) != NULL) {
    return body;
  }
  const aml_value *old = aml_object_find(body, AML_SV("properties"));
  aml_object_builder properties, whole;
  aml_object_begin(&properties, arena);
  aml_object_set_all(&properties, old);
  aml_object_set(&properties, AML_SV("computeType"), scale->span,
      aml_value_string(arena, AML_SV("AmlCompute"), scale->span));
  aml_object_begin(&whole, arena);
  aml_object_set_all(&whole, body);
  aml_object_set(&whole, AML_SV("properties"), old->span, aml_object_end(&properties, old->span, old->flags));
  return aml_object_end(&whole, body->span, body->flags);
}

const aml_value *aml_body_of_update(aml_arena *arena, const aml_value *body) {
  return with_type(arena, aml_body_left_open(arena, body));
}
