/* Runs commands in a folder of their own with an environment that is the same everywhere. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "scenarios/scenario.h"

static _Noreturn void give_up(const char *what) {
  perror(what);
  exit(2);
}

/* The folder beside the work folder holds the program under its own name and what commands print. */
static void make_folder(const test_stage *stage, const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", stage->root, name);
  if (mkdir(path, 0755) != 0) {
    give_up(path);
  }
}

void stage_open(test_stage *stage, scenario_format format) {
  snprintf(stage->root, sizeof stage->root, "/tmp/amlint-scenario.XXXXXX");
  if (mkdtemp(stage->root) == NULL) {
    give_up(stage->root);
  }
  make_folder(stage, "bin");
  make_folder(stage, "home");
  make_folder(stage, "work");
  char link[128];
  snprintf(link, sizeof link, "%s/bin/amlint", stage->root);
  if (symlink(stage->program, link) != 0) {
    give_up(link);
  }
  if (format ==
      SCENARIO_MARKDOWN) { /* a page's examples work on the project's own files, or a copy of them */
    char copy[4096];
    snprintf(copy, sizeof copy,
        "cd '%s' && for i in fixtures rules docs ci include README.md; do [ ! -e $i ] || cp -R $i %s/work/ "
        "|| exit; "
        "done",
        stage->source, stage->root);
    if (system(copy) != 0) {
      fprintf(stderr, "cannot copy the project's files to %s\n", stage->root);
      exit(2);
    }
  }
}

void stage_close(const test_stage *stage) {
  char command[256];
  snprintf(command, sizeof command, "chmod -R u+rwX %s && rm -rf %s", stage->root, stage->root);
  if (system(command) != 0) {
    fprintf(stderr, "cannot remove %s\n", stage->root);
  }
}

void stage_write(aml_arena *arena, const test_stage *stage, const test_step *step) {
  aml_sv path = aml_sv_format(arena, "%s/work/%.*s", stage->root, AML_SV_ARG(step->name));
  for (size_t slash = aml_sv_find_char(path, '/', strlen(stage->root) + 6); slash != AML_NPOS;
       slash = aml_sv_find_char(path, '/', slash + 1)) {
    const char *folder = aml_sv_cstr(arena, aml_sv_slice(path, 0, slash));
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
      give_up(folder);
    }
  }
  FILE *file = fopen(path.data, "wb");
  if (file == NULL || fwrite(step->content.data, 1, step->content.len, file) != step->content.len ||
      fclose(file) != 0) {
    give_up(path.data);
  }
}

/* Text with every `from` replaced by `to`. */
static aml_sv replace(aml_arena *arena, aml_sv text, aml_sv from, aml_sv to) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t done = 0;
  for (size_t at = aml_sv_find(text, from, 0); at != AML_NPOS; at = aml_sv_find(text, from, done)) {
    aml_strbuf_add(&out, aml_sv_slice(text, done, at));
    aml_strbuf_add(&out, to);
    done = at + from.len;
  }
  aml_strbuf_add(&out, aml_sv_slice(text, done, text.len));
  return aml_strbuf_view(&out);
}

static line_list read_output(aml_arena *arena, const test_stage *stage, const char *name) {
  aml_sv text = file_read(arena, aml_sv_format(arena, "%s/%s", stage->root, name).data);
  bool is_cut = text.len > 0 && text.data[text.len - 1] != '\n';
  text = replace(arena, text, aml_sv_format(arena, "%s/work", stage->root), AML_SV("$WORK"));
  text = replace(arena, text, aml_sv_of(stage->source), AML_SV("$SOURCE"));
  aml_strbuf clean;
  aml_strbuf_init(&clean, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) {
      aml_strbuf_addf(&clean, "\\x%02x", c);
    } else {
      aml_strbuf_add_char(&clean, (char)c);
    }
  }
  line_list lines = lines_of(arena, aml_strbuf_view(&clean));
  if (is_cut) {
    AML_VEC_PUSH(arena, &lines, AML_SV("\\ no newline at the end"));
  }
  return lines;
}

static void redirect(const test_stage *stage, const char *name, int descriptor) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", stage->root, name);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0 || close(file) != 0) {
    _exit(126);
  }
}

/* In the child: nothing of the caller's environment but the search path reaches the command. */
static _Noreturn void become_command(const test_stage *stage, const char *command, scenario_format format) {
  char text[4096];
  const char *path = getenv("PATH");
  snprintf(text, sizeof text, "%s/bin:%s", stage->root, path == NULL ? "/usr/bin:/bin" : path);
  char *search_path = strdup(text);
  snprintf(text, sizeof text, "%s/home", stage->root);
  if (search_path == NULL || clearenv() != 0) {
    _exit(126);
  }
  const char *const variables[][2] = {{"PATH", search_path}, {"HOME", text}, {"LC_ALL", "C.UTF-8"},
      {"TZ", "UTC"}, {"TERM", "dumb"}, {"NO_COLOR", "1"}, {"SOURCE", stage->source},
      {"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_AUTHOR_NAME", "Ada"}, {"GIT_AUTHOR_EMAIL", "ada@example.com"},
      {"GIT_COMMITTER_NAME", "Ada"}, {"GIT_COMMITTER_EMAIL", "ada@example.com"},
      {"ASAN_OPTIONS", "exitcode=99"}, {"UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1"}};
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    if (setenv(variables[i][0], variables[i][1], 1) != 0) {
      _exit(126);
    }
  }
  snprintf(text, sizeof text, "%s/work", stage->root);
  int null = open("/dev/null", O_RDONLY);
  if (chdir(text) != 0 || null < 0 || dup2(null, STDIN_FILENO) < 0) {
    _exit(126);
  }
  redirect(stage, "out", STDOUT_FILENO);
  if (format == SCENARIO_MARKDOWN) {
    dup2(STDOUT_FILENO, STDERR_FILENO);
  } else {
    redirect(stage, "err", STDERR_FILENO);
  }
  execlp("timeout", "timeout", "-k", "5", "60", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

/* The commands of a page are those of one terminal: `cd` holds for what follows. `$?` is of the command
 * before. */
static const char *prepare_command(
    aml_arena *arena, const test_stage *stage, const test_step *step, scenario_format format, int previous) {
  const char *remember = "";
  if (format == SCENARIO_MARKDOWN) {
    remember = aml_sv_format(arena, "[ ! -s %s/cwd ] || cd \"$(cat %s/cwd)\"\ntrap 'pwd > %s/cwd' EXIT\n",
        stage->root, stage->root, stage->root)
                   .data;
  }
  return aml_sv_cstr(
      arena, aml_sv_format(arena, "%s(exit %d)\n%.*s", remember, previous, AML_SV_ARG(step->command)));
}

test_outcome stage_run(
    aml_arena *arena, const test_stage *stage, const test_step *step, scenario_format format, int previous) {
  const char *command = prepare_command(arena, stage, step, format, previous);
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) {
    give_up("fork");
  }
  if (child == 0) {
    become_command(stage, command, format);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      give_up("waitpid");
    }
  }
  test_outcome outcome = {.out = read_output(arena, stage, "out")};
  if (format == SCENARIO_TEXT) {
    outcome.err = read_output(arena, stage, "err");
  }
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}
