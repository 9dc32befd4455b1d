/* A file to a template. */
#include "bicep/lower.h"

static const aml_bicep_place top = {0};

static void put(aml_object_builder *out, const char *name, const aml_value *value) {
  aml_object_add(out, aml_sv_of(name), value->span, value);
}

static void put_text(
    const aml_bicep_lowering *l, aml_object_builder *out, const char *name, const char *text) {
  put(out, name, aml_value_string(l->arena, aml_sv_of(text), aml_file_span(l->file, 0, 0)));
}

static aml_span whole(const aml_bicep_lowering *l) {
  return aml_file_span(l->file, 0, l->syntax->text.len);
}

/* The declarations of a kind, each by its name. */
typedef const aml_value *lower_one(aml_bicep_lowering *l, const aml_bicep_node *declared);

static const aml_value *lower_all(aml_bicep_lowering *l, aml_bicep_kind kind, lower_one *lower) {
  aml_object_builder out;
  aml_object_begin(&out, l->arena);
  for (size_t i = 0; i < l->syntax->count; i++) {
    const aml_bicep_node *one = l->syntax->declarations[i];
    if (one->kind == kind && one->name.len > 0) {
      aml_object_add(&out, one->name, aml_bicep_name_span(l, one), lower(l, one));
    }
  }
  return aml_object_end(&out, whole(l), 0);
}

static const aml_value *lower_parameter(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_bicep_node *value = aml_bicep_part(declared, AML_BICEP_WITH_VALUE);
  return aml_bicep_declaration_value(l, declared, aml_bicep_value(l, &top, value));
}

static const aml_value *lower_type(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  return aml_bicep_declaration_value(l, declared, NULL);
}

static const aml_value *value_or_unread(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *declared) {
  const aml_value *value = aml_bicep_value(l, place, aml_bicep_part(declared, AML_BICEP_WITH_VALUE));
  return value != NULL ? value : aml_bicep_unread(l, declared);
}

static const aml_value *lower_output(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_value *type = aml_bicep_declaration_value(l, declared, NULL);
  const aml_value *value = value_or_unread(l, &top, declared);
  aml_object_builder out;
  aml_object_begin(&out, l->arena);
  aml_object_set_all(&out, type);
  aml_object_add(&out, AML_SV("value"), value->span, value);
  return aml_object_end(&out, aml_bicep_span(l, declared), 0);
}

static void lower_variables(aml_bicep_lowering *l) {
  for (size_t i = 0; i < l->syntax->count; i++) {
    const aml_bicep_node *one = l->syntax->declarations[i];
    if (one->kind == AML_BICEP_VARIABLE && one->name.len > 0) {
      aml_object_add(&l->variables, one->name, aml_bicep_name_span(l, one), value_or_unread(l, &top, one));
    }
  }
}

/* ---- functions ---- */

static const aml_value *lower_function_parameters(aml_bicep_lowering *l, const aml_bicep_node *list) {
  const aml_value **items = AML_NEW_ARRAY(l->arena, const aml_value *, list->count);
  for (size_t i = 0; i < list->count; i++) {
    const aml_bicep_node *one = list->parts[i];
    aml_span span = aml_bicep_name_span(l, one);
    aml_object_builder out;
    aml_object_begin(&out, l->arena);
    aml_object_add(&out, AML_SV("name"), span, aml_value_string(l->arena, one->name, span));
    aml_object_set_all(&out, aml_bicep_declaration_value(l, one, NULL));
    items[i] = aml_object_end(&out, aml_bicep_span(l, one), 0);
  }
  return aml_value_array(l->arena, items, list->count, aml_bicep_span(l, list));
}

static const aml_value *lower_function(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_bicep_node *list = aml_bicep_part(declared, AML_BICEP_WITH_PARAMETERS);
  aml_object_builder out, output;
  aml_object_begin(&out, l->arena);
  aml_object_begin(&output, l->arena);
  aml_bicep_place inside = {.is_function = true};
  if (list != NULL && list->kind == AML_BICEP_LIST) {
    aml_bicep_local *locals = AML_NEW_ARRAY(l->arena, aml_bicep_local, list->count);
    for (size_t i = 0; i < list->count; i++) {
      aml_span span = aml_bicep_name_span(l, list->parts[i]);
      const aml_expr *name = aml_bicep_make_text(l, list->parts[i]->name, span);
      locals[i] = (aml_bicep_local){.name = list->parts[i]->name,
          .value = aml_bicep_make_call(l, "parameters", span, name, NULL, NULL),
          .outer = inside.locals};
      inside.locals = &locals[i];
    }
    put(&out, "parameters", lower_function_parameters(l, list));
  }
  put(&output, "value", value_or_unread(l, &inside, declared));
  put(&out, "output", aml_object_end(&output, aml_bicep_span(l, declared), 0));
  return aml_object_end(&out, aml_bicep_span(l, declared), 0);
}

const aml_value *aml_bicep_lower_functions(aml_bicep_lowering *l) {
  aml_object_builder space;
  aml_object_begin(&space, l->arena);
  put_text(l, &space, "namespace", "__bicep");
  put(&space, "members", lower_all(l, AML_BICEP_FUNCTION, lower_function));
  const aml_value **items = AML_NEW(l->arena, const aml_value *);
  *items = aml_object_end(&space, whole(l), 0);
  return aml_value_array(l->arena, items, 1, whole(l));
}

/* ---- resources ---- */

static const aml_value *lower_resources(aml_bicep_lowering *l) {
  aml_object_builder out;
  aml_object_begin(&out, l->arena);
  for (size_t i = 0; i < l->deployed.count; i++) {
    aml_bicep_symbol *symbol = l->deployed.items[i];
    const aml_value *value = symbol->declared->kind == AML_BICEP_MODULE ? aml_bicep_module_value(l, symbol)
                                                                        : aml_bicep_resource_value(l, symbol);
    if (value != NULL) {
      aml_object_add(&out, symbol->key, aml_bicep_name_span(l, symbol->declared), value);
    }
  }
  return aml_object_end(&out, whole(l), 0);
}

static const char *schema_of_target(aml_sv target) {
  return aml_sv_eq(target, AML_SV("subscription"))      ? "subscriptionDeploymentTemplate.json#"
         : aml_sv_eq(target, AML_SV("managementGroup")) ? "managementGroupDeploymentTemplate.json#"
         : aml_sv_eq(target, AML_SV("tenant"))          ? "tenantDeploymentTemplate.json#"
                                                        : "deploymentTemplate.json#";
}

const aml_value *aml_bicep_lower(const aml_file *file, const aml_bicep_syntax *syntax) {
  aml_bicep_lowering l = {.arena = file->memory, .file = file, .syntax = syntax};
  aml_map_init(&l.symbols, l.arena, AML_MAP_EXACT);
  aml_map_init(&l.nested, l.arena, AML_MAP_EXACT);
  aml_object_begin(&l.variables, l.arena);
  aml_bicep_declare(&l);
  aml_object_builder out;
  aml_object_begin(&out, l.arena);
  put_text(&l, &out, "$schema", schema_of_target(l.target));
  put_text(&l, &out, "languageVersion", "2.0");
  put_text(&l, &out, "contentVersion", "1.0.0.0");
  put(&out, "definitions", lower_all(&l, AML_BICEP_TYPE, lower_type));
  put(&out, "functions", aml_bicep_lower_functions(&l));
  put(&out, "parameters", lower_all(&l, AML_BICEP_PARAMETER, lower_parameter));
  lower_variables(&l);
  const aml_value *resources = lower_resources(&l);
  const aml_value *outputs = lower_all(&l, AML_BICEP_OUTPUT, lower_output);
  put(&out, "variables", aml_object_end(&l.variables, whole(&l), 0)); /* with those that loops added */
  put(&out, "resources", resources);
  put(&out, "outputs", outputs);
  return aml_object_end(&out, whole(&l), AML_VALUE_LOWERED);
}
