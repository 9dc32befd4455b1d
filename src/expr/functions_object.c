/* Functions that make objects and read their members. */
#include "expr/functions.h"

/* The value of pair i as the object has it: NULL where a later pair has exactly that name, unknown where a
 * later pair may have. Names that differ in case alone stand side by side, as the service has it. */
static const aml_value *settle_pair(const aml_call *call, size_t i) {
  aml_sv name = call->args[i]->as.string;
  const aml_value *value = call->args[i + 1];
  for (size_t later = i + 2; later < call->count; later += 2) {
    const aml_value *other = call->args[later];
    if (other->kind == AML_STRING && aml_sv_eq(other->as.string, name)) {
      return NULL;
    }
    if (other->kind == AML_UNKNOWN && aml_value_equal(other, call->args[i]) == AML_MAYBE) {
      value = aml_unknown_because(call->eval, other, AML_KINDS_ANY);
    }
  }
  return aml_stand_here(call->eval, value);
}

const aml_value *aml_fn_create_object(const aml_call *call) {
  if (call->count % 2 != 0) {
    return aml_call_fail(call, AML_NPOS,
        "The function 'createObject' takes pairs of a name and a value, not %zu arguments.", call->count);
  }
  aml_object_builder builder;
  aml_object_begin(&builder, call->eval->arena);
  unsigned flags = 0;
  for (size_t i = 0; i < call->count; i += 2) {
    const aml_value *name = call->args[i];
    if (name->kind == AML_UNKNOWN) {
      flags |= (unsigned)AML_VALUE_OPEN;
      continue;
    }
    if (name->kind != AML_STRING) {
      aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(name->kind));
      return aml_call_fail(call, i, "The name of a member must be a string, not %.*s.", AML_SV_ARG(kind));
    }
    const aml_value *value = settle_pair(call, i);
    if (value != NULL) {
      aml_object_add(&builder, name->as.string, aml_eval_here(call->eval), value);
    }
  }
  return aml_make_object(call->eval, &builder, flags);
}

const aml_value *aml_fn_items(const aml_call *call) {
  if (aml_value_has(call->args[0], AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, call->args[0], AML_KIND_BIT(AML_ARRAY));
  }
  size_t count;
  const aml_member **members = aml_members_sorted(call->eval->arena, call->args[0], &count);
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    aml_object_builder item;
    aml_object_begin(&item, call->eval->arena);
    aml_object_add(&item, AML_SV("key"), AML_NO_SPAN, aml_make_string(call->eval, members[i]->name));
    aml_object_add(&item, AML_SV("value"), AML_NO_SPAN, members[i]->value);
    items[i] = aml_make_object(call->eval, &item, 0);
  }
  aml_eval_spend(call->eval, count);
  return aml_make_array(call->eval, items, count, 0);
}

const aml_value *aml_fn_object_keys(const aml_call *call) {
  if (aml_value_has(call->args[0], AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, call->args[0], AML_KIND_BIT(AML_ARRAY));
  }
  size_t count;
  const aml_member **members = aml_members_sorted(call->eval->arena, call->args[0], &count);
  const aml_value **names = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = aml_make_string(call->eval, members[i]->name);
  }
  aml_eval_spend(call->eval, count);
  return aml_make_array(call->eval, names, count, 0);
}

/* A whole chain of names and indexes; null as soon as one is absent. */
const aml_value *aml_fn_try_get(const aml_call *call) {
  const aml_value *value = call->args[0];
  for (size_t i = 1; i < call->count && value->kind != AML_NULL; i++) {
    value = aml_access_safely(call->eval, value, call->args[i]);
  }
  return value;
}
