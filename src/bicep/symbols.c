/* What names mean. */
#include "base/suggest.h"
#include "bicep/lower.h"

const aml_bicep_node *aml_bicep_bare(const aml_bicep_node *node) {
  while (node != NULL && (node->kind == AML_BICEP_GROUP || node->kind == AML_BICEP_ASSERTED)) {
    node = node->parts[0];
  }
  return node;
}

const aml_bicep_node *aml_bicep_property(const aml_bicep_node *object, const char *name) {
  const aml_bicep_node *found = NULL;
  for (size_t i = 0; object != NULL && object->kind == AML_BICEP_OBJECT && i < object->count; i++) {
    const aml_bicep_node *member = object->parts[i];
    if (member->kind == AML_BICEP_PROPERTY && aml_sv_eq(member->name, aml_sv_of(name))) {
      found = member->parts[1];
    }
  }
  return found;
}

const aml_bicep_node *aml_bicep_decorator(const aml_bicep_node *declared, const char *name) {
  const aml_bicep_node *list = aml_bicep_part(declared, AML_BICEP_DECORATORS);
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const aml_bicep_node *call = list->parts[i]->parts[0];
    if (call->kind == AML_BICEP_CALL && aml_sv_eq(call->name, aml_sv_of(name))) {
      return call;
    }
  }
  return NULL;
}

bool aml_bicep_is_deployed(const aml_bicep_symbol *symbol) {
  return symbol != NULL &&
         (symbol->declared->kind == AML_BICEP_RESOURCE || symbol->declared->kind == AML_BICEP_MODULE);
}

static aml_bicep_symbol *new_symbol(
    const aml_bicep_lowering *l, const aml_bicep_node *declared, aml_sv name) {
  aml_bicep_symbol *symbol = AML_NEW(l->arena, aml_bicep_symbol);
  symbol->declared = declared;
  symbol->name = name;
  symbol->key = name;
  return symbol;
}

/* Takes the body of a resource or a module out of its loop and its condition. */
static void unwrap_body(aml_bicep_symbol *symbol) {
  const aml_bicep_node *body = aml_bicep_part(symbol->declared, AML_BICEP_WITH_VALUE);
  if (body != NULL && body->kind == AML_BICEP_LOOP) {
    symbol->loop = body;
    body = body->parts[1];
  }
  if (body != NULL && body->kind == AML_BICEP_CONDITIONAL) {
    symbol->condition = body->parts[0];
    body = body->parts[1];
  }
  symbol->body = body != NULL && body->kind == AML_BICEP_OBJECT ? body : NULL;
}

static void declare_deployed(
    aml_bicep_lowering *l, const aml_bicep_node *declared, aml_bicep_symbol *holder) {
  aml_bicep_symbol *symbol = new_symbol(l, declared, declared->name);
  symbol->holder = holder;
  if (holder != NULL) {
    symbol->key = aml_sv_format(l->arena, "%.*s::%.*s", AML_SV_ARG(holder->key), AML_SV_ARG(declared->name));
  }
  unwrap_body(symbol);
  AML_VEC_PUSH(l->arena, &l->deployed, symbol);
  if (holder == NULL) {
    (void)aml_map_put(&l->symbols, symbol->name, symbol);
  } else {
    (void)aml_map_put(&l->nested, symbol->key, symbol);
  }
  for (size_t i = 0; symbol->body != NULL && i < symbol->body->count; i++) {
    if (symbol->body->parts[i]->kind == AML_BICEP_RESOURCE) {
      declare_deployed(l, symbol->body->parts[i], symbol);
    }
  }
}

static void declare_imports(aml_bicep_lowering *l, const aml_bicep_node *import) {
  const aml_bicep_node *path = aml_bicep_part(import, AML_BICEP_WITH_TYPE);
  const aml_bicep_node *list = aml_bicep_part(import, AML_BICEP_WITH_VALUE);
  aml_sv file = path != NULL && path->kind == AML_BICEP_TEXT ? path->name : (aml_sv){0};
  if (list == NULL && import->name.len > 0) {
    aml_bicep_symbol *symbol = new_symbol(l, import, import->name);
    symbol->path = file;
    symbol->from = path;
    (void)aml_map_put(&l->symbols, symbol->name, symbol);
    return;
  }
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const aml_bicep_node *one = list->parts[i];
    if (one->kind == AML_BICEP_IMPORTED) {
      aml_bicep_symbol *symbol = new_symbol(l, one, one->name);
      symbol->path = file;
      symbol->from = path;
      symbol->there = one->parts[0]->name;
      (void)aml_map_put(&l->symbols, symbol->name, symbol);
    }
  }
}

static void declare_target(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_bicep_node *target = aml_bicep_part(declared, AML_BICEP_WITH_VALUE);
  if (target != NULL && target->kind == AML_BICEP_TEXT) {
    l->target = target->name;
  }
}

static void declare_base(aml_bicep_lowering *l, const aml_bicep_node *declared) {
  const aml_bicep_node *path = aml_bicep_part(declared, AML_BICEP_WITH_TYPE);
  if (path != NULL && path->kind == AML_BICEP_TEXT) {
    l->base = path->name;
  }
}

void aml_bicep_declare(aml_bicep_lowering *l) {
  l->target = AML_SV("resourceGroup");
  for (size_t i = 0; i < l->syntax->count; i++) {
    const aml_bicep_node *one = l->syntax->declarations[i];
    aml_arena_spend(l->arena, 1);
    switch (one->kind) {
    case AML_BICEP_PARAMETER:
    case AML_BICEP_VARIABLE:
    case AML_BICEP_TYPE:
    case AML_BICEP_FUNCTION:
    case AML_BICEP_EXTENSION:
      l->has_extensions = l->has_extensions || one->kind == AML_BICEP_EXTENSION;
      if (one->name.len > 0) {
        (void)aml_map_put(&l->symbols, one->name, new_symbol(l, one, one->name));
      }
      break;
    case AML_BICEP_RESOURCE:
    case AML_BICEP_MODULE:
      declare_deployed(l, one, NULL);
      break;
    case AML_BICEP_IMPORT:
      declare_imports(l, one);
      break;
    case AML_BICEP_TARGET_SCOPE:
      declare_target(l, one);
      break;
    case AML_BICEP_EXTENDS:
      declare_base(l, one);
      break;
    default:
      break;
    }
  }
}

aml_bicep_symbol *aml_bicep_find_nested(
    const aml_bicep_lowering *l, const aml_bicep_symbol *holder, aml_sv name) {
  return aml_map_find(
      &l->nested, aml_sv_format(l->arena, "%.*s::%.*s", AML_SV_ARG(holder->key), AML_SV_ARG(name)));
}

aml_bicep_symbol *aml_bicep_find(const aml_bicep_lowering *l, const aml_bicep_place *place, aml_sv name) {
  aml_bicep_symbol *found = NULL;
  for (const aml_bicep_symbol *at = place->inside; found == NULL && at != NULL && l->nested.count > 0;
       at = at->holder) {
    found = aml_bicep_find_nested(l, at, name);
  }
  return found != NULL ? found : aml_map_find(&l->symbols, name);
}

static aml_sv name_at(const void *ctx, size_t i) {
  const aml_map *symbols = ctx;
  return symbols->entries[i].key;
}

aml_sv aml_bicep_no_such_name(const aml_bicep_lowering *l, const aml_bicep_place *place, aml_sv name) {
  enum { AMONG_MAX = 500 };
  (void)place;
  size_t near = AML_NPOS;
  if (l->symbols.count <= AMONG_MAX) {
    aml_arena_spend(l->arena, l->symbols.count);
    near = aml_suggest(name, l->symbols.count, name_at, &l->symbols);
  }
  return near == AML_NPOS ? aml_sv_format(l->arena, "'%.*s' is not declared.", AML_SV_ARG(name))
                          : aml_sv_format(l->arena, "'%.*s' is not declared; did you mean '%.*s'?",
                                AML_SV_ARG(name), AML_SV_ARG(l->symbols.entries[near].key));
}
