#include "condition/path.h"

#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "tree/reason.h"

typedef AML_VEC(aml_segment) segment_list;

/* What a text in quotes stands for: within single ones an apostrophe is written twice. */
static aml_sv unquote(aml_arena *arena, aml_sv text) {
  aml_sv inside = aml_sv_slice(text, 1, text.len - 1);
  if (text.data[0] != '\'' || aml_sv_find_char(inside, '\'', 0) == AML_NPOS) {
    return inside;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < inside.len; i++) {
    aml_strbuf_add_char(&out, inside.data[i]);
    i += inside.data[i] == '\'';
  }
  return aml_strbuf_view(&out);
}

/* Whether what follows is the name of a tag, which may be a number. */
static bool is_at_tag(const segment_list *list) {
  return list->count == 1 && aml_sv_ieq(list->items[0].name, AML_SV("tags"));
}

/* The inside of one pair of brackets. False when it is none of [*], [0], ['x'], ["x"], [x]. */
static bool add_bracket(aml_arena *arena, segment_list *list, aml_sv inside) {
  int64_t index;
  aml_segment segment = {AML_SEGMENT_NAME, inside, 0};
  if (aml_sv_eq(inside, AML_SV("*"))) {
    segment.kind = AML_SEGMENT_ALL;
  } else if (inside.len >= 2 && (inside.data[0] == '\'' || inside.data[0] == '"') &&
             inside.data[inside.len - 1] == inside.data[0]) {
    segment.name = unquote(arena, inside);
  } else if (!is_at_tag(list) && aml_int_parse(inside, &index) && aml_ascii_digit(inside.data[0])) {
    segment.kind = AML_SEGMENT_INDEX;
    segment.index = (size_t)index;
  }
  if (segment.kind == AML_SEGMENT_NAME && segment.name.len == 0) {
    return false;
  }
  AML_VEC_PUSH(arena, list, segment);
  return true;
}

/* The quote that ends the text which one at `at` begins; AML_NPOS for none. */
static size_t find_quote(aml_sv text, size_t at) {
  size_t end = aml_sv_find_char(text, text.data[at], at + 1);
  while (text.data[at] == '\'' && end != AML_NPOS && end + 1 < text.len && text.data[end + 1] == '\'') {
    end = aml_sv_find_char(text, '\'', end + 2);
  }
  return end;
}

/* The end of a bracket that opens at `at`; quotes may hold brackets. */
static size_t find_close(aml_sv text, size_t at) {
  char quote = at + 1 < text.len ? text.data[at + 1] : '\0';
  if (quote == '\'' || quote == '"') {
    size_t end = find_quote(text, at + 1);
    return end != AML_NPOS && end + 1 < text.len && text.data[end + 1] == ']' ? end + 1 : AML_NPOS;
  }
  return aml_sv_find_char(text, ']', at);
}

static const char *parse_segments(aml_arena *arena, aml_sv text, segment_list *list) {
  for (size_t at = 0; at < text.len;) {
    if (text.data[at] == '[') {
      size_t close = find_close(text, at);
      if (close == AML_NPOS || !add_bracket(arena, list, aml_sv_slice(text, at + 1, close))) {
        return "has a malformed '[...]'";
      }
      at = close + 1;
      continue;
    }
    if (text.data[at] == '.') {
      at++;
      if (at == text.len || text.data[at] == '.' || text.data[at] == '[' || list->count == 0) {
        return "has an empty name between dots";
      }
    }
    size_t end = at;
    while (end < text.len && text.data[end] != '.' && text.data[end] != '[') {
      end++;
    }
    aml_segment name = {AML_SEGMENT_NAME, aml_sv_slice(text, at, end), 0};
    AML_VEC_PUSH(arena, list, name);
    at = end;
  }
  return NULL;
}

bool aml_path_parse(aml_arena *arena, aml_sv text, aml_path *out, const char **error) {
  segment_list list = {0};
  *error = parse_segments(arena, text, &list);
  *out = (aml_path){list.items, list.count, 0, false};
  for (size_t i = 0; i < list.count; i++) {
    out->wildcards += list.items[i].kind == AML_SEGMENT_ALL;
  }
  if (*error == NULL && (out->wildcards > AML_PATH_WILDCARDS || list.count > AML_LIMIT_DEPTH)) {
    *error = "is too deep";
  }
  return *error == NULL;
}

typedef struct walk {
  aml_arena *arena;
  const aml_path *path;
  aml_walk_absent absent;
  aml_hits *hits;
  bool *is_open;
  aml_hit hit; /* under construction */
} walk;

static void add_hit(walk *w, const aml_value *value, const aml_value *nearest, size_t depth) {
  w->hit.value = value;
  w->hit.nearest = nearest;
  w->hit.depth = depth;
  w->hit.is_hidden =
      value != NULL && value->kind == AML_UNKNOWN && nearest != NULL && nearest->kind != AML_UNKNOWN;
  AML_VEC_PUSH(w->arena, w->hits, w->hit);
}

static const aml_value *unknown_below(walk *w, const aml_value *at) {
  aml_sv reason = at->kind == AML_UNKNOWN ? at->as.unknown->reason : AML_SV(AML_REASON_PART);
  return aml_value_unknown(w->arena, reason, AML_KINDS_ANY, at->span);
}

/* The member of that name; *is_known false when it may be there all the same. */
static const aml_value *find_member(walk *w, const aml_value *at, size_t i, bool *is_known) {
  const aml_segment *segment = &w->path->segments[i];
  const aml_value *found = aml_object_find(at, segment->name);
  if (found == NULL && w->path->may_flatten && i > 0 && w->path->segments[i - 1].kind == AML_SEGMENT_ALL) {
    const aml_value *inner = aml_object_find(at, AML_SV("properties"));
    found = aml_value_is(inner, AML_OBJECT) ? aml_object_find(inner, segment->name) : NULL;
  }
  *is_known = found != NULL || !aml_value_has(at, AML_VALUE_OPEN);
  return found;
}

/* An old alias that skips [*]: what it means for several items is not written anywhere, but where all of them
 * have the same value there is only one answer. NULL where it is not so. */
static const aml_value *find_agreed(walk *w, const aml_value *items, size_t i) {
  const aml_value *agreed = NULL;
  bool is_known = !aml_value_has(items, AML_VALUE_OPEN);
  for (size_t k = 0; k < items->as.array.count && is_known; k++) {
    const aml_value *item = items->as.array.items[k];
    const aml_value *found = item->kind == AML_OBJECT ? find_member(w, item, i, &is_known) : NULL;
    is_known = is_known && found != NULL && (agreed == NULL || aml_value_equal(agreed, found) == AML_TRUE);
    agreed = found;
  }
  return is_known ? agreed : NULL;
}

static void walk_from(walk *w, size_t i, size_t chosen, const aml_value *at);

static void walk_items(walk *w, size_t i, size_t chosen, const aml_value *at) {
  bool is_open = at->kind == AML_UNKNOWN || aml_value_has(at, AML_VALUE_OPEN);
  if (at->kind == AML_ARRAY) {
    for (size_t k = 0; k < at->as.array.count; k++) {
      w->hit.elements[chosen] = at->as.array.items[k];
      w->hit.indexes[chosen] = k;
      walk_from(w, i + 1, chosen + 1, at->as.array.items[k]);
    }
    w->hit.elements[chosen] = NULL; /* what follows is none of them */
    w->hit.indexes[chosen] = AML_NPOS;
  }
  if (is_open && at->kind != AML_OBJECT) {
    *w->is_open = true;
    if (w->absent == AML_WALK_REPORT_ABSENT) {
      add_hit(w, unknown_below(w, at), at, i);
    }
  } else if (at->kind != AML_ARRAY && w->absent == AML_WALK_REPORT_ABSENT) {
    add_hit(w, NULL, at, i);
  }
}

static bool has_wildcard_from(const aml_path *path, size_t i) {
  for (; i < path->count; i++) {
    if (path->segments[i].kind == AML_SEGMENT_ALL) {
      return true;
    }
  }
  return false;
}

/* Nothing more exists: one absent hit, unless arrays that are not there count as empty. */
static void end_absent(walk *w, size_t i, const aml_value *at) {
  if (w->absent == AML_WALK_REPORT_ABSENT || !has_wildcard_from(w->path, i)) {
    add_hit(w, NULL, at, i);
  }
}

static void end_unknown(walk *w, size_t i, const aml_value *at) {
  if (has_wildcard_from(w->path, i)) {
    *w->is_open = true;
    if (w->absent == AML_WALK_SKIP_ABSENT) {
      return;
    }
  }
  add_hit(w, unknown_below(w, at), at, i);
}

/* Recursion is bounded by the wildcards of a path. */
static void walk_from(walk *w, size_t i, size_t chosen, const aml_value *at) {
  for (; i < w->path->count; i++) {
    const aml_segment *segment = &w->path->segments[i];
    if (segment->kind == AML_SEGMENT_ALL) {
      walk_items(w, i, chosen, at);
      return;
    }
    if (at->kind == AML_UNKNOWN) {
      end_unknown(w, i, at);
      return;
    }
    const aml_value *next = NULL;
    bool is_known = true;
    if (segment->kind == AML_SEGMENT_NAME && at->kind == AML_ARRAY && w->path->may_flatten) {
      next = find_agreed(w, at, i);
      is_known = next != NULL;
    } else if (segment->kind == AML_SEGMENT_NAME && at->kind == AML_OBJECT) {
      next = find_member(w, at, i, &is_known);
    } else if (segment->kind == AML_SEGMENT_INDEX && at->kind == AML_ARRAY) {
      next = segment->index < at->as.array.count ? at->as.array.items[segment->index] : NULL;
      is_known = next != NULL || !aml_value_has(at, AML_VALUE_OPEN);
    }
    if (next == NULL && !is_known) {
      end_unknown(w, i, at);
      return;
    }
    if (next == NULL) {
      end_absent(w, i, at);
      return;
    }
    at = next;
  }
  add_hit(w, at, at, i);
}

void aml_path_walk(aml_arena *arena, const aml_path *path, size_t first, const aml_value *from,
    const aml_hit *start, size_t chosen, aml_walk_absent absent, aml_hits *hits, bool *is_open) {
  walk w = {arena, path, absent, hits, is_open, {0}};
  if (start != NULL) {
    w.hit = *start;
  }
  walk_from(&w, first, chosen, from);
}

aml_sv aml_path_text(aml_arena *arena, const aml_path *path, aml_sv prefix, const aml_hit *hit) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, prefix);
  size_t wildcard = 0;
  for (size_t i = 0; i < path->count; i++) {
    const aml_segment *segment = &path->segments[i];
    if (segment->kind == AML_SEGMENT_ALL) {
      if (hit != NULL && hit->elements[wildcard] != NULL) {
        aml_strbuf_addf(&out, "[%zu]", hit->indexes[wildcard]);
      } else {
        aml_strbuf_add(&out, AML_SV("[*]"));
      }
      wildcard++;
    } else if (segment->kind == AML_SEGMENT_INDEX) {
      aml_strbuf_addf(&out, "[%zu]", segment->index);
    } else if (aml_sv_find_char(segment->name, '.', 0) != AML_NPOS) {
      aml_strbuf_addf(&out, "['%.*s']", AML_SV_ARG(segment->name));
    } else {
      bool is_begun = i > 0 || (prefix.len > 0 && prefix.data[prefix.len - 1] != '.');
      aml_strbuf_add(&out, is_begun ? AML_SV(".") : AML_SV(""));
      aml_strbuf_add(&out, segment->name);
    }
  }
  return aml_strbuf_view(&out);
}

size_t aml_path_common(const aml_path *a, const aml_path *b, size_t *wildcards) {
  size_t i = 0;
  *wildcards = 0;
  while (i < a->count && i < b->count && a->segments[i].kind == b->segments[i].kind &&
         aml_sv_ieq(a->segments[i].name, b->segments[i].name) &&
         a->segments[i].index == b->segments[i].index) {
    *wildcards += a->segments[i].kind == AML_SEGMENT_ALL;
    i++;
  }
  return i;
}
