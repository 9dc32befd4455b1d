#include "graph/name.h"

#include "base/strbuf.h"

size_t aml_type_depth(aml_sv type) {
  size_t depth = 0;
  for (size_t i = 0; i < type.len; i++) {
    depth += type.data[i] == '/';
  }
  return depth;
}

aml_sv aml_type_parent(aml_sv type) {
  if (aml_type_depth(type) < 2) {
    return (aml_sv){0};
  }
  return aml_sv_slice(type, 0, aml_sv_rfind_char(type, '/'));
}

/* Offset of the next '/' outside symbols at or after `from`; the length where there is none. */
static size_t find_slash(aml_sv text, size_t from) {
  bool is_inside = false;
  for (size_t i = from; i < text.len; i++) {
    if (text.data[i] == AML_SYMBOL_BEGIN) {
      is_inside = true;
    } else if (text.data[i] == AML_SYMBOL_END) {
      is_inside = false;
    } else if (text.data[i] == '/' && !is_inside) {
      return i;
    }
  }
  return text.len;
}

aml_name aml_name_split(aml_arena *arena, aml_sv symbolic) {
  size_t count = 1;
  for (size_t at = find_slash(symbolic, 0); at < symbolic.len; at = find_slash(symbolic, at + 1)) {
    count++;
  }
  aml_sv *segments = AML_NEW_ARRAY(arena, aml_sv, count);
  size_t begin = 0;
  for (size_t i = 0; i < count; i++) {
    size_t end = find_slash(symbolic, begin);
    segments[i] = aml_sv_slice(symbolic, begin, end);
    begin = end + 1;
  }
  return (aml_name){segments, count, symbolic};
}

aml_sv aml_name_join(aml_arena *arena, aml_name name, size_t count) {
  if (name.text.len > 0 && count > 0) {
    aml_sv last = name.segments[count - 1];
    return aml_sv_slice(name.text, 0, (size_t)(last.data - name.text.data) + last.len);
  }
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add(&text, i > 0 ? AML_SV("/") : AML_SV(""));
    aml_strbuf_add(&text, name.segments[i]);
  }
  return aml_strbuf_view(&text);
}

/* Replaces leading and trailing segments by those that the value's known ends spell out. */
static void overlay_known_ends(aml_arena *arena, const aml_unknown *unknown, aml_sv *segments, size_t count) {
  aml_name head = aml_name_split(arena, aml_sv_lower(arena, unknown->prefix));
  for (size_t i = 0; i + 1 < head.count && i < count; i++) {
    segments[i] = head.segments[i];
  }
  aml_name tail = aml_name_split(arena, aml_sv_lower(arena, unknown->suffix));
  for (size_t i = 1; i < tail.count && i <= count; i++) {
    segments[count - i] = tail.segments[tail.count - i];
  }
}

static const char anything[] = {AML_SYMBOL_BEGIN, AML_SYMBOL_END};

aml_name aml_name_of(aml_arena *arena, const aml_resource *resource, aml_symbols symbols) {
  aml_name name = aml_name_split(arena, aml_symbolic_text(arena, resource, resource->name, symbols));
  if (resource->name->kind != AML_UNKNOWN) {
    return name;
  }
  size_t depth = aml_type_depth(resource->type);
  aml_sv *segments = AML_NEW_ARRAY(arena, aml_sv, depth + 1);
  bool is_split = name.count == depth;
  for (size_t i = 0; i < depth; i++) {
    segments[i] = is_split ? name.segments[i] : (aml_sv){anything, sizeof anything};
  }
  overlay_known_ends(arena, resource->name->as.unknown, segments, depth);
  return (aml_name){.segments = segments, .count = depth};
}

void aml_names_of(aml_arena *arena, const aml_resource *resource, aml_name out[AML_SYMBOLS_COUNT]) {
  out[AML_SYMBOLS_BY_ORIGIN] = aml_name_of(arena, resource, AML_SYMBOLS_BY_ORIGIN);
  out[AML_SYMBOLS_BY_TEXT] = resource->name->kind == AML_UNKNOWN
                                 ? aml_name_of(arena, resource, AML_SYMBOLS_BY_TEXT)
                                 : out[AML_SYMBOLS_BY_ORIGIN];
}

bool aml_symbolic_is_known(aml_sv symbolic) {
  return aml_sv_find_char(symbolic, AML_SYMBOL_BEGIN, 0) == AML_NPOS;
}

bool aml_symbolic_is_vague(aml_sv symbolic) {
  size_t at = aml_sv_find_char(symbolic, AML_SYMBOL_BEGIN, 0);
  while (at != AML_NPOS) {
    if (at + 1 < symbolic.len && symbolic.data[at + 1] == AML_SYMBOL_END) {
      return true;
    }
    at = aml_sv_find_char(symbolic, AML_SYMBOL_BEGIN, at + 1);
  }
  return false;
}

/* Whether a known text can be what a symbolic one stands for, judged by the known ends. */
static bool fits(aml_sv known, aml_sv symbolic) {
  size_t head = aml_sv_find_char(symbolic, AML_SYMBOL_BEGIN, 0);
  size_t tail = aml_sv_rfind_char(symbolic, AML_SYMBOL_END) + 1;
  return known.len >= head + (symbolic.len - tail) && aml_sv_starts(known, aml_sv_slice(symbolic, 0, head)) &&
         aml_sv_ends(known, aml_sv_slice(symbolic, tail, symbolic.len));
}

/* Whether the known beginnings, and the known ends, of two symbolic texts agree. */
static bool ends_agree(aml_sv a, aml_sv b) {
  aml_sv a_head = aml_sv_slice(a, 0, aml_sv_find_char(a, AML_SYMBOL_BEGIN, 0));
  aml_sv b_head = aml_sv_slice(b, 0, aml_sv_find_char(b, AML_SYMBOL_BEGIN, 0));
  aml_sv a_tail = aml_sv_slice(a, aml_sv_rfind_char(a, AML_SYMBOL_END) + 1, a.len);
  aml_sv b_tail = aml_sv_slice(b, aml_sv_rfind_char(b, AML_SYMBOL_END) + 1, b.len);
  return (aml_sv_starts(a_head, b_head) || aml_sv_starts(b_head, a_head)) &&
         (aml_sv_ends(a_tail, b_tail) || aml_sv_ends(b_tail, a_tail));
}

static aml_truth compare_symbolic(aml_sv a, aml_sv b) {
  bool is_known_a = aml_symbolic_is_known(a);
  bool is_known_b = aml_symbolic_is_known(b);
  if (is_known_a && is_known_b) {
    return aml_sv_ieq(a, b) ? AML_TRUE : AML_FALSE;
  }
  if (aml_sv_eq(a, b) && !aml_symbolic_is_vague(a)) {
    return AML_TRUE;
  }
  bool is_possible = is_known_a ? fits(a, b) : is_known_b ? fits(b, a) : ends_agree(a, b);
  return is_possible ? AML_MAYBE : AML_FALSE;
}

aml_truth aml_name_equal(aml_name a, aml_name b) {
  if (a.count != b.count) {
    return AML_FALSE;
  }
  aml_truth result = AML_TRUE;
  for (size_t i = 0; i < a.count; i++) {
    aml_truth one = compare_symbolic(a.segments[i], b.segments[i]);
    if (one == AML_FALSE) {
      return AML_FALSE;
    }
    result = one == AML_MAYBE ? AML_MAYBE : result;
  }
  return result;
}
