#include "source/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_output.h"
#include "base/strbuf.h"
#include "base/vec.h"

aml_sv aml_path_folder(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  return slash == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(path, 0, slash);
}

aml_sv aml_path_name(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  return slash == AML_NPOS ? path : aml_sv_slice(path, slash + 1, path.len);
}

static void add_parts(aml_arena *arena, aml_texts *out, aml_sv path) {
  while (path.len > 0) {
    aml_sv part = aml_sv_split(&path, '/');
    bool can_climb = out->count > 0 && !aml_sv_eq(out->items[out->count - 1], AML_SV(".."));
    if (part.len == 0 || aml_sv_eq(part, AML_SV("."))) {
      continue;
    }
    if (aml_sv_eq(part, AML_SV("..")) && can_climb) {
      out->count--;
    } else {
      AML_VEC_PUSH(arena, out, part);
    }
  }
}

static aml_sv join_parts(
    aml_arena *arena, const aml_texts *list, size_t from, size_t climbs, bool is_absolute) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  if (is_absolute) {
    aml_strbuf_add_char(&text, '/');
  }
  for (size_t i = 0; i < climbs; i++) {
    aml_strbuf_add(&text, AML_SV("../"));
  }
  for (size_t i = from; i < list->count; i++) {
    aml_strbuf_add(&text, list->items[i]);
    if (i + 1 < list->count) {
      aml_strbuf_add_char(&text, '/');
    }
  }
  return aml_strbuf_view(&text);
}

aml_sv aml_path_join(aml_arena *arena, aml_sv folder, aml_sv relative) {
  bool is_absolute = aml_sv_starts(relative, AML_SV("/"));
  aml_texts all = {0};
  add_parts(arena, &all, is_absolute ? (aml_sv){NULL, 0} : folder);
  add_parts(arena, &all, relative);
  return join_parts(arena, &all, 0, 0, is_absolute || aml_sv_starts(folder, AML_SV("/")));
}

aml_sv aml_path_relative(aml_arena *arena, aml_sv folder, aml_sv path) {
  aml_texts from = {0};
  aml_texts to = {0};
  add_parts(arena, &from, folder);
  add_parts(arena, &to, path);
  size_t common = 0;
  while (common < from.count && common + 1 < to.count && aml_sv_eq(from.items[common], to.items[common])) {
    common++;
  }
  if (to.count > 0 && from.count == to.count && common + 1 == to.count &&
      aml_sv_eq(from.items[common], to.items[common])) {
    return AML_SV(".");
  }
  return join_parts(arena, &to, common, from.count - common, false);
}

bool aml_path_is_below(aml_sv folder, aml_sv path) {
  return aml_sv_starts(path, folder) && path.len > folder.len && path.data[folder.len] == '/';
}

bool aml_path_is_outside(aml_sv path) {
  return path.len == 0 || path.data[0] == '/' || aml_sv_eq(path, AML_SV("..")) ||
         aml_sv_starts(path, AML_SV("../")) || aml_sv_find(path, AML_SV("/../"), 0) != AML_NPOS;
}

bool aml_path_is_cached(aml_sv path) {
  return aml_sv_starts(path, AML_SV(AML_PATH_OF_CACHE "/"));
}

bool aml_path_is_of_git(aml_sv path) {
  while (path.len > 0) {
    if (aml_sv_ieq(aml_sv_split(&path, '/'), AML_SV(".git"))) {
      return true;
    }
  }
  return false;
}

/* Whether a normalised path is `root` or below it, and not in .git below it. */
static bool is_below(aml_sv root, aml_sv path) {
  aml_sv top = aml_sv_eq(root, AML_SV("/")) ? (aml_sv){NULL, 0} : root;
  bool is_inside =
      root.len > 0 && aml_sv_starts(path, top) && (path.len == top.len || path.data[top.len] == '/');
  return is_inside && !aml_path_is_of_git(aml_sv_slice(path, top.len, path.len));
}

/* What realpath says, in a time that grows with the depth of the path and not with its square: realpath asks
 * about each folder on the way by its whole path, where the kernel knows the name of what was opened. */
static bool find_name(const char *name, char real[PATH_MAX]) {
  char link[sizeof "/proc/self/fd/" + 20];
  int fd = open(name, O_PATH | O_CLOEXEC);
  if (fd < 0) {
    return false;
  }
  (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, real, PATH_MAX - 1);
  (void)close(fd);
  if (length <= 0 || real[0] != '/') { /* no /proc here */
    return realpath(name, real) != NULL;
  }
  real[length] = '\0';
  return true;
}

/* What a failed call says of a path. */
static aml_presence judge_failure(void) {
  return (aml_presence){.error_number = aml_error_is_absence(errno) ? 0 : errno};
}

/* The real place of a path, or of the nearest folder above it that exists. */
static aml_presence find_real(aml_sv path, char real[PATH_MAX]) {
  aml_presence found = {0};
  for (aml_sv at = path; at.len > 0 && !found.is_there && found.error_number == 0; at = aml_path_folder(at)) {
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%.*s", AML_SV_ARG(at)) < PATH_MAX) {
      found = find_name(name, real) ? (aml_presence){.is_there = true} : judge_failure();
    }
  }
  return found;
}

aml_presence aml_path_stays_inside(aml_sv root, aml_sv path) {
  char real[PATH_MAX];
  char real_root[PATH_MAX];
  aml_presence found = {.is_there = is_below(root, path)};
  found = found.is_there ? find_real(path, real) : found;
  found = found.is_there ? find_real(root, real_root) : found;
  found.is_there = found.is_there && is_below(aml_sv_of(real_root), aml_sv_of(real));
  return found;
}

bool aml_path_may_be_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 || (errno != EACCES && !aml_error_is_absence(errno));
}

bool aml_path_is_link(aml_sv path) {
  char name[PATH_MAX];
  struct stat status;
  return snprintf(name, sizeof name, "%.*s", AML_SV_ARG(path)) < PATH_MAX && lstat(name, &status) == 0 &&
         S_ISLNK(status.st_mode);
}

aml_presence aml_path_find_inside(aml_sv root, aml_sv file) {
  char name[PATH_MAX];
  char real[PATH_MAX];
  struct stat status;
  if (snprintf(name, sizeof name, "%.*s", AML_SV_ARG(file)) >= PATH_MAX) {
    return (aml_presence){0};
  }
  if (!find_name(name, real) || stat(real, &status) != 0) {
    return judge_failure();
  }
  return (aml_presence){.is_there = S_ISREG(status.st_mode) && is_below(root, aml_sv_of(real))};
}
