/* For expressions, splats and loops of templates. */
#include "hcl/type.h"

typedef struct walk {
  const aml_hcl_call *call;
  const aml_value *collection;
  aml_hcl_binding key, value;
} walk;

#define TUPLE  AML_KIND_BIT(AML_ARRAY)
#define OBJECT AML_KIND_BIT(AML_OBJECT)

/* Begins a walk over the third argument. Returns what the loop gives where it cannot be walked. */
static const aml_value *begin(walk *w, const aml_hcl_call *call, aml_kinds kinds) {
  *w = (walk){.call = call};
  w->collection = aml_eval_arg(call->eval, call->expr, 2);
  w->key.name = call->expr->args[0]->name;
  w->value.name = call->expr->args[1]->name;
  if (w->collection->kind == AML_UNKNOWN || aml_value_has(w->collection, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, w->collection, kinds);
  }
  if (w->collection->kind != AML_ARRAY && w->collection->kind != AML_OBJECT) {
    return aml_hcl_call_fail(call, 2, "A loop requires a list, a set, a map or an object.");
  }
  w->collection = aml_hcl_ordered(call->eval, w->collection);
  return NULL;
}

static void bind(walk *w, size_t i) {
  aml_hcl_element(w->call->eval, w->collection, i, &w->key.value, &w->value.value);
}

static const aml_value *eval_part(walk *w, size_t arg) {
  return aml_hcl_eval_bound(w->call->eval, w->call->expr->args[arg], &w->key, &w->value);
}

/* Whether the item is taken: true or false; else what the loop gives. */
static const aml_value *is_taken(walk *w, size_t arg, bool *taken) {
  if (!aml_eval_spend(w->call->eval, 1)) {
    return aml_eval_unknown(w->call->eval, w->call->function->returns, AML_REASON_LIMIT);
  }
  const aml_value *answer = aml_hcl_to_bool(w->call->eval, eval_part(w, arg));
  if (answer == NULL || answer->kind == AML_NULL) {
    return aml_hcl_call_fail(w->call, arg, "The condition of a loop must be true or false.");
  }
  if (answer->kind == AML_UNKNOWN) {
    return aml_unknown_because(w->call->eval, answer, w->call->function->returns);
  }
  *taken = answer->as.boolean;
  return NULL;
}

static const aml_value *for_tuple(const aml_hcl_call *call) {
  walk w;
  const aml_value *ended = begin(&w, call, TUPLE);
  if (ended != NULL) {
    return ended;
  }
  size_t count = aml_hcl_count(w.collection);
  size_t kept = 0;
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    bool taken = false;
    bind(&w, i);
    ended = is_taken(&w, 4, &taken);
    if (ended != NULL) {
      return ended;
    }
    if (taken) {
      items[kept++] = aml_stand_here(call->eval, eval_part(&w, 3));
    }
  }
  return aml_make_array(call->eval, items, kept, 0);
}

typedef AML_VEC(const aml_value *) group;

/* Adds the value of an item under its key, or to the group of that. False: *ended is what the loop gives. */
static bool add_item(
    walk *w, bool is_grouped, aml_object_builder *out, aml_map *known, const aml_value **ended) {
  aml_eval *eval = w->call->eval;
  const aml_value *key = aml_hcl_to_string(eval, eval_part(w, 3));
  const aml_value *value = eval_part(w, 4);
  if (key == NULL || key->kind == AML_NULL) {
    *ended = aml_hcl_call_fail(w->call, 3, "The key of an item must be a string.");
    return false;
  }
  if (key->kind == AML_UNKNOWN) {
    *ended = aml_unknown_because(eval, key, OBJECT);
    return false;
  }
  group *found = aml_map_find(known, key->as.string);
  if (found != NULL && !is_grouped) {
    *ended = aml_hcl_call_fail(w->call, 3, "Two items have the key '%.*s'.", AML_SV_ARG(key->as.string));
    return false;
  }
  if (found == NULL) {
    found = AML_NEW(eval->arena, group);
    (void)aml_map_put(known, key->as.string, found);
    if (!is_grouped) {
      aml_object_add(out, key->as.string, key->span, value);
    }
  }
  AML_VEC_PUSH(eval->arena, found, value);
  return true;
}

static const aml_value *make_object(const aml_hcl_call *call, bool is_grouped) {
  walk w;
  aml_eval *eval = call->eval;
  const aml_value *ended = begin(&w, call, OBJECT);
  if (ended != NULL) {
    return ended;
  }
  aml_map known;
  aml_object_builder builder;
  aml_map_init(&known, eval->arena, AML_MAP_EXACT);
  aml_object_begin_sized(&builder, eval->arena, aml_hcl_count(w.collection));
  for (size_t i = 0; i < aml_hcl_count(w.collection); i++) {
    bool taken = false;
    bind(&w, i);
    ended = is_taken(&w, 5, &taken);
    if (ended != NULL || (taken && !add_item(&w, is_grouped, &builder, &known, &ended))) {
      return ended;
    }
  }
  for (size_t i = 0; is_grouped && i < known.count; i++) {
    const group *items = known.entries[i].value;
    aml_object_add(&builder, known.entries[i].key, call->expr->span,
        aml_make_array(eval, items->items, items->count, 0));
  }
  return aml_hcl_ordered(eval, aml_object_end(&builder, aml_eval_here(eval), 0));
}

static const aml_value *for_object(const aml_hcl_call *call) {
  return make_object(call, false);
}

static const aml_value *for_groups(const aml_hcl_call *call) {
  return make_object(call, true);
}

/* A value that is no list is a list of itself; null is an empty one. */
static const aml_value *splat(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  const aml_value *base = aml_eval_arg(eval, call->expr, 0);
  if (base->kind == AML_UNKNOWN || (base->kind == AML_ARRAY && aml_value_has(base, AML_VALUE_OPEN))) {
    return aml_unknown_because(eval, base, TUPLE);
  }
  bool is_list = base->kind == AML_ARRAY;
  size_t count = is_list ? base->as.array.count : base->kind == AML_NULL ? 0 : 1;
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
  const aml_hcl_binding none = {0};
  for (size_t i = 0; i < count && aml_eval_spend(eval, 1); i++) {
    aml_hcl_binding item = {.name = AML_SV("*"), .value = is_list ? base->as.array.items[i] : base};
    items[i] = aml_hcl_eval_bound(eval, call->expr->args[1], &none, &item);
  }
  if (eval->steps_left == 0) {
    return aml_eval_unknown(eval, TUPLE, AML_REASON_LIMIT);
  }
  bool is_collection = is_list && (base->flags & (unsigned)AML_HCL_COLLECTION) != 0;
  const aml_value *list =
      is_collection ? aml_hcl_make_list(eval, items, count, &aml_hcl_any, AML_HCL_LIST) : NULL;
  return list != NULL ? list : aml_make_array(eval, items, count, 0);
}

static const aml_value *template_for(const aml_hcl_call *call) {
  walk w;
  const aml_value *ended = begin(&w, call, AML_KIND_BIT(AML_STRING));
  if (ended != NULL) {
    return ended;
  }
  const aml_call pieces_of = {.eval = call->eval, .expr = call->expr};
  aml_pieces pieces;
  aml_pieces_begin(&pieces, &pieces_of);
  for (size_t i = 0; i < aml_hcl_count(w.collection) && aml_eval_spend(call->eval, 1); i++) {
    bind(&w, i);
    const aml_value *part = eval_part(&w, 3);
    const aml_value *text = part->kind == AML_NULL ? NULL : aml_hcl_to_string(call->eval, part);
    if (text == NULL) {
      return aml_hcl_call_fail(call, 3, "Only strings, numbers and booleans can be part of a string.");
    }
    aml_pieces_value(&pieces, text, '"');
  }
  return aml_pieces_end(&pieces);
}

const aml_hcl_function aml_hcl_for_tuple = {AML_SV_CONST("for"), "", TUPLE, for_tuple, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_for_object = {AML_SV_CONST("for"), "", OBJECT, for_object, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_for_groups = {AML_SV_CONST("for"), "", OBJECT, for_groups, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_splat = {AML_SV_CONST("splat"), "", TUPLE, splat, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_template_for = {
    AML_SV_CONST("for"), "", AML_KIND_BIT(AML_STRING), template_for, AML_HCL_LAZY};
