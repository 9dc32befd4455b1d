#include "python/bindings.h"

void aml_py_scope_init(aml_py_scope *scope, aml_arena *arena, aml_py_scope *outer) {
  *scope = (aml_py_scope){.outer = outer};
  aml_map_init(&scope->bindings, arena, AML_MAP_EXACT);
}

static const aml_py_scope *module_of(const aml_py_scope *scope) {
  while (scope->outer != NULL) {
    scope = scope->outer;
  }
  return scope;
}

/* NULL: nothing binds it. *found: the scope whose name it is. */
static const aml_py_binding *find(const aml_py_scope *scope, aml_sv name, const aml_py_scope **found) {
  const aml_py_binding *binding = aml_map_find(&scope->bindings, name);
  if (binding != NULL && binding->is_global) {
    scope = module_of(scope);
    binding = aml_map_find(&scope->bindings, name);
  }
  while ((binding == NULL || binding->value == NULL) && scope->outer != NULL) {
    scope = scope->outer;
    binding = aml_map_find(&scope->bindings, name);
  }
  *found = scope;
  return binding != NULL && binding->value != NULL ? binding : NULL;
}

const aml_py_value *aml_py_name_find(const aml_py_scope *scope, aml_sv name, bool *is_several) {
  const aml_py_scope *found;
  const aml_py_binding *binding = find(scope, name, &found);
  *is_several =
      binding != NULL && found != scope && binding->times > 1 && binding->value->what == AML_PY_DATA;
  return binding == NULL ? NULL : aml_py_settled(binding->value);
}

const aml_py_value *aml_py_name_held(const aml_py_scope *scope, aml_sv name) {
  const aml_py_scope *found;
  const aml_py_binding *binding = find(scope, name, &found);
  return binding == NULL ? NULL : binding->value;
}

aml_py_binding *aml_py_name_binding(aml_py_scope *scope, aml_sv name) {
  aml_py_binding *binding = aml_map_find(&scope->bindings, name);
  if (binding == NULL) {
    binding = AML_NEW(scope->bindings.arena, aml_py_binding);
    binding->name = name;
    (void)aml_map_put(&scope->bindings, name, binding);
  }
  return binding;
}

bool aml_py_says_something(const aml_py_value *value) {
  return value != NULL &&
         (value->what != AML_PY_DATA || value->data->kind != AML_UNKNOWN || value->growing != NULL);
}

void aml_py_name_note(aml_py_scope *scope, aml_py_binding *binding, aml_py_reason reason) {
  const uint8_t bit = (uint8_t)(1U << reason);
  bool is_meant = reason != AML_PY_BY_FUNCTION || binding->is_outer;
  if (is_meant && (binding->noted & bit) == 0 && aml_py_says_something(binding->value)) {
    binding->noted |= bit;
    AML_VEC_PUSH(scope->bindings.arena, &scope->noted[reason], binding);
  }
}

aml_py_noted aml_py_names_take(aml_py_scope *scope, aml_py_reason reason) {
  const aml_py_noted taken = scope->noted[reason];
  scope->noted[reason] = (aml_py_noted){0};
  aml_arena_spend(scope->bindings.arena, taken.count);
  for (size_t i = 0; i < taken.count; i++) {
    taken.items[i]->noted &= (uint8_t) ~(1U << reason);
  }
  return taken;
}

static void put(aml_py_scope *scope, aml_py_binding *binding, const aml_py_value *value) {
  binding->value = value;
  for (int reason = 0; reason < AML_PY_REASON_COUNT; reason++) {
    aml_py_name_note(scope, binding, (aml_py_reason)reason);
  }
}

static void set(aml_py_scope *scope, aml_py_binding *binding, const aml_py_value *value) {
  if (scope->branches > 0) {
    AML_VEC_PUSH(scope->bindings.arena, &scope->changes, ((aml_py_change){binding, binding->value}));
  }
  put(scope, binding, value);
}

void aml_py_name_bind(aml_py_scope *scope, aml_sv name, const aml_py_value *value) {
  aml_py_binding *binding = aml_py_name_binding(scope, name);
  binding->times++;
  if (!binding->is_global) {
    set(scope, binding, value);
    return;
  }
  while (scope->outer != NULL) {
    scope = scope->outer;
  }
  binding = aml_py_name_binding(scope, name); /* when the function runs, nobody knows */
  binding->times++;
  binding->value = aml_py_unknown(scope->bindings.arena, value->data->span,
      "'%.*s' is bound in a function; give it one value to have this checked", AML_SV_ARG(name));
}

size_t aml_py_branch_begin(aml_py_scope *scope) {
  scope->branches++;
  return scope->changes.count;
}

void aml_py_branch_end(aml_py_scope *scope, size_t begin, aml_py_outcome *out) {
  aml_arena *arena = scope->bindings.arena;
  *out = (aml_py_outcome){0};
  for (size_t i = scope->changes.count; i > begin; i--) { /* the latest value of each comes first */
    const aml_py_change *change = &scope->changes.items[i - 1];
    AML_VEC_PUSH(arena, &out->list, ((aml_py_change){change->binding, change->binding->value}));
    put(scope, change->binding, change->before);
  }
  scope->changes.count = begin;
  scope->branches--;
}

static const aml_py_value *either(
    aml_arena *arena, aml_sv name, const aml_py_value *one, const aml_py_value *other) {
  return one == other ? one : aml_py_either(arena, name, aml_py_settled(one), aml_py_settled(other));
}

/* Outcomes hold a binding several times where it was bound several times; its latest value comes first. */
static void take(aml_arena *arena, aml_py_change *change, uint64_t number, size_t branch) {
  aml_py_binding *binding = change->binding;
  if (binding->joined != number) {
    binding->joined = number;
    binding->seen = 0;
    binding->either = NULL;
  }
  if (binding->seen > branch) {
    return;
  }
  bool is_first = binding->either == NULL && binding->seen == 0;
  const aml_py_value *other = is_first ? NULL : binding->either;
  /* Branches between that did not bind it left what was before. */
  if (binding->seen < branch && binding->value != NULL) {
    other = other == NULL ? binding->value : either(arena, binding->name, other, binding->value);
  }
  binding->either = other == NULL ? change->before : either(arena, binding->name, other, change->before);
  binding->seen = branch + 1;
}

void aml_py_branches_join(
    aml_py_scope *scope, const aml_py_outcome *outcomes, size_t count, bool may_be_none, uint64_t number) {
  aml_arena *arena = scope->bindings.arena;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < outcomes[i].list.count; k++) {
      take(arena, &outcomes[i].list.items[k], number, i);
    }
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < outcomes[i].list.count; k++) {
      aml_py_binding *binding = outcomes[i].list.items[k].binding;
      if (binding->joined != number || binding->either == NULL) {
        continue;
      }
      bool is_bound_before = binding->value != NULL && (may_be_none || binding->seen < count);
      const aml_py_value *value =
          is_bound_before ? either(arena, binding->name, binding->either, binding->value) : binding->either;
      binding->either = NULL;
      set(scope, binding, value);
    }
  }
}
