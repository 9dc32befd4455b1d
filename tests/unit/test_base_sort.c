#include "base/sort.h"

#include "test.h"

enum { MOST = 300 };

typedef struct item {
  int key;
  size_t place;
} item;

static int compare_keys(const void *a, const void *b) {
  const item *x = a;
  const item *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

/* Every length up to MOST, with many equal keys, few, and in both orders. */
static void sorts_and_keeps_the_order_of_equals(void **state) {
  unsigned bits = 12345;
  for (size_t count = 0; count < MOST; count++) {
    for (int kind = 0; kind < 4; kind++) {
      item items[MOST];
      for (size_t i = 0; i < count; i++) {
        bits = bits * 1103515245U + 12345U;
        int key = (int)(bits >> 16 & 0x7FFF);
        items[i] = (item){kind == 0 ? key % 5 : kind == 1 ? key : kind == 2 ? (int)i : (int)(count - i), i};
      }
      size_t used = ((aml_arena *)*state)->used;
      aml_sort(*state, items, count, sizeof *items, compare_keys);
      assert_int_equal(((aml_arena *)*state)->used, used);
      for (size_t i = 1; i < count; i++) {
        assert_true(items[i - 1].key < items[i].key ||
                    (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
      }
    }
  }
  aml_sort(*state, NULL, 0, sizeof(item), compare_keys);
}

typedef struct attempt {
  aml_arena *arena;
  item items[MOST];
} attempt;

static void sort_attempt(void *ctx) {
  attempt *self = ctx;
  aml_sort(self->arena, self->items, MOST, sizeof(item), compare_keys);
}

static void is_refused_memory_like_all_else(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, MOST / 2 * sizeof(item) - 1);
  attempt self = {.arena = &arena};
  assert_int_equal(aml_guard_run(&arena, sort_attempt, &self), AML_ERR_LIMIT);
  aml_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(sorts_and_keeps_the_order_of_equals),
      TEST_CASE(is_refused_memory_like_all_else),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
