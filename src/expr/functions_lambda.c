/* Functions that call a lambda for each item. A lambda is never a value: the functions find it among the
 * arguments of their call. Its variables are a chain of bindings that lambdaVariables() looks through. */
#include "expr/functions.h"

enum { LAMBDA_VARIABLES_MAX = 3 };

typedef struct lambda {
  const aml_call *call;
  const aml_expr *body;
  aml_sv names[LAMBDA_VARIABLES_MAX];
  size_t count;
} lambda;

/* The lambda at argument i, with from `least` to `most` variables; false after a failure. */
static bool read_lambda(
    const aml_call *call, size_t i, size_t least, size_t most, lambda *out, const aml_value **failure) {
  const aml_expr *expr = call->expr->args[i];
  *out = (lambda){.call = call};
  size_t given = expr->arg_count == 0 ? 0 : expr->arg_count - 1;
  if (expr->arg_count == 0 || given > most || (given < least && given > 0)) {
    *failure = aml_call_fail(call, i, "The lambda of '%.*s' takes %zu to %zu variables and an expression.",
        AML_SV_ARG(call->function->name), least, most);
    return false;
  }
  for (size_t k = 0; k < given; k++) {
    if (expr->args[k]->kind != AML_EXPR_STRING) {
      *failure = aml_call_fail(call, i, "The name of a lambda variable must be a string in quotes.");
      return false;
    }
    out->names[k] = expr->args[k]->name;
  }
  out->count = given;
  out->body = expr->args[given];
  return true;
}

/* Evaluates the lambda with its variables bound to the first of `values`. */
static const aml_value *run(const lambda *l, const aml_value *const values[LAMBDA_VARIABLES_MAX]) {
  aml_eval *eval = l->call->eval;
  const aml_binding *outer = eval->bindings;
  aml_binding *bindings = AML_NEW_ARRAY(eval->arena, aml_binding, l->count);
  for (size_t k = 0; k < l->count; k++) {
    bindings[k] = (aml_binding){l->names[k], values[k], eval->bindings};
    eval->bindings = &bindings[k];
  }
  const aml_value *result = aml_eval_expr(eval, l->body);
  eval->bindings = outer;
  return result;
}

static const aml_value *run_on_item(const lambda *l, const aml_value *item, size_t index) {
  aml_eval *eval = l->call->eval;
  const aml_value *values[LAMBDA_VARIABLES_MAX] = {aml_check_size(eval, item), NULL, NULL};
  values[1] = l->count > 1 ? aml_make_int(eval, (int64_t)index) : NULL;
  return run(l, values);
}

const aml_value *aml_fn_lambda(const aml_call *call) {
  return aml_call_fail(call, AML_NPOS, "A lambda() can only be an argument of functions such as 'map'.");
}

const aml_value *aml_fn_lambda_variables(const aml_call *call) {
  aml_sv name = call->args[0]->as.string;
  for (const aml_binding *b = call->eval->bindings; b != NULL; b = b->outer) {
    if (aml_sv_ieq(b->name, name)) {
      return b->value;
    }
  }
  return aml_call_fail(call, 0, "The lambda variable '%.*s' does not exist here.", AML_SV_ARG(name));
}

/* Whether an array has all its items; else *result is the unknown to return. */
static bool is_whole(const aml_call *call, const aml_value **result) {
  if (!aml_value_has(call->args[0], AML_VALUE_OPEN)) {
    return true;
  }
  *result = aml_unknown_because(call->eval, call->args[0], aml_function_kinds(call->function->returns));
  return false;
}

const aml_value *aml_fn_map(const aml_call *call) {
  lambda l;
  const aml_value *result;
  if (!read_lambda(call, 1, 1, 2, &l, &result)) {
    return result;
  }
  const aml_value *array = call->args[0];
  bool is_open = aml_value_has(array, AML_VALUE_OPEN);
  if (is_open && l.count > 1) { /* the index of an item is not known */
    return aml_unknown_because(call->eval, array, AML_KIND_BIT(AML_ARRAY));
  }
  size_t count = array->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_stand_here(call->eval, run_on_item(&l, array->as.array.items[i], i));
  }
  return aml_make_array(call->eval, items, count, is_open ? AML_VALUE_OPEN : 0);
}

static const aml_value *fail_not_bool(const aml_call *call, size_t i) {
  return aml_call_fail(
      call, i, "The lambda of '%.*s' must return a boolean.", AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_filter(const aml_call *call) {
  lambda l;
  const aml_value *result;
  if (!read_lambda(call, 1, 1, 2, &l, &result)) {
    return result;
  }
  const aml_value *array = call->args[0];
  unsigned flags = array->flags & (unsigned)AML_VALUE_OPEN;
  if (flags != 0 && l.count > 1) {
    return aml_unknown_because(call->eval, array, AML_KIND_BIT(AML_ARRAY));
  }
  AML_VEC(const aml_value *) items = {0};
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *keep = run_on_item(&l, array->as.array.items[i], i);
    if (keep->kind == AML_UNKNOWN) {
      flags |= (unsigned)AML_VALUE_OPEN;
    } else if (keep->kind != AML_BOOL) {
      return fail_not_bool(call, 1);
    } else if (keep->as.boolean) {
      AML_VEC_PUSH(call->eval->arena, &items, array->as.array.items[i]);
    }
  }
  return aml_make_array(call->eval, items.items, items.count, flags);
}

const aml_value *aml_fn_reduce(const aml_call *call) {
  lambda l;
  const aml_value *result;
  if (!read_lambda(call, 2, 2, 3, &l, &result) || !is_whole(call, &result)) {
    return result;
  }
  const aml_value *array = call->args[0];
  result = call->args[1];
  for (size_t i = 0; i < array->as.array.count && !call->eval->hit_limit; i++) {
    const aml_value *index = l.count > 2 ? aml_make_int(call->eval, (int64_t)i) : NULL;
    const aml_value *const values[LAMBDA_VARIABLES_MAX] = {result, array->as.array.items[i], index};
    result = aml_check_size(call->eval, run(&l, values));
  }
  return result;
}

/* Merges two sorted runs; a stable merge sort asks the lambda n log n times whatever it answers. */
typedef struct sorter {
  lambda l;
  const aml_value *stop; /* the unknown or failure that ended the sorting */
} sorter;

/* Whether b must stand before a. */
static bool must_swap(sorter *s, const aml_value *a, const aml_value *b) {
  const aml_value *const values[LAMBDA_VARIABLES_MAX] = {b, a, NULL};
  const aml_value *answer = run(&s->l, values);
  if (answer->kind == AML_BOOL) {
    return answer->as.boolean;
  }
  s->stop = answer->kind == AML_UNKNOWN
                ? aml_unknown_because(s->l.call->eval, answer, AML_KIND_BIT(AML_ARRAY))
                : fail_not_bool(s->l.call, 1);
  return false;
}

static void merge_runs(sorter *s, const aml_value **from, const aml_value **to, size_t middle, size_t end) {
  size_t left = 0;
  size_t right = middle;
  for (size_t i = 0; i < end; i++) {
    bool takes_right =
        left >= middle || (right < end && s->stop == NULL && must_swap(s, from[left], from[right]));
    to[i] = takes_right ? from[right++] : from[left++];
  }
}

const aml_value *aml_fn_sort(const aml_call *call) {
  sorter s = {.stop = NULL};
  const aml_value *result;
  if (!read_lambda(call, 1, 2, 2, &s.l, &result) || !is_whole(call, &result)) {
    return result;
  }
  size_t count = call->args[0]->as.array.count;
  const aml_value **from = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  const aml_value **to = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    from[i] = call->args[0]->as.array.items[i];
  }
  for (size_t width = 1; width < count && s.stop == NULL; width *= 2) {
    for (size_t at = 0; at < count; at += 2 * width) {
      size_t left = count - at;
      size_t middle = width < left ? width : left;
      merge_runs(&s, from + at, to + at, middle, 2 * width < left ? 2 * width : left);
    }
    const aml_value **swapped = from;
    from = to;
    to = swapped;
  }
  return s.stop != NULL ? s.stop : aml_make_array(call->eval, from, count, 0);
}

/* The key and the value that toObject and groupBy compute for each item. */
typedef struct keyed_lambdas {
  lambda key, value;
  bool has_value;
} keyed_lambdas;

static bool read_keyed(const aml_call *call, keyed_lambdas *out, const aml_value **result) {
  out->has_value = call->count > 2;
  return is_whole(call, result) && read_lambda(call, 1, 1, 1, &out->key, result) &&
         (!out->has_value || read_lambda(call, 2, 1, 1, &out->value, result));
}

/* The key of an item; false where there is none, with *result what the call gives. */
static bool compute_key(
    const keyed_lambdas *l, const aml_value *item, size_t i, aml_sv *key, const aml_value **result) {
  const aml_call *call = l->key.call;
  const aml_value *value = run_on_item(&l->key, item, i);
  if (value->kind == AML_STRING) {
    *key = value->as.string;
    return true;
  }
  *result = value->kind == AML_UNKNOWN
                ? aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_OBJECT))
                : aml_call_fail(call, 1, "The first lambda of '%.*s' must return a string.",
                      AML_SV_ARG(call->function->name));
  return false;
}

static const aml_value *compute_value(const keyed_lambdas *l, const aml_value *item, size_t i) {
  return l->has_value ? run_on_item(&l->value, item, i) : item;
}

const aml_value *aml_fn_to_object(const aml_call *call) {
  keyed_lambdas l;
  const aml_value *result;
  if (!read_keyed(call, &l, &result)) {
    return result;
  }
  aml_object_builder builder;
  aml_object_begin(&builder, call->eval->arena);
  for (size_t i = 0; i < call->args[0]->as.array.count; i++) {
    const aml_value *item = call->args[0]->as.array.items[i];
    aml_sv key;
    if (!compute_key(&l, item, i, &key, &result)) {
      return result;
    }
    aml_object_set(
        &builder, key, aml_eval_here(call->eval), aml_stand_here(call->eval, compute_value(&l, item, i)));
  }
  return aml_make_object(call->eval, &builder, 0);
}

typedef struct group {
  aml_sv key;
  AML_VEC(const aml_value *) items;
} group;

const aml_value *aml_fn_group_by(const aml_call *call) {
  keyed_lambdas l;
  const aml_value *result;
  if (!read_keyed(call, &l, &result)) {
    return result;
  }
  aml_arena *arena = call->eval->arena;
  aml_map groups;
  aml_map_init(&groups, arena, AML_MAP_IGNORE_CASE);
  for (size_t i = 0; i < call->args[0]->as.array.count; i++) {
    const aml_value *item = call->args[0]->as.array.items[i];
    aml_sv key;
    if (!compute_key(&l, item, i, &key, &result)) {
      return result;
    }
    group *g = aml_map_find(&groups, key);
    if (g == NULL) {
      g = AML_NEW(arena, group);
      g->key = key;
      (void)aml_map_put(&groups, key, g);
    }
    AML_VEC_PUSH(arena, &g->items, compute_value(&l, item, i));
  }
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (size_t i = 0; i < groups.count; i++) {
    const group *g = groups.entries[i].value;
    aml_object_set(&builder, g->key, aml_eval_here(call->eval),
        aml_make_array(call->eval, g->items.items, g->items.count, 0));
  }
  return aml_make_object(call->eval, &builder, 0);
}

const aml_value *aml_fn_map_values(const aml_call *call) {
  lambda l;
  const aml_value *result;
  if (!read_lambda(call, 1, 1, 1, &l, &result)) {
    return result;
  }
  const aml_value *object = call->args[0];
  aml_object_builder builder;
  aml_object_begin(&builder, call->eval->arena);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_object_set(&builder, member->name, member->name_span, run_on_item(&l, member->value, i));
  }
  return aml_make_object(call->eval, &builder, object->flags & (unsigned)AML_VALUE_OPEN);
}
