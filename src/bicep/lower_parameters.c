/* A parameter file of Bicep to one of templates, whose values are evaluated in a frame of its own. */
#include "bicep/lower.h"

static const aml_bicep_place top = {0};

static void put(aml_object_builder *out, const char *name, const aml_value *value) {
  aml_object_add(out, aml_sv_of(name), value->span, value);
}

static const aml_value *object_of(
    aml_bicep_lowering *l, const char *name, const aml_value *value, aml_span span) {
  aml_object_builder out;
  aml_object_begin_sized(&out, l->arena, 1);
  put(&out, name, value);
  return aml_object_end(&out, span, 0);
}

static const aml_value *value_of(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_value *value = aml_bicep_value(l, &top, aml_bicep_part(declared, AML_BICEP_WITH_VALUE));
  return value != NULL ? value : aml_bicep_unread(l, declared);
}

/* Where the secret lies that getSecret(subscription, group, vault, name, version) names: it is a reference,
 * and no value. NULL where the node is no such call. */
static const aml_value *lower_secret(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_bicep_node *call = aml_bicep_bare(aml_bicep_part(declared, AML_BICEP_WITH_VALUE));
  if (call == NULL || call->kind != AML_BICEP_CALL || !aml_sv_eq(call->name, AML_SV("getSecret"))) {
    return NULL;
  }
  aml_span span = aml_bicep_span(l, call);
  return object_of(l, "reference", object_of(l, "secretName", aml_bicep_unread(l, call), span), span);
}

static void lower_assignment(
    aml_bicep_lowering *l, const aml_bicep_node *one, aml_object_builder *parameters) {
  const aml_value *value = value_of(l, one);
  const aml_value *entry = lower_secret(l, one);
  aml_span name = aml_bicep_name_span(l, one);
  aml_object_add(parameters, one->name, name,
      entry != NULL ? entry : object_of(l, "value", value, aml_bicep_span(l, one)));
  aml_object_add(&l->variables, one->name, name, value); /* for values that are made of it */
}

const aml_value *aml_bicep_lower_parameters(const aml_file *file, const aml_bicep_syntax *syntax) {
  aml_bicep_lowering l = {.arena = file->memory, .file = file, .syntax = syntax};
  aml_span whole = aml_file_span(file, 0, syntax->text.len);
  aml_object_builder out, parameters;
  aml_map_init(&l.symbols, l.arena, AML_MAP_EXACT);
  aml_map_init(&l.nested, l.arena, AML_MAP_EXACT);
  aml_object_begin(&l.variables, l.arena);
  aml_object_begin(&parameters, l.arena);
  aml_object_begin(&out, l.arena);
  l.is_parameters = true;
  aml_bicep_declare(&l);
  for (size_t i = 0; i < syntax->count; i++) {
    const aml_bicep_node *one = syntax->declarations[i];
    const aml_bicep_node *path = aml_bicep_part(one, AML_BICEP_WITH_TYPE);
    bool has_path = path != NULL && path->kind == AML_BICEP_TEXT;
    if (one->kind == AML_BICEP_USING && has_path) {
      put(&out, "metadata", object_of(&l, "template", aml_bicep_value(&l, &top, path), whole));
    } else if (one->kind == AML_BICEP_EXTENDS && has_path) {
      put(&out, "extends", aml_bicep_value(&l, &top, path));
    } else if (one->kind == AML_BICEP_PARAMETER && one->name.len > 0) {
      lower_assignment(&l, one, &parameters);
    } else if (one->kind == AML_BICEP_VARIABLE && one->name.len > 0) {
      aml_object_add(&l.variables, one->name, aml_bicep_name_span(&l, one), value_of(&l, one));
    }
  }
  put(&out, "functions", aml_bicep_lower_functions(&l));
  put(&out, "parameters", aml_object_end(&parameters, whole, 0));
  put(&out, "variables", aml_object_end(&l.variables, whole, 0));
  return aml_object_end(&out, whole, AML_VALUE_LOWERED);
}
