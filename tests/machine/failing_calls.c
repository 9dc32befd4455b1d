/* A system that fails: preloaded into the program, it counts the calls that concern files, writes "NAME WHAT"
 * of each into FAILING_CALLS_LOG, and at the one numbered FAILING_CALLS_AT does what FAILING_CALLS_HOW says:
 *
 *   errno:N   the call fails with this number      short     it reads or writes one byte
 *   vanish    the file is gone before it
 *   before:N  signal N comes before the call       after:N   and after it
 *
 * FAILING_CALLS_TIME is the time of day, in seconds since 1970. tests/machine/calls.py drives it. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;
static long fail_at, number; /* number: what stands behind the colon */
static const char *how = "", *now;
static int log_fd = -1;

static long read_number(const char *text) {
  return text == NULL ? 0 : strtol(text, NULL, 10);
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAILING_CALLS_LOG");
  const char *given = getenv("FAILING_CALLS_HOW");
  fail_at = read_number(getenv("FAILING_CALLS_AT"));
  now = getenv("FAILING_CALLS_TIME");
  how = given == NULL ? "" : given;
  const char *colon = strchr(how, ':');
  number = colon == NULL ? 0 : read_number(colon + 1);
  if (path != NULL) {
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    log_fd = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 900); /* out of the program's way */
    (void)syscall(SYS_close, fd);
  }
  (void)unsetenv("LD_PRELOAD"); /* git is not what is tried */
}

static bool is_way(const char *way) {
  return strncmp(how, way, strlen(way)) == 0;
}

/* Counts a call. True where it is the one; a signal before it has come then. */
static bool is_hit(const char *name, const char *path, int fd) {
  char line[512];
  if (log_fd < 0 || fd == STDERR_FILENO) {
    return false;
  }
  long call = atomic_fetch_add(&calls, 1) + 1;
  int length = path != NULL ? snprintf(line, sizeof line, "%s %s\n", name, path)
                            : snprintf(line, sizeof line, "%s %d\n", name, fd);
  size_t bytes = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
  (void)syscall(SYS_write, log_fd, line, bytes);
  if (call == fail_at && is_way("before")) {
    (void)kill(getpid(), (int)number);
  }
  if (call == fail_at && path != NULL && is_way("vanish")) {
    (void)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  }
  return call == fail_at;
}

/* Whether the call is to fail instead of being made. */
static bool fails(bool is_the_one) {
  if (is_the_one && is_way("errno")) {
    errno = (int)number;
    return true;
  }
  return false;
}

static void leave(bool is_the_one) {
  int error = errno;
  if (is_the_one && is_way("after")) {
    (void)kill(getpid(), (int)number);
  }
  errno = error;
}

#define NEXT(name)                                                                                           \
  ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name)) /* NOLINT(bugprone-macro-parentheses) */

/* The body of a call that takes no part in anything but failing. */
#define PASS(name, path, fd, failure, type, ...)                                                             \
  bool is_the_one = is_hit(#name, path, fd);                                                                 \
  if (fails(is_the_one)) {                                                                                   \
    return failure;                                                                                          \
  }                                                                                                          \
  type result = NEXT(name)(__VA_ARGS__);                                                                     \
  leave(is_the_one);                                                                                         \
  return result

/* The system's headers name parameters in a way that is theirs alone. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
static unsigned mode_of(int flags, va_list *arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(*arguments, unsigned) : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  unsigned mode = mode_of(flags, &arguments);
  va_end(arguments);
  PASS(open, path, -1, -1, int, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  unsigned mode = mode_of(flags, &arguments);
  va_end(arguments);
  PASS(openat, path, -1, -1, int, folder, path, flags, mode);
}

ssize_t read(int fd, void *bytes, size_t n) {
  bool is_the_one = is_hit("read", NULL, fd);
  if (fails(is_the_one)) {
    return -1;
  }
  ssize_t result = NEXT(read)(fd, bytes, is_the_one && is_way("short") && n > 0 ? 1 : n);
  leave(is_the_one);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t n) {
  bool is_the_one = is_hit("write", NULL, fd);
  if (fails(is_the_one)) {
    return -1;
  }
  ssize_t result = NEXT(write)(fd, bytes, is_the_one && is_way("short") && n > 0 ? 1 : n);
  leave(is_the_one);
  return result;
}

int close(int fd) { /* closes in any case, as Linux does */
  bool is_the_one = is_hit("close", NULL, fd);
  int result = NEXT(close)(fd);
  leave(is_the_one);
  return fails(is_the_one) ? -1 : result;
}

int fsync(int fd) {
  PASS(fsync, NULL, fd, -1, int, fd);
}

int fchmod(int fd, mode_t mode) {
  PASS(fchmod, NULL, fd, -1, int, fd, mode);
}

int flock(int fd, int operation) {
  PASS(flock, NULL, fd, -1, int, fd, operation);
}

off_t lseek(int fd, off_t offset, int whence) {
  PASS(lseek, NULL, fd, -1, off_t, fd, offset, whence);
}

int rename(const char *from, const char *to) {
  PASS(rename, from, -1, -1, int, from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  PASS(renameat2, from, -1, -1, int, from_folder, from, to_folder, to, flags);
}

int access(const char *path, int mode) {
  PASS(access, path, -1, -1, int, path, mode);
}

int stat(const char *path, struct stat *out) {
  PASS(stat, path, -1, -1, int, path, out);
}

int lstat(const char *path, struct stat *out) {
  PASS(lstat, path, -1, -1, int, path, out);
}

int fstat(int fd, struct stat *out) {
  PASS(fstat, NULL, fd, -1, int, fd, out);
}

int fstatat(int folder, const char *path, struct stat *out, int flags) {
  PASS(fstatat, path, -1, -1, int, folder, path, out, flags);
}

char *realpath(const char *path, char *out) {
  PASS(realpath, path, -1, NULL, char *, path, out);
}

DIR *opendir(const char *path) {
  PASS(opendir, path, -1, NULL, DIR *, path);
}

DIR *fdopendir(int fd) {
  PASS(fdopendir, NULL, fd, NULL, DIR *, fd);
}

struct dirent *readdir(DIR *folder) {
  PASS(readdir, NULL, dirfd(folder), NULL, struct dirent *, folder);
}

time_t time(time_t *out) {
  time_t result = now == NULL ? NEXT(time)(NULL) : (time_t)strtoll(now, NULL, 10);
  if (out != NULL) {
    *out = result;
  }
  return result;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
