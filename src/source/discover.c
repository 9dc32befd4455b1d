#include "source/discover.h"

#include "base/file_output.h"
#include "base/sort.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "source/sparse.h"
#include "source/walk.h"

/* An absolute path without ".", ".." and doubled slashes. Links are not resolved: a path is what it says. */
static aml_sv normalise(aml_arena *arena, aml_sv folder, aml_sv path) {
  bool is_absolute = path.len > 0 && path.data[0] == '/';
  aml_sv rest = is_absolute ? path : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(path));
  char *out = AML_NEW_ARRAY(arena, char, rest.len + 2);
  size_t n = 0;
  while (rest.len > 0) {
    aml_sv part = aml_sv_split(&rest, '/');
    if (aml_sv_eq(part, AML_SV(".."))) {
      size_t slash = aml_sv_rfind_char((aml_sv){out, n}, '/');
      n = slash == AML_NPOS ? 0 : slash;
    } else if (part.len > 0 && !aml_sv_eq(part, AML_SV("."))) {
      out[n++] = '/';
      memcpy(out + n, part.data, part.len);
      n += part.len;
    }
  }
  if (n == 0) {
    out[n++] = '/';
  }
  return (aml_sv){out, n};
}

/* The innermost folder with .git at or above the start; empty where there is none. What cannot be looked at
 * becomes a trouble of `out`, unless that is NULL. */
static aml_sv find_repository(aml_arena *arena, aml_sv start, aml_discovery *out) {
  for (aml_sv at = start; at.len > 0; at = aml_sv_slice(at, 0, aml_sv_rfind_char(at, '/'))) {
    struct stat about;
    aml_sv mark = aml_sv_format(arena, "%.*s/.git", AML_SV_ARG(at));
    int error_number = lstat(mark.data, &about) == 0 ? 0 : errno;
    if (error_number == 0 && (S_ISDIR(about.st_mode) || S_ISREG(about.st_mode))) {
      return at;
    }
    if (error_number != 0 && error_number != EACCES && !aml_error_is_absence(error_number) && out != NULL) {
      aml_walk_add_trouble(out, arena, mark, "cannot be opened", error_number);
    }
  }
  return (aml_sv){NULL, 0};
}

aml_sv aml_discover_repository(aml_arena *arena, aml_sv folder) {
  return find_repository(arena, folder, NULL);
}

static aml_sv find_root(aml_arena *arena, aml_sv folder, aml_discovery *out) {
  aml_sv start = normalise(arena, folder, AML_SV("."));
  aml_sv root = find_repository(arena, start, out);
  return root.len > 0 ? root : start;
}

/* Whether path is base or below it; *relative is what follows the base. */
static bool is_inside(aml_sv base, aml_sv path, aml_sv *relative) {
  size_t length = base.len == 1 ? 0 : base.len; /* "/" */
  if (!aml_sv_starts(path, aml_sv_slice(base, 0, length)) ||
      (path.len > length && path.data[length] != '/')) {
    return false;
  }
  *relative = aml_sv_slice(path, length + 1, path.len);
  return true;
}

typedef struct discovery {
  aml_arena *arena;
  aml_discovery *out;
  const aml_discover_options *options;
  aml_walk root;
  aml_texts folders; /* walked, relative to the root */
} discovery;

static void take_folder(discovery *d, aml_sv path) {
  aml_sv relative;
  if (is_inside(d->out->root, path, &relative)) {
    aml_walk_folder(&d->root, relative);
    AML_VEC_PUSH(d->arena, &d->folders, relative);
    return;
  }
  aml_walk *outside = AML_NEW(d->arena, aml_walk);
  aml_walk_init(outside, d->arena, d->out, d->options, path);
  aml_walk_folder(outside, (aml_sv){NULL, 0});
}

static const char *name_type(mode_t mode) {
  return S_ISFIFO(mode)   ? "is a pipe, not a file"
         : S_ISSOCK(mode) ? "is a socket, not a file"
                          : "is a device, not a file";
}

static void take_named(discovery *d, aml_sv given) {
  aml_sv path = normalise(d->arena, d->options->working_folder, given);
  aml_sv relative = {NULL, 0};
  bool is_in_root = is_inside(d->out->root, path, &relative);
  aml_sv shown = is_in_root && relative.len > 0 ? relative : path;
  struct stat about;
  if (stat(aml_sv_cstr(d->arena, path), &about) != 0) {
    aml_walk_add_trouble(d->out, d->arena, given, "cannot be opened", errno);
  } else if (S_ISDIR(about.st_mode)) {
    take_folder(d, path);
  } else if (!S_ISREG(about.st_mode)) {
    aml_walk_add_trouble(d->out, d->arena, given, name_type(about.st_mode), 0);
  } else if (d->options->exclude_named && is_in_root && aml_walk_passes_over(&d->root, relative)) {
    return; /* and counted */
  } else {
    aml_found found = {.path = shown, .file = path, .is_named = true};
    AML_VEC_PUSH(d->arena, &d->out->files, found);
  }
}

static int compare_found(const void *a, const void *b) {
  const aml_found *x = a;
  const aml_found *y = b;
  int order = aml_sv_cmp(x->path, y->path);
  order = order != 0 ? order : (int)y->is_named - (int)x->is_named;
  return order != 0 ? order : (int)(x->left_out_by.len > 0) - (int)(y->left_out_by.len > 0);
}

static int compare_left_out(const void *a, const void *b) {
  const aml_left_out *x = a;
  const aml_left_out *y = b;
  return aml_sv_cmp(x->path, y->path);
}

void aml_left_out_sort(aml_arena *scratch, aml_left_out_list *list) {
  size_t kept = 0;
  aml_sort(scratch, list->items, list->count, sizeof *list->items, compare_left_out);
  for (size_t i = 0; i < list->count; i++) {
    if (kept == 0 || !aml_sv_eq(list->items[kept - 1].path, list->items[i].path)) {
      list->items[kept++] = list->items[i];
    }
  }
  list->count = kept;
}

static int compare_troubles(const void *a, const void *b) {
  const aml_trouble *x = a;
  const aml_trouble *y = b;
  int order = aml_sv_cmp(x->path, y->path);
  return order != 0 ? order : aml_sv_cmp(x->text, y->text);
}

void aml_discovery_sort(aml_arena *arena, aml_discovery *out) {
  aml_sort(arena, out->files.items, out->files.count, sizeof *out->files.items, compare_found);
  aml_sort(arena, out->troubles.items, out->troubles.count, sizeof *out->troubles.items, compare_troubles);
  aml_left_out_sort(arena, &out->left_out);
  size_t kept = 0;
  for (size_t i = 0; i < out->files.count; i++) {
    if (kept == 0 || !aml_sv_eq(out->files.items[kept - 1].path, out->files.items[i].path)) {
      out->files.items[kept++] = out->files.items[i];
    }
  }
  out->files.count = kept;
}

aml_sv aml_discover_root(aml_arena *arena, aml_sv folder) {
  return find_root(arena, folder, NULL);
}

void aml_discover(aml_discovery *out, aml_arena *arena, const aml_sv *paths, size_t count,
    const aml_discover_options *options) {
  *out = (aml_discovery){.root = {NULL, 0}};
  discovery *d = AML_NEW(arena, discovery); /* in the arena, since it may be closed by it */
  *d = (discovery){.arena = arena, .out = out, .options = options};
  out->root = find_root(arena, options->working_folder, out);
  aml_walk_init(&d->root, arena, out, options, out->root);
  for (size_t i = 0; i < count; i++) {
    take_named(d, paths[i]);
  }
  if (d->folders.count > 0 && !options->is_index_read) {
    aml_sparse_leave_out(&d->root, &d->folders);
  }
  aml_discovery_sort(arena, out);
}

void aml_discover_keep(
    aml_discovery *out, aml_arena *arena, const aml_discover_options *options, aml_texts *paths) {
  aml_walk *walk = AML_NEW(arena, aml_walk); /* in the arena, since it may be closed by it */
  aml_walk_init(walk, arena, out, options, out->root);
  walk->is_all_tracked = true;
  size_t kept = 0;
  for (size_t i = 0; i < paths->count; i++) {
    if (!aml_walk_passes_over(walk, paths->items[i])) {
      paths->items[kept++] = paths->items[i];
    }
  }
  paths->count = kept;
  aml_left_out_sort(arena, &out->left_out);
}
