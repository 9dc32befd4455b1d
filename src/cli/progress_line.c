#include "cli/progress_line.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MILLISECONDS = 500, NEXT_MILLISECONDS = 100, TEXT_MAX = 64 };

struct aml_progress_line {
  aml_progress counts;
  int fd;
  pthread_t thread;
  pthread_mutex_t lock; /* guards has_ended */
  pthread_cond_t ended;
  bool has_ended;
  char drawn[TEXT_MAX]; /* of the thread; empty: nothing */
};

static bool is_given(const aml_app *app, const char *variable) {
  const char *value = app->environment(variable);
  return value != NULL && value[0] != '\0';
}

/* A line that wraps could not be erased. */
static bool is_wide_enough(int fd) {
  struct winsize size = {0};
  return ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_col > TEXT_MAX;
}

static bool is_wanted(const aml_app *app) {
  return app->is_err_terminal && !aml_has(&app->arguments, AML_OPT_QUIET) && !is_given(app, "CI") &&
         is_given(app, "TERM") && strcmp(app->environment("TERM"), "dumb") != 0 && is_wide_enough(app->err);
}

static void describe(const aml_progress *counts, char text[TEXT_MAX]) {
  static const char *const words[] = {[AML_STAGE_SEARCH] = "searching",
      [AML_STAGE_READ] = "reading files",
      [AML_STAGE_EXPAND] = "evaluating files",
      [AML_STAGE_CHECK] = "checking resources"};
  const char *word = words[atomic_load_explicit(&counts->stage, memory_order_relaxed)];
  size_t done = atomic_load_explicit(&counts->done, memory_order_relaxed);
  size_t total = atomic_load_explicit(&counts->total, memory_order_relaxed);
  if (total == 0) {
    (void)snprintf(text, TEXT_MAX, "amlint: %s", word);
  } else {
    (void)snprintf(text, TEXT_MAX, "amlint: %s, %zu of %zu", word, done < total ? done : total, total);
  }
}

/* One write for a line, so that it never shows half drawn; what cannot be written is done without. */
static void draw(aml_progress_line *self) {
  char text[TEXT_MAX];
  describe(&self->counts, text);
  if (strcmp(text, self->drawn) == 0) {
    return;
  }
  char bytes[TEXT_MAX + sizeof "\r\x1b[K"];
  int length = snprintf(bytes, sizeof bytes, "\r%s\x1b[K", text);
  if (write(self->fd, bytes, (size_t)length) == length) {
    memcpy(self->drawn, text, sizeof text);
  }
}

static struct timespec after(struct timespec at, long milliseconds) {
  enum { NANOSECONDS_OF_SECOND = 1000000000, NANOSECONDS_OF_MILLISECOND = 1000000 };
  at.tv_nsec += milliseconds * NANOSECONDS_OF_MILLISECOND;
  at.tv_sec += at.tv_nsec / NANOSECONDS_OF_SECOND;
  at.tv_nsec %= NANOSECONDS_OF_SECOND;
  return at;
}

static void *watch(void *argument) {
  aml_progress_line *self = argument;
  struct timespec next;
  (void)clock_gettime(CLOCK_MONOTONIC, &next);
  next = after(next, FIRST_MILLISECONDS);
  (void)pthread_mutex_lock(&self->lock);
  while (!self->has_ended) {
    if (pthread_cond_timedwait(&self->ended, &self->lock, &next) != 0 && !self->has_ended) {
      draw(self);
      (void)clock_gettime(CLOCK_MONOTONIC, &next);
      next = after(next, NEXT_MILLISECONDS);
    }
  }
  (void)pthread_mutex_unlock(&self->lock);
  return NULL;
}

static bool start(aml_progress_line *self) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0) {
    return false;
  }
  (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  bool has_started = pthread_mutex_init(&self->lock, NULL) == 0 &&
                     pthread_cond_init(&self->ended, &attributes) == 0 &&
                     pthread_create(&self->thread, NULL, watch, self) == 0;
  (void)pthread_condattr_destroy(&attributes);
  return has_started;
}

aml_progress_line *aml_progress_line_start(aml_app *app) {
  if (!is_wanted(app)) {
    return NULL;
  }
  aml_progress_line *self = AML_NEW(app->arena, aml_progress_line);
  self->fd = app->err;
  return start(self) ? self : NULL;
}

aml_progress *aml_progress_line_counts(aml_progress_line *line) {
  return line == NULL ? NULL : &line->counts;
}

void aml_progress_line_stop(aml_progress_line *line) {
  if (line == NULL) {
    return;
  }
  (void)pthread_mutex_lock(&line->lock);
  line->has_ended = true;
  (void)pthread_cond_signal(&line->ended);
  (void)pthread_mutex_unlock(&line->lock);
  (void)pthread_join(line->thread, NULL);
  (void)pthread_cond_destroy(&line->ended);
  (void)pthread_mutex_destroy(&line->lock);
  static const char erase[] = "\r\x1b[K";
  if (line->drawn[0] != '\0' && write(line->fd, erase, sizeof erase - 1) < 0) {
    line->drawn[0] = '\0'; /* the terminal is gone, and the line with it */
  }
}
