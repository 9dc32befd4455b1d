/* A memory that fails: preloaded into the program, it refuses the n-th allocation, or all from the n-th on,
 * and leaves a line "CALLS REFUSED LIVE THREADS" at exit: how often memory was asked for, how often refused,
 * how many blocks were not given back, and how often what was refused was for a new thread.
 * tests/machine/memory.py drives it. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* glibc's own, under the names that it keeps for this. */
extern void *__libc_malloc(size_t size);                 /* NOLINT(bugprone-reserved-identifier) */
extern void *__libc_calloc(size_t count, size_t size);   /* NOLINT(bugprone-reserved-identifier) */
extern void *__libc_realloc(void *block, size_t size);   /* NOLINT(bugprone-reserved-identifier) */
extern void *__libc_memalign(size_t align, size_t size); /* NOLINT(bugprone-reserved-identifier) */
extern void __libc_free(void *block);                    /* NOLINT(bugprone-reserved-identifier) */

typedef int create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

static atomic_long calls, refused, live, refused_threads;
static create_thread *real_pthread_create;
static _Thread_local bool is_creating; /* a thread */
static long fail_at;                   /* 0: never */
static bool fails_on;                  /* all later ones, too */
static bool is_counting;
static char log_path[4096];

static long read_number(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : strtol(text, NULL, 10);
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAILING_MALLOC_LOG");
  *(void **)&real_pthread_create = dlsym(RTLD_NEXT, "pthread_create");
  fail_at = read_number("FAILING_MALLOC_AT");
  fails_on = read_number("FAILING_MALLOC_ON") != 0;
  if (path != NULL && strlen(path) < sizeof log_path) {
    memcpy(log_path, path, strlen(path) + 1);
  }
  (void)unsetenv("LD_PRELOAD"); /* git is not what is tried */
  is_counting = true;
}

__attribute__((destructor)) static void finish(void) {
  char line[96];
  is_counting = false;
  int length = snprintf(line, sizeof line, "%ld %ld %ld %ld\n", atomic_load(&calls), atomic_load(&refused),
      atomic_load(&live), atomic_load(&refused_threads));
  int fd = log_path[0] == '\0' ? -1 : open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd >= 0 && length > 0) {
    ssize_t written = write(fd, line, (size_t)length);
    (void)written;
    (void)close(fd);
  }
}

static bool is_refused(void) {
  if (!is_counting) {
    return false;
  }
  long call = atomic_fetch_add(&calls, 1) + 1;
  bool is_hit = fail_at > 0 && (fails_on ? call >= fail_at : call == fail_at);
  if (is_hit) {
    atomic_fetch_add(&refused, 1);
    atomic_fetch_add(&refused_threads, is_creating);
    errno = ENOMEM;
  }
  return is_hit;
}

static void *counted(void *block) {
  if (is_counting && block != NULL) {
    atomic_fetch_add(&live, 1);
  }
  return block;
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
    void *(*work)(void *), void *restrict argument) {
  is_creating = true;
  int result = real_pthread_create(thread, attributes, work, argument);
  is_creating = false;
  return result;
}

void *malloc(size_t size) {
  return is_refused() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
  return is_refused() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
  if (is_refused()) {
    return NULL;
  }
  return block == NULL ? counted(__libc_realloc(block, size)) : __libc_realloc(block, size);
}

void *memalign(size_t align, size_t size) {
  return is_refused() ? NULL : counted(__libc_memalign(align, size));
}

void *aligned_alloc(size_t align, size_t size) {
  return memalign(align, size);
}

int posix_memalign(void **out, size_t align, size_t size) {
  void *block = memalign(align, size);
  if (block == NULL) {
    return ENOMEM;
  }
  *out = block;
  return 0;
}

void free(void *block) {
  if (is_counting && block != NULL) {
    atomic_fetch_sub(&live, 1);
  }
  __libc_free(block);
}
