#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/stack.h"
#include "base/temporary.h"
#include "cli/app.h"
#include "cli/help.h"

static const char *read_environment(const char *name) {
  return getenv(name);
}

/* What one rule gives back the next one takes: returned to the system in between, and taken again page by
 * page, it costs more than the rules. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
  enum { KEPT = 256 << 20, MAPPED_ALONE = 8 << 20 };
  (void)mallopt(M_TRIM_THRESHOLD, KEPT);
  (void)mallopt(M_MMAP_THRESHOLD, MAPPED_ALONE);
#endif
}

static unsigned terminal_width(void) {
  int64_t columns = 0;
  const char *given = getenv("COLUMNS");
  if (given != NULL && aml_int_parse(aml_sv_of(given), &columns) && columns > 20 && columns < 10000) {
    return (unsigned)columns;
  }
  struct winsize size = {0};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

static int run_command(aml_app *app) {
  static int (*const commands[])(aml_app *) = {
#define AML_COMMAND(id, name, operands, formats, summary, examples) aml_command_##name,
#include "cli/commands.def"
#undef AML_COMMAND
  };
  if (aml_has(&app->arguments, AML_OPT_SHOW_HELP)) {
    aml_app_print(app, aml_help_text(app->arena, app->arguments.command, app->width));
    return AML_EXIT_CLEAN;
  }
  if (aml_has(&app->arguments, AML_OPT_VERSION)) {
    return aml_app_show_version(app);
  }
  return commands[app->arguments.command](app);
}

typedef struct invocation {
  aml_app *app;
  int argc;
  char **argv;
  int status;
  sigset_t mask; /* of the main thread, while it waits for another */
} invocation;

static void invoke(void *ctx) {
  invocation *self = ctx;
  aml_error error;
  if (aml_arguments_read(&self->app->arguments, self->app->arena, self->argc, self->argv, &error) != AML_OK) {
    self->status = aml_app_complain(self->app, "%s", error.text);
    return;
  }
  self->status = run_command(self->app);
}

static void invoke_guarded(void *ctx) {
  invocation *self = ctx;
  if (aml_guard_run(self->app->arena, invoke, self) != AML_OK) {
    (void)fputs("amlint: Out of memory.\n", stderr);
    self->status = AML_EXIT_TROUBLE;
  }
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };

static sigset_t ending_set(void) {
  sigset_t set;
  (void)sigemptyset(&set);
  for (size_t i = 0; i < ENDING_SIGNALS; i++) {
    (void)sigaddset(&set, ending_signals[i]);
  }
  return set;
}

/* The signal stands at its default again, and ends the program when this returns. */
static void handle_ending(int signal_number) {
  aml_temporary_remove_all();
  (void)raise(signal_number);
}

/* What whoever started the program wants ignored, as nohup(1) does, stays so. */
static void handle_signals(void) {
  struct sigaction action = {
      .sa_handler = handle_ending, .sa_mask = ending_set(), .sa_flags = (int)SA_RESETHAND};
  for (size_t i = 0; i < ENDING_SIGNALS; i++) {
    struct sigaction former;
    if (sigaction(ending_signals[i], NULL, &former) == 0 && former.sa_handler != SIG_IGN) {
      (void)sigaction(ending_signals[i], &action, NULL);
    }
  }
}

/* On a thread of its own; signals come to the one thread that writes files, so that none is begun after the
 * handler looked. */
static void invoke_apart(void *ctx) {
  const invocation *self = ctx;
  (void)pthread_sigmask(SIG_SETMASK, &self->mask, NULL);
  invoke_guarded(ctx);
}

static void run_apart(invocation *self) {
  const sigset_t set = ending_set();
  (void)pthread_sigmask(SIG_BLOCK, &set, &self->mask);
  if (!aml_stack_run(invoke_apart, self)) {
    (void)fputs("amlint: A stack of 8 MB is needed: raise the limit with 'ulimit -s 8192'.\n", stderr);
  }
  (void)pthread_sigmask(SIG_SETMASK, &self->mask, NULL);
}

int main(int argc, char **argv) {
  keep_freed_memory();
  handle_signals();
  (void)signal(SIGPIPE, SIG_IGN); /* a reader that goes away is a write error, told by the exit status */
  (void)signal(SIGXFSZ, SIG_IGN); /* so is a file over the limit of the shell */
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_output out;
  aml_output_init(&out, STDOUT_FILENO);
  aml_app app = {.arena = &arena,
      .out = &out,
      .err = STDERR_FILENO,
      .is_out_terminal = isatty(STDOUT_FILENO) == 1,
      .is_err_terminal = isatty(STDERR_FILENO) == 1,
      .environment = read_environment};
  app.width = app.is_out_terminal ? terminal_width() : 0;
  invocation self = {.app = &app, .argc = argc, .argv = argv, .status = AML_EXIT_TROUBLE};
  if (aml_stack_of_main_suffices()) {
    invoke_guarded(&self);
  } else {
    run_apart(&self);
  }
  aml_error error;
  if (aml_output_finish(&out, AML_SV("standard output"), &error) != AML_OK) {
    if (out.error_number != EPIPE) {
      (void)fprintf(stderr, "amlint: %s\n", error.text);
    }
    self.status = AML_EXIT_TROUBLE;
  }
  aml_arena_release(&arena);
  return self.status;
}
