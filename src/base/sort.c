#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

typedef struct sorting {
  char *spare;
  size_t size;
  int (*compare)(const void *a, const void *b);
} sorting;

/* Both halves of the items are sorted; so is the whole afterwards. */
static void merge(const sorting *s, char *items, size_t half, size_t count) {
  const char *left = s->spare;
  const char *left_end = left + half * s->size;
  const char *right = items + half * s->size;
  const char *right_end = items + count * s->size;
  memcpy(s->spare, items, half * s->size);
  for (char *out = items; left < left_end; out += s->size) {
    bool takes_right = right < right_end && s->compare(right, left) < 0;
    memmove(out, takes_right ? right : left, s->size);
    *(takes_right ? &right : &left) += s->size;
  }
}

static void sort_part(const sorting *s, char *items, size_t count) {
  size_t half = count / 2;
  if (count < 2) {
    return;
  }
  sort_part(s, items, half);
  sort_part(s, items + half * s->size, count - half);
  if (s->compare(items + half * s->size, items + (half - 1) * s->size) < 0) {
    merge(s, items, half, count);
  }
}

void aml_sort(aml_arena *scratch, void *items, size_t count, size_t size,
    int (*compare)(const void *a, const void *b)) {
  if (count < 2) {
    return;
  }
  aml_arena_mark mark = aml_arena_set_mark(scratch);
  sorting s = {.spare = aml_arena_alloc_array(scratch, count / 2, size, _Alignof(max_align_t)),
      .size = size,
      .compare = compare};
  sort_part(&s, items, count);
  aml_arena_rewind(scratch, &mark);
}
