/* Functions on text. .NET counts in UTF-16 code units and compares without a culture here. */
#include "base/utf8.h"
#include "expr/functions.h"

/* concat of arrays: all items in their order; an unknown array leaves the result open. */
static const aml_value *concat_arrays(const aml_call *call) {
  AML_VEC(const aml_value *) items = {0};
  unsigned flags = 0;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    if (arg->kind == AML_UNKNOWN) {
      flags |= (unsigned)AML_VALUE_OPEN;
      continue;
    }
    if (arg->kind != AML_ARRAY) {
      return aml_call_fail(call, i, "The function 'concat' takes either arrays or strings, not both.");
    }
    flags |= arg->flags & (unsigned)AML_VALUE_OPEN;
    for (size_t j = 0; j < arg->as.array.count; j++) {
      AML_VEC_PUSH(call->eval->arena, &items, arg->as.array.items[j]);
    }
    if (items.count > AML_LIMIT_ARRAY || !aml_eval_spend(call->eval, arg->as.array.count / 4)) {
      return aml_eval_limit(call->eval, "%d items in a computed array", AML_LIMIT_ARRAY);
    }
  }
  return aml_make_array(call->eval, items.items, items.count, flags);
}

const aml_value *aml_fn_concat(const aml_call *call) {
  const aml_value *unknown = NULL;
  bool has_text = call->count == 0;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    if (arg->kind == AML_ARRAY) {
      return concat_arrays(call);
    }
    if (arg->kind == AML_OBJECT || (arg->kind == AML_NULL && !call->eval->scope->is_policy)) {
      aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(arg->kind));
      return aml_call_fail(
          call, i, "The function 'concat' takes strings or arrays, not %.*s.", AML_SV_ARG(kind));
    }
    bool may_be_array = arg->kind == AML_UNKNOWN && (arg->as.unknown->kinds & AML_KIND_BIT(AML_ARRAY)) != 0;
    unknown = unknown == NULL && may_be_array ? arg : unknown;
    has_text =
        has_text || (arg->kind != AML_UNKNOWN) || (arg->as.unknown->kinds & AML_KIND_BIT(AML_ARRAY)) == 0;
  }
  if (unknown != NULL && !has_text) {
    return aml_unknown_because(call->eval, unknown, aml_function_kinds("c"));
  }
  aml_pieces pieces;
  aml_pieces_begin(&pieces, call);
  for (size_t i = 0; i < call->count; i++) {
    aml_pieces_value(&pieces, call->args[i], '"');
  }
  return aml_pieces_end(&pieces);
}

const aml_value *aml_fn_join(const aml_call *call) {
  const aml_value *array = call->args[0];
  if (aml_value_has(array, AML_VALUE_OPEN)) {
    return aml_unknown_text(call->eval, array, AML_SV(""), AML_SV(""));
  }
  aml_pieces pieces;
  aml_pieces_begin(&pieces, call);
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    if (item->kind == AML_ARRAY || item->kind == AML_OBJECT) {
      aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(item->kind));
      return aml_call_fail(
          call, 0, "The function 'join' takes an array of strings; item %zu is %.*s.", i, AML_SV_ARG(kind));
    }
    aml_pieces_text(&pieces, i == 0 ? AML_SV("") : call->args[1]->as.string);
    aml_pieces_value(&pieces, item, '"');
  }
  return aml_pieces_end(&pieces);
}

const aml_value *aml_fn_string(const aml_call *call) {
  if (call->args[0]->kind == AML_STRING) {
    return call->args[0];
  }
  aml_pieces pieces;
  aml_pieces_begin(&pieces, call);
  aml_pieces_value(&pieces, call->args[0], '"');
  return aml_pieces_end(&pieces);
}

/* Whether `text` begins (or ends) with `with`, ignoring case; MAYBE where what is known is too short. */
static aml_truth matches_end(const aml_call *call, bool at_start) {
  const aml_value *text = call->args[0];
  const aml_value *with = call->args[1];
  aml_arena *arena = call->eval->arena;
  bool is_known = text->kind == AML_STRING && with->kind == AML_STRING;
  if (with->kind == AML_UNKNOWN && text->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  if (is_known && aml_utf8_is_ascii(text->as.string) && aml_utf8_is_ascii(with->as.string)) {
    bool is_at_end = at_start ? aml_sv_istarts(text->as.string, with->as.string)
                              : aml_sv_iends(text->as.string, with->as.string);
    return is_at_end ? AML_TRUE : AML_FALSE;
  }
  aml_sv whole = aml_fold(arena, text->kind == AML_STRING ? text->as.string
                                 : at_start               ? text->as.unknown->prefix
                                                          : text->as.unknown->suffix);
  aml_sv part = aml_fold(arena, with->kind == AML_STRING ? with->as.string
                                : at_start               ? with->as.unknown->prefix
                                                         : with->as.unknown->suffix);
  bool fits = at_start ? aml_sv_starts(whole, part) : aml_sv_ends(whole, part);
  if (is_known) {
    return fits ? AML_TRUE : AML_FALSE;
  }
  if (with->kind == AML_UNKNOWN) { /* what is sought begins with `part`, so no fit is certain */
    return fits ? AML_MAYBE : AML_FALSE;
  }
  if (fits) {
    return AML_TRUE;
  }
  size_t common = whole.len < part.len ? whole.len : part.len;
  bool may_fit = at_start ? aml_sv_eq(aml_sv_slice(whole, 0, common), aml_sv_slice(part, 0, common))
                          : aml_sv_eq(aml_sv_slice(whole, whole.len - common, whole.len),
                                aml_sv_slice(part, part.len - common, part.len));
  return may_fit ? AML_MAYBE : AML_FALSE;
}

static const aml_value *unknown_of(const aml_call *call) {
  return call->args[0]->kind == AML_UNKNOWN ? call->args[0] : call->args[1];
}

const aml_value *aml_fn_starts_with(const aml_call *call) {
  return aml_make_truth(call->eval, matches_end(call, true), unknown_of(call));
}

const aml_value *aml_fn_ends_with(const aml_call *call) {
  return aml_make_truth(call->eval, matches_end(call, false), unknown_of(call));
}

/* Case mapping of what is known of a text. */
static const aml_value *map_case(const aml_call *call, aml_sv (*map)(aml_arena *arena, aml_sv s)) {
  const aml_value *text = call->args[0];
  aml_arena *arena = call->eval->arena;
  if (text->kind == AML_UNKNOWN) {
    return aml_unknown_text(
        call->eval, text, map(arena, text->as.unknown->prefix), map(arena, text->as.unknown->suffix));
  }
  aml_eval_spend(call->eval, text->as.string.len / 256);
  return aml_make_string(call->eval, map(arena, text->as.string));
}

const aml_value *aml_fn_to_lower(const aml_call *call) {
  return map_case(call, aml_utf8_lower);
}

const aml_value *aml_fn_to_upper(const aml_call *call) {
  return map_case(call, aml_utf8_upper);
}

/* What .NET's Trim() takes for white space. */
static bool is_white(uint32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

const aml_value *aml_fn_trim(const aml_call *call) {
  aml_sv text = call->args[0]->as.string;
  size_t begin = text.len;
  size_t end = 0;
  for (size_t at = 0; at < text.len;) {
    size_t start = at;
    if (!is_white(aml_utf8_next(text, &at))) {
      begin = begin == text.len ? start : begin;
      end = at;
    }
  }
  return aml_make_string(call->eval, aml_sv_slice(text, begin, end));
}

const aml_value *aml_fn_pad_left(const aml_call *call) {
  aml_pieces value;
  aml_pieces_begin(&value, call);
  aml_pieces_value(&value, call->args[0], '"');
  const aml_value *text = aml_pieces_end(&value);
  int64_t wanted = call->args[1]->as.integer;
  aml_sv filler = call->count > 2 ? call->args[2]->as.string : AML_SV(" ");
  if (aml_utf16_length(filler) != 1) {
    return aml_call_fail(
        call, 2, "The function 'padLeft' pads with one character, not with '%.*s'.", AML_SV_ARG(filler));
  }
  if (wanted < 0) {
    return aml_call_fail(call, 1, "The length %lld is negative.", (long long)wanted);
  }
  if (text->kind != AML_STRING) {
    return text;
  }
  size_t length = aml_utf16_length(text->as.string);
  aml_strbuf padded;
  aml_text_begin(call, &padded);
  for (size_t i = length; i < (uint64_t)wanted && !padded.overflowed; i++) {
    aml_strbuf_add(&padded, filler);
  }
  aml_strbuf_add(&padded, text->as.string);
  return aml_text_end(call, &padded);
}

const aml_value *aml_fn_replace(const aml_call *call) {
  aml_sv text = call->args[0]->as.string;
  aml_sv old = call->args[1]->as.string;
  if (old.len == 0) {
    return aml_call_fail(call, 1, "The string to replace must not be empty.");
  }
  aml_strbuf result;
  aml_text_begin(call, &result);
  size_t at = 0;
  size_t found;
  while ((found = aml_sv_find(text, old, at)) != AML_NPOS) {
    aml_strbuf_add(&result, aml_sv_slice(text, at, found));
    aml_strbuf_add(&result, call->args[2]->as.string);
    at = found + old.len;
  }
  aml_strbuf_add(&result, aml_sv_slice(text, at, text.len));
  return aml_text_end(call, &result);
}

/* The delimiters of a split, from one string or an array of them. NULL after a failure. */
static const aml_value *const *delimiters_of(const aml_call *call, size_t *count, const aml_value **failure) {
  const aml_value *delimiters = call->args[1];
  if (delimiters->kind == AML_STRING) {
    *count = 1;
    return &call->args[1];
  }
  const aml_value *unknown = aml_find_unknown(delimiters);
  if (unknown != NULL) {
    *failure = aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_ARRAY));
    return NULL;
  }
  for (size_t i = 0; i < delimiters->as.array.count; i++) {
    if (delimiters->as.array.items[i]->kind != AML_STRING) {
      *failure = aml_call_fail(call, 1, "The function 'split' takes delimiters that are strings.");
      return NULL;
    }
  }
  *count = delimiters->as.array.count;
  return delimiters->as.array.items;
}

/* The length of the delimiter that stands at `at`; 0 for none. */
static size_t delimiter_at(aml_sv text, size_t at, const aml_value *const *delimiters, size_t count) {
  for (size_t i = 0; i < count; i++) {
    aml_sv delimiter = delimiters[i]->as.string;
    if (delimiter.len > 0 && delimiter.len <= text.len - at &&
        memcmp(text.data + at, delimiter.data, delimiter.len) == 0) {
      return delimiter.len;
    }
  }
  return 0;
}

const aml_value *aml_fn_split(const aml_call *call) {
  const aml_value *failure = NULL;
  size_t delimiter_count = 0;
  const aml_value *const *delimiters = delimiters_of(call, &delimiter_count, &failure);
  if (failure != NULL) {
    return failure;
  }
  aml_sv text = call->args[0]->as.string;
  if (!aml_eval_spend(call->eval, text.len / 64 * (delimiter_count + 1))) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
  }
  AML_VEC(const aml_value *) parts = {0};
  size_t begin = 0;
  for (size_t at = 0; at < text.len;) {
    size_t length = delimiter_at(text, at, delimiters, delimiter_count);
    if (length == 0) {
      at++;
      continue;
    }
    AML_VEC_PUSH(call->eval->arena, &parts, aml_make_string(call->eval, aml_sv_slice(text, begin, at)));
    at += length;
    begin = at;
    if (parts.count >= AML_LIMIT_ARRAY) {
      return aml_eval_limit(call->eval, "%d items in a computed array", AML_LIMIT_ARRAY);
    }
  }
  aml_eval_spend(call->eval, parts.count);
  AML_VEC_PUSH(call->eval->arena, &parts, aml_make_string(call->eval, aml_sv_slice(text, begin, text.len)));
  return aml_make_array(call->eval, parts.items, parts.count, 0);
}

static const aml_value *fail_range(const aml_call *call, size_t length) {
  return aml_call_fail(call, AML_NPOS,
      "The index and length of 'substring' must be within the string, which has %zu characters.", length);
}

/* A known part of a text whose end is not known. */
static const aml_value *substring_of_unknown(const aml_call *call) {
  const aml_value *text = call->args[0];
  const aml_value *unknown = text;
  for (size_t i = 1; i < call->count && unknown->kind != AML_UNKNOWN; i++) {
    unknown = call->args[i];
  }
  bool has_range = call->count == 3 && call->args[1]->kind == AML_INT && call->args[2]->kind == AML_INT &&
                   call->args[1]->as.integer >= 0 && call->args[2]->as.integer >= 0;
  if (text->kind == AML_UNKNOWN && has_range) {
    aml_sv prefix = text->as.unknown->prefix;
    uint64_t start = (uint64_t)call->args[1]->as.integer;
    uint64_t end = start + (uint64_t)call->args[2]->as.integer;
    if (end <= aml_utf16_length(prefix)) {
      size_t from = aml_utf16_offset(prefix, (size_t)start);
      return aml_make_string(call->eval, aml_sv_slice(prefix, from, aml_utf16_offset(prefix, (size_t)end)));
    }
  }
  return aml_unknown_text(call->eval, unknown, AML_SV(""), AML_SV(""));
}

const aml_value *aml_fn_substring(const aml_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    if (call->args[i]->kind == AML_UNKNOWN) {
      return substring_of_unknown(call);
    }
  }
  aml_sv text = call->args[0]->as.string;
  size_t length = aml_utf16_length(text);
  int64_t start = call->count > 1 ? call->args[1]->as.integer : 0;
  if (start < 0 || (uint64_t)start > length) {
    return fail_range(call, length);
  }
  int64_t wanted = call->count > 2 ? call->args[2]->as.integer : (int64_t)length - start;
  if (wanted < 0 || (uint64_t)wanted > length - (uint64_t)start) {
    return fail_range(call, length);
  }
  size_t begin = aml_utf16_offset(text, (size_t)start);
  size_t end = aml_utf16_offset(text, (size_t)(start + wanted));
  return aml_make_string(call->eval, aml_sv_slice(text, begin, end));
}

/* Wildcard matching of folded texts with '*' alone, in time linear in the text for each star. */
static bool matches_like(aml_sv text, aml_sv pattern) {
  size_t star = aml_sv_find_char(pattern, '*', 0);
  if (star == AML_NPOS) {
    return aml_sv_eq(text, pattern);
  }
  aml_sv head = aml_sv_slice(pattern, 0, star);
  size_t last_star = aml_sv_rfind_char(pattern, '*');
  aml_sv tail = aml_sv_slice(pattern, last_star + 1, pattern.len);
  if (text.len < head.len + tail.len || !aml_sv_starts(text, head) || !aml_sv_ends(text, tail)) {
    return false;
  }
  aml_sv middle = aml_sv_slice(text, head.len, text.len - tail.len);
  aml_sv rest = aml_sv_slice(pattern, star + 1, last_star < star + 1 ? star + 1 : last_star);
  size_t at = 0;
  while (rest.len > 0) {
    aml_sv piece = aml_sv_split(&rest, '*');
    at = aml_sv_find(middle, piece, at);
    if (at == AML_NPOS) {
      return false;
    }
    at += piece.len;
  }
  return true;
}

const aml_value *aml_fn_like(const aml_call *call) {
  aml_arena *arena = call->eval->arena;
  return aml_make_bool(call->eval,
      matches_like(aml_fold(arena, call->args[0]->as.string), aml_fold(arena, call->args[1]->as.string)));
}
