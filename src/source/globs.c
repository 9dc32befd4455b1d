#include "source/globs.h"

#include "base/limits.h"
#include "source/discover.h"

void aml_globs_init(aml_globs *globs, aml_arena *arena) {
  *globs = (aml_globs){0};
  aml_map_init(&globs->plain, arena, AML_MAP_EXACT);
  aml_map_init(&globs->heads, arena, AML_MAP_EXACT);
  aml_map_init(&globs->tails, arena, AML_MAP_EXACT);
}

static bool is_wild(char c) {
  return c == '*' || c == '?' || c == '[' || c == ']' || c == '\\';
}

/* What every path that matches begins with. */
static aml_sv head_of(aml_sv pattern) {
  size_t end = 0;
  while (end < pattern.len && end < AML_GLOBS_LONGEST && !is_wild(pattern.data[end])) {
    end++;
  }
  return aml_sv_slice(pattern, 0, end);
}

/* What every path that matches ends with. Folders that "**" stands for may be none, and their '/' with them.
 */
static aml_sv tail_of(aml_sv pattern) {
  size_t begin = pattern.len;
  while (begin > 0 && pattern.len - begin < AML_GLOBS_LONGEST && !is_wild(pattern.data[begin - 1])) {
    begin--;
  }
  bool follows_folders = begin > 0 && pattern.data[begin - 1] == '*' && begin < pattern.len;
  return aml_sv_slice(pattern, begin + (follows_folders && pattern.data[begin] == '/'), pattern.len);
}

static void put(aml_globs *globs, aml_map *map, aml_sv text, size_t index) {
  globs->list.items[index].next = (size_t)(uintptr_t)aml_map_find(map, text); /* a number for a pointer */
  (void)aml_map_put(map, text, (void *)(uintptr_t)(index + 1));
}

void aml_globs_add(aml_globs *globs, aml_sv pattern) {
  size_t index = globs->list.count;
  aml_sv head = head_of(pattern);
  aml_sv tail = tail_of(pattern);
  AML_VEC_PUSH(globs->plain.arena, &globs->list, ((aml_glob){.pattern = pattern}));
  if (head.len == pattern.len) {
    put(globs, &globs->plain, pattern, index);
  } else if (head.len > tail.len) {
    put(globs, &globs->heads, head, index);
    globs->has_head[head.len] = true;
  } else if (tail.len > 0) {
    put(globs, &globs->tails, tail, index);
    globs->has_tail[tail.len] = true;
  } else {
    globs->list.items[index].next = globs->loose;
    globs->loose = index + 1;
  }
}

typedef struct matching {
  const aml_globs *globs;
  aml_arena *payer;
  aml_sv path;
  aml_globs_visit *visit;
  void *ctx;
} matching;

/* Tries those that are chained at an index + 1; false where the visit has seen enough. */
static bool try_chain(const matching *self, size_t at) {
  while (at > 0) {
    const aml_glob *glob = &self->globs->list.items[at - 1];
    if (self->payer != NULL) {
      aml_arena_spend(self->payer, 1 + (glob->pattern.len + self->path.len) / AML_GLOB_BYTES_FOR_A_STEP);
    }
    if (aml_glob_match(glob->pattern, self->path) && !self->visit(self->ctx, at - 1)) {
      return false;
    }
    at = glob->next;
  }
  return true;
}

static bool try_map(const matching *self, const aml_map *map, aml_sv text) {
  return map->count == 0 || try_chain(self, (size_t)(uintptr_t)aml_map_find(map, text));
}

void aml_globs_each(
    const aml_globs *globs, aml_arena *payer, aml_sv path, aml_globs_visit *visit, void *ctx) {
  const matching self = {globs, payer, path, visit, ctx};
  bool goes_on = try_chain(&self, globs->loose) && try_map(&self, &globs->plain, path);
  for (size_t n = 1; goes_on && n <= path.len && n <= AML_GLOBS_LONGEST; n++) {
    goes_on =
        (!globs->has_head[n] || try_map(&self, &globs->heads, aml_sv_slice(path, 0, n))) &&
        (!globs->has_tail[n] || try_map(&self, &globs->tails, aml_sv_slice(path, path.len - n, path.len)));
  }
}

static bool keep_last(void *ctx, size_t index) {
  size_t *last = ctx;
  *last = *last == AML_NPOS || index > *last ? index : *last;
  return true;
}

size_t aml_globs_last(const aml_globs *globs, aml_arena *payer, aml_sv path) {
  size_t last = AML_NPOS;
  aml_globs_each(globs, payer, path, keep_last, &last);
  return last;
}
