/* Typed growing arrays in an arena.
 *
 *   AML_VEC(int) numbers = {0};
 *   AML_VEC_PUSH(arena, &numbers, 7);
 *   for (size_t i = 0; i < numbers.count; i++) use(numbers.items[i]);
 *
 * Growth doubles, and the old items stay behind in the arena until it is released. Pointers to items are good
 * until the next push. */
#ifndef AMLINT_BASE_VEC_H
#define AMLINT_BASE_VEC_H

#include "base/sv.h"

#define AML_VEC(T)                                                                                           \
  struct {                                                                                                   \
    T *items;                                                                                                \
    size_t count, capacity;                                                                                  \
  }

#define AML_VEC_PUSH(arena, vec, item)                                                                       \
  do {                                                                                                       \
    if ((vec)->count == (vec)->capacity) {                                                                   \
      (vec)->items =                                                                                         \
          aml_vec_grow((arena), (vec)->items, (vec)->count, &(vec)->capacity, sizeof *(vec)->items);         \
    }                                                                                                        \
    (vec)->items[(vec)->count++] = (item);                                                                   \
  } while (0)

/* Room for so many in all, where that is known: nothing is left behind as it grows. */
#define AML_VEC_RESERVE(arena, vec, wanted)                                                                  \
  do {                                                                                                       \
    size_t wanted_ = (wanted);                                                                               \
    if (wanted_ > (vec)->capacity) {                                                                         \
      (vec)->items = aml_vec_take((arena), (vec)->items, (vec)->count, wanted_, sizeof *(vec)->items);       \
      (vec)->capacity = wanted_;                                                                             \
    }                                                                                                        \
  } while (0)

typedef AML_VEC(aml_sv) aml_texts;

/* Private to the macro: room for at least one more item of `size` bytes; the first `count` are kept. */
void *aml_vec_grow(aml_arena *arena, void *items, size_t count, size_t *capacity, size_t size);
/* Private to the macro: room for `wanted` items. */
void *aml_vec_take(aml_arena *arena, const void *items, size_t count, size_t wanted, size_t size);

#endif
