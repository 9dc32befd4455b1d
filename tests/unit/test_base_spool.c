/* Text that waits comes out as it went in, from memory and from a file. */
#include "base/spool.h"
#include "test.h"

typedef struct counted {
  size_t size;
  unsigned sum;
  size_t most; /* bytes that are taken; then the sink refuses */
} counted;

static bool count(void *ctx, const char *bytes, size_t n) {
  counted *self = ctx;
  for (size_t i = 0; i < n; i++) {
    self->sum = self->sum * 31 + (unsigned char)bytes[i];
  }
  self->size += n;
  return self->size <= self->most;
}

typedef struct trial {
  size_t pieces;
  counted in, out;
  bool is_sent, is_in_file;
} trial;

static void run_trial(trial *self) {
  aml_arena arena;
  aml_spool spool;
  aml_arena_init(&arena, SIZE_MAX);
  aml_spool_init(&spool, NULL);
  aml_spool_restart(&spool, &arena);
  aml_spool_add(&spool, "gone", 4);
  aml_spool_restart(&spool, &arena);
  self->in.most = SIZE_MAX;
  for (size_t i = 0; i < self->pieces; i++) {
    char piece[1000];
    memset(piece, (int)('a' + i % 26), sizeof piece);
    aml_spool_add(&spool, piece, sizeof piece);
    (void)count(&self->in, piece, sizeof piece);
  }
  self->is_in_file = spool.file >= 0;
  self->is_sent = aml_spool_send(&spool, count, &self->out);
  aml_spool_release(&spool);
  aml_arena_release(&arena);
}

static void sends_what_was_added(void **state) {
  (void)state;
  static const size_t sizes[] = {0, 1, 100, 6000};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    trial it = {.pieces = sizes[i], .out.most = SIZE_MAX};
    run_trial(&it);
    assert_true(it.is_sent);
    assert_int_equal(it.out.size, 1000 * sizes[i]);
    assert_int_equal(it.out.sum, it.in.sum);
    assert_int_equal(it.is_in_file, sizes[i] == 6000);
  }
}

static void stops_where_the_sink_refuses(void **state) {
  (void)state;
  static const size_t sizes[] = {100, 6000};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    trial it = {.pieces = sizes[i], .out.most = 10000};
    run_trial(&it);
    assert_false(it.is_sent);
    assert_true(it.out.size < 20000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sends_what_was_added),
      cmocka_unit_test(stops_where_the_sink_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
