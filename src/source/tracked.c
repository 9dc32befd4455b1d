#include "source/tracked.h"

#include "base/sort.h"
#include "source/git.h"
#include "source/paths.h"

static int compare_texts(const void *a, const void *b) {
  return aml_sv_cmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static bool is_there(aml_arena *arena, aml_sv folder, const char *name) {
  return aml_path_may_be_there(aml_sv_format(arena, "%.*s/%s", AML_SV_ARG(folder), name).data);
}

/* Whether the folder is in a working tree. A folder .git without HEAD only marks a root. */
static bool is_in_repository(aml_arena *arena, aml_sv folder) {
  for (aml_sv at = folder; at.len > 0; at = aml_sv_slice(at, 0, aml_sv_rfind_char(at, '/'))) {
    if (is_there(arena, at, ".git")) {
      return !is_there(arena, at, ".git/.") || is_there(arena, at, ".git/HEAD");
    }
  }
  return false;
}

static void ask(aml_tracked *tracked, aml_arena *arena, aml_sv top) {
  tracked->is_asked = true;
  aml_error error;
  if (!is_in_repository(arena, top)) {
    return;
  }
  if (aml_git_tracked(arena, top, &tracked->paths, &error) != AML_OK) {
    tracked->is_unknown = true;
    tracked->why = aml_sv_dup(arena, aml_sv_of(error.text));
  } else if (tracked->paths.count > 0) {
    aml_sort(arena, tracked->paths.items, tracked->paths.count, sizeof *tracked->paths.items, compare_texts);
  }
}

/* The first path that is not before `path`. */
static size_t find_place(const aml_texts *paths, aml_sv path) {
  size_t low = 0;
  for (size_t high = paths->count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (aml_sv_cmp(paths->items[middle], path) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool aml_tracked_holds(aml_tracked *tracked, aml_arena *arena, aml_sv top, aml_sv path) {
  if (!tracked->is_asked) {
    ask(tracked, arena, top);
  }
  const aml_texts *paths = &tracked->paths;
  size_t at = find_place(paths, path);
  if (tracked->is_unknown || (at < paths->count && aml_sv_eq(paths->items[at], path))) {
    return true;
  }
  aml_sv below = aml_sv_format(arena, "%.*s/", AML_SV_ARG(path));
  at = find_place(paths, below);
  return at < paths->count && aml_sv_starts(paths->items[at], below);
}

bool aml_tracked_lists(aml_tracked *tracked, aml_arena *arena, aml_sv top, aml_sv path) {
  if (!tracked->is_asked) {
    ask(tracked, arena, top);
  }
  size_t at = find_place(&tracked->paths, path);
  return at < tracked->paths.count && aml_sv_eq(tracked->paths.items[at], path);
}
