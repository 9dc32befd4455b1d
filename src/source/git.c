#include "source/git.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strbuf.h"

enum { MOST_LIST_BYTES = 64 << 20, MOST_ERROR_BYTES = 4096, MOST_WORDS = 16 };

typedef struct command {
  aml_arena *arena;
  aml_sv top;
  const char *words[MOST_WORDS]; /* behind `git` and our own options; NULL ends */
  size_t max;
} command;

/* Reads until the end or `max` bytes; what is past that is read and dropped, so that the writer is never
 * stuck. */
static aml_sv read_all(aml_arena *arena, int fd, size_t max, bool *is_cut) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, max);
  char bytes[65536];
  for (;;) {
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
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

/* Starts git with its output in `out` and its complaints in the file `complaints`. */
static int start(const command *self, int out, int complaints, pid_t *pid) {
  /* posix_spawn wants writable words and leaves them alone; copies are simplest. */
  const char *ours[] = {"git", "-C", aml_sv_cstr(self->arena, self->top), "-c", "core.fsmonitor=false", "-c",
      "core.quotePath=false"};
  enum { OUR_WORDS = sizeof ours / sizeof ours[0] };
  char *argv[OUR_WORDS + MOST_WORDS] = {NULL};
  size_t count = 0;
  for (; count < OUR_WORDS; count++) {
    argv[count] = copy_word(self->arena, ours[count]);
  }
  for (size_t i = 0; i + 1 < MOST_WORDS && self->words[i] != NULL; i++) {
    argv[count++] = copy_word(self->arena, self->words[i]);
  }
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    return error;
  }
  (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
  error = posix_spawnp(pid, "git", &actions, NULL, argv, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  return error;
}

static aml_sv read_complaints(aml_arena *arena, int fd) {
  bool is_cut;
  if (lseek(fd, 0, SEEK_SET) != 0) {
    return (aml_sv){NULL, 0};
  }
  return aml_sv_trim(read_all(arena, fd, MOST_ERROR_BYTES, &is_cut));
}

static aml_status finish(const command *self, pid_t pid, int complaints, bool is_cut, aml_error *error) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (is_cut) {
    return aml_fail(
        error, AML_ERR_LIMIT, "The answer of git is longer than the limit of %zu bytes.", self->max);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    aml_sv words = read_complaints(self->arena, complaints);
    size_t line = aml_sv_find_char(words, '\n', 0);
    words = aml_sv_slice(words, 0, line);
    return aml_fail(error, AML_ERR_IO, "git says: %.*s", AML_SV_ARG(words));
  }
  return AML_OK;
}

static aml_status run(const command *self, aml_sv *out, aml_error *error) {
  int pipes[2];
  int complaints = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (complaints < 0) {
    complaints = open("/dev/null", O_RDWR | O_CLOEXEC);
  }
  if (complaints < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
    int failure = errno;
    if (complaints >= 0) {
      (void)close(complaints);
    }
    return aml_fail(error, AML_ERR_IO, "git could not be started: %s.", strerror(failure));
  }
  pid_t pid = -1;
  int failure = start(self, pipes[1], complaints, &pid);
  (void)close(pipes[1]);
  aml_status status = AML_OK;
  if (failure != 0) {
    status = aml_fail(error, AML_ERR_IO, "git could not be started: %s.", strerror(failure));
  } else {
    bool is_cut = false;
    *out = read_all(self->arena, pipes[0], self->max, &is_cut);
    status = finish(self, pid, complaints, is_cut, error);
  }
  (void)close(pipes[0]);
  (void)close(complaints);
  return status;
}

/* A list of names, each ended by NUL. */
static aml_status list(command *self, aml_texts *out, aml_error *error) {
  self->max = MOST_LIST_BYTES;
  aml_sv text = {NULL, 0};
  aml_status status = run(self, &text, error);
  if (status != AML_OK) {
    return status;
  }
  while (text.len > 0) {
    AML_VEC_PUSH(self->arena, out, aml_sv_split(&text, '\0'));
  }
  return AML_OK;
}

aml_status aml_git_changed(aml_arena *arena, aml_sv top, aml_sv revision, aml_texts *out, aml_error *error) {
  if (revision.len == 0 || revision.data[0] == '-') {
    return aml_fail(error, AML_ERR_INPUT, "'%.*s' is no revision.", AML_SV_ARG(revision));
  }
  command base = {
      .arena = arena, .top = top, .words = {"merge-base", aml_sv_cstr(arena, revision), "HEAD"}, .max = 4096};
  aml_sv commit = {NULL, 0};
  aml_status status = run(&base, &commit, error);
  if (status != AML_OK) {
    return status;
  }
  command changed = {.arena = arena,
      .top = top,
      .words = {"diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--diff-filter=d",
          aml_sv_cstr(arena, aml_sv_trim(commit)), "--"}};
  command untracked = {
      .arena = arena, .top = top, .words = {"ls-files", "-z", "--others", "--exclude-standard"}};
  status = list(&changed, out, error);
  return status == AML_OK ? list(&untracked, out, error) : status;
}

aml_status aml_git_staged(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error) {
  command staged = {.arena = arena,
      .top = top,
      .words = {"diff", "--cached", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--diff-filter=d",
          "--"}};
  return list(&staged, out, error);
}

aml_status aml_git_unstaged(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error) {
  command changed = {.arena = arena,
      .top = top,
      .words = {"diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--"}};
  return list(&changed, out, error);
}

aml_status aml_git_staged_text(
    aml_arena *arena, aml_sv top, aml_sv path, size_t max, aml_sv *out, aml_error *error) {
  command blob = {.arena = arena,
      .top = top,
      .words = {"cat-file", "blob", aml_sv_format(arena, ":%.*s", AML_SV_ARG(path)).data},
      .max = max};
  return run(&blob, out, error);
}

aml_status aml_git_tracked(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error) {
  command tracked = {.arena = arena, .top = top, .words = {"-c", "safe.directory=*", "ls-files", "-z"}};
  return list(&tracked, out, error);
}
