#include "source/paths.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
  return join_parts(arena, &to, common, from.count - common, false);
}

bool aml_path_is_outside(aml_sv path) {
  return path.len == 0 || path.data[0] == '/' || aml_sv_eq(path, AML_SV("..")) ||
         aml_sv_starts(path, AML_SV("../")) || aml_sv_find(path, AML_SV("/../"), 0) != AML_NPOS;
}

bool aml_path_is_file_inside(aml_sv root, aml_sv file) {
  char name[PATH_MAX];
  char real[PATH_MAX];
  if (snprintf(name, sizeof name, "%.*s", AML_SV_ARG(file)) >= PATH_MAX || realpath(name, real) == NULL) {
    return false;
  }
  struct stat status;
  if (stat(real, &status) != 0 || !S_ISREG(status.st_mode)) {
    return false;
  }
  aml_sv place = aml_sv_of(real);
  bool is_top = aml_sv_eq(root, AML_SV("/"));
  return is_top ||
         (root.len > 0 && aml_sv_starts(place, root) && place.len > root.len && place.data[root.len] == '/');
}
