/* Sorting that keeps the order of equals, and that is refused memory like everything else. qsort(3) promises
 * neither: without memory it turns to another method in silence. */
#ifndef AMLINT_BASE_SORT_H
#define AMLINT_BASE_SORT_H

#include "base/arena.h"

/* Sorts `count` items of `size` bytes at `items` by compare, as qsort does, in n log n steps; items may be
 * NULL where count is 0. Takes the items' bytes once more from `scratch`, and gives them back. */
void aml_sort(
    aml_arena *scratch, void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b));

#endif
