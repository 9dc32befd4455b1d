#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/stack.h"

enum { MOST_THREADS = 64 };

typedef struct pool {
  void (*job)(void *ctx, size_t worker, size_t i);
  void *ctx;
  size_t count;
  atomic_size_t next;
} pool;

typedef struct worker {
  pool *pool;
  size_t index;
  pthread_t thread;
} worker;

static void *work(void *argument) {
  worker *self = argument;
  for (;;) {
    size_t i = atomic_fetch_add_explicit(&self->pool->next, 1, memory_order_relaxed);
    if (i >= self->pool->count) {
      return NULL;
    }
    self->pool->job(self->pool->ctx, self->index, i);
  }
}

void aml_pool_run(size_t threads, size_t count, void (*job)(void *ctx, size_t worker, size_t i), void *ctx) {
  pool shared = {.job = job, .ctx = ctx, .count = count};
  worker workers[MOST_THREADS] = {{.pool = &shared}};
  threads = threads > MOST_THREADS ? MOST_THREADS : threads;
  threads = threads > count ? count : threads;
  pthread_attr_t attributes;
  size_t started = 1;
  if (threads > 1 && pthread_attr_init(&attributes) == 0) {
    (void)pthread_attr_setstacksize(&attributes, AML_STACK_BYTES);
    for (; started < threads; started++) {
      workers[started] = (worker){.pool = &shared, .index = started};
      if (pthread_create(&workers[started].thread, &attributes, work, &workers[started]) != 0) {
        break;
      }
    }
    (void)pthread_attr_destroy(&attributes);
  }
  (void)work(&workers[0]);
  for (size_t i = 1; i < started; i++) {
    (void)pthread_join(workers[i].thread, NULL);
  }
}

size_t aml_pool_useful(size_t threads, size_t work, size_t for_a_thread) {
  size_t useful = 1 + work / for_a_thread;
  return useful < threads ? useful : threads;
}

size_t aml_pool_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return 1;
  }
  int count = CPU_COUNT(&set);
  return count < 1 ? 1 : (size_t)count;
}
