/* Functions on texts. */
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "hcl/function_bodies.h"

static aml_sv text_of(const aml_hcl_call *call, size_t i) {
  return call->args[i]->as.string;
}

static const aml_value *made(const aml_hcl_call *call, aml_sv text) {
  return aml_make_string(call->eval, text);
}

/* A text that was built under the bound on its size. */
static const aml_value *built(const aml_hcl_call *call, aml_strbuf *out) {
  if (out->overflowed) {
    return aml_eval_limit(call->eval, "%d bytes in a computed string", AML_LIMIT_STRING);
  }
  aml_sv text = aml_strbuf_view(out);
  return aml_eval_spend(call->eval, text.len / 256)
             ? made(call, text)
             : aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING), AML_REASON_LIMIT);
}

size_t aml_hcl_bytes_of(aml_sv text, size_t count) {
  size_t at = 0;
  while (count > 0 && at < text.len) {
    (void)aml_utf8_next(text, &at);
    count--;
  }
  return at;
}

static size_t count_characters(aml_sv text) {
  size_t count = 0;
  for (size_t at = 0; at < text.len; count++) {
    (void)aml_utf8_next(text, &at);
  }
  return count;
}

const aml_value *aml_hcl_fn_chomp(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  while (text.len > 0 && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == '\r')) {
    text.len--;
  }
  return made(call, text);
}

/* What is certain where one of the two is known at that end only. */
static const aml_value *end_test(const aml_hcl_call *call, bool at_start) {
  const aml_value *whole = call->args[0];
  const aml_value *part = call->args[1];
  bool is_known_part = part->kind == AML_STRING;
  if (whole->kind == AML_STRING && is_known_part) {
    return aml_make_bool(call->eval, at_start ? aml_sv_starts(whole->as.string, part->as.string)
                                              : aml_sv_ends(whole->as.string, part->as.string));
  }
  const aml_value *unknown = whole->kind == AML_UNKNOWN ? whole : part;
  if (is_known_part && whole->kind == AML_UNKNOWN) {
    aml_sv known = at_start ? whole->as.unknown->prefix : whole->as.unknown->suffix;
    aml_sv wanted = part->as.string;
    size_t shared = known.len < wanted.len ? known.len : wanted.len;
    bool is_same = at_start ? aml_sv_eq(aml_sv_slice(known, 0, shared), aml_sv_slice(wanted, 0, shared))
                            : aml_sv_eq(aml_sv_slice(known, known.len - shared, known.len),
                                  aml_sv_slice(wanted, wanted.len - shared, wanted.len));
    if (!is_same || shared == wanted.len) {
      return aml_make_bool(call->eval, is_same);
    }
  }
  return aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_BOOL));
}

const aml_value *aml_hcl_fn_startswith(const aml_hcl_call *call) {
  return end_test(call, true);
}

const aml_value *aml_hcl_fn_endswith(const aml_hcl_call *call) {
  return end_test(call, false);
}

const aml_value *aml_hcl_fn_strcontains(const aml_hcl_call *call) {
  return aml_make_bool(call->eval, aml_sv_find(text_of(call, 0), text_of(call, 1), 0) != AML_NPOS);
}

const aml_value *aml_hcl_fn_indent(const aml_hcl_call *call) {
  int64_t count = call->args[0]->as.integer;
  aml_sv text = text_of(call, 1);
  if (count < 0) {
    return aml_hcl_call_fail(call, 0, "The number of blanks must not be negative.");
  }
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  for (size_t i = 0; i < text.len && !out.overflowed; i++) {
    aml_strbuf_add_char(&out, text.data[i]);
    for (int64_t k = 0; text.data[i] == '\n' && k < count && !out.overflowed; k++) {
      aml_strbuf_add_char(&out, ' ');
    }
  }
  return built(call, &out);
}

const aml_value *aml_hcl_fn_join(const aml_hcl_call *call) {
  aml_strbuf out;
  bool is_first = true;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  for (size_t i = 1; i < call->count; i++) {
    for (size_t k = 0; k < call->args[i]->as.array.count && !out.overflowed; k++) {
      const aml_value *item = call->args[i]->as.array.items[k];
      const aml_value *text = item->kind == AML_NULL ? NULL : aml_hcl_to_string(call->eval, item);
      if (text == NULL) {
        return aml_hcl_call_fail(call, i, "All items must be strings.");
      }
      if (text->kind == AML_UNKNOWN) {
        return text;
      }
      aml_strbuf_add(&out, is_first ? AML_SV("") : text_of(call, 0));
      aml_strbuf_add(&out, text->as.string);
      is_first = false;
    }
  }
  return built(call, &out);
}

/* The same with another case, of what is known of it. */
static const aml_value *in_case(const aml_hcl_call *call, aml_sv (*change)(aml_arena *arena, aml_sv text)) {
  const aml_value *text = call->args[0];
  aml_arena *arena = call->eval->arena;
  if (text->kind == AML_UNKNOWN) {
    return aml_unknown_text(
        call->eval, text, change(arena, text->as.unknown->prefix), change(arena, text->as.unknown->suffix));
  }
  return made(call, change(arena, text->as.string));
}

const aml_value *aml_hcl_fn_lower(const aml_hcl_call *call) {
  return in_case(call, aml_utf8_lower);
}

const aml_value *aml_hcl_fn_upper(const aml_hcl_call *call) {
  return in_case(call, aml_utf8_upper);
}

/* The first letter of each word, as Go's strings.Title takes words. */
const aml_value *aml_hcl_fn_title(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  aml_strbuf out;
  bool is_inside = false;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  for (size_t at = 0; at < text.len;) {
    size_t next = at;
    (void)aml_utf8_next(text, &next);
    aml_sv letter = aml_sv_slice(text, at, next);
    aml_strbuf_add(&out, is_inside ? letter : aml_utf8_upper(call->eval->arena, letter));
    char c = text.data[at];
    is_inside = aml_ascii_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
    at = next;
  }
  return built(call, &out);
}

const aml_value *aml_hcl_fn_replace(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  aml_sv what = text_of(call, 1);
  aml_sv with = text_of(call, 2);
  if (what.len > 1 && what.data[0] == '/' && what.data[what.len - 1] == '/') {
    return aml_hcl_replace_pattern(call, aml_sv_slice(what, 1, what.len - 1));
  }
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  size_t at = 0;
  while (!out.overflowed) {
    size_t found = what.len == 0 ? AML_NPOS : aml_sv_find(text, what, at);
    if (found == AML_NPOS && (what.len > 0 || at >= text.len)) {
      break;
    }
    size_t next = at;
    if (what.len == 0) { /* before each character, as Go does */
      (void)aml_utf8_next(text, &next);
      aml_strbuf_add(&out, with);
      aml_strbuf_add(&out, aml_sv_slice(text, at, next));
    } else {
      aml_strbuf_add(&out, aml_sv_slice(text, at, found));
      aml_strbuf_add(&out, with);
      next = found + what.len;
    }
    at = next;
  }
  aml_strbuf_add(&out, what.len == 0 ? with : aml_sv_slice(text, at, text.len));
  return built(call, &out);
}

const aml_value *aml_hcl_fn_split(const aml_hcl_call *call) {
  aml_sv mark = text_of(call, 0);
  aml_sv text = text_of(call, 1);
  AML_VEC(const aml_value *) items = {0};
  for (size_t at = 0; mark.len == 0 ? at < text.len : true;) {
    size_t found = mark.len == 0 ? AML_NPOS : aml_sv_find(text, mark, at);
    size_t end = found == AML_NPOS ? text.len : found;
    if (mark.len == 0) {
      end = at;
      (void)aml_utf8_next(text, &end);
    }
    AML_VEC_PUSH(call->eval->arena, &items, made(call, aml_sv_slice(text, at, end)));
    if ((mark.len > 0 && found == AML_NPOS) || items.count > AML_LIMIT_ARRAY ||
        !aml_eval_spend(call->eval, 1)) {
      break;
    }
    at = end + mark.len;
  }
  return aml_make_array(
      call->eval, items.items, items.count, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS);
}

const aml_value *aml_hcl_fn_strrev(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  char *out = AML_NEW_ARRAY(call->eval->arena, char, text.len + 1);
  for (size_t at = 0; at < text.len;) {
    size_t next = at;
    (void)aml_utf8_next(text, &next);
    memcpy(out + (text.len - next), text.data + at, next - at);
    at = next;
  }
  return made(call, (aml_sv){out, text.len});
}

const aml_value *aml_hcl_fn_substr(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  int64_t count = (int64_t)count_characters(text);
  int64_t from = call->args[1]->as.integer;
  int64_t length = call->args[2]->as.integer;
  from = from < 0 ? (from + count < 0 ? 0 : from + count) : from;
  from = from > count ? count : from;
  int64_t end = length < 0 || length > count - from ? count : from + length;
  return made(
      call, aml_sv_slice(text, aml_hcl_bytes_of(text, (size_t)from), aml_hcl_bytes_of(text, (size_t)end)));
}

const aml_value *aml_hcl_fn_trim(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  aml_sv set = text_of(call, 1);
  size_t begin = 0;
  size_t next = 0;
  while (begin < text.len) {
    (void)aml_utf8_next(text, &next);
    if (aml_sv_find(set, aml_sv_slice(text, begin, next), 0) == AML_NPOS) {
      break;
    }
    begin = next;
  }
  size_t end = text.len;
  while (end > begin) {
    size_t last = end - 1;
    while (last > begin && ((unsigned char)text.data[last] & 0xC0) == 0x80) {
      last--;
    }
    if (aml_sv_find(set, aml_sv_slice(text, last, end), 0) == AML_NPOS) {
      break;
    }
    end = last;
  }
  return made(call, aml_sv_slice(text, begin, end));
}

const aml_value *aml_hcl_fn_trimprefix(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  aml_sv part = text_of(call, 1);
  return made(call, aml_sv_starts(text, part) ? aml_sv_slice(text, part.len, text.len) : text);
}

const aml_value *aml_hcl_fn_trimsuffix(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  aml_sv part = text_of(call, 1);
  return made(call, aml_sv_ends(text, part) ? aml_sv_slice(text, 0, text.len - part.len) : text);
}

const aml_value *aml_hcl_fn_trimspace(const aml_hcl_call *call) {
  return made(call, aml_sv_trim(text_of(call, 0)));
}

const aml_value *aml_hcl_fn_basename(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  size_t slash = aml_sv_rfind_char(text, '/');
  return made(call, slash == AML_NPOS ? text : aml_sv_slice(text, slash + 1, text.len));
}

const aml_value *aml_hcl_fn_dirname(const aml_hcl_call *call) {
  aml_sv text = text_of(call, 0);
  size_t slash = aml_sv_rfind_char(text, '/');
  return made(call, slash == AML_NPOS ? AML_SV(".")
                    : slash == 0      ? AML_SV("/")
                                      : aml_sv_slice(text, 0, slash));
}
