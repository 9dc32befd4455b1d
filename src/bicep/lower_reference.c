/* Resources and modules that expressions refer to: their names and ids are known from the file, all else is
 * asked for when it is deployed. */
#include "bicep/lower.h"

enum { NAMES_DEPTH = 64 /* of names that are made of other resources' names */, SEGMENTS_MAX = 16 };

static size_t count_slashes(aml_sv text) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) {
    count += text.data[i] == '/';
  }
  return count;
}

aml_sv aml_bicep_type_of(aml_bicep_lowering *l, aml_bicep_symbol *symbol) {
  if (symbol->is_placed) {
    return symbol->type;
  }
  symbol->is_placed = true;
  if (symbol->declared->kind == AML_BICEP_MODULE) {
    symbol->type = AML_SV("Microsoft.Resources/deployments");
    symbol->version = AML_SV("2025-04-01");
    return symbol->type;
  }
  const aml_bicep_node *text = aml_bicep_part(symbol->declared, AML_BICEP_WITH_TYPE);
  aml_sv rest = text != NULL && text->kind == AML_BICEP_TEXT ? text->name : (aml_sv){NULL, 0};
  if (aml_sv_starts(rest, AML_SV("az:"))) {
    rest = aml_sv_slice(rest, 3, rest.len);
  }
  aml_sv type = aml_sv_split(&rest, '@');
  symbol->type = type;
  symbol->version = rest;
  if (symbol->holder != NULL && type.len > 0) {
    aml_sv outer = aml_bicep_type_of(l, symbol->holder);
    symbol->type = aml_sv_format(l->arena, "%.*s/%.*s", AML_SV_ARG(outer), AML_SV_ARG(type));
    symbol->version = rest.len > 0 ? rest : symbol->holder->version;
  }
  return symbol->type;
}

aml_bicep_symbol *aml_bicep_looped(aml_bicep_symbol *symbol) {
  while (symbol != NULL && symbol->loop == NULL) {
    symbol = symbol->holder;
  }
  return symbol;
}

/* An array that is not merely a parameter or a variable becomes a variable, so that n instances do not
 * compute it n times. */
const aml_expr *aml_bicep_items(aml_bicep_lowering *l, aml_bicep_symbol *symbol) {
  if (symbol->items == NULL) {
    static const aml_bicep_place top = {0};
    const aml_bicep_place outer = {.inside = symbol->holder};
    const aml_bicep_node *array = symbol->loop->parts[0];
    aml_span span = aml_bicep_span(l, array);
    symbol->items = aml_bicep_make_text(l, AML_SV(""), span); /* while it is made: it cannot need itself */
    const aml_value *value = aml_bicep_value(l, symbol->holder == NULL ? &top : &outer, array);
    if (value->kind == AML_EXPRESSION && aml_expr_hands_on(value->as.expression.tree)) {
      symbol->items = value->as.expression.tree;
    } else {
      aml_sv name = aml_sv_format(l->arena, "items of %.*s", AML_SV_ARG(symbol->key));
      aml_object_add(&l->variables, name, span, value);
      symbol->items =
          aml_bicep_make_call(l, "variables", span, aml_bicep_make_text(l, name, span), NULL, NULL);
    }
  }
  return symbol->items;
}

const aml_bicep_place *aml_bicep_enter_body(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target) {
  aml_bicep_place *inner = AML_NEW(l->arena, aml_bicep_place);
  inner->inside = target.symbol;
  aml_bicep_symbol *looped = aml_bicep_looped(target.symbol);
  if (looped == NULL) {
    return inner;
  }
  const aml_bicep_node *index = aml_bicep_part(looped->loop, 3);
  aml_span span = aml_bicep_span(l, looped->loop->parts[2]);
  aml_bicep_local *locals = AML_NEW_ARRAY(l->arena, aml_bicep_local, 2);
  const aml_expr *number = target.index != NULL ? aml_bicep_expr(l, place, target.index)
                                                : aml_bicep_make_call(l, "copyIndex", span, NULL, NULL, NULL);
  locals[0] = (aml_bicep_local){.name = looped->loop->parts[2]->name,
      .value = aml_expr_index(l->arena, aml_bicep_items(l, looped), number, span, false, span)};
  inner->locals = &locals[0];
  if (index != NULL) {
    locals[1] = (aml_bicep_local){.name = index->name, .value = number, .outer = &locals[0]};
    inner->locals = &locals[1];
  }
  return inner;
}

static bool is_local(const aml_bicep_place *place, aml_sv name) {
  for (const aml_bicep_local *at = place->locals; at != NULL; at = at->outer) {
    if (aml_sv_eq(at->name, name)) {
      return true;
    }
  }
  return false;
}

aml_bicep_target aml_bicep_target_of(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  aml_bicep_target target = {NULL, NULL};
  node = aml_bicep_bare(node);
  if (node == NULL || place->is_function) {
    return target;
  }
  if (node->kind == AML_BICEP_NAME && !is_local(place, node->name)) {
    aml_bicep_symbol *symbol = aml_bicep_find(l, place, node->name);
    target.symbol = aml_bicep_is_deployed(symbol) ? symbol : NULL;
  } else if (node->kind == AML_BICEP_NESTED) {
    target = aml_bicep_target_of(l, place, node->parts[0]);
    target.symbol = target.symbol == NULL ? NULL : aml_bicep_find_nested(l, target.symbol, node->name);
  } else if (node->kind == AML_BICEP_ITEM) {
    target = aml_bicep_target_of(l, place, node->parts[0]);
    bool is_item = target.symbol != NULL && target.index == NULL && aml_bicep_looped(target.symbol) != NULL;
    target = is_item ? (aml_bicep_target){target.symbol, node->parts[1]} : (aml_bicep_target){NULL, NULL};
  }
  return target;
}

/* ---- names ---- */

/* Whose child a target is, and where its index is written; its symbol is NULL where it is none's. */
static aml_bicep_target parent_of(
    aml_bicep_lowering *l, const aml_bicep_place **place, aml_bicep_target target) {
  if (target.symbol->holder != NULL) {
    return (aml_bicep_target){target.symbol->holder, target.index};
  }
  const aml_bicep_node *named = aml_bicep_property(target.symbol->body, "parent");
  if (named == NULL) {
    return (aml_bicep_target){NULL, NULL};
  }
  *place = aml_bicep_enter_body(l, *place, target);
  return aml_bicep_target_of(l, *place, named);
}

/* The name that the compiler gives a module without one. The whole is to have at most 64 characters, with
 * room for a hash of 13 and for a number of 3. */
static const aml_expr *make_module_name(const aml_bicep_lowering *l, const aml_bicep_symbol *symbol) {
  enum { NAME_MAX_LENGTH = 64, HASH = 13, NUMBER = 3 };
  aml_span span = aml_bicep_name_span(l, symbol->declared);
  size_t room = NAME_MAX_LENGTH - HASH - 1 - (symbol->loop != NULL ? NUMBER + 1 : 0);
  aml_sv prefix = aml_sv_slice(symbol->name, 0, room);
  const aml_expr *deployment = aml_bicep_make_call(l, "deployment", span, NULL, NULL, NULL);
  deployment = aml_expr_property(l->arena, deployment, (aml_expr_name){AML_SV("name"), span}, false, span);
  const aml_expr *hash = aml_bicep_make_call(
      l, "uniqueString", span, aml_bicep_make_text(l, symbol->name, span), deployment, NULL);
  aml_sv format = symbol->loop != NULL ? aml_sv_format(l->arena, "%.*s-{0}-{1}", AML_SV_ARG(prefix))
                                       : aml_sv_format(l->arena, "%.*s-{0}", AML_SV_ARG(prefix));
  const aml_expr *text = aml_bicep_make_text(l, format, span);
  return symbol->loop != NULL ? aml_bicep_make_call(l, "format", span, text,
                                    aml_bicep_make_call(l, "copyIndex", span, NULL, NULL, NULL), hash)
                              : aml_bicep_make_call(l, "format", span, text, hash, NULL);
}

static const aml_expr *make_own_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target) {
  const aml_bicep_symbol *symbol = target.symbol;
  const aml_bicep_node *named = aml_bicep_property(symbol->body, "name");
  const aml_bicep_place *inner = aml_bicep_enter_body(l, place, target);
  if (named != NULL) {
    return aml_bicep_expr(l, inner, named);
  }
  if (symbol->declared->kind == AML_BICEP_MODULE) {
    return make_module_name(l, symbol);
  }
  return aml_expr_value(l->arena, aml_bicep_unread(l, symbol->declared));
}

static const aml_expr *fail_depth(const aml_bicep_lowering *l, const aml_bicep_symbol *symbol) {
  return aml_bicep_make_failure(l,
      aml_sv_format(l->arena, "The name of '%.*s' depends on itself.", AML_SV_ARG(symbol->name)),
      aml_bicep_name_span(l, symbol->declared));
}

const aml_expr *aml_bicep_own_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target) {
  aml_bicep_symbol *symbol = target.symbol;
  if (symbol->own_name != NULL) {
    return symbol->own_name;
  }
  if (l->depth == NAMES_DEPTH || symbol->is_busy) {
    return fail_depth(l, symbol);
  }
  bool is_looped = aml_bicep_looped(symbol) != NULL; /* then it may need the name of another instance */
  l->depth++;
  symbol->is_busy = !is_looped;
  const aml_expr *name = make_own_name(l, place, target);
  symbol->is_busy = false;
  l->depth--;
  symbol->own_name = is_looped ? NULL : name;
  return name;
}

const aml_expr *aml_bicep_full_name(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target) {
  if (l->depth == NAMES_DEPTH) {
    return fail_depth(l, target.symbol);
  }
  l->depth++;
  const aml_expr *own = aml_bicep_own_name(l, place, target);
  const aml_bicep_place *outer = place;
  aml_bicep_target parent = parent_of(l, &outer, target);
  const aml_expr *full = parent.symbol == NULL
                             ? own
                             : aml_bicep_make_path(l, aml_bicep_full_name(l, outer, parent), own, own->span);
  l->depth--;
  return full;
}

/* ---- ids ---- */

typedef struct segments {
  const aml_expr *names[SEGMENTS_MAX];
  size_t count;
  aml_bicep_target top;         /* the resource that the others are below of */
  const aml_bicep_place *place; /* and where it is named */
} segments;

/* A name of several segments is cut at its slashes. */
static void add_segments(aml_bicep_lowering *l, segments *out, const aml_expr *name, size_t count) {
  for (size_t i = 0; i < count && out->count < SEGMENTS_MAX; i++) {
    const aml_expr *one = name;
    if (count > 1) {
      const aml_expr *slash = aml_bicep_make_text(l, AML_SV("/"), name->span);
      const aml_expr *parts = aml_bicep_make_call(l, "split", name->span, name, slash, NULL);
      one = aml_expr_index(
          l->arena, parts, aml_expr_int(l->arena, (int64_t)i, name->span), name->span, false, name->span);
    }
    out->names[out->count++] = one;
  }
}

static void collect_segments(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, segments *out) {
  const aml_bicep_place *outer = place;
  aml_bicep_target parent = parent_of(l, &outer, target);
  size_t above = 0;
  if (parent.symbol != NULL && l->depth < NAMES_DEPTH) {
    l->depth++;
    collect_segments(l, outer, parent, out);
    l->depth--;
    above = count_slashes(aml_bicep_type_of(l, parent.symbol));
  } else {
    out->top = target;
    out->place = place;
  }
  size_t own = count_slashes(aml_bicep_type_of(l, target.symbol));
  add_segments(l, out, aml_bicep_own_name(l, place, target), own > above ? own - above : 1);
}

aml_bicep_target aml_bicep_top(
    aml_bicep_lowering *l, const aml_bicep_place **place, aml_bicep_target target) {
  for (size_t depth = 0; depth < NAMES_DEPTH; depth++) {
    const aml_bicep_place *outer = *place;
    aml_bicep_target parent = parent_of(l, &outer, target);
    if (parent.symbol == NULL) {
      break;
    }
    target = parent;
    *place = outer;
  }
  return target;
}

const aml_expr *aml_bicep_id(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, aml_span span) {
  if (l->depth >= NAMES_DEPTH) {
    return fail_depth(l, target.symbol);
  }
  segments all = {.count = 0};
  l->depth++;
  collect_segments(l, place, target, &all);
  aml_bicep_scope scope = aml_bicep_scope_of(l, aml_bicep_enter_body(l, all.place, all.top), all.top.symbol);
  l->depth--;
  return aml_bicep_make_id(l, &scope, aml_bicep_type_of(l, target.symbol), all.names, all.count, span);
}

/* ---- what is read of them ---- */

/* What the template calls the instance. */
static const aml_expr *symbol_text(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, aml_span span) {
  if (target.index == NULL) {
    return aml_bicep_make_text(l, target.symbol->key, span);
  }
  aml_sv format = aml_sv_format(l->arena, "%.*s[{0}]", AML_SV_ARG(target.symbol->key));
  return aml_bicep_make_call(
      l, "format", span, aml_bicep_make_text(l, format, span), aml_bicep_expr(l, place, target.index), NULL);
}

static const aml_expr *make_reference(aml_bicep_lowering *l, const aml_bicep_place *place,
    aml_bicep_target target, bool is_full, aml_span span) {
  (void)aml_bicep_type_of(l, target.symbol);
  const aml_expr *full = is_full ? aml_bicep_make_text(l, AML_SV("full"), span) : NULL;
  if (target.index == NULL && target.symbol->loop != NULL) {
    return aml_bicep_make_call(l, "references", span, symbol_text(l, place, target, span), full, NULL);
  }
  const aml_expr *version = aml_bicep_make_text(l, target.symbol->version, span);
  return aml_bicep_make_call(l, "reference", span, symbol_text(l, place, target, span), version, full);
}

const aml_expr *aml_bicep_reference(
    aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target, aml_span span) {
  return make_reference(l, place, target, true, span);
}

/* `x.?y` is null where x is not deployed. */
static const aml_expr *guard(aml_bicep_lowering *l, const aml_bicep_place *place, aml_bicep_target target,
    bool is_safe, const aml_expr *read) {
  if (!is_safe || target.symbol->condition == NULL) {
    return read;
  }
  const aml_expr *condition =
      aml_bicep_expr(l, aml_bicep_enter_body(l, place, target), target.symbol->condition);
  const aml_expr *null = aml_expr_value(l->arena, aml_value_null(l->arena, read->span));
  return aml_expr_if(l->arena, condition, read, null, read->span);
}

/* module.outputs.x: reference('module').outputs.x.value */
static const aml_expr *lower_output(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_bicep_node *outputs = aml_bicep_bare(node->parts[0]);
  if (outputs == NULL || outputs->kind != AML_BICEP_MEMBER || !aml_sv_eq(outputs->name, AML_SV("outputs"))) {
    return NULL;
  }
  aml_bicep_target target = aml_bicep_target_of(l, place, outputs->parts[0]);
  if (target.symbol == NULL || target.symbol->declared->kind != AML_BICEP_MODULE) {
    return NULL;
  }
  aml_span span = aml_bicep_span(l, node);
  aml_span name = aml_bicep_name_span(l, node);
  const aml_expr *read = make_reference(l, place, target, false, span);
  read = aml_expr_property(
      l->arena, read, (aml_expr_name){AML_SV("outputs"), aml_bicep_name_span(l, outputs)}, false, span);
  read = aml_expr_property(l->arena, read, (aml_expr_name){node->name, name}, node->is_safe, span);
  read = aml_expr_property(l->arena, read, (aml_expr_name){AML_SV("value"), name}, node->is_safe, span);
  return guard(l, place, target, outputs->is_safe, read);
}

const aml_expr *aml_bicep_reference_member(
    aml_bicep_lowering *l, const aml_bicep_place *place, const aml_bicep_node *node) {
  const aml_expr *output = lower_output(l, place, node);
  if (output != NULL) {
    return output;
  }
  aml_bicep_target target = aml_bicep_target_of(l, place, node->parts[0]);
  if (target.symbol == NULL) {
    return NULL;
  }
  aml_span span = aml_bicep_span(l, node);
  aml_sv name = node->name;
  if (aml_sv_eq(name, AML_SV("id"))) {
    return aml_bicep_id(l, place, target, span);
  }
  if (aml_sv_eq(name, AML_SV("name"))) {
    return aml_bicep_own_name(l, place, target);
  }
  if (aml_sv_eq(name, AML_SV("type"))) {
    return aml_bicep_make_text(l, aml_bicep_type_of(l, target.symbol), span);
  }
  if (aml_sv_eq(name, AML_SV("apiVersion"))) {
    (void)aml_bicep_type_of(l, target.symbol);
    return aml_bicep_make_text(l, target.symbol->version, span);
  }
  bool is_short = aml_sv_eq(name, AML_SV("properties"));
  const aml_expr *read = make_reference(l, place, target, !is_short, span);
  if (!is_short) {
    read = aml_expr_property(
        l->arena, read, (aml_expr_name){name, aml_bicep_name_span(l, node)}, node->is_safe, span);
  }
  return guard(l, place, target, node->is_safe, read);
}
