#include "base/vec.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAPACITY = 4, ITEM_ALIGNMENT = 16 };

void *aml_vec_grow(aml_arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
  size_t wanted = *capacity == 0 ? FIRST_CAPACITY : *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
  void *grown = aml_arena_alloc_array(arena, wanted, size, ITEM_ALIGNMENT);
  if (count > 0) {
    memcpy(grown, items, count * size);
  }
  *capacity = wanted;
  return grown;
}
