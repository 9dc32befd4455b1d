#include "base/vec.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAPACITY = 4, LARGE_ITEM = 128, ITEM_ALIGNMENT = 16 };

void *aml_vec_take(aml_arena *arena, const void *items, size_t count, size_t wanted, size_t size) {
  void *taken = aml_arena_alloc_array(arena, wanted, size, ITEM_ALIGNMENT);
  if (count > 0) {
    memcpy(taken, items, count * size);
  }
  return taken;
}

void *aml_vec_grow(aml_arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
  bool is_new = *capacity == 0;
  size_t first = size < LARGE_ITEM ? FIRST_CAPACITY : 1;
  size_t wanted = is_new ? first : *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
  bool is_possible = !is_new && wanted <= SIZE_MAX / size;
  if (is_possible && aml_arena_extend(arena, items, *capacity * size, wanted * size)) {
    *capacity = wanted;
    return items;
  }
  *capacity = wanted;
  return aml_vec_take(arena, items, count, wanted, size);
}
