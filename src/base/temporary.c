#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  NAME_KEPT = 200, /* of a file name, so that ours stays below 255 bytes */
  DIGITS = 16,
  MOST_WATCHED = 8,
};

/* The one state of the process that is not handed around: a handler of signals is handed nothing. */
static const char *_Atomic watched[MOST_WATCHED];

/* Where the name begins in a path. */
static size_t find_name(const char *path) {
  size_t slash = aml_sv_rfind_char(aml_sv_of(path), '/');
  return slash == AML_NPOS ? 0 : slash + 1;
}

/* What of the target's name stands in those of its temporaries. */
static aml_sv kept_name(const char *target) {
  return aml_sv_slice(aml_sv_of(target + find_name(target)), 0, NAME_KEPT);
}

const char *aml_temporary_name(aml_arena *arena, const char *target, unsigned attempt) {
  unsigned long long random = 0;
  if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) {
    random = (unsigned long long)getpid() << 16 | attempt;
  }
  return aml_sv_format(arena, "%.*s.%.*s.%0*llx.tmp", (int)find_name(target), target,
      AML_SV_ARG(kept_name(target)), DIGITS, random)
      .data;
}

bool aml_temporary_lock(int fd) {
  struct stat about;
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return errno != EWOULDBLOCK; /* who else holds it is about to remove it */
  }
  return fstat(fd, &about) != 0 || about.st_nlink > 0;
}

static bool is_temporary_of(aml_sv target_name, aml_sv name) {
  static const aml_sv end = AML_SV_CONST(".tmp");
  size_t digits = 1 + target_name.len + 1;
  bool is_named_so = name.len == digits + DIGITS + end.len && name.data[0] == '.' &&
                     aml_sv_eq(aml_sv_slice(name, 1, digits - 1), target_name) &&
                     name.data[digits - 1] == '.' && aml_sv_ends(name, end);
  for (size_t i = digits; is_named_so && i < digits + DIGITS; i++) {
    char c = name.data[i];
    is_named_so = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
  return is_named_so;
}

/* Locks of network file systems want a file that is open for writing. */
static void remove_unlocked(int folder, const char *name) {
  int fd = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat about;
  if (fd < 0) {
    return;
  }
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0) {
    (void)unlinkat(folder, name, 0);
  }
  (void)close(fd);
}

bool aml_temporary_sweep(const char *folder, const char *target) {
  aml_sv name = kept_name(target);
  DIR *dir = opendir(folder);
  if (dir == NULL) {
    return errno != ENOMEM;
  }
  for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    if (is_temporary_of(name, aml_sv_of(entry->d_name))) {
      remove_unlocked(dirfd(dir), entry->d_name);
    }
  }
  (void)closedir(dir);
  return true;
}

static void exchange(const char *from, const char *to) {
  bool is_done = false;
  for (size_t i = 0; i < MOST_WATCHED && !is_done; i++) {
    const char *expected = from;
    is_done = atomic_compare_exchange_strong(&watched[i], &expected, to);
  }
}

void aml_temporary_watch(const char *path) {
  exchange(NULL, path);
}

void aml_temporary_unwatch(const char *path) {
  exchange(path, NULL);
}

void aml_temporary_remove_all(void) {
  for (size_t i = 0; i < MOST_WATCHED; i++) {
    const char *path = atomic_load(&watched[i]);
    if (path != NULL) {
      (void)unlink(path);
    }
  }
}
