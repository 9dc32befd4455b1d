/* Functions that make and reshape arrays. */
#include "expr/functions.h"

const aml_value *aml_fn_array(const aml_call *call) {
  if (call->args[0]->kind == AML_ARRAY) {
    return call->args[0];
  }
  if (call->args[0]->kind == AML_UNKNOWN &&
      (call->args[0]->as.unknown->kinds & AML_KIND_BIT(AML_ARRAY)) != 0) {
    return aml_unknown_because(call->eval, call->args[0], AML_KIND_BIT(AML_ARRAY));
  }
  const aml_value **items = AML_NEW(call->eval->arena, const aml_value *);
  *items = aml_stand_here(call->eval, call->args[0]);
  return aml_make_array(call->eval, items, 1, 0);
}

const aml_value *aml_fn_create_array(const aml_call *call) {
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, call->count);
  for (size_t i = 0; i < call->count; i++) {
    items[i] = aml_stand_here(call->eval, call->args[i]);
  }
  return aml_make_array(call->eval, items, call->count, 0);
}

const aml_value *aml_fn_flatten(const aml_call *call) {
  const aml_value *outer = call->args[0];
  unsigned flags = outer->flags & (unsigned)AML_VALUE_OPEN;
  AML_VEC(const aml_value *) items = {0};
  for (size_t i = 0; i < outer->as.array.count; i++) {
    const aml_value *inner = outer->as.array.items[i];
    if (inner->kind == AML_UNKNOWN) {
      flags |= (unsigned)AML_VALUE_OPEN;
      continue;
    }
    if (inner->kind != AML_ARRAY) {
      return aml_call_fail(
          call, 0, "The function 'flatten' takes an array of arrays; item %zu is not an array.", i);
    }
    flags |= inner->flags & ((unsigned)AML_VALUE_OPEN | (unsigned)AML_VALUE_SECURE);
    for (size_t j = 0; j < inner->as.array.count; j++) {
      AML_VEC_PUSH(call->eval->arena, &items, inner->as.array.items[j]);
    }
    if (items.count > AML_LIMIT_ARRAY || !aml_eval_spend(call->eval, inner->as.array.count / 4)) {
      return aml_eval_limit(call->eval, "%d items in a computed array", AML_LIMIT_ARRAY);
    }
  }
  return aml_make_array(call->eval, items.items, items.count, flags);
}

static const aml_value *find_from_end(const aml_call *call) {
  const aml_value *array = call->args[0];
  int64_t index = call->args[1]->as.integer;
  bool is_inside = index >= 1 && (uint64_t)index <= array->as.array.count;
  return aml_access_item(call->eval, array, is_inside ? (int64_t)array->as.array.count - index : -1);
}

const aml_value *aml_fn_index_from_end(const aml_call *call) {
  const aml_value *found = find_from_end(call);
  return found != NULL ? found
                       : aml_call_fail(call, 1,
                             "The index %lld from the end is outside the array, which has %zu items.",
                             (long long)call->args[1]->as.integer, call->args[0]->as.array.count);
}

const aml_value *aml_fn_try_index_from_end(const aml_call *call) {
  const aml_value *found = call->args[0]->kind == AML_ARRAY ? find_from_end(call) : NULL;
  return found != NULL ? found : aml_make_null(call->eval);
}

/* The service's own bounds. */
enum { RANGE_COUNT_MAX = 10000 };

const aml_value *aml_fn_range(const aml_call *call) {
  int64_t start = call->args[0]->as.integer;
  int64_t count = call->args[1]->as.integer;
  if (count < 0 || count > RANGE_COUNT_MAX) {
    return aml_call_fail(
        call, 1, "The count of 'range' must be from 0 to %d, not %lld.", RANGE_COUNT_MAX, (long long)count);
  }
  if (start < INT32_MIN || start + count > INT32_MAX) {
    return aml_call_fail(call, 0, "The numbers of 'range' must stay at or below %d.", INT32_MAX);
  }
  if (!aml_eval_spend(call->eval, (size_t)count)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
  }
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, (size_t)count);
  for (int64_t i = 0; i < count; i++) {
    items[i] = aml_make_int(call->eval, start + i);
  }
  return aml_make_array(call->eval, items, (size_t)count, 0);
}
