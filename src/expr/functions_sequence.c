/* What works on strings and arrays alike: length, first, take, contains, indexOf and such. */
#include "base/utf8.h"
#include "expr/functions.h"

/* True or false where certain; the items of an open array are not all. */
const aml_value *aml_fn_empty(const aml_call *call) {
  const aml_value *value = call->args[0];
  switch (value->kind) {
  case AML_STRING:
    return aml_make_bool(call->eval, value->as.string.len == 0);
  case AML_ARRAY:
  case AML_OBJECT: {
    size_t count = value->kind == AML_ARRAY ? value->as.array.count : value->as.object.count;
    bool is_certain = count > 0 || !aml_value_has(value, AML_VALUE_OPEN);
    return is_certain ? aml_make_bool(call->eval, count == 0)
                      : aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_BOOL));
  }
  case AML_UNKNOWN: {
    const aml_unknown *unknown = value->as.unknown;
    bool has_text = unknown->is_filled || unknown->prefix.len > 0 || unknown->suffix.len > 0;
    return has_text ? aml_make_bool(call->eval, false)
                    : aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_BOOL));
  }
  case AML_NULL:
  case AML_BOOL:
  case AML_INT:
  case AML_FLOAT:
  case AML_EXPRESSION:
    break;
  }
  return aml_make_bool(call->eval, value->kind == AML_NULL);
}

const aml_value *aml_fn_length(const aml_call *call) {
  const aml_value *value = call->args[0];
  if (aml_value_has(value, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_INT));
  }
  if (value->kind == AML_STRING) {
    return aml_make_int(call->eval, (int64_t)aml_utf16_length(value->as.string));
  }
  return aml_make_int(
      call->eval, (int64_t)(value->kind == AML_ARRAY ? value->as.array.count : value->as.object.count));
}

/* The first character of a text, two code units where it needs them. */
static aml_sv first_character(aml_sv text) {
  size_t end = 0;
  if (text.len > 0) {
    aml_utf8_next(text, &end);
  }
  return aml_sv_slice(text, 0, end);
}

static aml_sv last_character(aml_sv text) {
  size_t begin = text.len;
  while (begin > 0 && text.len - begin < AML_UTF8_MAX) {
    begin--;
    if (((unsigned char)text.data[begin] & 0xC0U) != 0x80U) {
      break;
    }
  }
  return aml_sv_slice(text, begin, text.len);
}

static const aml_value *end_item(const aml_call *call, bool is_first) {
  const aml_value *value = call->args[0];
  if (value->kind == AML_STRING) {
    aml_sv text = value->as.string;
    return aml_make_string(call->eval, is_first ? first_character(text) : last_character(text));
  }
  if (value->kind == AML_UNKNOWN) {
    aml_sv text = is_first ? value->as.unknown->prefix : value->as.unknown->suffix;
    aml_sv end = is_first ? first_character(text) : last_character(text);
    return end.len > 0 ? aml_make_string(call->eval, end)
                       : aml_unknown_because(call->eval, value, AML_KINDS_ANY);
  }
  size_t count = value->as.array.count;
  const aml_value *item = aml_access_item(call->eval, value, is_first || count == 0 ? 0 : (int64_t)count - 1);
  return item != NULL ? item : aml_make_null(call->eval);
}

const aml_value *aml_fn_first(const aml_call *call) {
  return end_item(call, true);
}

const aml_value *aml_fn_last(const aml_call *call) {
  return end_item(call, false);
}

/* Items [begin, end) of an array. */
static const aml_value *slice_array(const aml_call *call, const aml_value *array, size_t begin, size_t end) {
  return aml_make_array(call->eval, array->as.array.items + begin, end - begin, 0);
}

static size_t clamp(int64_t wanted, size_t most) {
  return wanted <= 0 ? 0 : (uint64_t)wanted < most ? (size_t)wanted : most;
}

/* The known end of an unknown string serves where it is long enough; the rest is unknown. */
static const aml_value *take_of_unknown(const aml_call *call) {
  const aml_value *value = call->args[0];
  const aml_value *wanted = call->args[1];
  if (value->kind == AML_UNKNOWN && wanted->kind == AML_INT) {
    aml_sv prefix = value->as.unknown->prefix;
    if (wanted->as.integer > 0 && (uint64_t)wanted->as.integer <= aml_utf16_length(prefix)) {
      size_t end = aml_utf16_offset(prefix, (size_t)wanted->as.integer);
      return aml_make_string(call->eval, aml_sv_slice(prefix, 0, end));
    }
    if (value->as.unknown->kinds == AML_KIND_BIT(AML_STRING)) {
      return aml_unknown_text(call->eval, value, prefix, AML_SV(""));
    }
  }
  return aml_unknown_because(
      call->eval, value->kind == AML_UNKNOWN ? value : wanted, aml_function_kinds("c"));
}

const aml_value *aml_fn_take(const aml_call *call) {
  const aml_value *value = call->args[0];
  if (value->kind == AML_UNKNOWN || call->args[1]->kind == AML_UNKNOWN) {
    return take_of_unknown(call);
  }
  int64_t wanted = call->args[1]->as.integer;
  if (value->kind == AML_STRING) {
    size_t end = aml_utf16_offset(value->as.string, clamp(wanted, SIZE_MAX));
    return aml_make_string(call->eval, aml_sv_slice(value->as.string, 0, end));
  }
  if (aml_value_has(value, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_ARRAY));
  }
  return slice_array(call, value, 0, clamp(wanted, value->as.array.count));
}

static const aml_value *skip_of_unknown(const aml_call *call) {
  const aml_value *value = call->args[0];
  const aml_value *skipped = call->args[1];
  if (value->kind == AML_UNKNOWN && skipped->kind == AML_INT &&
      value->as.unknown->kinds == AML_KIND_BIT(AML_STRING)) {
    aml_sv prefix = value->as.unknown->prefix;
    size_t begin = aml_utf16_offset(prefix, clamp(skipped->as.integer, SIZE_MAX));
    bool is_inside = (uint64_t)begin < prefix.len || skipped->as.integer <= 0;
    return aml_unknown_text(call->eval, value, aml_sv_slice(prefix, begin, prefix.len),
        is_inside ? value->as.unknown->suffix : AML_SV(""));
  }
  return aml_unknown_because(
      call->eval, value->kind == AML_UNKNOWN ? value : skipped, aml_function_kinds("c"));
}

const aml_value *aml_fn_skip(const aml_call *call) {
  const aml_value *value = call->args[0];
  if (value->kind == AML_UNKNOWN || call->args[1]->kind == AML_UNKNOWN) {
    return skip_of_unknown(call);
  }
  int64_t skipped = call->args[1]->as.integer;
  if (value->kind == AML_STRING) {
    size_t begin = aml_utf16_offset(value->as.string, clamp(skipped, SIZE_MAX));
    return aml_make_string(call->eval, aml_sv_slice(value->as.string, begin, value->as.string.len));
  }
  if (aml_value_has(value, AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, value, AML_KIND_BIT(AML_ARRAY));
  }
  size_t count = value->as.array.count;
  return slice_array(call, value, clamp(skipped, count), count);
}

static const aml_value *fail_needle(const aml_call *call) {
  aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(call->args[1]->kind));
  return aml_call_fail(call, 1, "The function '%.*s' looks for a string in a string, not for %.*s.",
      AML_SV_ARG(call->function->name), AML_SV_ARG(kind));
}

/* Whether the text occurs in what is known of a text that is known in part. */
static bool occurs_in_ends(const aml_value *unknown, aml_sv needle) {
  return aml_sv_find(unknown->as.unknown->prefix, needle, 0) != AML_NPOS ||
         aml_sv_find(unknown->as.unknown->suffix, needle, 0) != AML_NPOS;
}

static const aml_value *contains_item(const aml_call *call) {
  const aml_value *array = call->args[0];
  const aml_value *doubt = aml_value_has(array, AML_VALUE_OPEN) ? array : NULL;
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_truth truth = aml_value_equal(array->as.array.items[i], call->args[1]);
    if (truth == AML_TRUE) {
      return aml_make_bool(call->eval, true);
    }
    if (truth == AML_MAYBE && doubt == NULL) {
      doubt = aml_find_unknown(array->as.array.items[i]);
      doubt = doubt != NULL ? doubt : call->args[1];
    }
  }
  aml_eval_spend(call->eval, array->as.array.count / 16);
  return aml_make_truth(call->eval, doubt != NULL ? AML_MAYBE : AML_FALSE, doubt);
}

static const aml_value *contains_member(const aml_call *call) {
  const aml_value *object = call->args[0];
  const aml_value *key = call->args[1];
  if (key->kind == AML_UNKNOWN) {
    return aml_make_truth(call->eval, AML_MAYBE, key);
  }
  if (key->kind != AML_STRING && key->kind != AML_INT) {
    aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(key->kind));
    return aml_call_fail(call, 1, "The function '%.*s' looks for the name of a member, which cannot be %.*s.",
        AML_SV_ARG(call->function->name), AML_SV_ARG(kind));
  }
  aml_sv name = key->kind == AML_STRING
                    ? key->as.string
                    : aml_sv_format(call->eval->arena, "%lld", (long long)key->as.integer);
  bool is_there = aml_object_find(object, name) != NULL;
  bool is_certain = is_there || !aml_value_has(object, AML_VALUE_OPEN);
  return aml_make_truth(call->eval, !is_certain ? AML_MAYBE : is_there ? AML_TRUE : AML_FALSE, object);
}

const aml_value *aml_fn_contains(const aml_call *call) {
  const aml_value *container = call->args[0];
  const aml_value *needle = call->args[1];
  if (container->kind == AML_ARRAY) {
    return contains_item(call);
  }
  if (container->kind == AML_OBJECT) {
    return contains_member(call);
  }
  if (container->kind == AML_UNKNOWN) {
    bool is_there = needle->kind == AML_STRING && needle->as.string.len > 0 &&
                    occurs_in_ends(container, needle->as.string);
    return aml_make_truth(call->eval, is_there ? AML_TRUE : AML_MAYBE, container);
  }
  if (needle->kind == AML_UNKNOWN) {
    return aml_make_truth(call->eval, AML_MAYBE, needle);
  }
  if (needle->kind != AML_STRING) {
    return fail_needle(call);
  }
  return aml_make_bool(call->eval, aml_sv_find(container->as.string, needle->as.string, 0) != AML_NPOS);
}

static aml_sv reverse(aml_arena *arena, aml_sv text) {
  char *bytes = AML_NEW_ARRAY(arena, char, text.len);
  for (size_t i = 0; i < text.len; i++) {
    bytes[i] = text.data[text.len - 1 - i];
  }
  return (aml_sv){bytes, text.len};
}

/* Where the needle last occurs, in time linear in the text: the first place in both reversed. */
static size_t find_last(aml_arena *arena, aml_sv text, aml_sv needle) {
  size_t found = aml_sv_find(reverse(arena, text), reverse(arena, needle), 0);
  return found == AML_NPOS ? AML_NPOS : text.len - found - needle.len;
}

static const aml_value *index_in_text(const aml_call *call, bool is_first) {
  if (call->args[1]->kind != AML_STRING) {
    return fail_needle(call);
  }
  aml_arena *arena = call->eval->arena;
  aml_sv text = aml_fold(arena, call->args[0]->as.string);
  aml_sv needle = aml_fold(arena, call->args[1]->as.string);
  size_t at = is_first ? aml_sv_find(text, needle, 0) : find_last(arena, text, needle);
  aml_eval_spend(call->eval, text.len / 256);
  return aml_make_int(call->eval, at == AML_NPOS ? -1 : (int64_t)aml_utf16_length(aml_sv_slice(text, 0, at)));
}

static const aml_value *index_in_array(const aml_call *call, bool is_first) {
  const aml_value *array = call->args[0];
  size_t count = array->as.array.count;
  for (size_t i = 0; i < count; i++) {
    size_t at = is_first ? i : count - 1 - i;
    aml_truth truth = aml_value_equal(array->as.array.items[at], call->args[1]);
    if (truth == AML_MAYBE) {
      const aml_value *unknown = aml_find_unknown(array->as.array.items[at]);
      return aml_unknown_because(
          call->eval, unknown != NULL ? unknown : call->args[1], AML_KIND_BIT(AML_INT));
    }
    if (truth == AML_TRUE) {
      return aml_make_int(call->eval, (int64_t)at);
    }
  }
  aml_eval_spend(call->eval, count / 16);
  return aml_make_int(call->eval, -1);
}

static const aml_value *find_index(const aml_call *call, bool is_first) {
  if (aml_value_has(call->args[0], AML_VALUE_OPEN)) {
    return aml_unknown_because(call->eval, call->args[0], AML_KIND_BIT(AML_INT));
  }
  return call->args[0]->kind == AML_STRING ? index_in_text(call, is_first) : index_in_array(call, is_first);
}

const aml_value *aml_fn_index_of(const aml_call *call) {
  return find_index(call, true);
}

const aml_value *aml_fn_last_index_of(const aml_call *call) {
  return find_index(call, false);
}
