#include "graph/name.h"

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
  AML_VEC(aml_sv) segments = {0};
  size_t at = 0;
  for (;;) {
    size_t slash = find_slash(symbolic, at);
    AML_VEC_PUSH(arena, &segments, aml_sv_slice(symbolic, at, slash));
    if (slash == symbolic.len) {
      break;
    }
    at = slash + 1;
  }
  return (aml_name){segments.items, segments.count};
}

aml_sv aml_name_join(aml_arena *arena, aml_name name, size_t count) {
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    len += name.segments[i].len + 1;
  }
  char *text = aml_arena_alloc(arena, len + 1, 1);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) {
      text[at++] = '/';
    }
    for (size_t k = 0; k < name.segments[i].len; k++) {
      text[at++] = name.segments[i].data[k];
    }
  }
  return (aml_sv){text, at};
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
  return (aml_name){segments, depth};
}

bool aml_symbolic_is_known(aml_sv symbolic) {
  return aml_sv_find_char(symbolic, AML_SYMBOL_BEGIN, 0) == AML_NPOS;
}

bool aml_symbolic_is_vague(aml_sv symbolic) {
  return aml_sv_find(symbolic, (aml_sv){anything, sizeof anything}, 0) != AML_NPOS;
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

aml_truth aml_symbolic_equal(aml_sv a, aml_sv b) {
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
    aml_truth one = aml_symbolic_equal(a.segments[i], b.segments[i]);
    if (one == AML_FALSE) {
      return AML_FALSE;
    }
    result = one == AML_MAYBE ? AML_MAYBE : result;
  }
  return result;
}
