/* Patience: lines that stand once in either text are anchors, the longest rising chain of them is kept, and
 * each anchor grows over the equal lines around it. */
#include "source/hunks.h"
#include <assert.h>

#include "base/map.h"

enum { NOWHERE = -1 };

typedef struct line {
  aml_sv text; /* without the line's end */
  size_t begin, end;
} line;
typedef AML_VEC(line) lines;

typedef struct diff {
  aml_arena *arena;
  lines before, after;
  long *partner; /* of each line of `after`: the line of `before` that it is, or NOWHERE */
} diff;

static lines split(aml_arena *arena, aml_sv text) {
  lines out = {0};
  for (size_t begin = 0; begin < text.len;) {
    size_t end = aml_sv_find_char(text, '\n', begin);
    size_t next = end == AML_NPOS ? text.len : end + 1;
    end = end == AML_NPOS ? text.len : end;
    size_t cut = end > begin && text.data[end - 1] == '\r' ? end - 1 : end;
    line one = {aml_sv_slice(text, begin, cut), begin, next};
    AML_VEC_PUSH(arena, &out, one);
    begin = next;
  }
  return out;
}

static bool is_same(const diff *self, size_t before, size_t after) {
  assert(before < self->before.count && self->before.items != NULL);
  assert(after < self->after.count && self->after.items != NULL);
  return aml_sv_eq(self->before.items[before].text, self->after.items[after].text);
}

typedef struct sighting { /* of one line's text */
  size_t in_before, in_after, at_before;
} sighting;

static sighting *sighting_of(aml_map *seen, aml_sv text) {
  sighting *known = aml_map_find(seen, text);
  if (known == NULL) {
    known = AML_NEW(seen->arena, sighting);
    (void)aml_map_put(seen, text, known);
  }
  return known;
}

/* Candidates: lines that are once in each text, [first, ...) of both, before the equal ends. */
static void pair_single_lines(diff *self, size_t first, size_t end_before, size_t end_after) {
  aml_map seen;
  aml_map_init(&seen, self->arena, AML_MAP_EXACT);
  for (size_t i = first; i < end_before; i++) {
    sighting *one = sighting_of(&seen, self->before.items[i].text);
    one->in_before++;
    one->at_before = i;
  }
  for (size_t i = first; i < end_after; i++) {
    sighting_of(&seen, self->after.items[i].text)->in_after++;
  }
  for (size_t i = first; i < end_after; i++) {
    const sighting *one = sighting_of(&seen, self->after.items[i].text);
    if (one->in_before == 1 && one->in_after == 1) {
      self->partner[i] = (long)one->at_before;
    }
  }
}

/* Of the pairs in [first, end) only a longest chain stays whose partners rise. */
static void keep_rising(diff *self, size_t first, size_t end) {
  size_t *tails = AML_NEW_ARRAY(self->arena, size_t, end - first + 1); /* ends of the best chain by length */
  size_t *earlier = AML_NEW_ARRAY(self->arena, size_t, end - first + 1);
  size_t length = 0;
  for (size_t i = first; i < end; i++) {
    if (self->partner[i] == NOWHERE) {
      continue;
    }
    size_t low = 0;
    for (size_t high = length; low < high;) {
      size_t middle = low + (high - low) / 2;
      if (self->partner[tails[middle]] < self->partner[i]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    earlier[i - first] = low == 0 ? i : tails[low - 1];
    tails[low] = i;
    length = low == length ? length + 1 : length;
  }
  size_t next = length == 0 ? end : tails[length - 1];
  for (size_t i = end; i > first; i--) {
    if (i - 1 == next) {
      next = earlier[i - 1 - first] == next ? end : earlier[i - 1 - first];
    } else {
      self->partner[i - 1] = NOWHERE;
    }
  }
}

/* Equal lines right behind a pair become pairs. */
static void grow_down(diff *self, size_t first, size_t end_before, size_t end_after) {
  size_t taken = first; /* lines of `before` from here on are free */
  size_t *bounds = AML_NEW_ARRAY(self->arena, size_t, end_after - first + 1); /* ... up to this one */
  size_t bound = end_before;
  for (size_t i = end_after; i > first; i--) {
    bounds[i - 1 - first] = bound;
    bound = self->partner[i - 1] == NOWHERE ? bound : (size_t)self->partner[i - 1];
  }
  for (size_t i = first; i < end_after; i++) {
    bool follows = i > first && self->partner[i - 1] != NOWHERE;
    if (self->partner[i] == NOWHERE && follows && taken < bounds[i - first] && is_same(self, taken, i)) {
      self->partner[i] = (long)taken;
    }
    taken = self->partner[i] == NOWHERE ? taken : (size_t)self->partner[i] + 1;
  }
}

/* And those right before one. */
static void grow_up(diff *self, size_t first, size_t end_before, size_t end_after) {
  size_t *taken = AML_NEW_ARRAY(self->arena, size_t, end_after - first + 1);
  size_t begin = first;
  for (size_t i = first; i < end_after; i++) {
    taken[i - first] = begin; /* the first line of `before` that no line above has */
    begin = self->partner[i] == NOWHERE ? begin : (size_t)self->partner[i] + 1;
  }
  size_t bound = end_before;
  for (size_t i = end_after; i > first; i--) {
    bool leads = i < end_after && self->partner[i] != NOWHERE;
    if (self->partner[i - 1] == NOWHERE && leads && bound > taken[i - 1 - first] &&
        is_same(self, bound - 1, i - 1)) {
      self->partner[i - 1] = (long)bound - 1;
    }
    bound = self->partner[i - 1] == NOWHERE ? bound : (size_t)self->partner[i - 1];
  }
}

static void align(diff *self) {
  size_t end_before = self->before.count;
  size_t end_after = self->after.count;
  size_t first = 0;
  for (size_t i = 0; i < end_after; i++) {
    self->partner[i] = NOWHERE;
  }
  while (first < end_before && first < end_after && is_same(self, first, first)) {
    self->partner[first] = (long)first;
    first++;
  }
  while (end_before > first && end_after > first && is_same(self, end_before - 1, end_after - 1)) {
    self->partner[--end_after] = (long)--end_before;
  }
  pair_single_lines(self, first, end_before, end_after);
  keep_rising(self, first, end_after);
  grow_down(self, first, end_before, end_after);
  grow_up(self, first, end_before, end_after);
}

static diff compare(aml_arena *arena, aml_sv before, aml_sv after) {
  diff self = {.arena = arena, .before = split(arena, before), .after = split(arena, after)};
  self.partner = AML_NEW_ARRAY(arena, long, self.after.count);
  align(&self);
  return self;
}

void aml_hunks_find(aml_arena *arena, aml_sv before, aml_sv after, aml_hunks *out) {
  *out = (aml_hunks){0};
  diff self = compare(arena, before, after);
  long expected = 0;
  for (size_t i = 0; i < self.after.count; i++) {
    const line *at = &self.after.items[i];
    bool is_new = self.partner[i] == NOWHERE;
    bool is_behind_gap = !is_new && self.partner[i] != expected;
    expected = is_new ? expected : self.partner[i] + 1;
    aml_hunk *last = out->count == 0 ? NULL : &out->items[out->count - 1];
    if (is_new && last != NULL && last->end == at->begin && last->begin < last->end) {
      last->end = at->end;
    } else if (is_new || (is_behind_gap && (last == NULL || last->end != at->begin))) {
      aml_hunk hunk = {at->begin, is_new ? at->end : at->begin};
      AML_VEC_PUSH(arena, out, hunk);
    }
  }
  bool is_told = out->count > 0 && out->items[out->count - 1].end == after.len;
  if (expected != (long)self.before.count && !is_told) {
    aml_hunk hunk = {after.len, after.len};
    AML_VEC_PUSH(arena, out, hunk);
  }
}

void aml_hunks_find_places(aml_arena *arena, aml_sv before, aml_sv after, aml_line_places *out) {
  *out = (aml_line_places){0};
  const diff self = compare(arena, before, after);
  size_t last = self.after.count == 0 ? 0 : self.after.items[self.after.count - 1].begin;
  for (size_t i = 0, k = 0, behind = 0; i < self.before.count; i++) {
    while (k < self.after.count && self.partner[k] == NOWHERE) {
      k++;
    }
    bool is_same_line = k < self.after.count && self.partner[k] == (long)i;
    size_t place = is_same_line ? self.after.items[k].begin : behind;
    aml_line_place one = {self.before.items[i].begin, place > last ? last : place, !is_same_line};
    AML_VEC_PUSH(arena, out, one);
    behind = is_same_line ? self.after.items[k].end : behind;
    k += is_same_line ? 1 : 0;
  }
}

const aml_line_place *aml_hunks_place(const aml_line_places *places, size_t offset) {
  size_t low = 0; /* the first line that begins behind the byte */
  for (size_t high = places->count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (places->items[middle].begin <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? NULL : &places->items[low - 1];
}

const aml_hunk *aml_hunks_at(const aml_hunks *hunks, size_t begin, size_t end) {
  size_t low = 0; /* the first hunk that does not end before the place */
  for (size_t high = hunks->count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (hunks->items[middle].end <= begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  /* A line that was taken out at the very end leaves its mark behind the end of the last line. */
  return low < hunks->count && hunks->items[low].begin <= end + 1 ? &hunks->items[low] : NULL;
}

bool aml_hunks_touch(const aml_hunks *hunks, size_t begin, size_t end) {
  return aml_hunks_at(hunks, begin, end) != NULL;
}
