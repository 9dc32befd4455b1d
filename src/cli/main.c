#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/stack.h"
#include "cli/app.h"
#include "cli/help.h"

static const char *read_environment(const char *name) {
  return getenv(name);
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
    (void)fputs("amlint: There is not enough memory.\n", stderr);
    self->status = AML_EXIT_TROUBLE;
  }
}

int main(int argc, char **argv) {
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
  } else if (!aml_stack_run(invoke_guarded, &self)) {
    (void)fputs("amlint: A stack of 8 MB is needed: raise the limit with 'ulimit -s 8192'.\n", stderr);
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
