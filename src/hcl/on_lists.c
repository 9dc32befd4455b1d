/* Functions on lists, tuples and sets. */
#include "base/sort.h"
#include "hcl/function_bodies.h"

typedef AML_VEC(const aml_value *) items;

static const aml_value *list_of(const aml_hcl_call *call, const items *all, unsigned flags) {
  return aml_make_array(call->eval, all->items, all->count, flags);
}

static const aml_value *list_of_strings(const aml_hcl_call *call, const items *all) {
  return list_of(call, all, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS);
}

/* A list where all items are of one type, else a tuple. */
static const aml_value *like(const aml_hcl_call *call, const aml_value *list, const items *all) {
  return list_of(call, all, list->flags & AML_HCL_FLAGS);
}

static const aml_value *truth_of(const aml_hcl_call *call, bool decides) {
  const aml_value *list = call->args[0];
  const aml_value *unknown = list->kind == AML_UNKNOWN ? list : NULL;
  for (size_t i = 0; list->kind == AML_ARRAY && i < list->as.array.count; i++) {
    const aml_value *item = aml_hcl_to_bool(call->eval, list->as.array.items[i]);
    if (item != NULL && item->kind == AML_UNKNOWN) {
      unknown = item;
    } else if (item != NULL && (item->kind == AML_NULL ? !decides : item->as.boolean == decides)) {
      return aml_make_bool(call->eval, decides);
    }
  }
  return unknown != NULL ? aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_BOOL))
                         : aml_make_bool(call->eval, !decides);
}

const aml_value *aml_hcl_fn_alltrue(const aml_hcl_call *call) {
  return truth_of(call, false);
}

const aml_value *aml_hcl_fn_anytrue(const aml_hcl_call *call) {
  return truth_of(call, true);
}

const aml_value *aml_hcl_fn_chunklist(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  int64_t size = call->args[1]->as.integer;
  items chunks = {0};
  if (size < 0) {
    return aml_hcl_call_fail(call, 1, "The size of a chunk must not be negative.");
  }
  size_t step = size == 0 ? list->as.array.count : (size_t)size;
  for (size_t at = 0; at < list->as.array.count; at += step) {
    size_t count = list->as.array.count - at < step ? list->as.array.count - at : step;
    AML_VEC_PUSH(call->eval->arena, &chunks,
        aml_make_array(call->eval, list->as.array.items + at, count, list->flags & AML_HCL_FLAGS));
  }
  return list_of(call, &chunks, AML_HCL_LIST);
}

/* Terraform passes over null and, other than cty, over the empty text. All arguments are of one type. */
const aml_value *aml_hcl_fn_coalesce(const aml_hcl_call *call) {
  const aml_value *first = NULL;
  items given = {0};
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    bool is_empty = arg->kind == AML_NULL || (arg->kind == AML_STRING && arg->as.string.len == 0);
    first = first != NULL || is_empty ? first : arg;
    if (arg->kind != AML_NULL) {
      AML_VEC_PUSH(call->eval->arena, &given, arg);
    }
  }
  const aml_hcl_type *type = aml_hcl_common_type(call->eval, given.items, given.count);
  if (first == NULL || type == NULL) {
    return aml_hcl_call_fail(call, AML_NPOS,
        type == NULL ? "The arguments of 'coalesce' are not of the same type."
                     : "All arguments of 'coalesce' are null or empty.");
  }
  const aml_value *made = aml_hcl_convert(call->eval, first, type);
  const aml_value *taken = made != NULL ? made : first;
  /* It may be null or empty, and then another one counts. */
  return taken->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, taken, AML_KINDS_ANY) : taken;
}

const aml_value *aml_hcl_fn_coalescelist(const aml_hcl_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    if (aml_hcl_is_set(call->args[i])) {
      return aml_hcl_call_fail(call, i, AML_HCL_NO_ORDER);
    }
  }
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    if (arg->kind == AML_UNKNOWN) {
      return aml_unknown_because(call->eval, arg, AML_KIND_BIT(AML_ARRAY));
    }
    if (arg->kind == AML_ARRAY && arg->as.array.count > 0) {
      return arg;
    }
  }
  return aml_hcl_call_fail(call, AML_NPOS, "All lists are empty.");
}

const aml_value *aml_hcl_fn_compact(const aml_hcl_call *call) {
  items kept = {0};
  for (size_t i = 0; i < call->args[0]->as.array.count; i++) {
    const aml_value *text = aml_hcl_to_string(call->eval, call->args[0]->as.array.items[i]);
    if (text == NULL) {
      return aml_hcl_call_fail(call, 0, "All items must be strings.");
    }
    if (text->kind == AML_UNKNOWN) {
      return text;
    }
    if (text->kind == AML_STRING && text->as.string.len > 0) {
      AML_VEC_PUSH(call->eval->arena, &kept, text);
    }
  }
  return list_of_strings(call, &kept);
}

const aml_value *aml_hcl_fn_concat(const aml_hcl_call *call) {
  items all = {0};
  unsigned flags = 0;
  bool is_list = true;
  if (call->count == 0) {
    return aml_hcl_call_fail(call, AML_NPOS, "At least one list is required.");
  }
  for (size_t i = 0; i < call->count; i++) {
    if (aml_hcl_is_set(call->args[i])) {
      return aml_hcl_call_fail(call, i, AML_HCL_NO_ORDER);
    }
    is_list = is_list && (call->args[i]->flags & (unsigned)AML_HCL_COLLECTION) == AML_HCL_LIST;
    flags |= call->args[i]->flags & (unsigned)AML_VALUE_OPEN;
    for (size_t k = 0; k < call->args[i]->as.array.count; k++) {
      if (all.count >= AML_LIMIT_ARRAY) {
        return aml_eval_limit(call->eval, "%d items in a computed array", AML_LIMIT_ARRAY);
      }
      AML_VEC_PUSH(call->eval->arena, &all, call->args[i]->as.array.items[k]);
    }
  }
  const aml_value *list = is_list ? aml_hcl_make_list(call->eval, all.items, all.count, &aml_hcl_any,
                                        (unsigned)AML_HCL_LIST | flags)
                                  : NULL;
  return list != NULL ? list : list_of(call, &all, flags);
}

const aml_value *aml_hcl_fn_contains(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  if (list->kind == AML_UNKNOWN) {
    return aml_unknown_because(call->eval, list, AML_KIND_BIT(AML_BOOL));
  }
  bool is_unsure = aml_value_has(list, AML_VALUE_OPEN);
  const aml_value *why = list;
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    const aml_value *sought = call->args[1];
    aml_truth same = aml_hcl_same(item, sought);
    if (same == AML_TRUE) {
      return aml_make_bool(call->eval, true);
    }
    why = same == AML_MAYBE && !is_unsure ? aml_find_unknown(item) != NULL ? item : sought : why;
    is_unsure = is_unsure || same == AML_MAYBE;
  }
  return is_unsure ? aml_unknown_because(call->eval, why, AML_KIND_BIT(AML_BOOL))
                   : aml_make_bool(call->eval, false);
}

static bool is_among(const items *kept, const aml_value *item) {
  for (size_t i = 0; i < kept->count; i++) {
    if (aml_hcl_same(kept->items[i], item) == AML_TRUE) {
      return true;
    }
  }
  return false;
}

const aml_value *aml_hcl_fn_distinct(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  items kept = {0};
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    if (!aml_eval_spend(call->eval, 1 + kept.count / 4)) {
      return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
    }
    if (!is_among(&kept, item)) {
      AML_VEC_PUSH(call->eval->arena, &kept, item);
    }
  }
  return like(call, list, &kept);
}

/* Around the end. */
const aml_value *aml_hcl_fn_element(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  int64_t index = call->args[1]->as.integer;
  int64_t count = (int64_t)list->as.array.count;
  if (count == 0 || aml_hcl_is_set(list)) {
    return aml_hcl_call_fail(call, 0, count == 0 ? "The list is empty." : AML_HCL_NO_ORDER);
  }
  if (aml_value_has(list, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, list, AML_KINDS_ANY);
  }
  return aml_access_item(call->eval, list, (index % count + count) % count);
}

/* Depth is that of values. */
static bool flatten(const aml_hcl_call *call, const aml_value *list, items *out, const aml_value **unknown) {
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    if (out->count >= AML_LIMIT_ARRAY || !aml_eval_spend(call->eval, 1)) {
      return false;
    }
    if (item->kind == AML_ARRAY) {
      if (!flatten(call, item, out, unknown)) {
        return false;
      }
      continue;
    }
    bool may_be_list = item->kind == AML_UNKNOWN && (item->as.unknown->kinds & AML_KIND_BIT(AML_ARRAY)) != 0;
    *unknown = may_be_list ? item : *unknown;
    AML_VEC_PUSH(call->eval->arena, out, item);
  }
  return true;
}

const aml_value *aml_hcl_fn_flatten(const aml_hcl_call *call) {
  items all = {0};
  const aml_value *unknown = NULL;
  if (!flatten(call, call->args[0], &all, &unknown)) {
    return aml_eval_limit(call->eval, "%d items in a computed array", AML_LIMIT_ARRAY);
  }
  return unknown != NULL ? aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_ARRAY))
                         : list_of(call, &all, 0);
}

const aml_value *aml_hcl_fn_index(const aml_hcl_call *call) {
  for (size_t i = 0; i < call->args[0]->as.array.count; i++) {
    if (aml_hcl_same(call->args[0]->as.array.items[i], call->args[1]) == AML_TRUE) {
      return aml_make_int(call->eval, (int64_t)i);
    }
  }
  return aml_hcl_call_fail(call, 1, "The list does not contain the value.");
}

/* Whether what is one character for people may be made of several: accents and variants behind others, what
 * joins two, flags, colours of skin. */
static bool may_join(aml_sv text) {
  static const char *const marks[] = {
      "\xCC", "\xCD", "\xE2\x80\x8D", "\xEF\xB8", "\xF0\x9F\x87", "\xF0\x9F\x8F"};
  bool is_any = false;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    is_any = is_any || aml_sv_find(text, aml_sv_of(marks[i]), 0) != AML_NPOS;
  }
  return is_any;
}

const aml_value *aml_hcl_fn_length(const aml_hcl_call *call) {
  const aml_value *value = call->args[0];
  if (aml_value_has(value, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_INT));
  }
  if (value->kind == AML_ARRAY || value->kind == AML_OBJECT) {
    return aml_make_int(call->eval, (int64_t)aml_hcl_count(value));
  }
  if (value->kind != AML_STRING) {
    return aml_hcl_call_fail(call, 0, "Only texts, lists and maps have a length.");
  }
  aml_sv text = value->as.string;
  if (may_join(text)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_INT),
        "characters of it are made of several, which are not counted here");
  }
  int64_t count = 0;
  for (size_t at = 0; at < text.len; count++) {
    at += aml_hcl_bytes_of(aml_sv_slice(text, at, text.len), 1);
  }
  return aml_make_int(call->eval, count);
}

const aml_value *aml_hcl_fn_one(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  if (aml_value_has(list, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, list, AML_KINDS_ANY);
  }
  return list->as.array.count == 0   ? aml_make_null(call->eval)
         : list->as.array.count == 1 ? list->as.array.items[0]
                                     : aml_hcl_call_fail(call, 0, "The list has more than one item.");
}

const aml_value *aml_hcl_fn_reverse(const aml_hcl_call *call) {
  items all = {0};
  for (size_t i = call->args[0]->as.array.count; i > 0; i--) {
    AML_VEC_PUSH(call->eval->arena, &all, call->args[0]->as.array.items[i - 1]);
  }
  const aml_value *list = call->args[0];
  unsigned element = list->flags & (unsigned)AML_HCL_ELEMENT;
  return aml_hcl_is_set(list) ? list_of(call, &all, (unsigned)AML_HCL_LIST | element)
                              : like(call, list, &all);
}

const aml_value *aml_hcl_fn_slice(const aml_hcl_call *call) {
  const aml_value *list = call->args[0];
  int64_t from = call->args[1]->as.integer;
  int64_t to = call->args[2]->as.integer;
  if (aml_hcl_is_set(list)) {
    return aml_hcl_call_fail(call, 0, AML_HCL_NO_ORDER);
  }
  if (from < 0 || to < from || to > (int64_t)list->as.array.count) {
    return aml_hcl_call_fail(call, 1, "The indexes are outside the list.");
  }
  return aml_make_array(
      call->eval, list->as.array.items + from, (size_t)(to - from), list->flags & AML_HCL_FLAGS);
}

static int compare_texts(const void *a, const void *b) {
  return aml_sv_cmp((*(const aml_value *const *)a)->as.string, (*(const aml_value *const *)b)->as.string);
}

const aml_value *aml_hcl_fn_sort(const aml_hcl_call *call) {
  items all = {0};
  for (size_t i = 0; i < call->args[0]->as.array.count; i++) {
    const aml_value *text = aml_hcl_to_string(call->eval, call->args[0]->as.array.items[i]);
    if (text == NULL || text->kind == AML_NULL) {
      return aml_hcl_call_fail(call, 0, "All items must be strings.");
    }
    if (text->kind == AML_UNKNOWN) {
      return text;
    }
    AML_VEC_PUSH(call->eval->arena, &all, text);
  }
  if (all.count > 0) {
    aml_sort(call->eval->arena, all.items, all.count, sizeof all.items[0], compare_texts);
  }
  return list_of_strings(call, &all);
}
