/* Resources and modules as a template declares them. */
#include "bicep/lower.h"

static const aml_bicep_place top = {0};

static void put_text(
    aml_bicep_lowering *l, aml_object_builder *out, const char *name, aml_sv text, aml_span span) {
  aml_object_add(out, aml_sv_of(name), span, aml_value_string(l->arena, text, span));
}

/* ---- whether, and how often ---- */

static void put_condition(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  AML_VEC(const aml_expr *) all = {0};
  aml_span span = AML_NO_SPAN;
  for (aml_bicep_symbol *at = symbol; at != NULL; at = at->holder) {
    if (at->condition != NULL) {
      const aml_bicep_place *inner = aml_bicep_enter_body(l, &top, (aml_bicep_target){at, NULL});
      span = aml_span_is_none(span) ? aml_bicep_span(l, at->condition) : span;
      AML_VEC_PUSH(l->arena, &all, aml_bicep_expr(l, inner, at->condition));
    }
  }
  if (all.count == 1 && all.items[0]->kind == AML_EXPR_VALUE) {
    aml_object_add(out, AML_SV("condition"), span, all.items[0]->as.value);
  } else if (all.count > 0) {
    const aml_expr *whole = all.count == 1 ? all.items[0]
                                           : aml_expr_call(l->arena, (aml_expr_name){AML_SV("and"), span},
                                                 (aml_expr_list){all.items, all.count}, span);
    aml_object_add(out, AML_SV("condition"), span, aml_bicep_computed(l, whole, span));
  }
}

static void put_copy(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  aml_bicep_symbol *looped = aml_bicep_looped(symbol);
  if (looped == NULL) {
    return;
  }
  const aml_bicep_node *array = looped->loop->parts[0];
  aml_span span = aml_bicep_span(l, array);
  const aml_expr *count = aml_bicep_make_call(l, "length", span, aml_bicep_items(l, looped), NULL, NULL);
  aml_object_builder copy;
  aml_object_begin_sized(&copy, l->arena, 2);
  put_text(l, &copy, "name", symbol->key, aml_bicep_name_span(l, symbol->declared));
  aml_object_add(&copy, AML_SV("count"), span, aml_bicep_computed(l, count, span));
  aml_object_add(out, AML_SV("copy"), span, aml_object_end(&copy, span, 0));
}

static void put_presence(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  aml_span span = aml_bicep_name_span(l, symbol->declared);
  if (symbol->declared->is_existing) {
    aml_object_add(out, AML_SV("existing"), span, aml_value_bool(l->arena, true, span));
  }
  put_condition(l, symbol, out);
  put_copy(l, symbol, out);
}

/* Where the type of a declaration is written, and its version; both are all of the text where its escapes
 * leave that open, or it has no version. */
static void place_type(
    const aml_bicep_lowering *l, const aml_bicep_symbol *symbol, aml_span *type, aml_span *version) {
  const aml_bicep_node *text = symbol->declared->parts[AML_BICEP_WITH_TYPE];
  size_t at = aml_sv_find_char(text->name, '@', 0);
  bool is_plain = text->end - text->begin == text->name.len + 2; /* one to one, but for the quotes */
  *type = *version = aml_bicep_span(l, text);
  if (is_plain && at != AML_NPOS) {
    *type = aml_file_span(l->file, text->begin + 1, text->begin + 1 + at);
    *version = aml_file_span(l->file, text->begin + 1 + at + 1, text->end - 1);
  }
}

static bool has_version(const aml_bicep_symbol *symbol) {
  const aml_bicep_node *text = aml_bicep_part(symbol->declared, AML_BICEP_WITH_TYPE);
  return text != NULL && text->kind == AML_BICEP_TEXT && aml_sv_find_char(text->name, '@', 0) != AML_NPOS;
}

/* A nested resource without a version has that of the one around it, and its place. */
static void put_type(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  aml_span type, version, unused;
  place_type(l, symbol, &type, &version);
  const aml_bicep_symbol *owner = symbol;
  while (owner->holder != NULL && !has_version(owner)) {
    owner = owner->holder;
  }
  if (has_version(owner)) {
    place_type(l, owner, &unused, &version);
  }
  put_text(l, out, "type", aml_bicep_type_of(l, symbol), type);
  put_text(l, out, "apiVersion", symbol->version, version);
}

static const aml_value *as_value(aml_bicep_lowering *l, const aml_expr *expr, aml_span span) {
  if (expr->kind == AML_EXPR_STRING) {
    return aml_value_string(l->arena, expr->name, span);
  }
  return expr->kind == AML_EXPR_VALUE ? expr->as.value : aml_bicep_computed(l, expr, span);
}

static void put_name(aml_bicep_lowering *l, aml_bicep_symbol *symbol, aml_object_builder *out) {
  const aml_bicep_node *named = aml_bicep_property(symbol->body, "name");
  const aml_expr *full = aml_bicep_full_name(l, &top, (aml_bicep_target){symbol, NULL});
  aml_span span = named != NULL ? aml_bicep_span(l, named) : aml_bicep_name_span(l, symbol->declared);
  aml_object_add(out, AML_SV("name"), span, as_value(l, full, span));
}

/* ---- resources ---- */

/* What the body says for the compiler alone. */
static bool is_directive(aml_sv name) {
  static const aml_sv names[] = {AML_SV_CONST("parent"), AML_SV_CONST("scope"), AML_SV_CONST("name"),
      AML_SV_CONST("dependsOn"), AML_SV_CONST("type"), AML_SV_CONST("apiVersion"), AML_SV_CONST("id")};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_eq(name, names[i])) {
      return true;
    }
  }
  return false;
}

/* Whether a type is one of an extension: providers of Azure have a dot in their names, and Microsoft Graph is
 * the extension that has one, too. */
static bool is_foreign(const aml_bicep_lowering *l, aml_sv type) {
  aml_sv provider = aml_sv_slice(type, 0, aml_sv_find_char(type, '/', 0));
  return l->has_extensions &&
         (aml_sv_find_char(provider, '.', 0) == AML_NPOS || aml_sv_ieq(provider, AML_SV("Microsoft.Graph")));
}

const aml_value *aml_bicep_resource_value(aml_bicep_lowering *l, aml_bicep_symbol *symbol) {
  aml_sv type = aml_bicep_type_of(l, symbol);
  if (symbol->body == NULL || type.len == 0 || is_foreign(l, type)) {
    return NULL;
  }
  const aml_bicep_place *inner = aml_bicep_enter_body(l, &top, (aml_bicep_target){symbol, NULL});
  aml_object_builder out;
  unsigned flags = 0;
  aml_object_begin(&out, l->arena);
  put_presence(l, symbol, &out);
  put_type(l, symbol, &out);
  if (aml_bicep_property(symbol->body, "name") != NULL) {
    put_name(l, symbol, &out);
  }
  aml_bicep_put_scope(l, symbol, &out);
  for (size_t i = 0; i < symbol->body->count; i++) {
    const aml_bicep_node *member = symbol->body->parts[i];
    bool is_open = member->kind == AML_BICEP_SKIPPED || member->kind == AML_BICEP_SPREAD;
    bool is_cut = member->kind == AML_BICEP_SKIPPED;
    flags |= (is_open ? (unsigned)AML_VALUE_OPEN : 0U) | (is_cut ? (unsigned)AML_VALUE_CUT : 0U);
    if (member->kind == AML_BICEP_PROPERTY && member->parts[0]->kind == AML_BICEP_TEXT &&
        !is_directive(member->name)) {
      aml_object_set(
          &out, member->name, aml_bicep_name_span(l, member), aml_bicep_value(l, inner, member->parts[1]));
    }
  }
  return aml_object_end(&out, aml_bicep_span(l, symbol->body), flags);
}

/* ---- modules ---- */

/* kv.getSecret('name', 'version'): where the secret lies; NULL where the node is none. */
static const aml_value *lower_secret(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  node = aml_bicep_bare(node);
  if (node->kind != AML_BICEP_CALL || node->count < 2 || !aml_sv_eq(node->name, AML_SV("getSecret"))) {
    return NULL;
  }
  aml_bicep_target target = aml_bicep_target_of(l, place, node->parts[0]);
  if (target.symbol == NULL) {
    return NULL;
  }
  aml_span span = aml_bicep_span(l, node);
  aml_object_builder vault, reference, entry;
  aml_object_begin(&vault, l->arena);
  aml_object_add(&vault, AML_SV("id"), span, as_value(l, aml_bicep_id(l, place, target, span), span));
  aml_object_begin(&reference, l->arena);
  aml_object_add(&reference, AML_SV("keyVault"), span, aml_object_end(&vault, span, 0));
  aml_object_add(&reference, AML_SV("secretName"), span, aml_bicep_value(l, place, node->parts[1]));
  aml_object_begin(&entry, l->arena);
  aml_object_add(&entry, AML_SV("reference"), span, aml_object_end(&reference, span, 0));
  return aml_object_end(&entry, span, 0);
}

static const aml_value *lower_argument(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_value *secret = lower_secret(l, place, node);
  if (secret != NULL) {
    return secret;
  }
  const aml_value *value = aml_bicep_value(l, place, node);
  aml_object_builder entry;
  aml_object_begin_sized(&entry, l->arena, 1);
  aml_object_add(&entry, AML_SV("value"), value->span, value);
  return aml_object_end(&entry, value->span, 0);
}

static const aml_value *lower_arguments(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *params) {
  aml_object_builder out;
  unsigned flags = 0;
  aml_object_begin(&out, l->arena);
  for (size_t i = 0; i < params->count; i++) {
    const aml_bicep_node *member = params->parts[i];
    if (member->kind == AML_BICEP_PROPERTY && member->parts[0]->kind == AML_BICEP_TEXT) {
      aml_object_set(
          &out, member->name, aml_bicep_name_span(l, member), lower_argument(l, place, member->parts[1]));
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return aml_object_end(&out, aml_bicep_span(l, params), flags);
}

static const aml_value *lower_link(aml_bicep_lowering *l, const aml_bicep_node *reference) {
  aml_span span = aml_bicep_span(l, reference);
  aml_object_builder link;
  aml_object_begin(&link, l->arena);
  put_text(l, &link, "module", reference->kind == AML_BICEP_TEXT ? reference->name : AML_SV(""), span);
  return aml_object_end(&link, span, 0);
}

const aml_value *aml_bicep_module_value(aml_bicep_lowering *l, aml_bicep_symbol *symbol) {
  if (symbol->body == NULL) {
    return NULL;
  }
  const aml_bicep_place *inner = aml_bicep_enter_body(l, &top, (aml_bicep_target){symbol, NULL});
  const aml_bicep_node *reference = symbol->declared->parts[AML_BICEP_WITH_TYPE];
  const aml_bicep_node *params = aml_bicep_bare(aml_bicep_property(symbol->body, "params"));
  aml_span span = aml_bicep_span(l, reference);
  aml_object_builder out, options, properties;
  aml_object_begin(&out, l->arena);
  put_presence(l, symbol, &out);
  put_type(l, symbol, &out);
  put_name(l, symbol, &out);
  aml_bicep_put_scope(l, symbol, &out);
  aml_object_begin(&options, l->arena);
  put_text(l, &options, "scope", AML_SV("inner"), span);
  aml_object_begin(&properties, l->arena);
  aml_object_add(&properties, AML_SV("expressionEvaluationOptions"), span, aml_object_end(&options, span, 0));
  put_text(l, &properties, "mode", AML_SV("Incremental"), span);
  if (params != NULL) {
    const aml_value *given =
        params->kind == AML_BICEP_OBJECT ? lower_arguments(l, inner, params) : aml_bicep_unread(l, params);
    aml_object_add(&properties, AML_SV("parameters"), aml_bicep_span(l, params), given);
  }
  aml_object_add(&properties, AML_SV("templateLink"), span, lower_link(l, reference));
  aml_object_add(
      &out, AML_SV("properties"), span, aml_object_end(&properties, aml_bicep_span(l, symbol->body), 0));
  return aml_object_end(&out, aml_bicep_span(l, symbol->body), 0);
}
