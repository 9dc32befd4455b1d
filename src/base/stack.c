#include "base/stack.h"

#include <pthread.h>
#include <sys/resource.h>

typedef struct errand {
  void (*body)(void *ctx);
  void *ctx;
} errand;

static void *run(void *argument) {
  const errand *self = argument;
  self->body(self->ctx);
  return NULL;
}

bool aml_stack_run(void (*body)(void *ctx), void *ctx) {
  errand self = {body, ctx};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) {
    return false;
  }
  bool is_started = pthread_attr_setstacksize(&attributes, AML_STACK_BYTES) == 0 &&
                    pthread_create(&thread, &attributes, run, &self) == 0;
  (void)pthread_attr_destroy(&attributes);
  return is_started && pthread_join(thread, NULL) == 0;
}

bool aml_stack_of_main_suffices(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_STACK, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= AML_STACK_BYTES);
}
