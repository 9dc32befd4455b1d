/* Arrays and objects as sets: union, intersection, distinct, shallowMerge. */
#include "base/number.h"
#include "expr/functions.h"

/* Its length before it, so that what follows cannot be taken for part of it. */
static void write_measured(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_int(out, (int64_t)text.len);
  aml_strbuf_add_char(out, ':');
  aml_strbuf_add(out, text);
}

static void write_key(aml_strbuf *out, aml_arena *arena, const aml_value *value) {
  char number[AML_NUMBER_TEXT_SIZE];
  if (value->kind == AML_OBJECT) {
    size_t count;
    const aml_member **members = aml_members_sorted(arena, value, &count);
    aml_strbuf_add_char(out, '{');
    for (size_t i = 0; i < count && !out->overflowed; i++) {
      aml_sv name = aml_sv_lower(arena, members[i]->name);
      write_measured(out, name);
      write_key(out, arena, members[i]->value);
    }
    aml_strbuf_add_char(out, '}');
  } else if (value->kind == AML_ARRAY) {
    aml_strbuf_add_char(out, '[');
    for (size_t i = 0; i < value->as.array.count && !out->overflowed; i++) {
      write_key(out, arena, value->as.array.items[i]);
    }
    aml_strbuf_add_char(out, ']');
  } else if (value->kind == AML_FLOAT) { /* a whole number reads like the integer of that value */
    aml_strbuf_add_char(out, '#');
    aml_strbuf_add(out, (aml_sv){number, aml_double_text(value->as.number, number)});
  } else if (value->kind == AML_INT) {
    aml_strbuf_add_char(out, '#');
    aml_strbuf_add_int(out, value->as.integer);
  } else if (value->kind == AML_STRING) {
    aml_strbuf_add_char(out, '\'');
    write_measured(out, value->as.string);
  } else {
    aml_strbuf_add_char(out, value->kind == AML_NULL ? 'n' : value->as.boolean ? 't' : 'f');
  }
}

/* A text that is the same for equal values; false where something in the value is unknown. */
static bool key_of(aml_eval *eval, const aml_value *value, aml_sv *key) {
  if (value->kind == AML_STRING) {
    *key = value->as.string;
    return true;
  }
  if (aml_find_unknown(value) != NULL) {
    return false;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, eval->arena, AML_LIMIT_STRING);
  aml_strbuf_add_char(&text, '\0'); /* so that it is no string's */
  write_key(&text, eval->arena, value);
  *key = aml_strbuf_view(&text);
  return !text.overflowed && aml_eval_spend(eval, key->len / 64);
}

typedef struct collection {
  aml_eval *eval;
  aml_map seen;
  AML_VEC(const aml_value *) items;
  unsigned flags;
} collection;

static void begin_collection(collection *c, aml_eval *eval) {
  *c = (collection){.eval = eval};
  aml_map_init(&c->seen, eval->arena, AML_MAP_EXACT);
}

/* Adds what is not there yet. An unknown item is there, but may be the same as another: the count is open. */
static void collect(collection *c, const aml_value *array) {
  c->flags |= array->flags & (unsigned)AML_VALUE_OPEN;
  for (size_t i = 0; i < array->as.array.count && aml_eval_spend(c->eval, 1); i++) {
    const aml_value *item = array->as.array.items[i];
    aml_sv key;
    if (!key_of(c->eval, item, &key)) {
      c->flags |= (unsigned)AML_VALUE_OPEN;
    } else if (aml_map_put(&c->seen, key, (void *)(uintptr_t)item) != NULL) {
      continue;
    }
    AML_VEC_PUSH(c->eval->arena, &c->items, item);
  }
}

static const aml_value *end_collection(collection *c) {
  return c->items.count > AML_LIMIT_ARRAY
             ? aml_eval_limit(c->eval, "%d items in a computed array", AML_LIMIT_ARRAY)
             : aml_make_array(c->eval, c->items.items, c->items.count, c->flags);
}

const aml_value *aml_fn_distinct(const aml_call *call) {
  collection items;
  begin_collection(&items, call->eval);
  collect(&items, call->args[0]);
  return end_collection(&items);
}

/* Where arrays and objects are mixed, or an argument is neither. */
static const aml_value *fail_mixture(const aml_call *call, size_t i) {
  return aml_call_fail(
      call, i, "The function '%.*s' takes arrays only or objects only.", AML_SV_ARG(call->function->name));
}

/* The kind that all known arguments share, AML_UNKNOWN where none is known; *failure on a mixture. */
static aml_kind common_kind(const aml_call *call, const aml_value **failure) {
  aml_kind kind = AML_UNKNOWN;
  for (size_t i = 0; i < call->count; i++) {
    aml_kind found = call->args[i]->kind;
    if (found == AML_NULL) {
      continue;
    }
    if (found == AML_UNKNOWN) {
      continue;
    }
    if ((found != AML_ARRAY && found != AML_OBJECT) || (kind != AML_UNKNOWN && found != kind)) {
      *failure = fail_mixture(call, i);
      break;
    }
    kind = found;
  }
  return kind;
}

static const aml_value *first_unknown(const aml_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    if (call->args[i]->kind == AML_UNKNOWN) {
      return call->args[i];
    }
  }
  return call->args[0];
}

static const aml_value *unite_arrays(const aml_call *call) {
  collection items;
  begin_collection(&items, call->eval);
  for (size_t i = 0; i < call->count; i++) {
    if (call->args[i]->kind == AML_UNKNOWN) {
      items.flags |= (unsigned)AML_VALUE_OPEN;
    } else if (call->args[i]->kind == AML_ARRAY) {
      collect(&items, call->args[i]);
    }
  }
  return end_collection(&items);
}

static const aml_value *merge(aml_eval *eval, const aml_value *older, const aml_value *newer, size_t depth);

static const aml_value *merge_values(
    aml_eval *eval, const aml_value *older, const aml_value *newer, size_t depth) {
  if (older == NULL || older->kind != AML_OBJECT || newer->kind != AML_OBJECT) {
    bool may_merge = older != NULL && newer->kind == AML_UNKNOWN &&
                     (newer->as.unknown->kinds & AML_KIND_BIT(AML_OBJECT)) != 0;
    return may_merge && older->kind == AML_OBJECT ? aml_unknown_because(eval, newer, newer->as.unknown->kinds)
                                                  : newer;
  }
  return merge(eval, older, newer, depth + 1);
}

/* Members of both; what both have is merged where it is an object in both, else the newer counts. An open
 * newer object may have other values for what only the older one is known to have. */
static const aml_value *merge(aml_eval *eval, const aml_value *older, const aml_value *newer, size_t depth) {
  if (depth > AML_LIMIT_VALUE_DEPTH) {
    return aml_eval_limit(eval, "%d levels in a computed value", AML_LIMIT_VALUE_DEPTH);
  }
  aml_object_builder builder;
  aml_object_begin(&builder, eval->arena);
  bool is_open = aml_value_has(newer, AML_VALUE_OPEN);
  for (size_t i = 0; i < older->as.object.count && aml_eval_spend(eval, 1); i++) {
    const aml_member *member = &older->as.object.members[i];
    bool is_certain = !is_open || aml_object_member(newer, member->name) != NULL;
    aml_object_set(&builder, member->name, member->name_span,
        is_certain ? member->value : aml_unknown_because(eval, newer, AML_KINDS_ANY));
  }
  for (size_t i = 0; i < newer->as.object.count && aml_eval_spend(eval, 1); i++) {
    const aml_member *member = &newer->as.object.members[i];
    const aml_value *former = aml_object_find(older, member->name);
    aml_object_set(
        &builder, member->name, member->name_span, merge_values(eval, former, member->value, depth));
  }
  unsigned flags = (older->flags | newer->flags) & ((unsigned)AML_VALUE_OPEN | (unsigned)AML_VALUE_SECURE);
  return aml_make_object(eval, &builder, flags);
}

/* An object of which nothing is known. */
static const aml_value *open_object(aml_eval *eval) {
  aml_object_builder builder;
  aml_object_begin(&builder, eval->arena);
  return aml_make_object(eval, &builder, AML_VALUE_OPEN);
}

/* Replaces what an unknown object may have changed: its reason stands where the members were. */
static const aml_value *blur(aml_eval *eval, const aml_value *object, const aml_value *unknown) {
  aml_object_builder builder;
  aml_object_begin(&builder, eval->arena);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_object_set(
        &builder, member->name, member->name_span, aml_unknown_because(eval, unknown, AML_KINDS_ANY));
  }
  return aml_make_object(eval, &builder, object->flags | (unsigned)AML_VALUE_OPEN);
}

static const aml_value *unite_objects(const aml_call *call) {
  const aml_value *result = NULL;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    if (arg->kind == AML_NULL) {
      continue;
    }
    if (arg->kind == AML_UNKNOWN) {
      result = result == NULL ? open_object(call->eval) : blur(call->eval, result, arg);
    } else {
      result = result == NULL ? arg : merge(call->eval, result, arg, 0);
    }
    if (result->kind == AML_UNKNOWN) {
      break;
    }
  }
  return result;
}

const aml_value *aml_fn_union(const aml_call *call) {
  const aml_value *failure = NULL;
  aml_kind kind = common_kind(call, &failure);
  if (failure != NULL) {
    return failure;
  }
  if (kind == AML_UNKNOWN) {
    const aml_value *cause = first_unknown(call);
    return cause->kind == AML_NULL ? cause : aml_unknown_because(call->eval, cause, aml_function_kinds("ao"));
  }
  return kind == AML_ARRAY ? unite_arrays(call) : unite_objects(call);
}

/* Whether the item is in the array, which may be unknown. */
static aml_truth is_in(aml_eval *eval, const aml_value *item, const aml_value *array) {
  if (array->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  aml_truth answer = aml_value_has(array, AML_VALUE_OPEN) ? AML_MAYBE : AML_FALSE;
  for (size_t i = 0; i < array->as.array.count && aml_eval_spend(eval, 1); i++) {
    aml_truth same = aml_value_equal(item, array->as.array.items[i]);
    if (same == AML_TRUE) {
      return AML_TRUE;
    }
    answer = same == AML_MAYBE ? AML_MAYBE : answer;
  }
  return answer;
}

/* The keys of an array's items, or false where one is unknown. */
static bool index_items(aml_eval *eval, const aml_value *array, aml_map *index) {
  aml_map_init(index, eval->arena, AML_MAP_EXACT);
  if (array->kind != AML_ARRAY || aml_value_has(array, AML_VALUE_OPEN)) {
    return false;
  }
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_sv key;
    const aml_value *item = array->as.array.items[i];
    if (!key_of(eval, item, &key)) {
      return false;
    }
    (void)aml_map_put(index, key, (void *)(uintptr_t)item);
  }
  return true;
}

/* Keeps of `array` what is in `other` too. */
static const aml_value *intersect_two(aml_eval *eval, const aml_value *array, const aml_value *other) {
  aml_map index;
  bool is_indexed = index_items(eval, other, &index);
  AML_VEC(const aml_value *) items = {0};
  unsigned flags = array->flags & (unsigned)AML_VALUE_OPEN;
  for (size_t i = 0; i < array->as.array.count && aml_eval_spend(eval, 1); i++) {
    const aml_value *item = array->as.array.items[i];
    aml_sv key;
    aml_truth truth = !is_indexed || !key_of(eval, item, &key) ? is_in(eval, item, other)
                      : aml_map_find(&index, key) != NULL      ? AML_TRUE
                                                               : AML_FALSE;
    if (truth == AML_TRUE) {
      AML_VEC_PUSH(eval->arena, &items, item);
    }
    flags |= truth == AML_MAYBE ? (unsigned)AML_VALUE_OPEN : 0U;
  }
  return aml_make_array(eval, items.items, items.count, flags);
}

static const aml_value *intersect_arrays(const aml_call *call) {
  collection first;
  begin_collection(&first, call->eval);
  if (call->args[0]->kind == AML_ARRAY) {
    collect(&first, call->args[0]);
  } else {
    first.flags = AML_VALUE_OPEN;
  }
  const aml_value *result = end_collection(&first);
  for (size_t i = 1; i < call->count && result->kind == AML_ARRAY; i++) {
    result = intersect_two(call->eval, result, call->args[i]);
  }
  return result;
}

/* Members that all objects have with an equal value; the first object lists the candidates. */
static const aml_value *intersect_objects(const aml_call *call) {
  const aml_value *first = call->args[0];
  if (first->kind != AML_OBJECT) {
    return open_object(call->eval);
  }
  aml_object_builder builder;
  aml_object_begin(&builder, call->eval->arena);
  unsigned flags = first->flags & (unsigned)AML_VALUE_OPEN;
  for (size_t i = 0; i < first->as.object.count && aml_eval_spend(call->eval, call->count); i++) {
    const aml_member *member = &first->as.object.members[i];
    aml_truth truth = AML_TRUE;
    for (size_t j = 1; j < call->count && truth != AML_FALSE; j++) {
      const aml_value *other = call->args[j];
      const aml_value *value = aml_object_find(other, member->name);
      bool may_have = other->kind == AML_UNKNOWN || aml_value_has(other, AML_VALUE_OPEN);
      aml_truth same = value != NULL ? aml_value_equal(member->value, value)
                       : may_have    ? AML_MAYBE
                                     : AML_FALSE;
      truth = same == AML_TRUE ? truth : same;
    }
    if (truth == AML_TRUE) {
      aml_object_set(&builder, member->name, member->name_span, member->value);
    }
    flags |= truth == AML_MAYBE ? (unsigned)AML_VALUE_OPEN : 0U;
  }
  return aml_make_object(call->eval, &builder, flags);
}

const aml_value *aml_fn_intersection(const aml_call *call) {
  const aml_value *failure = NULL;
  aml_kind kind = common_kind(call, &failure);
  if (failure != NULL) {
    return failure;
  }
  if (kind == AML_UNKNOWN) {
    return aml_unknown_because(call->eval, first_unknown(call), aml_function_kinds("ao"));
  }
  return kind == AML_ARRAY ? intersect_arrays(call) : intersect_objects(call);
}

const aml_value *aml_fn_shallow_merge(const aml_call *call) {
  const aml_value *entries = call->args[0];
  if (aml_value_has(entries, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, entries, AML_KIND_BIT(AML_OBJECT));
  }
  aml_object_builder builder;
  aml_object_begin(&builder, call->eval->arena);
  unsigned flags = 0;
  for (size_t i = 0; i < entries->as.array.count; i++) {
    const aml_value *entry = entries->as.array.items[i];
    if (entry->kind == AML_UNKNOWN || aml_value_has(entry, AML_VALUE_OPEN)) {
      return aml_unknown_because(call->eval, entry, AML_KIND_BIT(AML_OBJECT));
    }
    if (entry->kind != AML_OBJECT) {
      return aml_call_fail(
          call, 0, "The function 'shallowMerge' takes an array of objects; item %zu is not an object.", i);
    }
    flags |= entry->flags & (unsigned)AML_VALUE_SECURE;
    for (size_t j = 0; j < entry->as.object.count && aml_eval_spend(call->eval, 1); j++) {
      const aml_member *member = &entry->as.object.members[j];
      aml_object_set(&builder, member->name, member->name_span, member->value);
    }
  }
  return aml_make_object(call->eval, &builder, flags);
}
