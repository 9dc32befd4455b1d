#include "source/git_run.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/number.h"
#include "base/strbuf.h"

enum { MOST_ERROR_BYTES = 4096 };

/* Settings that stand above those of the repository, the person and the machine: no other program runs, and a
 * file is as it was only if all that the system says of it is. */
static const char *const options[] = {"--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null", "-c", "core.trustctime=true", "-c", "core.checkStat=default"};

/* GIT_ALLOW_PROTOCOL is what holds a git older than GIT_NO_LAZY_FETCH (2.45) back from fetching. */
static const char *const variables[] = {"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1",
    "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1"};

enum { OPTIONS = sizeof options / sizeof options[0], VARIABLES = sizeof variables / sizeof variables[0] };

/* Reads until the end or `max` bytes; what is past that is read and dropped, so that the writer is never
 * stuck. *failure is 0, or the errno of a read that failed: then the text is a part at best. */
static aml_sv read_all(aml_arena *arena, int fd, size_t max, bool *is_cut, int *failure) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, max);
  char bytes[65536];
  *failure = 0;
  for (;;) {
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      *failure = n < 0 ? errno : 0;
      break;
    }
    aml_strbuf_add(&text, (aml_sv){bytes, (size_t)n});
  }
  *is_cut = text.overflowed;
  return aml_strbuf_view(&text);
}

static char *copy_word(aml_arena *arena, const char *word) {
  size_t size = strlen(word) + 1;
  return memcpy(AML_NEW_ARRAY(arena, char, size), word, size);
}

/* posix_spawn wants writable words and leaves them alone; copies are simplest. */
static char **make_words(const aml_git_command *self) {
  char **argv = AML_NEW_ARRAY(self->git->arena, char *, 3 + OPTIONS + AML_GIT_WORDS);
  size_t count = 0;
  argv[count++] = copy_word(self->git->arena, "git");
  argv[count++] = copy_word(self->git->arena, "-C");
  argv[count++] = copy_word(self->git->arena, aml_sv_cstr(self->git->arena, self->git->top));
  for (size_t i = 0; i < OPTIONS; i++) {
    argv[count++] = copy_word(self->git->arena, options[i]);
  }
  for (size_t i = 0; i + 1 < AML_GIT_WORDS && self->words[i] != NULL; i++) {
    argv[count++] = copy_word(self->git->arena, self->words[i]);
  }
  return argv;
}

/* "NAME7=value" */
static char *make_variable(const aml_git *git, const char *name, size_t number, aml_sv value) {
  return copy_word(git->arena, aml_sv_format(git->arena, "%s%zu=%.*s", name, number, AML_SV_ARG(value)).data);
}

/* How many settings the caller's environment holds. */
static size_t count_settings(void) {
  static const aml_sv name = AML_SV_CONST("GIT_CONFIG_COUNT=");
  for (size_t i = 0; environ[i] != NULL; i++) {
    aml_sv variable = aml_sv_of(environ[i]);
    int64_t count = 0;
    if (aml_sv_starts(variable, name)) {
      bool is_number = aml_int_parse(aml_sv_slice(variable, name.len, variable.len), &count) && count > 0;
      return is_number ? (size_t)count : 0;
    }
  }
  return 0;
}

/* The handle's settings, behind those that the caller's environment holds in the same way. */
static void add_settings(const aml_git *git, char ***end) {
  size_t number = count_settings();
  for (size_t i = 0; i < git->filters.count; i++, number++) {
    aml_sv key = git->filters.items[i];
    bool is_switch = aml_sv_iends(key, AML_SV(".required"));
    *(*end)++ = make_variable(git, "GIT_CONFIG_KEY_", number, key);
    *(*end)++ = make_variable(git, "GIT_CONFIG_VALUE_", number, is_switch ? AML_SV("false") : AML_SV(""));
  }
  *(*end)++ = copy_word(git->arena, aml_sv_format(git->arena, "GIT_CONFIG_COUNT=%zu", number).data);
}

/* The caller's environment, which a hook needs (GIT_INDEX_FILE), behind our own variables: of two with one
 * name the first counts. */
static char **make_environment(const aml_git *git) {
  size_t count = 0;
  while (environ[count] != NULL) {
    count++;
  }
  char **made = AML_NEW_ARRAY(git->arena, char *, 2 * git->filters.count + 1 + VARIABLES + count + 1);
  char **end = made;
  if (git->filters.count > 0) {
    add_settings(git, &end);
  }
  for (size_t i = 0; i < VARIABLES; i++) {
    *end++ = copy_word(git->arena, variables[i]);
  }
  memcpy(end, environ, count * sizeof *end);
  return made;
}

typedef struct streams { /* descriptors, -1 where there is none */
  int input, complaints, from, to;
} streams;

static void close_one(int *fd) {
  if (*fd >= 0) {
    (void)close(*fd);
    *fd = -1;
  }
}

static void close_all(void *object) {
  streams *self = object;
  close_one(&self->input);
  close_one(&self->complaints);
  close_one(&self->from);
  close_one(&self->to);
}

static int fail_file(int fd) {
  int failure = errno;
  (void)close(fd);
  errno = failure;
  return -1;
}

/* A file without a name that holds the text: unlike a pipe it takes all of it before anybody reads. */
static int make_file(aml_sv text) {
  int fd = memfd_create("amlint", MFD_CLOEXEC);
  size_t done = 0;
  while (fd >= 0 && done < text.len) {
    ssize_t n = write(fd, text.data + done, text.len - done);
    if (n < 0 && errno != EINTR) {
      return fail_file(fd);
    }
    done += n < 0 ? 0 : (size_t)n;
  }
  return fd < 0 || lseek(fd, 0, SEEK_SET) == 0 ? fd : fail_file(fd);
}

/* 0, or the errno of what failed. */
static int open_streams(const aml_git_command *self, streams *out) {
  int pipes[2] = {-1, -1};
  out->input = make_file(self->input);
  out->complaints = out->input < 0 ? -1 : make_file((aml_sv){NULL, 0});
  if (out->complaints < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
    int failure = errno;
    close_all(out);
    return failure;
  }
  out->from = pipes[0];
  out->to = pipes[1];
  return 0;
}

static int start(const streams *with, char **argv, char **envp, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    return error;
  }
  error = posix_spawn_file_actions_adddup2(&actions, with->input, STDIN_FILENO);
  error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, with->to, STDOUT_FILENO);
  error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, with->complaints, STDERR_FILENO);
  error = error != 0 ? error : posix_spawnp(pid, "git", &actions, NULL, argv, envp);
  (void)posix_spawn_file_actions_destroy(&actions);
  return error;
}

static aml_status complain(const aml_git_command *self, int fd, aml_error *error) {
  bool is_cut;
  int failure;
  aml_sv words = {NULL, 0};
  if (lseek(fd, 0, SEEK_SET) == 0) {
    words = aml_sv_trim(read_all(self->git->arena, fd, MOST_ERROR_BYTES, &is_cut, &failure));
  }
  words = aml_sv_slice(words, 0, aml_sv_find_char(words, '\n', 0));
  if (words.len == 0) {
    return aml_fail(error, AML_ERR_INPUT, "'git %s' failed and did not say why.", self->words[0]);
  }
  return aml_fail(error, AML_ERR_IO, "git says: %.*s", AML_SV_ARG(words));
}

static aml_status finish(
    const aml_git_command *self, pid_t pid, int complaints, bool is_cut, aml_error *error) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (is_cut) {
    return aml_fail(
        error, AML_ERR_LIMIT, "The output of git is longer than the limit of %zu bytes.", self->max);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return complain(self, complaints, error);
  }
  return AML_OK;
}

aml_status aml_git_run(const aml_git_command *self, aml_sv *out, aml_error *error) {
  char **argv = make_words(self); /* what allocates comes first: it may not return */
  char **envp = make_environment(self->git);
  streams *with = AML_NEW(self->git->arena, streams);
  pid_t pid = -1;
  *with = (streams){-1, -1, -1, -1};
  aml_arena_defer(self->git->arena, close_all, with); /* reading may run out of memory */
  int failure = open_streams(self, with);
  if (failure == 0) {
    failure = start(with, argv, envp, &pid);
    close_one(&with->to);
  }
  if (failure != 0) {
    close_all(with);
    return aml_fail(error, AML_ERR_IO, "git could not be started: %s.", strerror(failure));
  }
  bool is_cut = false;
  *out = read_all(self->git->arena, with->from, self->max, &is_cut, &failure);
  close_one(&with->from); /* a git that still writes must not wait for a reader */
  aml_status status = finish(self, pid, with->complaints, is_cut, error);
  close_all(with);
  return failure == 0
             ? status
             : aml_fail(error, AML_ERR_IO, "The output of git cannot be read: %s.", strerror(failure));
}
