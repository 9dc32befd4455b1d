/* Calls: of functions that a file defines or imports, of those that templates have, and of those that only
 * Bicep has. */
#include "bicep/lower.h"

/* What stands before a dot, when it names a part of the language: az, sys. */
static bool is_namespace(aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *base) {
  return base->kind == AML_BICEP_NAME &&
         (aml_sv_eq(base->name, AML_SV("az")) || aml_sv_eq(base->name, AML_SV("sys"))) &&
         aml_bicep_find(l, place, base->name) == NULL;
}

static aml_expr_list lower_arguments(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  size_t count = node->count - 1;
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, count);
  for (size_t i = 0; i < count; i++) {
    args[i] = aml_bicep_expr(l, place, node->parts[i + 1]);
  }
  return (aml_expr_list){args, count};
}

static const aml_expr *make_named(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node, aml_sv name) {
  const aml_expr_name function = {name, aml_bicep_name_span(l, node)};
  return aml_expr_call(l->arena, function, lower_arguments(l, place, node), aml_bicep_span(l, node));
}

/* The last name of a.b.c. */
static const aml_expr *lower_nameof(const aml_bicep_lowering *l, const aml_bicep_node *node) {
  const aml_bicep_node *of = aml_bicep_bare(aml_bicep_part(node, 1));
  bool is_index = of != NULL && of->kind == AML_BICEP_ITEM && of->parts[1]->kind == AML_BICEP_TEXT;
  aml_sv name = of == NULL ? (aml_sv){NULL, 0} : is_index ? of->parts[1]->name : of->name;
  return aml_bicep_make_text(l, name, aml_bicep_span(l, node));
}

/* A function that the compiler answers, or that only Bicep has; `path` is the calling file for those that
 * load another one. */
static const struct {
  aml_sv name, becomes;
} renamed[] = {
    {AML_SV_CONST("loadTextContent"), AML_SV_CONST("$loadText")},
    {AML_SV_CONST("loadJsonContent"), AML_SV_CONST("$loadJson")},
    {AML_SV_CONST("loadYamlContent"), AML_SV_CONST("$loadYaml")},
    {AML_SV_CONST("loadDirectoryFileInfo"), AML_SV_CONST("$loadFolder")},
    {AML_SV_CONST("roleDefinitions"), AML_SV_CONST("$roleDefinitions")},
    {AML_SV_CONST("readEnvironmentVariable"), AML_SV_CONST("$environmentVariable")},
    {AML_SV_CONST("readCliArg"), AML_SV_CONST("$environmentVariable")},
    {AML_SV_CONST("externalInput"), AML_SV_CONST("$externalInput")},
    {AML_SV_CONST("getSecret"), AML_SV_CONST("$secret")},
};

static const aml_expr *lower_builtin(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  if (aml_sv_eq(node->name, AML_SV("any")) && node->count == 2) {
    return aml_bicep_expr(l, place, node->parts[1]);
  }
  if (aml_sv_eq(node->name, AML_SV("nameof")) && node->count == 2) {
    return lower_nameof(l, node);
  }
  if (aml_sv_eq(node->name, AML_SV("loadFileAsBase64"))) {
    return aml_bicep_make_call(
        l, "base64", aml_bicep_span(l, node), make_named(l, place, node, AML_SV("$loadBytes")), NULL, NULL);
  }
  for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++) {
    if (aml_sv_eq(node->name, renamed[i].name)) {
      return make_named(l, place, node, renamed[i].becomes);
    }
  }
  return make_named(l, place, node, node->name);
}

/* $importCall(path, name, arguments ...) */
static const aml_expr *lower_imported(aml_bicep_lowering *l, const aml_bicep_place *place,
    const aml_bicep_node *node, const aml_bicep_symbol *symbol, aml_sv name) {
  aml_expr_list given = lower_arguments(l, place, node);
  const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, given.count + 2);
  aml_span span = aml_bicep_name_span(l, node);
  args[0] = aml_bicep_make_import_path(l, symbol);
  args[1] = aml_bicep_make_text(l, name, span);
  for (size_t i = 0; i < given.count; i++) {
    args[i + 2] = given.items[i];
  }
  return aml_expr_call(l->arena, (aml_expr_name){AML_SV("$importCall"), span},
      (aml_expr_list){args, given.count + 2}, aml_bicep_span(l, node));
}

static const aml_expr *lower_plain(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_bicep_symbol *symbol = aml_map_find(&l->symbols, node->name);
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_FUNCTION) {
    return make_named(l, place, node, aml_sv_join(l->arena, AML_SV("__bicep."), node->name));
  }
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_IMPORTED) {
    return lower_imported(l, place, node, symbol, symbol->there);
  }
  return lower_builtin(l, place, node);
}

const aml_expr *aml_bicep_call(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_bicep_node *base = aml_bicep_bare(node->parts[0]);
  if (base == NULL) {
    return lower_plain(l, place, node);
  }
  if (is_namespace(l, place, base)) {
    return lower_builtin(l, place, node);
  }
  const aml_bicep_symbol *symbol = base->kind == AML_BICEP_NAME ? aml_bicep_find(l, place, base->name) : NULL;
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_IMPORT) {
    return lower_imported(l, place, node, symbol, node->name);
  }
  aml_span span = aml_bicep_span(l, node);
  aml_bicep_target target = aml_bicep_target_of(l, place, base);
  if (target.symbol != NULL) { /* listKeys(), getSecret() and whatever else a resource answers */
    bool is_list = aml_sv_istarts(node->name, AML_SV("list"));
    const aml_expr_name name = {is_list ? node->name : AML_SV("$secret"), aml_bicep_name_span(l, node)};
    const aml_expr **args = AML_NEW_ARRAY(l->arena, const aml_expr *, 2);
    args[0] = aml_bicep_id(l, place, target, span);
    args[1] = aml_bicep_make_text(l, target.symbol->version, span);
    return aml_expr_call(l->arena, name, (aml_expr_list){args, 2}, span);
  }
  if (base->kind == AML_BICEP_NAME && aml_sv_eq(base->name, AML_SV("this"))) {
    return aml_bicep_make_call(l, "$this", span, NULL, NULL, NULL);
  }
  return aml_bicep_make_failure(l,
      aml_sv_format(l->arena, "The value before the dot has no function '%.*s'.", AML_SV_ARG(node->name)),
      aml_bicep_name_span(l, node));
}
